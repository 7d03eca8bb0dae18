/** Units: what is written for them, and their names, as textbooks and the news have them. */
import type { Language } from "../../Domain.ts"
import { joined } from "./Affixes.ts"
import { classOf, escaped } from "./Rule.ts"

/** Before an amount with a unit is no number or word that it could be a part of. */
export const notInNumber = "(?<![\\d][.,]?|[\\p{L}\\p{M}])"

export interface Unit {
  /** Forms separated by `|`. In fidel `.` stands for a stop, a slash or nothing: ኪ.ሜ, ኪ/ሜ, ኪሜ. */
  readonly written: string
  readonly am: string
  readonly om: string
}

const lengths: ReadonlyArray<Unit> = [
  {
    written: "km|Km|KM|kms|k.m|K.m|K.M|ኪ.ሜ|ኪሎ ሜትር|ኪሎሜትር|kiiloo meetira|kiiloomeetira|kiiloometira|kilometers",
    am: "ኪሎ ሜትር",
    om: "kiiloo meetira"
  },
  { written: "m|mtr|ሜ|ሜትር|meetira|meetirii", am: "ሜትር", om: "meetira" },
  {
    written: "cm|CM|sm|ሴ.ሜ|ሳ.ሜ|ሴንቲ ሜትር|ሴንቲሜትር|ሳንቲ ሜትር|seentii meetira|seentimeetira",
    am: "ሴንቲ ሜትር",
    om: "seentii meetira"
  },
  { written: "mm|ሚ.ሜ|ሚሊ ሜትር|ሚሊሜትር|miilii meetira|miilimeetira", am: "ሚሊ ሜትር", om: "miilii meetira" },
  { written: "ሜ/ሰ|ሜ/ሰከ", am: "ሜትር በሰከንድ", om: "meetira sekondii tokkotti" },
  { written: "µm|μm", am: "ማይክሮ ሜትር", om: "maayikiroo meetira" },
  { written: "nm", am: "ናኖ ሜትር", om: "naanoo meetira" },
  { written: "ft|feet", am: "ጫማ", om: "fiitii" },
  { written: "inch|inches|″|''", am: "ኢንች", om: "inchii" },
  { written: "miles|mile", am: "ማይል", om: "maayilii" },
  { written: "m.a.s.l|masl|ሜ.ከባህር ጠለል በላይ", am: "ሜትር ከባሕር ጠለል በላይ", om: "meetira sadarkaa galaanaa ol" }
]

/** Squares and cubes stand before the lengths: km² is no km. */
const areas: ReadonlyArray<Unit> = [
  {
    written:
      "km²|km2|km^2|sq km|sq. km|ኪ.ሜ²|ኪ.ሜ2|ካ.ኪ.ሜ|ስ.ኪ.ሜ|ስኩ.ኪ.ሜ|ካሬ ኪ.ሜ|ስኩዌር ኪ.ሜ|ካሬ ኪሎ ሜትር|ካሬ ኪሎሜትር|kaaree kiiloo meetira",
    am: "ካሬ ኪሎ ሜትር",
    om: "kaaree kiiloo meetira"
  },
  {
    written: "m²|m2|m^2|sqm|sq m|sq.m|ሜ²|ሜ2|ካ.ሜ|ስ.ሜ|ካሬ ሜ|ካሬ ሜትር|ካሬ|kaaree meetira|kaare meetira",
    am: "ካሬ ሜትር",
    om: "kaaree meetira"
  },
  { written: "mm²|mm2", am: "ካሬ ሚሊ ሜትር", om: "kaaree miilii meetira" },
  { written: "cm²|cm2|cm^2|ሴ.ሜ²", am: "ካሬ ሴንቲ ሜትር", om: "kaaree seentii meetira" },
  {
    written: "m³|m3|m^3|cbm|ሜ³|ሜ3|ሜ.ኩ|ሜ.ኪዩብ|ሜትር ኪዩብ|meetira kuubii|meetir kuubii",
    am: "ሜትር ኪዩብ",
    om: "meetira kuubii"
  },
  {
    written: "ቢ.ሜ.ኩ|ቢ.ኪዩቢክ ሜትር|ቢሊዮን ሜ.ኩ|BCM|bcm",
    am: "ቢሊዮን ሜትር ኪዩብ",
    om: "biiliyoona meetira kuubii"
  },
  { written: "ሚ.ሜ.ኩ|ሚሊዮን ሜ.ኩ", am: "ሚሊዮን ሜትር ኪዩብ", om: "miiliyoona meetira kuubii" },
  { written: "cm³|cm3|ሴ.ሜ³", am: "ሴንቲ ሜትር ኪዩብ", om: "seentii meetira kuubii" },
  { written: "cc|CC|ሲሲ", am: "ሲ ሲ", om: "seentii meetira kuubii" },
  { written: "km³|km3", am: "ኪሎ ሜትር ኪዩብ", om: "kiiloo meetira kuubii" },
  { written: "ሚ.ሄ|ሚ.ሄ.ር|ሚሊዮን ሄ.ር", am: "ሚሊዮን ሄክታር", om: "miiliyoona hektaara" },
  { written: "ha|Ha|ሄ.ር|ሄክታር|hektaara|hektaarii|heektaara|hekt.", am: "ሄክታር", om: "hektaara" }
]

