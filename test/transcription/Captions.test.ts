import { describe, expect, test } from "bun:test"
import { FastCheck } from "effect"
import { type Cue, cues, MAX_LINE, srt, type TimedWord, vtt } from "../../src/transcription/Captions.ts"
import { forAll } from "../support/Property.ts"

const segmenter = new Intl.Segmenter("am", { granularity: "grapheme" })
const widthOf = (text: string) => Array.from(segmenter.segment(text)).length

const letters = [
  ..."ሀሁለሐመሠረሰሸቀበተቸነአከወዘየደጀገጠጨጸፈፐ",
  ..."abdefghijklmnoqrstuwxy'",
  "e\u0301",
  "👨‍👩‍👧",
  "&",
  "<",
  ">",
  "-->",
  "።",
  "፣",
  "1"
]
const anyText = FastCheck.array(FastCheck.constantFrom(...letters), { minLength: 1, maxLength: 110 }).map((parts) =>
  parts.join("")
)
const shortText = FastCheck.array(FastCheck.constantFrom(...letters), { minLength: 1, maxLength: 9 }).map((parts) =>
  parts.join("")
)

/** Words as recognisers give them: in order, with gaps, overlaps, no length, or far too much of it. */
const anyWords: FastCheck.Arbitrary<ReadonlyArray<TimedWord>> = FastCheck.array(
  FastCheck.record({
    text: FastCheck.oneof({ weight: 12, arbitrary: shortText }, { weight: 1, arbitrary: anyText }),
    gap: FastCheck.oneof(
      { weight: 6, arbitrary: FastCheck.constant(0.05) },
      { weight: 3, arbitrary: FastCheck.double({ min: 0, max: 1.2, noNaN: true }) },
      { weight: 1, arbitrary: FastCheck.double({ min: -0.4, max: 0, noNaN: true }) }
    ),
    length: FastCheck.oneof(
      { weight: 8, arbitrary: FastCheck.double({ min: 0.05, max: 0.8, noNaN: true }) },
      { weight: 1, arbitrary: FastCheck.constantFrom(0, 9) }
    )
  }),
  { maxLength: 80, size: "max" }
).map((parts) => {
  let at = 0
  return parts.map(({ gap, length, text }) => {
    const start = Math.max(0, at + gap)
    at = start + length
    return { text, start, end: at }
  })
})

const isHundredths = (seconds: number) => Math.abs(seconds * 100 - Math.round(seconds * 100)) < 1e-6

const word = (text: string, start: number, end: number): TimedWord => ({ text, start, end })

describe("speakers", () => {
  const dialogue = [
    { ...word("ሰላም", 0, 0.4), speaker: "speaker_1" },
    { ...word("ነው", 0.5, 0.8), speaker: "speaker_1" },
    { ...word("ደህና", 0.9, 1.4), speaker: "speaker_2" },
    { ...word("<ነኝ>", 1.5, 2), speaker: "speaker_2" }
  ]

  test("a cue has the words of one speaker, also where there is no pause", () => {
    expect(cues(dialogue).map(({ lines, speaker, start }) => [speaker, lines.join(" "), start])).toEqual([
      ["speaker_1", "ሰላም ነው", 0],
      ["speaker_2", "ደህና <ነኝ>", 0.9]
    ])
  })

  test("a cue of WebVTT whose speaker is known is a voice of that name, and of SRT it is not", () => {
    expect(vtt(cues(dialogue)).split("\n")).toEqual([
      "WEBVTT",
      "",
      "00:00:00.000 --> 00:00:00.840",
      "<v speaker_1>ሰላም ነው",
      "",
      "00:00:00.900 --> 00:00:02.000",
      "<v speaker_2>ደህና &lt;ነኝ&gt;",
      ""
    ])
    expect(srt(cues(dialogue))).not.toContain("speaker")
  })
})

