/** Chat as paid work: what may be asked, what it is estimated at, how it becomes an answer. */
import { Effect, Option } from "effect"
import * as Fingerprint from "../billing/Fingerprint.ts"
import { ONE_DAY } from "../billing/IdempotencyKey.ts"
import { type Charge, type Job, Jobs, type Submission } from "../billing/Jobs.ts"
import * as Money from "../billing/Money.ts"
import * as Prices from "../billing/Prices.ts"
import type { Language, RequestId, WalletId } from "../Domain.ts"
import type { InsufficientCredits } from "../Errors.ts"
import { SpeechRecognition } from "../engines/SpeechRecognition.ts"
import { answerLimit, MaxOutputTokens, TextModel, type TokenUsage } from "../engines/TextModel.ts"
import type { Holding } from "../http/HeldBytes.ts"
import * as Spans from "../runtime/Spans.ts"
import type { Statement } from "../storage/Statement.ts"
import * as Answering from "./Answering.ts"
import { Answer } from "./Api.ts"
import { Attachments, type Selected, select } from "./Attachments.ts"
import type { UploadedFile } from "./Form.ts"
import * as KeptCalls from "./KeptCalls.ts"
import * as PaidRoom from "./PaidRoom.ts"
import { callsOf, questionOf, toAnswer, transcription } from "./Question.ts"
import type { ChatRequest } from "./Request.ts"
import * as RequestFiles from "./RequestFiles.ts"
import { check, type Protocol } from "./Rules.ts"
import { ArgumentValidator } from "./tools/ArgumentValidator.ts"
import * as Usage from "./Usage.ts"

/** What a request that has been admitted may still fail with; nothing is charged then. */
type ChatFailure = RequestFiles.TranscriptionFailure | RequestFiles.ReadFailure | InsufficientCredits

type Context = Parameters<Job<Answering.Piece, Answer, never, ChatFailure>["run"]>[0]

/** A watcher hears the pieces of a streamed answer. */
export type ChatSubmission = Submission<Answering.Piece, Answer, ChatFailure>
export type RunningChat = Extract<ChatSubmission, { readonly _tag: "Running" }>

/** The files of a form, which lie on disk until they are released. */
export interface Uploaded {
  readonly files: ReadonlyArray<UploadedFile>
  /** Says that a job was started, which from now on releases the files. */
  readonly claim: Effect.Effect<void>
  readonly release: Effect.Effect<void>
}

/** Whose request it is, and with what. */
export interface Asked {
  readonly walletId: WalletId
  /** None: the request is not idempotent. */
  readonly requestId: Option.Option<RequestId>
  readonly request: ChatRequest
  readonly uploaded: Option.Option<Uploaded>
  /** Counts what is loaded of earlier turns' files, to the end of the job. */
  readonly held: Holding
  readonly protocol: Protocol
  /** What else was asked for that changes what the protocol makes of the answer. */
  readonly also?: string
  /** Rows that are written with the settlement, where a protocol keeps more than the answer. */
  readonly writes?: (answer: Answer, charge: Charge) => ReadonlyArray<Statement>
}

/**
 * Everything that changes the answer. A decoded request has its fields in one
 * order, whatever the client's. Protocols have their own answers, so that an
 * answer of one is no replay for another.
 */
const fingerprint = ({ also, protocol, request }: Asked, { attachments, audio }: Selected): Fingerprint.Fingerprint => {
  const { generation_config: config, ...said } = request
  return Fingerprint.of({
    protocol,
    ...(also === undefined ? {} : { also }),
    said: JSON.stringify(said),
    config: JSON.stringify({ ...config, stream: false }),
    files: [...attachments, ...Option.toArray(audio)].map(({ field, name, sha256 }) => ({ field, name, sha256 }))
  })
}

/** The language that a recording is heard in where the answer may be in any: the default of transcription. */
const HEARD: Language = "am"

/** The fingerprint of requests without an id, which nothing is ever compared with. */
const NOBODY_ASKS = Fingerprint.of({})

