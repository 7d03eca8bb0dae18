/** `qal say`: how a text is read, and how that sounds, with no server, wallet or network. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import decode from "audio-decode"
import { withTextLast } from "../../src/cli/SayCommand.ts"
import { origins, read } from "../../src/text/reading/Reading.ts"
import { textOf } from "../docs/Pages.ts"
import { outcomeOf } from "../support/ProgramOutcome.ts"

const MAIN = resolve(import.meta.dir, "../../src/main.ts")

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "qal-say-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const start = (words: ReadonlyArray<string>) =>
  // Whatever a server's settings are, and wherever its data would be.
  Bun.spawn([process.execPath, MAIN, "say", ...words], {
    env: { PATH: process.env.PATH ?? "", QAL_DATA_DIR: "/nowhere", QAL_PORT: "none" },
    cwd: folder,
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe"
  })

const say = async (words: ReadonlyArray<string>, input: string | Uint8Array = "") => {
  const child = start(words)
  child.stdin.write(input)
  await child.stdin.end()
  return outcomeOf(child)
}

const linesOf = (out: string) =>
  out
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line))

/** What a line says must hold together, whatever its text. */
const expectWhole = (line: ReturnType<typeof JSON.parse>) => {
  expect(Object.keys(line)).toEqual(["text", "language", "spans", "words", "phonemes"])
  let at = 0
  for (const { end, start } of line.spans) {
    expect(start).toBe(at)
    at = end
  }
  expect(at).toBe(line.text.length)
  expect(line.spans.map(({ words }: { readonly words: string }) => words).join("")).toBe(line.words)
  expect(line.words).not.toMatch(/\p{N}/u)
}

test("say --explain prints one line of JSON and nothing else", async () => {
  const { code, err, out } = await say(["--language", "am", "ዋጋው 12 ብር ነው።", "--explain"])
  expect({ code, err }).toEqual({ code: 0, err: "" })
  const [line, ...more] = linesOf(out)
  expect(more).toEqual([])
  expectWhole(line)
  expect(line).toMatchObject({ text: "ዋጋው 12 ብር ነው።", language: "am", words: "ዋጋው አሥራ ሁለት ብር ነው።" })
  expect(line.spans).toEqual(
    read("am", line.text).spans.map(({ end, kind, start, words }) => ({ start, end, kind, words }))
  )
  expect(line.phonemes).toMatch(/^[\x20-\x7e]+$/)
  expect(origins(read("am", line.text))(line.words.length)).toBe(line.text.length)
})

test.each(["docs/speech.md", "docs/command-line.md"])("the lines of %s do what they say", async (page) => {
  const lines = [...textOf(page).matchAll(/^bun run qal (say .*)$/gm)].map(([, line = ""]) => line)
  expect(lines).toHaveLength(2)
  for (const line of lines) {
    const words = Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, bare]) => quoted ?? bare ?? "")
    const { code, out } = await say(words.slice(1))
    expect(code).toBe(0)
    expect(linesOf(out)).toHaveLength(line.includes("--explain") ? 1 : 0)
  }
  expect(existsSync(join(folder, "guyyaa.mp3"))).toBe(true)
})

test("a text of say may begin with a minus, and stand anywhere among the options", async () => {
  const { out } = await say(["--language", "om", "-5 digirii", "--explain"])
  expect(linesOf(out)[0]?.text).toBe("-5 digirii")
  const line = (...words: ReadonlyArray<string>) => withTextLast(["bun", "main", "say", ...words]).slice(3)
  expect(line("--language", "am", "-5", "--explain")).toEqual(["--language", "am", "--explain", "--", "-5"])
  expect(line("--language=am", "--out", "-1.mp3", "x")).toEqual(["--language=am", "--out", "-1.mp3", "--", "x"])
  expect(line("--speed", "-1", "--language", "om", "-a b")).toEqual(["--speed", "-1", "--language", "om", "--", "-a b"])
  expect(line("--help")).toEqual(["--help"])
  expect(line("--language", "am", "--", "--explain")).toEqual(["--language", "am", "--", "--explain"])
  expect(withTextLast(["bun", "main", "keys", "create", "-5"])).toEqual(["bun", "main", "keys", "create", "-5"])
})

