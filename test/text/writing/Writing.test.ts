/** What was said, as people write it: the inverse of a reading. */
import { expect, test } from "bun:test"
import { FastCheck } from "effect"
import type { Language } from "../../../src/Domain.ts"
import { read } from "../../../src/text/reading/Reading.ts"
import { settledOf, write, writeWords } from "../../../src/text/writing/Writing.ts"
import { forAll } from "../../support/Property.ts"

const language = FastCheck.constantFrom("am" as const, "om" as const)

const examples: ReadonlyArray<readonly [Language, said: string, written: string]> = [
  ["am", "ሁለት ሺህ አስራ ስድስት ሰዎች መጡ", "2016 ሰዎች መጡ"],
  ["am", "አንድ ሺህ ሁለት መቶ ሃምሳ ብር ከሰባ አምስት ሳንቲም ከፍያለሁ", "1,250.75 ብር ከፍያለሁ"],
  ["am", "አንድ ሰው መጣ", "አንድ ሰው መጣ"],
  ["am", "ዋጋው በሃያ አምስት በመቶ ጨመረ", "ዋጋው በ25% ጨመረ"],
  ["am", "የአሥራ ሁለተኛ ክፍል ተማሪ", "የ12ኛ ክፍል ተማሪ"],
  ["am", "ሁለት ሚሊዮን ብር", "2 ሚሊዮን ብር"],
  ["am", "ሦስት ነጥብ አንድ አራት", "3.14"],
  ["am", "ብዙ ሺህ ሰዎች መቶ ጊዜ", "ብዙ ሺህ ሰዎች መቶ ጊዜ"],
  ["am", "ሃያ፣ ሰላሳ፣ አርባ", "20፣ 30፣ 40"],
  ["am", "ስብሰባው ከጠዋቱ ሦስት ሰዓት ተኩል ይጀምራል", "ስብሰባው ከጠዋቱ 3:30 ሰዓት ይጀምራል"],
  ["am", "በአራት ሰዓት ከአሥር ደቂቃ ተጀመረ", "በ4:10 ሰዓት ተጀመረ"],
  ["am", "ከቀኑ ስምንት ሰዓት ላይ", "ከቀኑ 8:00 ሰዓት ላይ"],
  ["am", "ለሦስት ሰዓት ጠበቀ", "ለሦስት ሰዓት ጠበቀ"],
  ["am", "ሐምሌ አንድ ቀን ሁለት ሺህ አሥራ ስድስት ዓመተ ምሕረት", "ሐምሌ 1 ቀን 2016 ዓ.ም."],
  ["am", "አምስት ኪሎ ሜትር ሮጠ", "5 ኪ.ሜ ሮጠ"],
  ["am", "ከሃያ አምስት ዲግሪ ሴልሺየስ በላይ", "ከ25°C በላይ"],
  ["om", "sa'aatii sadii fi walakkaa irratti", "sa'aatii 3:30 irratti"],
  ["om", "sa'aatii lamaa fi daqiiqaa kudhan", "sa'aatii 2:10"],
  ["om", "Adoolessa lama bara kuma lamaa fi kudha ja'a", "Adoolessa 2 bara 2016"],
  ["om", "kiiloo meetira shan fiige", "kiiloo meetira 5 fiige"],
  ["am", "ስልክ ዜሮ ዘጠኝ አሥራ አንድ ሃያ ሦስት አርባ አምስት ስልሳ ሰባት ነው", "ስልክ 0911234567 ነው"],
  ["om", "bilbila zeeroo sagal kudha tokko digdamii sadii afurtamii shan jaatamii torba", "bilbila 0911234567"],
  ["om", "namoota kuma lamaa fi kudha ja'a", "namoota 2016"],
  ["om", "qarshii kuma tokkoo fi dhibba lama saantima shantama kaffale", "qarshii 1,200.50 kaffale"],
  ["om", "dhibbeentaa digdamii shan dabale", "25% dabale"],
  ["om", "kutaa kudha lammaffaa", "kutaa 12ffaa"],
  ["om", "kuma dhibba tokkoo fi afurtamii shan", "145,000"],
  ["om", "kuma dhibba tokkoo fi kuma afurtamii shan", "145,000"],
  ["om", "kuma dhibbaa fi kumi kudhan", "110,000"],
  ["om", "kuma dhibba tokko afurtamii shan", "100,045"],
  ["om", "qarshii kuma shanii fi dhibba lamaan bite", "qarshii 5,200n bite"],
  ["om", "qarshii kuma shanii fi digdamaan bite", "qarshii 5,020n bite"],
  ["om", "bara kuma tokko dhibba sagalii fi sagaltamii shanitti dhalate", "bara 1995tti dhalate"],
  ["om", "sa'aatii sadii fi walakkaatti jalqaba", "sa'aatii 3:30tti jalqaba"],
  ["om", "dhibbeentaa kudha shaniin dabale", "15%n dabale"],
  ["om", "birrii miiliyoona sadii tuqaa shan", "birrii miiliyoona 3.5"],
  ["om", "namoota miiliyoona dhibba tokkoo fi digdama ol", "namoota miiliyoona 120 ol"],
  ["om", "namoota kuma shaniifi dhibba sadii", "namoota 5300"],
  ["om", "bara kuma lamaa fi kudha jaha", "bara 2016"],
  ["om", "lamaan isaanii shanitti dhufan", "lamaan isaanii shanitti dhufan"],
  ["om", "nama tokko fi waraabessa lama", "nama tokko fi waraabessa lama"],
  ["om", "digdama, soddoma, afurtama.", "20, 30, 40."]
]

