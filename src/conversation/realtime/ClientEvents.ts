/** What clients of the Realtime protocol send, in its current version and in its beta. */
import { Either, Option, Predicate, Schema } from "effect"
import { mostCharacters, nullish } from "../../Domain.ts"
import { InvalidRequest, PayloadTooLarge, type Problem } from "../../Errors.ts"
import { dictionary } from "../../http/Dictionary.ts"
import * as JsonReader from "../../http/JsonReader.ts"
import { list } from "../../http/List.ts"
import { decoder } from "../../http/SchemaDecoding.ts"
import { refusal } from "../../http/Validation.ts"
import { WellFormedText } from "../../text/Speakable.ts"
import { MOST_ITEMS } from "../Items.ts"
import { AnswerSettings, SessionSettings } from "./Settings.ts"

/** UTF-16 code units of the longest message; sound is base64 within it. No longer frame is taken (`sockets/FrameLimit`). */
export const MAX_MESSAGE = 256 * 1024

/** Of an event, of the client's choosing: it comes back with an error of the event. */
const EventId = Schema.String.pipe(mostCharacters(512))

const itemId = { message: () => "must be 1 to 64 characters of A-Z a-z 0-9 _ -" }
const ItemId = Schema.String.pipe(Schema.pattern(/^[A-Za-z0-9_-]{1,64}$/, itemId))

const event = <Type extends string, Fields extends Schema.Struct.Fields>(type: Type, fields: Fields) =>
  Schema.Struct({ type: Schema.Literal(type), event_id: nullish(EventId), ...fields })

// --- entries of the conversation

/** Parts of a message; far more than any has. */
const MAX_PARTS = 100

const PART_TYPES = ["input_text", "input_audio", "text", "output_text", "audio", "output_audio"]

/** `audio` is what sound there is of it; of an entry that comes back to where it was, only its words. */
const Part = Schema.Struct({
  type: Schema.String.pipe(
    Schema.filter((type) => PART_TYPES.includes(type), {
      message: () => "must be input_text, input_audio, output_text or output_audio; pictures are not supported"
    })
  ),
  text: nullish(WellFormedText),
  transcript: nullish(WellFormedText)
})
export type Part = typeof Part.Type

const ItemFields = { id: nullish(ItemId) }

const Message = Schema.Struct({
  ...ItemFields,
  type: Schema.Literal("message"),
  role: Schema.Literal("user", "assistant", "system"),
  content: list(Part, MAX_PARTS, "parts")
})

const CallId = Schema.String.pipe(
  Schema.length({ min: 1, max: 128 }, { message: () => "must have 1 to 128 characters" })
)

const FunctionCall = Schema.Struct({
  ...ItemFields,
  type: Schema.Literal("function_call"),
  call_id: nullish(CallId),
  name: WellFormedText,
  /** JSON text of an object. */
  arguments: WellFormedText
})

const FunctionCallOutput = Schema.Struct({
  ...ItemFields,
  type: Schema.Literal("function_call_output"),
  call_id: CallId,
  output: WellFormedText
})

const ItemReference = Schema.Struct({ type: Schema.Literal("item_reference"), id: Schema.String })

const NewItem = Schema.Union(Message, FunctionCall, FunctionCallOutput)
export type NewItem = typeof NewItem.Type

const ContextItem = Schema.Union(Message, FunctionCall, FunctionCallOutput, ItemReference)
export type ContextItem = typeof ContextItem.Type

// --- events

/** Words of the client's own about an answer, which it gets back with it. As many and as long as OpenAI takes. */
const MAX_NOTES = 16
const Metadata = dictionary(WellFormedText.pipe(mostCharacters(512))).pipe(
  Schema.filter((metadata) => Object.keys(metadata).every((key) => key.length <= 64 && key.isWellFormed()), {
    message: () => "must have names of at most 64 characters of well-formed Unicode"
  }),
  Schema.filter((metadata) => Object.keys(metadata).length <= MAX_NOTES, {
    message: () => `must have at most ${MAX_NOTES} entries`
  })
)
export type Metadata = typeof Metadata.Type

