/** The lists that an RTF file defines, and the numbers of their paragraphs. */
import { type Definitions, type Label, type Level, Numbers, PLAIN_LEVEL } from "./Numbering.ts"
import { STEPS_OF_A_LABEL, type Work } from "./RtfWork.ts"

/** `\levelnfc`, in the words that Word has for the same. */
const NOTATIONS: Readonly<Record<number, string>> = {
  0: "decimal",
  1: "upperRoman",
  2: "lowerRoman",
  3: "upperLetter",
  4: "lowerLetter",
  5: "ordinal",
  6: "cardinalText",
  7: "ordinalText",
  22: "decimalZero",
  23: "bullet",
  255: "none"
}

/** Characters of a level's text; nine numbers and what parts them. */
const LONGEST_TEXT = 256

type Mutable<A> = { -readonly [K in keyof A]: A[K] }
type Abstract = Definitions["abstracts"] extends ReadonlyMap<string, infer A> ? A : never
type List = Definitions["lists"] extends ReadonlyMap<string, infer A> ? A : never

/** A level as it is written: its length, then text in which a number below 9 stands for that of a level, then `;`. */
const levelText = (written: string): string =>
  Array.from(written.slice(1).replace(/;$/, ""), (character) => {
    const code = character.charCodeAt(0)
    return code < 9 ? `%${code + 1}` : character
  }).join("")

export class Lists {
  private readonly abstracts = new Map<string, Abstract>()
  private readonly lists = new Map<string, List>()
  private readonly numbers = new Numbers({ abstracts: this.abstracts, lists: this.lists }, () => undefined)
  private abstract: Abstract | undefined
  private list: List | undefined
  private level: Mutable<Level> | undefined
  private text = ""
  /** Of the list or the override that is being read. */
  private index = -1

  constructor(private readonly work: Work) {}

  /** A word of the tables of lists. */
  readonly define = (name: string, value: number): void => {
    if (name === "list") this.beginList()
    else if (name === "listoverride") this.beginOverride()
    else if (name === "lfolevel") {
      this.index++
      this.level = undefined
      this.list?.overrides.set(this.index, { start: undefined, level: undefined })
    } else if (name === "listlevel") this.beginLevel()
    else if (name === "listid") this.identify(String(value))
    else if (name === "ls") this.end(String(value))
    else if (this.level !== undefined) this.setLevel(this.level, name, value)
    else if (name === "levelstartat") {
      const override = this.list?.overrides.get(this.index)
      if (override !== undefined) override.start = value
    }
  }

  /** A piece of the text of a level. */
  readonly addText = (text: string): void => {
    if (this.level === undefined || this.text.length > LONGEST_TEXT) return
    this.text += text
    this.level.text = levelText(this.text)
  }

  /** The number of the next paragraph of a list, from 0; undefined for a list that the file does not define. */
  readonly next = (list: number, level: number): Label | undefined => {
    const known = this.lists.get(String(list))
    this.work.take(STEPS_OF_A_LABEL)
    return known !== undefined && this.abstracts.has(known.abstract)
      ? this.numbers.next(String(list), level)
      : undefined
  }

  private beginList(): void {
    this.abstract = { id: "", levels: new Map(), link: undefined }
    this.list = undefined
    this.level = undefined
    this.index = -1
  }

  private beginOverride(): void {
    this.abstract = undefined
    this.list = { abstract: "", overrides: new Map() }
    this.level = undefined
    this.index = -1
  }

  private beginLevel(): void {
    this.level = { ...PLAIN_LEVEL }
    this.text = ""
    const override = this.list?.overrides.get(this.index)
    if (override !== undefined) override.level = this.level
    else this.abstract?.levels.set(++this.index, this.level)
  }

  private setLevel(level: Mutable<Level>, name: string, value: number): void {
    if (name === "levelnfc" || name === "levelnfcn") level.notation = NOTATIONS[value] ?? "decimal"
    else if (name === "levelstartat") level.start = value
    else if (name === "levellegal") level.isLegal = value !== 0
    else if (name === "levelfollow") level.suffix = value === 2 ? "" : " "
    else if (name === "levelnorestart" && value !== 0) level.restart = 0
  }

  private identify(id: string): void {
    if (this.list !== undefined) this.list.abstract = id
    else if (this.abstract !== undefined) this.abstracts.set(id, this.abstract)
  }

  private end(number: string): void {
    if (this.list !== undefined) this.lists.set(number, this.list)
  }
}
