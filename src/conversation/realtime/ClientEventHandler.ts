/** What an event of a client asks of the conversation. */
import { Either, Option } from "effect"
import { atField, InvalidRequest, NotFound, PayloadTooLarge, type Problem, ValidationFailed } from "../../Errors.ts"
import * as ConversationLimits from "../ConversationLimits.ts"
import { Input } from "../MachineMessages.ts"
import * as OpenTurns from "../OpenTurns.ts"
import type { AdapterStep } from "../ProtocolAdapter.ts"
import type { AnswerOptions, Item, Open } from "../State.ts"
import type { AdapterState } from "./AdapterState.ts"
import { answerChanges, inputFormatOf, sessionChanges } from "./Changes.ts"
import type { ClientEvent, Message, ResponseSettings } from "./ClientEvents.ts"
import { framesOf } from "./Frames.ts"
import type { AdapterSettings } from "./SessionObject.ts"
import type { SessionSettings } from "./Settings.ts"
import { contextOf, itemOf, wireItem } from "./WireItems.ts"

type Of<Type extends ClientEvent["type"]> = Extract<ClientEvent, { readonly type: Type }>
type Interpretation = Either.Either<AdapterStep<AdapterState>, Problem>

const refused = (field: string, message: string): Problem =>
  new ValidationFailed(atField({ field, code: "invalid_value", message: `${field} ${message}` }))

const step = (adapter: AdapterState, ...inputs: ReadonlyArray<Input>): AdapterStep<AdapterState> => ({
  adapter,
  inputs,
  frames: []
})

// --- the session

type Update = Of<"session.update" | "transcription_session.update">

/** The settings of an event; the beta's own event for it makes a session one that is transcribed. */
const settingsIn = ({ session, type }: Update): SessionSettings =>
  type === "transcription_session.update" ? { ...session, type: "transcription" } : session

const transcribesIn = (session: SessionSettings): boolean | undefined => {
  const nested = session.audio?.input?.transcription
  const transcription = nested === undefined ? session.input_audio_transcription : nested
  return transcription === undefined ? undefined : transcription !== null
}

const update = (adapter: AdapterState, event: Update, machine: Open): Interpretation => {
  const session = settingsIn(event)
  return Either.map(sessionChanges(machine.session, machine.config, session), (changes) => {
    const config = { ...machine.config, ...changes }
    const settings: AdapterSettings = {
      model: session.model ?? adapter.settings.model,
      input: inputFormatOf(session) ?? adapter.settings.input,
      transcribes: config.listensOnly || (transcribesIn(session) ?? adapter.settings.transcribes)
    }
    return step({ ...adapter, settings }, Input.Configure({ config }))
  })
}

// --- sound

const noBase64 = () => refused("audio", "must be base64")
const tooLong = () =>
  new PayloadTooLarge({
    message: `one event may have at most ${ConversationLimits.MOST_FRAME_BYTES} bytes of sound`,
    param: "audio"
  })

/** What stands before the base64 of a data URL, which browsers make of what they record. */
const DATA_URL = /^data:\S{0,200}?;base64,/i

const append = (adapter: AdapterState, { audio }: Of<"input_audio_buffer.append">): Interpretation =>
  Either.try({ try: () => Uint8Array.fromBase64(audio.replace(DATA_URL, "")), catch: noBase64 }).pipe(
    Either.filterOrLeft(({ length }) => length <= ConversationLimits.MOST_FRAME_BYTES, tooLong),
    Either.map((bytes) =>
      bytes.length === 0 ? step(adapter) : step(adapter, Input.Sound({ bytes, format: adapter.settings.input }))
    )
  )

// --- entries

/** Of ids of the server's own, what comes after the session: a number, of entries of the client's that it named with a `c`. */
const numbered = /^(c?)(\d{1,15})$/

/** Whether the server has yet to add an entry with this id. */
const isReserved = (id: string, { entries }: AdapterState, machine: Open): boolean => {
  const { answer, lastId, speech } = machine
  const coming = [
    ...Option.toArray(Option.map(answer, ({ response }) => response.item)),
    ...Option.toArray(Option.map(speech, ({ item }) => item))
  ]
  const prefix = OpenTurns.idOf(machine, "")
  const [, c, number] = (id.startsWith(prefix) && numbered.exec(id.slice(prefix.length))) || []
  return coming.includes(id) || Number(number) > (c === "c" ? entries : lastId)
}

const onlyHears = new InvalidRequest({
  message: "a transcription session hears and never answers: it takes sound alone; open a session of the type realtime"
})

