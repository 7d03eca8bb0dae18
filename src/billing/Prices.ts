/** The price table: the one place to change a price. `QAL_PRICES` overrides single entries. */
import { Effect, Option, ParseResult, Schema } from "effect"
import { Settings, StartFailed } from "../Config.ts"
import * as Money from "./Money.ts"

const price = (etb: string) =>
  Schema.optionalWith(Money.MoneyFromEtb.pipe(Schema.filter((money) => money >= 0 || "must not be negative")), {
    default: () => Option.getOrThrow(Money.parseEtb(etb))
  })

/** Defaults: wire contract, section 1, "Prices". All in ETB for the unit in the name. */
export const PriceTable = Schema.Struct({
  voice_per_minute: price("5"),
  transcription_per_1000_characters: price("3.5"),
  chat_per_1000_prompt_tokens: price("0.3"),
  chat_per_1000_candidate_tokens: price("0.8"),
  translation_per_1000_prompt_tokens: price("0.3"),
  translation_per_1000_candidate_tokens: price("0.8"),
  legacy_voice_am_per_minute: price("1"),
  legacy_voice_om_per_minute: price("5"),
  conversation_per_minute: price("13")
})
export type PriceTable = typeof PriceTable.Type

/** Reads `QAL_PRICES`: a JSON object of some of the table's entries. Fails with one line that names what is wrong. */
export const parse = (json: string): Effect.Effect<PriceTable, StartFailed> =>
  Schema.decode(Schema.parseJson(PriceTable))(json, { onExcessProperty: "error" }).pipe(
    Effect.mapError((error) => {
      const [issue] = ParseResult.ArrayFormatter.formatErrorSync(error)
      const entry = issue?.path.join(".") ?? ""
      const names = Object.keys(PriceTable.fields).join(", ")
      return new StartFailed({
        message: `QAL_PRICES: ${entry}${entry === "" ? "" : " "}${issue?.message ?? "is not valid"}; accepted: a JSON object of ETB by ${names}`
      })
    })
  )

export class Prices extends Effect.Service<Prices>()("billing/Prices", {
  effect: Effect.gen(function* () {
    const settings = yield* Settings
    const table = yield* parse(Option.getOrElse(settings.prices, () => "{}"))
    return { table }
  })
}) {}

const MILLIS_PER_MINUTE = 60_000

/** The charge for `millis` milliseconds of audio at `perMinute`. */
export const forAudio = (perMinute: Money.Money, millis: number): Money.Money =>
  Money.prorate(perMinute, millis, MILLIS_PER_MINUTE)

/** The charge for `count` characters or tokens at `perThousand`. */
export const forCount = (perThousand: Money.Money, count: number): Money.Money =>
  Money.prorate(perThousand, count, 1_000)
