/** Conversations before they are opened: their settings are checked, then stored with a ticket. */
import { Clock, Duration, Effect, Option, Schema } from "effect"
import type { Identity } from "../access/Authentication.ts"
import * as Tickets from "../access/Tickets.ts"
import * as Money from "../billing/Money.ts"
import { Prices } from "../billing/Prices.ts"
import { newId } from "../Domain.ts"
import { Recognizer } from "../engines/Recognizer.ts"
import { VoiceChoice } from "../engines/VoiceChoice.ts"
import { OpenObject } from "../http/Dictionary.ts"
import { decoder } from "../http/SchemaDecoding.ts"
import { Settings } from "../settings/Config.ts"
import * as Api from "./Api.ts"
import * as ConversationLimits from "./ConversationLimits.ts"
import * as SecretSettings from "./realtime/SecretSettings.ts"
import type { Config } from "./State.ts"
import { defaults } from "./TurnDetector.ts"

/** Show what a token is for; clients of OpenAI know theirs by its prefix. */
const TOKEN_PREFIX = "qcv"
export const SECRET_PREFIX = "ek"

const SECRET_TTL = Duration.seconds(Api.MAX_SECRET_SECONDS)

/** Sessions of client secrets are kept as JSON: what is read of it may take thirty times the memory. */
const KeptSession = Schema.parseJson(OpenObject)

const decodeBetaSecret = decoder(Api.BetaSecretRequest)

const OUTPUT_RATE = 24_000

