/** Responses as paid work: what is asked, with what it goes on from, becomes a question to chat. */
import { Effect, Either, Option } from "effect"
import { type Answer, MAX_TURNS } from "../chat/Api.ts"
import { Chat, type ChatSubmission } from "../chat/Chat.ts"
import { type ChatRequest, withMessages } from "../chat/Request.ts"
import type { RequestId, WalletId } from "../Domain.ts"
import { NotFound } from "../Errors.ts"
import { type AnswerFormat, noFurtherSettings, TextModel } from "../engines/TextModel.ts"
import * as Replays from "../http/Replays.ts"
import { refusal } from "../http/Validation.ts"
import { forcedLanguage } from "./Models.ts"
import { answered, begun } from "./ResponseAnswers.ts"
import * as ResponseIds from "./ResponseIds.ts"
import type { InputItem, ItemReference } from "./ResponseItemsApi.ts"
import { isSaid, messagesOf, type Placed, renaming, type SaidItem } from "./ResponseMessages.ts"
import type { ResponseRequest } from "./ResponseRequestApi.ts"
import { type Earlier, rowsOf, StoredResponses } from "./StoredResponses.ts"

/** Whose request it is, and what is asked. */
export interface Asked {
  readonly walletId: WalletId
  /** None: the request is not idempotent. */
  readonly requestId: Option.Option<RequestId>
  readonly request: ResponseRequest
}

type Rename = ReturnType<typeof renaming>

const NOTHING_EARLIER: Earlier = { items: [], ids: [] }

const formatOf = ({ text }: ResponseRequest): AnswerFormat => {
  const format = text?.format
  if (format?.type === "json_object") return { _tag: "JsonObject" }
  if (format?.type !== "json_schema") return { _tag: "Text" }
  return {
    _tag: "JsonSchema",
    name: format.name,
    description: Option.fromNullable(format.description),
    schema: format.schema,
    strict: Option.fromNullable(format.strict)
  }
}

const choiceOf = ({ tool_choice: choice }: ResponseRequest): ChatRequest["tool_choice"] =>
  typeof choice === "object" && choice !== null ? { type: "function", function: { name: choice.name } } : choice

/** The parameters of a tool that has none. */
const NO_PARAMETERS = { type: "object", properties: {} }

/** What is asked of chat beside the conversation. */
const settingsOf = (request: ResponseRequest): ChatRequest => ({
  prompt: undefined,
  target_language: request.target_language ?? Option.getOrUndefined(forcedLanguage(request.model ?? "")),
  conversation_history: [],
  places: { field: "messages" },
  generation_config: {
    temperature: Option.fromNullable(request.temperature),
    stream: request.stream ?? false,
    maxOutputTokens: Option.fromNullable(request.max_output_tokens),
    topP: Option.fromNullable(request.top_p),
    topK: Option.none(),
    further: {
      ...noFurtherSettings,
      format: formatOf(request),
      parallelToolCalls: Option.fromNullable(request.parallel_tool_calls),
      reasoningEffort: Option.fromNullable(request.reasoning?.effort)
    }
  },
  attachment_field_names: [],
  persona: undefined,
  system: request.instructions,
  tools: (request.tools ?? []).map(({ description, name, parameters }) => ({
    type: "function",
    function: { name, description: Option.fromNullable(description), parameters: parameters ?? NO_PARAMETERS }
  })),
  tool_choice: choiceOf(request)
})

const inputOf = ({ input }: ResponseRequest): ReadonlyArray<Placed<InputItem>> =>
  typeof input === "string"
    ? [{ item: { role: "user", content: input }, field: "input" }]
    : input.map((item, index) => ({ item, field: `input[${index}]` }))

const isReference = (item: InputItem): item is ItemReference => !isSaid(item) && item.type !== "reasoning"

const unknownItem = (field: string) =>
  new NotFound({
    message: `${field}.id must be that of an item of a stored response of yours; send the item itself`,
    param: `${field}.id`
  })

const tooLong = (turns: number) =>
  refusal([
    {
      field: "input",
      code: "too_long",
      message: `must leave the conversation at most ${MAX_TURNS} turns; with what it goes on from it has ${turns}`
    }
  ])

/** What of the request is given back, and changes the response without being asked of chat. */
const givenBack = ({ input: _said, stream: _how, ...request }: ResponseRequest): string => JSON.stringify(request)

/** Nothing is heard in requests of this protocol. */
const unheard = { UNDECODABLE_AUDIO: Effect.die, AUDIO_TOO_LONG: Effect.die }

