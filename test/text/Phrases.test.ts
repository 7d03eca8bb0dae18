import { expect, test } from "bun:test"
import { FastCheck } from "effect"
import { Divider, longestPhrase, longestSentence, type Phrase, phrases, sentences } from "../../src/text/Phrases.ts"
import { expectWithin } from "../cost/Growth.ts"
import { longTest } from "../support/Long.ts"
import { forAll } from "../support/Property.ts"

const texts = (parts: ReadonlyArray<Phrase>): ReadonlyArray<string> => parts.map(({ text }) => text)

/** Words of both languages between marks of every kind, and what the world adds. */
const piece = FastCheck.oneof(
  { weight: 6, arbitrary: FastCheck.constantFrom("ሰላም", "ነው", "ትምህርት", "nagaa", "Akkam", "jirta", "ba'e", "ሀ") },
  {
    weight: 4,
    arbitrary: FastCheck.constantFrom(..."።፣፤፥፦፧፨፠፡.!?…,;:)]”’»\"'(«—-", "...", "፡፡", "::", "?!", "፡-", ".”")
  },
  { weight: 4, arbitrary: FastCheck.constantFrom(" ", " ", "\n", "\r\n", "\n\n", "\t", "\u00a0", "\u200b") },
  {
    weight: 2,
    arbitrary: FastCheck.constantFrom(
      "አለ",
      "jedhe",
      "ብለዋል",
      "አቶ",
      "2 ሚሊዮን ብር",
      "Adoolessa 12, 2016",
      "3, 5",
      "12.",
      "?»",
      ".” "
    )
  },
  {
    weight: 2,
    arbitrary: FastCheck.constantFrom(
      "ዓ.ም.",
      "ት/ቤት",
      "3.5",
      "1,000",
      "10:30",
      "fkn.",
      "k.k.f.",
      "Dr.",
      "A.L.I.",
      "1.",
      "Kana",
      "ከዚያ",
      "ዮሐ. 3፥16",
      " ::",
      "ka'e.",
      "nagaa.Akkam",
      "ነው.ሀ",
      "wg. 5",
      "2ffaa.",
      "?"
    )
  },
  {
    weight: 1,
    arbitrary: FastCheck.constantFrom(
      "😀",
      "👩‍👩‍👧",
      "🇪🇹",
      "\ud83d",
      "\ude00",
      "e\u0301",
      "\u0301",
      "\u200d",
      "፩",
      "https://a.et/b?c=1"
    )
  },
  { weight: 1, arbitrary: FastCheck.integer({ min: 1, max: 500 }).map((n) => "ሀለ".repeat(n)) },
  { weight: 1, arbitrary: FastCheck.integer({ min: 1, max: 400 }).map((n) => " ".repeat(n)) },
  { weight: 1, arbitrary: FastCheck.integer({ min: 1, max: 200 }).map((n) => "👩‍👩‍👧".repeat(n)) }
)
const prose = FastCheck.array(piece, { maxLength: 80 }).map((parts) => parts.join(""))
const anyText = FastCheck.oneof(
  prose,
  FastCheck.string({ unit: "binary", maxLength: 1500, size: "max" }),
  FastCheck.string({ unit: "grapheme", maxLength: 900, size: "max" })
)

const lawful = (text: string, parts: ReadonlyArray<Phrase>, longest: number): void => {
  expect(texts(parts).join("")).toBe(text)
  let offset = 0
  for (const part of parts) {
    expect(part.offset).toBe(offset)
    expect(part.text.length).toBeGreaterThan(0)
    expect(part.text.length).toBeLessThanOrEqual(longest)
    offset += part.text.length
  }
}

const graphemes = new Intl.Segmenter("am", { granularity: "grapheme" })
const graphemeStarts = (text: string): ReadonlySet<number> =>
  new Set(Array.from(graphemes.segment(text), ({ index }) => index))

test("phrases joined are the text, at their offsets, none empty, none too long", () => {
  forAll({ numRuns: 500 }, anyText, (text) => lawful(text, phrases(text), longestPhrase))
})

test("phrases never split what a reader sees as one character", () => {
  forAll({ numRuns: 300 }, anyText, (text) => {
    const starts = graphemeStarts(text)
    for (const { offset } of phrases(text)) expect(starts.has(offset)).toBe(true)
  })
})

test("phrases split a character longer than a phrase between code points", () => {
  const text = `e${"\u0301".repeat(2000)}${"😀\u200d".repeat(500)}`
  lawful(text, phrases(text), longestPhrase)
  expect(phrases(text).every((phrase) => phrase.text.isWellFormed())).toBe(true)
})

