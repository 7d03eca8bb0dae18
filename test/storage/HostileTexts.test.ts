/** What a database cannot hold of a client's text is "not found", or refused by name, and never a fault of the server. */
import { expect, test } from "bun:test"
import { listed, sequence } from "../../src/storage/Statement.ts"
import { isStorable, storable } from "../../src/storage/StorableText.ts"
import { lentServerForFile } from "../support/ForFile.ts"
import { TEXTS, WAYS } from "./HostileTexts.ts"

const server = lentServerForFile()

test.each(WAYS.map((way) => [way.name, way] as const))(
  "%s with U+0000 or half of a surrogate pair is no fault of the server",
  async (_, { send, statuses }) => {
    for (const text of TEXTS) {
      const answer = await send(server, text)
      await answer.text()
      expect(statuses).toContain(answer.status)
    }
  }
)

test("a list of what is looked for leaves out what no row can have, and keeps all else", () => {
  expect(JSON.parse(listed(["a", "ሰላም", 7, "a\0", "\ud800", "a\uFFFD", "__proto__x"]))).toEqual({
    a: 0,
    ሰላም: 0,
    7: 0,
    "a\uFFFD": 0,
    __proto__x: 0
  })
  expect(listed(["\0"])).toBe("{}")
})

test("of what is written as a sequence the texts that no database holds are replaced, wherever they stand", () => {
  const written: unknown = JSON.parse(sequence([["a\0", null, 1], { by: "\ud800", n: 2 }, "ሰላም"]))
  expect(written).toEqual({ 0: ["a\uFFFD", null, 1], 1: { by: "\uFFFD", n: 2 }, 2: "ሰላም" })
})

test("a text is storable where it has neither U+0000 nor half of a surrogate pair, and is made so by U+FFFD", () => {
  for (const text of TEXTS) {
    expect(isStorable(text)).toBe(false)
    expect(isStorable(storable(text))).toBe(true)
    expect(storable(text)).toHaveLength(text.length)
  }
  for (const text of ["", "ሰላም", "😀", "\u0001"]) expect([isStorable(text), storable(text)]).toEqual([true, text])
})
