/** Models from an https address: redirects, connections that break, what is kept of them, and what is refused. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test"
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Either } from "effect"
import { addModel } from "../../src/models/Addition.ts"
import { download } from "../../src/models/Download.ts"
import { startTls, type TlsFront } from "../support/Tls.ts"
import { hashOf, modelFiles, tarOf } from "./Fixtures.ts"

const PATH = "/tiny.tar"
/** What the server has there, and how it gives it. */
let body: Uint8Array
let tag: string | undefined
let ranges: boolean
/** Bytes after which the connection breaks, once, as soon as the client has them. */
let cutAt: number | undefined
let held: ServerResponse | undefined
const breakOff = () => held?.destroy()
let asked: Array<{ readonly range: string | null; readonly ifRange: string | null }>

const give = ({ headers: given }: IncomingMessage, response: ServerResponse): void => {
  const range = given.range ?? null
  const ifRange = given["if-range"]?.toString() ?? null
  asked.push({ range, ifRange })
  const begin = ranges && (ifRange === null || ifRange === tag) ? Number(/\d+/.exec(range ?? "")?.[0] ?? 0) : 0
  const rest = body.subarray(begin)
  const at = cutAt
  cutAt = undefined
  response.writeHead(begin === 0 ? 200 : 206, {
    "content-length": rest.length,
    ...(tag === undefined ? {} : { etag: tag }),
    ...(begin === 0 ? {} : { "content-range": `bytes ${begin}-${body.length - 1}/${body.length}` })
  })
  if (at === undefined) response.end(rest)
  else {
    response.write(rest.subarray(0, at))
    held = response
  }
}

const REDIRECTS: Readonly<Record<string, string>> = {
  "/moved": PATH,
  "/loop": "/loop",
  "/plain": "http://127.0.0.1:1/x"
}

const server = createServer((request, response) => {
  const [path = ""] = request.url?.split("?") ?? []
  const location = REDIRECTS[path]
  if (location !== undefined) response.writeHead(302, { location }).end()
  else if (path === PATH) give(request, response)
  else response.writeHead(404).end("no")
})
let tls: TlsFront
let root: string
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("no port")
  tls = await startTls(`http://127.0.0.1:${address.port}`)
})
afterAll(() => {
  tls.stop()
  server.closeAllConnections()
  server.close()
})
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "qal-download-"))
  body = await tarOf(modelFiles())
  tag = '"one"'
  ranges = true
  cutAt = undefined
  held = undefined
  asked = []
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const request = (address: string, init: RequestInit) => fetch(address, { ...init, tls: { rejectUnauthorized: false } })

const add = async (place: string): Promise<string> => {
  const adding = addModel(
    {
      folder: join(root, "models"),
      onProgress: breakOff,
      onStage: () => undefined,
      attempt: () => Effect.succeedNone,
      request
    },
    place
  )
  return Either.match(await Effect.runPromise(Effect.either(adding)), {
    onLeft: ({ message }) => message,
    onRight: ({ manifest }) => `added ${manifest.id}`
  })
}

const inModels = () => readdirSync(join(root, "models")).toSorted()
const kept = () => readdirSync(join(root, "models/.downloads"))

test("a model is added from an https address, also behind a redirect, and nothing is kept beside it", async () => {
  expect(await add(`${tls.url}/moved`)).toBe("added tiny-ctc")
  expect(inModels()).toEqual([".downloads", "tiny-ctc"])
  expect(kept()).toEqual([])
})

test("what broke off goes on from where it was, by the entity tag of its beginning", async () => {
  cutAt = 1000
  expect(await add(tls.url + PATH)).toContain("broke off; the same command goes on from there")
  expect(inModels()).toEqual([".downloads"])
  expect(await add(tls.url + PATH)).toBe("added tiny-ctc")
  expect(asked).toEqual([
    { range: null, ifRange: null },
    { range: "bytes=1000-", ifRange: '"one"' }
  ])
})

test("what broke off begins again where the file has changed meanwhile, or the server gives no parts", async () => {
  for (const change of [() => (tag = '"two"'), () => (ranges = false)]) {
    cutAt = 1000
    await add(tls.url + PATH)
    change()
    expect(await add(tls.url + PATH)).toBe("added tiny-ctc")
    rmSync(join(root, "models"), { recursive: true })
  }
})

test("what broke off begins again where nothing says that it is the same file", async () => {
  tag = undefined
  cutAt = 1000
  await add(tls.url + PATH)
  expect(await add(tls.url + PATH)).toBe("added tiny-ctc")
  expect(asked.map(({ range }) => range)).toEqual([null, null])
})

test("an archive that is refused is not kept", async () => {
  body = await tarOf({ "../out": "x" })
  expect(await add(tls.url + PATH)).toContain("no path inside a folder")
  expect(kept()).toEqual([])
})

test.each([
  ["/nothing", "answers 404"],
  ["/loop", "leads on more than 5 times"],
  ["/plain", '"http://127.0.0.1:1/x" is no https address'],
  ["/tiny.tar?token=secret", "added tiny-ctc"]
])("the address %s is answered by one line without its query", async (path, message) => {
  const said = await add(tls.url + path)
  expect(said).toContain(message)
  expect(said).not.toContain("secret")
})

test.each([
  ["http://127.0.0.1/a", "is no https address"],
  ["https://user:secret@example.org/a", "an address must have no user name"],
  ["https://127.0.0.1:1/a?token=secret", "cannot be reached"],
  ["https:", "is no address"]
])("%s is refused", async (address, message) => {
  const said = await add(address)
  expect(said).toContain(message)
  expect(said).not.toContain("secret")
})

/** With a hash that is known before, as of a known model. */
const fetchKnown = async (sha256: string, bytes = body.length): Promise<string> => {
  const options = { address: tls.url + PATH, file: join(root, "part"), expected: { bytes, sha256 }, request }
  return await download({ ...options, onProgress: breakOff, signal: new AbortController().signal }).then(
    () => "fetched",
    (problem) => String(problem.message)
  )
}

test("a known file goes on from its part by its hash alone, and is fetched no second time", async () => {
  tag = undefined
  cutAt = 1000
  await fetchKnown(hashOf(body))
  expect(await fetchKnown(hashOf(body))).toBe("fetched")
  expect(await fetchKnown(hashOf(body))).toBe("fetched")
  expect(asked.map(({ range }) => range)).toEqual([null, "bytes=1000-"])
})

test("a file whose hash is another is refused and removed", async () => {
  expect(await fetchKnown("0".repeat(64))).toContain("its SHA-256 is another; what came was removed")
  expect(readdirSync(root)).toEqual([])
})

test("a file that is longer than it may be is refused before it is written", async () => {
  expect(await fetchKnown(hashOf(body), 10)).toContain(`has ${body.length} bytes, more than the 10 it may have`)
  expect(readdirSync(root)).toEqual([])
})
