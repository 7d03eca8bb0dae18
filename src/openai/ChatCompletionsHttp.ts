/** Chat in OpenAI's protocol over HTTP. */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect, Option } from "effect"
import { Api } from "../Api.ts"
import { Caller } from "../access/Authentication.ts"
import { Chat, type ChatSubmission, type RunningChat } from "../chat/Chat.ts"
import { TextModel } from "../engines/TextModel.ts"
import { IncomingBodies } from "../http/IncomingBodies.ts"
import * as LargeJson from "../http/LargeJson.ts"
import { openAiEnvelope } from "../http/OpenAiErrors.ts"
import * as Sse from "../http/Sse.ts"
import * as StreamedAnswer from "../http/StreamedAnswer.ts"
import * as ChatCompletions from "./ChatCompletions.ts"

/** What a stream can be refused for only in our own protocol. */
const impossible = { STREAM_NOT_SUPPORTED: Effect.die }

type ReplayedCompletion = Extract<ChatSubmission, { readonly _tag: "Replayed" }>

/** An answer that was given before: there is nothing to wait for. */
const replayed = (
  { jobId, result }: ReplayedCompletion,
  decoded: ChatCompletions.DecodedCompletion
): HttpServerResponse.HttpServerResponse => {
  const heading = ChatCompletions.headingOf(jobId, result.modelVersion)
  const stream = ChatCompletions.streamed(heading, decoded.includesUsage, { isReplay: true, isOld: decoded.isOld })
  const thoughts = result.reasoning_text ?? ""
  const said =
    (thoughts === "" ? "" : stream.piece({ thoughts })) +
    (result.response_text === "" ? "" : stream.piece(result.response_text))
  return HttpServerResponse.text(said + stream.end(result), { contentType: Sse.CONTENT_TYPE, headers: Sse.HEADERS })
}

/** The answer as it is said. */
const streamed = (running: RunningChat, model: string, decoded: ChatCompletions.DecodedCompletion) => {
  const heading = ChatCompletions.headingOf(running.jobId, model)
  const stream = ChatCompletions.streamed(heading, decoded.includesUsage, { isReplay: false, isOld: decoded.isOld })
  return StreamedAnswer.respond(running, {
    contentType: Sse.CONTENT_TYPE,
    headers: Sse.HEADERS,
    event: (piece) => Effect.sync(() => stream.piece(piece)),
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
    const { loading } = yield* IncomingBodies

    return handlers.handleRaw("createChatCompletion", ({ headers, request: httpRequest }) =>
      Effect.gen(function* () {
        const { walletId } = yield* Caller
        const data = yield* LargeJson.read(httpRequest, "messages")
        const decoded = yield* ChatCompletions.decode(data)
        const { isOld, request } = decoded
        const requestId = Option.fromNullable(headers["idempotency-key"])
        const submission = yield* chat.ask({
          walletId,
          requestId,
          request,
          uploaded: Option.none(),
          held: yield* loading,
          protocol: "chat_completions"
        })
        const isReplay = submission._tag === "Replayed"
        if (request.generation_config.stream) {
          return isReplay ? replayed(submission, decoded) : yield* streamed(submission, name, decoded)
        }
        const { result } = isReplay ? submission : yield* submission.settled
        const heading = ChatCompletions.headingOf(submission.jobId, result.modelVersion)
        return HttpServerResponse.unsafeJson(ChatCompletions.whole(heading, result, { isReplay, isOld }))
      }).pipe(Effect.catchTags(impossible))
    )
  })
)
