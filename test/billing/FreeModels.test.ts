/** No paid path charges for work that a model took part in that may not be sold. */
import { expect, test } from "bun:test"
import { join } from "node:path"
import { Effect, FiberRef, Layer, Option, Schema, Stream } from "effect"
import { AudioDecoder } from "../../src/audio/Decode.ts"
import * as Fingerprint from "../../src/billing/Fingerprint.ts"
import type { Operation } from "../../src/billing/Job.ts"
import { Jobs } from "../../src/billing/Jobs.ts"
import * as Money from "../../src/billing/Money.ts"
import { Prices } from "../../src/billing/Prices.ts"
import { Wallet } from "../../src/billing/Wallet.ts"
import { currentChargeTerms, RequestId, type WalletId } from "../../src/Domain.ts"
import { Diarizer } from "../../src/engines/Diarizer.ts"
import * as DiarizerList from "../../src/engines/DiarizerList.ts"
import { Recognizer } from "../../src/engines/Recognizer.ts"
import * as RecognizerList from "../../src/engines/RecognizerList.ts"
import { Settings } from "../../src/settings/Config.ts"
import * as Sql from "../../src/storage/Sql.ts"
import { Transcription } from "../../src/transcription/Transcription.ts"
import { temporary } from "../support/Folder.ts"

const everyOperation: Readonly<Record<Operation, Operation>> = {
  "voice.generation": "voice.generation",
  "voice.legacy": "voice.legacy",
  chat: "chat",
  embedding: "embedding",
  translation: "translation",
  speech_to_text: "speech_to_text",
  transcription: "transcription",
  conversation: "conversation"
}
/** The compiler asks for a new one above. */
const operations = Object.values(everyOperation)

const fields = { name: "hears", prepare: Effect.void, ready: Effect.void }
const hears = {
  ...fields,
  recognize: <E>(_: unknown, sound: Stream.Stream<Int16Array, E>) =>
    Stream.concat(
      Stream.drain(sound),
      Stream.make({ _tag: "Final", text: "ሰላም ለዓለም", words: [], confidence: 0.9 } as const)
    )
}
/** Tells one speaker of each sound. */
const diarizer = (isFree: boolean) =>
  DiarizerList.make(() => [
    {
      id: "speakers",
      languages: [],
      licence: "CC-BY-NC-4.0",
      isFree,
      diarize: () => Effect.succeed([{ speaker: 0, start: 0, end: 1 }])
    }
  ])
const model = (isFree: boolean) =>
  RecognizerList.make(
    () => [{ id: "model", languages: ["am" as const], licence: "CC-BY-NC-4.0", isFree, recognizer: hears }],
    hears
  )

/** Runs with a wallet of so many micros, where `isFree` says whether the model may not be sold. */
const inWorld = <A, E>(
  {
    balance,
    diarizerIsFree = false,
    isFree
  }: { readonly balance: number; readonly isFree: boolean; readonly diarizerIsFree?: boolean },
  use: (walletId: WalletId) => Effect.Effect<A, E, Jobs | Wallet | Transcription>
) =>
  Effect.gen(function* () {
    const folder = yield* temporary
    const decoder = Layer.succeed(AudioDecoder, { decode: () => Stream.make(new Int16Array(16_000)) })
    const layer = Transcription.Default.pipe(
      Layer.provideMerge(Layer.merge(Jobs.Default, Wallet.Default)),
      Layer.provide([
        Prices.Default.pipe(Layer.provide(Settings.layerFrom({}))),
        decoder,
        Layer.succeed(Recognizer, model(isFree)),
        Layer.succeed(Diarizer, diarizer(diarizerIsFree))
      ]),
      Layer.provideMerge(Sql.layer(join(folder, "qal.sqlite")))
    )
    return yield* Effect.gen(function* () {
      const { id } = yield* (yield* Wallet).create("w", Money.fromMicros(balance))
      const result = yield* use(id)
      return { result, left: (yield* (yield* Wallet).get(id)).balance }
    }).pipe(Effect.provide(layer))
  }).pipe(Effect.scoped, Effect.runPromise)

