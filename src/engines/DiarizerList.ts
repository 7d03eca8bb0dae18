/** The models that tell speakers apart behind the one tag: the first is asked, and where it fails the next one. */
import { Effect } from "effect"
import { type EngineFailure, ProviderUnavailable } from "../Errors.ts"
import type { DiarizerShape, SpeakerTurn } from "./Diarizer.ts"
import { markFree } from "./FreeOfCharge.ts"
import type { ListedModel } from "./Recognizer.ts"

/** One model that tells speakers apart. */
export interface ListedDiarizer extends ListedModel {
  readonly diarize: DiarizerShape["diarize"]
}

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
      const answered = Effect.tap(model.diarize(sound, speakers), () => (model.isFree ? markFree : Effect.void))
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
  models: Effect.sync(() => listed().map(({ id, isFree, languages, licence }) => ({ id, isFree, languages, licence }))),
  isFree: () => listed()[0]?.isFree ?? false
})
