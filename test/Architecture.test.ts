/**
 * Which room may import which. The table is the map of the source: a room stands
 * below all that it may import, so that there can be no cycle. An import that is
 * not in it fails, be it of a type alone, dynamic, a re-export or a worker's file;
 * so does an arrow of the table that no import needs any more.
 */
import { expect, test } from "bun:test"
import { basename, resolve } from "node:path"
import ts from "typescript"
import { cycleFrom, importsOf, nodesOf, parse, type Source, sourcesOf } from "./support/Imports.ts"
import { longTest } from "./support/Long.ts"

/** Files of `src/` itself belong to one of these; a folder is a room by its name, with the folders in it. */
const ROOMS: Readonly<Record<string, ReadonlyArray<string>>> = {
  /** Ids and errors that everybody uses. */
  words: ["Domain.ts", "Errors.ts"],
  /** Every setting. */
  config: ["settings/"],
  /** What clients can see: `Api.ts`, and each capability's own `Api.ts` and its like. */
  contracts: ["Api.ts"],
  host: ["Server.ts"],
  /** The command line's entrances, and which implementation is live. */
  main: ["main.ts", "Serve.ts", "Layers.ts", "SeveralNodes.ts", "Binary.ts"]
}

const CAPABILITIES = ["voice", "chat", "translation", "transcription", "conversation"]

/** Each room with all that it may import, which are rooms further up in the table. */
const ARROWS: Readonly<Record<string, ReadonlyArray<string>>> = {
  words: [],
  // Time, spans, metrics, and what the machine refuses: nothing of what Qal is for.
  runtime: ["words"],
  config: ["words"],
  text: ["words"],
  workers: ["words", "runtime"],
  storage: ["words", "runtime", "config"],
  http: ["words", "runtime", "config"],
  audio: ["words", "workers"],
  sockets: ["words", "runtime", "config", "http"],
  access: ["words", "runtime", "storage", "http"],
  media: ["words", "http", "storage"],
  billing: ["words", "runtime", "config", "storage", "http"],
  // What a models folder has, and how models come to it.
  models: ["words", "runtime", "http"],

  // The three tags and their types; who implements them imports the tags, never the reverse.
  engines: ["words", "runtime", "text", "audio"],
  "engines/espeak": ["words", "audio", "text", "workers", "engines"],
  "engines/recognizer": ["words", "audio", "text", "workers", "engines"],
  // What runs models of the models folder, in processes of their own.
  "engines/sherpa": ["words", "runtime", "audio", "text", "workers", "models", "engines"],
  "engines/sandbox": ["words", "text", "engines"],
  "engines/openai": ["words", "runtime", "text", "audio", "engines"],

  // Schemas alone: a client is derived from these files.
  contracts: ["words", "http", "sockets", "audio", "text", "access", "billing"],

  // A capability imports no other one. What two of them need moves down a floor.
  translation: ["words", "contracts", "http", "text", "access", "billing", "engines"],
  transcription: [
    "words",
    "runtime",
    "config",
    "text",
    "storage",
    "http",
    "audio",
    "sockets",
    "access",
    "billing",
    "engines",
    "contracts"
  ],
  voice: [
    "words",
    "runtime",
    "config",
    "text",
    "storage",
    "http",
    "audio",
    "sockets",
    "access",
    "media",
    "billing",
    "engines",
    "contracts"
  ],
  chat: [
    "words",
    "runtime",
    "text",
    "workers",
    "storage",
    "http",
    "audio",
    "access",
    "billing",
    "engines",
    "contracts"
  ],

  conversation: [
    "words",
    "runtime",
    "config",
    "text",
    "storage",
    "http",
    "audio",
    "sockets",
    "access",
    "billing",
    "engines",
    "contracts"
  ],

  // A second door to the services of others, which alone may import them.
  openai: [
    "words",
    "contracts",
    "http",
    "storage",
    "workers",
    "audio",
    "text",
    "access",
    "billing",
    "engines",
    "voice",
    "chat",
    "transcription",
    "translation"
  ],

  // What the dashboard reads and changes, for its page, whose client is derived from the contracts.
  dashboard: [
    "words",
    "runtime",
    "config",
    "text",
    "storage",
    "http",
    "audio",
    "access",
    "media",
    "billing",
    "engines",
    "contracts",
    "transcription",
    "voice",
    "chat"
  ],

  // What runs in the browser: it knows the server by its contract alone. Of `audio` it has the header of a WAV file.
  "dashboard/web": ["words", "contracts", "audio"],

  // Its guides to the sockets give the limits of the contracts.
  server: ["words", "runtime", "config", "http", "contracts"],
  host: ["config", "http", "server"],
  cli: [
    "words",
    "runtime",
    "config",
    "text",
    "storage",
    "audio",
    "access",
    "billing",
    "engines",
    "engines/espeak",
    "engines/sherpa",
    "models",
    "contracts",
    "voice",
    "dashboard"
  ]
  // `main` imports everything, and nothing imports it.
}

