/**
 * The state machine of the speech socket. Pure; `Socket.ts` carries the commands out.
 *
 * Every message of the client is answered once: by an event of its own, by an
 * `error`, or, where it begins or cancels a turn, by the event that ends the turn.
 */
import { Match, Option } from "effect"
import type { RequestId } from "../Domain.ts"
import type { Problem } from "../Errors.ts"
import { FLOOD, GOING_AWAY, idle, REVOKED } from "../sockets/CloseReason.ts"
import * as Handshake from "../sockets/Handshake.ts"
import * as Ticketed from "../sockets/TicketedSocket.ts"
import { departures, expel, leave, stay } from "../sockets/TicketedSocket.ts"
import { isKeepable, isSpeakable } from "../text/Speakable.ts"
import type { ClientMessage } from "./RealtimeApi.ts"
import * as Limits from "./RealtimeApi.ts"
import * as Problems from "./SocketProblems.ts"
import * as Rates from "./SocketRates.ts"
import {
  Command,
  type Handler,
  type Input,
  type Open,
  type Redeeming,
  refuse,
  type Session,
  type Step,
  send
} from "./SocketState.ts"
import * as Turns from "./SocketTurns.ts"

const IDLE = idle(Handshake.IDLE_TIMEOUT_SECONDS, "a message")
/** Messages that wait for the ticket to be looked at. */
const MOST_HELD = Rates.FLOOD_LIMIT + Limits.MAX_PIECES_PER_SECOND

const nobody = Option.none<RequestId>()
/** One for all sessions that have not spoken yet. */
const nothing: Open["counted"] = new Map()

// --- before the session

const hold =
  (input: Input): Handler<Redeeming> =>
  (state) =>
    state.held.length < MOST_HELD ? stay({ ...state, held: [...state.held, input] }) : leave(FLOOD)

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
      const [next, more] = machine.step(state, input, now)
      return [next, [...commands, ...more]]
    }, created)
  }

const redeeming = Match.type<Input>().pipe(
  Match.withReturnType<Handler<Redeeming>>(),
  Match.tags({
    ...departures,
    Received: hold,
    Malformed: hold,
    Redeemed: ({ session }) => opened(session),
    TicketRefused:
      ({ problem }) =>
      () =>
        expel(problem)
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
    if (!isSpeakable(buffer) || !isKeepable(buffer)) return refuse(open, Problems.notSpeakable, about)
    return Turns.beginTurn(open, requestId, buffer, true)
  }

const received = Match.type<ClientMessage>().pipe(
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

/** Counts a message in its second, and answers it where there is room. */
const counting =
  (requestId: Option.Option<RequestId>, answer: Handler<Open>): Handler<Open> =>
  (open, now) => {
    const next = Rates.count(open, false, now)
    const { messages } = next.second
    if (messages <= Limits.MAX_MESSAGES_PER_SECOND) return answer(next, now)
    const refusal = Command.Refuse({ problem: Problems.tooManyMessages, requestId })
    return messages <= Rates.FLOOD_LIMIT ? [next, [refusal]] : leave(FLOOD, refusal)
  }

/** The same of a piece of text, without which what is left of its turn is not what was meant. */
const countingPiece =
  (answer: Handler<Open>): Handler<Open> =>
  (open, now) => {
    const next = Rates.count(open, true, now)
    const { pieces } = next.second
    if (pieces <= Limits.MAX_PIECES_PER_SECOND) return answer(next, now)
    if (pieces <= Rates.PIECES_FLOOD_LIMIT) return refusePiece(next, Problems.tooManyPieces)
    return leave(FLOOD, Command.Refuse({ problem: Problems.tooManyPieces, requestId: nobody }))
  }

const aboutOf = (message: ClientMessage): Option.Option<RequestId> =>
  "request_id" in message ? Option.some(message.request_id) : nobody

const open = Match.type<Input>().pipe(
  Match.withReturnType<Handler<Open>>(),
  Match.tags({
    ...departures,
    Received: ({ message }) =>
      message.type === "text.append" ? countingPiece(received(message)) : counting(aboutOf(message), received(message)),
    Malformed: ({ isPiece, problem, requestId }) =>
      isPiece
        ? countingPiece((open) => refusePiece(open, problem, requestId))
        : counting(requestId, (open) => refuse(open, problem, requestId)),
    TurnAdmitted: () =>
      Turns.ofTurn((turn, open) =>
        send(Turns.withTurn(open, { ...turn, admitted: true }), {
          type: "speech.started",
          request_id: turn.requestId
        })
      ),
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
        ? leave(GOING_AWAY)
        : stay({ ...open, ending: Option.orElseSome(open.ending, () => GOING_AWAY) }),
    Revoked: () => () => leave(REVOKED, Command.Refuse({ problem: Handshake.revoked, requestId: nobody }))
  }),
  Match.orElse((): Handler<Open> => stay)
)

// --- time

const deadline = (state: Redeeming | Open): number => {
  if (state._tag === "Redeeming") return Ticketed.authenticationDeadline(state.since)
  if (Option.isNone(state.turn)) return Ticketed.sessionDeadline(state)
  return Option.isNone(state.ending) ? Ticketed.sessionEnd(state) : Number.POSITIVE_INFINITY
}

const expire = (state: Redeeming | Open, now: number): Step => {
  if (state._tag === "Redeeming") return expel(Handshake.tooLate)
  if (Option.isSome(state.turn)) return stay({ ...state, ending: Option.some(Ticketed.SESSION_OVER) })
  return leave(Ticketed.reasonAt(state, now, IDLE))
}

export const machine = Ticketed.makeMachine<Redeeming | Open, Input, Command>({
  unauthenticated: Problems.unauthenticated,
  frames: new Set(["Received", "Malformed"]),
  redeem: (since) => ({ _tag: "Redeeming", since, held: [] }),
  deadline,
  expire,
  step: (state, input, now) => (state._tag === "Redeeming" ? redeeming(input)(state, now) : open(input)(state, now))
})
