/** What can be done to a request's headers. */
import type { Chance } from "./Chance.ts"
import { type Draft, headerOf, setHeader } from "./Draft.ts"
import type { Mutation } from "./Mutation.ts"
import { tamper } from "./Targets.ts"

/** Headers from which on the HTTP parser may answer 431 by itself, as it does to a head of more than 16 KiB; Bun takes about 100. */
const MOST_HEADERS = 90
/** Bytes of one header, likewise. */
const MOST_HEADER_BYTES = 8_000

const KEY = "x-api-key"
const hasKey = (draft: Draft): boolean => headerOf(draft, KEY).length > 0
const always = (): boolean => true

const badKey = (key: string, chance: Chance): ReadonlyArray<string> =>
  chance.pick<ReadonlyArray<string>>(
    [],
    [""],
    ["sk_"],
    [tamper(key.slice(3), chance)],
    [`sk_${"A".repeat(chance.size(40, 1_000, 8_000))}`],
    [`${key}\u00e9`],
    [key.toUpperCase()],
    ["null"],
    ["__proto__"],
    ["sk_%00"],
    ["' OR 1=1 --"]
  )

const keys: ReadonlyArray<Mutation> = [
  {
    name: "key: wrong",
    fits: hasKey,
    apply: (draft, chance) => ({
      ...setHeader(draft, KEY, ...badKey(headerOf(draft, KEY)[0] ?? "", chance)),
      mustFail: true
    })
  },
  {
    name: "key: two",
    fits: hasKey,
    apply: (draft, chance, { tenants }) => {
      const other = tenants.find(({ key }) => key !== headerOf(draft, KEY)[0])?.key ?? "sk_other"
      return { ...setHeader(draft, "Authorization", `Bearer ${chance.pick(other, "sk_other")}`), mustFail: true }
    }
  },
  {
    name: "key: no bearer",
    fits: hasKey,
    apply: (draft, chance) => ({
      ...setHeader(
        setHeader(draft, KEY),
        "Authorization",
        chance.pick("", "Bearer", "Basic YTpi", "Bearer  ", "Bearer sk_", `Bearer ${"x".repeat(5_000)}`, "Digest a=b")
      ),
      mustFail: true
    })
  },
  {
    name: "key: bearer",
    fits: hasKey,
    apply: (draft) => setHeader(setHeader(draft, KEY), "Authorization", `Bearer ${headerOf(draft, KEY)[0] ?? ""}`)
  }
]

const RANGES = [
  "bytes=0-",
  "bytes=-1",
  "bytes=5-2",
  "bytes=0-0,1-1",
  "bytes=99999999999999999999-",
  "bytes=-0",
  "items=0-1",
  "bytes=a-b",
  "bytes=",
  `bytes=${"0-1,".repeat(2_000)}`
] as const
const TYPES = [
  "",
  "text/plain",
  "application/json; charset=utf-7",
  "application/json;;;;",
  "APPLICATION/JSON",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "multipart/mixed; boundary=a",
  "application/octet-stream",
  "application/vnd.api+json",
  "x",
  "*/*",
  `application/${"j".repeat(8_000)}`
] as const
const IDS = ["", " ", "a b", "a".repeat(128), "a".repeat(129), "../x", "a,b", "é", "__proto__", "fixed-id"] as const

/** A header whose values are odd; `mayBeBare` where the HTTP parser looks at it. */
const odd = (name: string, values: ReadonlyArray<string>, mayBeBare = false): Mutation => ({
  name: `header: ${name}`,
  fits: always,
  apply: (draft, chance) => {
    const value = chance.from(values) ?? ""
    const both = chance.yes(0.15) ? [value, chance.from(values) ?? ""] : [value]
    return { ...setHeader(draft, name, ...both), mayBeBare: draft.mayBeBare || mayBeBare }
  }
})

const oddHeaders: ReadonlyArray<Mutation> = [
  odd("Content-Type", TYPES),
  odd("Range", RANGES),
  odd("Idempotency-Key", IDS),
  odd("x-request-id", IDS),
  odd("Accept", ["", "text/event-stream", "text/html", "x", "*/*;q=0", "application/json;q=nan"]),
  odd("Accept-Encoding", ["gzip", "br;q=1.0, gzip;q=0", "identity;q=0", "*", "x"]),
  odd("Origin", ["null", "http://evil.example", "http://localhost", "x", "file://"]),
  odd("Host", ["", "evil.example", "[::1", "localhost:99999", "a b", "127.0.0.1@x"], true),
  odd("Expect", ["100-continue", "x"], true),
  odd("Connection", ["close", "keep-alive, x-api-key", "Upgrade", "x"], true),
  odd("X-HTTP-Method-Override", ["DELETE", "x"]),
  odd("X-Forwarded-For", ["127.0.0.1", "a".repeat(5_000)]),
  odd("If-None-Match", ["*", '"a"', "W/"]),
  odd("If-Range", ["*", '"a"', "Sat, 01 Jan 2000 00:00:00 GMT"]),
  odd("Cookie", ["a=b", "=;=;", "__proto__=1"]),
  odd("Transfer-Encodings", ["chunked"]),
  odd("traceparent", ["00-0-0-0", "00-ffffffffffffffffffffffffffffffff-ffffffffffffffff-01"]),
  odd("b3", ["0", "a-b-c-d"])
]

const sizes: ReadonlyArray<Mutation> = [
  {
    name: "header: many",
    fits: always,
    apply: (draft, chance) => {
      const count = chance.size(20, MOST_HEADERS, 150, 500)
      const more = Array.from({ length: count }, (_, at) => [`x-${at}`, "1"] as const)
      return { ...draft, headers: [...draft.headers, ...more], mayBeBare: draft.mayBeBare || count >= MOST_HEADERS }
    }
  },
  {
    name: "header: long",
    fits: always,
    apply: (draft, chance) => {
      const length = chance.size(1_000, 8_000, 20_000, 200_000)
      return {
        ...setHeader(draft, "x-long", "a".repeat(length)),
        mayBeBare: draft.mayBeBare || length > MOST_HEADER_BYTES
      }
    }
  },
  {
    name: "header: control characters",
    fits: always,
    apply: (draft, chance) => ({
      ...setHeader(
        draft,
        chance.pick("x-a", "x-request-id", "Idempotency-Key", "Accept"),
        chance.pick("a\r\nx-b: c", "a\u0000b", "a\nb", "a\rb", "\u0001", "a\r\n b", "a\u007f")
      ),
      mayBeBare: true
    })
  },
  {
    name: "header: no name",
    fits: always,
    apply: (draft, chance) => ({
      ...draft,
      headers: [
        ...draft.headers,
        chance.pick<readonly [string, string]>(
          ["", "a"],
          ["a b", "c"],
          ["x\u0000", "c"],
          ["ሰ", "c"],
          ["a:", "b"],
          ["__proto__", "c"],
          ["constructor", "c"]
        )
      ],
      mayBeBare: true
    })
  }
]

export const mutations: ReadonlyArray<Mutation> = [...keys, ...oddHeaders, ...sizes]
