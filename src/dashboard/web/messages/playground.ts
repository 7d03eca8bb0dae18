const en = {
  about: "Everything here goes by the public API and the chosen key, and is charged to its wallet.",
  key: "Key",
  makeKey: "Make a key to begin",
  ownKey: "Playground",
  curl: "The same as a command",
  tabs: {
    voice: "Voice",
    chat: "Chat",
    translation: "Translation",
    transcription: "Transcription",
    conversation: "Conversation"
  }
}

const am: typeof en = {
  about: "እዚህ ያለው ሁሉ በይፋዊው ኤፒአይና በተመረጠው ቁልፍ ይከናወናል፤ ክፍያውም ከቁልፉ ቦርሳ ይቀነሳል።",
  key: "ቁልፍ",
  makeKey: "ለመጀመር ቁልፍ ፍጠር",
  ownKey: "መሞከሪያ",
  curl: "ተመሳሳዩ በትእዛዝ",
  tabs: {
    voice: "ድምፅ",
    chat: "ውይይት",
    translation: "ትርጉም",
    transcription: "ጽሑፋዊ ቅጂ",
    conversation: "የድምፅ ንግግር"
  }
}

const om: typeof en = {
  about:
    "Wanti as jiru hundi API ifaa fi furtuu filatameen hojjeta; kaffaltiin isaas korojoo furtuu sanaarraa hir'ata.",
  key: "Furtuu",
  makeKey: "Jalqabuuf furtuu uumi",
  ownKey: "Iddoo yaalii",
  curl: "Kanuma ajajaan",
  tabs: {
    voice: "Sagalee",
    chat: "Haasaa",
    translation: "Hiikkaa",
    transcription: "Barreessuu dubbii",
    conversation: "Marii sagalee"
  }
}

export const playground = { en, am, om }
