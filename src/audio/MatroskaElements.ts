/** Elements of Matroska (RFC 8794): a name, a length and what they hold. */

export const HEADER = 0x1a45dfa3
export const SEGMENT = 0x18538067
export const INFO = 0x1549a966
export const TRACKS = 0x1654ae6b
export const CLUSTER = 0x1f43b675

/** A number whose first bits say how long it is; `isId` where they are a part of it. */
export const variableAt = (bytes: Buffer, at: number, isId: boolean) => {
  const first = bytes[at] ?? 0
  const width = Math.clz32(first) - 23
  if (first === 0 || at + width > bytes.length) return undefined
  let value = isId ? first : first & (0xff >> width)
  let isUnknown = (first & (0xff >> width)) === 0xff >> width
  for (let place = at + 1; place < at + width; place++) {
    value = value * 256 + (bytes[place] ?? 0)
    isUnknown &&= bytes[place] === 0xff
  }
  return { value, width, isUnknown }
}

/** The head of the element at `at`: its content begins at `start`. */
export const headAt = (bytes: Buffer, at: number) => {
  const id = variableAt(bytes, at, true)
  const length = id === undefined || id.width > 4 ? undefined : variableAt(bytes, at + id.width, false)
  if (id === undefined || length === undefined) return undefined
  return { id: id.value, start: at + id.width + length.width, length: length.value, isUnknown: length.isUnknown }
}