/** The response to what was admitted: as it was given before, or as it comes to be. */
const watched = (submission: ChatSubmission, request: ResponseRequest, rename: Rename) => {
  const id = ResponseIds.ofJob(submission.jobId)
  const response = (answer: Answer) => answered(id, request, answer)
  if (submission._tag === "Replayed") {
    return { _tag: submission._tag, response: { ...response(submission.result), ...Replays.mark(true) } }
  }
  const { _tag, events, settled } = submission
  const whole = Effect.map(settled, ({ result }) => response(result))
  return { _tag, events, settled: Effect.mapError(Effect.catchTags(whole, unheard), rename) }
}

export class Responses extends Effect.Service<Responses>()("openai/Responses", {
  effect: Effect.gen(function* () {
    const chat = yield* Chat
    const stored = yield* StoredResponses
    const model = yield* TextModel

    /** The items that references name, in their places; none for those that `earlier` has already. */
    const resolved = (walletId: WalletId, input: ReadonlyArray<Placed<InputItem>>, earlier: Earlier) =>
      Effect.gen(function* () {
        const places = input.map(({ item }) => (isReference(item) ? ResponseIds.placeOf(item.id) : undefined))
        const wanted = new Set(places.flatMap((place) => place?.response ?? []))
        const found = wanted.size === 0 ? undefined : yield* stored.items(walletId, [...wanted])
        const said: Array<Placed<SaidItem>> = []
        for (const [index, { field, item }] of input.entries()) {
          if (isSaid(item)) said.push({ item, field })
          else if (isReference(item)) {
            const place = places[index]
            if (place === undefined) return yield* unknownItem(field)
            if (earlier.ids.includes(place.response)) continue
            const named = found?.get(place.response)?.[place.index]
            if (named === undefined || !isSaid(named)) return yield* unknownItem(field)
            said.push({ item: named, field })
          }
        }
        return { said, referred: [...wanted] }
      })

    /** All that the model is told, and what of it is new. */
    const gather = ({ request, walletId }: Asked) =>
      Effect.gen(function* () {
        const previous = request.previous_response_id ?? undefined
        const earlier = previous === undefined ? NOTHING_EARLIER : yield* stored.conversation(walletId, previous)
        const { referred, said } = yield* resolved(walletId, inputOf(request), earlier)
        const before = earlier.items.filter(isSaid).map((item) => ({ item, field: "previous_response_id" }))
        return { conversation: [...before, ...said], said, ancestors: [...new Set([...earlier.ids, ...referred])] }
      })

    /** The question to chat, and how what it says of it is said of this request. */
    const questionOf = (request: ResponseRequest, conversation: ReadonlyArray<Placed<SaidItem>>) =>
      Either.gen(function* () {
        const { messages, origins } = yield* messagesOf(conversation)
        const turns = messages.filter(({ role }) => role !== "system" && role !== "developer").length
        if (turns > MAX_TURNS) return yield* Either.left(tooLong(turns))
        const rename = renaming(origins)
        return { rename, question: yield* Either.mapLeft(withMessages(settingsOf(request), messages), rename) }
      })

    /**
     * Admits the request, or finds what its id was answered before. Fails as
     * `Chat.ask` does, and with `NotFound` where it goes on from what is not
     * there. What is stored is written with the charge.
     */
    const create = Effect.fn("Responses.create")(function* (asked: Asked) {
      const { request, requestId, walletId } = asked
      const { ancestors, conversation, said } = yield* gather(asked)
      const { question, rename } = yield* questionOf(request, conversation)
      const isStored = request.store ?? true
      if (isStored) yield* stored.makeRoom(walletId)
      const input = said.map(({ item }) => item)
      const previousId = request.previous_response_id ?? null
      const submitted = chat.ask({
        walletId,
        requestId,
        request: question,
        uploaded: Option.none(),
        protocol: "responses",
        also: givenBack(request),
        writes: (answer, charge) => {
          if (!isStored) return []
          const response = answered(ResponseIds.ofJob(charge.jobId), request, answer)
          return rowsOf({ walletId, previousId, input, response, ancestors }, charge)
        }
      })
      const submission = yield* Effect.mapError(
        // Only the native protocol's events have no place for calls and files.
        Effect.catchTag(submitted, "STREAM_NOT_SUPPORTED", Effect.die),
        rename
      )
      const first = begun(ResponseIds.ofJob(submission.jobId), request, model.name)
      return { begun: first, ...watched(submission, request, rename) }
    })

    return { create, get: stored.get, remove: stored.remove }
  }),
  dependencies: [StoredResponses.Default]
}) {}
