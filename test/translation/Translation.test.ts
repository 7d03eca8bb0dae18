import { expect, test } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import { Context, Deferred, Effect, FastCheck, Fiber, Layer, Option, Ref, Schedule } from "effect"
import { Jobs } from "../../src/billing/Jobs.ts"
import * as Money from "../../src/billing/Money.ts"
import * as Prices from "../../src/billing/Prices.ts"
import { Wallet } from "../../src/billing/Wallet.ts"
import { RequestId, type WalletId } from "../../src/Domain.ts"
import { type EngineFailure, ProviderError, ProviderTimeout } from "../../src/Errors.ts"
import * as Sandbox from "../../src/engines/sandbox/SandboxTextModel.ts"
import { type EngineTranslation, type TranslationRequest as Piece, TextModel } from "../../src/engines/TextModel.ts"
import { Settings } from "../../src/settings/Config.ts"
import { countTokens } from "../../src/text/Tokens.ts"
import type { TranslationRequest } from "../../src/translation/Api.ts"
import { Translation } from "../../src/translation/Translation.ts"
import { database } from "../support/Database.ts"
import type { EffectBody } from "../support/EffectBody.ts"

const OPENING = Money.fromMicros(50_000_000)

type Services = Translation | Wallet | Prices.Prices | SqlClient.SqlClient

/** Runs a test over a database of its own, with a wallet of 50 ETB. */
const over = <A>(model: Layer.Layer<TextModel>, body: EffectBody<Services, [WalletId], A>) =>
  Effect.flatMap(Wallet, (wallet) => wallet.create("test", OPENING)).pipe(
    Effect.flatMap(({ id }) => Effect.gen(() => body(id))),
    Effect.provide(
      Translation.Default.pipe(
        Layer.provideMerge(Layer.mergeAll(Jobs.Default, Wallet.Default, Prices.Prices.Default, model)),
        Layer.provideMerge(database),
        Layer.provide(Settings.layerFrom({}))
      )
    ),
    Effect.runPromise
  )

/** An engine that translates by `answer`; what it was asked is kept in order. */
const engine = (answer: (piece: Piece, call: number) => Effect.Effect<string, EngineFailure>) => {
  const asked: Array<string> = []
  const unused = () => Effect.dieMessage("not part of translation")
  const layer = Layer.effect(
    TextModel,
    Effect.map(TextModel, (sandbox) => ({
      ...sandbox,
      generate: unused,
      translate: (piece: Piece) =>
        Effect.map(
          Effect.suspend(() => answer(piece, asked.push(piece.text))),
          (text): EngineTranslation => ({ text, exact: false, usage: Option.none() })
        )
    }))
  ).pipe(Layer.provide(Sandbox.layer))
  return { asked, layer }
}

const asking = (
  text: string,
  source: "am" | "om" | "en" = "en",
  target: "am" | "om" | "en" = "am"
): TranslationRequest => ({
  text,
  source_language: source,
  target_language: target
})

const translate = (walletId: WalletId, request: TranslationRequest, id?: string) =>
  Effect.flatMap(Translation, (service) =>
    service.translate(
      walletId,
      Option.map(Option.fromNullable(id), (some) => RequestId.make(some)),
      request
    )
  )

const account = (walletId: WalletId) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { balance, held } = yield* (yield* Wallet).get(walletId)
    const charges = yield* sql<{ readonly amount: number }>`SELECT amount FROM ledger WHERE kind = 'charge'`
    return { spent: OPENING - balance, held, charges: charges.length }
  })

const nothing = { spent: 0, held: Money.zero, charges: 0 }

test("a translation of a phrase of the book has quality high, and is counted and charged by its tokens", () =>
  over(Sandbox.layer, function* (walletId) {
    const { replayed, result } = yield* translate(walletId, asking("Thank you very much!"))
    expect(replayed).toBe(false)
    expect(result).toMatchObject({
      translation: "በጣም አመሰግናለሁ!",
      source_language: "en",
      target_language: "am",
      quality: "high"
    })
    const {
      candidates_token_count: candidates,
      prompt_token_count: prompt,
      total_token_count: total
    } = result.usage_metadata
    expect(Math.min(prompt, candidates)).toBeGreaterThanOrEqual(1)
    expect(total).toBe(prompt + candidates)
    const rounded = (micros: number) => Math.floor((micros + 50) / 100) * 100
    expect(yield* account(walletId)).toEqual({
      spent: rounded(prompt * 300) + rounded(candidates * 800),
      held: Money.zero,
      charges: 1
    })
  }))

