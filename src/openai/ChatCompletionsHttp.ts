/** Chat in OpenAI's protocol over HTTP. */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect, Option } from "effect"
import { Api } from "../Api.ts"
import { Caller } from "../access/Authentication.ts"
import { Chat, type ChatSubmission, type RunningChat } from "../chat/Chat.ts"
import { TextModel } from "../engines/TextModel.ts"
import * as LargeJson from "../http/LargeJson.ts"
import * as Sse from "../http/Sse.ts"
import * as StreamedAnswer from "../http/StreamedAnswer.ts"
import { openAiEnvelope } from "../OpenAiErrors.ts"
import * as ChatCompletions from "./ChatCompletions.ts"

/** What only files of a form can be refused for, and only in our own protocol a stream. */
const impossible = { STREAM_NOT_SUPPORTED: Effect.die, UNDECODABLE_AUDIO: Effect.die, AUDIO_TOO_LONG: Effect.die }

type Replayed = Extract<ChatSubmission, { readonly _tag: "Replayed" }>

/** An answer that was given before: there is nothing to wait for. */
const replayed = ({ jobId, result }: Replayed, includesUsage: boolean): HttpServerResponse.HttpServerResponse => {
  const stream = ChatCompletions.streamed(ChatCompletions.headingOf(jobId, result.modelVersion), includesUsage, true)
  const words = result.response_text === "" ? "" : stream.words(result.response_text)
  return HttpServerResponse.text(words + stream.end(result), { contentType: Sse.CONTENT_TYPE, headers: Sse.HEADERS })
}

/** The answer as it is said. */
const streamed = (running: RunningChat, model: string, includesUsage: boolean) => {
  const stream = ChatCompletions.streamed(ChatCompletions.headingOf(running.jobId, model), includesUsage, false)
  return StreamedAnswer.respond(running, {
    contentType: Sse.CONTENT_TYPE,
    headers: Sse.HEADERS,
    event: (text) => Effect.sync(() => stream.words(text)),
    atOnce: Number.POSITIVE_INFINITY,
    last: ({ result }) => Effect.sync(() => stream.end(result)),
    failed: (problem) => Sse.event(openAiEnvelope(problem)),
    breaksOff: true,
    keepAlive: Sse.keepAlive
  })
}

export const ChatCompletionsHttp = HttpApiBuilder.group(
  Api,
  "chatCompletions",
  Effect.fnUntraced(function* (handlers) {
    const chat = yield* Chat
    const { name } = yield* TextModel

    return handlers.handleRaw("createChatCompletion", ({ headers, request: httpRequest }) =>
      Effect.gen(function* () {
        const { walletId } = yield* Caller
        const data = yield* LargeJson.read(httpRequest, "messages")
        const { includesUsage, request } = yield* ChatCompletions.decode(data)
        const requestId = Option.fromNullable(headers["idempotency-key"])
        const submission = yield* chat.ask({
          walletId,
          requestId,
          request,
          uploaded: Option.none(),
          protocol: "chat_completions"
        })
        const isReplay = submission._tag === "Replayed"
        if (request.generation_config.stream) {
          return isReplay ? replayed(submission, includesUsage) : yield* streamed(submission, name, includesUsage)
        }
        const { result } = isReplay ? submission : yield* submission.settled
        const heading = ChatCompletions.headingOf(submission.jobId, result.modelVersion)
        return HttpServerResponse.unsafeJson(ChatCompletions.whole(heading, result, isReplay))
      }).pipe(Effect.catchTags(impossible))
    )
  })
)
