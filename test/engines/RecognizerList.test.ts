import { expect, test } from "bun:test"
import { Chunk, Clock, Effect, Fiber, Queue, Stream, TestClock, TestContext } from "effect"
import { type ChargeTerms, currentChargeTerms } from "../../src/Domain.ts"
import {
  type EngineFailure,
  LanguageCapacityReached,
  ProviderError,
  ProviderNotConfigured,
  ProviderUnavailable
} from "../../src/Errors.ts"
import * as EngineRests from "../../src/engines/EngineRests.ts"
import type { Hypothesis, RecognitionRequest, RecognizerShape } from "../../src/engines/Recognizer.ts"
import * as RecognizerList from "../../src/engines/RecognizerList.ts"

const request = { language: "am", chunkMillis: 320, words: false } as const
const sound = [new Int16Array(320).fill(1), new Int16Array(320).fill(2), new Int16Array(320).fill(3)]

interface Behaviour {
  /** Pieces that are taken before it fails. */
  readonly failsAfter?: number
  /** Whether something was delivered by then. */
  readonly delivers?: boolean
  /** With what it fails; else with `ProviderError`. */
  readonly failure?: EngineFailure
}

/** A recogniser that hears the first sample of each piece. */
const recogniser = (name: string, { delivers = false, failsAfter, failure }: Behaviour = {}) => {
  let asked = 0
  const recognize: RecognizerShape["recognize"] = (_, pieces) => {
    asked++
    const partial: Hypothesis = { _tag: "Partial", text: name, settled: 0 }
    if (failsAfter !== undefined)
      return Stream.concat(
        Stream.concat(delivers ? Stream.make(partial) : Stream.empty, Stream.drain(Stream.take(pieces, failsAfter))),
        Stream.fail(failure ?? new ProviderError({ message: `${name} failed` }))
      )
    return Stream.unwrap(
      Effect.map(Stream.runCollect(pieces), (all) => {
        const text = Chunk.toReadonlyArray(all).map(([first]) => first)
        return Stream.make<[Hypothesis]>({ _tag: "Final", text: `${name} ${text.join("")}`, words: [], confidence: 1 })
      })
    )
  }
  const shape: RecognizerShape = { name, recognize, prepare: Effect.void, ready: Effect.void }
  return { shape, asked: () => asked }
}

const listed = (
  { shape }: ReturnType<typeof recogniser>,
  changes: Partial<RecognizerList.ListedRecognizer> = {}
): RecognizerList.ListedRecognizer => ({
  id: shape.name,
  languages: ["am"],
  licence: "MIT",
  isFree: false,
  memory: 1,
  recognizer: shape,
  ...changes
})

const unmarked = (): ChargeTerms => ({ isFree: false, parts: new Set() })

const heardOf = (list: RecognizerShape, terms = unmarked(), admit?: RecognitionRequest["admit"]) =>
  Stream.runCollect(
    list.recognize({ ...request, ...(admit === undefined ? {} : { admit }) }, Stream.fromIterable(sound))
  ).pipe(
    Effect.map((all) => Chunk.toReadonlyArray(all).map(({ text }) => text)),
    Effect.either,
    Effect.locally(currentChargeTerms, terms)
  )

const hear = (...given: Parameters<typeof heardOf>) => Effect.runPromise(heardOf(...given))
const last = recogniser("last")
const EIGHT = Array.from({ length: 8 })

test("the first model that knows the language hears, and the last recogniser where none does", async () => {
  const other = listed(recogniser("other"), { languages: ["om"] })
  const first = listed(recogniser("first"))
  expect(await hear(RecognizerList.make(() => [other, first], last.shape))).toMatchObject({ right: ["first 123"] })
  expect(await hear(RecognizerList.make(() => [other], last.shape))).toMatchObject({ right: ["last 123"] })
})

