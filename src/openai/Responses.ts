/** Responses as paid work: what is asked, with what it goes on from, becomes a question to chat. */
import { Effect, Either, Option } from "effect"
import * as Fingerprint from "../billing/Fingerprint.ts"
import { insufficient } from "../billing/JobAdmission.ts"
import { Jobs } from "../billing/Jobs.ts"
import * as Prices from "../billing/Prices.ts"
import * as Wallet from "../billing/Wallet.ts"
import { Answer, MAX_TURNS } from "../chat/Api.ts"
import { Chat, type ChatSubmission } from "../chat/Chat.ts"
import type { UploadedFiles } from "../chat/ChatCommand.ts"
import { type ChatRequest, withMessages } from "../chat/ChatRequest.ts"
import { fingerprint as chatFingerprint, NO_QUESTION } from "../chat/RequestFingerprint.ts"
import type { RequestId, WalletId } from "../Domain.ts"
import { NotFound } from "../Errors.ts"
import { TextModel } from "../engines/TextModel.ts"
import { type BodyMemory, reserveIn } from "../http/BodyMemory.ts"
import * as Replays from "../http/Replays.ts"
import { refusal } from "../http/Validation.ts"
import { completedResponse, createdResponse, NOTHING_REPEATED, repeatedOf } from "./ResponseAnswers.ts"
import * as ResponseIds from "./ResponseIds.ts"
import type { InputPage } from "./ResponseInputItems.ts"
import type { InputItem, ItemReference } from "./ResponseItemsApi.ts"
import { type ContentItem, isContentItem, type LocatedItem, messagesOf, renaming } from "./ResponseMessages.ts"
import type { ResponseRequest } from "./ResponseRequestApi.ts"
import { settingsOf } from "./ResponseSettings.ts"
import { type EarlierConversation, rowsOf, StoredResponses, storedRequestOf } from "./StoredResponses.ts"

/** A request for a response with its wallet. */
interface ResponseCommand {
  readonly walletId: WalletId
  /** None: the request is not idempotent. */
  readonly requestId: Option.Option<RequestId>
  readonly request: ResponseRequest
  /** Counts what is loaded for it; released by whom it is given to. */
  readonly held: BodyMemory
  /** Waits, where the request is long, for a turn of the event loop of its own. */
  readonly turn: Effect.Effect<void>
}

type Rename = ReturnType<typeof renaming>

const NOTHING_EARLIER: EarlierConversation = { items: [], files: new Map(), ids: [] }

/** Tokens that an answer must have room for (`chat/PaidBudget`). */
const LEAST_ANSWER = 256

const inputOf = ({ input }: ResponseRequest): ReadonlyArray<LocatedItem<InputItem>> =>
  typeof input === "string"
    ? [{ item: { role: "user", content: input }, field: "input" }]
    : input.map((item, index) => ({ item, field: `input[${index}]` }))

const isReference = (item: InputItem): item is ItemReference => !isContentItem(item) && item.type !== "reasoning"

/** Whether the item in that place is of the kind that its id names. Thoughts are not sent to the model again. */
const isNamed = ({ id }: ItemReference, named: InputItem): boolean =>
  ResponseIds.isThought(id) ? "type" in named && named.type === "reasoning" : isContentItem(named)

/** The places of the items that its references name, but for thoughts, which say nothing again. */
const referredBy = (request: ResponseRequest): ReadonlyArray<ResponseIds.Place> =>
  inputOf(request).flatMap(({ item }) => {
    const place = isReference(item) && !ResponseIds.isThought(item.id) ? ResponseIds.placeOf(item.id) : undefined
    return place === undefined ? [] : [place]
  })

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

/**
 * The request's own inputs, and not what they refer to: responses never change, and what is answered again needs none of
 * those that it went on from. Decoded, its fields are in one order.
 */
const fingerprintOf = ({ stream: _how, ...request }: ResponseRequest): Fingerprint.Fingerprint =>
  Fingerprint.of({ protocol: "responses", request: JSON.stringify(request) })

/**
 * By the whole conversation: as the program knew requests for responses until November 2026. It stands here until no row of
 * then is kept any more, and their ids are.
 */
const formerFingerprintOf = (
  { input: _said, stream: _how, ...request }: ResponseRequest,
  question: ChatRequest
): Fingerprint.Fingerprint => {
  const asked = { protocol: "responses", request: question, also: JSON.stringify(request) } as const
  return chatFingerprint(asked, { attachments: [], audio: Option.none() })
}