export class Chat extends Effect.Service<Chat>()("chat/Chat", {
  effect: Effect.gen(function* () {
    const jobs = yield* Jobs
    const model = yield* TextModel
    const attachments = yield* Attachments
    const recognition = yield* SpeechRecognition
    const kept = yield* KeptCalls.KeptCalls
    const pool = yield* ArgumentValidator
    const prices = Prices.chatPrices((yield* Prices.Prices).table)
    const unasked = yield* MaxOutputTokens

    /** How long a question can be, and its answer. */
    const extentOf = ({ request }: Answering.Question): PaidRoom.Extent => ({
      promptTokens: Usage.mostPrompt(request),
      mostTokens: answerLimit(request, unasked)
    })

    /** What an answer costs, and what it is worth: one that the engine filtered nothing. */
    const costsOf = ({ generation, usage }: Answering.Answered, charged: TokenUsage) =>
      generation.isFiltered === true
        ? { price: Money.zero, worth: Money.zero }
        : { price: Prices.ofTokens(prices, charged), worth: Prices.ofTokens(prices, usage) }

    /** Holds what the beginning of an answer to it needs, in the place of what is held. */
    const holdOpening = ({ holdUpTo }: Context, extent: PaidRoom.Extent) => {
      const { estimate, least } = PaidRoom.opening(prices, extent)
      return Effect.map(holdUpTo(estimate, least), (held) => ({ extent, held }))
    }

    /**
     * Reads and hears what the request brings, and has it held: of earlier turns' files what is known of them before
     * they are loaded, what was read before anything is heard, and what was heard before the model is asked.
     */
    const gather = ({ held, request, walletId }: Asked, selected: Selected, bare: PaidRoom.Extent, context: Context) =>
      Effect.gen(function* () {
        const admit = (tokens: number) => holdOpening(context, { ...bare, promptTokens: bare.promptTokens + tokens })
        const files = yield* RequestFiles.gather(walletId, request, selected, attachments, held, admit)
        const silent = RequestFiles.unheard(files)
        const read = yield* holdOpening(context, extentOf(questionOf(request, silent)))
        const heard = yield* RequestFiles.understand(files, request.target_language ?? HEARD, recognition)
        const understood = Option.getOrElse(heard, () => silent)
        const question = questionOf(request, understood)
        const opened = Option.isNone(heard) ? read : yield* holdOpening(context, extentOf(question))
        return { attachments: files.attachments, question, spoken: understood.spoken, ...opened }
      })

    /**
     * The work. `bare` is what is asked before any file is read. Files are kept
     * only once there is an answer, so that a failure leaves none behind.
     */
    const run =
      (
        asked: Asked,
        selected: Selected,
        bare: Answering.Question,
        extent: PaidRoom.Extent
      ): Job<Answering.Piece, Answer, never, ChatFailure>["run"] =>
      (context) =>
        Effect.gen(function* () {
          const { request, walletId, writes } = asked
          const { held, publish } = context
          const gathered = RequestFiles.isText(request, selected)
            ? { attachments: [], question: bare, spoken: Option.none(), extent, held }
            : yield* gather(asked, selected, extent, context)
          const { attachments: read, question } = gathered
          const room = PaidRoom.make(prices, gathered.extent, gathered.held, context.holdUpTo)
          const answered = request.generation_config.stream
            ? yield* Answering.streamed(model, question, publish, pool, room)
            : yield* Answering.whole(model, question, pool, room)
          const uploaded = read.length === 0 ? {} : { uploaded_attachments: yield* attachments.store(walletId, read) }
          const usage = Usage.charged(answered.usage, room.held())
          const answer = toAnswer(answered, request, usage, model.name, {
            ...uploaded,
            ...transcription(gathered.spoken)
          })
          const { generation } = answered
          const called = { ...generation, calls: callsOf(generation, request) }
          const keeping = (settledAt: number) => KeptCalls.rowsOf(walletId, called, settledAt)
          return {
            ...costsOf(answered, usage),
            settle: (charge: Charge) => {
              const result = { ...answer, completed_at: Math.floor(charge.settledAt / 1_000) }
              return { result, writes: [...keeping(charge.settledAt), ...(writes?.(result, charge) ?? [])] }
            }
          }
        }).pipe(Effect.scoped)

    /** The work of `asked`, whose answer is found again by `id`. */
    const jobOf = (asked: Asked, selected: Selected, id: Fingerprint.Fingerprint) => {
      const { request, requestId, uploaded, walletId } = asked
      const bare = questionOf(request, RequestFiles.unheard(RequestFiles.nothing))
      const extent = extentOf(bare)
      const work = run(asked, selected, bare, extent)
      return {
        operation: "chat",
        walletId,
        requestId,
        fingerprint: id,
        ...PaidRoom.opening(prices, extent),
        result: Answer,
        retention: ONE_DAY,
        run: Option.match(uploaded, {
          onNone: () => work,
          onSome:
            ({ release }) =>
            (context: Parameters<typeof work>[0]) =>
              Effect.ensuring(work(context), release)
        })
      } as const
    }

    const submit = ({ uploaded }: Asked, job: ReturnType<typeof jobOf>) => {
      const submitted = jobs.submit(job)
      if (Option.isNone(uploaded)) return submitted
      const { claim } = uploaded.value
      return Effect.uninterruptible(Effect.tap(submitted, ({ _tag }) => (_tag === "Running" ? claim : Effect.void)))
    }

    /**
     * Admits the request, or finds what its id was answered before. Fails with
     * the named validation errors, `InsufficientCredits`, `IdempotencyConflict`
     * or `InProgress`. Files are read by the job, which fails as they do, and with
     * `InsufficientCredits` where they prove too long for the wallet.
     */
    const ask = (asked: Asked) =>
      Effect.gen(function* () {
        const { protocol, request, uploaded } = asked
        const files = Option.match(uploaded, { onNone: () => [], onSome: ({ files }) => files })
        yield* check(request, files, protocol)
        const selected = yield* select(files, request.attachment_field_names)
        const id = Option.isSome(asked.requestId) ? fingerprint(asked, selected) : NOBODY_ASKS
        // What the client has dropped is no part of what it asks.
        const turns = yield* kept.complete(asked.walletId, request.conversation_history)
        const completed = { ...asked, request: { ...request, conversation_history: turns } }
        return yield* submit(asked, jobOf(completed, selected, id))
      })

    return { ask: (asked: Asked) => Spans.within(ask(asked), "Chat.ask") }
  }),
  dependencies: [SpeechRecognition.Default, KeptCalls.KeptCalls.Default]
}) {}
