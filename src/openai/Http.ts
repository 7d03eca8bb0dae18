/** All routes of OpenAI's protocols. */
import { Layer } from "effect"
import { ModelsHttp } from "./ModelsHttp.ts"
import { SpeechHttp } from "./SpeechHttp.ts"

export const layer = Layer.mergeAll(ModelsHttp, SpeechHttp)
