import { expect, test } from "bun:test"
import { Either, Schema } from "effect"
import { choice } from "../../src/http/Choice.ts"
import { list } from "../../src/http/List.ts"
import { decoder } from "../../src/http/SchemaDecoding.ts"

const Circle = Schema.Struct({ kind: Schema.Literal("circle"), radius: Schema.Number })
const Square = Schema.Struct({
  kind: Schema.optional(Schema.Literal("square")).annotations({ description: "What it is" }),
  side: Schema.Number,
  color: Schema.Literal("red", "blue").annotations({ description: "What it looks like" })
})
const Shape = choice("kind", { circle: Circle, square: Square }, ({ kind = "square" }) => kind)
const decode = decoder(
  Schema.Struct({ shapes: list(Shape, 10, "shapes") }).annotations({ parseOptions: { errors: "all" } })
)

const told = (...shapes: ReadonlyArray<unknown>) => Either.mapLeft(decode({ shapes }), ({ message }) => message)

test("an item of a choice is read as the kind that it says, or as the default where it says none", () => {
  const shapes = [
    { kind: "circle", radius: 1 } as const,
    { side: 2, color: "red" } as const,
    { kind: "square", side: 3, color: "blue" } as const
  ]
  expect(told(...shapes)).toEqual(Either.right({ shapes }))
})

test("only what an item lacks of its own kind is reported, in words for readers and not for documents", () => {
  expect(told({ kind: "circle" })).toEqual(Either.left("shapes[0].radius is missing"))
  expect(told({ side: 2, color: "green" })).toEqual(Either.left('shapes[0].color must be "red" or "blue"'))
  expect(told({ kind: "circle", radius: "1" }, { side: {}, color: "red" })).toEqual(
    Either.left("shapes[0].radius must be a number; shapes[1].side must be a number")
  )
})

test("an item of no known kind is refused with a list of the kinds", () => {
  for (const kind of ["star", "toString", 5, { toString: 0 }, null]) {
    expect(told({ kind, radius: 1 })).toEqual(Either.left('shapes[0].kind must be "circle" or "square"'))
  }
  for (const shape of [5, null, "circle", [], [{}]])
    expect(told(shape)).toEqual(Either.left("shapes[0] must be an object"))
})
