/** FLAC files that lie one behind the other. */
import { expect, test } from "bun:test"
import { filesIn, head, isJoined } from "../../src/audio/Flac.ts"

const one = head(4_096)
/** The same where other metadata follow. */
const open = Buffer.from(one).fill(0, 4, 5)

test("FLAC files that were joined are told apart where one says what its stream is, and nowhere else", () => {
  const mark = Buffer.from("fLaC\x84\0\0\x22fLaC", "latin1")
  const files = [Buffer.concat([one, mark]), Buffer.concat([open, Buffer.alloc(5_000, 7)]), open, Buffer.from(one)]
  const joined = new Uint8Array(Buffer.concat(files))
  expect(isJoined(joined)).toBe(true)
  expect(Array.from(filesIn(joined), (file) => Buffer.from(file))).toEqual(files)
  for (const file of files) expect(isJoined(file)).toBe(false)
  for (const file of [new Uint8Array(0), mark, joined.subarray(1)]) expect(isJoined(file)).toBe(false)
})

test("two hundred thousand FLAC files that were joined are told apart, be their heads of one kind", () => {
  for (const kind of [one, open]) {
    const joined = Buffer.concat(Array.from({ length: 200_000 }, () => kind))
    let count = 0
    for (const file of filesIn(joined)) if (file.length === kind.length) count++
    expect(count).toBe(200_000)
  }
})