const weights: ReadonlyArray<Unit> = [
  {
    written: "kg|Kg|KG|kgs|k.g|K.g|K.G|ኪ.ግ|ኪሎ ግራም|ኪሎግራም|kiiloo giraama|kiiloogiraama|kiilogiraama",
    am: "ኪሎ ግራም",
    om: "kiiloo giraama"
  },
  { written: "ኪሎ|ኪ|kiiloo", am: "ኪሎ", om: "kiiloo" },
  { written: "g|gm|gr|ግ|ግራም|giraama", am: "ግራም", om: "giraama" },
  { written: "mg|ሚ.ግ|ሚሊ ግራም|ሚሊግራም|miilii giraama|miiligiraama", am: "ሚሊ ግራም", om: "miilii giraama" },
  { written: "µg|μg|mcg", am: "ማይክሮ ግራም", om: "maayikiroo giraama" },
  { written: "ኩ/ሄ|ኩ/ሄር|ኩ/ሄክታር", am: "ኩንታል በሄክታር", om: "kuntaala hektaara tokkotti" },
  { written: "ሚ.ኩ|ሚ.ኩ.ል|ሚሊዮን ኩ.ል", am: "ሚሊዮን ኩንታል", om: "miiliyoona kuntaala" },
  { written: "ሚ.ቶን", am: "ሚሊዮን ቶን", om: "miiliyoona toonii" },
  { written: "t|ቶን|toonii|tons|tonnes", am: "ቶን", om: "toonii" },
  { written: "qtl|qt|Qtl|ku.|ኩ.ል|ኩንታል|kuntaala|kuintaala|kuntaalii|kuntaal", am: "ኩንታል", om: "kuntaala" },
  { written: "lb|lbs", am: "ፓውንድ", om: "paawundii" },
  { written: "oz", am: "አውንስ", om: "awunsii" }
]

export const volumes: ReadonlyArray<Unit> = [
  { written: "l|L|ℓ|lt|Lt|ltr|Ltr|ltrs|lit.|ሊ|ሊትር|liitira|liitirii|litirii", am: "ሊትር", om: "liitira" },
  { written: "ml|mL|ML|ሚ.ሊ|ሚሊ ሊትር|ሚሊሊትር|miilii liitira|miililiitira", am: "ሚሊ ሊትር", om: "miilii liitira" },
  { written: "dl|dL", am: "ዴሲ ሊትር", om: "deesii liitira" },
  { written: "hl", am: "ሄክቶ ሊትር", om: "hektoo liitira" }
]

const heat: ReadonlyArray<Unit> = [
  {
    written:
      "°C|° C|°c|° c|oC|℃|ºC|˚C|°ሴ|° ሴ|ዲ.ሴ|ዲግሪ ሴ|ዲግሪ ሴ.ግ|ዲግሪ ሴልሺየስ|ዲግሪ ሴንቲ ግሬድ|ዲግሪ ሴንቲግሬድ|digirii seelshiyeesii|digrii seelshiyesii",
    am: "ዲግሪ ሴልሺየስ",
    om: "digirii seelshiyeesii"
  },
  { written: "°F|° F|℉", am: "ዲግሪ ፋራናይት", om: "digirii faaraanaayitii" },
  { written: "°|º|˚|ዲግሪ|digirii|digrii", am: "ዲግሪ", om: "digirii" }
]

