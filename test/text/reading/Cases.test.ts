/** Sentences as they are written, and as they are read aloud; a report by kind. */
import { afterAll, expect, test } from "bun:test"
import { FastCheck } from "effect"
import { folded } from "../../../src/text/reading/Folding.ts"
import { everyRule, read } from "../../../src/text/reading/Reading.ts"
import { longTest } from "../../support/Long.ts"
import { forAll } from "../../support/Property.ts"
import { cases } from "./cases/Case.ts"

const right = new Map<string, { right: number; all: number }>()
const count = (language: string, kind: string, isRight: boolean) => {
  const key = `${language} ${kind}`
  const before = right.get(key) ?? { right: 0, all: 0 }
  right.set(key, { right: before.right + (isRight ? 1 : 0), all: before.all + 1 })
}

test.each(cases.map((one) => [one.language, one.text, one] as const))(
  'what is written in "%s" is read by its kind: %s',
  (language, text, one) => {
    const reading = read(language, text)
    count(language, one.kind, reading.words === one.words && reading.spans.some(({ kind }) => kind === one.kind))
    expect(reading.words).toBe(one.words)
    expect<ReadonlyArray<string>>(reading.spans.map(({ kind }) => kind)).toContain(one.kind)
  }
)

test("no text stands twice among the cases", () => {
  expect(new Set(cases.map(({ language, text }) => `${language} ${text}`)).size).toBe(cases.length)
})

afterAll(() => {
  const lines = Array.from(right, ([key, { all, right: good }]) => `${key}: ${good} of ${all}`)
  process.stdout.write(`${lines.toSorted().join("\n")}\n`)
})

/** A case, or what is left of it where a page was cut. */
const part = FastCheck.tuple(
  FastCheck.constantFrom(...cases.map(({ text }) => text)),
  FastCheck.nat(20),
  FastCheck.constantFrom("", "", " ", "-", "/", " – ", ":", ".")
).map(([text, cut, mark]) => text.slice(cut % 3 === 0 ? cut : 0) + mark)

longTest("a rule reads nothing in a text that does not hold its cue", () => {
  const cued = everyRule.flatMap(({ after = "", cue, language = "am", pattern, read: readOne }) =>
    cue === undefined
      ? []
      : [
          {
            cue: new RegExp(cue, "v"),
            expression: new RegExp(pattern, "gv"),
            isAfter: new RegExp(`(?<=${after})`, "vy"),
            language,
            pattern,
            readOne
          }
        ]
  )
  const check = (written: string) => {
    const text = folded(written)
    for (const { cue, expression, isAfter, language, pattern, readOne } of cued) {
      if (cue.test(text)) continue
      for (const { 0: found, groups = {}, index: start } of text.matchAll(expression)) {
        isAfter.lastIndex = start
        if (!isAfter.test(text)) continue
        const end = start + found.length
        const words = readOne({ language, text, start, end, found, groups, again: (again) => again })
        if (words !== undefined && found !== "")
          throw new Error(`${cue} is not in ${text}, read by ${pattern.slice(-200)}`)
      }
    }
  }
  for (const { text } of cases) check(text)
  forAll({ numRuns: 2_000 }, FastCheck.array(part, { minLength: 2, maxLength: 4 }), (parts) => check(parts.join("")))
})
