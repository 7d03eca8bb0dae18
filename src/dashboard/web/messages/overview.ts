/** The parts of a chart's caption, each value formatted. */
interface Peak {
  readonly total: string
  readonly days: string
  readonly day: string
  readonly most: string
}

const en = {
  period: "Period",
  lastDays: (days: string) => `${days} days`,
  balance: "Balance",
  low: (count: string, mark: string) => `Wallets below ${mark}: ${count}`,
  held: (amount: string) => `${amount} held by running jobs`,
  spent: "Spent",
  spentToday: (amount: string) => `${amount} today`,
  running: "Running jobs",
  today: "Requests today",
  failedToday: (count: string) => `${count} answered by an error`,
  keysAndWallets: (keys: string, wallets: string) => `Active keys: ${keys}. Wallets: ${wallets}.`,
  utc: "Days are counted in UTC.",
  day: "Day",
  capability: "Capability",
  code: "Code",
  count: "Number",
  second: "Second",
  secondsAgo: (seconds: string) => `${seconds} s ago`,
  now: "now",
  nothing: "No data in this period",
  requests: "Requests per day",
  requestsSay: ({ total, days, day, most }: Peak, errors: string) =>
    `${total} requests in ${days} days, ${errors} of them answered by an error. Most on ${day}: ${most}.`,
  spend: "Spend per day",
  spendSay: ({ total, days, day, most }: Peak) => `${total} in ${days} days. Most on ${day}: ${most}.`,
  errors: "Errors by code",
  errorsSay: (total: string, code: string, count: string) => `${total} errors. The commonest is ${code}: ${count}.`,
  latency: "Time until the answer is complete",
  latencySay: (capability: string, time: string) =>
    `p50, p95 and p99: the time in which 50, 95 and 99 of 100 requests were answered. Longest at p95: ${capability}, ${time}.`,
  perSecond: "Requests per second, last minute",
  perSecondSay: (total: string, most: string) => `${total} requests in the last minute, at most ${most} in one second.`,
  first: {
    title: "No requests yet: three steps to begin",
    key: "Create a key",
    keyWhy: "A key identifies a program and the wallet that pays.",
    voice: "Hear a voice",
    voiceWhy: "The playground speaks what you write, with the key of your choice.",
    chat: "Attach your own model to chat and translation",
    chatWhy:
      "Until then, a built-in sandbox answers, which understands nothing. Start the server with the address and the model of yours:"
  }
}

const am: typeof en = {
  period: "የሚታዩ ቀናት",
  lastDays: (days) => `${days} ቀናት`,
  balance: "ቀሪ ሂሳብ",
  low: (count, mark) => `ከ${mark} በታች ያላቸው ቦርሳዎች፦ ${count}`,
  held: (amount) => `${amount} በሂደት ላይ ባሉ ሥራዎች ተይዟል`,
  spent: "ወጪ",
  spentToday: (amount) => `ዛሬ ${amount}`,
  running: "በሂደት ላይ ያሉ ሥራዎች",
  today: "የዛሬ ጥያቄዎች",
  failedToday: (count) => `በስህተት የተመለሱ፦ ${count}`,
  keysAndWallets: (keys, wallets) => `የሚሠሩ ቁልፎች፦ ${keys}። ቦርሳዎች፦ ${wallets}።`,
  utc: "ቀናት የሚቆጠሩት በUTC ነው።",
  day: "ቀን",
  capability: "አገልግሎት",
  code: "ኮድ",
  count: "ብዛት",
  second: "ሰከንድ",
  secondsAgo: (seconds) => `ከ${seconds} ሰከንድ በፊት`,
  now: "አሁን",
  nothing: "በዚህ ጊዜ ምንም የለም",
  requests: "ጥያቄዎች በቀን",
  requestsSay: ({ total, days, day, most }, errors) =>
    `በ${days} ቀናት ${total} ጥያቄዎች፤ ከነዚህ ${errors} በስህተት ተመልሰዋል። ብዙ የነበረው ${day}፦ ${most}።`,
  spend: "ወጪ በቀን",
  spendSay: ({ total, days, day, most }) => `በ${days} ቀናት ${total}። ብዙ የነበረው ${day}፦ ${most}።`,
  errors: "ስህተቶች በኮድ",
  errorsSay: (total, code, count) => `${total} ስህተቶች። በብዛት የታየው ${code}፦ ${count}።`,
  latency: "መልሱ እስኪያልቅ የወሰደው ጊዜ",
  latencySay: (capability, time) =>
    `p50፣ p95 እና p99፦ ከ100 ጥያቄዎች 50ው፣ 95ቱ እና 99ኙ የተመለሱበት ጊዜ። በp95 ረጅሙ፦ ${capability}፣ ${time}።`,
  perSecond: "ጥያቄዎች በሰከንድ፣ ባለፈው ደቂቃ",
  perSecondSay: (total, most) => `ባለፈው ደቂቃ ${total} ጥያቄዎች፤ በአንድ ሰከንድ ቢበዛ ${most}።`,
  first: {
    title: "እስካሁን ምንም ጥያቄ የለም፦ ለመጀመር ሦስት እርምጃዎች",
    key: "ቁልፍ ይፍጠሩ",
    keyWhy: "ፕሮግራሞች ማንነታቸውንና የሚከፍለውን ቦርሳ የሚያሳውቁት በቁልፍ ነው።",
    voice: "ድምፅ ያዳምጡ",
    voiceWhy: "መሞከሪያው የጻፉትን በመረጡት ቁልፍ ያነባል።",
    chat: "የራስዎን ሞዴል ከውይይትና ከትርጉም ጋር ያገናኙ",
    chatWhy: "እስከዚያ ድረስ ምንም የማይገባው የሙከራ ሞዴል ይመልሳል። አገልጋዩን በራስዎ አድራሻና ሞዴል እንዲህ ያስነሱ፦"
  }
}

