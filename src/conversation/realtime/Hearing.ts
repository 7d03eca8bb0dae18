/** What an event of a client asks of the conversation. */
import { Either, Option } from "effect"
import { atField, InvalidRequest, NotFound, PayloadTooLarge, type Problem, ValidationFailed } from "../../Errors.ts"
import type { Heard } from "../Face.ts"
import * as Limits from "../Limits.ts"
import { Input } from "../Messages.ts"
import * as OpenTurns from "../OpenTurns.ts"
import type { Item, Open, Wish } from "../State.ts"
import { answerChanges, inputFormatOf, sessionChanges } from "./Changes.ts"
import type { ClientEvent, Message, ResponseSettings } from "./ClientEvents.ts"
import type { FaceState } from "./FaceState.ts"
import { framesOf } from "./Frames.ts"
import type { FaceSettings } from "./SessionObject.ts"
import type { SessionSettings } from "./Settings.ts"
import { contextOf, itemOf, wireItem } from "./WireItems.ts"

type Of<Type extends ClientEvent["type"]> = Extract<ClientEvent, { readonly type: Type }>
type Asked = Either.Either<Heard<FaceState>, Problem>

const refused = (field: string, message: string): Problem =>
  new ValidationFailed(atField({ field, code: "invalid_value", message: `${field} ${message}` }))

const ask = (face: FaceState, ...inputs: ReadonlyArray<Input>): Heard<FaceState> => ({ face, inputs, frames: [] })

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

const update = (face: FaceState, event: Update, machine: Open): Asked => {
  const session = settingsIn(event)
  return Either.map(sessionChanges(machine.session, machine.config, session), (changes) => {
    const config = { ...machine.config, ...changes }
    const settings: FaceSettings = {
      model: session.model ?? face.settings.model,
      input: inputFormatOf(session) ?? face.settings.input,
      transcribes: config.listensOnly || (transcribesIn(session) ?? face.settings.transcribes)
    }
    return ask({ ...face, settings }, Input.Configure({ config }))
  })
}

// --- sound

const noBase64 = () => refused("audio", "must be base64")
const tooLong = () =>
  new PayloadTooLarge({
    message: `one event may have at most ${Limits.MOST_FRAME_BYTES} bytes of sound`,
    param: "audio"
  })

/** What stands before the base64 of a data URL, which browsers make of what they record. */
const DATA_URL = /^data:[^,\s]{0,200};base64,/i

const append = (face: FaceState, { audio }: Of<"input_audio_buffer.append">): Asked =>
  Either.try({ try: () => Uint8Array.fromBase64(audio.replace(DATA_URL, "")), catch: noBase64 }).pipe(
    Either.filterOrLeft(({ length }) => length <= Limits.MOST_FRAME_BYTES, tooLong),
    Either.map((bytes) =>
      bytes.length === 0 ? ask(face) : ask(face, Input.Sound({ bytes, format: face.settings.input }))
    )
  )

// --- entries

/** Of ids of the server's own, what comes after the session: a number, of entries of the client's that it named with a `c`. */
const numbered = /^(c?)(\d{1,15})$/

/** Whether the server has yet to add an entry with this id. */
const isReserved = (id: string, { entries }: FaceState, machine: Open): boolean => {
  const { answer, lastId, speech } = machine
  const coming = [
    ...Option.toArray(Option.map(answer, ({ response }) => response.item)),
    ...Option.toArray(Option.map(speech, ({ item }) => item))
  ]
  const own = OpenTurns.idOf(machine, "")
  const [, c, number] = (id.startsWith(own) && numbered.exec(id.slice(own.length))) || []
  return coming.includes(id) || Number(number) > (c === "c" ? entries : lastId)
}

const onlyHears = new InvalidRequest({
  message: "a transcription session hears and never answers: it takes sound alone; open a session of the type realtime"
})