describe("cues", () => {
  test("cues never overlap, never exceed a limit, and lose no letter of any word", () =>
    forAll({ numRuns: 150 }, anyWords, (words) => {
      const all = cues(words)
      let free = 0
      for (const { end, lines, start } of all) {
        expect(start).toBeGreaterThanOrEqual(free)
        expect(end).toBeGreaterThan(start)
        expect(end - start).toBeLessThanOrEqual(7.000001)
        expect(isHundredths(start) && isHundredths(end)).toBe(true)
        expect(lines.length).toBeLessThanOrEqual(2)
        for (const line of lines) {
          expect(widthOf(line)).toBeLessThanOrEqual(MAX_LINE)
          expect(line).not.toMatch(/^\s*$|\n/)
        }
        free = end
      }
      const shown = all
        .flatMap(({ lines }) => lines)
        .join("")
        .replaceAll(" ", "")
      expect(shown).toBe(words.map(({ text }) => text).join(""))
    }))

  test("no cue spans a pause of half a second", () =>
    forAll({ numRuns: 100 }, anyWords, (words) => {
      const inOrder = words.every(({ start }, at) => start >= (words[at - 1]?.end ?? 0))
      FastCheck.pre(inOrder && words.every(({ text }) => widthOf(text) <= MAX_LINE))
      const all = cues(words)
      for (const [at, { end }] of words.entries()) {
        const next = words[at + 1]
        if (next === undefined || Math.round(next.start * 100) - Math.round(end * 100) < 50) continue
        expect(all.some((cue) => cue.start < end - 0.02 && cue.end > next.start + 0.02)).toBe(false)
      }
    }))

  test("a pause of half a second begins a new cue, a shorter one does not", () => {
    expect(cues([word("ሰላም", 0, 1), word("ልጅ", 1.5, 2)])).toEqual([
      { start: 0, end: 1, lines: ["ሰላም"] },
      { start: 1.5, end: 2.34, lines: ["ልጅ"] }
    ])
    expect(cues([word("ሰላም", 0, 1), word("ልጅ", 1.49, 2)])).toEqual([{ start: 0, end: 2, lines: ["ሰላም ልጅ"] }])
  })

  test("a short cue stands for five sixths of a second, or until the next one comes", () => {
    const timesOf = (words: ReadonlyArray<TimedWord>) => cues(words).map(({ end, start }) => [start, end])
    expect(timesOf([word("አዎ", 1, 1.2), word("ልጅ", 9, 9.1)])).toEqual([
      [1, 1.84],
      [9, 9.84]
    ])
    expect(timesOf([word("አዎ", 1, 1.2), word("ልጅ", 1.7, 3)])).toEqual([
      [1, 1.7],
      [1.7, 3]
    ])
    expect(timesOf([word("አዎ", 1, 1.9)])).toEqual([[1, 1.9]])
  })

  test("no cue stands after the end of the sound", () => {
    const timesIn = (seconds: number, words: ReadonlyArray<TimedWord>) =>
      cues(words, seconds).map(({ end, start }) => [start, end])
    expect(timesIn(1.5, [word("አዎ", 1, 1.2)])).toEqual([[1, 1.5]])
    expect(timesIn(1.437, [word("አዎ", 1, 1.44)])).toEqual([[1, 1.43]])
    expect(timesIn(1, [word("አዎ", 1, 1.2)])).toEqual([[1, 1.01]])
  })

  test("every short cue that has room stands for five sixths of a second", () =>
    forAll({ numRuns: 100 }, anyWords, (words) => {
      const all = cues(words)
      for (const [at, { end, start }] of all.entries()) {
        const isShort = Math.round((end - start) * 100) < 84
        if (isShort) expect(end).toBe(all[at + 1]?.start ?? Number.NaN)
      }
    }))

  test("a cue is shown for seven seconds, not more", () => {
    const words = Array.from({ length: 16 }, (_, at) => word("a", at * 0.5, at * 0.5 + 0.5))
    expect(cues(words).map(({ end, start }) => [start, end])).toEqual([
      [0, 7],
      [7, 8]
    ])
  })

  test("a cue's two lines of 42 characters are filled evenly, and the next word begins a new cue", () => {
    const words = Array.from({ length: 21 }, (_, at) => word("afur", at * 0.2, at * 0.2 + 0.2))
    const [first, second] = cues(words)
    expect(first?.lines).toEqual(["afur afur afur afur afur afur afur afur", "afur afur afur afur afur afur afur afur"])
    expect(second?.lines).toEqual(["afur afur afur afur afur"])
  })

  test("an Ethiopic word longer than a line is cut between letters, and its time with it", () => {
    const long = "ሀ".repeat(100)
    expect(cues([word(long, 0, 1)])).toEqual([
      { start: 0, end: 0.84, lines: ["ሀ".repeat(42), "ሀ".repeat(42)] },
      { start: 0.84, end: 1.68, lines: ["ሀ".repeat(16)] }
    ])
  })

  test("no words, or empty words, make no cues", () => {
    expect(cues([])).toEqual([])
    expect(cues([word(" ", 0, 1), word("", 1, 2)])).toEqual([])
  })
})

