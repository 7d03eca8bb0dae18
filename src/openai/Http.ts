/** All routes of OpenAI's protocols. */
import { Layer } from "effect"
import { ChatCompletionsHttp } from "./ChatCompletionsHttp.ts"
import { EmbeddingsHttp } from "./EmbeddingsHttp.ts"
import { ModelsHttp } from "./ModelsHttp.ts"
import { ResponsesHttp } from "./ResponsesHttp.ts"
import { SpeechChoicesHttp } from "./SpeechChoicesHttp.ts"
import { SpeechHttp } from "./SpeechHttp.ts"
import { TranscriptionsHttp } from "./TranscriptionsHttp.ts"

export const layer = Layer.mergeAll(
  ModelsHttp,
  ChatCompletionsHttp,
  ResponsesHttp,
  EmbeddingsHttp,
  SpeechHttp,
  SpeechChoicesHttp,
  TranscriptionsHttp
)
