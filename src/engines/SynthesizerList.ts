/**
 * Several synthesisers behind the one tag (wire contract, section 14): the models of the models folder for their own
 * voices, the one that is attached or embedded for all others. A voice is one person's: where its model fails, nobody
 * else speaks in its place.
 */
import { Effect, Stream } from "effect"
import { ProviderUnavailable } from "../Errors.ts"
import { markFree } from "./FreeOfCharge.ts"
import type { ModelVoice } from "./ModelVoices.ts"
import type { ListedModel } from "./Recognizer.ts"
import type { SynthesizerShape, VoiceTimbre } from "./Synthesizer.ts"

/** The synthesiser of one model, with its voices. */
export interface ListedSynthesizer extends ListedModel {
  readonly voices: ReadonlyArray<ModelVoice>
  readonly synthesizer: SynthesizerShape
}

/** Seconds until who asks again knows which voices there are. */
const RETRY_AFTER = 1

const removed = (voice: string) =>
  new ProviderUnavailable({ message: `the model of the voice ${voice} was removed`, retryAfter: RETRY_AFTER })

/** `listed` are the models as they are now. */
export const make = (listed: () => ReadonlyArray<ListedSynthesizer>, last: SynthesizerShape): SynthesizerShape => {
  const modelOf = ({ model }: Pick<VoiceTimbre, "model">) => listed().find(({ id }) => id === model?.id)
  const speak: SynthesizerShape["speak"] = (request) => {
    if (request.voice.model === undefined) return last.speak(request)
    const found = modelOf(request.voice)
    if (found === undefined) return Stream.fail(removed(request.voice.id))
    const spoken = found.synthesizer.speak(request)
    return found.isFree ? Stream.tap(spoken, () => markFree("voice")) : spoken
  }
  return {
    name: last.name,
    speak,
    durations: (request) => (modelOf(request.voice)?.synthesizer ?? last).durations(request),
    ready: last.ready,
    models: Effect.sync(() =>
      listed().map(({ id, isFree, languages, licence }) => ({ id, isFree, languages, licence }))
    )
  }
}
