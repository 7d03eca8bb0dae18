/**
 * The models that tell speakers apart behind the one tag: the first is asked, and where it fails the next one. The work has
 * no price of its own, so that a model which may not be sold is charged for by nobody.
 */
import { Effect } from "effect"
import { type EngineFailure, ProviderUnavailable } from "../Errors.ts"
import type { DiarizerShape, SpeakerTurn } from "./Diarizer.ts"
import type { ListedModel } from "./Recognizer.ts"

/** One model that tells speakers apart. */
export interface ListedDiarizer extends ListedModel, Pick<DiarizerShape, "diarize" | "assertRoom"> {}

/** Seconds until who asks again knows which models there are. */
const RETRY_AFTER = 1

const none = () =>
  new ProviderUnavailable({ message: "the model that tells speakers apart was removed", retryAfter: RETRY_AFTER })

/** What another model may do better. */
const isPassedOn = ({ _tag }: EngineFailure): boolean =>
  _tag === "PROVIDER_ERROR" || _tag === "PROVIDER_TIMEOUT" || _tag === "PROVIDER_UNAVAILABLE"

/** `listed` are the models as they are now. */
export const make = (listed: () => ReadonlyArray<ListedDiarizer>): DiarizerShape => ({
  diarize: (sound, speakers) => {
    const fromHere = (
      models: ReadonlyArray<ListedDiarizer>
    ): Effect.Effect<ReadonlyArray<SpeakerTurn>, EngineFailure> => {
      const [model, ...others] = models
      if (model === undefined) return none()
      const answered = model.diarize(sound, speakers)
      if (others.length === 0) return answered
      return Effect.catchIf(answered, isPassedOn, ({ _tag }) =>
        Effect.zipRight(
          Effect.annotateLogs(Effect.logWarning("a model failed, and the next one is asked"), {
            model: model.id,
            code: _tag
          }),
          fromHere(others)
        )
      )
    }
    return Effect.suspend(() => fromHere(listed()))
  },
  assertRoom: Effect.suspend(() => {
    const all = listed().map(({ assertRoom = Effect.void }) => assertRoom)
    return all.length === 0 ? none() : Effect.firstSuccessOf(all)
  }),
  models: Effect.sync(() => listed().map(({ id, isFree, languages, licence }) => ({ id, isFree, languages, licence })))
})
