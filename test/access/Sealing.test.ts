import { expect, test } from "bun:test"
import { FastCheck, Option, Redacted } from "effect"
import * as Sealing from "../../src/access/Sealing.ts"
import { forAll } from "../support/Property.ts"

const secret = Redacted.make("a secret of sixteen characters")
const sealing = Sealing.make(secret, "tickets")
/** A text as UTF-8 keeps it. */
const text = FastCheck.string({ unit: "binary", maxLength: 200 })
const open = (sealed: string, place = "a", by = sealing) => by.open(sealed, place)

test("a sealed text opens only in its place, with its secret and for its purpose", () => {
  forAll({}, text, text, (plain, place) => {
    const sealed = sealing.seal(plain, place)
    expect(Sealing.isSealed(sealed)).toBe(true)
    expect(open(sealed, place)).toEqual(Option.some(plain))
    expect(open(sealed, place, Sealing.make(secret, "tickets"))).toEqual(Option.some(plain))
    expect(open(sealed, `${place}.`)).toEqual(Option.none())
    expect(open(sealed, place, Sealing.make(secret, "engines"))).toEqual(Option.none())
    expect(open(sealed, place, Sealing.make(Redacted.make("another secret, as long"), "tickets"))).toEqual(
      Option.none()
    )
  })
})

test("a sealed text that was changed anywhere, or cut, does not open", () => {
  const sealed = sealing.seal("ሰላም", "a")
  for (let at = 0; at < sealed.length; at++) {
    const other = sealed[at] === "A" ? "w" : "A"
    expect(open(sealed.slice(0, at) + other + sealed.slice(at + 1))).toEqual(Option.none())
    expect(open(sealed.slice(0, at))).toEqual(Option.none())
  }
})

test("one text sealed twice gives two results, and neither contains it", () => {
  const plain = "Speak only of bread. ".repeat(20)
  const sealed = [sealing.seal(plain, "a"), sealing.seal(plain, "a")]
  expect(sealed[0]).not.toBe(sealed[1])
  for (const one of sealed) expect(Buffer.from(one.slice(3), "base64url").includes("bread")).toBe(false)
})
