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
import { currentChargeTerms, type EnginePart, RequestId, type WalletId } from "../../src/Domain.ts"
import { ProviderError } from "../../src/Errors.ts"
import { Diarizer } from "../../src/engines/Diarizer.ts"
import * as DiarizerList from "../../src/engines/DiarizerList.ts"
import { markFree } from "../../src/engines/FreeOfCharge.ts"
import { Recognizer, type RecognizerShape } from "../../src/engines/Recognizer.ts"
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
/** Fails, once all of the sound has come. */
const deaf = {
  ...fields,
  recognize: <E>(_: unknown, sound: Stream.Stream<Int16Array, E>) =>
    Stream.concat(Stream.drain(sound), Stream.fail(new ProviderError({ message: "the model failed" })))
}
/** Tells one speaker of each sound. */
const diarizer = DiarizerList.make(() => [
  {
    id: "speakers",
    languages: [],
    licence: "CC-BY-NC-4.0",
    isFree: true,
    diarize: () => Effect.succeed([{ speaker: 0, start: 0, end: 1 }])
  }
])
const model = (isFree: boolean, fails: boolean) =>
  RecognizerList.make(
    () => [
      {
        id: "model",
        languages: ["am" as const],
        licence: "CC-BY-NC-4.0",
        isFree,
        memory: 1,
        recognizer: fails ? deaf : hears
      }
    ],
    hears
  )

interface WorldOptions {
  /** Micros of the wallet. */
  readonly balance: number
  /** Whether the model may not be sold. */
  readonly isFree: boolean
  /** Whether it fails, and the recogniser behind it hears. */
  readonly fails?: boolean
  /** In place of that model. */
  readonly recognizer?: RecognizerShape
}

const inWorld = <A, E>(
  { balance, fails = false, isFree, recognizer = model(isFree, fails) }: WorldOptions,
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
        Layer.succeed(Recognizer, recognizer),
        Layer.succeed(Diarizer, diarizer)
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
                if (terms !== undefined && marks) terms.isFree = true
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

const KINDS = ["a file", "a live session", "a file of version 2"] as const

/** What hearing a second in this way comes to: its text and what is left, or the failure's code. */
const cost = (kind: (typeof KINDS)[number], world: WorldOptions, changes: { readonly backend?: "turbo" } = {}) =>
  inWorld(world, (walletId) =>
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
              ...changes,
              ...upload,
              words: false,
              requestId: Option.some(requestId),
              mode: "offline"
            })).submission
          : yield* transcription.listen(
              walletId,
              { ...options, ...changes, requestId },
              Stream.make(new Int16Array(16_000))
            )
      return submission._tag === "Running" ? (yield* submission.settled).result.text : expect.unreachable()
    }).pipe(Effect.catchAll(({ _tag }) => Effect.succeed(_tag)))
  )

const PRICE = 28_000

test.each(KINDS)(
  "%s is heard free of charge, also for an empty wallet, by a model that may not be sold, and for its price by another",
  async (kind) => {
    expect(await cost(kind, { isFree: true, balance: 0 })).toMatchObject({ result: "ሰላም ለዓለም", left: Money.zero })
    const paid = await cost(kind, { isFree: false, balance: OPENING })
    expect(paid.left).toBe(Money.fromMicros(OPENING - PRICE))
  }
)

test.each(KINDS)(
  "%s that a model that may not be sold fails to hear costs what the next engine costs, and an empty wallet gets the failure",
  async (kind) => {
    const heard = await cost(kind, { isFree: true, fails: true, balance: OPENING })
    expect(heard).toEqual({ result: "ሰላም ለዓለም", left: Money.fromMicros(OPENING - PRICE) })
    const empty = await cost(kind, { isFree: true, fails: true, balance: 0 })
    expect(empty).toEqual({ result: "PROVIDER_ERROR", left: Money.zero })
  }
)

test.each(["a file", "a live session"] as const)(
  "%s is heard by the smaller of two models with turbo, free of charge where that one may not be sold",
  async (kind) => {
    const listed = { languages: ["am" as const], licence: "", recognizer: hears }
    const small = { ...listed, id: "small", isFree: true, memory: 1 }
    const large = { ...listed, id: "large", isFree: false, memory: 2 }
    const recognizer = RecognizerList.make(() => [large, small], hears)
    const world = { isFree: false, recognizer, balance: OPENING }
    expect(await cost(kind, world, { backend: "turbo" })).toEqual({
      result: "ሰላም ለዓለም",
      left: Money.fromMicros(OPENING)
    })
    expect((await cost(kind, world)).left).toBe(Money.fromMicros(OPENING - PRICE))
    expect((await cost(kind, { ...world, balance: 0 }, { backend: "turbo" })).result).toBe("ሰላም ለዓለም")
  }
)

test("of work that only a part of was done by models that may not be sold, the other part is charged, of what is held", async () => {
  const charged = (parts: ReadonlyArray<EnginePart>, beside: number) =>
    inWorld({ balance: OPENING, isFree: false }, (walletId) =>
      Effect.gen(function* () {
        const submission = yield* (yield* Jobs).submit({
          operation: "conversation",
          walletId,
          requestId: Option.none(),
          fingerprint: Fingerprint.of({}),
          estimate: Money.fromMicros(1_000),
          result: Schema.String,
          retention: Option.none(),
          run: () =>
            Effect.as(Effect.forEach(parts, markFree), {
              price: Money.fromMicros(1_000),
              beside: (free: ReadonlySet<EnginePart>) => Money.fromMicros(beside * (2 - free.size)),
              settle: () => ({ result: "done", writes: [] })
            })
        })
        return submission._tag === "Running" ? (yield* submission.settled).receipt.charge : expect.unreachable()
      })
    ).then(({ result }) => Number(result))
  expect(await charged([], 300)).toBe(1_000)
  expect(await charged(["voice", "voice"], 300)).toBe(300)
  expect(await charged(["voice", "hearing"], 300)).toBe(0)
  expect(await charged(["hearing"], 5_000)).toBe(1_000)
})

test.each([true, undefined])(
  "telling speakers apart has no price of its own, whoever made its model: %p",
  async (speakers) => {
    const cost = (isFree: boolean, balance: number) =>
      inWorld({ balance, isFree }, (walletId) =>
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
    expect(await cost(true, 0)).toMatchObject({ result: "ሰላም ለዓለም", left: Money.zero })
    expect(await cost(false, OPENING)).toMatchObject({ left: Money.fromMicros(OPENING - PRICE) })
  }
)
