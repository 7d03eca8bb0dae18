/**
 * Metafiles of Windows, WMF and EMF: a list of drawing calls, in which office programs keep pasted pictures, and the
 * preview of an embedded table or drawing. Read are the bitmaps that they draw, each in its place, and the words; lines are
 * not drawn. After [MS-WMF], [MS-EMF] and [MS-EMFPLUS].
 */
import { DAMAGED, Unreadable } from "../Unreadable.ts"
import * as Bitmap from "./Bitmap.ts"
import * as EmfRecords from "./EmfRecords.ts"
import { Drawing, type Stamp } from "./MetafileDrawing.ts"
import { pixelsOf } from "./Pixels.ts"
import * as Raster from "./Raster.ts"
import type { Source } from "./Source.ts"
import * as WmfRecords from "./WmfRecords.ts"

/** Pixels of the longest side of what several bitmaps make together. */
const LONGEST_SIDE = 2_000
const WHITE = Raster.pixelOf(255, 255, 255)

const SOURCE_AND = 0x8800c6
const SOURCE_PAINT = 0xee0086
const SOURCE_INVERT = 0x660046
const OPAQUE = 0xff000000

/** What a raster operation makes of a pixel and what is drawn on it. */
const combine = (operation: number, below: number, above: number): number => {
  if (operation === SOURCE_AND) return ((below & above) | OPAQUE) >>> 0
  if (operation === SOURCE_PAINT) return (below | above | OPAQUE) >>> 0
  return operation === SOURCE_INVERT ? ((below ^ above) | OPAQUE) >>> 0 : above
}

/** Where the signature of an EMF stands. */
const isEmf = (bytes: Buffer): boolean => bytes.toString("latin1", 40, 44) === " EMF"

interface Frame {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** A place with its sides in order: bitmaps may be drawn from right to left, or upwards. */
const frameOf = ({ height, left, top, width }: Stamp): Frame => ({
  left: Math.min(left, left + width),
  top: Math.min(top, top + height),
  right: Math.max(left, left + width),
  bottom: Math.max(top, top + height)
})

const around = (frames: ReadonlyArray<Frame>): Frame => ({
  left: Math.min(...frames.map(({ left }) => left)),
  top: Math.min(...frames.map(({ top }) => top)),
  right: Math.max(...frames.map(({ right }) => right)),
  bottom: Math.max(...frames.map(({ bottom }) => bottom))
})

const rasterOf = async ({ bytes }: Stamp): Promise<Raster.Raster> => await pixelsOf(Bitmap.readSource(bytes).bytes)

/** Draws a bitmap into its place on the canvas, whose left upper corner and scale are given. */
const stamp = (canvas: Raster.Raster, from: Raster.Raster, frame: Frame, whole: Frame, scale: number, how: number) => {
  const start = (at: number, origin: number) => Math.max(0, Math.round((at - origin) * scale))
  const [left, right] = [start(frame.left, whole.left), Math.min(canvas.width, start(frame.right, whole.left))]
  const [top, bottom] = [start(frame.top, whole.top), Math.min(canvas.height, start(frame.bottom, whole.top))]
  for (let y = top; y < bottom; y++) {
    const row = Math.min(from.height - 1, Math.floor(((y - top) * from.height) / (bottom - top))) * from.width
    for (let x = left; x < right; x++) {
      const column = Math.min(from.width - 1, Math.floor(((x - left) * from.width) / (right - left)))
      const at = y * canvas.width + x
      canvas.pixels[at] = combine(how, canvas.pixels[at] ?? WHITE, from.pixels[row + column] ?? WHITE)
    }
  }
}

/** Several bitmaps on one canvas: as fine as the finest of them. */
const compose = async (stamps: ReadonlyArray<Stamp>): Promise<Raster.Raster> => {
  const whole = around(stamps.map(frameOf))
  const sides = [whole.right - whole.left, whole.bottom - whole.top] as const
  if (!sides.every((side) => side > 0 && Number.isFinite(side))) throw new Unreadable(DAMAGED)
  const finest = Math.max(...stamps.map(({ pixels, width }) => pixels / Math.max(1, Math.abs(width))))
  const scale = Math.min(finest, LONGEST_SIDE / Math.max(...sides))
  const canvas = Raster.make(Math.max(1, Math.round(sides[0] * scale)), Math.max(1, Math.round(sides[1] * scale)))
  canvas.pixels.fill(WHITE)
  for (const one of stamps) stamp(canvas, await rasterOf(one), frameOf(one), whole, scale, one.operation)
  return canvas
}

const drawingOf = (bytes: Buffer): Drawing => {
  const drawing = new Drawing()
  try {
    if (isEmf(bytes)) EmfRecords.read(bytes, drawing)
    else WmfRecords.read(bytes, drawing)
  } catch (cause) {
    // A record that is cut off ends the drawing.
    if (!(cause instanceof RangeError)) throw cause
  }
  return drawing
}

/** The words of a drawing, each call's on a line. */
export const wordsOf = (bytes: Buffer): string => drawingOf(bytes).words.join("\n")

/** As a PNG's pixels. Throws `Unreadable` where it draws no bitmap. */
export const readSource = async (bytes: Buffer): Promise<Source> => {
  const { files, stamps } = drawingOf(bytes)
  const [largest] = files.toSorted((a, b) => b.length - a.length)
  const ending = { target: "image/png", orientation: 1, isFinal: false } as const
  if (largest !== undefined) return { bytes: largest, ...ending }
  const [only, ...others] = stamps
  if (only === undefined) throw new Unreadable("is a drawing of lines, which are not shown")
  return { bytes: others.length === 0 ? Bitmap.readSource(only.bytes).bytes : (await compose(stamps)).file, ...ending }
}
