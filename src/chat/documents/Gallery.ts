/** The pictures of an office document, numbered as its text comes to them. */
import { acceptedNames, imageOf } from "../MediaType.ts"
import { nameOfBytes } from "../NamedTypes.ts"
import type { Excerpt } from "./Excerpt.ts"
import * as Pictures from "./Pictures.ts"
import { Unreadable } from "./Unreadable.ts"

/** Pictures of one document that are shown. */
const MAX_PICTURES = 8
/** Characters of what is said in place of a picture for those who cannot see it. */
const LONGEST_DESCRIPTION = 200

/** What the bytes of pictures are read from, such as an archive. Throws `Unreadable`. */
interface Source {
  readonly read: (name: string) => AsyncIterable<Uint8Array>
}

interface Place {
  readonly number: number
  /** Shown where the others leave room: a letterhead must not cost a page that was scanned. */
  isSecondary: boolean
}

/** `1, 9 to 12`; the numbers come in their order. */
const rangesText = (numbers: ReadonlyArray<number>): string => {
  const ranges: Array<[first: number, last: number]> = []
  for (const number of numbers) {
    const range = ranges.at(-1)
    if (range !== undefined && range[1] === number - 1) range[1] = number
    else ranges.push([number, number])
  }
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first} to ${last}`)).join(", ")
}

export class Gallery {
  /** By their names in the source, in their order. */
  private readonly places = new Map<string, Place>()

  constructor(
    private readonly source: Source,
    private readonly excerpt: Excerpt
  ) {}

  /** What the text says where the picture stands. One that stands in several places has one number. */
  readonly mark = (name: string, description = "", isSecondary = false): string => {
    const place = this.places.get(name) ?? { number: this.places.size + 1, isSecondary }
    if (!isSecondary) place.isSecondary = false
    this.places.set(name, place)
    const words = description.replace(/\s+/g, " ").trim().slice(0, LONGEST_DESCRIPTION)
    return words === "" ? `[Picture ${place.number}]` : `[Picture ${place.number}: ${words}]`
  }

  /** The pictures in their order, as many as are shown; of the others it is said that they are left out. */
  readonly finish = async (): Promise<ReadonlyArray<Pictures.Picture>> => {
    const shown = new Map<number, Pictures.Picture>()
    const left: Array<number> = []
    const inTurn = [...this.places].toSorted(([, a], [, b]) => Number(a.isSecondary) - Number(b.isSecondary))
    for (const [name, { number }] of inTurn) {
      const picture = shown.size < MAX_PICTURES ? await this.prepare(name, number) : undefined
      if (picture !== undefined) shown.set(number, picture)
      else if (shown.size >= MAX_PICTURES) left.push(number)
    }
    if (left.length > 0) {
      const which =
        left.length === 1 ? `Picture ${left[0]} is` : `Pictures ${rangesText(left.toSorted((a, b) => a - b))} are`
      this.excerpt.leaveOut(`${which} not included: at most ${MAX_PICTURES} of a document are.`)
    }
    return [...shown].toSorted(([a], [b]) => a - b).map(([, picture]) => picture)
  }

  private async prepare(name: string, number: number): Promise<Pictures.Picture | undefined> {
    try {
      const pieces = await Array.fromAsync(this.source.read(name))
      const bytes = Buffer.concat(pieces)
      const type = imageOf(bytes)
      if (type !== undefined) return await Pictures.prepare(bytes, type)
      const known = nameOfBytes(bytes)
      const format = known === undefined ? "its format" : `its format, ${known},`
      this.excerpt.leaveOut(`Picture ${number} is not included: ${format} is none of ${acceptedNames("image")}.`)
    } catch (cause) {
      if (!(cause instanceof Unreadable)) throw cause
      this.excerpt.leaveOut(`Picture ${number} is not included: it ${cause.message}.`)
    }
    return undefined
  }
}
