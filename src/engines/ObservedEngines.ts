/**
 * What an engine does, as it is measured: each as it is, with a
 * span for every call, and metrics by operation and by engine. It is wrapped
 * where it is chosen, so that no implementation knows of it.
 */
import { Cause, Clock, Context, Effect, Exit, type Fiber, Layer, Option, Predicate, Stream } from "effect"
import { SAMPLE_RATE } from "../audio/Decode.ts"
import { currentOperation } from "../Domain.ts"
import type { EngineFailure } from "../Errors.ts"
import * as Metrics from "../runtime/Metrics.ts"
import * as Spans from "../runtime/Spans.ts"
import type { DiarizerShape } from "./Diarizer.ts"
import { Recognizer, type RecognizerShape } from "./Recognizer.ts"
import { type SynthesisRequest, Synthesizer, type SynthesizerShape } from "./Synthesizer.ts"
import { TextModel, type TextModelShape, type TextRequest, type TokenUsage } from "./TextModel.ts"

const OF_ENGINE = ["operation", "engine", "model"] as const

const durations = Metrics.seconds(
  "qal_engine_request_duration_seconds",
  "Seconds from the call of an engine to the end of its answer, by outcome: ok, interrupted, or the code of the error",
  [...OF_ENGINE, "outcome"]
)
const firstOutputs = Metrics.seconds(
  "qal_engine_first_output_seconds",
  "Seconds from the call of an engine to its first sound or its first piece of text",
  OF_ENGINE
)
const made = Metrics.counter("qal_audio_made_seconds_total", "Seconds of sound that synthesizers made", OF_ENGINE)
const given = Metrics.counter(
  "qal_audio_heard_seconds_total",
  "Seconds of sound that recognizers were given",
  OF_ENGINE
)
const tokens = Metrics.counter(
  "qal_tokens_total",
  "Tokens as text engines counted them, by kind: prompt or candidates",
  [...OF_ENGINE, "kind"]
)
const characters = Metrics.counter(
  "qal_characters_total",
  "Characters that synthesizers were given, recognizers wrote, and text engines were given to translate",
  OF_ENGINE
)

/** One call of an engine, for those who measure it. */
interface Call {
  readonly labels: readonly [operation: string, engine: string, model: string]
  /** The first of its output is there; may be called more than once. */
  readonly began: () => void
  readonly ended: (exit: Exit.Exit<unknown, unknown>) => void
}

const NANOS_PER_SECOND = 1e9

const outcomeOf = (exit: Exit.Exit<unknown, unknown>): string => {
  if (Exit.isSuccess(exit)) return "ok"
  if (Cause.isInterruptedOnly(exit.cause)) return "interrupted"
  const failure = Option.getOrUndefined(Cause.failureOption(exit.cause))
  return Predicate.hasProperty(failure, "_tag") ? String(failure._tag) : "INTERNAL_ERROR"
}

const callOf = (fiber: Fiber.RuntimeFiber<unknown, unknown>, engine: string, model: string): Call => {
  const clock = Context.get(fiber.currentDefaultServices, Clock.Clock)
  const labels = [fiber.getFiberRef(currentOperation), engine, model] as const
  const begun = clock.unsafeCurrentTimeNanos()
  const passed = () => Number(clock.unsafeCurrentTimeNanos() - begun) / NANOS_PER_SECOND
  let hasBegun = false
  return {
    labels,
    began: () => {
      if (!hasBegun) firstOutputs(passed(), ...labels)
      hasBegun = true
    },
    ended: (exit) => durations(passed(), ...labels, outcomeOf(exit))
  }
}

const attributesOf = ({ labels: [operation, , model] }: Call) => ({ "qal.operation": operation, "qal.model": model })

const countTokens = ({ labels }: Call, usage: Option.Option<TokenUsage>): Effect.Effect<void> =>
  Option.match(usage, {
    onNone: () => Effect.void,
    onSome: ({ candidateTokens, promptTokens }) => {
      tokens(promptTokens, ...labels, "prompt")
      tokens(candidateTokens, ...labels, "candidates")
      return Spans.annotate({ "qal.prompt_tokens": promptTokens, "qal.candidate_tokens": candidateTokens })
    }
  })

