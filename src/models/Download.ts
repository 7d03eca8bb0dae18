/**
 * A file from an https address, kept in part where the connection breaks, so that the next try goes on from there:
 * by `Range`, with the entity tag of the first answer, or, where there is none, with the hash that the file must have.
 */
import { open, readFile, rm, stat, writeFile } from "node:fs/promises"
import { hashOf } from "./ModelFiles.ts"
import { ModelProblem, quote } from "./ModelProblem.ts"

/** Bytes of one file, which are more than any model's. */
const MAX_BYTES = 8 * 1024 ** 3
const MAX_REDIRECTS = 5
/** Milliseconds that a connection may bring nothing. */
const PATIENCE = 60_000

export interface DownloadOptions {
  readonly address: string
  /** Where it is kept, also in part. */
  readonly file: string
  /** What the whole must be, where that is known. */
  readonly expected?: { readonly bytes: number; readonly sha256: string } | undefined
  /** How far it is; `total` where the server says it. */
  readonly onProgress: (received: number, total: number | undefined) => void
  readonly signal: AbortSignal
  /** The platform's own, but for tests. */
  readonly request?: ((address: string, init: RequestInit) => Promise<Response>) | undefined
}

/** Without its query, which may hold a secret. */
const shown = (address: string): string => {
  const { origin, pathname } = new URL(address)
  return quote(origin + pathname)
}

const refuse = (address: string, message: string) => new ModelProblem({ message: `${shown(address)} ${message}` })

const requireHttps = (address: string): string => {
  if (!URL.canParse(address)) throw new ModelProblem({ message: `${quote(address)} is no address` })
  const { password, protocol, username } = new URL(address)
  if (protocol !== "https:") throw refuse(address, "is no https address")
  if (username !== "" || password !== "") throw new ModelProblem({ message: "an address must have no user name" })
  return address
}

const REDIRECTS: ReadonlyArray<number> = [301, 302, 303, 307, 308]

/** One request, which is given up where no answer begins for `PATIENCE`. */
const send = async (
  { request = fetch, signal }: DownloadOptions,
  address: string,
  headers: Record<string, string>
): Promise<Response> => {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), PATIENCE)
  try {
    // A part of what is compressed on the way is a part of nothing.
    const identity = { "accept-encoding": "identity", ...headers }
    const init: RequestInit = { headers: identity, redirect: "manual", signal: AbortSignal.any([signal, late.signal]) }
    return await request(address, init)
  } catch {
    signal.throwIfAborted()
    throw refuse(address, late.signal.aborted ? "does not answer" : "cannot be reached")
  } finally {
    clearTimeout(timer)
  }
}

/** The answer behind up to `MAX_REDIRECTS` redirects, each to https. */
const ask = async (options: DownloadOptions, headers: Record<string, string>): Promise<Response> => {
  let address = requireHttps(options.address)
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const response = await send(options, address, headers)
    const location = response.headers.get("location")
    if (!REDIRECTS.includes(response.status) || location === null) return response
    await response.body?.cancel()
    if (!URL.canParse(location, address)) throw refuse(address, "leads to no address")
    address = requireHttps(new URL(location, address).href)
  }
  throw refuse(address, `leads on more than ${MAX_REDIRECTS} times`)
}

const tagFile = (file: string) => `${file}.tag`

const removePart = (file: string) => Promise.all([rm(file, { force: true }), rm(tagFile(file), { force: true })])

/** What an earlier try left: its bytes, and the entity tag of what they are a part of. */
const partOf = async ({ expected, file }: DownloadOptions) => {
  const bytes = await stat(file).then(
    ({ size }) => size,
    () => 0
  )
  const tag = await readFile(tagFile(file), "utf8").catch(() => "")
  return bytes > 0 && (tag !== "" || expected !== undefined) ? { bytes, tag } : { bytes: 0, tag: "" }
}

/** Weak ones say nothing of the bytes (RFC 9110, 8.8.3). */
const strongTagOf = (response: Response): string => {
  const tag = response.headers.get("etag") ?? ""
  return tag.startsWith('"') ? tag : ""
}

/** Where the answer's bytes belong: behind the part, or at the beginning. */
const offsetOf = (response: Response, part: number): number =>
  response.status === 206 && response.headers.get("content-range")?.startsWith(`bytes ${part}-`) === true ? part : 0

const lengthOf = (response: Response): number | undefined => {
  const length = response.headers.get("content-length")
  return length === null || response.headers.has("content-encoding") ? undefined : Number(length)
}

/** The body's pieces; fails where nothing comes for `PATIENCE`. */
async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader()
  try {
    for (;;) {
      const late = Promise.withResolvers<never>()
      const timer = setTimeout(() => late.reject(new Error("late")), PATIENCE)
      const { done, value } = await Promise.race([reader.read(), late.promise]).finally(() => clearTimeout(timer))
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

const receive = async (options: DownloadOptions, response: Response, offset: number): Promise<void> => {
  const { address, expected, file, onProgress, signal } = options
  const length = lengthOf(response)
  const total = length === undefined ? expected?.bytes : offset + length
  const most = expected?.bytes ?? MAX_BYTES
  if (total !== undefined && total > most)
    throw refuse(address, `has ${total} bytes, more than the ${most} it may have`)
  const target = await open(file, offset === 0 ? "w" : "a")
  let received = offset
  try {
    if (offset === 0) await writeFile(tagFile(file), strongTagOf(response))
    for await (const piece of piecesOf(response.body ?? new ReadableStream())) {
      signal.throwIfAborted()
      received += piece.length
      if (received > most) throw refuse(address, `has more than the ${most} bytes it may have`)
      await target.writeFile(piece)
      onProgress(received, total)
    }
  } finally {
    await target.close()
  }
  if (total !== undefined && received < total) throw new Error("cut off")
}

const verify = async ({ address, expected, file, signal }: DownloadOptions): Promise<void> => {
  if (expected === undefined || (await hashOf(file, signal)) === expected.sha256) return
  await removePart(file)
  throw refuse(address, "is not the file that is known: its SHA-256 is another; what came was removed")
}

/** Fetches what is missing of the file, and holds the whole against what is expected. Throws `ModelProblem`. */
export const download = async (options: DownloadOptions): Promise<void> => {
  const { address, expected, file, signal } = options
  const part = await partOf(options)
  if (expected !== undefined && part.bytes === expected.bytes) return verify(options)
  const range = { range: `bytes=${part.bytes}-`, ...(part.tag === "" ? {} : { "if-range": part.tag }) }
  const response = await ask(options, part.bytes === 0 ? {} : range)
  if (response.status === 416 && part.bytes > 0) {
    await Promise.all([response.body?.cancel(), removePart(file)])
    return download(options)
  }
  if (!response.ok) {
    await response.body?.cancel()
    throw refuse(address, `answers ${response.status}`)
  }
  await receive(options, response, offsetOf(response, part.bytes)).catch((cause) => {
    signal.throwIfAborted()
    const isOurs = cause instanceof ModelProblem || (cause instanceof Error && "syscall" in cause)
    throw isOurs ? cause : refuse(address, "broke off; the same command goes on from there")
  })
  await verify(options)
}