test("phrases end where sentences end", () => {
  expect(texts(phrases("ሰላም ነው። እንዴት ነህ፧ ደህና ነኝ!"))).toEqual(["ሰላም ነው። ", "እንዴት ነህ፧ ", "ደህና ነኝ!"])
  expect(texts(phrases("Akkam jirta? Nagaa dha. Galatoomi!"))).toEqual(["Akkam jirta? ", "Nagaa dha. ", "Galatoomi!"])
  expect(texts(phrases("ሰላም።ደህና፡፡እሺ:: አዎ፨በቃ"))).toEqual(["ሰላም።", "ደህና፡፡", "እሺ:: ", "አዎ፨", "በቃ"])
})

test("phrases keep closing quotes and brackets with their sentence", () => {
  expect(texts(phrases("«ሰላም ነው።» እሺ። (ደህና!) “Nagaa.” Tole."))).toEqual([
    "«ሰላም ነው።» ",
    "እሺ። ",
    "(ደህና!) ",
    "“Nagaa.” ",
    "Tole."
  ])
})

test("phrases end at line breaks", () => {
  expect(texts(phrases("ርዕስ\nአንድ ነገር\r\n\r\nሌላ ነገር"))).toEqual(["ርዕስ\n", "አንድ ነገር\r\n\r\n", "ሌላ ነገር"])
})

test.each([
  "በ2016 ዓ.ም. ተወለደ",
  "በ2016 ዓ.ም ተወለደ",
  "በ2016 ዓ/ም ተወለደ",
  "ወደ ት/ቤት ሄደ",
  "ዋጋው 3.5 ብር ነው",
  "1,000.50 ብር",
  "ሰዓቱ 10:30 ነው",
  "ቀኑ 12.04.2016 ነው",
  "https://qal.et/a.b?c=d!e ላይ",
  "fkn. mana barumsaa",
  "Mana fi Fkn. Tola",
  "hoolota, k.k.f. Tola",
  "Dr. Tolasaa dhufe",
  "bara 2016 A.L.I. Finfinnee",
  "J. Tola",
  "1. Tokko",
  "lak. 5",
  "ሰላም.ነው እና ሰላም:ነው",
  "“Nagaa!” jedhe",
  "Maal? jedhe"
])("phrases do not end at a stop that ends no sentence: %s", (text) => {
  // As a later phrase, so that a comma alone does not end it.
  expect(texts(phrases(`እሺ። ${text}`))).toEqual(["እሺ። ", text])
})

