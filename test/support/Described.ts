/**
 * Every answer of a server that a test has started is held against that server's own document. `fetch` is wrapped,
 * through which clients of others speak too; what an answer does not keep fails the test that asked for it.
 *
 * Answers come as they would without: JSON is read from a copy, streams are looked at in passing, as they are read.
 * Not looked at: servers with an API of their own (they are not `described`), what is sent over plain sockets (the fuzzer
 * holds its answers against the document itself), and what a browser asks for.
 */
import { Description, type Expected } from "./Description.ts"

/** How long an answer that is still on its way when its test ends is waited for. */
const PATIENCE_MILLIS = 1_000
/** Characters that are shown of what is wrong. */
const SHOWN = 300
/** Faults that one test is told. */
const MOST_FAULTS = 20

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"])

/** Lets everything through, and tells each whole line. */
const looking = (tell: (line: string) => void) => {
  const decoder = new TextDecoder()
  let rest = ""
  return (part: Uint8Array) => {
    const lines = (rest + decoder.decode(part, { stream: true })).split("\n")
    rest = lines.pop() ?? ""
    for (const line of lines) tell(line.trimEnd())
  }
}

/** The JSON of a line of NDJSON, or of an event; none of comments, of empty lines and of OpenAI's `[DONE]`. */
const jsonOf = (line: string, isEvent: boolean): string | undefined => {
  const text = isEvent ? (line.startsWith("data:") ? line.slice("data:".length).trimStart() : "") : line
  return text === "" || text === "[DONE]" ? undefined : text
}

/** The same answer, whose parts are looked at as its reader takes them: nothing is read ahead, a hang-up goes through. */
const passing = (response: Response, body: ReadableStream<Uint8Array>, look: (part: Uint8Array) => void): Response => {
  const reader = body.getReader()
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async (controller) => {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        look(value)
        controller.enqueue(new Uint8Array(value))
      },
      cancel: (reason) => reader.cancel(reason)
    },
    { highWaterMark: 0 }
  )
  const same = new Response(stream, {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers
  })
  return Object.defineProperty(same, "url", { value: response.url })
}

class Watch {
  readonly #descriptions = new Map<string, Description>()
  readonly #ports = new Map<string, Description>()
  readonly #looked = new Set<Promise<void>>()
  #faults: Array<string> = []

  /** Holds the answers of the server at `url` against its document, as it serves it. */
  describe(url: string, text: string): void {
    const { origin, port } = new URL(url)
    // Servers of one program differ in nothing but where they are.
    const common = text.replaceAll(origin, "")
    const description = this.#descriptions.get(common) ?? new Description(JSON.parse(text))
    this.#descriptions.set(common, description)
    this.#ports.set(port, description)
  }

  /** The server at `url` is gone; another may take its port. */
  forget(url: string): void {
    this.#ports.delete(new URL(url).port)
  }

  /** The answer for the one who asked, once it is seen to. */
  seen(request: { readonly url: string; readonly method: string }, response: Response): Response {
    const { hostname, pathname, port } = new URL(request.url)
    const description = LOOPBACK.has(hostname) ? this.#ports.get(port) : undefined
    // What an object store answers, to which the server has sent its client, is not the server's.
    if (description === undefined || response.redirected) return response
    const expected = description.expected({
      method: request.method,
      path: pathname,
      status: response.status,
      headers: response.headers
    })
    this.#faults.push(...expected.faults)
    return this.#body(expected, response)
  }

  #wrong(faults: (text: string) => ReadonlyArray<string>, text: string): void {
    this.#faults.push(...faults(text).map((fault) => `${fault} in ${text.slice(0, SHOWN)}`))
  }

  #body({ item, json }: Expected, response: Response): Response {
    const type = response.headers.get("content-type") ?? ""
    if (json !== undefined && response.body !== null) {
      // An answer that is broken off was not seen whole.
      const looked: Promise<void> = response
        .clone()
        .text()
        .then(
          (text) => void this.#wrong(json, text),
          () => {}
        )
        .finally(() => this.#looked.delete(looked))
      this.#looked.add(looked)
    }
    if (item === undefined || response.body === null) return response
    const isEvent = type.startsWith("text/event-stream")
    const look = looking((line) => {
      const text = jsonOf(line, isEvent)
      if (text !== undefined) this.#wrong(item, text)
    })
    return passing(response, response.body, look)
  }

  /** Fails for what was wrong since the last time. */
  async judge(): Promise<void> {
    if (this.#looked.size > 0) await Promise.race([Promise.all(this.#looked), Bun.sleep(PATIENCE_MILLIS)])
    const faults = this.#faults
    this.#faults = []
    if (faults.length === 0) return
    const more = faults.length > MOST_FAULTS ? [`and ${faults.length - MOST_FAULTS} more`] : []
    throw new Error(
      `answers that their document does not describe:\n${[...faults.slice(0, MOST_FAULTS), ...more].join("\n")}`
    )
  }
}

/** One of each process, as `fetch` is. */
export const watch = new Watch()

/** From now on, the answers of the server at `url` are held against its document. */
export const described = async (url: string): Promise<void> =>
  watch.describe(url, await (await fetch(`${url}/openapi.json`)).text())
