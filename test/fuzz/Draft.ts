/** A request before it is bytes: what it means, and how it is written on the wire. */

import { type Node, write } from "./Json.ts"
import type { Sending } from "./Line.ts"

export interface FilePart {
  readonly name: string
  /** Of the part, as they are. */
  readonly headers: ReadonlyArray<string>
  readonly content: Extract<Content, { readonly kind: "json" | "bytes" }>
}

export type Content =
  | { readonly kind: "none" }
  | { readonly kind: "json"; readonly node: Node }
  | { readonly kind: "form"; readonly parts: ReadonlyArray<FilePart>; readonly isEnded: boolean }
  | { readonly kind: "bytes"; readonly bytes: Buffer }

export interface Draft {
  readonly method: string
  /** The path, and the query without its question mark, as they are written. */
  readonly path: string
  readonly query: string
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly content: Content
  /** What the whole becomes on the wire; `whole` has its length, or none where there is no body. */
  readonly framing: Framing
  /**
   * Whether the HTTP parser itself may refuse it, with a bare 400, 413, 431 or 505
   * or by closing: it is no HTTP, not whole, or larger than the parser's own limits.
   */
  readonly mayBeBare: boolean
  /** No server that is right answers it with success. */
  readonly mustFail: boolean
}

/** How a request's bytes are framed and sent. `write` gets the head without its end, and the body. */
export interface Framing {
  readonly write: (head: string, body: Buffer) => ReadonlyArray<Buffer>
  readonly pauseMillis: number
  readonly ending: Sending["ending"]
  /** Requests in it. */
  readonly count: number
}

export const BOUNDARY = "qal-fuzz-3f9a1c"

const withEnd = (head: string, ...lines: ReadonlyArray<string>): Buffer =>
  Buffer.from(`${[head, ...lines].join("\r\n")}\r\n\r\n`, "latin1")

export const whole: Framing = {
  write: (head, body) => [
    Buffer.concat([body.length === 0 ? withEnd(head) : withEnd(head, `Content-Length: ${body.length}`), body])
  ],
  pauseMillis: 0,
  ending: "keep",
  count: 1
}

/** A body without length, in chunks that end at `sizes`, the last of them repeated. */
export const chunked = (body: Buffer, sizes: ReadonlyArray<number>, extension = "", trailer = ""): Buffer => {
  const chunks: Array<Buffer> = []
  let at = 0
  for (let turn = 0; at < body.length; turn++) {
    const size = Math.max(1, sizes[Math.min(turn, sizes.length - 1)] ?? body.length)
    const part = body.subarray(at, at + size)
    chunks.push(Buffer.from(`${part.length.toString(16)}${extension}\r\n`), part, Buffer.from("\r\n"))
    at += size
  }
  return Buffer.concat([...chunks, Buffer.from(`0\r\n${trailer}\r\n`)])
}

export const inChunks = (sizes: ReadonlyArray<number>, extension = "", trailer = ""): Framing => ({
  ...whole,
  write: (head, body) => [
    Buffer.concat([withEnd(head, "Transfer-Encoding: chunked"), chunked(body, sizes, extension, trailer)])
  ]
})

/** Head lines and a body as they are. */
export const framed = (lines: ReadonlyArray<string>, body: (body: Buffer) => Buffer): Framing => ({
  ...whole,
  write: (head, given) => [Buffer.concat([withEnd(head, ...lines), body(given)])]
})

const formBytes = (parts: ReadonlyArray<FilePart>, isEnded: boolean): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ content, headers }) => [
      Buffer.from(`--${BOUNDARY}\r\n${headers.join("\r\n")}\r\n\r\n`),
      bytesOf(content),
      Buffer.from("\r\n")
    ]),
    Buffer.from(isEnded ? `--${BOUNDARY}--\r\n` : "")
  ])

export const bytesOf = (content: Content): Buffer => {
  switch (content.kind) {
    case "none":
      return Buffer.alloc(0)
    case "bytes":
      return content.bytes
    case "json":
      return Buffer.from(write(content.node))
    case "form":
      return formBytes(content.parts, content.isEnded)
  }
}

export const setHeader = (draft: Draft, name: string, ...values: ReadonlyArray<string>): Draft => ({
  ...draft,
  headers: [
    ...draft.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase()),
    ...values.map((value) => [name, value] as const)
  ]
})

export const headerOf = (draft: Draft, name: string): ReadonlyArray<string> =>
  draft.headers.flatMap(([other, value]) => (other.toLowerCase() === name.toLowerCase() ? [value] : []))

/** What is written, and how. */
export const render = (draft: Draft, patienceMillis: number): Sending => {
  const target = draft.query === "" ? draft.path : `${draft.path}?${draft.query}`
  const head = [`${draft.method} ${target} HTTP/1.1`, ...draft.headers.map(([name, value]) => `${name}: ${value}`)]
  return {
    pieces: draft.framing.write(head.join("\r\n"), bytesOf(draft.content)),
    pauseMillis: draft.framing.pauseMillis,
    methods: Array.from({ length: draft.framing.count }, () => draft.method),
    ending: draft.mayBeBare && draft.framing.ending === "keep" ? "once" : draft.framing.ending,
    patienceMillis
  }
}
