/** GIF89a by its blocks: where its first frame lies. Bun's codec decodes that frame alone, without what is around it. */
import { DAMAGED, Unreadable } from "../Unreadable.ts"
import { pixelsOf } from "./Pixels.ts"
import * as Raster from "./Raster.ts"
import type { Source } from "./Source.ts"

const HEADER_BYTES = 13
const FRAME_BYTES = 10
const EXTENSION = 0x21
const FRAME = 0x2c

/** Bytes of a table of colours whose presence and size these flags say. */
const tableBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1))

/** The end of the blocks that begin at `from`, each with its length before it, the last empty. */
const afterBlocks = (bytes: Buffer, from: number): number => {
  let at = from
  for (let length = bytes[at]; length !== undefined && length > 0; length = bytes[at]) at += 1 + length
  return at + 1
}

/** Behind the frame that begins at `at`: its table of colours, the size of its codes, its data. */
const afterFrame = (bytes: Buffer, at: number): number =>
  afterBlocks(bytes, at + FRAME_BYTES + tableBytes(bytes[at + FRAME_BYTES - 1] ?? 0) + 1)

interface Frame {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** All of its data is there. */
  readonly isWhole: boolean
}

const firstFrame = (bytes: Buffer): Frame => {
  if (bytes.length < HEADER_BYTES) throw new Unreadable(DAMAGED)
  let at = HEADER_BYTES + tableBytes(bytes[10] ?? 0)
  while (bytes[at] === EXTENSION) at = afterBlocks(bytes, at + 2)
  if (bytes[at] !== FRAME || at + FRAME_BYTES > bytes.length) throw new Unreadable(DAMAGED)
  const [left, top, width, height] = [1, 3, 5, 7].map((field) => bytes.readUInt16LE(at + field))
  const end = afterFrame(bytes, at)
  return { left: left ?? 0, top: top ?? 0, width: width ?? 0, height: height ?? 0, isWhole: end <= bytes.length }
}

/** The first frame, where it is a part of its canvas on it, and transparent around it. Throws `Unreadable`. */
export const readSource = async (bytes: Buffer): Promise<Source> => {
  const frame = firstFrame(bytes)
  const width = Math.max(bytes.readUInt16LE(6), frame.left + frame.width)
  const height = Math.max(bytes.readUInt16LE(8), frame.top + frame.height)
  Raster.checkSize(width, height)
  const source = { target: "image/png", orientation: 1, isFinal: false, isPartial: !frame.isWhole } as const
  if (frame.width === width && frame.height === height) return { ...source, bytes }
  const canvas = Raster.make(width, height)
  Raster.place(await pixelsOf(bytes), canvas, frame.left, frame.top)
  return { ...source, bytes: canvas.file }
}
