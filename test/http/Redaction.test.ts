import { expect, test } from "bun:test"
import { FastCheck } from "effect"
import { LONGEST_PATH, pathWithoutRoute, withoutSecrets } from "../../src/http/Redaction.ts"
import { forAll } from "../support/Property.ts"

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-"
const body = FastCheck.array(FastCheck.constantFrom(...letters), { minLength: 40, maxLength: 90 }).map((all) =>
  all.join("")
)
const secret = FastCheck.tuple(FastCheck.constantFrom("sk", "ek", "qcv", "qrt", "qsc"), body).map(
  ([kind, random]) => `${kind}_${random}`
)
const segment = FastCheck.string({ maxLength: 12 })

test("a path without a route is shown by at most so many characters, none of them of a key, however it is written", () => {
  const encoded = (text: string, which: ReadonlyArray<number>) =>
    Array.from(text, (letter, at) =>
      which.includes(at) ? `%${letter.charCodeAt(0).toString(16).padStart(2, "0")}` : letter
    ).join("")
  forAll(
    { numRuns: 500 },
    segment,
    secret,
    segment,
    FastCheck.array(FastCheck.nat(20)),
    (before, key, after, which) => {
      const shown = pathWithoutRoute(`/${before}/${encoded(key, which)}/${after}`)
      expect(shown.length).toBeLessThanOrEqual(LONGEST_PATH)
      // Twelve random characters of it stand nowhere.
      for (let at = 3; at + 12 <= key.length; at++) expect(shown).not.toContain(key.slice(at, at + 12))
    }
  )
})

test("ordinary paths are shown as they are", () => {
  for (const path of ["/", "/favicon.ico", "/wp-content/plugins/nothing", "/api/v1/voice/generation", "/ሰላም", "/%zz"]) {
    expect(pathWithoutRoute(path)).toBe(path)
  }
  expect(pathWithoutRoute("/api/sk_short")).toBe("/api/sk_…")
})

test("no key, client secret or ticket is left in a text, and words that begin like them are", () => {
  forAll({}, secret, (key) => {
    expect(withoutSecrets(`GET /ws?apiKey=${key}&b, "${key}"`)).not.toContain(key.slice(3, 20))
  })
  expect(withoutSecrets("task_0123456789abcdefghij and sk_ alone, job_01kax7v3m5qs8d2n0c4h6j9w1z")).toBe(
    "task_0123456789abcdefghij and sk_ alone, job_01kax7v3m5qs8d2n0c4h6j9w1z"
  )
})
