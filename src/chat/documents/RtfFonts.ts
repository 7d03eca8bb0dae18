/** The fonts of an RTF file: how their bytes are read, and what those of symbols show. */
import { CHARSETS, encodingOfPage } from "./RtfWords.ts"
import { setIn, shownIn, symbolsOf } from "./Symbols.ts"

interface Font {
  name: string
  encoding: string | undefined
}

const WESTERN = "windows-1252"

export class Fonts {
  private readonly fonts = new Map<number, Font>()
  private readonly decoders = new Map<string, TextDecoder>()
  private encoding = WESTERN
  /** A code page in whose stead another is taken. */
  private unknownPage: number | undefined

  /** `leaveOut` gets a sentence. */
  constructor(private readonly leaveOut: (sentence: string) => void) {}

  /** The encoding of bytes whose fonts say none. */
  readonly setDefault = (name: string, value: number | undefined): void => {
    if (name === "mac") this.encoding = "macintosh"
    else if (name === "pc" || name === "pca") this.setPage(name === "pc" ? 437 : 850)
    else if (name === "ansicpg" && value !== undefined && value > 0) this.setPage(value)
  }

  /** What a word of the table of fonts says of a font. */
  readonly define = (font: number, name: string, value: number): void => {
    if (name === "fcharset") this.fontOf(font).encoding = CHARSETS[value]
    else if (name === "cpg") this.fontOf(font).encoding = encodingOfPage(value)
  }

  /** A name comes in pieces, and ends with a semicolon. */
  readonly addName = (font: number, text: string): void => {
    const known = this.fontOf(font)
    if (known.name.length < 64) known.name += text.replaceAll(";", "")
  }

  /** Bytes in a font; where the text goes on, its decoder keeps the start of a character. */
  readonly decode = (font: number, bytes: Uint8Array, goesOn: boolean): string => {
    const known = this.fonts.get(font)
    const show = symbolsOf(known?.name ?? "")
    if (show !== undefined) return Array.from(bytes, show).join("")
    const label = known?.encoding ?? this.encoding
    if (this.unknownPage !== undefined && known?.encoding === undefined && bytes.some((byte) => byte > 0x7f)) {
      this.leaveOut(`Letters of the code page ${this.unknownPage} are not known: some may be wrong.`)
    }
    const decoder = this.decoders.get(label) ?? new TextDecoder(label)
    this.decoders.set(label, decoder)
    return decoder.decode(bytes, { stream: goesOn })
  }

  /** Unicode as the font shows it. */
  readonly shown = (font: number, text: string): string => {
    const name = this.fonts.get(font)?.name ?? ""
    return symbolsOf(name) === undefined ? shownIn(name, text) : setIn(name, text)
  }

  private setPage(page: number): void {
    const encoding = encodingOfPage(page)
    this.encoding = encoding ?? WESTERN
    this.unknownPage = encoding === undefined ? page : undefined
  }

  private fontOf(font: number): Font {
    const known = this.fonts.get(font) ?? { name: "", encoding: undefined }
    this.fonts.set(font, known)
    return known
  }
}
