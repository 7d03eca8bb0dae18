/** Loaded before each file of tests (bunfig.toml): the answers that it gets are held against their servers' documents. */
import { afterAll, afterEach } from "bun:test"
import { watch } from "./Described.ts"

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