test("what is prepared is what hears now, with models that were added since", async () => {
  const prepared: Array<string> = []
  const preparing = (name: string): RecognizerShape => ({
    ...recogniser(name).shape,
    prepare: Effect.sync(() => void prepared.push(name))
  })
  const models: Array<RecognizerList.ListedRecognizer> = []
  const list = RecognizerList.make(() => [...models], preparing("last"))
  models.push(listed({ ...recogniser("added"), shape: preparing("added") }))
  await Effect.runPromise(list.prepare)
  expect(prepared).toEqual(["added", "last"])
})

test.each([0, 1, 3])(
  "where a model fails after %p pieces, the next hears the sound from its beginning",
  async (failsAfter) => {
    const list = RecognizerList.make(() => [listed(recogniser("first", { failsAfter }))], last.shape)
    expect(await hear(list)).toMatchObject({ right: ["last 123"] })
  }
)

test("a model that fails after it has delivered is the end of the request", async () => {
  const list = RecognizerList.make(() => [listed(recogniser("first", { failsAfter: 1, delivers: true }))], last.shape)
  expect(await hear(list)).toMatchObject({ left: { _tag: "PROVIDER_ERROR", message: "first failed" } })
})

test("a model that failed five times within half a minute is left alone for half a minute, and then tried by one", async () => {
  const first = recogniser("first", { failsAfter: 0 })
  const one = listed(first)
  const list = RecognizerList.make(() => [one], last.shape)
  const eight = Effect.forEach(EIGHT, () => heardOf(list), { concurrency: EIGHT.length })
  await Effect.gen(function* () {
    for (const heard of yield* Effect.forEach(EIGHT, () => heardOf(list)))
      expect(heard).toMatchObject({ right: ["last 123"] })
    expect(first.asked()).toBe(EngineRests.MOST_FAILURES)
    yield* TestClock.adjust(EngineRests.REST_MILLIS - 1)
    yield* eight
    expect(first.asked()).toBe(EngineRests.MOST_FAILURES)
    yield* TestClock.adjust(1)
    yield* eight
    expect(first.asked()).toBe(EngineRests.MOST_FAILURES + 1)
  }).pipe(Effect.provide(TestContext.TestContext), Effect.runPromise)
})

test("where whoever tries a model hangs up before it has said a word, the next request tries it", async () => {
  await Effect.gen(function* () {
    const asked = yield* Queue.unbounded<void>()
    let hangs = false
    const recognize: RecognizerShape["recognize"] = () =>
      Stream.concat(
        Stream.drain(Stream.fromEffect(Queue.offer(asked, undefined))),
        hangs ? Stream.never : Stream.fail(new ProviderError({ message: "it failed" }))
      )
    const one = listed({ ...recogniser("one"), shape: { ...recogniser("one").shape, recognize } })
    const list = RecognizerList.make(() => [one], last.shape)
    for (let time = 0; time < EngineRests.MOST_FAILURES; time++) yield* heardOf(list)
    yield* Queue.takeAll(asked)
    hangs = true
    yield* TestClock.adjust(EngineRests.REST_MILLIS)
    for (let time = 0; time < 2; time++) {
      const trial = yield* Effect.fork(heardOf(list))
      yield* Queue.take(asked)
      expect(yield* heardOf(list)).toMatchObject({ right: ["last 123"] })
      yield* Fiber.interrupt(trial)
    }
  }).pipe(Effect.provide(TestContext.TestContext), Effect.runPromise)
})

test.each([-48, -1, 1, 48])(
  "a model rests as long, also where the time of day is set by %p hours meanwhile",
  async (hours) => {
    let [even, timeOfDay] = [1_000_000, 1_000_000]
    const clock: Clock.Clock = Object.create(Clock.make(), {
      unsafeCurrentTimeMillis: { value: () => timeOfDay },
      currentTimeMillis: { value: Effect.sync(() => timeOfDay) },
      unsafeCurrentTimeNanos: { value: () => BigInt(even) * 1_000_000n }
    })
    const first = recogniser("first", { failsAfter: 0 })
    const one = listed(first)
    const list = RecognizerList.make(() => [one], last.shape)
    const heard = () => Effect.runPromise(Effect.withClock(heardOf(list), clock))
    for (let time = 0; time < EngineRests.MOST_FAILURES; time++) await heard()
    timeOfDay += hours * 3_600_000
    even += EngineRests.REST_MILLIS - 1
    await heard()
    expect(first.asked()).toBe(EngineRests.MOST_FAILURES)
    even += 1
    await heard()
    expect(first.asked()).toBe(EngineRests.MOST_FAILURES + 1)
  }
)

