/**
 * Authentication of a conversation's socket. A browser can send no header
 * with a socket, so a ticket, or for a client without a page a key, may also be in
 * the query or in the offered subprotocols.
 */
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { Data, Effect, Option, Schema } from "effect"
import type { Identity } from "../access/Authentication.ts"
import { Authenticator, apiKeyHeaderOf, bearerOf } from "../access/Authenticator.ts"
import { Language } from "../Domain.ts"
import { type Problem, Unauthorized } from "../Errors.ts"
import { headerOf } from "../http/RequestInfo.ts"
import { decoder } from "../http/SchemaDecoding.ts"
import * as Api from "./Api.ts"
import { ConversationSessions, SECRET_PREFIX } from "./ConversationSessions.ts"
import type { Config } from "./State.ts"

/** One of the subprotocols that OpenAI's clients offer, and the one that is answered. */
export const REALTIME_PROTOCOL = "realtime"
const KEY_PROTOCOL = "openai-insecure-api-key."

/** A ticket or a key. */
type Credential = Data.TaggedEnum<{
  Ticket: { readonly secret: string }
  Key: { readonly secret: string }
}>
const Credential = Data.taggedEnum<Credential>()

/** The parts of the request for a socket that authentication needs. Holds secrets. */
export interface SocketRequest {
  readonly credentials: ReadonlyArray<Credential>
  /** The values of each name in the query; not those that are empty. */
  readonly query: ReadonlyMap<string, ReadonlyArray<string>>
}

/** An authenticated socket: its caller, and how its conversation begins. */
interface AuthenticatedSocket {
  readonly caller: Identity
  readonly config: Config
  /** As the client calls it. */
  readonly model: Option.Option<string>
  /** What the client's first `session.update` would set, where its client secret has it. */
  readonly session: Option.Option<Readonly<Record<string, unknown>>>
}

const queryOf = ({ url }: HttpServerRequest.HttpServerRequest): SocketRequest["query"] => {
  const at = url.indexOf("?")
  const query = new Map<string, Array<string>>()
  for (const [name, value] of new URLSearchParams(at < 0 ? "" : url.slice(at))) {
    if (value !== "") query.set(name, [...(query.get(name) ?? []), value])
  }
  return query
}

const present = (...secrets: ReadonlyArray<string | undefined>) =>
  secrets.filter((secret): secret is string => secret !== undefined)

/** The credentials and the query of a request for the relay's socket. */
export const relayRequestOf = (request: HttpServerRequest.HttpServerRequest): SocketRequest => {
  const query = queryOf(request)
  const of = (name: string) => query.get(name) ?? []
  const tickets = [...of("ticket"), ...of("jwt")].map((secret) => Credential.Ticket({ secret }))
  const keys = [...of("apiKey"), ...present(apiKeyHeaderOf(request), bearerOf(request))]
  return { credentials: [...tickets, ...keys.map((secret) => Credential.Key({ secret }))], query }
}

/** A client secret comes wherever a key may. */
const keyOrSecret = (secret: string): Credential =>
  secret.startsWith(`${SECRET_PREFIX}_`) ? Credential.Ticket({ secret }) : Credential.Key({ secret })

/** The same for the socket of OpenAI's protocol. */
export const realtimeRequestOf = (request: HttpServerRequest.HttpServerRequest): SocketRequest => {
  const offered = (headerOf(request, "sec-websocket-protocol") ?? "").split(",").map((protocol) => protocol.trim())
  const inProtocols = offered.flatMap((protocol) =>
    protocol.startsWith(KEY_PROTOCOL) ? [protocol.slice(KEY_PROTOCOL.length)] : []
  )
  const secrets = [...inProtocols, ...present(apiKeyHeaderOf(request), bearerOf(request))]
  return { credentials: secrets.map(keyOrSecret), query: queryOf(request) }
}

const RELAY_WAYS =
  "open it with ?ticket= from POST /api/v1/conversation/sessions, with ?apiKey=, or with the header x-api-key"
const REALTIME_WAYS =
  "send Authorization: Bearer with an API key or a client secret from POST /v1/realtime/client_secrets, or offer it as the subprotocol openai-insecure-api-key.…"

const contradicting = new Unauthorized({ message: "there are two different keys or tickets; send one" })

/** The one credential there is. */
const singleCredential = ({ credentials }: SocketRequest, ways: string): Effect.Effect<Credential, Unauthorized> => {
  const [first, ...others] = credentials
  if (first === undefined) return new Unauthorized({ message: `a key or a ticket is missing; ${ways}` })
  return others.some(({ secret }) => secret !== first.secret) ? contradicting : Effect.succeed(first)
}

/** The values of the query's names, for a schema: one that is given twice is a list, and fits none. */
const valuesOf = ({ query }: SocketRequest, names: ReadonlyArray<string>) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const values = query.get(name) ?? []
      return values.length === 0 ? [] : [[name, values.length === 1 ? values[0] : values]]
    })
  )

