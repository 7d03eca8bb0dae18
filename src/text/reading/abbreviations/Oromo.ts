/**
 * Abbreviations of written Afaan Oromo, and the Latin titles that its texts
 * use. After the forms that newspapers, offices and school books write, among
 * them those that a speech corpus of Afaan Oromo was normalised by (fkn, kkf,
 * wkf, obb, inj, jen, A.L.I, W.D, W.B, Lakk, M/Murtii). Upper and lower case
 * and `.` for `/` are the same; what it is short for takes the suffixes.
 */
import { joined } from "../Affixes.ts"
import { letterNames } from "../LetterNames.ts"
import type { Match, Rule } from "../Rule.ts"

/**
 * A line for each. One that is a word as well, or a letter, ends in a stop that
 * must be there; one that may end a sentence, so that its stop ends it too
 * where a capital follows, in `!`.
 */
const table = `
fkn fakkeenyaaf
fkf fakkeenyaaf
fak. fakkeenyaaf
kkf! kan kana fakkaatan
k/k/f! kan kana fakkaatan
kwf! kan wal fakkaatan
k/w/f! kan wal fakkaatan
kwk! kan kana fakkaatan
kwt! kan kana fakkaatan
k/w/t! kan kana fakkaatan
wkf! waan kana fakkaatan
w/k/f! waan kana fakkaatan
ykn yookaan
y/k/n yookaan
jech. jechuun
hub. hubachiisa
a/l/i! akka lakkoofsa Itoophiyaatti
ali! akka lakkoofsa Itoophiyaatti
a/l/h! akka lakkoofsa Habashaatti
a/l/a! akka lakkoofsa Awurooppaatti
a/l/w! akka lakkoofsa warra Awurooppaatti
e/c! akka lakkoofsa Itoophiyaatti
g/c! akka lakkoofsa Awurooppaatti
dh/k! Dhaloota Kiristoos
dh/k/d! Dhaloota Kiristoos dura
d/dh/k! dura Dhaloota Kiristoos
dh/k/b! Dhaloota Kiristoos booda
k/d/k! Dhaloota Kiristoos dura
w/d! waaree dura
w/b! waaree booda
dr Doktar
dok. Doktar
prof Piroofeesara
pirof. Piroofeesara
piroof. Piroofeesara
piro. Piroofeesara
pir. Pirezidaantii
pirez. Pirezidaantii
inj. Injiinara
inji. Injiinara
eng. Injiinara
obb. Obbo
ob. Obbo
add. Aadde
aad. Aadde
aadd. Aadde
ad. Aadde
w/ro Aadde
w/rit Aadde
mr Obbo
mrs Aadde
ms. Aadde
miss. Aadde
barr. barreessaa
b/saa barsiisaa
bars. barsiisaa
b/stuu barsiistuu
jen. Jeneraala
jan. Jeneraala
l/jen Leetenaal Jeneraala
m/jen Meejar Jeneraala
b/jen Birgaader Jeneraala
kol. Koloneela
l/kol Leetenaal Koloneela
maj. Meejar
meej. Meejar
shaa. Shaambala
shaal. Shaambala
kom. Komishinara
komish. Komishinara
i/kom Itti aanaa Komishinaraa
insp. Inispeektara
ins. Inispeektara
kom/r Komaandara
saaj. Saajiin
sr. Sistar
br. Biraazar
qes. Qeesii
rev. Reverend
st. Qulqulluu
jr. Juuniyer
m/b mana barumsaa
m/barumsaa mana barumsaa
m/barnootaa mana barnootaa
m/m mana murtii
m/murtii mana murtii
m/murti mana murtii
m/mar mana marii
m/maree mana maree
m/q mana qopheessaa
m/kitaabaa mana kitaabaa
m/ministeeraa Muummicha Ministeeraa
m/ministeera Muummicha Ministeeraa
m/ministiraa Muummicha Ministiraa
m/h/m Mana Hojii Mootummaa
m/hojii mana hojii
w/m waajjira mootummaa
w/barnootaa waajjira barnootaa
w/b/a waajjira barnoota aanaa
w/fayyaa waajjira fayyaa
waaj. waajjira
waajj. waajjira
biir. biiroo
b/b/o Biiroo Barnoota Oromiyaa
b/m bulchiinsa magaalaa
bul/m bulchiinsa magaalaa
bul/magaalaa bulchiinsa magaalaa
bul. bulchiinsa
bulch. bulchiinsa
i/a itti aanaa
i/aanaa itti aanaa
i/g itti gaafatamaa
i/gaaf itti gaafatamaa
i/gaafatamaa itti gaafatamaa
a/a Addis Ababaa
f/fi Finfinnee
finf. Finfinnee
d/dh Dirree Dhawaa
d/dhawaa Dirree Dhawaa
k/m kutaa magaalaa
k/magaalaa kutaa magaalaa
mag. magaalaa
m/gaalaa magaalaa
god. godina
godn. godina
aan. aanaa
gand. ganda
gur. guraandhala
onk. Onkololeessa
fulb. Fulbaana
amaj. Amajjii
gurr. Gurraandhala
caam. Caamsaa
waxa. Waxabajjii
adool. Adoolessa
hag. Hagayya
lakk lakkoofsa
lak. lakkoofsa
lakk/bil lakkoofsa bilbilaa
lakk/b lakkoofsa bilbilaa
lakk/tar lakkoofsa tartiibaa
l/bil lakkoofsa bilbilaa
l/b lakkoofsa bilbilaa
l/t lakkoofsa tartiibaa
l/m lakkoofsa manaa
l/h lakkoofsa herregaa
bil. bilbila
tel. bilbila
mob. moobaayila
l/s/p lakkoofsa saanduqa poostaa
s/l/p saanduqa lakkoofsa poostaa
s/p saanduqa poostaa
p/o/box saanduqa poostaa
p/o/b saanduqa poostaa
no. lakkoofsa
vol. jildii
fuul. fuula
boq. boqonnaa
kew. keewwata
keew. keewwata
lab. labsii
gab. gabatee
fig. fakkii
fakk. fakkii
daq. daqiiqaa
dh/i/m dhaabbata itti gaafatamummaan isaa murtaa'e
w/a waldaa aksiyoonaa
h/m haadha manaa
a/m abbaa manaa
a/g abbaa gadaa
a/gadaa abbaa gadaa
a/murtii abbaa murtii
a/alangaa abbaa alangaa
a/al abbaa alangaa
a/taa'ee abbaa taa'ee
w/w waldaa waaqeffannaa
m/k mana kiristaanaa
ph/d! pii eech dii
phd! pii eech dii
b/sc! bii es sii
bsc! bii es sii
m/sc! em es sii
msc! em es sii
b/a! bii ee
m/a! em ee
m/b/a! em bii ee
m/d! em dii
etc! kan kana fakkaatan
i/e jechuun
e/g fakkeenyaaf
vs faallaa
a/k/a kan jedhamuunis beekamu
km kiiloo meetira
cm seentii meetira
mm. miilii meetira
kg kiiloo giraama
`