test("a model that is busy passes a request on, and is asked again by the next", async () => {
  const failure = new LanguageCapacityReached({ message: "every worker is taken", retryAfter: 1 })
  const busy = recogniser("busy", { failsAfter: 0, failure })
  const one = listed(busy)
  const list = RecognizerList.make(() => [one], last.shape)
  for (let time = 0; time < 8; time++) expect(await hear(list)).toMatchObject({ right: ["last 123"] })
  expect(busy.asked()).toBe(8)
})

test("where the last recogniser can never hear what a model failed to, the model's failure is the answer", async () => {
  const failure = new ProviderUnavailable({ message: "its process is being started", retryAfter: 1 })
  const deaf = recogniser("deaf", { failsAfter: 0, failure: new ProviderNotConfigured({ message: "it hears nobody" }) })
  const list = RecognizerList.make(() => [listed(recogniser("first", { failsAfter: 1, failure }))], deaf.shape)
  expect(await hear(list)).toMatchObject({ left: { _tag: "PROVIDER_UNAVAILABLE" } })
  expect(await hear(RecognizerList.make(() => [], deaf.shape))).toMatchObject({
    left: { _tag: "PROVIDER_NOT_CONFIGURED" }
  })
})

test("of a sound that is whole, however long, the next recogniser hears all; of one that is spoken, what half a minute holds", async () => {
  const half = new Int16Array(20 * 16_000).fill(7)
  const first = listed(recogniser("first", { failsAfter: 2 }))
  const list = RecognizerList.make(() => [first], last.shape)
  const heard = (isWhole: boolean) =>
    Stream.runCollect(list.recognize({ ...request, isWhole }, Stream.make(half, half))).pipe(
      Effect.map((all) => Chunk.toReadonlyArray(all).map(({ text }) => text)),
      Effect.either,
      Effect.runPromise
    )
  expect(await heard(true)).toMatchObject({ right: ["last 77"] })
  expect(await heard(false)).toMatchObject({ left: { _tag: "PROVIDER_ERROR" } })
})

test("a job is free of charge when a model heard that may not be sold, and not when that failed before", async () => {
  const heard = unmarked()
  await hear(
    RecognizerList.make(() => [listed(recogniser("first"), { isFree: true })], last.shape),
    heard
  )
  expect(heard.isFree).toBe(true)
  const failed = unmarked()
  await hear(
    RecognizerList.make(() => [listed(recogniser("first", { failsAfter: 2 }), { isFree: true })], last.shape),
    failed
  )
  expect(failed.isFree).toBe(false)
})

test("of two models the larger hears, or the smaller with turbo, and the other where that fails", async () => {
  const answers = async (backend: RecognitionRequest["backend"], failsAfter?: number) => {
    const failing = failsAfter === undefined ? {} : { failsAfter }
    const small = listed(recogniser("small", backend === "turbo" ? failing : {}), { memory: 100, isFree: true })
    const large = listed(recogniser("large", backend === "turbo" ? {} : failing), { memory: 1_000 })
    const list = RecognizerList.make(() => [small, large], last.shape)
    const named = await Effect.runPromise(list.models ?? Effect.die("it lists them"))
    expect(named.map(({ id }) => id)).toEqual(["large", "small"])
    const asked = { ...request, ...(backend === undefined ? {} : { backend }) }
    const heard = Stream.runCollect(list.recognize(asked, Stream.fromIterable(sound)))
    const texts = await Effect.runPromise(
      Effect.map(heard, (all) => Chunk.toReadonlyArray(all).map(({ text }) => text))
    )
    return [...texts, await Effect.runPromise(list.isFree?.(asked) ?? Effect.die("it says so"))]
  }
  expect(await answers(undefined)).toEqual(["large 123", false])
  expect(await answers("standard")).toEqual(["large 123", false])
  expect(await answers("turbo")).toEqual(["small 123", true])
  expect(await answers("standard", 0)).toEqual(["small 123", false])
  expect(await answers("turbo", 0)).toEqual(["large 123", true])
})

