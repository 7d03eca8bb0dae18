/** The selectors of speech clients over HTTP. */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { Effect } from "effect"
import { Api } from "../Api.ts"
import { Synthesizer } from "../engines/Synthesizer.ts"
import { Voices } from "../voice/Voices.ts"

/** Speaks whatever engine is attached. */
const OWN = "qal-tts"

export const SpeechChoicesHttp = HttpApiBuilder.group(
  Api,
  "speechChoices",
  Effect.fnUntraced(function* (handlers) {
    const voices = yield* Voices
    const { models = Effect.succeed([]), name: attached } = yield* Synthesizer
    return handlers
      .handle("voices", () =>
        Effect.map(voices.list({}), (all) => ({
          voices: all.map(({ id, language, name }) => ({ id, name, language }))
        }))
      )
      .handle("models", () =>
        Effect.map(models, (found) => ({
          models: [...new Set([OWN, attached, ...found.map(({ id }) => id)])].map((id) => ({ id }))
        }))
      )
  })
)
