/** A text model on a scripted server, and what tests of it have in common. */
import { expect } from "bun:test"
import { Duration, Effect, Option } from "effect"
import type { EngineFailure } from "../../../src/Errors.ts"
import { make } from "../../../src/engines/openai/AttachedTextModel.ts"
import { defaultLimits, type Endpoint, type Limits } from "../../../src/engines/openai/Transport.ts"
import {
  type Generation,
  type Message,
  noFurtherSettings,
  type TextModelShape,
  type TextRequest,
  type Tool
} from "../../../src/engines/TextModel.ts"

/** Quick tries; patience long enough for a busy machine unless a test is about patience. */
export const limits: Limits = {
  ...defaultLimits,
  firstByte: Duration.seconds(10),
  silence: Duration.seconds(10),
  whole: Duration.seconds(20),
  backoff: Duration.millis(5)
}

export const user = (text: string): Message => ({ role: "user", parts: [{ _tag: "Text", text }] })

export const request = (own: Partial<TextRequest> = {}): TextRequest => ({
  messages: [user("ሰላም")],
  tools: [],
  toolChoice: "auto",
  targetLanguage: Option.some("am"),
  temperature: Option.some(0.7),
  topP: Option.none(),
  topK: Option.none(),
  maxOutputTokens: Option.none(),
  further: noFurtherSettings,
  ...own
})

export const weather: Tool = {
  name: "get_weather",
  description: Option.some("Weather of a city"),
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] }
}

export const generate = (endpoint: Endpoint, own: Partial<TextRequest> = {}, patience: Partial<Limits> = {}) =>
  Effect.flatMap(make(endpoint, { ...limits, ...patience }), (model) => model.generate(request(own)))

/** What is heard of an answer in pieces: each piece, and how it ended. */
export type StreamEvent =
  | { readonly _tag: "Text"; readonly text: string }
  | ({ readonly _tag: "Finished" } & Pick<Generation, "finishReason" | "usage">)

/** Hears an answer in pieces; `heard` gets each when it comes. */
export const hear = (model: TextModelShape, heard: Array<StreamEvent>, own: Partial<TextRequest> = {}) =>
  Effect.gen(function* () {
    const { finishReason, text, usage } = yield* model.generateInPieces(request(own), (text) =>
      heard.push({ _tag: "Text", text })
    )
    expect(heard.map((one) => (one._tag === "Text" ? one.text : "")).join("")).toBe(text)
    heard.push({ _tag: "Finished", finishReason, usage })
    return heard
  })

export const stream = (endpoint: Endpoint, own: Partial<TextRequest> = {}, patience: Partial<Limits> = {}) =>
  Effect.flatMap(make(endpoint, { ...limits, ...patience }), (model) => hear(model, [], own))

/** The failure, with no defect beside it, and nothing of the server's words in it. */
export const failureOf = <A, R>(effect: Effect.Effect<A, EngineFailure, R>): Effect.Effect<EngineFailure, never, R> =>
  effect.pipe(
    Effect.sandbox,
    Effect.flip,
    Effect.orDieWith(() => new Error("it did not fail")),
    Effect.map((cause) => (cause._tag === "Fail" ? cause.error : undefined)),
    Effect.filterOrDieMessage((error) => error !== undefined, "no plain failure"),
    Effect.tap((error) => Effect.sync(() => expect(JSON.stringify(error)).not.toMatch(/127\.0\.0\.1|sk-|whisper/)))
  )

/** A whole answer as servers send it. */
export const completion = (message: object, finish_reason: string | null = "stop", rest: object = {}) => ({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason }],
  ...rest
})

/** A chunk as servers send it. */
export const chunk = (delta: object, finish_reason: string | null = null, rest: object = {}) => ({
  id: "chatcmpl-1",
  object: "chat.completion.chunk",
  created: 1,
  model: "m",
  choices: [{ index: 0, delta, finish_reason }],
  ...rest
})

export const event = (value: unknown, end = "\n"): string => `data: ${JSON.stringify(value)}${end}${end}`
export const done = "data: [DONE]\n\n"

export const sse = (body: BodyInit, type = "text/event-stream"): Response =>
  new Response(body, { headers: { "content-type": type } })

/** The bytes of `text`, one at a time or in pieces of `size`. */
export const bytesOf = (text: string, size = 1): ReadonlyArray<Uint8Array> => {
  const bytes = new TextEncoder().encode(text)
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.slice(at * size, (at + 1) * size))
}
