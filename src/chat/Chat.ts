/** Chat as paid work: what may be asked, what it is estimated at, how it becomes an answer. */
import { Effect, Option } from "effect"
import type * as Fingerprint from "../billing/Fingerprint.ts"
import { ONE_DAY } from "../billing/IdempotencyKey.ts"
import { type Charge, type Job, Jobs, type Submission } from "../billing/Jobs.ts"
import type * as Money from "../billing/Money.ts"
import * as Prices from "../billing/Prices.ts"
import type { Language } from "../Domain.ts"
import type { InsufficientCredits } from "../Errors.ts"
import { SpeechRecognition } from "../engines/SpeechRecognition.ts"
import { answerLimit, MaxOutputTokens, TextModel, type TextRequest } from "../engines/TextModel.ts"
import * as RequestInfo from "../http/RequestInfo.ts"
import * as EventLoopTurns from "../runtime/EventLoopTurns.ts"
import * as Spans from "../runtime/Spans.ts"
import * as AnswerGeneration from "./AnswerGeneration.ts"
import { Answer } from "./Api.ts"
import { type Attachment, Attachments, type SelectedFiles, select } from "./Attachments.ts"
import type { ChatCommand } from "./ChatCommand.ts"
import type { ChatRequest } from "./ChatRequest.ts"
import * as ChatUsage from "./ChatUsage.ts"
import * as Fitting from "./Fitting.ts"
import * as History from "./History.ts"
import * as Material from "./Material.ts"
import * as PaidBudget from "./PaidBudget.ts"
import { callsOf, leftOut, questionOf, toAnswer, transcription, uploadedOf } from "./Question.ts"
import * as RequestFiles from "./RequestFiles.ts"
import { fingerprint, NO_QUESTION } from "./RequestFingerprint.ts"
import { check } from "./Rules.ts"
import * as ShorterAnswer from "./ShorterAnswer.ts"
import * as StoredCalls from "./StoredCalls.ts"
import { ArgumentValidator } from "./tools/ArgumentValidator.ts"

/** What a request that has been admitted may still fail with; nothing is charged then. */
type ChatFailure = RequestFiles.TranscriptionFailure | RequestFiles.ReadFailure | InsufficientCredits

type Extent = PaidBudget.Extent
type ChargedAnswer = AnswerGeneration.ChargedAnswer
type Context = Parameters<Job<AnswerGeneration.Piece, Answer, never, ChatFailure>["run"]>[0]

/** A watcher hears the pieces of a streamed answer. */
export type ChatSubmission = Submission<AnswerGeneration.Piece, Answer, ChatFailure>
export type RunningChat = Extract<ChatSubmission, { readonly _tag: "Running" }>

/** Tokens of a prompt at most, by its bytes, that takes milliseconds. */
const LARGE_PROMPT = 16 * 1024

/** The language that a recording is heard in where the answer may be in any: the default of transcription. */
const HEARD: Language = "am"

/** What there is of a question without files, beside itself. */
const withoutFiles = {
  attachments: [],
  material: Material.nothing,
  sent: Material.nothing,
  holds: Option.none<number>()
}

/** A question with what was read for it, and what is held. */
interface ChatMaterial {
  readonly attachments: ReadonlyArray<Attachment>
  readonly material: Material.Material
  readonly sent: Material.Material
  readonly question: AnswerGeneration.Question
  readonly extent: Extent
  readonly held: Money.Money
  /** Tokens that the model holds, where that is known. */
  readonly holds: Option.Option<number>
}

