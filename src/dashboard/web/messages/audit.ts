import type { Action } from "../../AuditApi.ts"

const actions: Readonly<Record<Action, string>> = {
  "session.begin": "Signed in",
  "session.end": "Signed out",
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
  code: "Error"
}

const values: Readonly<Record<string, string>> = {
  true: "Yes",
  false: "No",
  token: "Dashboard token",
  code: "Sign-in link"
}

/** `details` names what an entry may tell; `values` the words of the contract that stand there. */
const en = {
  about: "What was changed by way of the dashboard, when, and in which session. Nothing can be taken out of it.",
  time: "Time",
  action: "Action",
  target: "What was changed",
  told: "Details",
  session: "Session",
  actions,
  details,
  values
}

const am: typeof en = {
  about: "በመቆጣጠሪያ ሰሌዳው ምን፣ መቼና በየትኛው ክፍለ ጊዜ እንደተለወጠ። ከዚህ ምንም ሊወጣ አይችልም።",
  time: "ጊዜ",
  action: "ተግባር",
  target: "የተለወጠው",
  told: "ዝርዝር",
  session: "ክፍለ ጊዜ",
  actions: {
    "session.begin": "መግባት",
    "session.end": "መውጣት",
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
    code: "ስህተት"
  },
  values: { true: "አዎ", false: "አይ", token: "የመቆጣጠሪያ ሰሌዳ ማለፊያ", code: "የመግቢያ አገናኝ" }
}

const om: typeof en = {
  about:
    "Gabatee to'annootiin maaltu, yoom, seensa kam keessatti akka jijjiirame. Kana keessaa wanti tokkollee bahuu hin danda'u.",
  time: "Yeroo",
  action: "Gocha",
  target: "Kan jijjiirame",
  told: "Bal'ina",
  session: "Seensa",
  actions: {
    "session.begin": "Seenuu",
    "session.end": "Ba'uu",
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
    code: "Dogoggora"
  },
  values: { true: "Eeyyee", false: "Lakki", token: "Iggita gabatee to'annoo", code: "Geessituu seensaa" }
}

export const audit = { en, am, om }