interface Abbreviation {
  readonly words: string
  readonly needsStop: boolean
  readonly endsSentence: boolean
}

const known: ReadonlyMap<string, Abbreviation> = new Map(
  table
    .trim()
    .split("\n")
    .map((line) => {
      const [written = "", ...words] = line.split(" ")
      const abbreviation = {
        words: words.join(" "),
        needsStop: written.endsWith("."),
        endsSentence: written.endsWith("!")
      }
      return [written.replace(/[.!]$/, ""), abbreviation]
    })
)

/** What an abbreviation takes in one with it, with or without a hyphen or apostrophe. */
const suffix =
  /^(?:n|ni|nis|f|fi|s|is|tti|ttis|ttii|ttiin|ttiif|tiin|tiif|rraa|irraa|rratti|irratti|itti|tu|dha|dhaan|dhaaf|icha|ichi|oota|oonni|oottan|i|ii|iin|iif|chaa)$/

const partsOf = (written: string): ReadonlyArray<string> =>
  written
    .toLowerCase()
    .split(/[./]/)
    .filter((part) => part !== "")

interface Found {
  readonly abbreviation: Abbreviation
  /** The words with a suffix, or a word that follows in one. */
  readonly words: string
}

/** `M/Bn`, `Dr.n`, `lakk.isaa`: the abbreviation, and what its last part has more. */
const withRest = (parts: ReadonlyArray<string>): Found | undefined => {
  const last = parts.at(-1) ?? ""
  const before = parts.slice(0, -1)
  const shorter = known.get(before.join("/"))
  if (shorter !== undefined && (suffix.test(last) || last.length > 2)) {
    const words = suffix.test(last) ? joined("om", shorter.words, { suffix: last }) : `${shorter.words} ${last}`
    return { abbreviation: shorter, words }
  }
  if (before.length === 0) return undefined
  for (let end = last.length - 1; end > 0; end--) {
    const rest = last.slice(end)
    const abbreviation = known.get([...before, last.slice(0, end)].join("/"))
    if (abbreviation !== undefined && suffix.test(rest)) {
      return { abbreviation, words: joined("om", abbreviation.words, { suffix: rest }) }
    }
  }
  return undefined
}