const secondsOf = (time: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = time.replace(",", ".").split(":").map(Number)
  return hours * 3_600 + minutes * 60 + seconds
}

/** Reads the blocks of either format, as a player would. */
const read = (
  text: string,
  mark: "," | "."
): ReadonlyArray<{ readonly start: number; readonly end: number; readonly lines: ReadonlyArray<string> }> => {
  const time =
    mark === ","
      ? /^(\d\d:\d\d:\d\d,\d{3}) --> (\d\d:\d\d:\d\d,\d{3})$/
      : /^(\d\d:\d\d:\d\d\.\d{3}) --> (\d\d:\d\d:\d\d\.\d{3})$/
  const blocks = text.split("\n\n").map((block) => block.replace(/\n$/, "").split("\n"))
  const cueBlocks = mark === "," ? blocks.filter(([head]) => head !== "") : blocks.slice(1)
  return cueBlocks.map((block, index) => {
    const [number, ...rest] = mark === "," ? block : ["", ...block]
    if (mark === ",") expect(number).toBe(String(index + 1))
    const [, start = "", end = ""] = time.exec(rest[0] ?? "") ?? expect.unreachable(rest[0])
    return { start: secondsOf(start), end: secondsOf(end), lines: rest.slice(1) }
  })
}

const unescaped = (text: string) => text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")
const expectSame = (
  seen: ReturnType<typeof read>,
  meant: ReadonlyArray<Cue>,
  toText: ((line: string) => string) | undefined
) => {
  expect(seen.length).toBe(meant.length)
  for (const [at, { end, lines, start }] of seen.entries()) {
    expect(start).toBeCloseTo(meant[at]?.start ?? -1, 6)
    expect(end).toBeCloseTo(meant[at]?.end ?? -1, 6)
    if (toText !== undefined) expect(lines.map(toText)).toEqual([...(meant[at]?.lines ?? [])])
  }
}

test("SRT and WebVTT read back as the cues that they were made of", () =>
  forAll({ numRuns: 200 }, anyWords, (words) => {
    const all = cues(words)
    // SRT has no escapes: an arrow in the text becomes another.
    const arrows = all.map(({ lines }) => lines.map((line) => line.replaceAll("-->", "→")))
    const inSrt = read(srt(all), ",")
    expect(inSrt.map(({ lines }) => lines)).toEqual(arrows)
    expectSame(inSrt, all, undefined)
    const written = vtt(all)
    expect(written).toStartWith("WEBVTT\n")
    expect(written.replaceAll(" --> ", "").match(/[<>]/)).toBeNull()
    expectSame(read(written, "."), all, unescaped)
  }))

