/** What charts and diagrams of office documents say: titles, and the values that they were last drawn from (ECMA-376 part 1, 21.2). */
import type { Outline } from "./Outline.ts"
import { gather, NO_CONTEXT } from "./SlideShapes.ts"
import * as Xml from "./Xml.ts"
import type { Archive } from "./Zip.ts"

/** Series of one chart, and points of one series, that are written. */
const MAX_SERIES = 20
const MAX_POINTS = 200

const MORE_SERIES = `Of a chart with more than ${MAX_SERIES} series only the first ${MAX_SERIES} are included.`
const MORE_POINTS = `Of a chart with more than ${MAX_POINTS} points only the first ${MAX_POINTS} are included.`

interface Series {
  readonly name: Array<string>
  readonly categories: Map<number, string>
  readonly values: Map<number, string>
}

/** What a chart's part says; `leaveOut` is told of what is beyond the bounds. */
const chart = (leaveOut: (sentence: string) => void) => {
  const [title, axes]: [Array<string>, Array<string>] = [[], []]
  const series: Array<Series> = []
  let current: Series | undefined
  let place: "name" | "categories" | "values" | undefined
  let point = 0
  let titled: Array<string> | undefined
  let inAxis = false
  let text: Array<string> | undefined

  const begin = (name: string, attributes: Xml.Attributes): void => {
    if (name === "ser") {
      current = { name: [], categories: new Map(), values: new Map() }
      if (series.length < MAX_SERIES) series.push(current)
      else leaveOut(MORE_SERIES)
    } else if (name.endsWith("Ax")) inAxis = true
    else if (name === "title") titled = inAxis ? axes : title
    else if (name === "tx" && current !== undefined) place = "name"
    else if (name === "cat" || name === "xVal") place = "categories"
    else if (name === "val" || name === "yVal") place = "values"
    else if (name === "pt") point = Number(attributes.get("idx") ?? "0") || 0
    else if (name === "v" || name === "t") text = []
  }
  const add = (said: string): void => {
    if (titled !== undefined) titled.push(said)
    else if (current !== undefined && place === "name") current.name.push(said)
    else if (current !== undefined && (place === "categories" || place === "values")) {
      if (point >= MAX_POINTS) leaveOut(MORE_POINTS)
      if (!(point >= 0 && point < MAX_POINTS)) return
      const points = current[place]
      points.set(point, points.has(point) ? `${said} ${points.get(point)}` : said)
    }
  }
  const end = (name: string): void => {
    if (name === "v" || name === "t") {
      add((text ?? []).join(""))
      text = undefined
    } else if (name === "ser") current = undefined
    else if (name.endsWith("Ax")) inAxis = false
    else if (name === "title") {
      titled?.push(" ")
      titled = undefined
    } else if (name === "tx" || name === "cat" || name === "val" || name === "xVal" || name === "yVal")
      place = undefined
  }
  const handler: Xml.Handler = { open: begin, close: end, text: (said) => text?.push(said) }
  return { handler, title, axes, series }
}

const oneLine = (parts: ReadonlyArray<string>): string => parts.join("").replace(/\s+/g, " ").trim()

const writeRow = (outline: Outline, cells: ReadonlyArray<string>): void => {
  outline.beginRow()
  for (const cell of cells) {
    outline.cell()
    outline.text(cell)
  }
  outline.endRow()
}

/** Writes a chart under its name, such as `Chart 1`: its titles, then a row for each of its points. Throws `Unreadable`. */
export const writeChart = async (
  archive: Archive,
  part: string,
  name: string,
  outline: Outline,
  leaveOut: (sentence: string) => void
): Promise<void> => {
  const { axes, handler, series, title } = chart(leaveOut)
  await Xml.read(archive.read(part), handler)
  const axis = oneLine(axes)
  const said = [oneLine(title), axis === "" ? "" : `axes: ${axis}`].filter((text) => text !== "").join("; ")
  outline.paragraph()
  outline.text(said === "" ? `[${name}]` : `[${name}: ${said}]`)
  outline.paragraph()
  if (series.some(({ name: words }) => words.length > 0)) {
    writeRow(outline, ["", ...series.map(({ name: words }) => oneLine(words))])
  }
  const points = new Set(series.flatMap(({ values }) => [...values.keys()]))
  for (const point of [...points].toSorted((a, b) => a - b)) {
    const category = series.find(({ categories }) => categories.has(point))?.categories.get(point)
    writeRow(outline, [category ?? "", ...series.map(({ values }) => values.get(point) ?? "")])
  }
}

/** Writes the words of a diagram (SmartArt). Throws `Unreadable`. */
export const writeDiagram = async (archive: Archive, part: string, outline: Outline): Promise<void> => {
  const words = gather(NO_CONTEXT)
  await Xml.read(archive.read(part), words.handler)
  words.write(outline)
}
