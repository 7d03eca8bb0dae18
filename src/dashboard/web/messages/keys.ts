const en = {
  about: "A program sends its key with every request; the key's wallet pays.",
  create: "Create a key",
  name: "Name",
  nameHint: "For example, the program that uses the key",
  wallet: "Wallet",
  rateLimit: "Requests a minute",
  rateLimitHint: "Leave empty for the server's limit",
  wrong: {
    name: "A name has 1 to 100 characters",
    wallet_id: "Choose a wallet",
    rate_limit_per_minute: "A whole number from 1 to 1,000,000, or nothing"
  },
  noWallet: "A key needs a wallet that pays. Create one first, on the page Wallets.",
  secret: "Secret",
  created: "Created",
  lastUsed: "Last used",
  never: "Never",
  serverLimit: "Server default",
  state: "State",
  works: "Active",
  revokedAt: (time: string) => `Revoked ${time}`,
  hideRevoked: "Hide revoked keys",
  revoke: "Revoke",
  revokeNamed: (name: string) => `Revoke ${name}`,
  revokeTitle: (name: string) => `Revoke the key ${name}?`,
  revokeMeans:
    "It is refused within a second from then on, its open sessions end, and it can never work again. Its wallet and what it paid for stay.",
  madeTitle: (name: string) => `The key ${name} is ready`,
  once: "This is the only time that the secret is shown: the server keeps no copy. Put it where you keep passwords.",
  hear: "Paste this into a terminal: it speaks a greeting into the file selam.mp3.",
  kept: "I have saved it"
}

const am: typeof en = {
  about: "ፕሮግራም በእያንዳንዱ ጥያቄ ቁልፉን ያሳያል፤ የሚከፍለው የቁልፉ ቦርሳ ነው።",
  create: "ቁልፍ ፍጠር",
  name: "ስም",
  nameHint: "ለምሳሌ የሚጠቀምበት ፕሮግራም ስም",
  wallet: "ቦርሳ",
  rateLimit: "ጥያቄዎች በደቂቃ",
  rateLimitHint: "የአገልጋዩ ገደብ እንዲሠራ ከፈለጉ ባዶ ይተዉት",
  wrong: {
    name: "ስም ከ1 እስከ 100 ፊደላት ይኖሩታል",
    wallet_id: "ቦርሳ ይምረጡ",
    rate_limit_per_minute: "ከ1 እስከ 1,000,000 ያለ ሙሉ ቁጥር፣ ወይም ባዶ"
  },
  noWallet: "ቁልፍ የሚከፍልበት ቦርሳ ያስፈልገዋል፦ መጀመሪያ በቦርሳዎች ገጽ ይፍጠሩ።",
  secret: "ምስጢር",
  created: "የተፈጠረው",
  lastUsed: "መጨረሻ የሠራው",
  never: "ገና አልሠራም",
  serverLimit: "የአገልጋዩ",
  state: "ሁኔታ",
  works: "ይሠራል",
  revokedAt: (time) => `የተሻረው ${time}`,
  hideRevoked: "የተሻሩ ቁልፎችን ደብቅ",
  revoke: "ሻር",
  revokeNamed: (name) => `${name} የተባለውን ሻር`,
  revokeTitle: (name) => `${name} የተባለው ቁልፍ ይሻር?`,
  revokeMeans: "ከዚያ በኋላ በአንድ ሰከንድ ውስጥ ተቀባይነት ያጣል፣ የተከፈቱ ግንኙነቶቹ ይዘጋሉ፣ ዳግምም አይሠራም። ቦርሳውና የተከፈለበት ሁሉ ይቆያል።",
  madeTitle: (name) => `${name} የተባለው ቁልፍ ዝግጁ ነው`,
  once: "ምስጢሩ የሚታየው አሁን ብቻ ነው፦ አገልጋዩ ቅጂ አያስቀምጥም። የይለፍ ቃላትዎን በሚያስቀምጡበት ያስቀምጡት።",
  hear: "ይህን ወደ ተርሚናል ይለጥፉ፦ ሰላምታ ወደ selam.mp3 ፋይል ይናገራል።",
  kept: "አስቀምጬዋለሁ"
}

const om: typeof en = {
  about: "Sagantaan gaaffii hunda waliin furtuu isaa mul'isa; kan kaffalu korojoo furtuu sanaati.",
  create: "Furtuu uumi",
  name: "Maqaa",
  nameHint: "Maqaa ittiin beektu, fakkeenyaaf sagantaa itti fayyadamu",
  wallet: "Korojoo",
  rateLimit: "Gaaffii daqiiqaatti",
  rateLimitHint: "Daangaan tajaajilaa akka hojjetu yoo barbaadde duwwaa dhiisi",
  wrong: {
    name: "Maqaan qubee 1 hanga 100 qaba",
    wallet_id: "Korojoo filadhu",
    rate_limit_per_minute: "Lakkoofsa guutuu 1 hanga 1,000,000, yookaan duwwaa"
  },
  noWallet: "Furtuun korojoo irraa kaffalu barbaada: dura fuula Korojoowwan irratti uumi.",
  secret: "Icciitii",
  created: "Kan uumame",
  lastUsed: "Dhuma irratti kan hojjete",
  never: "Hanga ammaatti hin hojjenne",
  serverLimit: "Kan tajaajilaa",
  state: "Haala",
  works: "Ni hojjeta",
  revokedAt: (time) => `Kan haqame ${time}`,
  hideRevoked: "Furtuuwwan haqaman dhoksi",
  revoke: "Haqi",
  revokeNamed: (name) => `${name} haqi`,
  revokeTitle: (name) => `Furtuun ${name} haa haqamuu?`,
  revokeMeans:
    "Sana booda sekondii tokko keessatti ni didama, walqunnamtiin isaa banaan ni cufama, deebi'ee hin hojjetu. Korojoon isaa fi wanti kaffalame ni turu.",
  madeTitle: (name) => `Furtuun ${name} qophaa'eera`,
  once: "Icciitiin kun amma qofa mul'ata: tajaajilaan garagalcha hin olkaa'u. Bakka jechoota darbii kee itti olkeessutti olkaa'i.",
  hear: "Kana terminaalatti maxxansi: nagaa gaafachuu faayila selam.mp3 keessatti dubbata.",
  kept: "Olkaa'adheera"
}

export const keys = { en, am, om }
