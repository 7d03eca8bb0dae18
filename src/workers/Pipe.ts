/**
 * How long bytes of a request go to a child process: by its standard input, in pieces, as fast as it reads them. In a
 * message they are copied whole on the thread that sends it (measured: 25 to 90 ms for 3 to 10 MB).
 */
import { readSync } from "node:fs"

/** Bytes of a field that stay in the message. */
const SHORT = 64 * 1024
/** Bytes that are written at once: what a pipe takes. */
const PIECE = 64 * 1024
const STANDARD_INPUT = 0

/** A field whose bytes come by the pipe. */
interface Part {
  readonly name: string
  readonly size: number
}

/** A request as it is sent: without its long bytes, which follow by the pipe in this order. */
export interface Envelope<Request> {
  readonly request: Request
  readonly parts: ReadonlyArray<Part>
}

const isLong = (field: [string, unknown]): field is [string, Uint8Array] =>
  field[1] instanceof Uint8Array && field[1].length > SHORT

/** Takes the long bytes out of the fields of a request, not out of what these hold. */
export const divide = <Request>(request: Request) => {
  const long = typeof request === "object" && request !== null ? Object.entries(request).filter(isLong) : []
  const left = Object.fromEntries(long.map(([name]) => [name, undefined]))
  const envelope: Envelope<Request> = {
    request: long.length === 0 ? request : { ...request, ...left },
    parts: long.map(([name, { length }]) => ({ name, size: length }))
  }
  return { envelope, bytes: long.map(([, bytes]) => bytes) }
}

/** Writes, while others have the thread. Where the process has ended nobody reads, and its end is told by others. */
export const write = async (
  sink: Pick<Bun.FileSink, "write" | "flush">,
  bytes: ReadonlyArray<Uint8Array>
): Promise<void> => {
  try {
    for (const each of bytes) {
      for (let at = 0; at < each.length; at += PIECE) {
        // Also what the write itself answers: where the process has just ended that fails, and nobody else would see it.
        await Promise.all([sink.write(each.subarray(at, at + PIECE)), sink.flush()])
      }
    }
  } catch {}
}

/** Waits for so many bytes from standard input. Throws where they end before. */
const readBytes = (size: number): Uint8Array => {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; ) {
    const read = readSync(STANDARD_INPUT, bytes, at, size - at, null)
    if (read === 0) throw new Error("a request ended in the middle")
    at += read
  }
  return bytes
}

/** The request, once its bytes have come. */
export const join = <Request>({ parts, request }: Envelope<Request>): Request =>
  parts.length === 0
    ? request
    : { ...request, ...Object.fromEntries(parts.map(({ name, size }) => [name, readBytes(size)])) }
