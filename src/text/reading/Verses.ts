/**
 * Chapter and verse of a scripture, which look like a time: ዮሐ. 3፥16 is ዮሐንስ
 * ምዕራፍ ሦስት ቁጥር አሥራ ስድስት, Yoh. 3:16 Yohaannis boqonnaa sadii lakkoofsa kudha
 * ja'a. Names of the books as the Bible Society of Ethiopia prints them.
 */
import type { Language } from "../../Domain.ts"
import { beforeFi, joined, prefix, suffix } from "./Affixes.ts"
import { amharicBooks as amharic, type Books, oromoBooks as oromo } from "./Books.ts"
import { beginsWord, inWords, valueOf } from "./calendar/Written.ts"
import { qubeeNames } from "./LetterNames.ts"
import { numerals } from "./numerals/OfLanguage.ts"
import { around } from "./Pairs.ts"
import { anyOf, cues, type Match, type Rule } from "./Rule.ts"

const books: Readonly<Record<Language, Books>> = { am: amharic, om: oromo }

const names: Readonly<Record<Language, ReadonlyMap<string, string>>> = {
  am: new Map(amharic.flatMap(([name, ...short]) => [name, ...short].map((form) => [form, name] as const))),
  om: new Map(oromo.flatMap(([name, ...short]) => [name, ...short].map((form) => [form.toLowerCase(), name] as const)))
}

const parts: Readonly<Record<Language, { chapter: string; verse: string; until: string; and: string }>> = {
  am: { chapter: "ምዕራፍ", verse: "ቁጥር", until: "እስከ", and: "እና" },
  om: { chapter: "boqonnaa", verse: "lakkoofsa", until: "hanga", and: "fi" }
}

/** One place, with up to nine more of the same book: 3፥16, 5:3-10, 14:1,6; 15:4. */
const figure = "(?:[0-9]{1,3}|[፩-፼]{1,4})"
/** Psalms have a second number, of the other count: 22(23). */
const place = `${figure}(?: ?\\(${figure}\\))? ?[:፥፡] ?${figure}(?:[\\-–]${figure}|, ?${figure}(?![0-9፩-፼:፥፡])){0,4}`

const chapterAndVerses = (language: Language, written: string, chapter = parts[language].chapter): string => {
  const { and, until, verse } = parts[language]
  const [first = "", rest = ""] = written.split(/ ?[:፥፡] ?/)
  const verses = rest
    .split(/, ?/)
    .map((one) =>
      one
        .split(/[-–]/)
        .map((number) => inWords(language, valueOf(number)))
        .join(` ${until} `)
    )
    .join(` ${and} `)
  const chapters = first.split("(").map((one) => inWords(language, valueOf(one.replace(")", "").trim())))
  return `${chapter} ${chapters.join(" ወይም ")} ${verse} ${verses}`.trimStart()
}

/** 1ኛ ቆሮንቶስ, 1 Qor. (Qorontos tokkoffaa): which of the books of that name. */
const ofThatName = (language: Language, name: string, written: string | undefined): string => {
  if (written === undefined) return name
  const ordinal = numerals[language].ordinal(BigInt(valueOf(written)))
  return language === "am" ? `${ordinal} ${name}` : `${name} ${ordinal}`
}

/** Each psalm is a song of its own, no chapter. */
const psalms = /^(?:መዝሙር|መዝሙረ ዳዊት|መዝሙር ዘዳዊት|Faarfannaa(?: Daawii?t)?)$/
/** ዮሐንስ 3:00: no verse begins with a zero; the name is a person's, who came at a time. */
const isTimeOf = (places: string): boolean => /[:፡](?:00|0[1-9])(?![0-9])/.test(places)

/** ነገ 3:15, ዜና 2:30, ምሳ 6:20: a word, and its time; a book has its number, its stop or the mark of verses. */
const isTimeBehind = ({ found, groups: { book = "", nth, places = "" } }: Match): boolean =>
  nth === undefined && /^(?:ነገ|ዜና|ምሳ)$/.test(book) && !found.includes(`${book}.`) && !places.includes("፥")

