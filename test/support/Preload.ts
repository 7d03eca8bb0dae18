/**
 * Loaded before each file of tests (bunfig.toml): the answers that it gets are held against their servers' documents, and what
 * it draws follows from the seed that `test/main.ts` gives; without one, each run draws anew.
 */
import { afterAll, afterEach } from "bun:test"
import { FastCheck } from "effect"
import { watch } from "./Described.ts"

const seed = process.env.QAL_TEST_SEED
if (seed !== undefined) FastCheck.configureGlobal({ seed: Number(seed) })

const plain = globalThis.fetch

const methodOf = (input: Parameters<typeof fetch>[0], init: RequestInit | undefined): string =>
  (init?.method ?? (input instanceof Request ? input.method : "GET")).toUpperCase()

globalThis.fetch = Object.assign(
  async (input: Parameters<typeof fetch>[0], init?: RequestInit) =>
    watch.seen(
      { url: input instanceof Request ? input.url : String(input), method: methodOf(input, init) },
      await plain(input, init)
    ),
  { preconnect: plain.preconnect }
)

afterEach(() => watch.judge())
afterAll(() => watch.judge())
