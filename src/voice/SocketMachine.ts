/**
 * The state machine of the speech socket. Pure; `Socket.ts` carries the commands out.
 *
 * Every message of the client is answered once: by an event of its own, by an
 * `error`, or, where it begins or cancels a turn, by the event that ends the turn.
 */
import { Match, Option } from "effect"
import type { RequestId } from "../Domain.ts"
import type { Problem } from "../Errors.ts"
import * as CloseReason from "../sockets/CloseReason.ts"
import { oversized } from "../sockets/FrameLimit.ts"
import * as Handshake from "../sockets/Handshake.ts"
import { isSpeakable, isWellFormed } from "../text/Speakable.ts"
import * as Limits from "./RealtimeApi.ts"
import * as Problems from "./SocketProblems.ts"
import {
  Command,
  type Handler,
  type Input,
  leave,
  type Open,
  type Redeeming,
  refuse,
  type Session,
  type State,
  type Step,
  send,
  stay,
  type Unauthenticated,
  vanish
} from "./SocketState.ts"
import * as Turns from "./SocketTurns.ts"

/** Wire contract, section 8. */
const SESSION_OVER = CloseReason.sessionOver(Limits.SESSION_TTL_SECONDS)
const IDLE = CloseReason.idle(Limits.IDLE_TIMEOUT_SECONDS, "a message")

const AUTHENTICATION_TIMEOUT = 1_000 * Handshake.AUTHENTICATION_TIMEOUT_SECONDS
const SESSION_TTL = 1_000 * Limits.SESSION_TTL_SECONDS
const IDLE_TIMEOUT = 1_000 * Limits.IDLE_TIMEOUT_SECONDS
/** Milliseconds. */
const RATE_WINDOW = 1_000
/** Messages in a second for which a client is no longer answered but sent away; and pieces of text. */
export const FLOOD_LIMIT = 10 * Limits.MAX_MESSAGES_PER_SECOND
export const PIECES_FLOOD_LIMIT = 10 * Limits.MAX_PIECES_PER_SECOND
/** Messages that wait for the ticket to be looked at. */
const MOST_HELD = FLOOD_LIMIT + Limits.MAX_PIECES_PER_SECOND

const nobody = Option.none<RequestId>()
const nothing: Open["counted"] = new Map()

const expel = (problem: Problem): Step =>
  leave(CloseReason.UNAUTHORIZED, Command.Refuse({ problem, requestId: nobody }))
const tooLarge = leave(CloseReason.TOO_LARGE, Command.Refuse({ problem: oversized, requestId: nobody }))

/** A socket that has just been opened. */
export const begin = (now: number): State => ({ _tag: "Unauthenticated", since: now })

// --- before the session

const unauthenticated = Match.type<Input>().pipe(
  Match.withReturnType<Handler<Unauthenticated>>(),
  Match.tags({
    Received:
      ({ message }) =>
      ({ since }) =>
        message.type === "session.authenticate"
          ? [{ _tag: "Redeeming", since, held: [] }, [Command.Redeem({ token: message.token })]]
          : expel(Problems.unauthenticated),
    Malformed: () => () => expel(Problems.unauthenticated),
    Draining: () => () => leave(CloseReason.GOING_AWAY),
    Flooded: () => () => leave(CloseReason.FLOOD),
    Stalled: () => () => leave(CloseReason.NOT_READING),
    Gone: () => vanish
  }),
  Match.orElse((): Handler<Unauthenticated> => stay)
)

const hold =
  (input: Input): Handler<Redeeming> =>
  (state) =>
    state.held.length < MOST_HELD ? stay({ ...state, held: [...state.held, input] }) : leave(CloseReason.FLOOD)

/** The session begins, and the messages that came before it are answered now. */
const opened =
  (session: Session): Handler<Redeeming> =>
  ({ held }, now) => {
    const open: Open = {
      _tag: "Open",
      session,
      since: now,
      active: now,
      counted: nothing,
      spent: 0,
      buffer: "",
      refused: Option.none(),
      turn: Option.none(),
      second: { since: now, messages: 0, pieces: 0 },
      ending: Option.none()
    }
    const created = send(open, {
      type: "session.created",
      session_id: session.id,
      voice_id: session.voiceId,
      language: session.language,
      audio_format: session.audioFormat,
      max_text_characters: session.maxTextCharacters
    })
    return held.reduce<Step>(([state, commands], input) => {
      const [next, more] = step(state, input, now)
      return [next, [...commands, ...more]]
    }, created)
  }

