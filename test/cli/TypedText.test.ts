import { expect, test } from "bun:test"
import { Effect, Either } from "effect"
import { readKeyId, readName, readNote, readWalletId } from "../../src/cli/TypedText.ts"

const refusal = (read: Effect.Effect<string, { readonly message: string }>): string | undefined =>
  Either.match(Effect.runSync(Effect.either(read)), {
    onLeft: ({ message }) => message,
    onRight: () => undefined
  })

test("a name that is typed is kept without the blanks around it", () => {
  expect(Effect.runSync(readName("  የሞባይል መተግበሪያ "))).toBe("የሞባይል መተግበሪያ")
  expect(Effect.runSync(readNote(" invoice 17\nof May "))).toBe("invoice 17\nof May")
})

const refused: ReadonlyArray<readonly [what: string, read: ReturnType<typeof readName>, says: string]> = [
  ["an empty name", readName("  "), "the name must not be empty"],
  ["a name of two lines", readName("a\nb"), "the name must be one line of text, without marks of direction"],
  [
    "a name that controls a terminal",
    readName("a\u001b[2J"),
    "the name must be one line of text, without marks of direction"
  ],
  [
    "a name that turns its direction",
    readName("a\u202eb"),
    "the name must be one line of text, without marks of direction"
  ],
  ["a name of 101 characters", readName("a".repeat(101)), "the name must have at most 100 characters"],
  ["an empty note", readNote(""), "the note must say what the credit is for"],
  ["a note that controls a terminal", readNote("\u001b[2J"), "the note must be text, without control characters"],
  ["an empty wallet's id", readWalletId(""), "the wallet's id must not be empty"],
  ["an empty key's id", readKeyId(""), "the key's id must not be empty"]
]
test.each(refused)("%s that is typed is refused in one line", (_, read, says) => {
  expect(refusal(read)).toBe(says)
})