test("say --stdin answers a line for each line, in order, whatever is in it", async () => {
  const texts = [
    "ሰላም 5",
    "",
    "  ",
    "12/11/2016",
    "x\r",
    "[[a]] </speak> &",
    "12".repeat(2_000),
    "ሰላም ".repeat(1_000),
    "last"
  ]
  const { code, err, out } = await say(["--language", "am", "--stdin"], texts.join("\n"))
  expect({ code, err }).toEqual({ code: 0, err: "" })
  const lines = linesOf(out)
  expect(lines.map(({ text }) => text)).toEqual(texts.map((text) => text.replace(/\r$/, "")))
  for (const line of lines) expectWhole(line)
  expect(lines[1]).toEqual({ text: "", language: "am", spans: [], words: "", phonemes: "" })
})

test("say --stdin reads what is no UTF-8 as the sign of a damaged character, also where it ends too early", async () => {
  const input = new Uint8Array([0x61, 0xff, 0x0a, 0xed, 0xa0, 0x80, 0x0a, 0xe1, 0x88])
  const { out } = await say(["--language", "om", "--stdin"], input)
  const texts = linesOf(out).map(({ text }) => text)
  expect(texts).toHaveLength(3)
  expect(texts[0]).toBe("a\ufffd")
  for (const text of texts) expect(text).toContain("\ufffd")
})

test("say --stdin answers each line as it comes", async () => {
  const child = start(["--language", "om", "--stdin"])
  const reader = child.stdout.getReader()
  for (const text of ["tokko", "1", "lama"]) {
    child.stdin.write(`${text}\n`)
    await child.stdin.flush()
    const { value } = await reader.read()
    expect(JSON.parse(new TextDecoder().decode(value)).text).toBe(text)
  }
  await child.stdin.end()
  expect(await child.exited).toBe(0)
})

test("say --stdin takes thousands of lines in seconds of a processor", async () => {
  const text = "Guyyaa 12/11/2016 qarshii 1,500.75 sa'aatii 3:30 irratti kaffale."
  const child = start(["--language", "om", "--stdin"])
  child.stdin.write(`${text}\n`.repeat(2_000))
  await child.stdin.end()
  expect(linesOf(await new Response(child.stdout).text())).toHaveLength(2_000)
  await child.exited
  expect(Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6).toBeWithin(0.1, 15)
})

test("say --stdin takes a line of 100,000 characters in seconds", async () => {
  const begun = performance.now()
  const { out } = await say(["--language", "am", "--stdin"], "1".repeat(100_000))
  expect(linesOf(out)).toHaveLength(1)
  // Some seconds on two quiet cores.
  expect(performance.now() - begun).toBeLessThan(50_000)
})

test("say --stdin ends quietly where nobody reads on", async () => {
  const child = start(["--language", "om", "--stdin"])
  const more = "12 fi 13\n".repeat(10_000)
  child.stdin.write(more)
  await child.stdout.cancel()
  child.stdin.write(more)
  expect(await child.exited).toBe(0)
  expect(await new Response(child.stderr).text()).toBe("")
})

test.each(["mp3", "wav", "opus", "flac", "aac"])(
  "say --out writes a whole file of .%s, and nothing beside it",
  async (ending) => {
    const file = join(folder, `one.${ending.toUpperCase()}`)
    const { code, err, out } = await say(["--language", "am", "--out", file, "ሰላም፣ እንዴት ነህ? ዛሬ 12 ነው።"])
    expect({ code, err, out }).toEqual({ code: 0, err: "", out: "" })
    const { channelData, sampleRate } = await decode(await Bun.file(file).bytes())
    expect((channelData[0]?.length ?? 0) / sampleRate).toBeWithin(1.5, 6)
    expect(channelData[0]?.some((sample) => Math.abs(sample) > 0.1)).toBe(true)
    expect(readdirSync(folder).filter((name) => name.includes("partial"))).toEqual([])
  }
)

