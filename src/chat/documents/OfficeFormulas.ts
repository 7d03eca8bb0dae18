/**
 * Formulas of office documents (ECMA-376 part 1, 22.1) on one line, as Word writes them where it has no room to draw:
 * `(-b±√(b^2-4ac))/(2a)`, `∑_(i=1)^n i^2` (Unicode Technical Note 28).
 */
import * as Xml from "./Xml.ts"

/** UTF-16 code units of one formula that are written. */
const LONGEST = 10_000

/** An element that is open: what its own properties say, and what its parts came to. */
interface Frame {
  readonly name: string
  readonly properties: Map<string, string>
  readonly parts: Array<{ readonly name: string; readonly text: string }>
}

const all = ({ parts }: Frame): string => parts.map(({ text }) => text).join("")
const parts = (frame: Frame, name: string): ReadonlyArray<string> =>
  frame.parts.filter((part) => part.name === name).map(({ text }) => text)
const part = (frame: Frame, name: string): string => parts(frame, name).join("")

const isOn = ({ properties }: Frame, name: string): boolean => {
  const value = properties.get(name)
  return value !== undefined && (value === "" || Xml.isTrue(value))
}

/** Longer than this it is more than one number or letter. */
const LONGEST_ATOM = 16
const ATOM = /^(?:\p{N}+(?:[.,]\p{N}+)*|\p{L}\p{M}*|)$/u

/** In parentheses, where it is more than a number or a letter. */
const grouped = (text: string): string => (text.length <= LONGEST_ATOM && ATOM.test(text) ? text : `(${text})`)

const below = (text: string): string => (text === "" ? "" : `_${grouped(text)}`)
const above = (text: string): string => (text === "" ? "" : `^${grouped(text)}`)

/** A mark over or under something: behind one letter, before anything longer. */
const marked = (text: string, mark: string): string => (text.length === 1 ? text + mark : `${mark}(${text})`)

const ROOTS: Readonly<Record<string, string>> = { "": "√", "2": "√", "3": "∛", "4": "∜" }

const root = (frame: Frame): string => {
  const degree = isOn(frame, "degHide") ? "" : part(frame, "deg")
  const sign = ROOTS[degree]
  return sign === undefined ? `√(${degree}&${part(frame, "e")})` : `${sign}(${part(frame, "e")})`
}

const fraction = (frame: Frame): string => {
  const line = frame.properties.get("type") === "noBar" ? "¦" : "/"
  return `${grouped(part(frame, "num"))}${line}${grouped(part(frame, "den"))}`
}

const nary = (frame: Frame): string => {
  const from = isOn(frame, "subHide") ? "" : below(part(frame, "sub"))
  const to = isOn(frame, "supHide") ? "" : above(part(frame, "sup"))
  return `${frame.properties.get("chr") ?? "∫"}${from}${to} ${part(frame, "e")}`
}

const delimited = (frame: Frame): string => {
  const { properties } = frame
  const inner = parts(frame, "e").join(properties.get("sepChr") ?? "|")
  return `${properties.get("begChr") ?? "("}${inner}${properties.get("endChr") ?? ")"}`
}

const scripted = (frame: Frame): string => below(part(frame, "sub")) + above(part(frame, "sup"))

/** How each structure is written; of any other what is in it. */
const structures: Readonly<Record<string, (frame: Frame) => string>> = {
  f: fraction,
  rad: root,
  nary,
  d: delimited,
  sSub: (frame) => part(frame, "e") + scripted(frame),
  sSup: (frame) => part(frame, "e") + scripted(frame),
  sSubSup: (frame) => part(frame, "e") + scripted(frame),
  sPre: (frame) => scripted(frame) + part(frame, "e"),
  limLow: (frame) => part(frame, "e") + below(part(frame, "lim")),
  limUpp: (frame) => part(frame, "e") + above(part(frame, "lim")),
  func: (frame) => `${part(frame, "fName")} ${part(frame, "e")}`,
  acc: (frame) => marked(part(frame, "e"), frame.properties.get("chr") ?? "\u0302"),
  bar: (frame) => `${frame.properties.get("pos") === "top" ? "¯" : "▁"}(${part(frame, "e")})`,
  groupChr: (frame) => `${frame.properties.get("chr") ?? "⏟"}(${part(frame, "e")})`,
  m: (frame) => parts(frame, "mr").join("; "),
  mr: (frame) => parts(frame, "e").join(", "),
  eqArr: (frame) => parts(frame, "e").join("; "),
  phant: (frame) => (frame.properties.get("show") === "0" ? "" : part(frame, "e"))
}

/** How runs look, and what was taken out of the formula. */
const SKIPPED = new Set(["ctrlPr", "rPr", "del", "moveFrom", "Fallback"])

/** Gathers one formula. */
const gather = () => {
  const skip = Xml.skipping(SKIPPED)
  const frames: Array<Frame> = [{ name: "", properties: new Map(), parts: [] }]
  let inText = false
  let length = 0
  return {
    open: (name: string, attributes: Xml.Attributes): void => {
      if (skip.open(name)) return
      inText = name === "t"
      if (frames.at(-1)?.name.endsWith("Pr") === true) {
        frames.at(-2)?.properties.set(name, attributes.get("val") ?? "")
      }
      frames.push({ name, properties: new Map(), parts: [] })
    },
    close: (): void => {
      if (skip.close()) return
      inText = false
      const frame = frames.pop()
      if (frame === undefined || frame.name.endsWith("Pr")) return
      frames.at(-1)?.parts.push({ name: frame.name, text: (structures[frame.name] ?? all)(frame) })
    },
    text: (text: string): void => {
      if (!inText || skip.isActive() || length > LONGEST) return
      length += text.length
      frames.at(-1)?.parts.push({ name: "", text: text.slice(0, LONGEST) })
    },
    written: (): string => frames.map(all).join("")
  }
}

/** The handler with each formula written as text, unless what comes is passed over. */
export const withFormulas = (
  inner: Required<Xml.Handler>,
  write: (text: string) => void,
  isPassedOver: () => boolean
): Required<Xml.Handler> => {
  let formula: ReturnType<typeof gather> | undefined
  let depth = 0
  return {
    open: (name, attributes) => {
      if (formula === undefined && name === "oMath" && !isPassedOver()) {
        formula = gather()
        depth = 0
      } else if (formula !== undefined) {
        depth++
        formula.open(name, attributes)
      } else inner.open(name, attributes)
    },
    close: (name) => {
      if (formula === undefined) inner.close(name)
      else if (depth > 0) {
        depth--
        formula.close()
      } else {
        write(formula.written())
        formula = undefined
      }
    },
    text: (text) => (formula === undefined ? inner.text(text) : formula.text(text))
  }
}