test("a translation works in all six directions, over lines and blanks", () =>
  over(Sandbox.layer, function* (walletId) {
    const languages = ["am", "om", "en"] as const
    const texts = {
      am: "ሰላም።\n\n  እንዴት ነዎት? ደህና ነኝ።\r\n",
      om: "Akkam.\n\n  Akkam jirtu? Nagaan jira.\r\n",
      en: "Hello.\n\n  How are you? I am fine.\r\n"
    }
    for (const source of languages)
      for (const target of languages.filter((other) => other !== source)) {
        const { result } = yield* translate(walletId, asking(texts[source], source, target))
        expect([result.translation, result.quality]).toEqual([texts[target], "high"])
      }
  }))

test("a translation that the sandbox's book lacks is refused, and nothing is charged", () =>
  over(Sandbox.layer, function* (walletId) {
    const refused = yield* Effect.flip(translate(walletId, asking("The invoice is due.")))
    expect([refused._tag, refused.retryAfter]).toEqual(["PROVIDER_NOT_CONFIGURED", undefined])
    expect(refused.message).toContain("QAL_TEXT_URL")
    expect(yield* account(walletId)).toEqual(nothing)
  }))

test.each([
  ["in a line of many", "Thank you.\nThe invoice is due.\nHello."],
  ["in a part of a long text", `${"Thank you. Hello. ".repeat(300)}The invoice is due.`]
])("a translation for which a phrase is lacking %s is not charged, and its id is free", (_, text) =>
  over(Sandbox.layer, function* (walletId) {
    const refused = yield* Effect.flip(translate(walletId, asking(text), "lacking"))
    expect(refused._tag).toBe("PROVIDER_NOT_CONFIGURED")
    expect(yield* account(walletId)).toEqual(nothing)
    expect((yield* translate(walletId, asking("Thank you."), "lacking")).replayed).toBe(false)
  })
)

test("a translation of nothing, of too much, or of a language into itself is refused before any work", () => {
  const { asked, layer } = engine(() => Effect.succeed("ውሃ"))
  return over(layer, function* (walletId) {
    const tag = (request: TranslationRequest) =>
      Effect.map(Effect.flip(translate(walletId, request)), ({ _tag, param }) => [_tag, `${param}`])
    expect(yield* tag(asking(""))).toEqual(["VALIDATION_ERROR", "text"])
    expect(yield* tag(asking(" \n\t "))).toEqual(["VALIDATION_ERROR", "text"])
    expect(yield* tag(asking("a".repeat(10_001)))).toEqual(["TEXT_TOO_LONG", "text"])
    expect(yield* tag(asking("water", "en", "en"))).toEqual(["INVALID_LANGUAGE_PAIR", "target_language"])
    yield* translate(walletId, asking("a".repeat(10_000)))
    expect(asked.join("").length).toBe(10_000)
  })
})

test("a translation whose estimate the wallet cannot cover is refused as such", () =>
  over(Sandbox.layer, function* () {
    const { id } = yield* (yield* Wallet).create("empty", Money.zero)
    const refused = yield* Effect.flip(translate(id, asking("Water")))
    expect(refused._tag).toBe("INSUFFICIENT_CREDITS")
  }))

test("a translation holds four times its text's tokens and the prompt around each part, and is charged no more", () => {
  const text = "የከተማው ነዋሪዎች ስለ አዲሱ መንገድ ከከንቲባው ጋር ተወያዩ። ".repeat(4)
  const { layer } = engine(() => Effect.succeed("word ".repeat(2_000)))
  const framed = Layer.map(layer, (context) =>
    Context.add(context, TextModel, { ...Context.get(context, TextModel), framing: () => 400 })
  )
  return over(framed, function* (rich) {
    const tokens = countTokens(text)
    const prices = Prices.translationPrices((yield* Prices.Prices).table)
    const required = Prices.ofTokens(prices, { promptTokens: tokens + 400, candidateTokens: 3 * tokens })
    const wallets = yield* Wallet
    const { id: poor } = yield* wallets.create("poor", Money.subtract(required, Money.fromMicros(100)))
    const refused = yield* Effect.flip(translate(poor, asking(text, "am", "en")))
    expect(refused.details?.[0]?.message).toStartWith(`${Money.toExact(required)} is required, `)
    const { result } = yield* translate(rich, asking(text, "am", "en"))
    expect(result.usage_metadata.candidates_token_count).toBe(3 * tokens)
    expect((yield* account(rich)).spent).toBeLessThanOrEqual(required)
  })
})

