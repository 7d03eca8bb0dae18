/** The settings of an attached engine, which go together: an address, a model and perhaps a key. */
import { ConfigError, Either, Option, type Redacted } from "effect"
import { complaint } from "./Setting.ts"

/** A remote engine that speaks an OpenAI-compatible protocol. */
export interface RemoteEngine {
  /** Base address, ending in its version (`…/v1`), without a trailing slash. */
  readonly url: string
  readonly model: string
  readonly apiKey: Option.Option<Redacted.Redacted>
}

/** The engine whose settings are `QAL_{name}_URL`, `_MODEL` and `_API_KEY`; none where none of them is set. */
export const remoteEngine = (
  name: "TEXT" | "RECOGNIZER" | "SYNTHESIZER",
  url: Option.Option<string>,
  model: Option.Option<string>,
  apiKey: Option.Option<Redacted.Redacted>
): Either.Either<Option.Option<RemoteEngine>, ConfigError.ConfigError> => {
  const refuse = (part: string, problem: string, accepts: string) =>
    Either.left(ConfigError.InvalidData([`QAL_${name}_${part}`], complaint(problem, accepts)))
  if (Option.isSome(url)) {
    return Option.isSome(model)
      ? Either.right(Option.some({ url: url.value, model: model.value, apiKey }))
      : refuse("MODEL", `is not set, but QAL_${name}_URL is`, "the name of that server's model")
  }
  const orphan = Option.isSome(model) ? "MODEL" : Option.isSome(apiKey) ? "API_KEY" : undefined
  return orphan === undefined
    ? Either.right(Option.none())
    : refuse(orphan, `is set, but QAL_${name}_URL is not`, "both, or neither")
}