const redeeming = Match.type<Input>().pipe(
  Match.withReturnType<Handler<Redeeming>>(),
  Match.tags({
    Received: hold,
    Malformed: hold,
    Redeemed: ({ session }) => opened(session),
    TicketRefused:
      ({ problem }) =>
      () =>
        expel(problem),
    Draining: () => () => leave(CloseReason.GOING_AWAY),
    Flooded: () => () => leave(CloseReason.FLOOD),
    Stalled: () => () => leave(CloseReason.NOT_READING),
    Gone: () => vanish
  }),
  Match.orElse((): Handler<Redeeming> => stay)
)

// --- the client's messages

/** A piece is refused, and with it what came of its turn and is still to come. */
const refusePiece = (open: Open, problem: Problem, requestId = nobody): Step =>
  refuse({ ...open, buffer: "", refused: Option.orElseSome(open.refused, () => problem) }, problem, requestId)

const append =
  (text: string): Handler<Open> =>
  (open) => {
    if (Option.isSome(open.refused)) return refuse(open, open.refused.value, nobody)
    const room = Turns.remainingCharacters(open)
    if (text.length > room) return refusePiece(open, Problems.textLimit(open.session.maxTextCharacters, room))
    const buffer = open.buffer + text
    return send({ ...open, buffer }, { type: "text.appended", characters: buffer.length })
  }

const commit =
  (requestId: RequestId): Handler<Open> =>
  (open) => {
    const { buffer, refused } = open
    const about = Option.some(requestId)
    if (Option.isSome(open.turn)) return refuse(open, Problems.speechInProgress, about)
    if (Option.isSome(refused)) return refuse({ ...open, buffer: "", refused: Option.none() }, refused.value, about)
    if (buffer === "") return refuse(open, Problems.nothingAppended, about)
    if (!isSpeakable(buffer) || !isWellFormed(buffer)) return refuse(open, Problems.notSpeakable, about)
    return Turns.beginTurn(open, requestId, buffer, true)
  }

const received = Match.type<Limits.ClientMessage>().pipe(
  Match.withReturnType<Handler<Open>>(),
  Match.discriminatorsExhaustive("type")({
    "session.authenticate": () => (open) => refuse(open, Handshake.alreadyAuthenticated, nobody),
    "speech.create":
      ({ request_id, text }) =>
      (open) =>
        Turns.beginTurn(open, request_id, text, false),
    "text.append": ({ text }) => append(text),
    "text.commit": ({ request_id }) => commit(request_id),
    "speech.cancel": () => (open) =>
      Option.match(open.turn, {
        onNone: () => refuse(open, Problems.nothingToCancel, nobody),
        onSome: (turn) => [Turns.withTurn(open, { ...turn, cancelled: true }), turn.cancelled ? [] : [Command.Mute()]]
      }),
    ping: () => (open) => send(open, { type: "pong" })
  })
)

/** The state with one message or piece of text more in its second. */
const counted = (open: Open, isPiece: boolean, now: number): Open => {
  const { messages, pieces, since } =
    now - open.second.since < RATE_WINDOW ? open.second : { since: now, messages: 0, pieces: 0 }
  const second = { since, messages: messages + (isPiece ? 0 : 1), pieces: pieces + (isPiece ? 1 : 0) }
  return { ...open, second, active: now }
}

/** Counts a message in its second, and answers it where there is room. */
const counting =
  (requestId: Option.Option<RequestId>, answer: Handler<Open>): Handler<Open> =>
  (open, now) => {
    const next = counted(open, false, now)
    const { messages } = next.second
    if (messages <= Limits.MAX_MESSAGES_PER_SECOND) return answer(next, now)
    const refusal = Command.Refuse({ problem: Problems.tooManyMessages, requestId })
    return messages <= FLOOD_LIMIT ? [next, [refusal]] : leave(CloseReason.FLOOD, refusal)
  }

/** The same of a piece of text, without which what is left of its turn is not what was meant. */
const countingPiece =
  (answer: Handler<Open>): Handler<Open> =>
  (open, now) => {
    const next = counted(open, true, now)
    const { pieces } = next.second
    if (pieces <= Limits.MAX_PIECES_PER_SECOND) return answer(next, now)
    if (pieces <= PIECES_FLOOD_LIMIT) return refusePiece(next, Problems.tooManyPieces)
    return leave(CloseReason.FLOOD, Command.Refuse({ problem: Problems.tooManyPieces, requestId: nobody }))
  }

