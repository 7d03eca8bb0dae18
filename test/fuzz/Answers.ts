/** Reads HTTP/1.1 answers from the bytes that came, as strictly as a proxy would. */

export interface Answer {
  readonly status: number
  /** Names in lower case; of a name that comes twice, the last. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
  /** Whether the connection may be used again. */
  readonly keeps: boolean
}

/** What has come: whole answers, and what follows them. `error` where it is no HTTP. */
export interface Parsed {
  readonly answers: ReadonlyArray<Answer>
  readonly rest: Buffer
  readonly error?: string
}

const HEAD_END = Buffer.from("\r\n\r\n")
const NEWLINE = Buffer.from("\r\n")

interface Head {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly length: number
}

const headOf = (bytes: Buffer): Head | string | undefined => {
  const end = bytes.indexOf(HEAD_END)
  if (end < 0) return undefined
  const [line = "", ...fields] = bytes.subarray(0, end).toString("latin1").split("\r\n")
  const status = /^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(line)?.[1]
  if (status === undefined) return `no status line: ${JSON.stringify(line.slice(0, 80))}`
  const headers = new Map<string, string>()
  for (const field of fields) {
    const colon = field.indexOf(":")
    if (colon < 1) return `no header: ${JSON.stringify(field.slice(0, 80))}`
    headers.set(field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim())
  }
  return { status: Number(status), headers, length: end + HEAD_END.length }
}

interface Body {
  readonly body: Buffer
  readonly length: number
}

const chunked = (bytes: Buffer): Body | string | undefined => {
  const parts: Array<Buffer> = []
  let at = 0
  for (;;) {
    const line = bytes.indexOf(NEWLINE, at)
    if (line < 0) return undefined
    const size = bytes.subarray(at, line).toString("latin1")
    if (!/^[0-9a-fA-F]+$/.test(size)) return `no chunk size: ${JSON.stringify(size.slice(0, 80))}`
    const length = Number.parseInt(size, 16)
    const next = line + 2 + length + 2
    if (bytes.length < next) return undefined
    if (length === 0) return { body: Buffer.concat(parts), length: next }
    parts.push(bytes.subarray(line + 2, line + 2 + length))
    at = next
  }
}

const bodyOf = (head: Head, bytes: Buffer, method: string, ended: boolean): Body | string | undefined => {
  const declared = head.headers.get("content-length")
  if (method === "HEAD" || head.status === 204 || head.status === 304 || head.status < 200) {
    return { body: Buffer.alloc(0), length: 0 }
  }
  if (head.headers.get("transfer-encoding")?.toLowerCase() === "chunked") return chunked(bytes)
  if (declared !== undefined) {
    const length = Number(declared)
    return bytes.length < length ? undefined : { body: bytes.subarray(0, length), length }
  }
  // Without either, the body ends with the connection.
  return ended ? { body: bytes, length: bytes.length } : undefined
}

/** `methods` are those of the requests, in order; `ended` says that no more will come. */
export const parse = (bytes: Buffer, methods: ReadonlyArray<string>, ended: boolean): Parsed => {
  const answers: Array<Answer> = []
  let rest = bytes
  while (rest.length > 0 && answers.length < methods.length) {
    const head = headOf(rest)
    if (head === undefined) break
    if (typeof head === "string") return { answers, rest, error: head }
    const read = bodyOf(head, rest.subarray(head.length), methods[answers.length] ?? "GET", ended)
    if (read === undefined) break
    if (typeof read === "string") return { answers, rest, error: read }
    rest = rest.subarray(head.length + read.length)
    // Interim answers, such as 100 Continue, announce the real one.
    if (head.status < 200 && head.status !== 101) continue
    const keeps = head.headers.get("connection")?.toLowerCase() !== "close"
    answers.push({ status: head.status, headers: head.headers, body: read.body, keeps })
    if (head.status === 101) break
  }
  return { answers, rest }
}
