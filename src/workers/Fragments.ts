/**
 * How long bytes of an answer come from a child process: in messages of their own before it, each read between others'
 * turns. In one message they are read and copied at once (measured: 0.2 to 0.7 s of the thread that answers for 20 MB, where
 * fragments take 10 ms each at most).
 */

/** Bytes that stay in the answer, and of one fragment. */
const FRAGMENT = 256 * 1024

/** Properties from the message down to bytes. */
type Path = ReadonlyArray<string>

/** A part of the bytes at `path` of the next message, from the byte `at`; all of them are `size` bytes. */
export interface Fragment {
  readonly tag: "fragment"
  readonly path: Path
  readonly size: number
  readonly at: number
  readonly bytes: Uint8Array
}

interface ByteFragment {
  readonly holder: object
  readonly path: Path
  readonly bytes: Uint8Array
}

/** Long bytes in lists and objects, with what holds them. */
const longIn = (holder: object, path: Path = []): ReadonlyArray<ByteFragment> =>
  Object.entries(holder).flatMap(([key, value]): ReadonlyArray<ByteFragment> => {
    const at = [...path, key]
    if (value instanceof Uint8Array) return value.length > FRAGMENT ? [{ holder, path: at, bytes: value }] : []
    return typeof value === "object" && value !== null && !ArrayBuffer.isView(value) ? longIn(value, at) : []
  })

/** Sends a message, which loses its long bytes to fragments before it. */
export const send = (message: object, post: (part: object) => void): void => {
  for (const { bytes, holder, path } of longIn(message)) {
    for (let at = 0; at < bytes.length; at += FRAGMENT) {
      // A view would be sent with all that it is a view of.
      const part: Fragment = { tag: "fragment", path, size: bytes.length, at, bytes: bytes.slice(at, at + FRAGMENT) }
      post(part)
    }
    Reflect.set(holder, path.at(-1) ?? "", null)
  }
  post(message)
}

const place = (message: object, path: Path, bytes: Uint8Array): void => {
  let holder: unknown = message
  for (const key of path.slice(0, -1))
    holder = typeof holder === "object" && holder !== null ? Reflect.get(holder, key) : undefined
  if (typeof holder === "object" && holder !== null) Reflect.set(holder, path.at(-1) ?? "", bytes)
}

const isFragment = (message: { readonly tag: string }): message is Fragment => message.tag === "fragment"

/** Gives messages to `receive`, whole. */
export const collect = <Message extends { readonly tag: string }>(receive: (message: Message) => void) => {
  const parts: Array<{ readonly path: Path; readonly bytes: Uint8Array }> = []
  return (message: Message | Fragment): void => {
    if (isFragment(message)) {
      const { at, bytes, path, size } = message
      if (at === 0) parts.push({ path, bytes: new Uint8Array(size) })
      parts.at(-1)?.bytes.set(bytes, at)
    } else {
      for (const { bytes, path } of parts.splice(0)) place(message, path, bytes)
      receive(message)
    }
  }
}
