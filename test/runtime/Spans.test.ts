import { expect, test } from "bun:test"
import { Option } from "effect"
import * as Spans from "../../src/runtime/Spans.ts"

const trace = "4bf92f3577b34da6a3ce929d0e0e4736"
const span = "00f067aa0ba902b7"

test("a traceparent names the caller's span", () => {
  expect(Option.getOrThrow(Spans.fromHeader(`00-${trace}-${span}-01`))).toMatchObject({
    traceId: trace,
    spanId: span,
    sampled: true
  })
  expect(Option.getOrThrow(Spans.fromHeader(`00-${trace}-${span}-00`)).sampled).toBe(false)
  expect(Option.getOrThrow(Spans.fromHeader(`00-${trace}-${span}-03`)).sampled).toBe(true)
  // A version that is not known yet is read as far as it is.
  expect(Option.isSome(Spans.fromHeader(`cc-${trace}-${span}-01-more`))).toBe(true)
})

test("a malformed traceparent names no span", () => {
  const malformed = [
    undefined,
    "",
    "00",
    `00-${trace}-${span}`,
    `00-${trace}-${span}-01-more`,
    `ff-${trace}-${span}-01`,
    `00-${trace.toUpperCase()}-${span}-01`,
    `00-${"0".repeat(32)}-${span}-01`,
    `00-${trace}-${"0".repeat(16)}-01`,
    `00-${trace}-${span}-0x`,
    `00-${trace}0-${span}-01`,
    `00-${trace}-${span}-01, 00-${trace}-${span}-01`
  ]
  for (const header of malformed) expect([header, Spans.fromHeader(header)]).toEqual([header, Option.none()])
})