test("captions are in the formats that players expect, with an hour and more", () => {
  const all: ReadonlyArray<Cue> = [
    { start: 0, end: 1.5, lines: ["ሰላም & <ልጅ>"] },
    { start: 3_725.07, end: 3_726, lines: ["akkam", "jirtu"] }
  ]
  expect(srt(all)).toBe(
    "1\n00:00:00,000 --> 00:00:01,500\nሰላም & <ልጅ>\n\n2\n01:02:05,070 --> 01:02:06,000\nakkam\njirtu\n"
  )
  expect(vtt(all)).toBe(
    "WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nሰላም &amp; &lt;ልጅ&gt;\n\n01:02:05.070 --> 01:02:06.000\nakkam\njirtu\n"
  )
  expect(srt([])).toBe("")
  expect(vtt([])).toBe("WEBVTT\n")
})

/** Words of both languages that may stand anywhere. */
const filler = {
  am: "ተማሪዎች ጠዋት መጽሐፍ አንብበው ሻይ ጠጥተው ከተማዋን ጎብኝተው ፎቶግራፍ አንስተው".split(" "),
  om: "barattoonni ganama kitaaba dubbisanii shaayii dhuganii magaalatti daaw'atanii suuraa kaasanii".split(" ")
} as const

/** What stands together on one line, wherever it falls. */
const together = {
  am: [
    "አቶ አበበ ከበደ",
    "ወይዘሮ አልማዝ",
    "ወይዘሪት ሰላማዊት ግርማ",
    "ዶክተር ተስፋዬ",
    "ፕሮፌሰር በየነ",
    "ጠቅላይ ሚኒስትር",
    "ኮሎኔል መንግሥቱ",
    "ለአቶ ታደሰ",
    "የወይዘሮ አስቴር",
    "ኃይሌ ገብረ ሥላሴ",
    "ደራርቱ ቱሉ",
    "ወልደ ማርያም",
    "ተክለ ሃይማኖት",
    "12.5 ኪሎ ሜትር",
    "25 ብር",
    "3,500 ብር",
    "2 ሚሊዮን ብር",
    "አምስት መቶ ብር",
    "ሁለት ሺህ አሥራ ስድስት",
    "ሦስት ሰዓት ተኩል",
    "3:30 ሰዓት",
    "ሐምሌ 12 ቀን 2016 ዓ.ም.",
    "መስከረም አንድ ቀን",
    "ሃያ አምስት በመቶ",
    "በ10 ደቂቃ",
    "0911 23 45 67",
    "ጠረጴዛው ላይ",
    "በቤቱ ውስጥ",
    "ከጓደኛው ጋር",
    "ከምሳ በኋላ",
    "ከምሽቱ በፊት",
    "እሱ ደግሞ",
    "ልጁ እንኳን",
    "እኔ ብቻ",
    "ከዛፉ ሥር",
    "ከሰኞ ጀምሮ",
    "እስከ ማታ ድረስ",
    "ትልቅ ነው",
    "ደስተኞች ናቸው",
    "ሄዶ ነበር",
    "ቆንጆ ናት",
    "ሊሄድ ይችላል",
    "እና ውሃ",
    "ወይም ቡና",
    "ወደ ገበያ",
    "ስለ ትምህርት",
    "እንደ ወንድሙ",
    "በጣም ትልቅ",
    "ነገር ግን",
    "ትምህርት ቤት",
    "ቤተ ክርስቲያን",
    "ክፍለ ከተማ",
    "አዲስ አበባ",
    "ዓመተ ምሕረት",
    "አምስት ልጆች",
    "እመጣለሁ አለ",
    "ደህና ነኝ አለች",
    "ዓለም አቀፍ ጉባኤ",
    "በብሔራዊ ቡድን",
    "ባለፈው ወር",
    "በተካሄደው ውድድር",
    "በደረሰ አደጋ",
    "የበጀት ዓመት",
    "ባህልና ወግ",
    "ዋና ሥራ አስፈጻሚ",
    "ቦሌ ክፍለ ከተማ",
    "ደብረ ብርሃን ከተማ",
    "ሁለት ሊትር ውሃ",
    "ማቅረብ ካልቻለ",
    "አንደኛ ሆኖ",
    "ብቻ ሳይሆን",
    "ስምንት ሺህ በላይ ሠራተኞች",
    "ሲጓዝ የነበረ",
    "በዘንድሮው ወቅት",
    "በእሳት አደጋ",
    "ሰኞ ጠዋት",
    "ዶክተር ቴድሮስ አድሃኖም ገብረሥላሴ",
    "ሁለቱን ቤተሰቦች",
    "ለመረጡኝ ዳኞች",
    "በገባው አጥቂ",
    "ደረጃ በደረጃ",
    "ነፍሰ ጡር",
    "ይታሰብ ከነበረው",
    "መስጠት አለበት",
    "አውሮፕላን ማረፊያ",
    "ስስታም ንጉሥ",
    "ሁለተኛውን ከፍተኛ ነጥብ",
    "ከየት እንደመጣሁ",
    "በቀጠሮው ቀን",
    "አሥረኛ ክፍል",
    "የመንግሥቱ አንቀጽ",
    "በሌላ ሰው መታወቂያ"
  ],
  om: [
    "obbo tolaa baqqalaa",
    "Obbo Gammachuu",
    "aadde caaltuu",
    "doktar lammaa",
    "piroofeesara margaa",
    "Dr. Tola Bekele",
    "pirezidaantii biyyaa",
    "Daraartuu Tulluu",
    "lammaa guutaa",
    "qarshii 250",
    "qarshii dhibba shan",
    "kiiloo meetira kudhan",
    "12.5 km",
    "dhibbeentaa digdama",
    "kuma lamaa fi kudha ja'a",
    "namoota lama",
    "guyyaa sadii",
    "sa'aatii 3:30",
    "sa'aatii sadii fi walakkaa",
    "Adoolessa 12, 2016",
    "adoolessa kudha lama",
    "bara 2016",
    "0911 23 45 67",
    "minjaala irra",
    "mana keessa",
    "gaara jalatti",
    "hiriyaa isaa wajjin",
    "laaqana booda",
    "galgala dura",
    "isa malee",
    "isheen immoo",
    "ani illee",
    "gaarii dha",
    "kan kooti ti",
    "guddaa ture",
    "jiraachaa jiru",
    "deemuu danda'a",
    "fi bishaan",
    "yookaan buna",
    "hin beeku",
    "akka obboleessaa",
    "gara gabaa",
    "haa dhufu",
    "ni deema",
    "yoo dhufe",
    "itti fufe",
    "wal arge",
    "of eege",
    "baay'ee guddaa",
    "mana barumsaa",
    "magaalaa finfinnee",
    "godina jimmaa",
    "kitaaba kana",
    "abbaa koo",
    "ijoollee hunda",
    "nan dhufa jedhe",
    "galatoomi jette",
    "biyya keenyaa",
    "bilbila isaaniitiin",
    "zayitii fal'aana lama",
    "qullubbii kiiloo sadii",
    "daqiiqaa soddomaaf",
    "mana guddaa",
    "daldala alaa",
    "hanqina nyaataa",
    "biyyoota Afrikaa",
    "kaleessa galgala",
    "qonnaan bultootaaf",
    "giddu galeessa",
    "namni tokkollee",
    "dhiyeessuu dadhabe",
    "sa'aatii 2 daqiiqaa 1",
    "kuma digdamaatiin",
    "wiixata ganamaatti",
    "seeraan ala",
    "ji'oota ja'an darban",
    "nama kamiyyuu",
    "adda addaa",
    "dura taa'aa",
    "godhatee tureef",
    "lakkaa'aa ture",
    "sekondii muraasaan",
    "walakkaa lammaffaatti",
    "doqna ta'e",
    "irraa kan ka'e",
    "itti aanuuf",
    "hin barbaadun",
    "waggaa waggaan",
    "marsaa lammaffaatti",
    "irra deebi'e",
    "fayyadamuu hin danda'u"
  ]
} as const

