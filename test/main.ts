/**
 * `bun run test [words of bun test]`: all tests. Without words those that go through a whole server are run once more, on
 * PostgreSQL and an object store, where PostgreSQL is installed.
 */
import { hasPostgres } from "./support/Postgres.ts"

const TESTS = [process.execPath, "test", "--parallel=2", "--timeout", "60000"]

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

const run = (words: ReadonlyArray<string>, store?: string): Promise<number> =>
  Bun.spawn([...TESTS, ...words], {
    stdio: ["inherit", "inherit", "inherit"],
    env: { ...process.env, ...(store === undefined ? {} : { QAL_TEST_STORE: store }) }
  }).exited

const words = process.argv.slice(2)
let code = await run(words)
if (words.length === 0 && hasPostgres) {
  process.stderr.write("\nOnce more on PostgreSQL and an object store:\n")
  code = Math.max(code, await run(ON_BOTH_STORES, "postgres"))
}
process.exit(code)
