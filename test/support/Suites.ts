/** Which files `bun run test` and `bun run test:all` run. A file's suite is the word before `.test.ts` in its name. */
import { Glob } from "bun"

/** Suites that take longer, and what makes them so. */
const SUITES = {
  browser: "pages in Chromium",
  live: "what happens in real time",
  cluster: "PostgreSQL, an object store, several nodes",
  chaos: "kills, full disks, hostile input",
  clients: "published clients",
  long: "whatever else takes long: the compiled binary, the command line, large files"
} as const

export type Suite = keyof typeof SUITES

/** `smoke` has one short look at each suite, which `bun run test` takes. */
type Kind = Suite | "plain" | "smoke"

const isSuite = (word: string): word is Suite => Object.hasOwn(SUITES, word)

const kindOf = (file: string): Kind => {
  const word = /\.([a-z]+)\.test\.ts$/.exec(file)?.[1] ?? "plain"
  return isSuite(word) || word === "smoke" ? word : "plain"
}

/** Has tests that only `bun run test:all` runs, beside quick ones (LONG_NAMES). */
const HAS_LONG = /\b(?:longTest|eachStore|describePostgres)\(/

/** Has properties, draws samples, or holds what something took to a limit. */
const DRAWS_OR_TIMES = /\b(?:forAll|forAllAsync|FastCheck|fc|expectWithin|expectMillis)\b/

/** All files of tests below a folder, sorted, from the project's root. */
const testFiles = async (): Promise<ReadonlyArray<string>> =>
  (await Array.fromAsync(new Glob("test/**/*.test.ts").scan("."))).sort()

export const quickFiles = async (): Promise<ReadonlyArray<string>> =>
  (await testFiles()).filter((file) => ["plain", "smoke"].includes(kindOf(file)))

/** Files of these suites. */
export const filesOfSuites = async (suites: ReadonlyArray<Suite>): Promise<ReadonlyArray<string>> => {
  const wanted = new Set<Kind>(suites)
  return (await testFiles()).filter((file) => wanted.has(kindOf(file)))
}

/** Plain files whose text fits a pattern. */
const plainFiles = async (pattern: RegExp): Promise<ReadonlyArray<string>> => {
  const files = (await testFiles()).filter((file) => kindOf(file) === "plain")
  const texts = await Promise.all(files.map((file) => Bun.file(file).text()))
  return files.filter((_, at) => pattern.test(texts[at] ?? ""))
}

/** Plain files that have long tests beside quick ones. */
export const mixedFiles = (): Promise<ReadonlyArray<string>> => plainFiles(HAS_LONG)

/** Plain files that draw what they test, or have limits of time. */
export const drawnOrTimedFiles = (): Promise<ReadonlyArray<string>> => plainFiles(DRAWS_OR_TIMES)

/** The suites that the words name; all where there are none. Throws for a word that is none. */
export const suitesOf = (words: ReadonlyArray<string>): ReadonlyArray<Suite> => {
  const unknown = words.filter((word) => !isSuite(word))
  if (unknown.length > 0) {
    const known = Object.entries(SUITES).map(([name, what]) => `  ${name.padEnd(8)} ${what}`)
    throw new Error(`There is no suite ${unknown.join(", ")}. Suites:\n${known.join("\n")}`)
  }
  const named = words.filter(isSuite)
  return named.length > 0 ? named : Object.keys(SUITES).filter(isSuite)
}
