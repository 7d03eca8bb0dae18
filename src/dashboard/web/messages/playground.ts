const en = {
  about:
    "Everything here uses the public API. It is charged to the playground's own wallet, unless another key is chosen.",
  key: "Key",
  own: "The playground's key",
  balance: (wallet: string) => `${wallet}: available`,
  wallet: "Wallet",
  command: "Show as command",
  keyFirst: "Set QAL_KEY to an API key:",
  needs: "It needs:",
  tabs: {
    voice: "Voice",
    chat: "Chat",
    translation: "Translation",
    transcription: "Transcription",
    conversation: "Conversation"
  }
}

const am: typeof en = {
  about: "እዚህ ያለው ሁሉ በይፋዊው ኤፒአይ ይከናወናል። ሌላ ቁልፍ ካልተመረጠ ክፍያው ከመሞከሪያው የራሱ ቦርሳ ይቀነሳል።",
  key: "ቁልፍ",
  own: "የመሞከሪያው ቁልፍ",
  balance: (wallet) => `${wallet}፦ ጥቅም ላይ ሊውል የሚችል`,
  wallet: "ቦርሳ",
  command: "በትእዛዝ አሳይ",
  keyFirst: "QAL_KEY የኤፒአይ ቁልፍ ይይዛል፦",
  needs: "የሚያስፈልገው፦",
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
    "Wanti as jiru hundi API ifaadhaan hojjeta. Furtuun biraa yoo hin filatamne, kaffaltiin isaa korojoo iddoo yaalii mataa isaarraa hir'ata.",
  key: "Furtuu",
  own: "Furtuu iddoo yaalii",
  balance: (wallet) => `${wallet}: kan itti fayyadamuun danda'amu`,
  wallet: "Korojoo",
  command: "Ajajaan mul'isi",
  keyFirst: "QAL_KEY furtuu API qabata:",
  needs: "Kan isa barbaachisu:",
  tabs: {
    voice: "Sagalee",
    chat: "Haasaa",
    translation: "Hiikkaa",
    transcription: "Barreessuu dubbii",
    conversation: "Marii sagalee"
  }
}

export const playground = { en, am, om }