const aboutOf = (message: Limits.ClientMessage): Option.Option<RequestId> =>
  "request_id" in message ? Option.some(message.request_id) : nobody

const open = Match.type<Input>().pipe(
  Match.withReturnType<Handler<Open>>(),
  Match.tags({
    Received: ({ message }) =>
      message.type === "text.append" ? countingPiece(received(message)) : counting(aboutOf(message), received(message)),
    Malformed: ({ isPiece, problem, requestId }) =>
      isPiece
        ? countingPiece((open) => refusePiece(open, problem, requestId))
        : counting(requestId, (open) => refuse(open, problem, requestId)),
    TurnAdmitted: () =>
      Turns.ofTurn((turn, open) => {
        const event = { type: "speech.started", request_id: turn.requestId } as const
        return send(Turns.withTurn(open, { ...turn, admitted: true }), event)
      }),
    TurnAudio: ({ audio, format }) =>
      Turns.ofTurn((turn, open) => {
        const { cancelled, requestId, sequence } = turn
        if (cancelled) return stay(open)
        return send(Turns.withTurn(open, { ...turn, sequence: sequence + 1 }), {
          type: "audio.delta",
          request_id: requestId,
          sequence,
          format,
          audio
        })
      }),
    TurnSettled: ({ clip }) =>
      Turns.ofTurn((turn, open, now) => Turns.finish(open, now, Turns.endEvent(turn, clip, false))),
    TurnReplayed: ({ clip }) =>
      Turns.ofTurn((turn, open, now) => Turns.finish(Turns.uncount(open, turn), now, Turns.endEvent(turn, clip, true))),
    TurnFailed: ({ problem }) =>
      Turns.ofTurn((turn, open, now) => {
        const refusal = Command.Refuse({ problem, requestId: Option.some(turn.requestId) })
        return Turns.finish(Turns.restore(Turns.uncount(open, turn), turn), now, refusal)
      }),
    Draining: () => (open) =>
      Option.isNone(open.turn)
        ? leave(CloseReason.GOING_AWAY)
        : stay({ ...open, ending: Option.orElseSome(open.ending, () => CloseReason.GOING_AWAY) }),
    Revoked: () => () => leave(CloseReason.REVOKED, Command.Refuse({ problem: Handshake.revoked, requestId: nobody })),
    Flooded: () => () => leave(CloseReason.FLOOD),
    Stalled: () => () => leave(CloseReason.NOT_READING),
    Gone: () => vanish
  }),
  Match.orElse((): Handler<Open> => stay)
)

// --- time

/** When the state ends of itself, in milliseconds of the monotonic clock. */
export const deadline = (state: State): number => {
  switch (state._tag) {
    case "Unauthenticated":
    case "Redeeming":
      return state.since + AUTHENTICATION_TIMEOUT
    case "Open":
      if (Option.isNone(state.turn)) return Math.min(state.active + IDLE_TIMEOUT, state.since + SESSION_TTL)
      return Option.isNone(state.ending) ? state.since + SESSION_TTL : Number.POSITIVE_INFINITY
    case "Closed":
      return Number.POSITIVE_INFINITY
  }
}

/** What the passing of its deadline makes of a state. */
const expire = (state: State, now: number): Step => {
  if (now < deadline(state)) return stay(state)
  if (state._tag !== "Open") return expel(Handshake.tooLate)
  if (Option.isSome(state.turn)) return stay({ ...state, ending: Option.some(SESSION_OVER) })
  return leave(now >= state.since + SESSION_TTL ? SESSION_OVER : IDLE)
}

/** What an input at `now` (milliseconds of the monotonic clock) makes of a state. Deadlines that have passed come first. */
export const step = (state: State, input: Input, now: number): Step => {
  const [current, commands] = expire(state, now)
  if (input._tag === "Oversized" && current._tag !== "Closed") return tooLarge
  switch (current._tag) {
    case "Unauthenticated":
      return unauthenticated(input)(current, now)
    case "Redeeming":
      return redeeming(input)(current, now)
    case "Open":
      return open(input)(current, now)
    case "Closed":
      return [current, commands]
  }
}

export const isOver = (state: State): boolean => state._tag === "Closed"