/** The dashboard's are each in the room of their feature. */
const isContract = (path: string) => /^(?:\w+|dashboard\/(?!web\/)\w+)\/\w*Api\.ts$/.test(path)

/** The room that a file is in; none for a file of `src/` that nobody has given one. */
const roomOf = (path: string): string | undefined => {
  const listed = Object.entries(ROOMS).find(([, places]) => places.some((place) => path.startsWith(place)))
  if (listed !== undefined) return listed[0]
  if (isContract(path) && [...CAPABILITIES, "openai", "dashboard"].some((name) => path.startsWith(`${name}/`)))
    return "contracts"
  const [folder = "", below = "", file] = path.split("/")
  const isSplit = folder === "engines" || (folder === "dashboard" && below === "web")
  if (isSplit && file !== undefined) return `${folder}/${below}`
  return below === "" ? undefined : folder
}

const isOurs = (path: string): boolean => /\.tsx?$/.test(path) && !path.startsWith("..")

interface Import {
  readonly from: string
  readonly to: string
  /** `voice -> storage`. */
  readonly arrow: string
}

/** The imports that leave their room. */
const crossings = (sources: ReadonlyArray<Source>): ReadonlyArray<Import> =>
  sources.flatMap((source) =>
    importsOf(source)
      .filter(isOurs)
      .map((to) => ({ from: source.path, to, arrow: `${roomOf(source.path)} -> ${roomOf(to)}` }))
      .filter(({ to }) => roomOf(source.path) !== roomOf(to))
  )

const sources = sourcesOf(resolve(import.meta.dir, "../src"))
const byPath = new Map(sources.map((source) => [source.path, source]))
const imports = crossings(sources)
const allowed = Object.entries(ARROWS).flatMap(([room, others]) => others.map((other) => `${room} -> ${other}`))
const used = new Set(imports.map(({ arrow }) => arrow))

test("every file of src is in a room of the table", () => {
  const known = [...Object.keys(ARROWS), "main"]
  expect(sources.map(({ path }) => path).filter((path) => !known.includes(roomOf(path) ?? ""))).toEqual([])
})

/** Base names that a file has by its place: what every room has, entrances, what is declared, and the first migrations. */
const SHARED_NAMES = /^(Api|Http|Socket(Machine|State|Problems)?|index|main|.*\.d|\d{4}_\w+)$/

test("no two files of src have one base name, but by convention", () => {
  const byName = Map.groupBy(sources, ({ path }) => basename(path).replace(/\.tsx?$/, ""))
  const shared = [...byName].filter(([name, files]) => files.length > 1 && !SHARED_NAMES.test(name))
  expect(shared.map(([name, files]) => `${name}: ${files.map(({ path }) => path).join(", ")}`)).toEqual([])
})

test("no import goes where the table has no arrow", () => {
  const strays = imports.filter(({ arrow }) => !arrow.startsWith("main -> ") && !allowed.includes(arrow))
  expect(strays.map(({ arrow, from, to }) => `${arrow}: ${from} imports ${to}`)).toEqual([])
})

test("every arrow of the table is needed by an import", () => {
  expect(allowed.filter((arrow) => !used.has(arrow))).toEqual([])
})

test("no room imports itself by way of others", () => {
  const found: Record<string, Array<string>> = {}
  for (const arrow of used) {
    const [from = "", to = ""] = arrow.split(" -> ")
    found[from] = [...(found[from] ?? []), to]
  }
  for (const room of Object.keys(found)) expect(cycleFrom(room, found)).toBeUndefined()
})

test("a room imports only rooms further up in the table", () => {
  const order = Object.keys(ARROWS)
  for (const [room, others] of Object.entries(ARROWS))
    for (const other of others) expect(order.slice(0, order.indexOf(room))).toContain(other)
})

test("a capability imports no contract but its own", () => {
  const others = imports.filter(({ from, to }) => isContract(to) && from !== "Api.ts" && !from.startsWith("main"))
  const strangers = others.filter(({ from, to }) => from.split("/")[0] !== to.split("/")[0])
  expect(strangers.filter(({ from }) => CAPABILITIES.includes(from.split("/")[0] ?? ""))).toEqual([])
})

test("only Binary.ts imports what is not known before it runs", () => {
  const dynamic = sources.filter((source) =>
    (source.text.includes("import(") ? nodesOf(parse(source)) : []).some(
      (node) =>
        ts.isCallExpression(node) &&
        node.expression.kind === ts.SyntaxKind.ImportKeyword &&
        !node.arguments.every(ts.isStringLiteral)
    )
  )
  expect(dynamic.map(({ path }) => path)).toEqual(["Binary.ts"])
})

