/** Reads what `bun test --reporter=junit` writes: which tests failed, why, and how long each took. */
import { parser as makeParser } from "sax"

export interface Failure {
  /** The file from the project's root. */
  readonly file: string
  /** The groups and the name of the test, as the reporter joins them. */
  readonly test: string
  /** What was expected, and where: the runner's words. */
  readonly why: string
}

export interface Timed {
  readonly file: string
  readonly test: string
  readonly seconds: number
}

export interface Report {
  readonly failures: ReadonlyArray<Failure>
  /** Seconds that each file took, by its path. */
  readonly seconds: ReadonlyMap<string, number>
  readonly tests: ReadonlyArray<Timed>
}

/** Of a run that could not even begin. */
export const NOTHING: Report = { failures: [], seconds: new Map(), tests: [] }

/** The reporter nests a `testsuite` for each `describe`; the outermost is the file. Throws where the text is no XML. */
export const readReport = (xml: string): Report => {
  const failures: Array<Failure> = []
  const seconds = new Map<string, number>()
  const tests: Array<Timed> = []
  const groups: Array<string> = []
  let test = ""
  let file = ""
  let why: string | undefined
  const parser = makeParser(true)
  parser.onerror = (error) => {
    throw error
  }
  parser.onopentag = ({ attributes, name }) => {
    if (name === "testsuite") {
      if (groups.length === 0) {
        file = String(attributes.file)
        seconds.set(file, Number(attributes.time))
      }
      groups.push(String(attributes.name))
    }
    if (name === "testcase") {
      test = [...groups.slice(1), String(attributes.name)].join(" > ")
      tests.push({ file, test, seconds: Number(attributes.time) })
    }
    if (name === "failure") why = ""
  }
  parser.ontext = (text) => {
    if (why !== undefined) why += text
  }
  parser.oncdata = (text) => {
    if (why !== undefined) why += text
  }
  parser.onclosetag = (name) => {
    if (name === "testsuite") groups.pop()
    if (name !== "failure") return
    failures.push({ file, test, why: why ?? "" })
    why = undefined
  }
  parser.write(xml).close()
  return { failures, seconds, tests }
}

/** The files of these, each once. */
export const filesOf = (found: ReadonlyArray<{ readonly file: string }>): ReadonlyArray<string> => [
  ...new Set(found.map(({ file }) => file))
]

/** The failures as lines for people: file, test, and the first lines of why. */
export const describeFailures = (failures: ReadonlyArray<Failure>, linesOfWhy = 12): string =>
  failures
    .map(({ file, test, why }) => {
      const lines = why.split("\n").filter((line) => line.trim() !== "")
      return [`✗ ${file} > ${test}`, ...lines.slice(0, linesOfWhy).map((line) => `    ${line}`)].join("\n")
    })
    .join("\n")