/** As later phrases: each of these is one. */
const undivided = [
  // A quotation and its verb of saying
  "«ሰላም ነው።» አለ።",
  "«እንዴት ነህ?» አለችኝ።",
  "«ነገ እመጣለሁ!» አሉ።",
  "“ሥራው ተጠናቋል።” ብለዋል ሚኒስትሩ።",
  "«ዝናብ ይጥላል።» ሲል ተናገረ።",
  "«መቼ ትመጣለህ፧» ብሎ ጠየቀው።",
  "«ይህ የእኔ ነው።» ትላለች እናቴ።",
  "«ደህና ነኝ።» አበበ አለ።",
  "«በሩን ዝጋ።» በማለት አዘዘ።",
  "እንዴት ነህ? አለኝ።",
  '"ውሃው ቀዝቃዛ ነው።" እንዳለው ልጁ።',
  "‹እሺ።› አልኩት።",
  "“Nagaa dha.” jedhe.",
  "“Nagaa dha.” Jedhe.",
  "“Akkam jirta?” jette haati isaa.",
  "«Kottu!» jedhan.",
  '"Deemi." jedheera Tolaan.',
  "“Boru nan dhufa.” Tolaan jedhe.",
  "”Hojiin xumurameera.” jechuun ibsan.",
  "“Maaliif dhufte?” jedhee gaafate.",
  "“Eeyyee.” jedhu isaan.",
  "'Hin beeku.' jettee deebifte.",
  "«ልጄ ሆይ፣ ተማር!» ይለኝ ነበር አባቴ።",
  "«ወዴት ነው?» ስትለው ዝም አለ።",
  "«ሥራው ይቀጥላል።» ሚኒስትሩ አክለዋል።",
  "“Of eeggadhaa!” poolisiin akeekkachiise.",
  // Spans of the reading
  "በ12,500.50 ብር ተሸጠ።",
  "2 ሚሊዮን ብር ተመደበ።",
  "ሐምሌ 12 ቀን 2016 ዓ.ም. ተወለደ።",
  "በ1997 እ.ኤ.አ. ተመሠረተ።",
  "ከ3:30 ሰዓት ጀምሮ ይከፈታል።",
  "ርቀቱ 12.5 km ነው።",
  "ስልክ ቁጥር 0911 23 45 67 ነው።",
  "ውጤቱ 2-1 ሆነ።",
  "ከ10 - 15 ሰዎች መጡ።",
  "ዋጋው 1,000,000 ብር ነው።",
  "ፕሮግራሙ v2.1.3 ነው።",
  "Gatiin isaa 2,500.75 dha.",
  "Sa'aatii 3:30 irratti dhufe.",
  "Km 12.5 deeme.",
  "Qabxiin 3-2 ture.",
  // Titles, initials, abbreviations
  "ወ/ሮ አልማዝ ከበደ መጡ።",
  "ዶ/ር. ተስፋዬ መጡ።",
  "አ.አ.ዩ. ተማሪ ነበረ።",
  "Dr. Tolaan dhufe.",
  "Obb. Gammachuu dhufan.",
  "Prof. Baqqalaa dubbatan.",
  "J. K. Tolasaa barreesse.",
  "Bara 2016 A.L.I. Finfinneetti dhalate.",
  "Muuzii, burtukaana, k.k.f. Gabaarra jiru.",
  "Lakk. 12 fudhadhu.",
  "Fkn. Adaamaa ilaali.",
  "በ2015 ዓ.ም. 3 ሰዎች ተመረጡ።",
  "በዮሐ. 3፥16 ላይ ተጽፏል።",
  "መጽሐፉ (ማቴ. 1፥18) ይናገራል።",
  "Yoh. 3:16 dubbisi.",
  "ክንዴ ግሩፕ PLC. ትርፍ አገኘ።",
  "Injinara jed. tolaa himan.",
  "ዘመቻው ከየካ. 3 እስከ መጋ. 5 ይቆያል።",
  "በአን. 12 ንዑስ አን. 3 ተቀጣ።",
  "ውድድሩን 1ኛ. ሃና 2ኛ. ሣራ አሸነፉ።",
  "ሞተ ወይስ አመለጠ? እየተባለ ይወራል።",
  "Duulli Gur. 3 hanga Bit. 5 tura.",
  "Daa'imman wg. 5 gadii bilisa.",
  "Lakk. saa. poos. 1176 fudhadhu."
]

test.each(undivided)("phrases stay whole: %s", (text) => {
  const before = text.match(/[ሀ-ፐ]/u) ? "እሺ። " : "Tole. "
  expect(texts(phrases(before + text))).toEqual([before, text])
})

/** Each of these is two sentences, divided where the bar stands. */
const divided = [
  "Ijoolleen hundi bakka sanatti wal ta'e. |Kana booda galan.",
  "Kitaabni sun naaf ba'e. |Tolaan bite.",
  "Jaarsichi kaleessa du'e. |Awwaalchi boru.",
  "Ganama barii ka'e. |Hojii dhaqe.",
  "Jaarsichi du’e. |Awwaalchi boru.",
  "Jaarsichi duʼe. |Awwaalchi boru.",
  "Jaarsichi du`e. |Awwaalchi boru.",
  "Jaarsichi du´e. |Awwaalchi boru.",
  "Jaarsichi duʻe. |Awwaalchi boru.",
  "Barri isaa har'a. |Dhufi.",
  "Lakkoofsi isaa ja'a. |Kun gahaa dha.",
  "Gaafa Kibxataa re'ee bite. |Waan gaarii dha.",
  "«ሰላም ነው።» |እሱም ሄደ።",
  "«ሰላም ነው።» |ከዚያ በኋላ ወደ ቤቱ ሄደ።",
  "እንዴት ነህ? |ደህና ነኝ።",
  "“Nagaa dha.” |Tolaan gara manaa deeme.",
  "ዋጋው 12 ብር ነው። |15 ሰዎች ገዙ።",
  "Bara 2016. |Namoonni 12 dhufan.",
  "ተማሪው ሄደ። |አለ የተባለው ሁሉ እውነት ነው።",
  "Gatiin isaa 250. |Kan biraa 300 dha.",
  "የሞቱት በ1922 ዓ.ም. |ከዚያም ልጃቸው ነገሠ።",
  "ሙዝ፣ ማንጎ ወዘተ. |ነገር ግን አልገዛም።",
  "Kitaaba, qalama kkf. |Isaan kun barbaachisoo dha.",
  "Bara 1914 A.L.A. |Sana booda waraanni ka'e.",
  "bokkaan hin roobne. |beelli hamaan ka'e.",
  "nagaa dhaa? |maatiin akkam jiru?",
  "a) Eenyu? |b) Maal?",
  "ነገ እንገናኝ :: |ሰዓቱን እነግርሃለሁ ::",
  "1. ሽንኩርት 2. ዘይት 3. በርበሬ ያዘጋጁ። |4. ሁሉንም ይቀላቅሉ።",
  "ዛሬ ሰኞ ነው.|ነገ ማክሰኞ ነው።",
  "Dhimmichi xumurameera.|Sana booda galan."
]

