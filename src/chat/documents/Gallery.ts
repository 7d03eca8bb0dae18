/** The pictures of an office document, numbered as its text comes to them. */
import { acceptedNames } from "../MediaType.ts"
import { nameOfBytes } from "../NamedTypes.ts"
import type { Excerpt } from "./Excerpt.ts"
import * as Pictures from "./Pictures.ts"
import { Unreadable } from "./Unreadable.ts"

/** Pictures of one document that are shown. */
const MAX_PICTURES = 8
/** Characters of what is said in place of a picture for those who cannot see it. */
const LONGEST_DESCRIPTION = 200

/**
 * Microseconds of processor after which no further picture of a document is begun: with the slowest one its reading still
 * takes less than it may, so that its text is never lost for a picture.
 */
const MAX_TIME = 5_000_000

/** Whether the reading has taken that long, from now on. */
const lateness = () => {
  const started = process.cpuUsage()
  return (): boolean => {
    const { system, user } = process.cpuUsage(started)
    return system + user > MAX_TIME
  }
}

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
    private readonly excerpt: Excerpt,
    private readonly isLate = lateness()
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
    const [left, late]: [Array<number>, Array<number>] = [[], []]
    const inTurn = [...this.places].toSorted(([, a], [, b]) => Number(a.isSecondary) - Number(b.isSecondary))
    for (const [name, { number }] of inTurn) {
      const isFull = shown.size >= MAX_PICTURES
      if (isFull || this.isLate()) {
        const rest = isFull ? left : late
        rest.push(number)
        continue
      }
      const picture = await this.prepare(name, number)
      if (picture !== undefined) shown.set(number, picture)
    }
    this.sayLeftOut(left, `at most ${MAX_PICTURES} of a document are`)
    this.sayLeftOut(late, "the others took the time that there is")
    return [...shown].toSorted(([a], [b]) => a - b).map(([, picture]) => picture)
  }

  private sayLeftOut(numbers: ReadonlyArray<number>, why: string): void {
    if (numbers.length === 0) return
    const which =
      numbers.length === 1
        ? `Picture ${numbers[0]} is`
        : `Pictures ${rangesText(numbers.toSorted((a, b) => a - b))} are`
    this.excerpt.leaveOut(`${which} not included: ${why}.`)
  }

  private async prepare(name: string, number: number): Promise<Pictures.Picture | undefined> {
    try {
      const pieces = await Array.fromAsync(this.source.read(name))
      const bytes = Buffer.concat(pieces)
      const type = Pictures.typeOf(bytes)
      if (type !== undefined) {
        this.sayBesides(Pictures.besides(bytes, type), number)
        const prepared = await Pictures.prepare(bytes, type)
        for (const sentence of Pictures.sayMissing(prepared, `picture ${number}`)) this.excerpt.leaveOut(sentence)
        return { mimeType: prepared.mimeType, bytes: prepared.bytes }
      }
      const known = nameOfBytes(bytes)
      const format = known === undefined ? "its format" : `its format, ${known},`
      this.excerpt.leaveOut(`Picture ${number} is not included: ${format} is none of ${acceptedNames("image")}.`)
    } catch (cause) {
      if (!(cause instanceof Unreadable)) throw cause
      this.excerpt.leaveOut(`Picture ${number} is not included: it ${cause.message}.`)
    }
    return undefined
  }

  /** Words of a drawing stand at the end of the text, since they are found after it. */
  private sayBesides({ pages, words }: ReturnType<typeof Pictures.besides>, number: number): void {
    if (words !== "") this.excerpt.append(`\n\n[Words in picture ${number}:]\n${words}`)
    if (pages > 1) this.excerpt.leaveOut(`Of picture ${number} only the first of ${pages} pages is included.`)
  }
}
