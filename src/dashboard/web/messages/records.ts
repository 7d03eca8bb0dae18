/** Words of what is kept and listed: sounds, texts, files, requests. */
const en = {
  listen: "Listen",
  wallet: "Wallet",
  key: "Key",
  language: "Language",
  voice: "Voice",
  kind: "Kind",
  text: "Text",
  when: "When",
  length: "Length",
  cost: "Cost",
  size: "Size",
  format: "Format",
  expires: "Kept until",
  clientId: "The client's own id",
  id: "Id",
  copyId: "Copy the id",
  copyText: "Copy the text",
  open: "Open",
  download: "Download",
  languages: { am: "Amharic", om: "Afaan Oromo" },
  oneOf: (what: string, which: string) => `${what}: ${which}`
}

const am: typeof en = {
  listen: "አዳምጥ",
  wallet: "ቦርሳ",
  key: "ቁልፍ",
  language: "ቋንቋ",
  voice: "ድምፅ",
  kind: "ዓይነት",
  text: "ጽሑፍ",
  when: "መቼ",
  length: "ርዝመት",
  cost: "ዋጋ",
  size: "መጠን",
  format: "ቅርጸት",
  expires: "የሚቆይበት ጊዜ",
  clientId: "ደንበኛው የሰጠው መለያ",
  id: "መለያ",
  copyId: "መለያውን ቅዳ",
  copyText: "ጽሑፉን ቅዳ",
  open: "ክፈት",
  download: "አውርድ",
  languages: { am: "አማርኛ", om: "አፋን ኦሮሞ" },
  oneOf: (what, which) => `${what}፦ ${which}`
}

const om: typeof en = {
  listen: "Dhaggeeffadhu",
  wallet: "Korojoo",
  key: "Furtuu",
  language: "Afaan",
  voice: "Sagalee",
  kind: "Gosa",
  text: "Barreeffama",
  when: "Yoom",
  length: "Dheerina",
  cost: "Gatii",
  size: "Hamma",
  format: "Bifa",
  expires: "Hanga yoomii tura",
  clientId: "Eenyummeessaa maamilaan kenne",
  id: "Eenyummeessaa",
  copyId: "Eenyummeessaa garagalchi",
  copyText: "Barreeffama garagalchi",
  open: "Bani",
  download: "Buufadhu",
  languages: { am: "Afaan Amaaraa", om: "Afaan Oromoo" },
  oneOf: (what, which) => `${what}: ${which}`
}

export const records = { en, am, om }
