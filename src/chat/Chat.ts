/** Chat as paid work: what may be asked, what it is estimated at, how it becomes an answer. */
import { Array as Arrays, Effect, Either, Option } from "effect"
import * as Fingerprint from "../billing/Fingerprint.ts"
import { ONE_DAY } from "../billing/IdempotencyKey.ts"
import { type Job, Jobs, type Submission } from "../billing/Jobs.ts"
import * as Prices from "../billing/Prices.ts"
import { usageMetadata } from "../billing/UsageMetadata.ts"
import type { RequestId, WalletId } from "../Domain.ts"
import { atField, type InsufficientCredits, StreamNotSupported, type ValidationFailed } from "../Errors.ts"
import { instructions } from "../engines/Instructions.ts"
import { SpeechRecognition } from "../engines/SpeechRecognition.ts"
import { MaxOutputTokens, TextModel, type TokenUsage } from "../engines/TextModel.ts"
import { type Fault, refusal } from "../http/Validation.ts"
import * as Spans from "../Spans.ts"
import * as Answering from "./Answering.ts"
import { Answer } from "./Api.ts"
import { Attachments, type Selected, select } from "./Attachments.ts"
import { AUDIO_FIELD, type UploadedFile } from "./Form.ts"
import * as History from "./History.ts"
import * as Prompt from "./Prompt.ts"
import type { ChatRequest } from "./Request.ts"
import * as RequestFiles from "./RequestFiles.ts"
import * as ToolCalls from "./ToolCalls.ts"
import { ArgumentValidator } from "./tools/ArgumentValidator.ts"
import * as Usage from "./Usage.ts"

/** What a request that has been admitted may still fail with; nothing is charged then. */
export type ChatFailure = RequestFiles.TranscriptionFailure | RequestFiles.ReadFailure | InsufficientCredits

type Hold = Parameters<Job<string, Answer, never, ChatFailure>["run"]>[0]["hold"]

/** A watcher hears the pieces of a streamed answer. */
export type ChatSubmission = Submission<string, Answer, ChatFailure>
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
}

const noStream = (field: string) => {
  const message = "streaming goes without tools, attachments and spoken input; leave one of them out"
  return new StreamNotSupported({
    ...atField({ field, code: "not_with_stream", message }),
    param: "generation_config.stream"
  })
}

/** What `stream` cannot be combined with, as far as the request has it. */
const besideStream = ({ attachment_field_names: names, tools }: ChatRequest, files: ReadonlyArray<UploadedFile>) => {
  if (tools.length > 0) return Option.some("tools")
  if (names.length > 0) return Option.some("attachment_field_names")
  return Option.map(Arrays.head(files), ({ field }) => field)
}

const promptFaults = (request: ChatRequest, hasAudio: boolean): ReadonlyArray<Fault> => {
  const { conversation_history: turns, prompt } = request
  if (hasAudio) return []
  if (prompt === undefined || prompt === null) {
    return [{ field: "prompt", code: "missing", message: `must be a string, where there is no ${AUDIO_FIELD}` }]
  }
  return prompt.trim() === "" && !History.endsWithResult(turns)
    ? [{ field: "prompt", code: "empty", message: "must not be empty" }]
    : []
}

/** Applies the rules that a schema cannot know and that need nothing but the request. */
const check = (
  request: ChatRequest,
  files: ReadonlyArray<UploadedFile>
): Either.Either<void, StreamNotSupported | ValidationFailed> => {
  const beside = request.generation_config.stream ? besideStream(request, files) : Option.none()
  if (Option.isSome(beside)) return Either.left(noStream(beside.value))
  const hasAudio = files.some(({ field }) => field === AUDIO_FIELD)
  const faults = [
    ...promptFaults(request, hasAudio),
    ...History.faults(request.conversation_history),
    ...ToolCalls.faults(request.tools, request.tool_choice)
  ]
  return faults.length > 0 ? Either.left(refusal(faults)) : Either.void
}

/** Everything that changes the answer. A decoded request has its fields in one order, whatever the client's. */
const fingerprint = (request: ChatRequest, { attachments, audio }: Selected): Fingerprint.Fingerprint => {
  const { generation_config: config, ...said } = request
  return Fingerprint.of({
    said: JSON.stringify(said),
    config: JSON.stringify({ ...config, stream: false }),
    files: [...attachments, ...Option.toArray(audio)].map(({ field, name, sha256 }) => ({ field, name, sha256 }))
  })
}

/** The fingerprint of requests without an id, which nothing is ever compared with. */
const NOBODY_ASKS = Fingerprint.of({})

const toAnswer = (
  { generation }: Answering.Answered,
  usage: TokenUsage,
  model: string,
  more: Pick<Answer, "uploaded_attachments" | "transcription_raw" | "transcription_clean">
): Answer => {
  const { finishReason, text, toolCalls } = generation
  const calls = finishReason === "safety" ? [] : toolCalls
  return {
    response_text: text,
    finish_reason: calls.length > 0 ? "tool_calls" : finishReason === "tool_calls" ? "stop" : finishReason,
    usage_metadata: usageMetadata(usage.promptTokens, usage.candidateTokens),
    modelVersion: model,
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map((call) => ({
            id: call.id,
            type: "function" as const,
            function: { name: call.name, arguments: call.arguments }
          }))
        }),
    ...more
  }
}

