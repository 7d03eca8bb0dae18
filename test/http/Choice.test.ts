import { expect, test } from "bun:test"
import { Either, Schema } from "effect"
import { choice } from "../../src/http/Choice.ts"
import { decoder } from "../../src/http/Decoding.ts"
import { list } from "../../src/http/List.ts"

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

test("each is read as what it says it is, or as what it is where it says nothing", () => {
  const shapes = [
    { kind: "circle", radius: 1 } as const,
    { side: 2, color: "red" } as const,
    { kind: "square", side: 3, color: "blue" } as const
  ]
  expect(told(...shapes)).toEqual(Either.right({ shapes }))
})

test("only what it misses of that is reported, in words for readers and not in those of documents", () => {
  expect(told({ kind: "circle" })).toEqual(Either.left("shapes[0].radius is missing"))
  expect(told({ side: 2, color: "green" })).toEqual(Either.left('shapes[0].color must be "red" or "blue"'))
  expect(told({ kind: "circle", radius: "1" }, { side: {}, color: "red" })).toEqual(
    Either.left("shapes[0].radius must be a number; shapes[1].side must be a number")
  )
})

test("what is nothing known is refused with what is", () => {
  for (const kind of ["star", "toString", 5, { toString: 0 }, null]) {
    expect(told({ kind, radius: 1 })).toEqual(Either.left('shapes[0].kind must be "circle" or "square"'))
  }
  for (const shape of [5, null, "circle", [], [{}]])
    expect(told(shape)).toEqual(Either.left("shapes[0] must be an object"))
})