const find = (written: string, stop: boolean): Found | undefined => {
  const parts = partsOf(written)
  const abbreviation = known.get(parts.join("/"))
  if (abbreviation === undefined) return parts.length > 1 ? withRest(parts) : undefined
  const missing = abbreviation.needsStop && !stop && parts.length === 1
  return missing ? undefined : { abbreviation, words: abbreviation.words }
}

/** Whether what follows begins a sentence, or nothing follows. */
const beginsSentence = (text: string, at: number): boolean =>
  /^(?:\s*$|\s*\n|\s+["“'(]?\p{Lu})/u.test(text.slice(at, at + 8))

const read = ({ end, groups, text }: Match): string | undefined => {
  const stop = groups["stop"] ?? ""
  const one = find(groups["written"] ?? "", stop !== "")
  if (one === undefined) return undefined
  const ends = stop !== "" && one.abbreviation.endsSentence && beginsSentence(text, end)
  return joined("om", one.words, { suffix: groups["suffix"] }) + (ends ? "." : "")
}

const letters = "\\p{Script=Latin}"
const wordStart = "(?<![\\p{L}\\p{M}\\p{N}.\\/'@])"

/** With `/` or stops within, which may have a space behind: A.L.I., M/B, M / B. */
const row: Rule = {
  kind: "abbreviation",
  language: "om",
  needs: ["latin"],
  pattern: `${wordStart}(?<written>${letters}{1,6}(?:(?:\\.|\\/| \\/ ?| ?\\/ )[${letters}']{1,14}){1,6})(?<stop>\\.)?(?:[\\-'](?<suffix>${letters}{1,8}))?(?![${letters}'])`,
  read: ({ groups, ...match }) =>
    read({ ...match, groups: { ...groups, written: groups["written"]?.replaceAll(" ", "") } })
}

/** A. L. I.: letters with spaces. */
const spacedRow: Rule = {
  kind: "abbreviation",
  language: "om",
  needs: ["stop"],
  pattern: `${wordStart}(?<written>${letters}{1,2}(?:\\. ${letters}{1,2}){1,3})(?<stop>\\.)(?!${letters})`,
  read: ({ groups, ...match }) =>
    read({ ...match, groups: { ...groups, written: groups["written"]?.replaceAll(" ", "") } })
}

const single: Rule = {
  kind: "abbreviation",
  language: "om",
  needs: ["latin"],
  pattern: `${wordStart}(?<written>${letters}{2,6})(?:(?<stop>\\.)|(?=[\\s,;:!?\\)\\-']|$))(?:[\\-'](?<suffix>${letters}{1,8}))?(?![${letters}\\/'])`,
  read
}

/** A letter for a word, where a number follows. */
const numbered: Rule = {
  kind: "abbreviation",
  language: "om",
  needs: ["digit"],
  pattern: `${wordStart}(?<written>[LlFf])\\. ?(?=\\d)`,
  read: ({ groups }) => (groups["written"]?.toLowerCase() === "l" ? "lakkoofsa " : "fuula ")
}

/** J. Tolaa: an initial before a name. */
const initial: Rule = {
  kind: "abbreviation",
  language: "om",
  needs: ["stop"],
  pattern: `(?<=${letters}[.]? |^)(?<letter>\\p{Lu})\\.(?= ?\\p{Lu}\\p{Ll})`,
  read: ({ groups }) => letterNames("om", groups["letter"] ?? "")
}

export const oromoAbbreviations: ReadonlyArray<Rule> = [row, spacedRow, single, numbered, initial]

/** Whether a full stop after `word` belongs to it. */
export const isOromoAbbreviation = (word: string): boolean =>
  find(word, true) !== undefined || others.has(word.toLowerCase())

/** Latin ones that are left as they are. */
const others: ReadonlySet<string> = new Set(["sr", "jr", "op", "ed", "p", "pp", "ch", "sec"])