/** What the model is asked: the rules, the conversation, and what the user says now. */
const questionOf = (request: ChatRequest, understood: RequestFiles.Understood): Answering.Question => {
  const { generation_config: config, target_language: targetLanguage } = request
  const history = History.messages(request.conversation_history, understood.earlier)
  const said = Prompt.message({
    files: understood.files,
    transcript: Option.getOrUndefined(understood.spoken)?.text,
    prompt: request.prompt
  })
  return {
    targetLanguage,
    request: {
      messages: [
        ...instructions({ targetLanguage, system: request.system, persona: request.persona, spoken: false }),
        ...History.withMessage(history, said)
      ],
      tools: ToolCalls.engineTools(request.tools),
      toolChoice: ToolCalls.engineChoice(request.tool_choice),
      targetLanguage,
      temperature: config.temperature,
      topP: config.topP,
      topK: config.topK,
      maxOutputTokens: config.maxOutputTokens
    }
  }
}

/** What was heard, as the answer has it. */
const transcription = (spoken: Option.Option<RequestFiles.Transcript>) =>
  Option.match(spoken, {
    onNone: () => ({}),
    onSome: (transcript) => ({
      transcription_raw: RequestFiles.analysed(transcript),
      transcription_clean: transcript.text
    })
  })

export class Chat extends Effect.Service<Chat>()("chat/Chat", {
  effect: Effect.gen(function* () {
    const jobs = yield* Jobs
    const model = yield* TextModel
    const attachments = yield* Attachments
    const recognition = yield* SpeechRecognition
    const pool = yield* ArgumentValidator
    const { table } = yield* Prices.Prices
    const unasked = yield* MaxOutputTokens

    /** What is held for a question whose `recordings` are still to be transcribed. */
    const heldFor = ({ request }: Answering.Question, recordings: ReadonlyArray<Usage.Unheard>) =>
      Usage.held(request, recordings, unasked)

    /**
     * Reads and hears what the request brings; before it hears, what was read is
     * held too. Where it brings nothing, all was `held` before.
     */
    const gather = ({ request, walletId }: Asked, selected: Selected, hold: Hold, held: TokenUsage) =>
      Effect.gen(function* () {
        if (RequestFiles.isText(request, selected)) return { attachments: [], understood: Option.none(), held }
        const files = yield* RequestFiles.gather(walletId, request, selected, attachments)
        const silent = RequestFiles.unheard(files)
        const heldNow = heldFor(questionOf(request, silent), RequestFiles.recordings(files))
        yield* hold(Prices.forTokens(table, heldNow))
        const heard = yield* RequestFiles.understand(files, request.target_language, recognition)
        return {
          attachments: files.attachments,
          understood: Option.some(Option.getOrElse(heard, () => silent)),
          held: heldNow
        }
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
        first: TokenUsage
      ): Job<string, Answer, never, ChatFailure>["run"] =>
      ({ hold, publish }) =>
        Effect.gen(function* () {
          const { request, walletId } = asked
          const { attachments: read, held, understood } = yield* gather(asked, selected, hold, first)
          const question = Option.isSome(understood) ? questionOf(request, understood.value) : bare
          const answered = request.generation_config.stream
            ? yield* Answering.streamed(model, question, publish)
            : yield* Answering.whole(model, question, pool)
          const uploaded = read.length === 0 ? {} : { uploaded_attachments: yield* attachments.store(walletId, read) }
          const usage = Usage.charged(answered.usage, held)
          const answer = toAnswer(answered, usage, model.name, {
            ...uploaded,
            ...transcription(Option.flatMap(understood, ({ spoken }) => spoken))
          })
          return { price: Prices.forTokens(table, usage), settle: () => ({ result: answer, writes: [] }) }
        })

    const jobOf = (asked: Asked, selected: Selected) => {
      const { request, requestId, uploaded, walletId } = asked
      const bare = questionOf(request, RequestFiles.unheard(RequestFiles.nothing))
      const held = heldFor(
        bare,
        Option.toArray(selected.audio).map(({ size }) => ({ bytes: size }))
      )
      const work = run(asked, selected, bare, held)
      return {
        operation: "chat",
        walletId,
        requestId,
        fingerprint: Option.isSome(requestId) ? fingerprint(request, selected) : NOBODY_ASKS,
        estimate: Prices.forTokens(table, held),
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
        const { request, uploaded } = asked
        const files = Option.match(uploaded, { onNone: () => [], onSome: ({ files }) => files })
        yield* check(request, files)
        const selected = yield* select(files, request.attachment_field_names)
        return yield* submit(asked, jobOf(asked, selected))
      })

    return { ask: (asked: Asked) => Spans.within(ask(asked), "Chat.ask") }
  }),
  dependencies: [SpeechRecognition.Default]
}) {}
