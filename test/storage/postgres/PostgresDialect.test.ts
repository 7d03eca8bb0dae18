import { expect, test } from "bun:test"
import { numbered, parametersOf, types } from "../../../src/storage/postgres/PostgresDialect.ts"

test.each([
  ["SELECT 1", "SELECT 1"],
  ["INSERT INTO notes (a, b) VALUES (?, ?)", "INSERT INTO notes (a, b) VALUES ($1, $2)"],
  ["SELECT '?', ?, 'it''s ?'", "SELECT '?', $1, 'it''s ?'"],
  ['SELECT "what?", "a""?b" FROM x WHERE y=?', 'SELECT "what?", "a""?b" FROM x WHERE y=$1'],
  ["SELECT ? -- why?\n, ?", "SELECT $1 -- why?\n, $2"],
  ["SELECT /* ? '\n */ ?", "SELECT /* ? '\n */ $1"],
  ["SELECT '--', ?", "SELECT '--', $1"],
  ["SELECT '' || ?", "SELECT '' || $1"]
])("the parameters of %s get numbers for PostgreSQL, and nothing in quotes or comments is one", (text, expected) => {
  expect(numbered(text)).toBe(expected)
})

test("the tenth parameter and those after it get two digits for PostgreSQL", () => {
  expect(numbered(Array.from({ length: 12 }, () => "?").join(" "))).toEndWith("$9 $10 $11 $12")
})

test("a text for PostgreSQL loses its U+0000, and nothing else changes", () => {
  expect(parametersOf(["a\0b\0", "ሰላም", 1, 2n, null, ""])).toEqual(["a\uFFFDb\uFFFD", "ሰላም", 1, 2n, null, ""])
})

test("a number from PostgreSQL is one where it can be told exactly, else it is refused", () => {
  const read = (type: number, text: string) => types.getTypeParser(type)(text)
  expect([read(20, "9007199254740991"), read(20, "-1"), read(23, "7")]).toEqual([9007199254740991, -1, 7])
  expect([read(1700, "15"), read(1700, "2.50"), read(701, "0.1")]).toEqual([15, 2.5, 0.1])
  expect([read(16, "t"), read(16, "f")]).toEqual([1, 0])
  expect([read(25, "12"), read(3802, '{"a":1}')]).toEqual(["12", '{"a":1}'])
  for (const type of [20, 1700]) expect(() => read(type, "9007199254740993")).toThrow("told exactly")
})
