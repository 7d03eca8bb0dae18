/** Frames that share a block of Matroska (RFC 9559, section 10.3). */
import { numberAt } from "./MatroskaElements.ts"

/** How long each frame of a block is where they are laced in one of three ways; the last has what is left. */
const lacedLengths = (
  block: Buffer,
  lacing: number
): { readonly lengths: ReadonlyArray<number>; readonly at: number } => {
  const count = (block[0] ?? 0) + 1
  let at = 1
  const lengths: Array<number> = []
  if (lacing === 2) {
    const length = Math.floor((block.length - at) / count)
    return { lengths: Array.from({ length: count }, () => length), at }
  }
  while (lengths.length < count - 1 && at < block.length) {
    if (lacing === 1) {
      let length = 0
      while (block[at] === 255) length += block[at++] ?? 0
      lengths.push(length + (block[at++] ?? 0))
      continue
    }
    const number = numberAt(block, at, 8, false)
    if (number === undefined) break
    at += number.length
    const before = lengths.at(-1)
    // Behind the first each is a difference, from the middle of what its bytes can say.
    lengths.push(before === undefined ? number.value : before + number.value - (2 ** (7 * number.length - 1) - 1))
  }
  const left = block.length - at - lengths.reduce((sum, length) => sum + length, 0)
  return { lengths: [...lengths, left], at }
}

/** The frames of a block behind its head, whose flags say how they are laced. */
export const framesOf = (block: Buffer, flags: number): ReadonlyArray<Buffer> => {
  const lacing = (flags >> 1) & 3
  if (lacing === 0) return [block]
  const { at, lengths } = lacedLengths(block, lacing)
  let from = at
  return lengths.flatMap((length) => {
    if (length <= 0 || from + length > block.length) return []
    from += length
    return [block.subarray(from - length, from)]
  })
}
