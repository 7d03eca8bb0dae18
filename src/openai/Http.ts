/** All routes of OpenAI's protocols. */
import { Layer } from "effect"
import { ChatCompletionsHttp } from "./ChatCompletionsHttp.ts"
import { ModelsHttp } from "./ModelsHttp.ts"
import { SpeechHttp } from "./SpeechHttp.ts"
import { TranscriptionsHttp } from "./TranscriptionsHttp.ts"

export const layer = Layer.mergeAll(ModelsHttp, ChatCompletionsHttp, SpeechHttp, TranscriptionsHttp)
