/** Chat over HTTP: decode, call the service, encode. */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect, Exit, Layer, Option, Scope } from "effect"
import { Api } from "../Api.ts"
import { Caller } from "../access/Authentication.ts"
import type { RequestId, WalletId } from "../Domain.ts"
import { envelope, type Problem } from "../Errors.ts"
import { mediaTypeOf } from "../http/Body.ts"
import type { BodyMemory } from "../http/BodyMemory.ts"
import { IncomingBodies } from "../http/IncomingBodies.ts"
import * as LargeJson from "../http/LargeJson.ts"
import * as Replays from "../http/Replays.ts"
import * as Sse from "../http/Sse.ts"
import * as StreamedAnswer from "../http/StreamedAnswer.ts"
import type { Piece } from "./AnswerGeneration.ts"
import type { Answer } from "./Api.ts"
import { Attachments } from "./Attachments.ts"
import { Chat, type RunningChat } from "./Chat.ts"
import { readForm } from "./ChatForm.ts"
import * as ChatRequest from "./ChatRequest.ts"
import { ReadingPool } from "./documents/ReadingPool.ts"
import { ArgumentValidator } from "./tools/ArgumentValidator.ts"
import { retentionLayer, Uploads } from "./Uploads.ts"

/** Whose request it is. */
interface RequestOrigin {
  readonly walletId: WalletId
  readonly requestId: Option.Option<RequestId>
  /** Counts what is loaded for it. */
  readonly held: BodyMemory
}

const marked = ({ completed_at: _kept, ...answer }: Answer, replayed: boolean) => ({
  ...answer,
  ...Replays.mark(replayed)
})

/** The same fields at the top and in `data`, written once. */
const whole = (answer: Answer, replayed: boolean): HttpServerResponse.HttpServerResponse => {
  const fields = JSON.stringify(marked(answer, replayed))
  return HttpServerResponse.text(`{"status":"success",${fields.slice(1, -1)},"data":${fields}}`, {
    contentType: "application/json"
  })
}

const piece = (said: Piece, replayed = false): string =>
  Sse.event({
    ...(typeof said === "string" ? { response_text: said } : { response_text: "", reasoning_text: said.thoughts }),
    ...Replays.mark(replayed)
  })

const last = ({ response_text: _said, ...answer }: Answer, replayed: boolean): string =>
  Sse.event({
    response_text: "",
    finish_reason: answer.finish_reason,
    is_last_chunk: true,
    usage_metadata: answer.usage_metadata,
    ...(answer.left_out === undefined ? {} : { left_out: answer.left_out }),
    modelVersion: answer.modelVersion,
    ...Replays.mark(replayed)
  })

const failed = (problem: Problem, requestId: string): string =>
  Sse.event({ error: envelope(problem, requestId).error, finish_reason: "error" })

/** An answer that was given before: there is nothing to wait for. */
const replayed = (answer: Answer): HttpServerResponse.HttpServerResponse => {
  const thoughts = answer.reasoning_text ?? ""
  const said =
    (thoughts === "" ? "" : piece({ thoughts }, true)) +
    (answer.response_text === "" ? "" : piece(answer.response_text, true))
  return HttpServerResponse.text(said + last(answer, true), {
    contentType: Sse.CONTENT_TYPE,
    headers: Sse.HEADERS
  })
}

/** The answer as it is said. */
const streamed = (running: RunningChat) =>
  StreamedAnswer.respond(running, {
    contentType: Sse.CONTENT_TYPE,
    headers: Sse.HEADERS,
    event: (news) => Effect.sync(() => piece(news)),
    atOnce: Number.POSITIVE_INFINITY,
    last: ({ result }) => Effect.sync(() => last(result, false)),
    failed,
    // A client that reads texts alone must not take what it has for the whole.
    breaksOff: true,
    keepAlive: Sse.keepAlive
  })

export const ChatHttp = HttpApiBuilder.group(
  Api,
  "chat",
  Effect.fnUntraced(function* (handlers) {
    const chat = yield* Chat
    const { loading } = yield* IncomingBodies

    const fromJson = (from: RequestOrigin, httpRequest: HttpServerRequest.HttpServerRequest) =>
      Effect.gen(function* () {
        const request = yield* ChatRequest.decode(yield* LargeJson.read(httpRequest, "messages"))
        const submission = yield* chat.ask({ ...from, request, uploaded: Option.none(), protocol: "native" })
        return { request, submission }
      })

    /** The form's files lie in a scope of their own, which a job that was started closes when it ends. */
    const fromForm = (from: RequestOrigin, httpRequest: HttpServerRequest.HttpServerRequest) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          const scope = yield* Scope.make()
          const release = Scope.close(scope, Exit.void)
          let claimed = false
          const claim = Effect.sync(() => {
            claimed = true
          })
          return yield* Effect.gen(function* () {
            const { files, requestData } = yield* Scope.extend(readForm(httpRequest), scope)
            const request = yield* ChatRequest.decode(requestData)
            const uploaded = Option.some({ files, claim, release })
            return { request, submission: yield* chat.ask({ ...from, request, uploaded, protocol: "native" }) }
          }).pipe(restore, Effect.ensuring(Effect.suspend(() => (claimed ? Effect.void : release))))
        })
      )

    return handlers.handleRaw("chat", ({ headers, request: httpRequest }) =>
      Effect.gen(function* () {
        const { walletId } = yield* Caller
        const requestId = Option.fromNullable(headers["idempotency-key"])
        const from: RequestOrigin = { walletId, requestId, held: yield* loading }
        const isForm = mediaTypeOf(httpRequest.headers) === "multipart/form-data"
        const { request, submission } = yield* isForm ? fromForm(from, httpRequest) : fromJson(from, httpRequest)
        const { stream } = request.generation_config
        if (submission._tag === "Replayed") return stream ? replayed(submission.result) : whole(submission.result, true)
        return stream ? yield* streamed(submission) : whole((yield* submission.settled).result, false)
      })
    )
  })
)

export const layer = Chat.Default.pipe(
  Layer.provide(Attachments.Default),
  Layer.provide(Layer.merge(ReadingPool.Default({ workers: 2 }), ArgumentValidator.Default)),
  Layer.merge(retentionLayer),
  Layer.provideMerge(Uploads.Default({}))
)
