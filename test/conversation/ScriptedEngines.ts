/** Engines of conversations that do as a script says: one for each conversation, by its number. */
import { Effect, Layer, Option, Stream } from "effect"
import type { EnginePart } from "../../src/Domain.ts"
import { type EngineFailure, ProviderError } from "../../src/Errors.ts"
import { markFree } from "../../src/engines/FreeOfCharge.ts"
import { Recognizer } from "../../src/engines/Recognizer.ts"
import { Synthesizer } from "../../src/engines/Synthesizer.ts"
import { type Generation, TextModel, type TokenUsage, type ToolCall } from "../../src/engines/TextModel.ts"

/** Hertz of what is spoken. */
const SPOKEN = 24_000

/** How an engine's work comes to its end. */
export type Ending = "ends" | "fails" | "hangs"

/** What the engines do in one conversation. */
export interface Script {
  /** What the recogniser makes of whatever is said. */
  readonly heard: string
  /** What goes on before the first of all that is said is understood. */
  readonly firstHearing: Effect.Effect<void, EngineFailure>
  /** The model's answer, in the pieces that it comes in, and the calls behind it. */
  readonly pieces: ReadonlyArray<string>
  readonly calls: ReadonlyArray<ToolCall>
  /** So many times at first the calls' arguments are cut off. */
  readonly cutCalls: number
  readonly model: Ending
  readonly usage: Option.Option<TokenUsage>
  /** Seconds of sound of a phrase; how the voice ends with the phrase of this number. */
  readonly seconds: number
  readonly voice: Ending
  readonly voiceEndsAt: number
  /** What is done by models that may not be sold. */
  readonly free: ReadonlyArray<EnginePart>
}

export const usualScript: Script = {
  heard: "ሰላም",
  firstHearing: Effect.void,
  pieces: ["አንድ። ", "ሁለት።"],
  calls: [],
  cutCalls: 0,
  model: "ends",
  usage: Option.none(),
  seconds: 1,
  voice: "ends",
  voiceEndsAt: 0,
  free: []
}

export const scripts = new Map<string, { readonly script: Script; phrases: number; asked: number; heard: number }>()
const broken = new ProviderError({ message: "the engine failed" })

/** How an engine ends that does so. */
const end = (ending: Ending) =>
  ending === "fails" ? Effect.fail(broken) : ending === "hangs" ? Effect.never : Effect.void

/** Marks what is done by a model that may not be sold. */
const marking = (script: Script | undefined, part: EnginePart) =>
  script?.free.includes(part) === true ? markFree(part) : Effect.void

export const scriptOf = (id: string) => {
  const found = scripts.get(id)
  if (found === undefined) throw new Error(`no script ${id}`)
  return found
}

/** The script's number is the first sample of all that is said. */
export const recognizer = Layer.succeed(Recognizer, {
  name: "fake",
  recognize: (_, sound) =>
    Stream.unwrap(
      Effect.map(
        Stream.runFold(sound, Number.NaN, (id, samples) => (Number.isNaN(id) ? (samples[0] ?? 0) : id)),
        (id) => {
          const run = Number.isNaN(id) ? undefined : scriptOf(`${id}`)
          const script = run?.script
          const isFirst = run !== undefined && run.heard++ === 0
          const before = isFirst ? run.script.firstHearing : Effect.void
          const final = { _tag: "Final" as const, text: script?.heard ?? "", words: [], confidence: 0.9 }
          return Stream.fromEffect(Effect.as(Effect.zipRight(before, marking(script, "hearing")), final))
        }
      )
    ),
  prepare: Effect.void,
  ready: Effect.void
})

/** The script's number is all that the operator's instructions are. */
export const model = Layer.succeed(TextModel, {
  name: "fake",
  framing: () => 0,
  generate: () => Effect.dieMessage("answers come in pieces"),
  generateInPieces: ({ messages }, tell) =>
    Effect.gen(function* () {
      const id = messages.flatMap(({ content, role }: { content?: unknown; role: string }) => {
        const [, number] =
          role === "system" ? (/^Instructions of the operator:\n(\d+) /.exec(String(content)) ?? []) : []
        return number === undefined ? [] : [number]
      })[0]
      const run = scriptOf(id ?? "")
      run.asked++
      const { cutCalls, model, pieces, usage } = run.script
      const calls = run.script.calls.map((call) =>
        run.asked > cutCalls ? call : { ...call, arguments: call.arguments.slice(0, -1) }
      )
      for (const piece of pieces) {
        tell(piece)
        yield* Effect.yieldNow()
        yield* Effect.sleep(0)
      }
      yield* end(model)
      const finishReason = calls.length > 0 ? "tool_calls" : "stop"
      const generation: Generation = { text: pieces.join(""), toolCalls: calls, finishReason, usage }
      return generation
    }),
  translate: () => Effect.dieMessage("a conversation does not translate"),
  embed: () => Effect.dieMessage("not part of this"),
  ready: Effect.void
})

/** The script's number is the voice's id. */
export const synthesizer = Layer.succeed(Synthesizer, {
  name: "fake",
  speak: ({ phrases, voice: { id } }) =>
    Stream.mapEffect(Stream.fromIterable(phrases), () =>
      Effect.gen(function* () {
        const run = scriptOf(id)
        if (run.phrases++ >= run.script.voiceEndsAt) yield* end(run.script.voice)
        yield* marking(run.script, "voice")
        const samples = new Int16Array(Math.round(SPOKEN * run.script.seconds))
        return { index: 0, samples, sampleRate: SPOKEN, words: [] }
      })
    ),
  durations: () => ({ likely: 1, held: 1, longest: 1 }),
  ready: Effect.void
})
