import type { Action } from "../../audit/AuditApi.ts"

const actions: Readonly<Record<Action, string>> = {
  "session.begin": "Signed in",
  "session.end": "Signed out",
  "session.refuse": "Not let in",
  "link.create": "Sign-in link made",
  "key.create": "Key made",
  "key.revoke": "Key revoked",
  "key.lend": "Key used in the playground",
  "wallet.create": "Wallet made",
  "wallet.credit": "Wallet topped up",
  "voice.change": "Voice changed",
  "clip.delete": "Clip deleted",
  "transcription.delete": "Transcription deleted",
  "upload.delete": "Upload deleted",
  "engine.test": "Engine tested"
}

const details: Readonly<Record<string, string>> = {
  by: "By",
  name: "Name",
  wallet_id: "Wallet",
  rate_limit_per_minute: "Requests a minute",
  opening_credit: "Opening credit",
  amount: "Amount",
  note: "Note",
  is_available: "Available",
  is_default: "Default",
  language: "Language",
  operation: "Operation",
  kind: "Kind",
  ok: "Succeeded",
  milliseconds: "Milliseconds",
  code: "Error",
  address: "Address",
  is_last: "Further ones within the hour are left out"
}

const values: Readonly<Record<string, string>> = {
  true: "Yes",
  false: "No",
  token: "Dashboard token",
  link: "Sign-in link"
}

/** `details` labels the fields of an entry; `values` the words of the contract in them. */
const en = {
  about:
    "What was changed, when, and by whom: by way of the dashboard or the command line. Who was not let in, too. Nothing can be taken out of it.",
  time: "Time",
  action: "Action",
  target: "What was changed",
  detailsColumn: "Details",
  session: "By",
  without: { dashboard: "Nobody signed in", command_line: "Command line" },
  actions,
  details,
  values
}

const am: typeof en = {
  about: "በመቆጣጠሪያ ሰሌዳው ወይም በትእዛዝ መስመር ምን፣ መቼና በማን እንደተለወጠ፣ ያልተፈቀዱ የመግባት ሙከራዎችም። ከዚህ ምንም ሊወጣ አይችልም።",
  time: "ጊዜ",
  action: "ተግባር",
  target: "የተለወጠው",
  detailsColumn: "ዝርዝር",
  session: "በማን",
  without: { dashboard: "ያልገባ ሰው", command_line: "የትእዛዝ መስመር" },
  actions: {
    "session.begin": "መግባት",
    "session.end": "መውጣት",
    "session.refuse": "መግባት ተከልክሏል",
    "link.create": "የመግቢያ አገናኝ ተፈጥሯል",
    "key.create": "ቁልፍ ተፈጥሯል",
    "key.revoke": "ቁልፍ ተሽሯል",
    "key.lend": "ቁልፍ በመሞከሪያው ሠርቷል",
    "wallet.create": "ቦርሳ ተፈጥሯል",
    "wallet.credit": "የቦርሳ ሂሳብ ተሞልቷል",
    "voice.change": "ድምፅ ተለውጧል",
    "clip.delete": "የድምፅ ቅንጥብ ተሰርዟል",
    "transcription.delete": "ጽሑፋዊ ቅጂ ተሰርዟል",
    "upload.delete": "የተላከ ፋይል ተሰርዟል",
    "engine.test": "ሞተር ተፈትሿል"
  },
  details: {
    by: "በ",
    name: "ስም",
    wallet_id: "ቦርሳ",
    rate_limit_per_minute: "ጥያቄዎች በደቂቃ",
    opening_credit: "የመነሻ ሂሳብ",
    amount: "መጠን",
    note: "ማስታወሻ",
    is_available: "የሚገኝ",
    is_default: "ነባሪ",
    language: "ቋንቋ",
    operation: "አገልግሎት",
    kind: "ዓይነት",
    ok: "ተሳክቷል",
    milliseconds: "ሚሊሰከንድ",
    code: "ስህተት",
    address: "አድራሻ",
    is_last: "በዚህ ሰዓት ውስጥ የሚከተሉት አይመዘገቡም"
  },
  values: { true: "አዎ", false: "አይ", token: "የመቆጣጠሪያ ሰሌዳ ማለፊያ", link: "የመግቢያ አገናኝ" }
}

const om: typeof en = {
  about:
    "Gabatee to'annoo yookaan sarara ajajaatiin maaltu, yoom, eenyuun akka jijjiirame, yaaliiwwan seensaa didaman dabalatee. Kana keessaa wanti tokkollee bahuu hin danda'u.",
  time: "Yeroo",
  action: "Gocha",
  target: "Kan jijjiirame",
  detailsColumn: "Bal'ina",
  session: "Eenyuun",
  without: { dashboard: "Nama hin seenne", command_line: "Sarara ajajaa" },
  actions: {
    "session.begin": "Seenuu",
    "session.end": "Ba'uu",
    "session.refuse": "Seenuun didame",
    "link.create": "Geessituun seensaa uumame",
    "key.create": "Furtuun uumame",
    "key.revoke": "Furtuun haqame",
    "key.lend": "Furtuun iddoo yaaliitti hojjete",
    "wallet.create": "Korojoon uumame",
    "wallet.credit": "Herregni korojoo guutame",
    "voice.change": "Sagaleen jijjiirame",
    "clip.delete": "Kutaan sagalee haqame",
    "transcription.delete": "Barreeffamni dubbii haqame",
    "upload.delete": "Faayilli ergame haqame",
    "engine.test": "Motorri yaalame"
  },
  details: {
    by: "Karaa",
    name: "Maqaa",
    wallet_id: "Korojoo",
    rate_limit_per_minute: "Gaaffii daqiiqaatti",
    opening_credit: "Herrega jalqabaa",
    amount: "Hamma",
    note: "Yaadannoo",
    is_available: "Kan argamu",
    is_default: "Kan durtii",
    language: "Afaan",
    operation: "Tajaajila",
    kind: "Gosa",
    ok: "Milkaa'eera",
    milliseconds: "Miliisekondii",
    code: "Dogoggora",
    address: "Teessoo",
    is_last: "Kan sa'aatii kana keessatti itti aanan hin galmaa'an"
  },
  values: { true: "Eeyyee", false: "Lakki", token: "Iggita gabatee to'annoo", link: "Geessituu seensaa" }
}

export const audit = { en, am, om }