const om: typeof en = {
  period: "Guyyoota mul'atan",
  lastDays: (days) => `Guyyaa ${days}`,
  balance: "Haftee herregaa",
  low: (count, mark) => `Korojoowwan ${mark} gadi qaban: ${count}`,
  held: (amount) => `${amount} hojiiwwan adeemsa irra jiraniin qabame`,
  spent: "Baasii",
  spentToday: (amount) => `har'a ${amount}`,
  running: "Hojiiwwan adeemsa irra jiran",
  today: "Gaaffiiwwan har'aa",
  failedToday: (count) => `Dogoggoraan kan deebi'an: ${count}`,
  keysAndWallets: (keys, wallets) => `Furtuuwwan hojjetan: ${keys}. Korojoowwan: ${wallets}.`,
  utc: "Guyyoonni UTC dhaan lakkaa'amu.",
  day: "Guyyaa",
  capability: "Tajaajila",
  code: "Koodii",
  count: "Baay'ina",
  second: "Sekondii",
  secondsAgo: (seconds) => `sekondii ${seconds} dura`,
  now: "amma",
  nothing: "Yeroo kana keessatti homtuu hin jiru",
  requests: "Gaaffiiwwan guyyaatti",
  requestsSay: ({ total, days, day, most }, errors) =>
    `Guyyoota ${days} keessatti gaaffii ${total}; isaan keessaa ${errors} dogoggoraan deebi'an. Kan baay'ate ${day}: ${most}.`,
  spend: "Baasii guyyaatti",
  spendSay: ({ total, days, day, most }) => `Guyyoota ${days} keessatti ${total}. Kan baay'ate ${day}: ${most}.`,
  errors: "Dogoggora koodiidhaan",
  errorsSay: (total, code, count) => `Dogoggora ${total}. Kan irra deddeebi'ame ${code}: ${count}.`,
  latency: "Yeroo hanga deebiin dhumutti fudhate",
  latencySay: (capability, time) =>
    `p50, p95 fi p99: yeroo gaaffii 100 keessaa 50, 95 fi 99 itti deebi'an. p95 irratti kan dheerate: ${capability}, ${time}.`,
  perSecond: "Gaaffiiwwan sekondiitti, daqiiqaa darbe",
  perSecondSay: (total, most) => `Daqiiqaa darbe keessatti gaaffii ${total}; sekondii tokkotti yoo baay'ate ${most}.`,
  first: {
    title: "Hanga ammaatti gaaffiin hin jiru: jalqabuuf tarkaanfii sadii",
    key: "Furtuu uumi",
    keyWhy: "Sagantaaleen eenyummaa isaanii fi korojoo kaffalu furtuudhaan beeksisu.",
    voice: "Sagalee dhaggeeffadhu",
    voiceWhy: "Iddoon yaalii waan barreessite furtuu filatteen dubbisa.",
    chat: "Moodeela kee haasaa fi hiikkaatti qabsiisi",
    chatWhy:
      "Hanga sanatti moodeela yaalii homaa hin hubannetu deebisa. Tajaajilaa teessoo fi moodeela keetiin akkana kaasi:"
  }
}

export const overview = { en, am, om }
