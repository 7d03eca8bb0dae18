/** The settings of an attached engine, which go together: an address, a model and perhaps a key. */
import { Config, Either, Option, type Redacted } from "effect"
import * as Check from "./Checks.ts"
import { optional, refused, type Setting } from "./Setting.ts"

/** A remote engine that speaks an OpenAI-compatible protocol. */
export interface RemoteEngine {
  /** Base address, ending in its version (`…/v1`), without a trailing slash. */
  readonly url: string
  readonly model: string
  readonly apiKey: Option.Option<Redacted.Redacted>
}

/**
 * The engine whose variables are `{prefix}_URL`, `_MODEL` and `_API_KEY`; none
 * where none of them is set. `route` is what it serves below `/v1`, and
 * `embedded` what does the same without it, both for the help.
 */
export const remoteEngine = (prefix: string, route: string, embedded: string): Setting<Option.Option<RemoteEngine>> => {
  const parts = {
    url: optional(`${prefix}_URL`, Check.baseUrl, `an OpenAI-compatible /v1 for ${route}`, `none: ${embedded}`),
    model: optional(`${prefix}_MODEL`, Check.text, "its model"),
    apiKey: optional(`${prefix}_API_KEY`, Check.credential, "its key")
  }
  const config = Config.mapOrFail(Config.all(parts), ({ apiKey, model, url }) => {
    if (Option.isSome(url)) {
      return Option.isSome(model)
        ? Either.right(Option.some({ url: url.value, model: model.value, apiKey }))
        : Either.left(refused(`${prefix}_MODEL`, `is not set, but ${prefix}_URL is`, "the name of that server's model"))
    }
    const orphan = Option.isSome(model) ? "MODEL" : Option.isSome(apiKey) ? "API_KEY" : undefined
    return orphan === undefined
      ? Either.right(Option.none())
      : Either.left(refused(`${prefix}_${orphan}`, `is set, but ${prefix}_URL is not`, "both, or neither"))
  })
  return Object.assign(config, { about: Object.values(parts).flatMap(({ about }) => about) })
}
