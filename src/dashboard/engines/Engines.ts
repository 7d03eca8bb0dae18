/** The engines that are live, how they are, and what attaches others. */
import { Duration, Effect, Fiber, Option, Redacted } from "effect"
import { type EngineFailure, ProviderTimeout } from "../../Errors.ts"
import { ActivityDetector } from "../../engines/ActivityDetector.ts"
import { Diarizer } from "../../engines/Diarizer.ts"
import { type ListedModel, Recognizer } from "../../engines/Recognizer.ts"
import { Synthesizer } from "../../engines/Synthesizer.ts"
import { TextModel } from "../../engines/TextModel.ts"
import { attaching, Settings } from "../../settings/Config.ts"
import type { RemoteEngine } from "../../settings/RemoteEngine.ts"
import type { Engine, EngineKind, ForTrying } from "./EnginesApi.ts"

/** How long an engine may take to say that it is ready: a second more than an attached one is given to answer. */
const PATIENCE = Duration.seconds(6)

type About = (typeof attaching)[keyof typeof attaching]

/** An address without what may be a secret in it. */
const shownUrl = (url: string): string => {
  const parsed = URL.parse(url)
  if (parsed === null) return "set"
  return `${parsed.protocol}//${parsed.host}${parsed.pathname}`
}

/** The value of a variable of an attached engine, by how its name ends. */
const shownValue = (name: string, { apiKey, model, url }: RemoteEngine): string | null => {
  if (name.endsWith("_URL")) return shownUrl(url)
  if (name.endsWith("_MODEL")) return model
  return Option.match(apiKey, { onNone: () => null, onSome: (key) => (Redacted.value(key) === "" ? null : "set") })
}

const settingsOf = (about: About, attached: Option.Option<RemoteEngine>): Engine["settings"] =>
  about.map(({ meaning, name }) => ({
    name,
    value: Option.match(attached, { onNone: () => null, onSome: (engine) => shownValue(name, engine) }),
    meaning
  }))

/** What the embedded engine of a kind lacks; another is believed to be there for use. */
const LACKS: Readonly<Record<EngineKind, ForTrying | null>> = {
  synthesizer: null,
  recognizer: "hears_own_voices",
  text_model: "understands_nothing"
}

/** Where models stand before an engine, they are there for use. */
const lackOf = (kind: EngineKind, attached: Option.Option<RemoteEngine>, models = 0): ForTrying | null =>
  Option.isNone(attached) && models === 0 ? LACKS[kind] : null

type ModelUse = Engine["models"][number]["does"]

const shownModel =
  (does: ModelUse) =>
  ({ id, isFree, languages, licence }: ListedModel): Engine["models"][number] => ({
    id,
    does,
    languages,
    licence,
    is_free: isFree
  })

const silent = () =>
  new ProviderTimeout({ message: `it did not say within ${Duration.toSeconds(PATIENCE)} s that it is ready` })

export class Engines extends Effect.Service<Engines>()("dashboard/engines/Engines", {
  scoped: Effect.gen(function* () {
    const settings = yield* Settings
    const synthesizer = yield* Synthesizer
    const recognizer = yield* Recognizer
    const textModel = yield* TextModel
    const scope = yield* Effect.scope
    const diarizer = yield* Diarizer
    const activity = yield* ActivityDetector
    const none = Effect.succeed([])
    const hearing = recognizer.models ?? none
    const shown = (models: Effect.Effect<ReadonlyArray<ListedModel>>, does: ModelUse) =>
      Effect.map(models, (found) => found.map(shownModel(does)))
    const models = {
      recognizer: Effect.map(
        Effect.all([
          shown(hearing, "hears"),
          shown(diarizer.models, "tells_speakers_apart"),
          shown(activity.models, "hears_speech")
        ]),
        (found) => found.flat()
      ),
      synthesizer: shown(synthesizer.models ?? none, "speaks"),
      text_model: none
    }

    /** Why the engine cannot work; null where it can. What it is asked goes on when it is no longer waited for: others wait for the same. */
    const problemOf = (ready: Effect.Effect<void, EngineFailure>): Effect.Effect<string | null> =>
      Effect.forkIn(ready, scope).pipe(
        Effect.flatMap(Fiber.join),
        Effect.timeoutFail({ duration: PATIENCE, onTimeout: silent }),
        Effect.as(null),
        Effect.catchAll(({ message }) => Effect.succeed(message)),
        Effect.catchAllCause((cause) =>
          Effect.as(Effect.logError("an engine could not be asked whether it is ready", cause), "it failed")
        )
      )

    const kinds = [
      {
        kind: "synthesizer",
        engine: synthesizer,
        attached: settings.synthesizer,
        about: attaching.synthesizer
      },
      { kind: "recognizer", engine: recognizer, attached: settings.recognizer, about: attaching.recognizer },
      { kind: "text_model", engine: textModel, attached: settings.text, about: attaching.text }
    ] as const

    /** All three, as they are now. */
    const list = Effect.fn("Engines.list")(() =>
      Effect.forEach(
        kinds,
        ({ about, attached, engine: { name, ready }, kind }) =>
          Effect.zipWith(
            problemOf(ready),
            models[kind],
            (problem, found): Engine => ({
              kind,
              name,
              embedded: Option.isNone(attached),
              for_trying: lackOf(
                kind,
                attached,
                found.filter(({ does }) => does === "hears" || does === "speaks").length
              ),
              healthy: problem === null,
              problem,
              models: found,
              settings: settingsOf(about, attached)
            })
          ),
        { concurrency: "unbounded" }
      )
    )

    /** Which are there for trying, without asking any. */
    const forTrying = Effect.map(hearing, (found) => ({
      recognizer: lackOf("recognizer", settings.recognizer, found.length),
      text_model: lackOf("text_model", settings.text)
    }))

    return { forTrying, list }
  })
}) {}
