/** The messages of the relay's clients (wire contract, section 9): sound, a typed turn, the end of a turn. */
import { Data, Either, Predicate } from "effect"
import { soundIn } from "../../audio/SoundInText.ts"
import {
  atField,
  InvalidRequest,
  PayloadTooLarge,
  type Problem,
  TextTooLong,
  UnsupportedMediaType,
  ValidationFailed
} from "../../Errors.ts"
import * as JsonReader from "../../http/JsonReader.ts"
import { isWellFormed } from "../../text/Speakable.ts"
import * as ConversationLimits from "../ConversationLimits.ts"

export type Message = Data.TaggedEnum<{
  /** `isEncoded`: the client says that it is a container or a codec's frames. */
  Sound: { readonly bytes: Uint8Array; readonly rate: number; readonly isEncoded: boolean }
  /** Sound where a message is wanted. */
  Misplaced: { readonly problem: Problem }
  Text: { readonly text: string }
  Finish: {}
  Bad: { readonly problem: Problem }
}>
export const Message = Data.taggedEnum<Message>()

/** Hertz of sound that does not say its rate: of a binary frame too. */
const DEFAULT_RATE = 16_000

const FORMS = '{"data": …, "mimeType": "audio/pcm;rate=16000"}, {"text": …} or {"type": "audio.finish"}'

/** Sound that comes as other services take it. */
const notHere = (what: string): Problem =>
  new UnsupportedMediaType({ message: `what came is ${what} that is no message here; a message is ${FORMS}` })

const none = new InvalidRequest({ message: `a message is ${FORMS}` })
const several = new InvalidRequest({ message: `a message is only one of ${FORMS}` })

const invalid = (field: string, code: string, message: string): Problem =>
  new ValidationFailed(atField({ field, code, message }, `${field} ${message}`))

export const badType = invalid(
  "mimeType",
  "unsupported",
  `must be audio/pcm;rate=…, from ${ConversationLimits.LEAST_RATE} to ${ConversationLimits.MOST_RATE} Hz: 16-bit little-endian, mono; or, of what a recorder makes, its type, such as audio/webm`
)
const noBase64 = invalid("data", "invalid_base64", "must be base64 as of RFC 4648, with its padding")
export const oddBytes = invalid("data", "odd_length", "must be whole 16-bit samples: an even number of bytes")
const largeFrame = new PayloadTooLarge({
  message: `a message of sound may have at most ${ConversationLimits.MOST_FRAME_BYTES} bytes; 3200 are 100 ms`
})
const tooLong = new TextTooLong({
  ...atField({
    field: "text",
    code: "too_long",
    message: `text must have at most ${ConversationLimits.MOST_TEXT} characters`
  })
})
const blank = invalid("text", "blank", "must hold something to answer")
const malformed = invalid("text", "malformed", "must be well-formed Unicode: it holds half of a surrogate pair")
const notText = (field: string) => invalid(field, "invalid_type", "must be text")

// --- sound

/** What a media type says. */
interface DeclaredFormat {
  readonly rate: number
  readonly isEncoded: boolean
}

const usual: DeclaredFormat = { rate: DEFAULT_RATE, isEncoded: false }

/** Of what is decoded as it comes; which of them it is shows in its bytes. */
const ENCODED =
  /^(?:audio|video)\/(?:webm|(?:x-)?matroska|ogg|opus|mp4|(?:x-)?m4a|quicktime|3gpp|aac|(?:x-)?aacp?|mpeg|mp3|(?:x-)?flac|(?:vnd\.|x-)?wave?|(?:x-)?aiff|x-caf)$/

/** What a media type says; parameters other than these say nothing that matters. */
const announced = (mimeType: unknown): Either.Either<DeclaredFormat, Problem> => {
  if (mimeType === undefined) return Either.right(usual)
  if (typeof mimeType !== "string") return Either.left(notText("mimeType"))
  const [type = "", ...parameters] = mimeType
    .toLowerCase()
    .split(";", MOST_PARAMETERS)
    .map((part) => part.trim())
  const valueOf = (name: string, usual: number) => {
    const parameterValue = parameters.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1)
    return parameterValue === undefined
      ? usual
      : /^"?\d{1,6}"?$/.test(parameterValue)
        ? Number(parameterValue.replaceAll('"', ""))
        : Number.NaN
  }
  if (ENCODED.test(type)) return Either.right({ ...usual, isEncoded: true })
  const rate = valueOf("rate", DEFAULT_RATE)
  const isTaken =
    rate >= ConversationLimits.LEAST_RATE && rate <= ConversationLimits.MOST_RATE && valueOf("channels", 1) === 1
  return type === "audio/pcm" && isTaken ? Either.right({ ...usual, rate }) : Either.left(badType)
}

const MOST_PARAMETERS = 8

const soundOf = (bytes: Uint8Array, { isEncoded, rate }: DeclaredFormat): Message =>
  bytes.length > ConversationLimits.MOST_FRAME_BYTES
    ? Message.Bad({ problem: largeFrame })
    : Message.Sound({ bytes, rate, isEncoded })

/** `Buffer` alone passes over what is no base64. */
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** What stands before the base64 of a data URL, which browsers make of what they record; a film's type has commas. */
const DATA_URL = /^data:([^,;\s]{0,100})\S{0,100}?;base64,/i

const sound = (given: unknown, givenType: unknown): Message => {
  if (typeof given !== "string") return Message.Bad({ problem: notText("data") })
  const [prefix = "", type] = DATA_URL.exec(given) ?? []
  const data = given.slice(prefix.length)
  const announcedType = announced(givenType ?? (type === "" ? undefined : type))
  if (Either.isLeft(announcedType)) return Message.Bad({ problem: announcedType.left })
  if (data.length % 4 !== 0 || !BASE64.test(data)) return Message.Bad({ problem: noBase64 })
  return soundOf(new Uint8Array(Buffer.from(data, "base64")), announcedType.right)
}

// --- the others

const typed = (text: unknown): Message => {
  if (typeof text !== "string") return Message.Bad({ problem: notText("text") })
  if (text.length > ConversationLimits.MOST_TEXT) return Message.Bad({ problem: tooLong })
  if (text.trim() === "") return Message.Bad({ problem: blank })
  return isWellFormed(text) ? Message.Text({ text }) : Message.Bad({ problem: malformed })
}

const message = (value: unknown): Message => {
  if (!Predicate.isReadonlyRecord(value)) return Message.Bad({ problem: none })
  const given = [
    ...("data" in value ? [() => sound(value.data, value.mimeType)] : []),
    ...("text" in value ? [() => typed(value.text)] : []),
    ...(value.type === "audio.finish" ? [() => Message.Finish()] : [])
  ]
  const [read, ...others] = given
  if (read === undefined) return Message.Bad({ problem: none })
  return others.length > 0 ? Message.Bad({ problem: several }) : read()
}

/** A binary frame is sound of the usual rate. Its memory is used again by who received it. */
export const read = (frame: string | Uint8Array): Message => {
  if (typeof frame !== "string") return soundOf(new Uint8Array(frame), usual)
  const read = Either.match(JsonReader.read(frame), {
    onLeft: (reason) => Message.Bad({ problem: new InvalidRequest({ message: `the message ${reason}` }) }),
    onRight: message
  })
  const misplaced = read._tag === "Bad" && read.problem._tag === "INVALID_REQUEST" ? soundIn(frame) : undefined
  return misplaced === undefined ? read : Message.Misplaced({ problem: notHere(misplaced) })
}
