/** OpenAI's client secrets in the contract of conversations: keys for one conversation, in the form that its clients know. */
import { Schema } from "effect"
import { wholeFrom } from "../Domain.ts"
import { OpenObject, open } from "../http/Dictionary.ts"
import { MAX_MESSAGE } from "../sockets/MessageReader.ts"

/** The longest validity of a client secret in seconds, of the 7,200 that may be requested. */
export const MAX_SECRET_SECONDS = 600

export const UnixSeconds = Schema.Int.annotations({ description: "When it expires, in Unix seconds" })

/** What a session is for: to be answered, or to be transcribed. */
export const SessionType = Schema.Literal("realtime", "transcription")
export type SessionType = typeof SessionType.Type

const isShort = (session: object): boolean => JSON.stringify(session).length <= MAX_MESSAGE

/** What the first `session.update` would set, which is read as that is (`realtime/SecretSettings`). */
const SecretSession = open(
  Schema.Struct({
    type: Schema.optionalWith(
      SessionType.annotations({
        description: "What kind of session it is: `transcription` hears and never answers",
        message: () => "must be realtime or transcription: no other sessions are to be had"
      }),
      { exact: true }
    )
  })
).pipe(
  Schema.filter(isShort, {
    identifier: "ClientSecretSession",
    description: "What the first `session.update` of the client would set, which is set before it",
    message: () => `must have at most ${MAX_MESSAGE} characters of JSON`
  })
)

const longestExpiry = () => ({ seconds: MAX_SECRET_SECONDS })

const Expiry = Schema.optionalWith(
  Schema.Struct({
    anchor: Schema.optionalWith(Schema.Literal("created_at").annotations({ description: "From when it is counted" }), {
      exact: true
    }),
    seconds: Schema.optionalWith(wholeFrom(10, 7_200), {
      default: () => MAX_SECRET_SECONDS,
      nullable: true
    }).annotations({
      description: `Seconds that it lives; of more than ${MAX_SECRET_SECONDS} it lives ${MAX_SECRET_SECONDS}`,
      default: MAX_SECRET_SECONDS
    })
  }).annotations({ identifier: "ClientSecretExpiry", description: "How long it lives" }),
  { default: longestExpiry, nullable: true }
)

export const ClientSecretRequest = Schema.Struct({
  expires_after: Expiry,
  session: Schema.optionalWith(SecretSession, { default: () => ({}), nullable: true })
}).annotations({
  identifier: "ClientSecretRequest",
  description: "How long the secret lives, and what its conversation is set to",
  examples: [
    {
      expires_after: { anchor: "created_at", seconds: 60 },
      session: { type: "realtime", instructions: "በአጭሩ መልስ።", audio: { output: { voice: "am-hamen" } } }
    }
  ]
})
export type ClientSecretRequest = typeof ClientSecretRequest.Type

const SessionObject = Schema.Literal("realtime.session", "realtime.transcription_session").annotations({
  description: "What kind of object this is"
})

export const ClientSecret = Schema.Struct({
  value: Schema.String.annotations({
    description: "Opens one socket, as a bearer token or in the subprotocol `openai-insecure-api-key.…`"
  }),
  expires_at: UnixSeconds,
  session: open(
    Schema.Struct({
      id: Schema.String.annotations({ description: "The conversation's id" }),
      object: SessionObject,
      type: SessionType.annotations({ description: "What kind of session it is" })
    })
  ).annotations({ description: "The conversation, with what the request set" })
}).annotations({
  identifier: "ClientSecret",
  description: "A key for one conversation",
  examples: [
    {
      value: "ek_Akvmcn-5fIfI4kBRTGnMKN8wDoO4T0tbN8LjuZJINPM",
      expires_at: 1_795_345_365,
      session: {
        id: "sess_01m81e6351gfb69sfx2ahh54dd",
        object: "realtime.session",
        type: "realtime",
        instructions: "በአጭሩ መልስ።",
        audio: { output: { voice: "am-hamen" } }
      }
    }
  ]
})
export type ClientSecret = typeof ClientSecret.Type

/** What the beta's first `session.update` or `transcription_session.update` would set, flat. */
export const BetaSessionRequest = OpenObject.pipe(
  Schema.filter(isShort, {
    identifier: "BetaSessionRequest",
    description: "What the first update of the client's session would set, which is set before it",
    examples: [{ input_audio_format: "pcm16", input_audio_transcription: { model: "qal-stt", language: "am" } }],
    message: () => `must have at most ${MAX_MESSAGE} characters of JSON`
  })
)
export type BetaSessionRequest = typeof BetaSessionRequest.Type

/** What such a request says of its secret, which is no setting of the session. */
export const BetaSecretRequest = Schema.Struct({
  client_secret: Schema.optionalWith(Schema.Struct({ expires_after: Expiry }), {
    default: () => ({ expires_after: longestExpiry() }),
    nullable: true
  })
})

export const BetaSession = open(
  Schema.Struct({
    id: Schema.String.annotations({ description: "The session's id" }),
    object: SessionObject,
    client_secret: Schema.Struct({
      value: ClientSecret.fields.value,
      expires_at: UnixSeconds
    }).annotations({ description: "What opens its socket, once" })
  })
).annotations({
  identifier: "BetaSession",
  description: "A session that waits to be opened, with what the request set, and the key that opens it",
  examples: [
    {
      id: "sess_01m81e6351gfb69sfx2ahh54dd",
      object: "realtime.transcription_session",
      input_audio_format: "pcm16",
      client_secret: { value: "ek_Akvmcn-5fIfI4kBRTGnMKN8wDoO4T0tbN8LjuZJINPM", expires_at: 1_795_345_365 }
    }
  ]
})
export type BetaSession = typeof BetaSession.Type