test("an id of a translation gives the stored result again, without charge, and is the wallet's own", () => {
  const { asked, layer } = engine((_, call) => Effect.succeed(`ትርጉም ቁጥር ${"፩፪፫፬"[call - 1]}`))
  return over(layer, function* (walletId) {
    const first = yield* translate(walletId, asking("translation one"), "t-1")
    const before = yield* account(walletId)
    const again = yield* translate(walletId, asking("translation one"), "t-1")
    expect(again).toEqual({ result: first.result, replayed: true })
    expect(yield* account(walletId)).toEqual(before)
    expect(asked.length).toBe(1)
    const other = yield* (yield* Wallet).create("other", OPENING)
    expect((yield* translate(other.id, asking("translation one"), "t-1")).replayed).toBe(false)
    expect(asked.length).toBe(2)
  })
})

test("an id of a translation with another text or direction is a conflict", () =>
  over(Sandbox.layer, function* (walletId) {
    yield* translate(walletId, asking("Water"), "t-1")
    const conflict = (request: TranslationRequest) =>
      Effect.map(Effect.flip(translate(walletId, request, "t-1")), ({ _tag }) => _tag)
    expect(yield* conflict(asking("Milk"))).toBe("IDEMPOTENCY_CONFLICT")
    expect(yield* conflict(asking("Water", "en", "om"))).toBe("IDEMPOTENCY_CONFLICT")
  }))

test("an id of a translation whose first request still runs is in progress, and is free after a failure", () =>
  Effect.gen(function* () {
    const gate = yield* Deferred.make<string, EngineFailure>()
    const started = yield* Deferred.make<void>()
    const { layer } = engine((_, call) =>
      call === 1 ? Effect.zipRight(Deferred.succeed(started, undefined), Deferred.await(gate)) : Effect.succeed("ውሃ")
    )
    yield* Effect.promise(() =>
      over(layer, function* (walletId) {
        const first = yield* Effect.fork(Effect.flip(translate(walletId, asking("Water"), "t-1")))
        yield* Deferred.await(started)
        expect(yield* Effect.flip(translate(walletId, asking("Water"), "t-1"))).toMatchObject({
          _tag: "IN_PROGRESS",
          retryAfter: 1
        })
        yield* Deferred.fail(gate, new ProviderTimeout({ message: "slow" }))
        expect((yield* Fiber.join(first))._tag).toBe("PROVIDER_TIMEOUT")
        expect(yield* account(walletId)).toEqual(nothing)
        expect((yield* translate(walletId, asking("Water"), "t-1")).replayed).toBe(false)
      })
    )
  }).pipe(Effect.runPromise))

test("a translation whose client hangs up is finished and charged all the same", () =>
  Effect.gen(function* () {
    const gate = yield* Deferred.make<string, EngineFailure>()
    const started = yield* Deferred.make<void>()
    const { layer } = engine(() => Effect.zipRight(Deferred.succeed(started, undefined), Deferred.await(gate)))
    yield* Effect.promise(() =>
      over(layer, function* (walletId) {
        const first = yield* Effect.fork(translate(walletId, asking("Water"), "t-1"))
        yield* Deferred.await(started)
        yield* Fiber.interrupt(first)
        yield* Deferred.succeed(gate, "ውሃ")
        const settled = translate(walletId, asking("Water"), "t-1").pipe(
          Effect.retry({ while: ({ _tag }) => _tag === "IN_PROGRESS", schedule: Schedule.spaced("2 millis") })
        )
        expect((yield* settled).replayed).toBe(true)
        expect((yield* account(walletId)).charges).toBe(1)
      })
    )
  }).pipe(Effect.runPromise))

/** Every word in its place, in another script. */
const spelt = (text: string) => text.replace(/[A-Za-z]+/g, "ቃል")

