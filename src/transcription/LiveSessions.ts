/** Live sessions: kept behind a ticket until they are opened; and what transcription can do. */
import { Clock, Duration, Effect } from "effect"
import type { Identity } from "../access/Authentication.ts"
import * as Tickets from "../access/Tickets.ts"
import { DAY_SECONDS } from "../billing/IdempotencyKey.ts"
import * as Money from "../billing/Money.ts"
import { newId, RequestId } from "../Domain.ts"
import { Recognizer } from "../engines/Recognizer.ts"
import { Settings } from "../settings/Config.ts"
import * as Api from "./Api.ts"
import { LiveRequest, Transcription } from "./Transcription.ts"

/** Shows what a token is for. */
const TOKEN_PREFIX = "qsc"

export class LiveSessions extends Effect.Service<LiveSessions>()("transcription/LiveSessions", {
  effect: Effect.gen(function* () {
    const { publicUrl } = yield* Settings
    const { model, perThousand } = yield* Transcription
    const { prepare } = yield* Recognizer
    const tickets = yield* Tickets.make({ prefix: TOKEN_PREFIX, payload: LiveRequest })
    const websocketUrl = publicUrl.replace(/^http/, "ws") + Api.SOCKET_PATH

    const capabilities: Api.Capabilities = {
      model,
      language: "am",
      languages: ["am", "om"],
      backends: Api.Backend.literals,
      chunks: Api.Chunk.literals,
      transports: ["http", "http_stream", "websocket"],
      sample_rate: Api.SAMPLE_RATE,
      format: "pcm_s16le",
      max_audio_seconds: Api.MAX_AUDIO_SECONDS,
      max_upload_bytes: Api.MAX_UPLOAD_BYTES,
      websocket_url: websocketUrl,
      ticket_ttl_seconds: Duration.toSeconds(Tickets.TTL),
      result_retention_seconds: DAY_SECONDS,
      defaults: {
        backend: "standard",
        chunk: "1120ms",
        http_chunk: "1120ms",
        websocket_chunk: "320ms",
        language: "am"
      },
      billing: {
        unit: "character",
        character_encoding: "utf-16",
        price_per_1000_characters: Money.toEtb(perThousand),
        currency: "ETB",
        rate_endpoint: `${Api.PREFIX}/usage`,
        partials_billable: false
      }
    }

    /** A session, opened by its ticket. The recogniser begins to load, so that it is there when the socket is. */
    const create = Effect.fn("LiveSessions.create")(function* (caller: Identity, request: Api.SessionRequest) {
      const { backend, chunk, language, numerals } = request
      const now = yield* Clock.currentTimeMillis
      const requestId = request.request_id ?? RequestId.make(newId("req", now))
      const { expiresAt, token } = yield* tickets.issue(caller, { backend, chunk, language, numerals, requestId })
      yield* prepare
      const ticket: Api.SessionTicket = {
        token,
        expires_at: expiresAt,
        websocket_url: websocketUrl,
        max_audio_seconds: Api.MAX_AUDIO_SECONDS,
        request_id: requestId,
        backend,
        chunk,
        language
      }
      return ticket
    })

    return { capabilities, create, redeem: tickets.redeem }
  })
}) {}
