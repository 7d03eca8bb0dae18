/** What each error code of the wire contract means, for whoever runs the server. */
import type { Problem } from "../../../Errors.ts"

/** The taxonomy's, and what a request that nobody could be answered ends in. */
type Code = Problem["_tag"] | "CLIENT_CLOSED_REQUEST" | "PROCESS_DIED"

const en: Readonly<Record<Code, string>> = {
  CLIENT_CLOSED_REQUEST:
    "The client hung up before the end of the answer. Work that was accepted is finished and charged.",
  PROCESS_DIED: "The server's process ended before the answer did. Jobs that were not settled cost nothing.",
  INVALID_REQUEST: "The request's body could not be read: not JSON, not a form, or a part was missing.",
  UNAUTHORIZED: "The API key was missing, malformed, unknown or revoked.",
  INSUFFICIENT_CREDITS: "The wallet could not cover the estimated price. Top it up.",
  FORBIDDEN: "The key may not do this.",
  URL_EXPIRED: "The signed address was too old, or had been altered.",
  NOT_FOUND: "There was no such thing in this wallet, or no such route.",
  METHOD_NOT_ALLOWED: "The route exists, but not for this HTTP method.",
  IDEMPOTENCY_CONFLICT: "The id of the request had been used before, for something else.",
  GENERATION_IN_PROGRESS: "The first request with this id was still running.",
  IN_PROGRESS: "The first request with this id was still running.",
  REQUEST_INTERRUPTED: "The transcription was cut short before its sound was taken. Nothing was charged.",
  SPEECH_IN_PROGRESS: "The session was already speaking, and takes one text at a time.",
  PAYLOAD_TOO_LARGE: "The body or a file was larger than is allowed.",
  UNSUPPORTED_MEDIA_TYPE: "A content type or file type that is not accepted.",
  VALIDATION_ERROR: "The request was well formed, but a value in it was not right.",
  TEXT_TOO_LONG: "The text was longer than is allowed.",
  UNSUPPORTED_FORMAT: "The sound was asked for in a format that is not made here.",
  VOICE_UNAVAILABLE: "The voice is unknown, switched off, or does not speak the language.",
  INVALID_LANGUAGE_PAIR: "It is not translated between these two languages.",
  STREAM_NOT_SUPPORTED: "This request cannot be streamed: it has tools, attachments or sound.",
  AUDIO_TOO_LONG: "The sound was longer than is allowed.",
  UNDECODABLE_AUDIO: "The sound could not be decoded: damaged, or not what it said it was.",
  UNREADABLE_ATTACHMENT: "An attached file could not be read.",
  TEXT_LIMIT_EXCEEDED: "The session was sent more text than it may have.",
  RATE_LIMITED: "The key made more requests than its limit allows. Wait a moment.",
  BUSY: "The wallet already had a transcription running.",
  LANGUAGE_CAPACITY_REACHED: "All speech workers were busy and the queue was full.",
  TURN_LIMIT_REACHED: "The session had as many turns as it may have.",
  INTERNAL_ERROR: "A fault of the server. The log has the details under this request id.",
  PROVIDER_ERROR: "An engine failed. Nothing was charged. Look at the engines' page.",
  PROVIDER_TIMEOUT: "An engine was too slow. Nothing was charged.",
  PROVIDER_NOT_CONFIGURED:
    "No engine that is attached can do this; an operator has to attach one. Nothing was charged.",
  PROVIDER_UNAVAILABLE: "An engine could not be reached. Nothing was charged.",
  BILLING_PENDING: "The charge could not be written at once. The same can be asked again.",
  STORAGE_FULL: "The disk or the database takes nothing more: make room, or look at its permissions.",
  attachment_upload_failed: "An attached file could not be kept. The same can be asked again."
}