test("a text of many parts is translated in comfortable pieces, some at once, and put together in order", () =>
  Effect.gen(function* () {
    const running = yield* Ref.make(0)
    const most = yield* Ref.make(0)
    const { asked, layer } = engine(({ text }, call) =>
      Effect.gen(function* () {
        const now = yield* Ref.updateAndGet(running, (count) => count + 1)
        yield* Ref.update(most, (count) => Math.max(count, now))
        // The earlier asked, the later answered.
        yield* Effect.sleep(call % 2 === 1 ? 6 : 1)
        yield* Ref.update(running, (count) => count - 1)
        return spelt(text)
      })
    )
    const text = Array.from({ length: 300 }, (_, i) => `Sentence number ${i} is here.`).join(" ")
    yield* Effect.promise(() =>
      over(layer, function* (walletId) {
        const { result } = yield* translate(walletId, asking(text))
        expect(result.translation).toBe(spelt(text))
      })
    )
    expect(asked.length).toBeGreaterThan(4)
    for (const piece of asked) expect(piece.length).toBeLessThanOrEqual(1_500)
    expect(yield* Ref.get(most)).toBeGreaterThan(1)
    expect(yield* Ref.get(most)).toBeLessThanOrEqual(4)
  }).pipe(Effect.runPromise))

test("a text keeps its lines and white space, whatever the engine does to its own", () => {
  const { layer } = engine(({ text }) => Effect.succeed(`\n  ${spelt(text).replaceAll("\n", "  \r\n\r\n ")}\n\n`))
  const line = FastCheck.constantFrom("Hello there", "  - one two", "", "   ", "42", "{name}", "Good {day} to all.")
  const text = FastCheck.array(line, { minLength: 1, maxLength: 8 }).chain((lines) =>
    FastCheck.constantFrom("\n", "\r\n", "\n\n").map((between) => lines.join(between))
  )
  const texts = FastCheck.sample(
    text.filter((some) => some.trim() !== ""),
    60
  )
  return over(layer, function* (walletId) {
    for (const some of texts) {
      const { result } = yield* translate(walletId, asking(some))
      const wanted = some.replace(/\{\w+\}|[A-Za-z]+/g, (word) => (word.startsWith("{") ? word : "ቃል"))
      expect(result.translation).toBe(wanted)
    }
  })
})

test("each line of a text goes by itself where the engine merges lines", () => {
  const { asked, layer } = engine(({ text }) => Effect.succeed(spelt(text).replaceAll("\n", " ")))
  return over(layer, function* (walletId) {
    const { result } = yield* translate(walletId, asking("one two\nthree\n\nfour"))
    expect(result.translation).toBe("ቃል ቃል\nቃል\n\nቃል")
    expect(asked).toEqual(["one two\nthree\nfour", "one two", "three", "four"])
  })
})

test("many lines are halved where the engine merges them, and each is there in its place", () => {
  const { asked, layer } = engine(({ text }) => Effect.succeed(spelt(text).replaceAll("\n", " ")))
  const text = Array.from({ length: 20 }, (_, at) => "word ".repeat(at + 1).trim()).join("\n")
  return over(layer, function* (walletId) {
    const { result } = yield* translate(walletId, asking(text))
    expect(result.translation).toBe(spelt(text))
    // All of them, two halves, four quarters, and each line.
    expect(asked).toHaveLength(1 + 2 + 4 + 20)
  })
})

test.each([300, 600])("a list of %d short lines is translated by an engine that merges lines", (count) => {
  const { asked, layer } = engine(({ text }) => Effect.succeed(spelt(text).replaceAll("\n", " ")))
  const text = Array.from({ length: count }, (_, at) => (at % 2 === 0 ? "ox" : "cow")).join("\n")
  return over(layer, function* (walletId) {
    const { result } = yield* translate(walletId, asking(text))
    expect(result.translation).toBe(spelt(text))
    expect(asked.length).toBeLessThan(1.5 * count + 10)
  })
})

test("a list of 300 short lines of which each needs a second try is translated by an engine that merges lines", () => {
  const { layer } = engine(({ text }) => Effect.succeed(spelt(text).replaceAll("\n", " ").replaceAll("⟦0⟧", "")))
  const text = Array.from({ length: 300 }, () => "ox {name}").join("\n")
  return over(layer, function* (walletId) {
    const { result } = yield* translate(walletId, asking(text))
    expect(result.translation.split("\n")).toHaveLength(300)
  })
})

test("an engine that merges a text of a letter a line is asked a bounded number of times, and nothing is charged", () => {
  const { asked, layer } = engine(({ text }) => Effect.succeed(spelt(text).replaceAll("\n", " ")))
  return over(layer, function* (walletId) {
    const problem = yield* Effect.flip(translate(walletId, asking("a\n".repeat(5_000))))
    expect(problem._tag).toBe("PROVIDER_ERROR")
    expect(asked.length).toBeLessThan(1_000)
    expect(yield* account(walletId)).toEqual(nothing)
  })
})