const science: ReadonlyArray<Unit> = [
  { written: "kWh|KWh|kwh|KWH|ኪ.ዋ.ሰ|ኪ.ዋ.ሰዓት|ኪሎዋት ሰዓት", am: "ኪሎ ዋት ሰዓት", om: "kiiloo waatii sa'aatii" },
  { written: "MWh|ሜ.ዋ.ሰ", am: "ሜጋ ዋት ሰዓት", om: "meegaa waatii sa'aatii" },
  { written: "GWh|ጊ.ዋ.ሰ", am: "ጊጋ ዋት ሰዓት", om: "giigaa waatii sa'aatii" },
  { written: "kW|KW|kw|ኪ.ዋ|ኪሎ ዋት|ኪሎዋት|kiiloo waatii", am: "ኪሎ ዋት", om: "kiiloo waatii" },
  { written: "MW|ሜ.ዋ|ሜጋ ዋት|ሜጋዋት|meegaa waatii|meegaawaatii", am: "ሜጋ ዋት", om: "meegaa waatii" },
  { written: "GW|ጊጋ ዋት|ጊጋዋት", am: "ጊጋ ዋት", om: "giigaa waatii" },
  { written: "W|ዋት|waatii", am: "ዋት", om: "waatii" },
  { written: "kV|KV|kv|ኪ.ቮ|ኪሎ ቮልት|ኪሎቮልት", am: "ኪሎ ቮልት", om: "kiiloo vooltii" },
  { written: "kVA|KVA|ኬቪኤ", am: "ኬ ቪ ኤ", om: "kee vii ee" },
  { written: "V|ቮልት|vooltii", am: "ቮልት", om: "vooltii" },
  { written: "mAh", am: "ሚሊ አምፒር ሰዓት", om: "miilii ampeerii sa'aatii" },
  { written: "Ah", am: "አምፒር ሰዓት", om: "ampeerii sa'aatii" },
  { written: "mA", am: "ሚሊ አምፒር", om: "miilii ampeerii" },
  { written: "Ω", am: "ኦም", om: "oomii" },
  { written: "Hz|ኸርዝ|ሄርዝ", am: "ኸርዝ", om: "heertzii" },
  { written: "kHz|KHz", am: "ኪሎ ኸርዝ", om: "kiiloo heertzii" },
  { written: "MHz", am: "ሜጋ ኸርዝ", om: "meegaa heertzii" },
  { written: "GHz", am: "ጊጋ ኸርዝ", om: "giigaa heertzii" },
  { written: "dB", am: "ዴሲቤል", om: "deesiibeelii" },
  { written: "mmHg|mm Hg", am: "ሚሊ ሜትር ሜርኩሪ", om: "miilii meetira meerkurii" },
  { written: "ppm", am: "በሚሊዮን", om: "miiliyoona keessaa" },
  { written: "kcal|Kcal", am: "ኪሎ ካሎሪ", om: "kiiloo kaalorii" },
  { written: "cal|ካሎሪ", am: "ካሎሪ", om: "kaalorii" },
  { written: "kJ", am: "ኪሎ ጁል", om: "kiiloo juulii" },
  { written: "hPa", am: "ሄክቶ ፓስካል", om: "heektoo paaskaalii" },
  { written: "MPa", am: "ሜጋ ፓስካል", om: "meegaa paaskaalii" },
  { written: "kPa", am: "ኪሎ ፓስካል", om: "kiiloo paaskaalii" },
  { written: "psi", am: "ፒ ኤስ አይ", om: "pii es aayi" },
  { written: "hp|HP", am: "የፈረስ ጉልበት", om: "humna fardaa" },
  { written: "mmol", am: "ሚሊ ሞል", om: "miilii moolii" },
  { written: "mol", am: "ሞል", om: "moolii" },
  { written: "IU", am: "ኢንተርናሽናል ዩኒት", om: "yuunitii idil addunyaa" }
]

const data: ReadonlyArray<Unit> = [
  { written: "KB|kB|kb|ኪ.ባ|ኪሎ ባይት|ኪሎባይት", am: "ኪሎ ባይት", om: "kiiloo baayitii" },
  { written: "MB|Mb|mb|ሜ.ባ|ሜጋ ባይት|ሜጋባይት|meegaa baayitii|meegaabaayitii", am: "ሜጋ ባይት", om: "meegaa baayitii" },
  { written: "GB|Gb|gb|ጊ.ባ|ጊጋ ባይት|ጊጋባይት|giigaa baayitii|giigaabaayitii", am: "ጊጋ ባይት", om: "giigaa baayitii" },
  { written: "TB|tb|ቴራ ባይት|ቴራባይት", am: "ቴራ ባይት", om: "teeraa baayitii" },
  { written: "kbps|Kbps", am: "ኪሎ ቢት በሰከንድ", om: "kiiloo biitii sekondii tokkotti" },
  { written: "Mbps|mbps|Mb/s", am: "ሜጋ ቢት በሰከንድ", om: "meegaa biitii sekondii tokkotti" },
  { written: "Gbps|gbps|Gb/s", am: "ጊጋ ቢት በሰከንድ", om: "giigaa biitii sekondii tokkotti" },
  { written: "MP|Mp", am: "ሜጋ ፒክሰል", om: "meegaa piikseelii" },
  { written: "px|ፒክሰል", am: "ፒክሰል", om: "piikseelii" },
  { written: "dpi", am: "ነጥብ በኢንች", om: "tuqaa inchii tokkotti" },
  { written: "fps", am: "ፍሬም በሰከንድ", om: "fireemii sekondii tokkotti" },
  { written: "rpm|RPM", am: "ዙር በደቂቃ", om: "marsaa daqiiqaa tokkotti" }
]

