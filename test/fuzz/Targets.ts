/** What can be done to a request's method, path and query. */
import type { Chance } from "./Chance.ts"
import type { Draft } from "./Draft.ts"
import { shortText } from "./Hostile.ts"
import type { Mutation } from "./Mutation.ts"
import { escape } from "./Requests.ts"

/** Bytes of a first line above which the HTTP parser may answer 431 by itself; Bun's limit of the whole head is 16 KiB. */
const MOST_LINE = 10_000

const always = (): boolean => true

/** Almost the same text, or one as long. */
export const tamper = (text: string, chance: Chance): string => {
  const at = chance.int(Math.max(1, text.length))
  const other = text[at] === "A" ? "B" : "A"
  return chance.pick(
    `${text.slice(0, at)}${other}${text.slice(at + 1)}`,
    text.slice(0, at),
    `${text}A`,
    "",
    "A".repeat(text.length)
  )
}

const SEGMENTS = [
  "..",
  ".",
  "%2e%2e",
  "%2f",
  "%00",
  "%zz",
  "%",
  "%ff%fe",
  "%u1234",
  "..%2f..%2fetc%2fpasswd",
  "__proto__",
  "constructor",
  "*",
  ";a=b",
  "a%0d%0ax-b:c",
  "%F0%9F%99%82",
  "%ED%A0%80",
  "{voice_id}",
  "-1",
  "0"
] as const

/** Another segment in the place of the path's last, or beside it. */
const paths: ReadonlyArray<Mutation> = [
  {
    name: "path: segment",
    fits: always,
    apply: (draft, chance) => {
      const segments = draft.path.split("/")
      const segment = chance.from(SEGMENTS) ?? ".."
      return {
        ...draft,
        path: chance
          .pick([...segments.slice(0, -1), segment], [...segments, segment], ["", segment, ...segments.slice(1)])
          .join("/")
      }
    }
  },
  {
    name: "path: long",
    fits: always,
    apply: (draft, chance) => {
      const length = chance.size(300, 5_000, 20_000)
      return {
        ...draft,
        path: `${draft.path}${chance.pick("", "/")}${chance.pick("a", "%41", "/", "../").repeat(length).slice(0, length)}`,
        mayBeBare: draft.mayBeBare || length > MOST_LINE
      }
    }
  },
  {
    name: "path: slashes",
    fits: always,
    apply: (draft, chance) => ({
      ...draft,
      path: chance.pick(
        `${draft.path}/`,
        `/${draft.path}`,
        draft.path.replaceAll("/", "//"),
        draft.path.toUpperCase(),
        `${draft.path}#x`,
        `${draft.path}%20`,
        `http://other${draft.path}`
      )
    })
  },
  {
    name: "path: changed",
    fits: always,
    apply: (draft, chance) => {
      const segments = draft.path.split("/")
      return {
        ...draft,
        path: [...segments.slice(0, -1), escape(tamper(segments.at(-1) ?? "", chance))].join("/"),
        mustFail: draft.mustFail || draft.path.startsWith("/media/")
      }
    }
  }
]

const isSigned = ({ path, query }: Draft): boolean => path.startsWith("/media/") && query.includes("signature=")

const queries: ReadonlyArray<Mutation> = [
  {
    name: "query: signature changed",
    fits: isSigned,
    apply: (draft, chance) => {
      const [name = "", value = ""] = (chance.from(draft.query.split("&")) ?? "").split("=")
      return {
        ...draft,
        query: draft.query.replace(`${name}=${value}`, `${name}=${tamper(value, chance)}`),
        mustFail: true
      }
    }
  },
  {
    name: "query: value",
    fits: ({ query }) => query !== "",
    apply: (draft, chance) => {
      const pairs = draft.query.split("&")
      const changed = chance.int(pairs.length)
      const value = (before: string) =>
        chance.pick(
          escape(shortText(chance)),
          tamper(before, chance),
          "%zz",
          "%",
          "%00",
          "a".repeat(chance.size(200, 5_000))
        )
      return {
        ...draft,
        query: pairs
          .map((pair, at) => (at === changed ? `${pair.split("=")[0]}=${value(pair.split("=")[1] ?? "")}` : pair))
          .join("&")
      }
    }
  },
  {
    name: "query: repeated",
    fits: ({ query }) => query !== "",
    apply: (draft) => ({ ...draft, query: `${draft.query}&${draft.query}` })
  },
  {
    name: "query: unknown",
    fits: always,
    apply: (draft, chance) => ({
      ...draft,
      query: `${draft.query}&${chance.pick("__proto__=1", "a[b]=c", "a[]=1", "=", "&&&", "x-api-key=sk_x", "toString=1", "%ff=%ff", "limit=1e9", "limit=-1", "limit=NaN", "cursor=%00", "stream=1", "format=x", "language=om")}`
    })
  },
  {
    name: "query: many",
    fits: always,
    apply: (draft, chance) => {
      const count = chance.size(50, 1_000, 3_000)
      return {
        ...draft,
        query: Array.from({ length: count }, (_, at) => `a${at}=1`).join("&"),
        mayBeBare: draft.mayBeBare || count * 7 > MOST_LINE
      }
    }
  }
]

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"] as const
/** Methods that Bun's parser may not know. */
const STRANGE = ["CONNECT", "BREW", "get", "GE T", "", "PROPFIND", "SUBSCRIBE", "A".repeat(300)] as const

const methods: ReadonlyArray<Mutation> = [
  {
    name: "method: another",
    fits: always,
    apply: (draft, chance) => ({ ...draft, method: chance.from(METHODS) ?? "GET" })
  },
  {
    name: "method: strange",
    fits: always,
    apply: (draft, chance) => ({ ...draft, method: chance.from(STRANGE) ?? "BREW", mayBeBare: true })
  }
]

export const mutations: ReadonlyArray<Mutation> = [...paths, ...queries, ...methods]