test.each(divided)("phrases end where one sentence ends: %s", (text) => {
  expect(texts(phrases(text.replace("|", "")))).toEqual(text.split("|"))
})

test("phrases that grew too long end where words belong together the least", () => {
  const long = `${"ሰላም ለሁላችሁ ".repeat(10)}ጠዋት `
  for (const [tail, end] of [
    ["ጠቅላይ ሚኒስትር አቶ አበበ ወደ ቤት ሄዱ እኛም ተከተልናቸው", "ጠዋት "],
    ["ሁለት ሺህ አምስት መቶ ብር ከፍሎ ሄደ እኛም ተከተልነው", "ጠዋት "]
  ] as const) {
    const [head] = texts(phrases(long + tail))
    expect(head?.endsWith(end)).toBe(true)
  }
  const oromo = `${"Akkam jirtu hundi keessan ".repeat(4)}kaleessa `
  const [head] = texts(phrases(`${oromo}Obbo Tolaan mana keessa jira garuu hin dhufne`))
  expect(head?.endsWith("kaleessa ")).toBe(true)
})

test("phrases never leave a number without its unit, a title without its name", () => {
  const filler = FastCheck.constantFrom("ሰላም", "ትምህርት", "መጣ", "ልጁ", "ጠዋት", "ከተማ")
  const pair = FastCheck.constantFrom(["አቶ", "አበበ"], ["25", "ኪሎ"], ["ዶክተር", "አልማዝ"], ["ሁለት", "ሺህ"], [
    "ቤት",
    "ላይ"
  ] as const)
  forAll({ numRuns: 300 }, FastCheck.array(filler, { minLength: 2, maxLength: 60 }), pair, (words, [left, right]) => {
    const text = [...words, left, right, "ሄደ", "ከዚያ", ...words].join(" ")
    for (const part of texts(phrases(text))) expect(part.endsWith(`${left} `)).toBe(false)
  })
})

test("phrases begin with a short one when a comma allows", () => {
  const text = "ዛሬ ጠዋት ወደ ገበያ ሄጄ ነበር፣ ነገር ግን የምፈልገውን ነገር ሁሉ ማግኘት አልቻልኩም።"
  expect(texts(phrases(text))[0]).toBe("ዛሬ ጠዋት ወደ ገበያ ሄጄ ነበር፣ ")
  expect(phrases("እሺ፣ ሄድኩ።")).toHaveLength(1)
})

test("phrases keep a later sentence whole, commas and all", () => {
  const later = "ዛሬ ጠዋት ወደ ገበያ ሄጄ ነበር፣ ነገር ግን የምፈልገውን ነገር ሁሉ ማግኘት አልቻልኩም።"
  expect(texts(phrases(`እሺ። ${later}`))).toEqual(["እሺ። ", later])
})

test("phrases end between words when a sentence has no marks", () => {
  const parts = texts(phrases("ሰላም ለሁላችሁ ".repeat(100)))
  expect(parts.slice(0, -1).every((part) => part.endsWith(" "))).toBe(true)
  expect(parts[1]?.length ?? 0).toBeGreaterThan(longestPhrase / 2)
})

test("phrases divide 5,000 characters without a space", () => {
  const text = "ሀ".repeat(5000)
  lawful(text, phrases(text), longestPhrase)
  expect(phrases(text).length).toBeLessThan(20)
})

test("phrases do not begin with marks left over from the one before", () => {
  const words = FastCheck.constantFrom("ሰላም", "ሰላም።", "ሰላም፣", "ሰላም!”", "ሰላም፡፡", "Nagaa. ", "Nagaa?) ", " ", "\n")
  forAll({}, FastCheck.array(words, { maxLength: 60 }), (parts) => {
    for (const part of phrases(parts.join("")).slice(1)) expect(part.text).not.toMatch(/^[።፣፡!”.?)\s]/)
  })
})