/** Units that only stand behind a slash. */
const times: ReadonlyArray<Unit> = [
  { written: "h|hr|hour|ሰዓት|ሰ|sa'aatii|sa'atii|sa'a|sa", am: "ሰዓት", om: "sa'aatii" },
  { written: "s|sec|ሴኮንድ|ሰከንድ|sekondii", am: "ሰከንድ", om: "sekondii" },
  { written: "min|ደቂቃ|ደ|daqiiqaa", am: "ደቂቃ", om: "daqiiqaa" },
  { written: "day|d|ቀን|guyyaa", am: "ቀን", om: "guyyaa" },
  { written: "week|wk|ሳምንት|torban", am: "ሳምንት", om: "torban" },
  { written: "month|mo|ወር|ji'a", am: "ወር", om: "ji'a" },
  { written: "year|yr|y|ዓመት|አመት|waggaa", am: "ዓመት", om: "waggaa" },
  { written: "ሄ", am: "ሄክታር", om: "hektaara" },
  { written: "person|pp|ሰው|nama", am: "ሰው", om: "nama" },
  { written: "pc|pcs|piece|ፍሬ|tokko", am: "ፍሬ", om: "tokko" }
]

const quantities: ReadonlyArray<Unit> = [...areas, ...lengths, ...weights, ...volumes, ...heat, ...science, ...data]

const formsOf = ({ written }: Unit): ReadonlyArray<string> => written.split("|")
const ethiopic = /[\u1200-\u137f]/

/** ኪ.ሜ, ኪ/ሜ, ኪሜ and ኪ.ሜ. are one. */
const keyOf = (written: string): string => (ethiopic.test(written) ? written.replace(/[./]/g, "") : written)
const patternOf = (form: string): string =>
  ethiopic.test(form) && form.includes(".")
    ? `${form.split(".").map(escaped).join("[.\\/]?")}(?:\\.(?!\\s*$))?`
    : `${escaped(form)}${/^[ሀ-፿]$/.test(form) ? "(?:\\.(?= [\\p{L}\\p{N}]|[\\)፣፤,]))?" : ""}`

const byForm: ReadonlyMap<string, Unit> = new Map(
  [...times, ...quantities].flatMap((unit) => formsOf(unit).map((form) => [keyOf(form), unit] as const))
)

const patternsOf = (units: ReadonlyArray<Unit>): string =>
  `(?:${units
    .flatMap(formsOf)
    .toSorted((one, other) => other.length - one.length)
    .map(patternOf)
    .join("|")})`

/** Any unit that an amount may have. */
export const quantity = patternsOf(quantities)
/** What one of them begins with. */
export const quantityBeginning = classOf(new Set(quantities.flatMap(formsOf).map((form) => form.charAt(0))))
/** Any unit that may stand behind a slash. */
export const unitWritten = patternsOf([...times, ...quantities])
/** Abbreviations that are no words: with a capital, a sign or no vowel. */
const unambiguous = /^(?=\w{2})[^aeiou ]+$|^[ኪሴሚ]\..$/
/** Units that may stand before their number: of two letters at least, and no words of sentences. */
export const unitBefore = `(?:${[...areas, ...lengths, ...weights, ...volumes]
  .flatMap((unit) => formsOf(unit).filter((form) => unambiguous.test(form) || form === unit.om))
  .toSorted((one, other) => other.length - one.length)
  .map(patternOf)
  .join("|")})`

/** Afaan Oromo has any unit before its number, as it says it. */
export const oromoUnitBefore = `(?:${unitBefore}|(?:[kc]?m[²³23]|ha(?= \\d)|t(?= \\d)|V(?= \\d{2,3}(?!\\d))|m(?=\\.? \\d|\\.\\d)|[lL](?= )|ku\\.(?= ?\\d)|g(?=\\. ?\\d| \\d)|mAh|[MGk]Hz|MP(?= \\d)|[KMG]B|[kKMG]Wh|[kKMG]W|[kK]V|Mbps|mmHg|hPa|[kK]\\.[mMgG](?=\\.? ?\\d)|° ?C|℃))`

/** The unit that is written so. */
export const unitNamed = (written: string): Unit | undefined => byForm.get(keyOf(written))

/** Whether it is a time, which Amharic says before the measure: በሰዓት ሰማንያ ኪሎ ሜትር. */
export const isTime = (unit: Unit): boolean => times.includes(unit)

/** For each of them: በኪሎ ግራም, kiiloo giraama tokkotti; sa'aatiitti. */
export const perUnit = (language: Language, unit: Unit): string => {
  if (language === "am") return `በ${unit.am}`
  return isTime(unit) && !unit.om.endsWith("tokko") ? joined("om", unit.om, { suffix: "tti" }) : `${unit.om} tokkotti`
}
