/** What a hostile RTF file may cost: steps are counted, and no time. */
import { expect, test } from "bun:test"
import { Excerpt } from "../../src/chat/documents/Excerpt.ts"
import { read } from "../../src/chat/documents/Rtf.ts"
import { MOST_STEPS, Work } from "../../src/chat/documents/RtfWork.ts"

const BYTES = 4 * 1024 * 1024
/** A twentieth of the length and of the steps: a piece costs the same wherever it stands. */
const PART = 20

/** A list of nine levels, each of which shows the numbers of all above it. */
const LEVEL = "{\\listlevel\\levelnfc1{\\leveltext\\'12\\'00.\\'01.\\'02.\\'03.\\'04.\\'05.\\'06.\\'07.\\'08;}}"
const LISTS = `{\\*\\listtable{\\list${LEVEL.repeat(9)}\\listid7}}{\\*\\listoverridetable{\\listoverride\\listid7\\ls1}}`

/** Pieces of which files are made that are long, and have nothing to read. */
const HOSTILE: ReadonlyArray<readonly [what: string, piece: string, before?: string]> = [
  ["empty groups", "{}"],
  ["groups within groups within groups", "{{{}}}"],
  ["notes", "{\\footnote}"],
  ["comments", "{\\*\\annotation}"],
  ["boxes", "{\\shptxt}"],
  ["heads of pages", "{\\header}"],
  ["pictures", "{\\pict}"],
  ["objects", "{\\object}"],
  ["ends of paragraphs", "\\par"],
  ["ends of cells", "\\cell"],
  ["rows", "\\intbl\\row"],
  ["changes of the font", "\\f1"],
  ["hidden letters", "\\'41", "\\v "],
  ["fields", "{\\field{\\*\\fldinst}{\\fldrslt}}"],
  ["boxes to tick", "{\\ffdata{\\*\\formfield\\fftype1}}"],
  ["labels", "{\\listtext}"],
  ["fonts", "{\\f1}", "{\\fonttbl"],
  ["styles", "{\\s1}", "{\\stylesheet"],
  ["lists", "{\\list{\\listlevel}}", "{\\*\\listtable"],
  ["numbers of lists", "\\ls1\\ilvl8\\par", LISTS],
  ["words that nobody knows", "\\zz"],
  ["lines without anything", "\r\n{}"]
]

test.each(HOSTILE)("an RTF file of nothing but %s takes no more steps than any", async (_, piece, before = "") => {
  const most = MOST_STEPS / PART
  const work = new Work(most)
  const text = `{\\rtf1 ${before}${piece.repeat(BYTES / PART / piece.length)}`
  await read(Buffer.from(text, "latin1"), new Excerpt(), work).catch(() => [])
  // The last one may be that of a part.
  expect(work.steps).toBeLessThan(most + 100)
  expect(work.steps).toBeGreaterThan(10_000 / PART)
})

test("what of an RTF file is behind its most steps is said to be left out, and what is before is read", async () => {
  const excerpt = new Excerpt()
  await read(Buffer.from(`{\\rtf1 Akkam jirta?\\par ${"{}".repeat(BYTES / 2)} never read}`, "latin1"), excerpt)
  const { leftOut, text } = excerpt.finish()
  expect(text).toBe("Akkam jirta?")
  expect(leftOut).toEqual(["The file has too many parts to be read in whole: its end is not included."])
})

test("an RTF file that a person wrote is far from its most steps: a page of it takes some thousands", async () => {
  const work = new Work()
  const run = "{\\rtlch\\fcs1 \\af0 \\ltrch\\fcs0 \\insrsid4719 Waajjira Barnootaa }"
  const page = `\\pard\\plain \\ltrpar\\ql \\li0\\ri0\\widctlpar ${run.repeat(8)}\\par `.repeat(40)
  const excerpt = new Excerpt()
  await read(Buffer.from(`{\\rtf1 ${page}}`, "latin1"), excerpt, work)
  expect(work.steps).toBeLessThan(5_000)
  expect(excerpt.finish().leftOut).toEqual([])
})