const OPENING = 500_000_000

test("a job of any operation costs nothing where a model took part that may not be sold", async () => {
  const charges = (marks: boolean) =>
    inWorld({ balance: OPENING, isFree: false }, (walletId) =>
      Effect.forEach(operations, (operation) =>
        Effect.gen(function* () {
          const submission = yield* (yield* Jobs).submit({
            operation,
            walletId,
            requestId: Option.none(),
            fingerprint: Fingerprint.of({}),
            estimate: Money.fromMicros(1_000),
            result: Schema.String,
            retention: Option.none(),
            run: () =>
              Effect.map(FiberRef.get(currentChargeTerms), (terms) => {
                if (terms !== undefined) terms.isFree = marks
                return { price: Money.fromMicros(1_000), settle: () => ({ result: "done", writes: [] }) }
              })
          })
          const charge =
            submission._tag === "Running" ? (yield* submission.settled).receipt.charge : expect.unreachable()
          return [operation, Number(charge)] as const
        })
      )
    )
  const each = (charge: number) => operations.map((operation) => [operation, charge] as const)
  expect((await charges(true)).result).toEqual(each(0))
  expect((await charges(false)).result).toEqual(each(1_000))
})

const upload = {
  field: "audio",
  file: new Uint8Array(1),
  sha256: "0",
  during: <A, E, R>(work: Effect.Effect<A, E, R>) => work
}
const options = { language: "am", backend: "standard", chunk: "320ms" } as const

test.each(["a file", "a live session", "a file of version 2"])(
  "%s is heard free of charge, also for an empty wallet, by a model that may not be sold, and for its price by another",
  async (kind) => {
    const cost = (isFree: boolean, balance: number) =>
      inWorld({ balance, isFree }, (walletId) =>
        Effect.gen(function* () {
          const transcription = yield* Transcription
          const requestId = RequestId.make("one")
          if (kind === "a file of version 2")
            return (yield* transcription.recognise(walletId, {
              ...upload,
              language: "am",
              requestId: Option.some(requestId)
            })).recognised.text
          const submission =
            kind === "a file"
              ? (yield* transcription.transcribe(walletId, {
                  ...options,
                  ...upload,
                  words: false,
                  requestId: Option.some(requestId),
                  mode: "offline"
                })).submission
              : yield* transcription.listen(walletId, { ...options, requestId }, Stream.make(new Int16Array(16_000)))
          return submission._tag === "Running" ? (yield* submission.settled).result.text : expect.unreachable()
        })
      )
    expect(await cost(true, 0)).toMatchObject({ result: "ሰላም ለዓለም", left: Money.zero })
    expect(await cost(false, OPENING)).toMatchObject({ left: Money.fromMicros(OPENING - 28_000) })
  }
)

test("a file is heard free of charge, also for an empty wallet, where its speakers are told apart by a model that may not be sold", async () => {
  const cost = (diarizerIsFree: boolean, balance: number, speakers?: true) =>
    inWorld({ balance, isFree: false, diarizerIsFree }, (walletId) =>
      Effect.gen(function* () {
        const { submission } = yield* (yield* Transcription).transcribe(walletId, {
          ...options,
          ...upload,
          words: true,
          requestId: Option.none(),
          mode: "offline",
          ...(speakers === undefined ? {} : { speakers })
        })
        return submission._tag === "Running" ? (yield* submission.settled).result.text : expect.unreachable()
      })
    )
  expect(await cost(true, 0, true)).toMatchObject({ result: "ሰላም ለዓለም", left: Money.zero })
  expect(await cost(true, OPENING, true)).toMatchObject({ left: Money.fromMicros(OPENING) })
  expect(await cost(false, OPENING, true)).toMatchObject({ left: Money.fromMicros(OPENING - 28_000) })
  expect(await cost(true, OPENING)).toMatchObject({ left: Money.fromMicros(OPENING - 28_000) })
})
