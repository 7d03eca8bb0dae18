/** Version 2 of speech to text as paid work: a file's transcript with how sure it is. */
import { Effect, type Option, Schema } from "effect"
import * as Fingerprint from "../billing/Fingerprint.ts"
import { ONE_DAY } from "../billing/IdempotencyKey.ts"
import { type Job, Jobs } from "../billing/Jobs.ts"
import type { Language, RequestId, WalletId } from "../Domain.ts"
import { type FileFailure, PricedRecognition } from "./PricedRecognition.ts"
import type { Upload } from "./Upload.ts"

/** What is kept of a request. */
const SpeechToTextResult = Schema.Struct({
  text: Schema.String,
  confidence: Schema.Number,
  seconds: Schema.Number,
  /** A UUID. */
  record: Schema.String
})
export type SpeechToTextResult = typeof SpeechToTextResult.Type

export interface SpeechToTextRequest extends Pick<Upload, "file" | "sha256" | "during"> {
  readonly language: Language
}

export class SpeechToText extends Effect.Service<SpeechToText>()("transcription/SpeechToText", {
  effect: Effect.gen(function* () {
    const jobs = yield* Jobs
    const recognition = yield* PricedRecognition

    /**
     * Recognises a file, or finds what this id (the header's) recognised before.
     * Fails with what is wrong with the file (`UnsupportedMediaType`,
     * `UndecodableAudio`, `AudioTooLong`), with `InsufficientCredits`,
     * `IdempotencyConflict` or `InProgress`, or as the engine fails.
     */
    const recognise = Effect.fn("SpeechToText.recognise")(function* (
      walletId: WalletId,
      requestId: Option.Option<RequestId>,
      { during, file, language, sha256 }: SpeechToTextRequest
    ) {
      const job: Job<never, SpeechToTextResult, typeof SpeechToTextResult.Encoded, FileFailure> = {
        operation: "speech_to_text",
        walletId,
        requestId,
        fingerprint: Fingerprint.of({ sha256, language }),
        estimate: recognition.leastEstimate(language),
        result: SpeechToTextResult,
        retention: ONE_DAY,
        run: ({ hold }) =>
          Effect.gen(function* () {
            const options = { language, chunk: "1120ms", words: false } as const
            const recognized = yield* during(recognition.ofFile(options, file, { hold, emit: () => Effect.void }))
            const { confidence, text } = recognized.final
            const result = { text, confidence, seconds: recognized.seconds, record: crypto.randomUUID() }
            return { price: recognition.priceOf(recognized, language), settle: () => ({ result, writes: [] }) }
          })
      }
      const submission = yield* jobs.submit(job)
      if (submission._tag === "Replayed") return { recognised: submission.result, replayed: true }
      return { recognised: (yield* submission.settled).result, replayed: false }
    })

    return { recognise }
  }),
  dependencies: [PricedRecognition.Default]
}) {}