const create = (face: FaceState, event: Of<"conversation.item.create">, machine: Open): Asked => {
  if (machine.config.listensOnly) return Either.left(onlyHears)
  const own = event.item.id ?? undefined
  if (own !== undefined && isReserved(own, face, machine)) {
    return Either.left(refused("item.id", "is one that the server uses itself; choose another"))
  }
  const entries = face.entries + (own === undefined ? 1 : 0)
  return Either.map(itemOf(own ?? OpenTurns.idOf(machine, `c${entries}`), event.item, "item"), (item) =>
    ask({ ...face, entries }, Input.Add({ item, after: Option.fromNullable(event.previous_item_id) }))
  )
}

const find = (id: string, { items }: Open): Item | undefined => items.find((item) => item.id === id)

const unknown = () => new NotFound({ message: "the conversation has no item with this id", param: "item_id" })

const retrieve = (face: FaceState, { item_id }: Of<"conversation.item.retrieve">, machine: Open): Asked =>
  Either.map(Either.fromNullable(find(item_id, machine), unknown), (item) => {
    const [next, frames] = framesOf(face, [{ type: "conversation.item.retrieved", item: wireItem(item) }])
    return { face: next, inputs: [], frames }
  })

const truncate = (face: FaceState, event: Of<"conversation.item.truncate">, machine: Open): Asked =>
  Either.fromNullable(find(event.item_id, machine), unknown).pipe(
    Either.filterOrLeft(
      (item) => item._tag === "Assistant" && item.isSpoken,
      () => refused("item_id", "must be of a message that the assistant speaks; no other has sound to cut")
    ),
    Either.map(() => ask(face, Input.Truncate({ id: event.item_id, millis: event.audio_end_ms })))
  )

// --- answers

const wishOf = (settings: ResponseSettings, { config, items, session }: Open): Either.Either<Wish, Problem> =>
  Either.gen(function* () {
    const changes = yield* answerChanges(session, config, settings)
    const context = settings.input ? Option.some(yield* contextOf(settings.input, items)) : Option.none()
    return { changes, items: context, isAside: settings.conversation === "none" }
  })

const respond = (face: FaceState, { response }: Of<"response.create">, machine: Open): Asked => {
  if (machine.config.listensOnly) return Either.left(onlyHears)
  return Either.map(wishOf(response ?? {}, machine), (wish) => {
    const busy = { ...face.about, code: "conversation_already_has_active_response" }
    const metadata = Option.isSome(machine.answer) ? face.metadata : (response?.metadata ?? null)
    return ask({ ...face, about: busy, metadata }, Input.Respond({ wish, instead: false }))
  })
}

const cancel = (face: FaceState, { response_id }: Of<"response.cancel">, machine: Open): Asked => {
  const idle = { ...face.about, code: "response_cancel_not_active" }
  const metadata = Option.isSome(machine.answer) ? face.metadata : null
  return Either.right(
    ask({ ...face, about: idle, metadata }, Input.Cancel({ response: Option.fromNullable(response_id) }))
  )
}

// --- all

const asked = (face: FaceState, event: ClientEvent, machine: Open): Asked => {
  switch (event.type) {
    case "session.update":
    case "transcription_session.update":
      return update(face, event, machine)
    case "input_audio_buffer.append":
      return append(face, event)
    case "input_audio_buffer.commit":
      return Either.right(ask({ ...face, commit: face.about.eventId }, Input.Commit()))
    case "input_audio_buffer.clear":
      return Either.right(ask(face, Input.Clear()))
    case "conversation.item.create":
      return create(face, event, machine)
    case "conversation.item.retrieve":
      return retrieve(face, event, machine)
    case "conversation.item.truncate":
      return truncate(face, event, machine)
    case "conversation.item.delete":
      return Either.right(ask(face, Input.Delete({ id: event.item_id })))
    case "response.create":
      return respond(face, event, machine)
    case "response.cancel":
      return cancel(face, event, machine)
  }
}

export const hear = (face: FaceState, message: Message, machine: Open): Heard<FaceState> => {
  const eventId = Either.match(message, {
    onLeft: (unreadable) => Option.getOrNull(unreadable.eventId),
    onRight: ({ event_id }) => event_id ?? null
  })
  const next: FaceState = { ...face, about: { eventId, code: undefined } }
  const all = Either.isLeft(message) ? Either.left(message.left.problem) : asked(next, message.right, machine)
  return Either.getOrElse(all, (problem) => ask(next, Input.Mistaken({ problem })))
}