/** The response to what was admitted: as it was given before, or as it comes to be. */
const watched = (submission: ChatSubmission, request: ResponseRequest, rename: Rename) => {
  const id = ResponseIds.ofJob(submission.jobId)
  const response = (answer: Answer) => completedResponse(id, request, answer)
  if (submission._tag === "Replayed") {
    return { _tag: submission._tag, response: { ...response(submission.result), ...Replays.mark(true) } }
  }
  const { _tag, events, settled } = submission
  const whole = Effect.map(settled, ({ result }) => response(result))
  return { _tag, events, settled: Effect.mapError(whole, rename) }
}

export class Responses extends Effect.Service<Responses>()("openai/Responses", {
  effect: Effect.gen(function* () {
    const chat = yield* Chat
    const stored = yield* StoredResponses
    const model = yield* TextModel
    const wallets = yield* Wallet.Wallet
    const jobs = yield* Jobs
    const prices = Prices.chatPrices((yield* Prices.Prices).table)

    /** The items that references name, in their places; none for those that `earlier` has already. */
    const resolved = (
      { held: memory, walletId }: ResponseCommand,
      input: ReadonlyArray<LocatedItem<InputItem>>,
      earlier: EarlierConversation
    ) =>
      Effect.gen(function* () {
        const places = input.map(({ item }) => (isReference(item) ? ResponseIds.placeOf(item.id) : undefined))
        const wanted = new Set(places.flatMap((place) => place?.response ?? []))
        const earlierItems =
          wanted.size === 0 ? undefined : yield* stored.items(walletId, [...wanted], reserveIn(memory))
        const said: Array<LocatedItem<ContentItem>> = []
        for (const [index, { field, item }] of input.entries()) {
          if (isContentItem(item)) said.push({ item, field })
          else if (isReference(item)) {
            const place = places[index]
            if (place === undefined) return yield* unknownItem(field)
            if (earlier.ids.includes(place.response)) continue
            const named = earlierItems?.get(place.response)?.[place.index]
            if (named === undefined || !isNamed(item, named)) return yield* unknownItem(field)
            if (isContentItem(named)) said.push({ item: named, field })
          }
        }
        return { said, referred: [...wanted] }
      })

    /** Before what it goes on from, and refers to, is loaded: fails with `InsufficientCredits` where the wallet cannot pay for that. */
    const assertAffordable = ({ request, walletId }: ResponseCommand, previous: string | undefined) =>
      Effect.gen(function* () {
        const promptTokens = yield* stored.leastPrompt(walletId, previous, referredBy(request))
        if (promptTokens === 0) return
        const candidateTokens = Math.min(LEAST_ANSWER, request.max_output_tokens ?? LEAST_ANSWER)
        const required = Prices.ofTokens(prices, { promptTokens, candidateTokens })
        const available = Wallet.available(yield* Effect.orDie(wallets.get(walletId)))
        if (available < required) return yield* insufficient(available, required)
      })

    /** All that the model gets, and the new part of it. */
    const gather = (command: ResponseCommand) =>
      Effect.gen(function* () {
        const { held: memory, request, walletId } = command
        const previous = request.previous_response_id ?? undefined
        yield* assertAffordable(command, previous)
        const earlier =
          previous === undefined ? NOTHING_EARLIER : yield* stored.conversation(walletId, previous, reserveIn(memory))
        const { referred, said } = yield* resolved(command, inputOf(request), earlier)
        const before = earlier.items.filter(isContentItem).map((item) => ({ item, field: "previous_response_id" }))
        return {
          conversation: [...before, ...said],
          files: earlier.files,
          said,
          ancestors: [...new Set([...earlier.ids, ...referred])]
        }
      })

    /** The question to chat, and how what it says of it is said of this request. */
    const questionOf = (
      request: ResponseRequest,
      conversation: ReadonlyArray<LocatedItem<ContentItem>>,
      files: EarlierConversation["files"]
    ) =>
      Either.gen(function* () {
        const { messages, origins } = yield* messagesOf(conversation)
        const turns = messages.filter(({ role }) => role !== "system" && role !== "developer").length
        if (turns > MAX_TURNS) return yield* Either.left(tooLong(turns))
        const rename = renaming(origins)
        return { rename, question: yield* Either.mapLeft(withMessages(settingsOf(request), messages, files), rename) }
      })

    /** The response that is begun, or was given before. */
    const begun = (submission: ChatSubmission, request: ResponseRequest, rename: Rename) => ({
      begun: createdResponse(ResponseIds.ofJob(submission.jobId), request, model.name),
      ...watched(submission, request, rename)
    })

    /**
     * Admits the request, or finds what its id was answered before. Fails as
     * `Chat.ask` does, and with `NotFound` where it goes on from what is not
     * there. What is stored is written with the charge.
     */
    const create = Effect.fn("Responses.create")(function* (command: ResponseCommand) {
      let isClaimed = false
      const loaded: UploadedFiles = {
        files: [],
        claim: Effect.sync(() => {
          isClaimed = true
        }),
        release: Effect.sync(() => command.held.release())
      }
      // Until the job has begun, which then releases it: it has what was loaded to its end.
      return yield* Effect.ensuring(
        admitted(command, loaded),
        Effect.suspend(() => (isClaimed ? Effect.void : loaded.release))
      )
    })

    /** None where what the request goes on from is not there any more, or dearer than the wallet can pay for. */
    const formerFingerprint = (command: ResponseCommand) =>
      Effect.map(Effect.either(gather(command)), (gathered) =>
        Either.flatMap(gathered, ({ conversation, files }) => questionOf(command.request, conversation, files)).pipe(
          Either.map(({ question }) => formerFingerprintOf(command.request, question)),
          Option.getRight
        )
      )

    const admitted = Effect.fnUntraced(function* (command: ResponseCommand, loaded: UploadedFiles) {
      const { request, requestId, walletId } = command
      yield* command.turn
      const fingerprint = Option.isSome(requestId) ? fingerprintOf(request) : NO_QUESTION
      // Answered again for nothing, before anything is loaded for it.
      const known = { operation: "chat", walletId, requestId, result: Answer } as const
      const before = yield* Effect.catchTag(
        jobs.earlier({ ...known, fingerprint }),
        "IDEMPOTENCY_CONFLICT",
        (conflict) =>
          Effect.flatMap(formerFingerprint(command), (former) =>
            Option.isNone(former) ? conflict : jobs.earlier({ ...known, fingerprint: former.value })
          )
      )
      if (Option.isSome(before)) return begun({ _tag: "Replayed", ...before.value }, request, renaming([]))
      const { ancestors, conversation, files, said } = yield* gather(command)
      const { question, rename } = yield* questionOf(request, conversation, files)
      const isStored = request.store ?? true
      if (isStored) yield* stored.makeRoom(walletId)
      yield* command.turn
      const items = isStored ? said.map(({ item }) => item) : []
      const { apart, input } = storedRequestOf(items, isStored ? repeatedOf(request) : NOTHING_REPEATED)
      const previousId = request.previous_response_id ?? null
      yield* command.turn
      const submitted = chat.ask({
        walletId,
        requestId,
        request: question,
        uploaded: Option.some(loaded),
        held: command.held,
        protocol: "responses",
        fingerprint,
        writesBefore: (jobId) => stored.writeFiles(ResponseIds.ofJob(jobId), input.files),
        writes: (answer, charge) => {
          if (!isStored) return []
          const response = completedResponse(ResponseIds.ofJob(charge.jobId), request, answer)
          return rowsOf({ walletId, previousId, input, response, apart, ancestors }, charge)
        }
      })
      const submission = yield* Effect.mapError(
        // Only the native protocol's events have no place for calls and files.
        Effect.catchTag(submitted, "STREAM_NOT_SUPPORTED", Effect.die),
        rename
      )
      return begun(submission, request, rename)
    })

    /** A page of the response's input, as JSON. Fails as `StoredResponses.inputPage` does. */
    const inputPage = (walletId: WalletId, id: string, page: InputPage, memory: BodyMemory) =>
      Effect.ensuring(
        stored.inputPage(walletId, id, page, reserveIn(memory)),
        Effect.sync(() => memory.release())
      )

    /** The wallet's response as JSON. Fails as `StoredResponses.get` does. */
    const get = (walletId: WalletId, id: string, memory: BodyMemory) =>
      Effect.ensuring(
        stored.get(walletId, id, reserveIn(memory)),
        Effect.sync(() => memory.release())
      )

    return { create, get, inputPage, remove: stored.remove }
  }),
  dependencies: [StoredResponses.Default]
}) {}