const am: typeof en = {
  CLIENT_CLOSED_REQUEST: "ደንበኛው መልሱ ሳያልቅ አቋርጧል። የተቀበልነው ሥራ ይጠናቀቃል፤ ክፍያም ይቀነሳል።",
  PROCESS_DIED: "መልሱ ሳያልቅ የአገልጋዩ ሂደት ቆሟል። ያልተጠናቀቁ ሥራዎች ምንም አያስከፍሉም።",
  INVALID_REQUEST: "የጥያቄው ይዘት ሊነበብ አልቻለም፦ JSON ወይም ቅጽ አይደለም፣ ወይም ክፍል ጎድሎታል።",
  UNAUTHORIZED: "የኤፒአይ ቁልፉ አልነበረም፣ ቅርጹ ልክ አይደለም፣ አይታወቅም ወይም ተሽሯል።",
  INSUFFICIENT_CREDITS: "ቦርሳው የተገመተውን ዋጋ አይሸፍንም። ገንዘብ ይሙሉበት።",
  FORBIDDEN: "ቁልፉ ይህን ማድረግ አይፈቀድለትም።",
  URL_EXPIRED: "የተፈረመው አድራሻ ጊዜው አልፏል ወይም ተለውጧል።",
  NOT_FOUND: "በዚህ ቦርሳ ውስጥ እንዲህ ያለ ነገር የለም፣ ወይም እንዲህ ያለ አድራሻ የለም።",
  METHOD_NOT_ALLOWED: "አድራሻው አለ፤ ግን ለዚህ የኤችቲቲፒ ዘዴ አይደለም።",
  IDEMPOTENCY_CONFLICT: "የጥያቄው መለያ ቀደም ሲል ለሌላ ነገር ጥቅም ላይ ውሏል።",
  GENERATION_IN_PROGRESS: "በዚህ መለያ የተላከው የመጀመሪያው ጥያቄ ገና እየሠራ ነበር።",
  IN_PROGRESS: "በዚህ መለያ የተላከው የመጀመሪያው ጥያቄ ገና እየሠራ ነበር።",
  REQUEST_INTERRUPTED: "ድምፁ ከመወሰዱ በፊት ጽሑፋዊ ቅጂው ተቋርጧል። ምንም አልተከፈለም።",
  SPEECH_IN_PROGRESS: "ክፍለ ጊዜው እየተናገረ ነበር፤ በአንድ ጊዜ አንድ ጽሑፍ ብቻ ይቀበላል።",
  PAYLOAD_TOO_LARGE: "ይዘቱ ወይም ፋይሉ ከሚፈቀደው በላይ ትልቅ ነበር።",
  UNSUPPORTED_MEDIA_TYPE: "ተቀባይነት የሌለው የይዘት ወይም የፋይል ዓይነት።",
  VALIDATION_ERROR: "ጥያቄው ቅርጹ ልክ ነው፤ ግን አንድ ዋጋው ልክ አልነበረም።",
  TEXT_TOO_LONG: "ጽሑፉ ከሚፈቀደው በላይ ረጅም ነበር።",
  UNSUPPORTED_FORMAT: "ድምፁ የተጠየቀው እዚህ በማይሠራ ቅርጸት ነው።",
  VOICE_UNAVAILABLE: "ድምፁ አይታወቅም፣ ጠፍቷል ወይም ቋንቋውን አይናገርም።",
  INVALID_LANGUAGE_PAIR: "በእነዚህ ሁለት ቋንቋዎች መካከል አይተረጎምም።",
  STREAM_NOT_SUPPORTED: "ይህ ጥያቄ በፍሰት ሊመለስ አይችልም፦ መሣሪያዎች፣ አባሪዎች ወይም ድምፅ አለው።",
  AUDIO_TOO_LONG: "ድምፁ ከሚፈቀደው በላይ ረጅም ነበር።",
  UNDECODABLE_AUDIO: "ድምፁ ሊፈታ አልቻለም፦ ተበላሽቷል ወይም እንደተባለው ዓይነት አይደለም።",
  UNREADABLE_ATTACHMENT: "የተያያዘ ፋይል ሊነበብ አልቻለም።",
  TEXT_LIMIT_EXCEEDED: "ለክፍለ ጊዜው ከሚፈቀደው በላይ ጽሑፍ ተልኳል።",
  RATE_LIMITED: "ቁልፉ ከገደቡ በላይ ጥያቄ ልኳል። ጥቂት ይጠብቁ።",
  BUSY: "ቦርሳው እየሠራ ያለ ጽሑፋዊ ቅጂ ነበረው።",
  LANGUAGE_CAPACITY_REACHED: "የንግግር ሠራተኞች በሙሉ ተይዘው ነበር፤ ወረፋውም ሞልቷል።",
  TURN_LIMIT_REACHED: "ክፍለ ጊዜው የሚፈቀዱለትን ተራዎች ጨርሷል።",
  INTERNAL_ERROR: "የአገልጋዩ ስህተት። ዝርዝሩ በዚህ የጥያቄ መለያ በምዝግብ ማስታወሻው አለ።",
  PROVIDER_ERROR: "አንድ ሞተር አልተሳካለትም። ምንም አልተከፈለም። የሞተሮችን ገጽ ይመልከቱ።",
  PROVIDER_TIMEOUT: "አንድ ሞተር በጣም ዘግይቷል። ምንም አልተከፈለም።",
  PROVIDER_NOT_CONFIGURED: "ይህን ሊሠራ የሚችል ሞተር አልተያያዘም፤ አስተዳዳሪው ማያያዝ አለበት። ምንም አልተከፈለም።",
  PROVIDER_UNAVAILABLE: "አንድ ሞተር ሊገኝ አልቻለም። ምንም አልተከፈለም።",
  BILLING_PENDING: "ክፍያው ወዲያውኑ ሊመዘገብ አልቻለም። ያንኑ እንደገና መጠየቅ ይቻላል።",
  STORAGE_FULL: "ዲስኩ ወይም የመረጃ ቋቱ ተጨማሪ አይቀበልም፦ ቦታ ያስለቅቁ ወይም ፈቃዱን ይመልከቱ።",
  attachment_upload_failed: "የተያያዘ ፋይል ሊቀመጥ አልቻለም። ያንኑ እንደገና መጠየቅ ይቻላል።"
}