/** All that a file imports, and what that imports. */
const closure = (path: string, seen = new Set<string>()): ReadonlySet<string> => {
  const source = byPath.get(path)
  if (source === undefined || seen.has(path)) return seen
  seen.add(path)
  for (const next of importsOf(source)) {
    if (isOurs(next)) closure(next, seen)
    else seen.add(next)
  }
  return seen
}
const contracts = sources.map(({ path }) => path).filter((path) => roomOf(path) === "contracts")
/** Effect, and our own `package.json`, whose version the document bears. */
const isSchemas = (name: string) => /^(effect|@effect\/platform)(\/|$)/.test(name) || name === "../package.json"

test.each(contracts)(
  "the contract %s needs schemas alone: no service, no layer, nothing of Bun or Node",
  (contract) => {
    const all = [...closure(contract)]
    expect(all.filter((name) => !isOurs(name) && !isSchemas(name))).toEqual([])
    expect(all.filter((name) => /Effect\.Service<|\bLayer\./.test(byPath.get(name)?.text ?? ""))).toEqual([])
  }
)

/** Lines. */
const LONGEST_FILE = 300

test(`no file of src is longer than ${LONGEST_FILE} lines`, () => {
  const long = sources.filter(({ text }) => text.trimEnd().split("\n").length > LONGEST_FILE)
  expect(long.map(({ path }) => path)).toEqual([])
})

const COMMENTS = /\/\*[\s\S]*?\*\/|\/\/.*$/gm

/** Claims of types in the sources whose text, without its comments, may hold one. */
const claimsIn = (mayClaim: RegExp) =>
  sources.flatMap((source) =>
    (mayClaim.test(source.text.replaceAll(COMMENTS, "")) ? nodesOf(parse(source)) : [])
      .filter(
        (node) => ts.isTypeAssertionExpression(node) || (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type))
      )
      .map((node) => `${source.path}: ${node.getText()}`)
  )

test("no type is claimed with `as`, and no check is silenced (the linter holds `any` and `!`)", () => {
  expect(claimsIn(/(?<!\*) as (?!const\b)/)).toEqual([])
  const silenced = sources.filter(({ text }) => /biome-ignore|@ts-(ignore|expect-error|nocheck)|\bTODO\b/.test(text))
  expect(silenced.map(({ path }) => path)).toEqual([])
})

longTest("no type is claimed in angle brackets", () => {
  expect(claimsIn(/(?:[=(,:?]|return) ?</)).toEqual([])
})

const written = (text: string) => importsOf({ path: "voice/Speech.ts", text })

test.each([
  'import { Chat } from "../chat/Chat.ts"',
  'import type { Chat } from "../chat/Chat.ts"',
  'import { type Chat } from "../chat/Chat.ts"',
  'import * as Chat from "../chat/Chat.ts"',
  'import "../chat/Chat.ts"',
  'export { Chat } from "../chat/Chat.ts"',
  'export type { Chat } from "../chat/Chat.ts"',
  'export * from "../chat/Chat.ts"',
  'const load = () => import("../chat/Chat.ts")',
  'type Chat = import("../chat/Chat.ts").Chat',
  'const file = workerFile("chat/Chat.ts")',
  'const file = options.file ?? workerFile(\n  "chat/Chat.ts"\n)'
])("the check of rooms sees an import however it is written: %s", (text) => {
  expect(written(text)).toEqual(["chat/Chat.ts"])
  const [only] = crossings([{ path: "voice/Speech.ts", text }])
  expect(only?.arrow).toBe("voice -> chat")
})

test("the check of rooms takes neither a comment nor a text for an import", () => {
  expect(written('// import "../chat/Chat.ts"\nconst text = \'import "../chat/Chat.ts"\'')).toEqual([])
  expect(() => written("workerFile(name)")).toThrow("literal")
})

test("the check of rooms finds the room of a file as the table means it", () => {
  const rooms = {
    "Domain.ts": "words",
    "settings/Checks.ts": "config",
    "voice/LegacyApi.ts": "contracts",
    "dashboard/keys/KeysApi.ts": "contracts",
    "dashboard/keys/KeysHttp.ts": "dashboard",
    "dashboard/web/client.ts": "dashboard/web",
    "voice/Speech.ts": "voice",
    "chat/documents/Zip.ts": "chat",
    "engines/Synthesizer.ts": "engines",
    "engines/espeak/EspeakMessages.ts": "engines/espeak"
  }
  for (const [path, room] of Object.entries(rooms)) expect(roomOf(path)).toBe(room)
  expect(roomOf("Somewhere.ts")).toBeUndefined()
})

test("the check of rooms finds a cycle, also a long one", () => {
  expect(cycleFrom("a", { a: ["b", "c"], b: ["c"], c: ["d"], d: [] })).toBeUndefined()
  expect(cycleFrom("a", { a: ["b"], b: ["c"], c: ["a"] })).toEqual(["a", "b", "c", "a"])
  expect(cycleFrom("a", { a: ["b"], b: ["c"], c: ["b"] })).toBeUndefined()
})