const create = (adapter: AdapterState, event: Of<"conversation.item.create">, machine: Open): Interpretation => {
  if (machine.config.listensOnly) return Either.left(onlyHears)
  const own = event.item.id ?? undefined
  if (own !== undefined && isReserved(own, adapter, machine)) {
    return Either.left(refused("item.id", "is one that the server uses itself; choose another"))
  }
  const entries = adapter.entries + (own === undefined ? 1 : 0)
  return Either.map(itemOf(own ?? OpenTurns.idOf(machine, `c${entries}`), event.item, "item"), (item) =>
    step({ ...adapter, entries }, Input.Add({ item, after: Option.fromNullable(event.previous_item_id) }))
  )
}

const find = (id: string, { items }: Open): Item | undefined => items.find((item) => item.id === id)

const unknown = () => new NotFound({ message: "the conversation has no item with this id", param: "item_id" })

const retrieve = (
  adapter: AdapterState,
  { item_id }: Of<"conversation.item.retrieve">,
  machine: Open
): Interpretation =>
  Either.map(Either.fromNullable(find(item_id, machine), unknown), (item) => {
    const [next, frames] = framesOf(adapter, [{ type: "conversation.item.retrieved", item: wireItem(item) }])
    return { adapter: next, inputs: [], frames }
  })

const truncate = (adapter: AdapterState, event: Of<"conversation.item.truncate">, machine: Open): Interpretation =>
  Either.fromNullable(find(event.item_id, machine), unknown).pipe(
    Either.filterOrLeft(
      (item) => item._tag === "Assistant" && item.isSpoken,
      () => refused("item_id", "must be of a message that the assistant speaks; no other has sound to cut")
    ),
    Either.map(() => step(adapter, Input.Truncate({ id: event.item_id, millis: event.audio_end_ms })))
  )

// --- answers

const optionsOf = (
  settings: ResponseSettings,
  { config, items, session }: Open
): Either.Either<AnswerOptions, Problem> =>
  Either.gen(function* () {
    const changes = yield* answerChanges(session, config, settings)
    const context = settings.input ? Option.some(yield* contextOf(settings.input, items)) : Option.none()
    return { changes, items: context, isAside: settings.conversation === "none" }
  })

const respond = (adapter: AdapterState, { response }: Of<"response.create">, machine: Open): Interpretation => {
  if (machine.config.listensOnly) return Either.left(onlyHears)
  return Either.map(optionsOf(response ?? {}, machine), (options) => {
    const busy = { ...adapter.about, code: "conversation_already_has_active_response" }
    const metadata = Option.isSome(machine.answer) ? adapter.metadata : (response?.metadata ?? null)
    return step({ ...adapter, about: busy, metadata }, Input.Respond({ options, instead: false }))
  })
}

const cancel = (adapter: AdapterState, { response_id }: Of<"response.cancel">, machine: Open): Interpretation => {
  const idle = { ...adapter.about, code: "response_cancel_not_active" }
  const metadata = Option.isSome(machine.answer) ? adapter.metadata : null
  return Either.right(
    step({ ...adapter, about: idle, metadata }, Input.Cancel({ response: Option.fromNullable(response_id) }))
  )
}

// --- all

const asked = (adapter: AdapterState, event: ClientEvent, machine: Open): Interpretation => {
  switch (event.type) {
    case "session.update":
    case "transcription_session.update":
      return update(adapter, event, machine)
    case "input_audio_buffer.append":
      return append(adapter, event)
    case "input_audio_buffer.commit":
      return Either.right(step({ ...adapter, commit: adapter.about.eventId }, Input.Commit()))
    case "input_audio_buffer.clear":
      return Either.right(step(adapter, Input.Clear()))
    case "conversation.item.create":
      return create(adapter, event, machine)
    case "conversation.item.retrieve":
      return retrieve(adapter, event, machine)
    case "conversation.item.truncate":
      return truncate(adapter, event, machine)
    case "conversation.item.delete":
      return Either.right(step(adapter, Input.Delete({ id: event.item_id })))
    case "response.create":
      return respond(adapter, event, machine)
    case "response.cancel":
      return cancel(adapter, event, machine)
  }
}

export const interpretEvent = (adapter: AdapterState, message: Message, machine: Open): AdapterStep<AdapterState> => {
  const eventId = Either.match(message, {
    onLeft: (unreadable) => Option.getOrNull(unreadable.eventId),
    onRight: ({ event_id }) => event_id ?? null
  })
  const next: AdapterState = { ...adapter, about: { eventId, code: undefined } }
  const all = Either.isLeft(message) ? Either.left(message.left.problem) : asked(next, message.right, machine)
  return Either.getOrElse(all, (problem) => step(next, Input.Mistaken({ problem })))
}