/** Between two places of one book: Mat 5:3; 6:9 fi 7:1. */
const anotherPlace: Readonly<Record<Language, string>> = { am: "[;፤] ?", om: "(?:; ?|,? fi )" }

const verse = (language: Language): Rule => ({
  kind: "verse",
  language,
  needs: ["digit"],
  cue: "[\\d፩-፼]\\)? ?[:፡፥] ?[\\d፩-፼]",
  pattern: `${beginsWord}${prefix[language]}(?:(?<nth>[1-4፩-፬])(?:ኛ|ffaa)? ?)?(?<book>${anyOf(books[language].flat())})(?:\\.|["”»])? ?(?<places>${place}(?:${anotherPlace[language]}${place}){0,9})${language === "om" ? "(?<half>[ab](?!\\p{L}))?" : ""}(?!${language === "om" ? "[0-9]|:(?! )" : "[0-9፩-፼:፥]"}| ?ሰ[ዓአዐ]ት| ?[AP]M)${suffix[language]}`,
  read: (match) => {
    const { groups, language: of } = match
    const book = groups.book ?? ""
    const name = names[of].get(of === "om" ? book.toLowerCase() : book) ?? book
    // "ምዕራፍ 3:16" names no book.
    const written = groups.places ?? ""
    if (isTimeOf(written) || isTimeBehind(match)) return undefined
    const before = name.toLowerCase() === parts[of].chapter ? "" : `${ofThatName(of, name, groups.nth)} `
    const chapter = psalms.test(name) ? "" : parts[of].chapter
    const places = written.split(/[;፤] ?|,? fi /).map((one) => chapterAndVerses(of, one, chapter))
    const half = groups.half === undefined ? "" : ` ${qubeeNames(groups.half)}`
    return beforeFi(match, joined(of, before + places.join(of === "am" ? "፤ " : "; ") + half, groups))
  }
})

/** 3፥16: the mark ፥ stands between chapter and verse, where no ሰዓት follows. */
const bare: Rule = {
  kind: "verse",
  language: "am",
  needs: ["digit"],
  cue: "፥",
  pattern: `(?<![0-9፩-፼.፥])${prefix.am}(?<place>${figure}፥${figure}(?:[\\-–]${figure})?)(?![0-9፩-፼:፥]| ?ሰ[ዓአዐ])${suffix.am}`,
  read: ({ groups }) => joined("am", chapterAndVerses("am", groups.place ?? ""), groups)
}

/** ሱረቱል በቀራህ 2፡255, መጽሐፈ ሄኖክ 1፡9: behind the name of a sura, or of a book that is called one. */
const ofBook: Rule = {
  kind: "verse",
  language: "am",
  needs: ["digit"],
  cue: cues.colon,
  after: "(?<!\\p{L})[የበከለ]?(?:ሱ(?:ረቱ?\\p{L}?|ራህ?)|መ[ጽፅ][ሐሀ]ፈ)[ \\-](?:\\p{L}{2,12}[ \\-]?){1,2}[,፣]? ?\\(?",
  pattern: `(?<place>${figure}[:፡]${figure}(?:[\\-–]${figure})?)(?![0-9፩-፼:፥፡])`,
  read: ({ groups }) => chapterAndVerses("am", groups.place ?? "")
}

/** Suuraa Al-Faatihaa (1:1-7). */
const ofSura: Rule = {
  kind: "verse",
  language: "om",
  needs: ["digit"],
  cue: cues.colon,
  after: "[Ss]uu?ra\\p{L}{0,6} (?:[Aa]l[ \\-])?\\p{L}[\\p{L}']{2,14},? ?\\(?",
  pattern: `(?<place>${figure}:${figure}(?:[\\-–]${figure})?)(?![0-9:])`,
  read: ({ groups }) => chapterAndVerses("om", groups.place ?? "")
}