for (const language of ["am", "om"] as const) {
  test.each(together[language])("a caption keeps on one line what belongs together: %s", (whole) => {
    for (let before = 0; before < 12; before++) {
      for (const pad of ["", "ab", "abcd"]) {
        const words = filler[language]
        const around = Array.from({ length: before }, (_, at) => words[at % words.length] ?? "")
        const text = [...around, ...(pad === "" ? [] : [pad]), whole, ...words].join(" ")
        const spoken = text.split(" ").map((part, at) => word(part, at * 0.4, at * 0.4 + 0.35))
        expect(cues(spoken).flatMap(({ lines }) => lines.filter((line) => line.includes(whole)))).toHaveLength(1)
      }
    }
  })
}

test("a caption's two lines are alike in length, and the second is no single word", () => {
  for (const language of ["am", "om"] as const) {
    for (let length = 6; length < 40; length++) {
      const words = Array.from({ length }, (_, at) => filler[language][at % filler[language].length] ?? "")
      for (const { lines } of cues(words.map((text, at) => word(text, at * 0.4, at * 0.4 + 0.35)))) {
        const [first, second] = lines
        if (second === undefined) continue
        expect(second).toContain(" ")
        expect(Math.abs(widthOf(first) - widthOf(second))).toBeLessThanOrEqual(20)
      }
    }
  }
})