test("whether what hears first is free of charge is said of the first that does not rest", async () => {
  const free = listed(recogniser("free", { failsAfter: 0 }), { isFree: true })
  const list = RecognizerList.make(() => [free], last.shape)
  const isFree = () => Effect.runPromise(list.isFree?.({ language: "am" }) ?? Effect.die("it says so"))
  expect(await isFree()).toBe(true)
  for (let time = 0; time < 5; time++) await hear(list)
  expect(await isFree()).toBe(false)
  expect(await Effect.runPromise(list.isFree?.({ language: "om" }) ?? Effect.die("it says so"))).toBe(false)
})

test("an engine that may be charged for hears in the place of a free one only where the wallet pays for what has come", async () => {
  const free = () => listed(recogniser("free", { failsAfter: 2 }), { isFree: true })
  const asked: Array<number> = []
  const admitting = (isPaid: boolean) => (seconds: number) =>
    Effect.sync(() => {
      asked.push(seconds)
      return isPaid
    })
  const paid = unmarked()
  expect(
    await hear(
      RecognizerList.make(() => [free()], last.shape),
      paid,
      admitting(true)
    )
  ).toMatchObject({
    right: ["last 123"]
  })
  expect(paid.isFree).toBe(false)
  const refused = await hear(
    RecognizerList.make(() => [free()], last.shape),
    unmarked(),
    admitting(false)
  )
  expect(refused).toMatchObject({ left: { _tag: "PROVIDER_ERROR", message: "free failed" } })
  // Two pieces at the least had come, of 320 samples each.
  expect(asked).toHaveLength(2)
  for (const seconds of asked) expect(seconds).toBeGreaterThanOrEqual(640 / 16_000)
})

test("a free engine hears for whoever cannot pay for the one before it", async () => {
  const models = [
    listed(recogniser("free", { failsAfter: 2 }), { isFree: true }),
    listed(recogniser("paid")),
    listed(recogniser("free too"), { isFree: true })
  ]
  const list = RecognizerList.make(() => models, last.shape)
  expect(await hear(list, unmarked(), () => Effect.succeed(false))).toMatchObject({ right: ["free too 123"] })
})

test("a free engine is asked without a word about money, and one that may be charged for first is not", async () => {
  const asked: Array<number> = []
  const admit = (seconds: number) => Effect.sync(() => asked.push(seconds) > 0)
  const one = (isFree: boolean) => RecognizerList.make(() => [listed(recogniser("one"), { isFree })], last.shape)
  await hear(one(true), unmarked(), admit)
  expect(asked).toEqual([])
  await hear(one(false), unmarked(), admit)
  await hear(
    RecognizerList.make(() => [], last.shape),
    unmarked(),
    admit
  )
  expect(asked).toEqual([0, 0])
})

test("a free engine that rests leaves whoever cannot pay for another with word of when to come again", async () => {
  const free = listed(recogniser("free", { failsAfter: 0 }), { isFree: true })
  const list = RecognizerList.make(() => [free], last.shape)
  for (let time = 0; time < 5; time++) await hear(list)
  expect(await hear(list, unmarked(), () => Effect.succeed(false))).toMatchObject({
    left: { _tag: "PROVIDER_UNAVAILABLE", retryAfter: 30 }
  })
})