const om: typeof en = {
  CLIENT_CLOSED_REQUEST: "Maamilaan deebiin osoo hin xumuramin citeera. Hojiin fudhatame ni xumurama, ni kaffalamas.",
  PROCESS_DIED:
    "Deebiin osoo hin xumuramin adeemsi tajaajilaa dhaabbateera. Hojiiwwan hin xumuramne homaa hin kaffalchiisan.",
  INVALID_REQUEST: "Qabiyyeen gaaffii dubbifamuu hin dandeenye: JSON yookaan unka miti, yookaan kutaan tokko hanqata.",
  UNAUTHORIZED: "Furtuun API hin turre, bifti isaa sirrii miti, hin beekamu yookaan haqameera.",
  INSUFFICIENT_CREDITS: "Korojoon gatii tilmaamame hin uwwisu. Maallaqa itti guuti.",
  FORBIDDEN: "Furtuun kun kana gochuun hin hayyamamuuf.",
  URL_EXPIRED: "Teessoon mallattaa'e yeroon isaa darbe yookaan jijjiirameera.",
  NOT_FOUND: "Korojoo kana keessa wanti akkasii hin jiru, yookaan teessoon akkasii hin jiru.",
  METHOD_NOT_ALLOWED: "Teessichi jira; mala HTTP kanaaf garuu miti.",
  IDEMPOTENCY_CONFLICT: "Eenyummeessaan gaaffii kanaan dura waan biraatiif oolee ture.",
  GENERATION_IN_PROGRESS: "Gaaffiin jalqabaa eenyummeessaa kana qabu ammas hojjechaa ture.",
  IN_PROGRESS: "Gaaffiin jalqabaa eenyummeessaa kana qabu ammas hojjechaa ture.",
  REQUEST_INTERRUPTED: "Barreessuun dubbii osoo sagaleen hin fudhatamin addaan cite. Homtuu hin kaffalamne.",
  SPEECH_IN_PROGRESS: "Marsaan dubbachaa ture; yeroo tokkotti barreeffama tokko qofa fudhata.",
  PAYLOAD_TOO_LARGE: "Qabiyyeen yookaan faayilli kan hayyamame caalaa guddaa ture.",
  UNSUPPORTED_MEDIA_TYPE: "Gosa qabiyyee yookaan faayilaa hin fudhatamne.",
  VALIDATION_ERROR: "Bifti gaaffii sirrii dha; gatiin tokko garuu sirrii hin turre.",
  TEXT_TOO_LONG: "Barreeffamni kan hayyamame caalaa dheeraa ture.",
  UNSUPPORTED_FORMAT: "Sagaleen bifa asitti hin hojjetamneen gaafatame.",
  VOICE_UNAVAILABLE: "Sagaleen hin beekamu, dhaamfameera yookaan afaan sana hin dubbatu.",
  INVALID_LANGUAGE_PAIR: "Afaanota lamaan kana gidduutti hin hiikamu.",
  STREAM_NOT_SUPPORTED: "Gaaffiin kun yaa'aan deebi'uu hin danda'u: meeshaalee, maxxantoota yookaan sagalee qaba.",
  AUDIO_TOO_LONG: "Sagaleen kan hayyamame caalaa dheeraa ture.",
  UNDECODABLE_AUDIO: "Sagaleen hiikamuu hin dandeenye: miidhameera yookaan gosa jedhame miti.",
  UNREADABLE_ATTACHMENT: "Faayilli maxxanfame dubbifamuu hin dandeenye.",
  TEXT_LIMIT_EXCEEDED: "Barreeffamni marsaaf hayyamame caalaa ergame.",
  RATE_LIMITED: "Furtuun daangaa isaa ol gaaffii erge. Xiqqoo eegi.",
  BUSY: "Korojoon barreessuu dubbii hojjechaa jiru qaba ture.",
  LANGUAGE_CAPACITY_REACHED: "Hojjettoonni dubbii hundi qabamanii turan; tarreen eegumsaas guutee ture.",
  TURN_LIMIT_REACHED: "Marsaan dabaree hayyamameef xumureera.",
  INTERNAL_ERROR: "Dogoggora tajaajilaa. Bal'inni isaa eenyummeessaa gaaffii kanaan galmee keessa jira.",
  PROVIDER_ERROR: "Motorri tokko hin milkoofne. Homtuu hin kaffalamne. Fuula motorootaa ilaali.",
  PROVIDER_TIMEOUT: "Motorri tokko yeroo dheeraa fudhate. Homtuu hin kaffalamne.",
  PROVIDER_NOT_CONFIGURED: "Motorri kana hojjechuu danda'u hin hidhamne; bulchaan hidhuu qaba. Homtuu hin kaffalamne.",
  PROVIDER_UNAVAILABLE: "Motorri tokko argamuu hin dandeenye. Homtuu hin kaffalamne.",
  BILLING_PENDING: "Kaffaltiin yeruma sana galmaa'uu hin dandeenye. Kanuma irra deebi'anii gaafachuun ni danda'ama.",
  STORAGE_FULL: "Diiskiin yookaan kuusaan ragaa dabalata hin fudhatu: iddoo bani yookaan hayyama isaa ilaali.",
  attachment_upload_failed:
    "Faayilli maxxanfame olkaa'amuu hin dandeenye. Kanuma irra deebi'anii gaafachuun ni danda'ama."
}

export const codes = { en, am, om }

/** What a code means in these words; undefined of one that is none of the contract's. */
export const meaningOf = (words: Readonly<Record<string, string>>, code: string): string | undefined =>
  Object.hasOwn(words, code) ? words[code] : undefined
