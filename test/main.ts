/**
 * `bun run test [words of bun test]`: all tests. Without words those that go through a whole server are run once more, on
 * PostgreSQL and an object store, where PostgreSQL is installed.
 *
 * Two files run at a time. A file in which a test failed is run again with nothing beside it, for a hearing, a browser or
 * a child process can be late on a crowded machine. What fails alone fails the run; what passes alone is named at the end.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { hasPostgres } from "./support/Postgres.ts"
import { describeFailures, failedFiles, type Report, readReport } from "./support/Report.ts"

/** What clients see, and what is paid for over sockets that live long. What else differs between stores is tested on both. */
const ON_BOTH_STORES = [
  "test/conformance",
  "test/conversation/Admission.test.ts",
  "test/conversation/Failures.test.ts",
  "test/conversation/Limits.test.ts",
  "test/conversation/Sessions.test.ts",
  "test/transcription/Live.test.ts",
  "test/transcription/LiveRemote.test.ts",
  "test/transcription/Scribe.test.ts",
  "test/voice/Socket.test.ts"
]

/** More failed files than this are no matter of a crowded machine: they are not tried again. */
const FILES_TRIED_AGAIN = 8
/** How many files are named for the time that they took. */
const SLOWEST_NAMED = 12

interface Outcome extends Report {
  readonly code: number
}

const say = (line: string): void => void process.stderr.write(`${line}\n`)

/** One run of the runner. Its report is empty where it could not even begin. */
const runOnce = async (words: ReadonlyArray<string>, store: string | undefined, abreast: number): Promise<Outcome> => {
  const folder = await mkdtemp(join(tmpdir(), "qal-report-"))
  const path = join(folder, "report.xml")
  const options = [`--parallel=${abreast}`, "--timeout", "60000", "--reporter=junit", `--reporter-outfile=${path}`]
  const code = await Bun.spawn([process.execPath, "test", ...options, ...words], {
    stdio: ["inherit", "inherit", "inherit"],
    env: { ...process.env, ...(store === undefined ? {} : { QAL_TEST_STORE: store }) }
  }).exited
  const xml = await readFile(path, "utf8").catch(() => undefined)
  await rm(folder, { recursive: true, force: true })
  return { code, ...(xml === undefined ? { failures: [], seconds: new Map() } : readReport(xml)) }
}

const slowest = ({ seconds }: Report): string =>
  [...seconds]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, SLOWEST_NAMED)
    .map(([file, time]) => `${file} ${Math.round(time)} s`)
    .join(", ")

/** All of `files`, and once more alone those that failed. */
const runAll = async (files: ReadonlyArray<string>, store?: string): Promise<{ code: number; summary: string }> => {
  const first = await runOnce(files, store, 2)
  const time = `The slowest files: ${slowest(first)}`
  const failed = failedFiles(first)
  if (failed.length === 0) return { code: first.code, summary: time }
  const told = `FAILED:\n${describeFailures(first.failures)}`
  say(`\n${told}`)
  if (failed.length > FILES_TRIED_AGAIN) return { code: first.code, summary: `${time}\n${told}` }
  say(`\nOnce more, alone: ${failed.join(", ")}`)
  const paths = failed.map((file) => `./${file}`)
  const again = await runOnce(paths, store, 1)
  const verdict =
    again.code === 0 ? "All of these PASSED ALONE." : `FAILED ALONE TOO:\n${describeFailures(again.failures)}`
  return { code: again.code, summary: `${time}\n${told}\n${verdict}` }
}

const main = async (words: ReadonlyArray<string>): Promise<number> => {
  if (words.length > 0) return (await runOnce(words, undefined, 2)).code
  const first = await runAll([])
  if (!hasPostgres) {
    say(`\n${first.summary}`)
    return first.code
  }
  say("\nOnce more on PostgreSQL and an object store:")
  const second = await runAll(ON_BOTH_STORES, "postgres")
  say(`\nOn SQLite and files. ${first.summary}\n\nOn PostgreSQL and an object store. ${second.summary}`)
  return Math.max(first.code, second.code)
}

process.exit(await main(process.argv.slice(2)))