test("phrases end after a stop that a space precedes", () => {
  expect(texts(phrases("ሰላም ነው ። እንዴት ነህ ፧ ደህና"))).toEqual(["ሰላም ነው ። ", "እንዴት ነህ ፧ ", "ደህና"])
})

test("phrases of nothing are none", () => expect(phrases("")).toEqual([]))

longTest("phrases take time in proportion to the text", async () => {
  const sentence = "ዛሬ ጠዋት ወደ ገበያ ሄጄ ነበር፣ ነገር ግን 3.5 ኪ.ሜ. በእግሬ ተጓዝኩ። "
  for (const unit of [
    sentence,
    "ሀ",
    " ",
    ".",
    "።",
    "👩‍👩‍👧",
    "\u0301",
    "1.",
    "ሀ. ",
    "“",
    "1, ",
    "Adoolessa 12, 2016 ",
    "ሀ» "
  ]) {
    const text = unit.repeat(Math.ceil(200_000 / unit.length))
    // Forty requests' worth; linear needs some 100 ms, quadratic minutes.
    await expectWithin(unit, 2_000, () => phrases(text))
  }
})

test("sentences joined are the text, at their offsets, none empty, none too long", () => {
  forAll({ numRuns: 200 }, anyText, (text) => lawful(text, sentences(text), longestSentence))
})

test("sentences do not end at commas, however long they are", () => {
  const text = `${"ሰላም ለሁላችሁ፣ ".repeat(40)}እሺ። ደህና።`
  expect(texts(sentences(text))).toEqual([text.slice(0, -4), "ደህና።"])
})

const run = (pieces: ReadonlyArray<string>): ReadonlyArray<Phrase> => {
  const complete: Array<Phrase> = []
  let state: typeof Divider.empty = Divider.empty
  for (const piece of pieces) {
    const [next, parts] = Divider.push(state, piece)
    state = next
    complete.push(...parts)
  }
  return [...complete, ...Divider.finish(state)[1]]
}

test("a divider gives the phrases of the whole, however the text is cut into pieces", () => {
  const cuts = FastCheck.array(FastCheck.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 10 })
  forAll({ numRuns: 500 }, anyText, cuts, (text, sizes) => {
    const pieces: Array<string> = []
    for (let at = 0; at < text.length; ) {
      const size = sizes[pieces.length % sizes.length] ?? 1
      pieces.push(text.slice(at, at + size))
      at += size
    }
    expect(run(pieces)).toEqual(phrases(text).slice())
  })
})

test("a divider gives the phrases of the whole, letter by letter", () => {
  forAll({ numRuns: 50 }, prose, (text) => expect(run(text.split(""))).toEqual(phrases(text).slice()))
})

test("a divider waits behind a quotation for the words that tell who said it, and not longer", () => {
  const [waiting, none] = Divider.push(Divider.empty, "«ሰላም ነው።» አበበ አ")
  expect(none).toEqual([])
  expect(Divider.push(waiting, "ለ።")[1]).toEqual([])
  expect(texts(Divider.push(waiting, "ሁን መጣ ")[1])).toEqual(["«ሰላም ነው።» "])
  expect(texts(Divider.push(Divider.empty, "ሰላም! ከ")[1])).toEqual(["ሰላም! "])
})

test("a divider hands out a sentence as soon as the next begins", () => {
  const [waiting, none] = Divider.push(Divider.empty, "ሰላም ነው። ")
  expect(none).toEqual([])
  expect(Divider.push(waiting, "እ")[1]).toEqual([{ text: "ሰላም ነው። ", offset: 0 }])
})

test("a divider holds no more than about one phrase", () => {
  let state: typeof Divider.empty = Divider.empty
  for (let i = 0; i < 2000; i++) {
    state = Divider.push(state, "ሀ")[0]
    expect(state.pending.length).toBeLessThanOrEqual(longestPhrase + 2)
  }
})

test("a divider goes on with right offsets after it was finished", () => {
  const [flushed, head] = Divider.finish(Divider.push(Divider.empty, "ሰላም")[0])
  const [, tail] = Divider.finish(Divider.push(flushed, "ደህና")[0])
  expect([...head, ...tail]).toEqual([
    { text: "ሰላም", offset: 0 },
    { text: "ደህና", offset: 3 }
  ])
})