const observedText = (model: TextModelShape): TextModelShape => {
  /** One call, whose answer says its tokens. */
  const measured = <A extends { readonly usage: Option.Option<TokenUsage> }>(
    method: string,
    attributes: Spans.Attributes,
    work: (call: Call) => Effect.Effect<A, EngineFailure>
  ): Effect.Effect<A, EngineFailure> =>
    Effect.withFiberRuntime((fiber) => {
      const call = callOf(fiber, "text_model", model.name)
      const counted = Effect.tap(work(call), ({ usage }) => countTokens(call, usage))
      return Spans.within(counted, `TextModel.${method}`, { ...attributesOf(call), ...attributes }).pipe(
        Effect.onExit((exit) => Effect.sync(() => call.ended(exit)))
      )
    })
  const asked = ({ targetLanguage }: TextRequest) =>
    Option.match(targetLanguage, { onNone: () => ({}), onSome: (language) => ({ "qal.language": language }) })
  return {
    ...model,
    generate: (request, room) => measured("generate", asked(request), () => model.generate(request, room)),
    generateInPieces: (request, onText, room, onThoughts) =>
      measured("generateInPieces", asked(request), ({ began }) => {
        const onMeasured = (text: string) => {
          began()
          onText(text)
        }
        return model.generateInPieces(request, onMeasured, room, onThoughts)
      }),
    embed: (request) =>
      Effect.map(
        measured("embed", {}, () =>
          Effect.map(model.embed(request), (embeddings) => ({
            embeddings,
            usage: Option.map(embeddings.promptTokens, (promptTokens) => ({ promptTokens, candidateTokens: 0 }))
          }))
        ),
        ({ embeddings }) => embeddings
      ),
    translate: (request) =>
      measured("translate", { "qal.source_language": request.source, "qal.language": request.target }, ({ labels }) => {
        characters(request.text.length, ...labels)
        return model.translate(request)
      })
  }
}

/** One call whose answer is a stream. */
const measuredStream = <A, E>(
  name: string,
  engine: string,
  model: string,
  attributes: Spans.Attributes,
  work: (call: Call) => Stream.Stream<A, E>
): Stream.Stream<A, E> =>
  Stream.unwrap(
    Effect.withFiberRuntime<Stream.Stream<A, E>>((fiber) => {
      const call = callOf(fiber, engine, model)
      const measured = Stream.ensuringWith(work(call), (exit) => Effect.sync(() => call.ended(exit)))
      if (!Spans.isOn(fiber)) return Effect.succeed(measured)
      const all = { ...attributesOf(call), ...attributes }
      return Effect.succeed(Stream.withSpan(measured, name, { attributes: all, captureStackTrace: false }))
    })
  )

/** A synthesiser, measured. */
export const observedSynthesizer = (engine: SynthesizerShape): SynthesizerShape => {
  const speak = (request: SynthesisRequest, { began, labels }: Call) => {
    for (const { text } of request.phrases) characters(text.length, ...labels)
    const { onSound } = request
    const measured: SynthesisRequest["onSound"] = (sound) => {
      began()
      onSound?.(sound)
    }
    return Stream.map(engine.speak(onSound === undefined ? request : { ...request, onSound: measured }), (phrase) => {
      began()
      made(phrase.samples.length / phrase.sampleRate, ...labels)
      return phrase
    })
  }
  return {
    ...engine,
    speak: (request) => {
      const attributes = { "qal.voice": request.voice.id, "qal.language": request.voice.language }
      return measuredStream("Synthesizer.speak", "synthesizer", engine.name, attributes, (call) => speak(request, call))
    }
  }
}

/** A recogniser, measured. */
export const observedRecognizer = (engine: RecognizerShape): RecognizerShape => ({
  ...engine,
  recognize: (request, sound) =>
    measuredStream(
      "Recognizer.recognize",
      "recognizer",
      engine.name,
      { "qal.language": request.language },
      ({ labels }) => {
        const counted = Stream.map(sound, (samples) => {
          given(samples.length / SAMPLE_RATE, ...labels)
          return samples
        })
        return Stream.map(engine.recognize(request, counted), (hypothesis) => {
          if (hypothesis._tag === "Final") characters(hypothesis.text.length, ...labels)
          return hypothesis
        })
      }
    )
})

/** The telling apart of speakers by the model of this name, measured. */
export const observedDiarizer =
  (model: string, diarize: DiarizerShape["diarize"]): DiarizerShape["diarize"] =>
  (sound, speakers) =>
    Effect.withFiberRuntime((fiber) => {
      const call = callOf(fiber, "diarizer", model)
      return Spans.within(diarize(sound, speakers), "Diarizer.diarize", attributesOf(call)).pipe(
        Effect.onExit((exit) => Effect.sync(() => call.ended(exit)))
      )
    })

/** The engine that a layer gives, measured. */
const observed = <I, Engine>(tag: Context.Tag<I, Engine>, measure: (engine: Engine) => Engine) =>
  Layer.map((context: Context.Context<I>) => Context.make(tag, measure(Context.get(context, tag))))

export const textModel = observed(TextModel, observedText)
export const synthesizer = observed(Synthesizer, observedSynthesizer)
export const recognizer = observed(Recognizer, observedRecognizer)
