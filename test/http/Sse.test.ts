import { expect, test } from "bun:test"
import { FastCheck } from "effect"
import * as ServerSentEvents from "../../src/engines/openai/ServerSentEvents.ts"
import * as Sse from "../../src/http/Sse.ts"
import { forAll } from "../support/Property.ts"

test("events of any values, cut anywhere on their way, are read back as they were", () =>
  forAll(
    {},
    FastCheck.array(FastCheck.record({ response_text: FastCheck.string({ unit: "binary" }), more: FastCheck.json() }), {
      maxLength: 8
    }),
    FastCheck.array(FastCheck.nat(), { maxLength: 12 }),
    (values, cuts) => {
      const bytes = new TextEncoder().encode(values.map(Sse.event).join(new TextDecoder().decode(Sse.keepAlive.bytes)))
      const parser = ServerSentEvents.make()
      const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
      const events = places.flatMap((place, index) => parser.feed(bytes.subarray(places[index - 1] ?? 0, place)))
      expect([...events, ...parser.end()].map(({ data }) => JSON.parse(data))).toEqual(values)
    }
  ))

test("an event is one data line and a blank line, whatever the text", () => {
  forAll({}, FastCheck.string({ unit: "binary" }), (text) => {
    const lines = Sse.event({ response_text: text }).split(/\r\n|\r|\n/)
    expect(lines).toHaveLength(3)
    expect(lines[0]?.startsWith("data: {")).toBe(true)
    expect(lines.slice(1)).toEqual(["", ""])
  })
})