test("one part of a text that fails fails the whole, and nothing is charged", () => {
  const { layer } = engine(({ text }, call) =>
    call === 3 ? new ProviderError({ message: "no" }) : Effect.succeed(spelt(text))
  )
  return over(layer, function* (walletId) {
    const failed = yield* Effect.flip(translate(walletId, asking("A sentence of some words. ".repeat(300))))
    expect(failed._tag).toBe("PROVIDER_ERROR")
    expect(yield* account(walletId)).toEqual(nothing)
  })
})

const text = "Hello {name}, you have %d letters: see https://example.com/inbox."

test("placeholders are markers while the engine works, and come back as they were", () => {
  const { asked, layer } = engine(() => Effect.succeed("ሰላም ⟦0⟧፣ ⟦ 1 ⟧ ደብዳቤዎች አሉዎት፤ ⟦2⟧ ይመልከቱ።"))
  return over(layer, function* (walletId) {
    const { result } = yield* translate(walletId, asking(text))
    expect(asked).toEqual(["Hello ⟦0⟧, you have ⟦1⟧ letters: see ⟦2⟧."])
    expect(result.translation).toBe("ሰላም {name}፣ %d ደብዳቤዎች አሉዎት፤ https://example.com/inbox ይመልከቱ።")
    expect(result.quality).toBe("high")
  })
})

test("a placeholder that is lost is asked for once more, and only the try that is kept is charged", () => {
  const answers = ["ሰላም ⟦0⟧፣ ደብዳቤ አለዎት።", "ሰላም ⟦0⟧፣ ⟦1⟧ ደብዳቤዎች አሉዎት፤ ⟦2⟧ ይመልከቱ።"]
  const { asked, layer } = engine((_, call) => Effect.succeed(answers[call - 1] ?? ""))
  return over(layer, function* (walletId) {
    const { result } = yield* translate(walletId, asking(text))
    expect(asked.length).toBe(2)
    expect(result.quality).toBe("high")
    const once = yield* Effect.promise(() =>
      over(engine(() => Effect.succeed(answers[1] ?? "")).layer, function* (other) {
        return yield* translate(other, asking(text))
      })
    )
    expect(result.usage_metadata).toEqual(once.result.usage_metadata)
  })
})

test("a placeholder that is lost twice makes the quality low, and no marker is left in the answer", () => {
  const { asked, layer } = engine(() => Effect.succeed("ሰላም ⟦0⟧ ⟦9⟧፣ ብዙ ደብዳቤዎች አሉዎት፤ ⟦2⟧ ይመልከቱ።"))
  return over(layer, function* (walletId) {
    const { result } = yield* translate(walletId, asking(text))
    expect(asked.length).toBe(2)
    expect(result.quality).toBe("low")
    expect(result.translation).not.toMatch(/[⟦⟧]/)
  })
})

test("a text of placeholders alone is not sent to the engine at all, and is free", () => {
  const { asked, layer } = engine(() => Effect.succeed("?"))
  return over(layer, function* (walletId) {
    const { result } = yield* translate(walletId, asking("{name}: 12/5 — https://example.com/x"))
    expect([result.translation, result.quality]).toEqual(["{name}: 12/5 — https://example.com/x", "high"])
    expect(asked).toEqual([])
    expect((yield* account(walletId)).spent).toBe(0)
  })
})

test("an engine that gives nothing twice is PROVIDER_ERROR, without charge", () => {
  const { asked, layer } = engine(() => Effect.succeed("  \n "))
  return over(layer, function* (walletId) {
    expect((yield* Effect.flip(translate(walletId, asking("Water"))))._tag).toBe("PROVIDER_ERROR")
    expect(asked.length).toBe(2)
    expect(yield* account(walletId)).toEqual(nothing)
  })
})

test("an engine that answers in the wrong script, or repeats the source, makes the quality low", () => {
  const { layer } = engine(({ text }) => Effect.succeed(text))
  return over(layer, function* (walletId) {
    expect((yield* translate(walletId, asking("The letter came today."))).result.quality).toBe("low")
    expect((yield* translate(walletId, asking("The letter came today.", "en", "om"))).result.quality).toBe("low")
  })
})
