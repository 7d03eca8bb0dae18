/**
 * `mp3-frames-v1` (wire contract, section 5): frames of a 4-byte big-endian
 * length and that many bytes; a length of zero, and then JSON to the end.
 */
import { Option } from "effect"
import type { EventFeed } from "../billing/EventLog.ts"
import { LiveBody } from "../http/LiveBody.ts"

/** The value of the header that names the layout. */
export const PROTOCOL = "mp3-frames-v1"
/** The longest frame, in bytes; clients refuse longer ones. */
export const MAX_FRAME_BYTES = 2 * 1024 * 1024
const LENGTH_BYTES = 4

const lengthOf = (length: number): Uint8Array => {
  const bytes = new Uint8Array(LENGTH_BYTES)
  new DataView(bytes.buffer).setUint32(0, length)
  return bytes
}

/** One frame, or several where the bytes are more than one holds. Nothing for no bytes: a zero length is the end. */
export const frame = (bytes: Uint8Array): Uint8Array => {
  const parts: Array<Uint8Array> = []
  for (let start = 0; start < bytes.length; start += MAX_FRAME_BYTES) {
    const part = bytes.subarray(start, start + MAX_FRAME_BYTES)
    parts.push(lengthOf(part.length), part)
  }
  return Buffer.concat(parts)
}

/** The end of the audio, and what became of it. */
export const ending = (outcome: unknown): Uint8Array =>
  Buffer.concat([lengthOf(0), new TextEncoder().encode(JSON.stringify(outcome))])

/** What a body is made of. */
export interface Content<A> {
  readonly told: EventFeed<A>
  /** The sound of an event, which is asked for when it is to be sent; none where it cannot be had any more. */
  readonly bytesOf: (event: A) => Promise<Option.Option<Uint8Array>>
  /** Asked for last. */
  readonly outcome: () => Promise<unknown>
}

/**
 * The whole body: a frame for each event, then the outcome. Nothing is read
 * before the reader has taken what was read before it, so that a slow reader
 * holds one phrase and no more.
 */
export const body = <A>({ bytesOf, outcome, told }: Content<A>): LiveBody => {
  let index = 0
  let isOver = false
  let forget = () => {}
  const change = () =>
    new Promise<void>((resolve) => {
      forget = told.onChange(() => {
        forget()
        resolve()
      })
    })
  const next = async (): Promise<Uint8Array | undefined> => {
    for (let event = told.events[index]; !isOver; event = told.events[index]) {
      if (event === undefined) {
        if (told.isOver()) break
        await change()
        continue
      }
      index++
      const bytes = await bytesOf(event)
      if (Option.isNone(bytes)) break
      if (bytes.value.length > 0) return frame(bytes.value)
    }
    if (isOver) return undefined
    isOver = true
    return ending(await outcome())
  }
  return new LiveBody({ next, cancel: () => forget() })
}
