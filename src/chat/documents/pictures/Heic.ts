/**
 * HEIC, the photos of iPhones and of many other telephones (ISO/IEC 23008-12), by libheif, which turns them upright.
 * Its first picture, or the one that the file calls its main one.
 */
import { readFileSync } from "node:fs"
import makeLibheif, { type HeifImage, type Libheif } from "libheif-js/libheif-wasm/libheif.js"
import wasmFile from "libheif-js/libheif-wasm/libheif.wasm" with { type: "file" }
import { DAMAGED, Unreadable } from "../Unreadable.ts"
import * as Raster from "./Raster.ts"
import { inSilence } from "./Silence.ts"
import type { Source } from "./Source.ts"

/** Beyond this a picture takes more memory and time than its reader has. */
const MAX_PIXELS = 30_000_000

const silent = () => {}

/** Made anew for each picture: what broke one does no harm to the next. */
const load = async (): Promise<Libheif> => {
  const libheif = makeLibheif({ wasmBinary: readFileSync(wasmFile), print: silent, printErr: silent })
  await libheif.ready
  return libheif
}

/** Red, green, blue and alpha, which the package gives as opaque, from the top. */
const pixelsOf = (image: HeifImage, width: number, height: number): Promise<Uint8ClampedArray> =>
  new Promise((resolve, reject) => {
    const data = new Uint8ClampedArray(width * height * 4)
    image.display({ data, width, height }, (shown) =>
      shown === null ? reject(new Unreadable(DAMAGED)) : resolve(data)
    )
  })

/** The picture's pixels. Throws `Unreadable`, before it takes memory for them, where there are too many. */
const read = async (bytes: Buffer): Promise<Source> => {
  const libheif = await load()
  const images = new libheif.HeifDecoder().decode(bytes)
  const image = images.find((one) => one.is_primary()) ?? images[0]
  if (image === undefined) throw new Unreadable(DAMAGED)
  const [width, height] = [image.get_width(), image.get_height()]
  if (width * height > MAX_PIXELS) throw new Unreadable(`has more than ${MAX_PIXELS / 1_000_000} million pixels`)
  const raster = Raster.make(width, height)
  const data = await pixelsOf(image, width, height)
  for (let at = 0; at < raster.pixels.length; at++) {
    const from = at * 4
    raster.pixels[at] = Raster.pixelOf(data[from] ?? 0, data[from + 1] ?? 0, data[from + 2] ?? 0)
  }
  return { bytes: raster.file, target: "image/jpeg", orientation: 1, isFinal: false }
}

/** As a JPEG's pixels: photos are not transparent. Throws `Unreadable`. */
export const readSource = (bytes: Buffer): Promise<Source> => inSilence(() => read(bytes))
