/** What clients of the relay say (wire contract, section 9): sound, a typed turn, the end of a turn. */
import { Data, Either, Predicate } from "effect"
import { atField, InvalidRequest, PayloadTooLarge, type Problem, TextTooLong, ValidationFailed } from "../../Errors.ts"
import * as Json from "../../http/Json.ts"
import { isWellFormed } from "../../text/Speakable.ts"
import * as Limits from "../Limits.ts"

export type Message = Data.TaggedEnum<{
  Sound: { readonly bytes: Uint8Array; readonly rate: number }
  Text: { readonly text: string }
  Finish: {}
  Bad: { readonly problem: Problem }
}>
export const Message = Data.taggedEnum<Message>()

/** Hertz of sound that does not say its rate: of a binary frame too. */
const USUAL_RATE = 16_000

const FORMS = '{"data": …, "mimeType": "audio/pcm;rate=16000"}, {"text": …} or {"type": "audio.finish"}'

const none = new InvalidRequest({ message: `a message is ${FORMS}` })
const several = new InvalidRequest({ message: `a message is only one of ${FORMS}` })

const invalid = (field: string, code: string, message: string): Problem =>
  new ValidationFailed(atField({ field, code, message }, `${field} ${message}`))

const badType = invalid(
  "mimeType",
  "unsupported",
  `must be audio/pcm;rate=…, from ${Limits.LEAST_RATE} to ${Limits.MOST_RATE} Hz: 16-bit little-endian, mono`
)
const noBase64 = invalid("data", "invalid_base64", "must be base64 as of RFC 4648, with its padding")
const oddBytes = invalid("data", "odd_length", "must be whole 16-bit samples: an even number of bytes")
const largeFrame = new PayloadTooLarge({
  message: `a message of sound may have at most ${Limits.MOST_FRAME_BYTES} bytes; 3200 are 100 ms`
})
const tooLong = new TextTooLong({
  ...atField({ field: "text", code: "too_long", message: `text must have at most ${Limits.MOST_TEXT} characters` })
})
const blank = invalid("text", "blank", "must hold something to answer")
const malformed = invalid("text", "malformed", "must be well-formed Unicode: it holds half of a surrogate pair")
const notText = (field: string) => invalid(field, "invalid_type", "must be text")

// --- sound

/** The rate that a media type names; parameters other than these say nothing that matters. */
const rateOf = (mimeType: unknown): Either.Either<number, Problem> => {
  if (mimeType === undefined) return Either.right(USUAL_RATE)
  if (typeof mimeType !== "string") return Either.left(notText("mimeType"))
  const [type = "", ...parameters] = mimeType
    .toLowerCase()
    .split(";", MOST_PARAMETERS)
    .map((part) => part.trim())
  const valueOf = (name: string, usual: number) => {
    const found = parameters.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1)
    return found === undefined ? usual : /^"?\d{1,6}"?$/.test(found) ? Number(found.replaceAll('"', "")) : Number.NaN
  }
  const rate = valueOf("rate", USUAL_RATE)
  const isTaken = rate >= Limits.LEAST_RATE && rate <= Limits.MOST_RATE && valueOf("channels", 1) === 1
  return type === "audio/pcm" && isTaken ? Either.right(rate) : Either.left(badType)
}

const MOST_PARAMETERS = 8

const samples = (bytes: Uint8Array, rate: number): Message => {
  if (bytes.length > Limits.MOST_FRAME_BYTES) return Message.Bad({ problem: largeFrame })
  return bytes.length % 2 === 0 ? Message.Sound({ bytes, rate }) : Message.Bad({ problem: oddBytes })
}

/** `Buffer` alone passes over what is no base64. */
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

const sound = (data: unknown, mimeType: unknown): Message => {
  if (typeof data !== "string") return Message.Bad({ problem: notText("data") })
  const rate = rateOf(mimeType)
  if (Either.isLeft(rate)) return Message.Bad({ problem: rate.left })
  if (data.length % 4 !== 0 || !BASE64.test(data)) return Message.Bad({ problem: noBase64 })
  return samples(new Uint8Array(Buffer.from(data, "base64")), rate.right)
}

// --- the others

const typed = (text: unknown): Message => {
  if (typeof text !== "string") return Message.Bad({ problem: notText("text") })
  if (text.length > Limits.MOST_TEXT) return Message.Bad({ problem: tooLong })
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
  if (typeof frame !== "string") return samples(new Uint8Array(frame), USUAL_RATE)
  return Either.match(Json.read(frame), {
    onLeft: (reason) => Message.Bad({ problem: new InvalidRequest({ message: `the message ${reason}` }) }),
    onRight: message
  })
}
