/**
 * One synthesis thread and one encoding thread, driven directly and in turn: a
 * phrase is spoken, then encoded, then the next. Never both at once, so this is
 * what one core makes without a server.
 */
import { Effect, Layer, ManagedRuntime, Schema, Stream } from "effect"
import { AudioEncoder } from "../../src/audio/AudioEncoder.ts"
import * as EncoderPool from "../../src/audio/EncoderPool.ts"
import * as Espeak from "../../src/engines/espeak/EspeakSynthesizer.ts"
import { Synthesizer } from "../../src/engines/Synthesizer.ts"
import { phrases } from "../../src/text/Phrases.ts"
import { catalog } from "../../src/voice/Catalog.ts"
import { answering } from "../support/Helper.ts"
import { VOICE } from "../support/Server.ts"

const Question = Schema.Struct({ text: Schema.String, seconds: Schema.Number })

const makeOnce = (text: string) =>
  Effect.gen(function* () {
    const synthesizer = yield* Synthesizer
    const encoder = yield* AudioEncoder
    const entry = catalog.find(({ id }) => id === VOICE)
    if (entry === undefined) return yield* Effect.dieMessage(`no voice ${VOICE}`)
    const voice = { id: entry.id, language: entry.language, ...entry.timbre }
    let seconds = 0
    for (const phrase of phrases(text)) {
      const spoken = yield* Stream.runCollect(synthesizer.speak({ voice, speed: 1, phrases: [phrase] }))
      yield* Stream.runDrain(encoder.encode("mp3_44100")(() => Stream.fromChunk(spoken)))
      for (const { sampleRate, samples } of spoken) seconds += samples.length / sampleRate
    }
    return seconds
  })

const runtime = ManagedRuntime.make(Layer.merge(Espeak.layer({ workers: 1 }), EncoderPool.layerWith({ workers: 1 })))

/** Answers all sound made, in seconds, and the seconds of sound in a second. */
answering(Question, async ({ seconds, text }) => {
  let audio = 0
  const begun = performance.now()
  while (performance.now() - begun < seconds * 1_000) audio += await runtime.runPromise(makeOnce(text))
  return { audio, rate: (audio * 1_000) / (performance.now() - begun) }
})
