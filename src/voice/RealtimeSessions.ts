/** Sessions of the speech socket: checked, then kept behind a ticket until they are opened. */
import { Clock, Duration, Effect } from "effect"
import type { Identity } from "../access/Authentication.ts"
import * as Tickets from "../access/Tickets.ts"
import { newId } from "../Domain.ts"
import { Settings } from "../settings/Config.ts"
import { AUTHENTICATION_TIMEOUT_SECONDS } from "../sockets/Handshake.ts"
import { MAX_TEXT } from "./Api.ts"
import * as Limits from "./RealtimeApi.ts"
import { Session } from "./SocketState.ts"
import { Voices } from "./Voices.ts"

/** Shows what a token is for. */
const TOKEN_PREFIX = "qrt"

export class RealtimeSessions extends Effect.Service<RealtimeSessions>()("voice/RealtimeSessions", {
  effect: Effect.gen(function* () {
    const { publicUrl } = yield* Settings
    const voices = yield* Voices
    const tickets = yield* Tickets.make({ prefix: TOKEN_PREFIX, payload: Session })
    const websocketUrl = publicUrl.replace(/^http/, "ws") + Limits.SOCKET_PATH

    /** What the socket can do. */
    const capabilities: Limits.Capabilities = {
      version: "2",
      websocket_url: websocketUrl,
      audio_formats: Limits.AudioFormat.literals,
      ticket_ttl_seconds: Duration.toSeconds(Tickets.TTL),
      authentication_timeout_seconds: AUTHENTICATION_TIMEOUT_SECONDS,
      session_ttl_seconds: Limits.SESSION_TTL_SECONDS,
      idle_timeout_seconds: Limits.IDLE_TIMEOUT_SECONDS,
      max_text_characters: MAX_TEXT,
      max_audio_seconds: Limits.MAX_AUDIO_SECONDS,
      default_audio_seconds: Limits.DEFAULT_AUDIO_SECONDS,
      max_turns: Limits.MAX_TURNS,
      max_concurrent_turns: 1,
      max_messages_per_second: Limits.MAX_MESSAGES_PER_SECOND,
      max_pieces_per_second: Limits.MAX_PIECES_PER_SECOND
    }

    /** A session, opened by its ticket. Fails with `VoiceUnavailable`. */
    const create = Effect.fn("RealtimeSessions.create")(function* (caller: Identity, request: Limits.SessionRequest) {
      const voice = yield* voices.choose(request.voice_id, request.language)
      const session: Session = {
        id: newId("rts", yield* Clock.currentTimeMillis),
        walletId: caller.walletId,
        voiceId: voice.id,
        language: voice.language,
        audioFormat: request.audio_format,
        maxTextCharacters: request.max_text_characters,
        maxAudioSeconds: request.max_audio_seconds
      }
      const { expiresAt, token } = yield* tickets.issue(caller, session)
      const ticket: Limits.SessionTicket = {
        id: session.id,
        token,
        websocket_url: websocketUrl,
        expires_at: expiresAt,
        session_ttl_seconds: Limits.SESSION_TTL_SECONDS,
        voice_id: session.voiceId,
        language: session.language,
        audio_format: session.audioFormat,
        max_text_characters: session.maxTextCharacters,
        max_audio_seconds: session.maxAudioSeconds
      }
      return ticket
    })

    return { capabilities, create, redeem: tickets.redeem }
  })
}) {}