export class Chat extends Effect.Service<Chat>()("chat/Chat", {
  effect: Effect.gen(function* () {
    const jobs = yield* Jobs
    const model = yield* TextModel
    const attachments = yield* Attachments
    const recognition = yield* SpeechRecognition
    const storedCalls = yield* StoredCalls.StoredCalls
    const pool = yield* ArgumentValidator
    const prices = Prices.chatPrices((yield* Prices.Prices).table)
    const unasked = yield* MaxOutputTokens
    const contextTokens = model.contextTokens ?? Effect.succeedNone
    const measure = Fitting.makeMeasure()
    const turn = EventLoopTurns.makeWait()

    /** How long a question can be, and its answer. */
    const extentOf = ({ request }: AnswerGeneration.Question): Extent => ({
      promptTokens: ChatUsage.mostPrompt(request),
      mostTokens: answerLimit(request, unasked)
    })

    /** Holds what the beginning of an answer to it needs, in the place of what is held. */
    const holdOpening = ({ holdUpTo }: Context, extent: Extent) => {
      const { estimate, least } = PaidBudget.opening(prices, extent)
      return Effect.map(holdUpTo(estimate, least), (held) => ({ extent, held }))
    }

    /** The question with its files, and the answer asked for beside them, cut to what the model holds where that is known. */
    const fitted = (request: ChatRequest, material: Material.Material, holds: Option.Option<number>) => {
      if (Option.isNone(holds) || Material.filesOf(material).length === 0) {
        return { material, sent: material, question: questionOf(request, material) }
      }
      const ask = (sent: Material.Material) => questionOf(request, sent).request
      const context = { tokens: holds.value, ratio: measure.ratioFor(material) }
      const sent = Fitting.fit(material, ask, context)
      const question = questionOf(request, sent)
      return { material, sent, question: { ...question, request: Fitting.withAnswerRoom(question.request, context) } }
    }

    /** Answers a question. One that is too long is asked again: with less of its files, or for a shorter answer. */
    const answerTo = (request: ChatRequest, gathered: ChatMaterial, context: Context) => {
      const { extent, held, holds, material, question, sent } = gathered
      let isBegun = false
      const publish = (piece: AnswerGeneration.Piece) => {
        isBegun = true
        context.publish(piece)
      }
      const ask = (asked: AnswerGeneration.Question, asking: Extent, files: Material.Material) => {
        const budget = PaidBudget.make(prices, asking, held, context.holdUpTo)
        const answered = request.generation_config.stream
          ? AnswerGeneration.streamed(model, asked, publish, pool, budget)
          : AnswerGeneration.whole(model, asked, pool, budget)
        return Effect.map(answered, (answer) => ({
          answered: answer,
          held: budget.held(),
          sent: files,
          asked: asked.request
        }))
      }
      if (Material.filesOf(material).length === 0) {
        const askFor = (next: TextRequest) => {
          const mostTokens = Math.min(extent.mostTokens, answerLimit(next, unasked))
          return ask({ ...question, request: next }, { ...extent, mostTokens }, sent)
        }
        return ShorterAnswer.askWithRoom(question.request, askFor, () => isBegun)
      }
      return Fitting.askFitted(
        { material, sent, request: question.request },
        (files) => questionOf(request, files).request,
        { holds, ratio: measure.ratioFor(material) },
        (fit) => {
          const next = fit.request === question.request ? question : { ...question, request: fit.request }
          return ask(next, extentOf(next), fit.sent)
        },
        () => isBegun
      ).pipe(Effect.tap(({ answered, asked }) => Effect.sync(() => learnFrom(material, asked, answered))))
    }

    /** Learns from the engine's count of a prompt of words alone how many of its tokens there are to one of ours. */
    const learnFrom = (material: Material.Material, sent: TextRequest, { generation }: ChargedAnswer) => {
      const theirs = Option.getOrUndefined(generation.usage)?.promptTokens
      if (theirs !== undefined && !ChatUsage.hasPictures(sent)) {
        measure.learn(material, Fitting.sizeOfQuestion(sent), theirs)
      }
    }

    /**
     * Reads and hears what the request brings, and has it held: of earlier turns' files what is known of them before
     * they are loaded, what was read before anything is heard, and what was heard before the model is asked.
     */
    const gather = (command: ChatCommand, selected: SelectedFiles, bare: Extent, context: Context) =>
      Effect.gen(function* () {
        const { held, request, walletId } = command
        const holds = yield* contextTokens
        const most = Option.getOrElse(holds, () => Number.POSITIVE_INFINITY)
        // Files are cut to what the model holds.
        const admit = (tokens: number) =>
          holdOpening(context, { ...bare, promptTokens: bare.promptTokens + Math.min(tokens, most) })
        const files = yield* RequestFiles.gather(walletId, request, selected, attachments, held, admit)
        const silent = RequestFiles.materialBeforeSpeech(files)
        const read = fitted(request, silent, holds)
        const first = yield* holdOpening(context, extentOf(read.question))
        const heard = yield* RequestFiles.transcribeFiles(files, request.target_language ?? HEARD, recognition)
        const understood = Option.match(heard, { onNone: () => read, onSome: (all) => fitted(request, all, holds) })
        const opened = Option.isNone(heard) ? first : yield* holdOpening(context, extentOf(understood.question))
        return { attachments: files.attachments, ...understood, ...opened, holds }
      })

    /** Has the question answered, and says what the answer costs and what is kept of it. */
    const answer = (
      { request, walletId, writes, writesBefore }: ChatCommand,
      gathered: ChatMaterial,
      context: Context,
      record: RequestInfo.RequestRecord | undefined
    ) =>
      Effect.gen(function* () {
        const { answered, held: paid, sent } = yield* answerTo(request, gathered, context)
        const uploaded = yield* uploadedOf(attachments, walletId, gathered.attachments, sent)
        const usage = ChatUsage.charged(answered.usage, paid)
        RequestInfo.notes(record, answered.generation.said)
        const { generation } = answered
        // Once: what is kept of a call is kept by the id that its client gets.
        const calls = callsOf(generation, request)
        const made = toAnswer(answered, calls, request, usage, model.name, {
          ...uploaded,
          ...leftOut(sent),
          ...transcription(gathered.material.spoken)
        })
        if (writesBefore !== undefined) yield* writesBefore(context.id)
        const called = { ...generation, calls }
        const keeping = (settledAt: number) => StoredCalls.rowsOf(walletId, called, settledAt)
        return {
          ...PaidBudget.costOf(prices, answered, usage),
          settle: (charge: Charge) => {
            const result = { ...made, completed_at: Math.floor(charge.settledAt / 1_000) }
            return { result, writes: [...keeping(charge.settledAt), ...(writes?.(result, charge) ?? [])] }
          }
        }
      })

    /**
     * The work. `bare` is what is asked before any file is read. Files are kept
     * only once there is an answer, so that a failure leaves none behind.
     */
    const run =
      (
        command: ChatCommand,
        selected: SelectedFiles,
        bare: AnswerGeneration.Question,
        extent: Extent,
        record: RequestInfo.RequestRecord | undefined
      ): Job<AnswerGeneration.Piece, Answer, never, ChatFailure>["run"] =>
      (context) => {
        const { held } = context
        const work = RequestFiles.isText(command.request, selected)
          ? answer(command, { ...withoutFiles, question: bare, extent, held }, context, record)
          : // What is read lies in a scope, which words alone do not need.
            Effect.scoped(
              Effect.flatMap(gather(command, selected, extent, context), (gathered) =>
                answer(command, gathered, context, record)
              )
            )
        // Jobs are admitted many at once, and each of these takes milliseconds of this thread to be put into words.
        return extent.promptTokens >= LARGE_PROMPT ? Effect.zipRight(turn, work) : work
      }

    /** The work of `command`, whose answer is found again by `id`. */
    const jobOf = (
      command: ChatCommand,
      selected: SelectedFiles,
      id: Fingerprint.Fingerprint,
      record: RequestInfo.RequestRecord | undefined
    ) => {
      const { request, requestId, uploaded, walletId } = command
      const bare = questionOf(request, Material.nothing)
      const extent = extentOf(bare)
      const work = run(command, selected, bare, extent, record)
      return {
        operation: "chat",
        walletId,
        requestId,
        fingerprint: id,
        ...PaidBudget.opening(prices, extent),
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

    const submit = ({ uploaded }: ChatCommand, job: ReturnType<typeof jobOf>) => {
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
    const ask = (command: ChatCommand) =>
      Effect.gen(function* () {
        const { protocol, request, uploaded } = command
        const files = Option.match(uploaded, { onNone: () => [], onSome: ({ files }) => files })
        yield* check(request, files, protocol)
        const { conversation_history: said } = request
        const inline = History.pictures(said).length + History.inlineFiles(said).length
        const selected = yield* select(files, request.attachment_field_names, inline)
        const id = Option.isSome(command.requestId)
          ? (command.fingerprint ?? fingerprint(command, selected))
          : NO_QUESTION
        // What the client has dropped is no part of what it asks.
        const turns = yield* storedCalls.complete(command.walletId, said)
        const completed = { ...command, request: { ...request, conversation_history: turns } }
        return yield* submit(command, jobOf(completed, selected, id, Option.getOrUndefined(yield* RequestInfo.current)))
      })

    return { ask: (command: ChatCommand) => Spans.within(ask(command), "Chat.ask") }
  }),
  dependencies: [SpeechRecognition.Default, StoredCalls.StoredCalls.Default]
}) {}
