/**
 * Chapter and verse of a scripture, which look like a time: ዮሐ. 3፥16 is ዮሐንስ
 * ምዕራፍ ሦስት ቁጥር አሥራ ስድስት, Yoh. 3:16 Yohaannis boqonnaa sadii lakkoofsa kudha
 * ja'a. Names of the books as the Bible Society of Ethiopia prints them.
 */
import type { Language } from "../../Domain.ts"
import { joined, prefix, suffix } from "./Affixes.ts"
import { beginsWord, inWords, valueOf } from "./calendar/Written.ts"
import { numerals } from "./numerals/OfLanguage.ts"
import { anyOf, cues, type Match, type Rule } from "./Rule.ts"

/** A book: its name, then abbreviations, which may end in a stop. */
type Books = ReadonlyArray<readonly [name: string, ...short: ReadonlyArray<string>]>

const table = (lines: string): Books =>
  lines
    .trim()
    .split("\n")
    .map((line) => {
      const [name = "", ...short] = line.trim().split("|")
      return [name, ...short] as const
    })

const amharic = table(`
  ኦሪት ዘፍጥረት
  ዘፍጥረት|ዘፍጥ|ዘፍ
  ዘጸአት|ዘፀአት|ዘጸ|ዘፀ
  ዘሌዋውያን|ዘሌ
  ዘኁልቁ|ዘኍልቍ|ዘኁ|ዘኍ
  ዘዳግም|ዘዳ
  ኢያሱ|ኢያ
  መሳፍንት|መሳ
  ሩት
  ሳሙኤል|ሳሙ
  ነገሥት|ነገስት|ነገ
  ዜና መዋዕል|ዜና
  ነህምያ|ነህ
  አስቴር|አስቴ
  ኢዮብ|ኢዮ
  መዝሙረ ዳዊት
  መዝሙር|መዝ
  መዝሙር ዘዳዊት
  ምሳሌ|ምሳ
  መክብብ|መክ
  ኢሳይያስ|ኢሳያስ|ኢሳ
  ኤርምያስ|ኤር
  ሕዝቅኤል|ሕዝ
  ዳንኤል|ዳን
  ሆሴዕ|ሆሴ
  ዘካርያስ|ዘካ
  ዕዝራ|ዕዝ
  ኢዩኤል|ኢዩ
  አሞጽ|አሞ
  አብድዩ|አብ
  ሚክያስ|ሚክ
  ዕንባቆም|ዕን|ዕንባ
  ሶፎንያስ|ሶፎ
  ሐጌ
  ቲቶ
  ፊልሞና|ፊልሞ
  ሲራክ|ሲራ
  ጦቢት|ጦቢ
  መቃብያን|መቃ
  ኩፋሌ|ኩፋ
  ሚልክያስ|ሚል
  ማቴዎስ|ማቴ
  ማርቆስ|ማር
  ሉቃስ|ሉቃ
  ዮሐንስ|ዮሐ|ዮሃ
  የሐዋርያት ሥራ|ሐዋ|የሐዋ|ሐዋ ሥራ|ሐዋ.ሥራ|ሐዋ. ሥራ|የሐዋ ሥራ|የሐዋ. ሥራ|የሐዋ.ሥራ
  ሮሜ|ሮሜ
  ሮሜ ሰዎች
  ቆሮንቶስ ሰዎች
  ገላትያ ሰዎች
  ኤፌሶን ሰዎች
  ፊልጵስዩስ ሰዎች
  ቆላስይስ ሰዎች
  ተሰሎንቄ ሰዎች
  ቆሮንቶስ|ቆሮ
  ገላትያ|ገላ
  ኤፌሶን|ኤፌ
  ፊልጵስዩስ|ፊልጵ|ፊል
  ቆላስይስ|ቆላ
  ተሰሎንቄ|ተሰ
  ጢሞቴዎስ|ጢሞ
  ዕብራውያን|ዕብ
  ያዕቆብ|ያዕ
  ጴጥሮስ|ጴጥ
  ይሁዳ
  ራእይ|ራዕይ|ራእ|ራዕ
  ወንጌል
  ቁርኣን|ቁርአን
  ቁርዓን
  ሱራ
  ሱረቱል በቀራ
  ምዕራፍ|ምዕ
`)

const oromo = table(`
  Uumama|Uma|Uum
  Seera Ba'uu
  Ba'uu|Ba'u|Bau
  Seera Lewwotaa
  Lewwota|Lew
  Lakkoobsa
  Seera Lakkoobsaa
  Seera Keessa Deebii
  Keessa Deebii|Kes
  Iyyaasuu|Iya|Iyy
  Abboota Murtii|Abo
  Abboota Firdii
  Ruut
  Saamu'el|Saamu'eel|Sam|Saam
  Mootota|Mot|Moot
  Seenaa Baraa|Sen
  Izraa
  Nahimiyaa|Neh|Nah
  Asteer
  Iyyoob|Iyo
  Faarfannaa|Far|Faar|Faarf
  Faarfannaa Daawit|Far. Daawit
  Faarfannaa Daawiit
  Fakkeenya|Fak|Fakk|Fakkeenyaa
  Lallaba|Lal
  Isaayyaas|Isa|Isaay
  Ermiyaas|Erm
  Hisqi'el|Hisqi'eel|His
  Daani'el|Daani'eel|Dan|Daan
  Hose'aa|Hos
  Yo'eel
  Amoos
  Yonaas|Yon
  Miikiyaas|Mik
  Zakkaariyaas|Zak
  Milkiyaas|Mil
  Maatewos|Mat|Maat
  Maatewoos
  Maarqos|Mar|Mrq|Maar
  Luqaas|Luq
  Yohaannis|Yoh
  Hojii Ergamootaa|HoE|Hoj|H/Erg|H.E
  Roomaa|Rom|Room
  Qorontos|Qor
  Galaatiyaa|Gal|Galaa
  Efesoon|Efe
  Filiphisiyus|Fil
  Qolosaayis|Qol
  Tasalonqee|Tas
  Ximootewos|Ximotewos|Xiimotewos|Xim|Tim
  Tiitoo|Tit
  Ibroota|Ibr|Ibrootaa
  Yaaqoob|Yaq|Yaaq
  Phexros|Pheexiroos|Phe|Phex
  Yihuudaa
  Mul'ata|Mul
  Qur'aana|Quraana
  Suuraa
  Al-Baqaraa|Al-Baqara
  Boqonnaa|Boq
`)

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
  pattern: `${beginsWord}${prefix[language]}(?:(?<nth>[1-4፩-፬])(?:ኛ|ffaa)? ?)?(?<book>${anyOf(books[language].flat())})(?:\\.|["”»])? ?(?<places>${place}(?:${anotherPlace[language]}${place}){0,9})(?!${language === "om" ? "[0-9]|:(?! )" : "[0-9፩-፼:፥]"}| ?ሰ[ዓአዐ]ት| ?[AP]M)${suffix[language]}`,
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
    return joined(of, before + places.join(of === "am" ? "፤ " : "; "), groups)
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

export const verses: ReadonlyArray<Rule> = [chapterSign, verse("am"), verse("om"), ofBook, bare, chapterAlone]
