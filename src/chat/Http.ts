/** Chat over HTTP: decode, call the service, encode. */
import { HttpApiBuilder, type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Effect, Exit, Layer, Option, Runtime, Scope } from "effect"
import { Api } from "../Api.ts"
import { Caller } from "../access/Authentication.ts"
import { lean } from "../access/LeanGroup.ts"
import * as Following from "../billing/Following.ts"
import type { IdempotencyKey } from "../billing/IdempotencyKey.ts"
import * as Deadlines from "../Deadlines.ts"
import type { RequestId, WalletId } from "../Domain.ts"
import { envelope, type Problem } from "../Errors.ts"
import { mediaTypeOf } from "../http/Body.ts"
import { faultOf } from "../http/Problems.ts"
import * as RequestInfo from "../http/RequestInfo.ts"
import { Blobs } from "../storage/Blobs.ts"
import type { Answer } from "./Api.ts"
import { Attachments } from "./Attachments.ts"
import { Chat, type RunningChat } from "./Chat.ts"
import { ReadingPool } from "./documents/ReadingPool.ts"
import { readForm } from "./Form.ts"
import * as Request from "./Request.ts"
import * as Sse from "./Sse.ts"
import { ArgumentValidator } from "./tools/ArgumentValidator.ts"
import { retentionLayer, Uploads } from "./Uploads.ts"

/** Whose request it is. */
interface From {
  readonly walletId: WalletId
  readonly requestId: Option.Option<RequestId>
}

const marked = (answer: Answer, replayed: boolean) => (replayed ? { ...answer, idempotent_replay: true } : answer)

/** The same fields at the top and in `data`, written once. */
const whole = (answer: Answer, replayed: boolean): HttpServerResponse.HttpServerResponse => {
  const fields = JSON.stringify(marked(answer, replayed))
  return HttpServerResponse.text(`{"status":"success",${fields.slice(1, -1)},"data":${fields}}`, {
    contentType: "application/json"
  })
}

const piece = (text: string, replayed = false): string =>
  Sse.event({ response_text: text, ...(replayed ? { idempotent_replay: true } : {}) })

const last = ({ response_text: _said, ...answer }: Answer, replayed: boolean): string =>
  Sse.event({
    response_text: "",
    finish_reason: answer.finish_reason,
    is_last_chunk: true,
    usage_metadata: answer.usage_metadata,
    modelVersion: answer.modelVersion,
    ...(replayed ? { idempotent_replay: true } : {})
  })

const failed = (problem: Problem, requestId: string): string =>
  Sse.event({ error: envelope(problem, requestId).error, is_last_chunk: true })

// A proxy that gathers the pieces would make one of them.
const streamHeaders = { "cache-control": "no-store", "x-accel-buffering": "no" }

/** How the job ended, as the last event. */
const outcome = (submission: RunningChat, requestId: string): Effect.Effect<string> =>
  submission.settled.pipe(
    Effect.map(({ result }) => last(result, false)),
    Effect.catchAll((problem) => Effect.succeed(failed(problem, requestId))),
    Effect.catchAllCause((cause) =>
      Effect.as(Effect.logError("a stream ended in a defect", cause), failed(faultOf(cause), requestId))
    )
  )

/** An answer that was given before: there is nothing to wait for. */
const replayed = (answer: Answer): HttpServerResponse.HttpServerResponse => {
  const said = answer.response_text === "" ? "" : piece(answer.response_text, true)
  return HttpServerResponse.text(said + last(answer, true), { contentType: Sse.CONTENT_TYPE, headers: streamHeaders })
}

/** What the bodies of streamed answers are made with. */
interface Means {
  readonly patience: Deadlines.Deadlines
  readonly runPromise: (effect: Effect.Effect<string>) => Promise<string>
}

const streamed = (submission: RunningChat, { patience, runPromise }: Means) =>
  Effect.gen(function* () {
    const requestId = yield* RequestInfo.currentId
    const ending = () => runPromise(outcome(submission, requestId))
    // While the model is waited for; of a body that is not sent nothing stays.
    const body = Sse.body({ told: submission.log, encode: (text) => piece(text), ending, patience })
    // Until something is said, a failure is an ordinary answer.
    yield* Following.begun(submission)
    return HttpServerResponse.raw(body, { contentType: Sse.CONTENT_TYPE, headers: streamHeaders })
  })

export const ChatHttp = Layer.unwrapScoped(
  Effect.gen(function* () {
    const chat = yield* Chat
    const blobs = yield* Blobs
    const means: Means = {
      patience: yield* Deadlines.make([Sse.SILENCE]),
      runPromise: Runtime.runPromise(yield* Effect.runtime<never>())
    }

    const fromJson = (from: From, httpRequest: HttpServerRequest.HttpServerRequest) =>
      Effect.gen(function* () {
        const request = yield* Request.decode(yield* Effect.orDie(httpRequest.json))
        const submission = yield* chat.ask({ ...from, request, uploaded: Option.none() })
        return { request, submission }
      })

    /** The form's files lie in a scope of their own, which a job that was started closes when it ends. */
    const fromForm = (from: From, httpRequest: HttpServerRequest.HttpServerRequest) =>
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
            const request = yield* Request.decode(requestData)
            const uploaded = Option.some({ files, claim, release })
            return { request, submission: yield* chat.ask({ ...from, request, uploaded }) }
          }).pipe(restore, Effect.ensuring(Effect.suspend(() => (claimed ? Effect.void : release))))
        })
      ).pipe(Effect.provideService(Blobs, blobs))

    const answer = (headers: typeof IdempotencyKey.Type, httpRequest: HttpServerRequest.HttpServerRequest) =>
      Effect.gen(function* () {
        const { walletId } = yield* Caller
        const from: From = { walletId, requestId: Option.fromNullable(headers["idempotency-key"]) }
        const isForm = mediaTypeOf(httpRequest.headers) === "multipart/form-data"
        const { request, submission } = yield* isForm ? fromForm(from, httpRequest) : fromJson(from, httpRequest)
        const { stream } = request.generation_config
        if (submission._tag === "Replayed") return stream ? replayed(submission.result) : whole(submission.result, true)
        if (stream) return yield* streamed(submission, means)
        return whole((yield* submission.settled).result, false)
      })

    return lean(
      HttpApiBuilder.group(Api, "chat", (handlers) =>
        handlers.handleRaw("chat", ({ headers, request }) => answer(headers, request))
      )
    )
  })
)

/** What chat consists of; two workers read attachments, of which one wallet occupies one. */
export const layer = Chat.Default.pipe(
  Layer.provide(Attachments.Default),
  Layer.provide(Layer.merge(ReadingPool.Default({ workers: 2 }), ArgumentValidator.Default)),
  Layer.merge(retentionLayer),
  Layer.provide(Uploads.Default({}))
)