test("say --out writes at the beginning what is known at the end: a .wav's sizes", async () => {
  const file = join(folder, "sizes.wav")
  await say(["--language", "om", "--out", file, "Akkam jirtu? Har'a 12 dha."])
  const bytes = Buffer.from(await Bun.file(file).arrayBuffer())
  expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8)
  expect(bytes.readUInt32LE(40)).toBe(bytes.length - 44)
})

test("say --out takes a voice and a pace, and explains as well", async () => {
  const seconds = async (...also: ReadonlyArray<string>) => {
    const file = join(folder, "two.wav")
    const { out } = await say(["--language", "om", "--out", file, "Akkam jirtu? Nagaadhaa?", ...also])
    const { channelData, sampleRate } = await decode(await Bun.file(file).bytes())
    return { seconds: (channelData[0]?.length ?? 0) / sampleRate, out }
  }
  const plain = await seconds()
  const fast = await seconds("--speed", "2", "--voice", "om-lensa", "--explain")
  expect(plain.out).toBe("")
  expect(linesOf(fast.out)).toHaveLength(1)
  expect(fast.seconds).toBeLessThan(0.7 * plain.seconds)
})

test("say --out makes no file and no folder where the file cannot be written", async () => {
  const { code } = await say(["--language", "am", "--out", join(folder, "none", "a.mp3"), "ሰላም"])
  expect(code).toBe(1)
  expect(existsSync(join(folder, "none"))).toBe(false)
})

const refusals: ReadonlyArray<readonly [string, ReadonlyArray<string>, string]> = [
  ["neither --explain nor --out", ["--language", "am", "ሰላም"], "add --explain"],
  ["no text", ["--language", "am", "--explain"], "say what?"],
  ["a text beside --stdin", ["--language", "am", "--stdin", "ሰላም"], "--stdin reads the texts"],
  ["--out beside --stdin", ["--language", "am", "--stdin", "--out", "a.mp3"], "--stdin explains"],
  ["an ending that is none", ["--language", "am", "--out", "a.txt", "ሰላም"], "--out: the file's name must end"],
  ["a folder that there is none of", ["--language", "am", "--out", "/none/a.mp3", "ሰላም"], "--out: the file cannot"],
  ["nothing to say", ["--language", "am", "--out", "a.mp3", "…"], "the text has no letter"],
  [
    "a voice of the other language",
    ["--language", "am", "--voice", "om-bikila", "--explain", "ሰ"],
    "--voice: om-bikila"
  ],
  ["a voice that there is none of", ["--language", "am", "--voice", "x", "--explain", "ሰ"], "--voice: there is no"],
  ["a pace out of range", ["--language", "am", "--speed", "9", "--explain", "ሰ"], "--speed: must be"],
  ["a pace that is no number", ["--language", "am", "--speed", "fast", "--explain", "ሰ"], "'fast' is not a float"],
  ["a pace of NaN", ["--language", "am", "--speed", "NaN", "--explain", "ሰ"], ""],
  ["a language that is none", ["--language", "fr", "--explain", "x"], "Expected one of"],
  ["no language", ["--explain", "x"], "Expected to find option: '--language'"],
  ["two texts", ["--language", "am", "--explain", "a", "b"], "Received unknown argument"]
]

test.each(refusals)("say refuses %s in one line", async (_, words, beginning) => {
  const { code, err, out } = await say(words)
  expect(code).toBe(1)
  expect(out).toBe("")
  expect(err.trim().split("\n")).toHaveLength(1)
  expect(err).toStartWith(beginning)
})
