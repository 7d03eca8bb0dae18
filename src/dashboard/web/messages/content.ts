/** Words of the pages of clips, transcriptions and uploads. */
const en = {
  clips: {
    about: "Generated speech of all wallets, newest first.",
    search: "Part of the text, or a whole id",
    title: "Clip",
    remove: "Delete this clip?",
    consequence: "Its sound and its text are deleted for good, and its addresses stop working. Its ledger entry stays."
  },
  transcriptions: {
    about: "Text of transcribed speech, kept for as long as its client can request it.",
    search: "Part of the text, or a whole id",
    title: "Transcription",
    empty: "No speech was found in the recording.",
    remove: "Delete this transcription?",
    consequence: "Its text is deleted for good; its client gets NOT_FOUND. Its ledger entry stays."
  },
  uploads: {
    about: "Files that were sent to chats. They are kept until they are deleted or expire.",
    search: "Part of a document's text, or a whole id",
    title: "File",
    kinds: { Image: "Image", Document: "Document", Audio: "Sound" },
    image: (id: string) => `The image ${id}`,
    says: "Text of the document",
    saysNothing: "No text was found in the document.",
    remove: "Delete this file?",
    consequence: "It is deleted for good; chats that name it are refused."
  }
}

const am: typeof en = {
  clips: {
    about: "ከሁሉም ቦርሳዎች የተፈጠሩ ንግግሮች፤ አዲሶቹ ቀድመው።",
    search: "የጽሑፉ ክፍል ወይም ሙሉ መለያ",
    title: "የድምፅ ቅንጥብ",
    remove: "ይህ ቅንጥብ ይሰረዝ?",
    consequence: "ድምፁና ጽሑፉ ለዘለቄታው ይሰረዛሉ፤ አድራሻዎቹም መሥራት ያቆማሉ። የሂሳብ መዝገቡ ግን ይቆያል።"
  },
  transcriptions: {
    about: "ከንግግር የተሰማው ጽሑፍ፤ ደንበኛው ሊጠይቀው እስከሚችልበት ጊዜ ድረስ።",
    search: "የጽሑፉ ክፍል ወይም ሙሉ መለያ",
    title: "ጽሑፋዊ ቅጂ",
    empty: "በድምፁ ውስጥ ንግግር አልተገኘም።",
    remove: "ይህ ጽሑፋዊ ቅጂ ይሰረዝ?",
    consequence: "ጽሑፉ ለዘለቄታው ይሰረዛል፤ ደንበኛውም እንደሌለ ይነገረዋል። የሂሳብ መዝገቡ ግን ይቆያል።"
  },
  uploads: {
    about: "ወደ ውይይቶች የተላኩ ፋይሎች። እስኪሰረዙ ወይም ጊዜያቸው እስኪያልፍ ይቆያሉ።",
    search: "የሰነዱ ጽሑፍ ክፍል ወይም ሙሉ መለያ",
    title: "ፋይል",
    kinds: { Image: "ምስል", Document: "ሰነድ", Audio: "ድምፅ" },
    image: (id) => `ምስሉ ${id}`,
    says: "የሰነዱ ጽሑፍ",
    saysNothing: "በሰነዱ ውስጥ ጽሑፍ አልተገኘም።",
    remove: "ይህ ፋይል ይሰረዝ?",
    consequence: "ለዘለቄታው ይሰረዛል፤ እሱን የሚጠቅሱ ውይይቶችም ተቀባይነት አያገኙም።"
  }
}

const om: typeof en = {
  clips: {
    about: "Dubbii uumame, kan korojoowwan hundaa; haaraan dursa.",
    search: "Kutaa barreeffamaa yookaan eenyummeessaa guutuu",
    title: "Kutaa sagalee",
    remove: "Kutaan sagalee kun haa haqamuu?",
    consequence:
      "Sagaleen fi barreeffamni isaa bara baraan haqamu; teessoowwan isaas hin hojjetan. Galmeen herregaa garuu ni hafa."
  },
  transcriptions: {
    about: "Barreeffama dubbii irraa dhaga'ame, hanga maamilaan gaafachuu danda'utti.",
    search: "Kutaa barreeffamaa yookaan eenyummeessaa guutuu",
    title: "Barreeffama dubbii",
    empty: "Sagalee keessatti dubbiin hin argamne.",
    remove: "Barreeffamni dubbii kun haa haqamuu?",
    consequence:
      "Barreeffamni isaa bara baraan haqama; maamilaattis akka hin jirre himama. Galmeen herregaa garuu ni hafa."
  },
  uploads: {
    about: "Faayiloota gara haasaatti ergaman. Hanga haqamanitti yookaan yeroon isaanii darbutti turu.",
    search: "Kutaa barreeffama sanadaa yookaan eenyummeessaa guutuu",
    title: "Faayila",
    kinds: { Image: "Suuraa", Document: "Sanada", Audio: "Sagalee" },
    image: (id) => `Suuraa ${id}`,
    says: "Barreeffama sanadichaa",
    saysNothing: "Sanada keessatti barreeffamni hin argamne.",
    remove: "Faayilli kun haa haqamuu?",
    consequence: "Bara baraan haqama; haasaawwan isa maqaa dha'anis hin fudhataman."
  }
}

export const content = { en, am, om }