test("a noun without a case stays with its verb, however the cue is filled", () => {
  const text = "ሁለቱ ሚኒስትሮች በአዲስ አበባ ተገናኝተው ሰፊ ውይይት ካደረጉ በኋላ ወደ አገራቸው ተመለሱ"
  const spoken = text.split(" ").map((part, at) => word(part, at * 0.4, at * 0.4 + 0.35))
  expect(cues(spoken).flatMap(({ lines }) => lines.filter((line) => line.includes("ውይይት ካደረጉ")))).toHaveLength(1)
})

test("of two equal places to divide a cue, the one where the speaker paused is taken", () => {
  const words = Array.from({ length: 14 }, () => "afur")
  const spoken = words.map((text, at) => {
    const start = at * 0.3 + (at > 5 ? 0.2 : 0)
    return word(text, start, start + 0.25)
  })
  expect(cues(spoken)[0]?.lines[0]).toBe("afur afur afur afur afur afur")
})

test("a cue that must end does so behind a sentence, not within the next", () => {
  const text = "ልጆቹ ከትምህርት ቤት ሲመለሱ በመንገድ ዳር ትልቅ ውሻ አይተዋል። እናታቸው ግን ምንም ሳትጨነቅ ምግብ ሠርታ እስኪመጡ ድረስ በትዕግሥት ጠበቀቻቸው።"
  const spoken = text.split(" ").map((part, at) => word(part, at * 0.4, at * 0.4 + 0.35))
  expect(cues(spoken).map(({ lines }) => lines.join(" "))).toEqual([
    "ልጆቹ ከትምህርት ቤት ሲመለሱ በመንገድ ዳር ትልቅ ውሻ አይተዋል።",
    "እናታቸው ግን ምንም ሳትጨነቅ ምግብ ሠርታ እስኪመጡ ድረስ በትዕግሥት ጠበቀቻቸው።"
  ])
})

test('a number too long for a caption\'s line is divided before its "and"', () => {
  const text = "doolaara biliyoona sadii fi miliyoona dhibba shan argate"
  const spoken = text.split(" ").map((part, at) => word(part, at * 0.3, at * 0.3 + 0.25))
  expect(cues(spoken).flatMap(({ lines }) => lines)).toEqual([
    "doolaara biliyoona sadii",
    "fi miliyoona dhibba shan argate"
  ])
})
