/** The scene of `pictures/`, and what of it is in a picture. */
import { pixelsOf } from "../../src/chat/documents/pictures/Pixels.ts"
import * as Files from "./Files.ts"

export const fixture = (name: string): Promise<Buffer> =>
  Bun.file(new URL(`pictures/${name}`, import.meta.url))
    .arrayBuffer()
    .then((bytes) => Buffer.from(bytes))

/** Red, green, blue, alpha. */
export type Color = readonly [number, number, number, number]

export const NOTHING: Color = [0, 0, 0, 0]
export const BLACK: Color = [0, 0, 0, 255]
const RED: Color = [220, 20, 30, 255]
const GREEN: Color = [20, 180, 40, 255]
const BLUE: Color = [30, 40, 200, 255]
const YELLOW: Color = [240, 230, 60, 255]

/** From left to right, from above. */
export const SCENE: ReadonlyArray<Color> = [RED, GREEN, BLUE, YELLOW]

export const WIDTH = 48
export const HEIGHT = 32

const quarterOf = (x: number, y: number): number => (x < WIDTH / 2 ? 0 : 1) + (y < HEIGHT / 2 ? 0 : 2)

/** The colour of a pixel of the scene. */
const sceneAt = (x: number, y: number): Color => SCENE[quarterOf(x, y)] ?? NOTHING

/** The scene as a bitmap of 24 bits. */
export const sceneFile = (): Buffer =>
  Files.bmp(WIDTH, HEIGHT, (x, y) => {
    const [red, green, blue] = sceneAt(x, y)
    return [blue, green, red]
  })

const colorOf = (pixel: number): Color => [(pixel >>> 16) & 255, (pixel >>> 8) & 255, pixel & 255, pixel >>> 24]

/** The width, the height and, of each quarter, the colour in its middle. */
export const seen = async (file: Uint8Array) => {
  const { height, pixels, width } = await pixelsOf(file)
  const middles = [1, 3].flatMap((down) =>
    [1, 3].map((across) => ((height * down) >> 2) * width + ((width * across) >> 2))
  )
  return { width, height, colors: middles.map((at) => colorOf(pixels[at] ?? 0)) }
}

/** Every pixel of a file, row by row. */
export const allPixels = async (file: Uint8Array): Promise<ReadonlyArray<Color>> => {
  const { pixels } = await pixelsOf(file)
  return Array.from(pixels, colorOf)
}

/** The largest difference of a channel. */
export const difference = (some: ReadonlyArray<Color>, others: ReadonlyArray<Color>): number =>
  Math.max(
    some.length === others.length ? 0 : 255,
    ...some.flatMap((color, index) => color.map((value, channel) => Math.abs(value - (others[index]?.[channel] ?? 0))))
  )
