/** Files made to take all time or memory: refused within bounds, their process gone, the next file read. */
import { afterAll, expect, test } from "bun:test"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { deflateSync } from "node:zlib"
import { docxParts, hugePng, pdf, pdfText, wordParagraph, zip } from "./Files.ts"
import { failure, makeReader, right } from "./Reader.ts"

/** Less time than in the server, so that the tests need not wait for it; the same memory. */
const reader = makeReader({ limits: { memory: 768 * 1024 * 1024, cpuSeconds: 3 } })
afterAll(() => reader.stop())

const MEBI = 1024 * 1024
/** What a reader may take by its limit, and the program itself. */
const MOST_RESIDENT = (768 + 256) * MEBI
/** A processor's four seconds, on a machine that does ten other things; the wall clock's limit is 30. */
const MOST_SECONDS = 35

/** Elsewhere the memory of readers is not looked at. */
const hasProc = existsSync("/proc/self/statm")

/** The processes that this one has started and that are no zombies, with their resident bytes. */
const children = (): ReadonlyMap<number, number> => {
  const found = new Map<number, number>()
  for (const pid of hasProc ? readdirSync("/proc").filter((name) => /^\d+$/.test(name)) : []) {
    try {
      const [, state] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")
      const [, parent] = (state ?? "").split(" ")
      const [, pages] = readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")
      if (Number(parent) === process.pid) found.set(Number(pid), Number(pages) * 4096)
    } catch {
      // It has ended since it was listed.
    }
  }
  return found
}

/** Watches while `use` runs: the largest memory of a child. */
const watching = async <A>(use: Promise<A>) => {
  let largest = 0
  const look = setInterval(() => {
    for (const size of children().values()) largest = Math.max(largest, size)
  }, 20)
  const started = performance.now()
  const outcome = await use
  clearInterval(look)
  return { outcome, largest, seconds: (performance.now() - started) / 1000 }
}

const readsOn = async () => {
  const next = right(await reader.document(pdf([pdfText([[12, "an honest page"]])])))
  expect(next.text).toContain("an honest page")
}

/** A PDF of one page, deflated as its writer likes. */
const deflated = (content: string) => {
  const stream = deflateSync(content, { level: 9 }).toString("latin1")
  const plain = pdf([stream]).toString("latin1")
  return Buffer.from(plain.replace(`/Length ${stream.length}`, `/Length ${stream.length}/Filter/FlateDecode`), "latin1")
}

const curves = (count: number) => `0 0 m ${"1 700 300 2 500 600 c ".repeat(count)}S`
const nested = (depth: number) => pdf([pdfText([[12, "x"]])], `/Info ${"<</A ".repeat(depth)}1${">>".repeat(depth)}`)
const square = "0 0 m 600 0 l 600 700 l 0 700 l h f "

test.each([
  ["millions of curves", () => deflated(curves(8_000_000))],
  ["a hundred thousand pages' worth of paint in eleven kilobytes", () => deflated(square.repeat(100_000))],
  ["dashes finer than dust", () => deflated(`[0.001 0.001] 0 d 0.01 w ${"0 0 m 600 700 l S ".repeat(20_000)}`)]
])(
  "a small PDF that would take endless time is refused in bounds, its process ended, the next file read: %s",
  async (_, make) => {
    const file = make()
    expect(file.length).toBeLessThan(MEBI / 2)
    const before = process.memoryUsage.rss()
    const { largest, outcome, seconds } = await watching(reader.document(file))
    expect(failure(outcome).code).toBe("UNREADABLE_ATTACHMENT")
    expect(seconds).toBeLessThan(MOST_SECONDS)
    expect(largest).toBeLessThan(MOST_RESIDENT)
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * MEBI)
    await readsOn()
    expect(children().size).toBeLessThanOrEqual(1)
  },
  120_000
)

const paragraphs = (count: number) => `<w:p>${"<w:r><w:t>a</w:t></w:r>".repeat(count)}</w:p>`

test.each([
  ["a PDF whose objects nest", () => nested(200_000)],
  ["a PDF of graphics states", () => pdf(["q ".repeat(3_000_000)])],
  ["a PDF of text that overlaps", () => deflated(`BT /F1 12 Tf ${"(aaaaaaaaaaaaaaaa) Tj 0 0 Td ".repeat(400_000)}ET`)],
  ["a PDF of shadings and clips", () => deflated(`${"q 0 0 m 600 0 l 600 700 l 0 700 l h W n ".repeat(300_000)}`)],
  ["a Word document of one endless paragraph", () => zip(docxParts(paragraphs(2_000_000)))],
  ["RTF of groups in groups", () => Buffer.from(`{\\rtf1 ${"{\\b ".repeat(2_000_000)}`)],
  ["RTF of words without end", () => Buffer.from(`{\\rtf1 ${"\\u8364?".repeat(1_300_000)}}`)],
  ["RTF of binary that is not there", () => Buffer.from("{\\rtf1 \\bin2000000000 x}")]
])(
  "%s is read or refused in bounds, and the next file is read",
  async (_, make) => {
    const { largest, outcome, seconds } = await watching(reader.document(make()))
    if (outcome._tag === "Left") expect(failure(outcome).code).toBe("UNREADABLE_ATTACHMENT")
    expect(seconds).toBeLessThan(MOST_SECONDS)
    expect(largest).toBeLessThan(MOST_RESIDENT)
    await readsOn()
  },
  120_000
)

test("a picture whose header says a huge size is refused by its header", async () => {
  const { largest, outcome } = await watching(reader.image(hugePng(60_000, 60_000)))
  expect(failure(outcome).code).toBe("UNREADABLE_ATTACHMENT")
  expect(largest).toBeLessThan(MOST_RESIDENT)
  await readsOn()
})

test("after all hostile files a document is read, and the process has not grown", async () => {
  expect(process.memoryUsage.rss()).toBeLessThan(800 * MEBI)
  expect(right(await reader.document(zip(docxParts(wordParagraph("well"))))).text).toContain("well")
})
