/** The pictures of an office document, numbered as its text comes to them. */
import { imageOf } from "../MediaType.ts"
import type { Excerpt } from "./Excerpt.ts"
import * as Pictures from "./Pictures.ts"
import { Unreadable } from "./Unreadable.ts"
import type { Archive } from "./Zip.ts"

/** Pictures of one document that are shown. */
const MAX_PICTURES = 8
/** Characters of what is said in place of a picture for those who cannot see it. */
const LONGEST_DESCRIPTION = 200

export class Gallery {
  /** By their parts, in their order. */
  private readonly numbers = new Map<string, number>()

  constructor(
    private readonly archive: Archive,
    private readonly excerpt: Excerpt
  ) {}

  /** What the text says where the picture stands. One that stands in several places has one number. */
  readonly mark = (part: string, description = ""): string => {
    const number = this.numbers.get(part) ?? this.numbers.size + 1
    this.numbers.set(part, number)
    const words = description.replace(/\s+/g, " ").trim().slice(0, LONGEST_DESCRIPTION)
    return words === "" ? `[Picture ${number}]` : `[Picture ${number}: ${words}]`
  }

  /** The pictures, the first of them; of the others it is said that they are left out. */
  readonly finish = async (): Promise<ReadonlyArray<Pictures.Picture>> => {
    const pictures: Array<Pictures.Picture> = []
    for (const [part, number] of this.numbers) {
      if (pictures.length >= MAX_PICTURES) {
        const last = this.numbers.size
        const which = number === last ? `Picture ${number} is` : `Pictures ${number} to ${last} are`
        this.excerpt.leaveOut(`${which} not included: at most ${MAX_PICTURES} of a document are.`)
        break
      }
      const picture = await this.prepare(part, number)
      if (picture !== undefined) pictures.push(picture)
    }
    return pictures
  }

  private async prepare(part: string, number: number): Promise<Pictures.Picture | undefined> {
    try {
      const pieces = await Array.fromAsync(this.archive.read(part))
      const bytes = Buffer.concat(pieces)
      const type = imageOf(bytes)
      if (type !== undefined) return await Pictures.prepare(bytes, type)
      this.excerpt.leaveOut(`Picture ${number} is not included: its format is none of JPEG, PNG, WebP, GIF, BMP.`)
    } catch (cause) {
      if (!(cause instanceof Unreadable)) throw cause
      this.excerpt.leaveOut(`Picture ${number} is not included: it ${cause.message}.`)
    }
    return undefined
  }
}
