/** `/v1/audio/translations` with the server's own recogniser and sandbox. */
import { expect, setDefaultTimeout, test } from "bun:test"
import { Effect, Option, Redacted, Stream } from "effect"
import * as AttachedRecognizer from "../../src/engines/openai/AttachedRecognizer.ts"
import { makeSpeaker } from "../engines/recognizer/sounds.ts"
import { serverForFile } from "../support/ForFile.ts"
import { API_KEY } from "../support/Server.ts"
import { makeWallets } from "../support/Wallets.ts"
import { charges, formOf, PATH, post, refusalOf, spoken, TRANSLATIONS } from "./Hearing.ts"

setDefaultTimeout(60_000)

const own = serverForFile(() => ({ QAL_PRICES: JSON.stringify({ translation_per_1000_prompt_tokens: 1_000 }) }))

test("a phrase of the sandbox's book is translated from speech; another is an operator's matter", async () => {
  const hello = await post(own, TRANSLATIONS, formOf(await spoken(own, "ሰላም")))
  expect(await hello.json()).toEqual({ text: "Hello" })
  const before = charges(own).length
  const other = await post(own, TRANSLATIONS, formOf(await spoken(own, "ልጆቹ በትምህርት ቤት መጽሐፍ ያነባሉ")))
  expect(other.headers.get("retry-after")).toBeNull()
  expect(await refusalOf(other)).toMatchObject({ status: 400, code: "PROVIDER_NOT_CONFIGURED" })
  expect(charges(own).length).toBe(before)
})

test("a wallet that can pay for the transcription, but not for its translation, pays neither", async () => {
  const [poor] = await makeWallets(own, 1, 1)
  const hello = await spoken(own, "ሰላም")
  const headers = { authorization: `Bearer ${poor?.key}` }
  const refused = await post(own, TRANSLATIONS, formOf(hello), headers)
  expect(await refusalOf(refused)).toMatchObject({ status: 402, type: "insufficient_quota" })
  expect((await post(own, PATH, formOf(hello), headers)).status).toBe(200)
})

test("another server of this kind can attach it as a recogniser", async () => {
  const speak = await makeSpeaker()
  const voice = { language: "am", variant: "m3", pitch: 46, wordsPerMinute: 165, inPieces: false } as const
  const { samples } = speak({ text: "ሰላም፣ እንዴት ነህ", ...voice })
  const endpoint = { url: `${own.url}/v1`, model: "qal-stt", apiKey: Option.some(Redacted.make(API_KEY)) }
  const finals = await AttachedRecognizer.make(endpoint).pipe(
    Effect.flatMap(({ recognize }) =>
      // With times, and in pieces.
      Effect.forEach([true, false], (words) =>
        Stream.runLast(recognize({ language: "am", chunkMillis: 1120, words }, Stream.make(samples)))
      )
    ),
    Effect.scoped,
    Effect.runPromise
  )
  for (const final of finals.map(Option.getOrThrow)) {
    expect(final._tag).toBe("Final")
    expect(final.text).toContain("ሰላም")
  }
})