test.each(examples)('what is said in "%s" is written in figures where that is usual: %s', (of, said, written) => {
  expect(write(of, said)).toBe(written)
})

test("a written text reads as what was said, of every number", () => {
  const amount = FastCheck.oneof(
    FastCheck.bigInt({ min: 0n, max: 9_999n }),
    FastCheck.bigInt({ min: 0n, max: 999_999_999_999n })
  )
  forAll({ numRuns: 3_000 }, language, amount, (of, value) => {
    // In groups: a row of ten and more digits is the number of an account.
    const said = read(of, value < 10_000n ? `${value}` : value.toLocaleString("en")).words
    const written = write(of, said)
    if (value >= 10n) expect(written.replace(/\D/g, "")).toMatch(/^\d+$/)
    expect(read(of, written).words).toBe(said)
  })
})

test("a written text is the same written once more, and has all other words as they were", () => {
  const word = FastCheck.constantFrom(
    ..."ሰላም|ብር|ሳንቲም|ከሃምሳ|በመቶ|አንድ|ሁለት|አሥራ|አስር|ሃያ|መቶ|ሺህ|ሚሊዮን|ነጥብ|ዜሮ|በአሥራ|ሦስተኛ|ሃያኛ|nama|tokko|tokkoo|fi|lama|kudha|kudhan|digdamii|soddoma|dhibba|kuma|qarshii|saantima|dhibbeentaa|tuqaa|lammaffaa|12|a,|ሁለት፣|".split(
      "|"
    )
  )
  const text = FastCheck.array(word, { maxLength: 16 }).map((words) => words.join(" "))
  forAll({ numRuns: 2_000 }, language, text, (of, said) => {
    const once = write(of, said)
    expect(write(of, once)).toBe(once)
    expect(once.includes("ሰላም")).toBe(said.includes("ሰላም"))
  })
})

test("a written text of words with their times has the text of the whole, in rising times", () => {
  const words = "ዋጋው ሁለት ሺህ አስራ ስድስት ብር ነው".split(" ").map((text, at) => ({
    text,
    start: at,
    end: at + 0.9,
    confidence: 1 - at / 10
  }))
  const written = writeWords("am", words)
  expect(written.map(({ text }) => text).join(" ")).toBe(write("am", words.map(({ text }) => text).join(" ")))
  expect(written[1]).toEqual({ text: "2,016", start: 1, end: 4.9, confidence: 0.6 })
})

test("a written text that is not yet whole begins with what the whole begins with", () => {
  const words = "ዛሬ ሃያ አምስት ሺህ ሰዎች መጡ ዋጋው ሁለት ሺህ አስራ ስድስት ብር ነው".split(" ")
  const texts = words.map((_, at) => words.slice(0, at + 1).join(" "))
  const whole = write("am", words.join(" "))
  let last = 0
  for (const text of texts) {
    const settled = settledOf("am", text, text.length)
    expect(whole.startsWith(write("am", text).slice(0, settled))).toBe(true)
    expect(settled).toBeGreaterThanOrEqual(last)
    last = settled
  }
  expect(last).toBeGreaterThan(15)
})