const RealtimeQuery = Schema.Struct({
  model: Schema.optionalWith(Schema.String.pipe(Schema.maxLength(256)), { as: "Option" }),
  language: Schema.optionalWith(Language, { as: "Option" }),
  intent: Schema.optionalWith(Schema.String, { as: "Option" })
})

const decodeRelay = decoder(Api.SessionQuery)
const decodeRealtime = decoder(RealtimeQuery)

const RELAY_NAMES = Object.keys(Api.SessionQuery.fields)
const TEXTS: ReadonlyArray<string> = ["system", "persona"]

/**
 * Names of the query that are read. Beside a ticket its texts are not, as its
 * other values are not where the ticket has them: whoever has the page must not
 * tell the model what the server that made the ticket did not. Such texts are ignored and
 * not refused, so that a client that always sends them works as one that knows better.
 */
const namesReadWith: (credential: Credential) => ReadonlyArray<string> = Credential.$match({
  Ticket: () => RELAY_NAMES.filter((name) => !TEXTS.includes(name)),
  Key: () => RELAY_NAMES
})

/** What the server that made a ticket has fixed, a page cannot change. */
const fixByTicket = (ticket: Api.SessionRequest, query: Api.SessionRequest): Api.SessionRequest => ({
  ...ticket,
  language: Option.orElse(ticket.language, () => query.language),
  voice_id: Option.orElse(ticket.voice_id, () => query.voice_id),
  silence_ms: Option.orElse(ticket.silence_ms, () => query.silence_ms),
  interruption_threshold_db: Option.orElse(ticket.interruption_threshold_db, () => query.interruption_threshold_db)
})

/** Of models, those that answer in one language (wire contract, section 12). */
const languageOf = (model: string): Option.Option<Language> => {
  const [, language] = /^qal-(am|om)$/.exec(model) ?? []
  return Option.liftPredicate(language, Schema.is(Language))
}

/** What an address and a session say who want no answers. */
const TRANSCRIPTION = "transcription"

const modelIn = (session: Readonly<Record<string, unknown>>): Option.Option<string> =>
  typeof session.model === "string" ? Option.some(session.model) : Option.none()

export class SocketAuthentication extends Effect.Service<SocketAuthentication>()("conversation/SocketAuthentication", {
  effect: Effect.gen(function* () {
    const { configure, redeem, redeemSecret } = yield* ConversationSessions
    const { authenticateSecret } = yield* Authenticator

    /**
     * Authenticates the relay's socket. Errors in the * query are
     * reported before a ticket is used.
     */
    const relay = Effect.fn("SocketAuthentication.relay")((socketRequest: SocketRequest) =>
      Effect.gen(function* () {
        const credential = yield* singleCredential(socketRequest, RELAY_WAYS)
        const query = yield* decodeRelay(valuesOf(socketRequest, namesReadWith(credential)))
        const { sessionRequest, caller } = yield* Credential.$match(credential, {
          Ticket: ({ secret }) =>
            Effect.map(redeem(secret), ({ caller, payload }) => ({
              caller,
              sessionRequest: fixByTicket(payload, query)
            })),
          Key: ({ secret }) => Effect.map(authenticateSecret(secret), (caller) => ({ caller, sessionRequest: query }))
        })
        const admitted: AuthenticatedSocket = {
          caller,
          config: yield* configure(sessionRequest),
          model: Option.none(),
          session: Option.none()
        }
        return admitted
      }).pipe(Effect.either<AuthenticatedSocket, Problem, never>)
    )

    /** The same for the socket of OpenAI's protocol. */
    const realtime = Effect.fn("SocketAuthentication.realtime")((socketRequest: SocketRequest) =>
      Effect.gen(function* () {
        const credential = yield* singleCredential(socketRequest, REALTIME_WAYS)
        const query = yield* decodeRealtime(valuesOf(socketRequest, Object.keys(RealtimeQuery.fields)))
        const { caller, session } = yield* Credential.$match(credential, {
          Ticket: ({ secret }) =>
            Effect.map(redeemSecret(secret), ({ caller, session }) => ({ caller, session: Option.some(session) })),
          Key: ({ secret }) => Effect.map(authenticateSecret(secret), (caller) => ({ caller, session: Option.none() }))
        })
        const model = Option.orElse(Option.flatMap(session, modelIn), () => query.model)
        const admitted: AuthenticatedSocket = {
          caller,
          config: yield* configure(
            { ...DEFAULTS, language: Option.orElse(query.language, () => Option.flatMap(model, languageOf)) },
            Option.match(session, {
              onNone: () => Option.contains(query.intent, TRANSCRIPTION),
              // What a secret names is fixed, whatever the address says.
              onSome: ({ type }) => type === TRANSCRIPTION
            })
          ),
          model,
          session
        }
        return admitted
      }).pipe(Effect.either<AuthenticatedSocket, Problem, never>)
    )

    return { relay, realtime }
  })
}) {}

const DEFAULTS: Api.SessionRequest = {
  language: Option.none(),
  voice_id: Option.none(),
  system: Option.none(),
  persona: Option.none(),
  silence_ms: Option.none(),
  interruption_threshold_db: Option.none()
}