export class ConversationSessions extends Effect.Service<ConversationSessions>()("conversation/ConversationSessions", {
  effect: Effect.gen(function* () {
    const { maxConversationsPerKey, publicUrl } = yield* Settings
    const { table } = yield* Prices
    const { available, choose } = yield* VoiceChoice
    const { prepare } = yield* Recognizer
    const tickets = yield* Tickets.make({ prefix: TOKEN_PREFIX, payload: Api.SessionRequest })
    const secrets = yield* Tickets.make({ prefix: SECRET_PREFIX, payload: Schema.String, ttl: SECRET_TTL })
    const socketUrl = (path: string) => publicUrl.replace(/^http/, "ws") + path

    const capabilities: Api.Capabilities = {
      beta: true,
      languages: ["am", "om"],
      websocket_url: socketUrl(Api.RELAY_PATH),
      realtime_url: socketUrl(Api.REALTIME_PATH),
      input: {
        mime_type: "audio/pcm;rate=16000",
        encoding: "pcm_s16le",
        channels: 1,
        sample_rates: [ConversationLimits.LEAST_RATE, ConversationLimits.MOST_RATE]
      },
      output: {
        mime_type: `audio/pcm;rate=${OUTPUT_RATE}`,
        encoding: "pcm_s16le",
        channels: 1,
        sample_rates: [OUTPUT_RATE, OUTPUT_RATE]
      },
      ticket_ttl_seconds: Duration.toSeconds(Tickets.TTL),
      max_session_seconds: ConversationLimits.SESSION_TTL / 1000,
      idle_timeout_seconds: ConversationLimits.IDLE_TIMEOUT / 1000,
      max_turn_seconds: ConversationLimits.MOST_TURN_SECONDS,
      max_frame_bytes: ConversationLimits.MOST_FRAME_BYTES,
      max_text_characters: ConversationLimits.MOST_TEXT,
      max_conversations_per_key: maxConversationsPerKey,
      defaults: {
        language: "am",
        silence_ms: defaults.silenceMillis,
        interruption_threshold_db: defaults.interruptionDecibels
      },
      billing: {
        unit: "minute",
        price_per_minute: Money.toEtb(table.conversation_per_minute),
        currency: "ETB"
      }
    }

    /** The configuration of a conversation with these settings. Fails with `VoiceUnavailable`. */
    const configure = Effect.fn("ConversationSessions.configure")(function* (
      request: Api.SessionRequest,
      listensOnly = false
    ) {
      const language = Option.getOrElse(request.language, () => "am" as const)
      const config: Config = {
        listensOnly,
        language,
        voice: yield* choose(request.voice_id, language),
        speed: 1,
        system: request.system,
        persona: request.persona,
        turns: Option.some({
          ...defaults,
          silenceMillis: Option.getOrElse(request.silence_ms, () => defaults.silenceMillis),
          interruptionDecibels: Option.getOrElse(
            request.interruption_threshold_db,
            () => defaults.interruptionDecibels
          ),
          respond: true,
          interrupt: true
        }),
        tools: [],
        toolChoice: "auto",
        temperature: 0.7,
        maxOutputTokens: Option.none(),
        spoken: true,
        output: { _tag: "Pcm16", rate: OUTPUT_RATE }
      }
      return config
    })

    /** A conversation, opened by its ticket. The recogniser begins to load, so that it is there when the socket is. Fails with `VoiceUnavailable`. */
    const create = Effect.fn("ConversationSessions.create")(function* (caller: Identity, request: Api.SessionRequest) {
      const { language, turns, voice } = yield* configure(request)
      // A voice is of its language, which is then fixed too.
      const fixed = Option.isSome(request.voice_id) ? { ...request, language: Option.some(language) } : request
      const { expiresAt, token } = yield* tickets.issue(caller, fixed)
      yield* prepare
      const detection = Option.getOrElse(turns, () => defaults)
      const ticket: Api.SessionTicket = {
        token,
        expires_at: expiresAt,
        websocket_url: socketUrl(Api.RELAY_PATH),
        language,
        voice_id: voice.id,
        silence_ms: detection.silenceMillis,
        interruption_threshold_db: detection.interruptionDecibels,
        max_session_seconds: capabilities.max_session_seconds
      }
      return ticket
    })

    /** Fails with `ValidationFailed` or `VoiceUnavailable` where a conversation cannot be set so. */
    const assertPossible = (session: Readonly<Record<string, unknown>>, isFlat: boolean) =>
      Effect.flatMap(available, (voices) => SecretSettings.checkSettings(session, isFlat, { voices }))

    const issueSecret = Effect.fnUntraced(function* (
      caller: Identity,
      { expires_after, session }: Api.ClientSecretRequest
    ) {
      const type = session.type ?? "realtime"
      const { expiresAt, token } = yield* secrets.issue(
        caller,
        JSON.stringify(session),
        Duration.seconds(expires_after.seconds)
      )
      yield* prepare
      const id = newId("sess", yield* Clock.currentTimeMillis)
      const secret: Api.ClientSecret = {
        value: token,
        expires_at: expiresAt,
        session: {
          ...session,
          id,
          object: type === "realtime" ? "realtime.session" : "realtime.transcription_session",
          type
        }
      }
      return secret
    })

    /**
     * The same for clients of OpenAI: a key that opens one socket, as long as is asked for but no longer than
     * `MAX_SECRET_SECONDS`. Fails as `assertPossible` does.
     */
    const createSecret = Effect.fn("ConversationSessions.createSecret")(function* (
      caller: Identity,
      request: Api.ClientSecretRequest
    ) {
      yield* assertPossible(request.session, false)
      return yield* issueSecret(caller, request)
    })

    /** The same in the form of the protocol's beta: the session, with its secret in it. */
    const createBetaSession = Effect.fn("ConversationSessions.createBetaSession")(function* (
      caller: Identity,
      type: Api.SessionType,
      request: Api.BetaSessionRequest
    ) {
      const { client_secret: wanted } = yield* decodeBetaSecret(request)
      const { client_secret: _wanted, ...asked } = request
      yield* assertPossible({ ...asked, type }, true)
      const { expires_at, session, value } = yield* issueSecret(caller, {
        expires_after: wanted.expires_after,
        session: { ...asked, type }
      })
      const { type: _current, ...beta } = session
      const created: Api.BetaSession = { ...beta, client_secret: { value, expires_at } }
      return created
    })

    /**
     * Whose client secret it is, and the session that it fixes. Fails as `redeem` does, and as `assertPossible`: a voice
     * may have been switched off meanwhile.
     */
    const redeemSecret = Effect.fn("ConversationSessions.redeemSecret")(function* (token: string) {
      const { caller, payload } = yield* secrets.redeem(token)
      const session = yield* Effect.orDie(Schema.decode(KeptSession)(payload))
      yield* assertPossible(session, false)
      return { caller, session }
    })

    return { capabilities, configure, create, createSecret, createBetaSession, redeem: tickets.redeem, redeemSecret }
  })
}) {}