const ResponseSettings = Schema.Struct({
  ...AnswerSettings.fields,
  conversation: nullish(Schema.Literal("auto", "none")),
  input: nullish(list(ContextItem, MOST_ITEMS, "items")),
  metadata: nullish(Metadata)
})
export type ResponseSettings = typeof ResponseSettings.Type

const Milliseconds = Schema.Number.pipe(
  Schema.between(0, Number.MAX_SAFE_INTEGER, { message: () => "must be milliseconds from 0" })
)

const ClientEvent = Schema.Union(
  event("session.update", { session: SessionSettings }),
  event("transcription_session.update", { session: SessionSettings }),
  event("input_audio_buffer.append", { audio: Schema.String }),
  event("input_audio_buffer.commit", {}),
  event("input_audio_buffer.clear", {}),
  event("conversation.item.create", { item: NewItem, previous_item_id: nullish(Schema.String) }),
  event("conversation.item.retrieve", { item_id: Schema.String }),
  event("conversation.item.truncate", {
    item_id: Schema.String,
    content_index: Schema.Literal(0),
    audio_end_ms: Milliseconds
  }),
  event("conversation.item.delete", { item_id: Schema.String }),
  event("response.create", { response: nullish(ResponseSettings) }),
  event("response.cancel", { response_id: nullish(Schema.String) })
)
export type ClientEvent = typeof ClientEvent.Type

/** The beta's own update as OpenAI's guide writes it: its settings stand beside its type, where its types have them in `session`. */
const FlatUpdate = Schema.Struct({
  ...SessionSettings.fields,
  type: Schema.Literal("transcription_session.update"),
  event_id: nullish(EventId)
})

/** A message that is none, or that asks for what is not to be had. */
interface InvalidEvent {
  readonly problem: Problem
  readonly eventId: Option.Option<string>
}

export type Message = Either.Either<ClientEvent, InvalidEvent>

// --- reading

const types: ReadonlySet<unknown> = new Set(
  ClientEvent.members.flatMap(({ fields }): ReadonlyArray<string> => fields.type.literals)
)

/** Why a type is not supported of which a client may think that it is. */
const reasons: ReadonlyMap<unknown, string> = new Map([
  [
    "output_audio_buffer.clear",
    "is not supported here: over a WebSocket the client keeps the sound that is still to be played; let it drop that, " +
      "and say with conversation.item.truncate how far it has played"
  ]
])

const unknownType = (type: unknown): Problem =>
  refusal([
    {
      field: "type",
      code: "invalid_value",
      message: reasons.get(type) ?? `must be one of ${Array.from(types).join(", ")}`
    }
  ])

const decodeEvent = decoder(ClientEvent)
const decodeFlat = decoder(FlatUpdate)

const isFlat = (value: Readonly<Record<string, unknown>>): boolean =>
  value.type === "transcription_session.update" && !Object.hasOwn(value, "session")

const decode = (value: Readonly<Record<string, unknown>>): Either.Either<ClientEvent, Problem> =>
  isFlat(value)
    ? Either.map(decodeFlat(value), ({ event_id = null, type, ...session }) => ({ type, event_id, session }))
    : decodeEvent(value)

const eventIdOf = Schema.decodeUnknownOption(Schema.Struct({ event_id: EventId }))

const about = (eventId: Option.Option<string>) => (problem: Problem) => Either.left({ problem, eventId })
const nothing = about(Option.none())

/** Reads a frame. */
export const read = (frame: string | Uint8Array): Message => {
  if (typeof frame !== "string") {
    return nothing(
      new InvalidRequest({ message: "events are JSON in text frames, not binary; sound is base64 in them" })
    )
  }
  if (frame.length > MAX_MESSAGE) {
    return nothing(new PayloadTooLarge({ message: `an event may have at most ${MAX_MESSAGE} characters` }))
  }
  const json = JsonReader.read(frame)
  if (Either.isLeft(json)) return nothing(new InvalidRequest({ message: `the event ${json.left}` }))
  const { right: value } = json
  if (!Predicate.isReadonlyRecord(value)) {
    return nothing(new InvalidRequest({ message: "an event is a JSON object with a type" }))
  }
  const left = about(Option.map(eventIdOf(value), ({ event_id }) => event_id))
  return types.has(value.type) ? Either.orElse(decode(value), left) : left(unknownType(value.type))
}
