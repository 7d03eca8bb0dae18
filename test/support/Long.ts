/**
 * A test that takes longer than a plain one may, in a file of quick ones. `bun run test` passes it over; `bun run test:all`,
 * and `bun run test` with the words of its file, run it.
 */
import { test } from "bun:test"

/** Set by `test/main.ts` where only quick tests are to run. */
export const isQuick = process.env.QAL_TEST_QUICK === "1"

/** The end of a long test's name, by which `test/main.ts` runs the long tests of a quick file alone. */
const MARK = "(long)"

/** What the names of those have in them that only `bun run test:all` runs: the mark, or that they need PostgreSQL. */
export const LONG_NAMES = String.raw`\((long|PostgreSQL)\)`

/** A long test that says nothing else may take so long. */
const PATIENCE_MILLIS = 600_000

const one = (name: string, run: () => unknown, timeout = PATIENCE_MILLIS): void =>
  test.skipIf(isQuick)(`${name} ${MARK}`, async () => void (await run()), timeout)

export const longTest = Object.assign(one, {
  skipIf: (skips: boolean) => (skips ? (name: string) => test.skip(`${name} ${MARK}`, () => {}) : one)
})
