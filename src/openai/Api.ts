/** OpenAI's protocols under `/v1` (wire contract, section 12): a second door to the services of the other capabilities. */
import * as HttpApi from "@effect/platform/HttpApi"
import { ChatCompletionsApi } from "./ChatCompletionsApi.ts"
import { EmbeddingsApi } from "./EmbeddingsApi.ts"
import { ModelsApi } from "./ModelsApi.ts"
import { SpeechApi } from "./OpenAiSpeechApi.ts"
import { ResponsesApi } from "./ResponsesApi.ts"
import { SpeechChoicesApi } from "./SpeechChoicesApi.ts"
import { TranscriptionsApi } from "./TranscriptionsApi.ts"

export class OpenAiApi extends HttpApi.make("openai")
  .add(ModelsApi)
  .add(ChatCompletionsApi)
  .add(ResponsesApi)
  .add(EmbeddingsApi)
  .add(SpeechApi)
  .add(SpeechChoicesApi)
  .add(TranscriptionsApi) {}