const shortenedInOromo = anyOf(
  oromo.flatMap(([_, ...short]) => short.filter((one) => /^\p{Lu}\p{Ll}{2,3}$/u.test(one)))
)

const placeInOromo = new RegExp(`(?:${anyOf(oromo.flat())})\\.? \\d{1,3}:\\d{1,3}(?![:\\d])`, "v")

/** Far. 23, and Far 23 beside another place: a chapter without its verses. */
const chapterInOromo: Rule = {
  kind: "verse",
  language: "om",
  needs: ["digit"],
  cue: "\\d:\\d",
  pattern: `(?<!\\p{L}[.'\\/]?)(?:(?<nth>[1-3]) ?)?(?<book>${shortenedInOromo})\\.? (?<chapter>[1-9]\\d{0,2})(?![\\d:%\\/]|[.,]\\d)`,
  read: (match) => {
    const { groups } = match
    const name = names.om.get((groups.book ?? "").toLowerCase()) ?? ""
    if (!placeInOromo.test(around(match))) return undefined
    const chapter = psalms.test(name) ? "" : `${parts.om.chapter} `
    return `${ofThatName("om", name, groups.nth)} ${chapter}${inWords("om", valueOf(groups.chapter))}`
  }
}

/** (Gammachuu, 2010:45): the page of a book that is cited by its year. */
const citedPage: Rule = {
  kind: "verse",
  language: "om",
  needs: ["digit"],
  cue: "\\d ?:",
  after: "\\p{L}[.,]? \\(?(?:19|20)\\d\\d[a-c]?",
  pattern: " ?: ?(?=\\d{1,4}(?:[\\-–]\\d{1,4})?\\))",
  read: () => ", fuula "
}

/** Shortened names that are words too. */
const alsoWords = new Set(["ነገ", "ዜና", "ማር", "ሩት", "ኢያ", "ምዕ", "አብ", "ዕን"])
const shortened = anyOf(amharic.flatMap(([_, ...short]) => short.filter((one) => !alsoWords.has(one))))

/** ማቴ. 5: a chapter without its verses. */
const chapterAlone: Rule = {
  kind: "verse",
  language: "am",
  needs: ["digit", "ethiopic"],
  cue: "[.\\p{L}] ?[0-9፩-፼]",
  pattern: `${beginsWord}${prefix.am}(?:(?:(?<nth>[1-4፩-፬])(?:ኛ)? ?)?(?<book>${shortened})\\. ?|(?<nth>[1-4፩-፬])ኛ ?(?<book>${shortened}) )(?<chapter>${figure})(?![0-9፩-፼\\/%]|[.,:፡፥]\\d| ?(?:ብር|ሰ[ዓአዐ]|ቀን|ዓመት|ኪ|ሜ))${suffix.am}`,
  read: ({ groups }) => {
    const name = names.am.get(groups.book ?? "") ?? ""
    const chapter = psalms.test(name) ? "" : `${parts.am.chapter} `
    const words = `${ofThatName("am", name, groups.nth)} ${chapter}${inWords("am", valueOf(groups.chapter))}`
    return joined("am", words, groups)
  }
}

/** ም. 6 ቁ. 9: the chapter, before the verse. */
const chapterSign: Rule = {
  kind: "verse",
  language: "am",
  needs: ["stop"],
  cue: "ም[.\\/] ?\\d",
  pattern: "(?<![\\p{L}\\p{M}.\\/])(?<prefix>[በየለከ])?ም[.\\/] ?(?=\\d{1,3}[፣,]? ?ቁ(?:ጥር)?[. ])",
  read: ({ groups: { prefix: before = "" } }) => `${before}${parts.am.chapter} `
}

export const verses: ReadonlyArray<Rule> = [
  chapterSign,
  verse("am"),
  verse("om"),
  ofBook,
  ofSura,
  bare,
  chapterAlone,
  chapterInOromo,
  citedPage
]
