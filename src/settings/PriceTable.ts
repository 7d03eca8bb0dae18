/** The price table: the one place to change a price. `QAL_PRICES` overrides single entries. */
import { Either, Predicate, Record } from "effect"
import { amount, type Check, quote } from "./Checks.ts"

/** Defaults: wire contract, section 1, "Prices". All in ETB for the unit in the name. */
export const defaultPrices = {
  voice_per_minute: "5",
  transcription_per_1000_characters: "3.5",
  chat_per_1000_prompt_tokens: "0.3",
  chat_per_1000_candidate_tokens: "0.8",
  translation_per_1000_prompt_tokens: "0.3",
  translation_per_1000_candidate_tokens: "0.8",
  legacy_voice_am_per_minute: "1",
  legacy_voice_om_per_minute: "5",
  conversation_per_minute: "13"
}
export type PriceName = keyof typeof defaultPrices
/** Every price in ETB as decimal text, not yet money. */
export type PriceTexts = Readonly<Record<PriceName, string>>

/** The table as `QAL_PRICES` takes it. */
export const shownDefault = JSON.stringify(Record.map(defaultPrices, Number))

const names = Object.keys(defaultPrices)
const example = `{"${names[0]}":${Object.values(defaultPrices)[0]}}`

const jsonObject = (raw: string): Either.Either<Readonly<Record<string, unknown>>, string> =>
  Either.flatMap(Either.try({ try: (): unknown => JSON.parse(raw), catch: () => "is not JSON" }), (value) =>
    Predicate.isReadonlyRecord(value) ? Either.right(value) : Either.left("is not a JSON object")
  )

const priceAt = (name: string, price: unknown): Either.Either<string, string> =>
  typeof price === "number" || typeof price === "string"
    ? Either.mapLeft(amount.read(String(price)), () => `has no amount in ETB at ${name}`)
    : Either.left(`has no amount in ETB at ${name}`)

/** Amounts as JSON numbers or as text, by the names of the table; the whole table with these in their places. */
export const prices: Check<PriceTexts> = {
  accepts: `a JSON object such as ${example}: ${amount.accepts}, by ${names.join(", ")}`,
  read: (raw) =>
    Either.flatMap(jsonObject(raw), (priceFields) => {
      const unknown = Object.keys(priceFields).find((name) => !names.includes(name))
      if (unknown !== undefined) return Either.left(`has ${quote(unknown)}, which is not the name of a price`)
      return Either.all(
        Record.map(defaultPrices, (unset, name) =>
          name in priceFields ? priceAt(name, priceFields[name]) : Either.right(unset)
        )
      )
    })
}
