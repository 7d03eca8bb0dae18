/**
 * The live session's socket as a state machine: for each state, what each input
 * makes of it, and what is then to be done. Pure; `Socket.ts` carries the
 * commands out.
 *
 * A socket opens at most one transcription. Its sound is ended exactly once,
 * however the socket ends, so that the transcription always comes to its end.
 * Every message of the client is answered: by an event of its own, by an `error`,
 * or by the event that ends the transcription.
 */
import { Match, Option } from "effect"
import { type Problem, statusOf } from "../Errors.ts"
import { type CloseReason, FLOOD, GOING_AWAY, idle, NOT_READING, TOO_LARGE } from "../sockets/CloseReason.ts"
import { oversized } from "../sockets/FrameLimit.ts"
import * as Handshake from "../sockets/Handshake.ts"
import * as Ticketed from "../sockets/TicketedSocket.ts"
import { stay } from "../sockets/TicketedSocket.ts"
import { MAX_AUDIO_SECONDS, SAMPLE_RATE } from "./Api.ts"
import * as Limits from "./LiveApi.ts"
import * as Problems from "./SocketProblems.ts"
import {
  Command,
  depart,
  type Ending,
  end,
  endingOf,
  expelled,
  type Handler,
  type Input,
  type Listening,
  type Live,
  type Opening,
  refusal,
  type Step,
  spoil,
  vanish
} from "./SocketState.ts"
import type { LiveRequest } from "./Transcription.ts"
import { answerOf, type StoredTranscript } from "./Transcripts.ts"

/** Wire contract, section 7. */
const DONE: CloseReason = { code: 1000, reason: "the transcription is complete" }
const IDLE = idle(Handshake.IDLE_TIMEOUT_SECONDS, "sound")
const REFUSED: CloseReason = { code: 1008, reason: "the error event says why" }
const FAILED: CloseReason = { code: 1011, reason: "the transcription failed" }

const CLIENT_ENDING: Ending = { closeReason: DONE, isByClient: true }
const byServer = (closeReason: CloseReason): Ending => ({ closeReason, isByClient: false })

// --- what the client sends

/** Answered, and the session goes on; but not without end. */
const mistake = (state: Live, problem: Problem): Step => {
  const refused = refusal(state, problem)
  if (state.mistakes >= Limits.MAX_MISTAKES) return depart(state, FLOOD, refused)
  return [{ ...state, mistakes: state.mistakes + 1 }, [refused]]
}

/** Sound behind its end. Where the server ended it, the client may not know yet. */
const late = (state: Live, ending: Ending): Step =>
  ending.isByClient ? mistake(state, Problems.afterFinish) : stay(state)

const receive = (state: Opening | Listening, bytes: Uint8Array, now: number): Step => {
  const next = state._tag === "Opening" ? state : { ...state, active: now }
  return [next, [Command.Push({ bytes })]]
}

/** Whether the server itself has ended the session, for a reason that its client is told. */
const isEndedByServer = (state: Live): boolean => Option.exists(endingOf(state), ({ isByClient }) => !isByClient)

/** Sound with a hole in it is not what the client meant: its session ends here, also where the client has ended it since. */
const spoilt = (state: Live, problem: Problem, closeReason = REFUSED): Step =>
  isEndedByServer(state) ? stay(state) : depart(state, closeReason, refusal(state, problem))

const tooLong: Handler = (state) => {
  const refused = refusal(state, Problems.tooLong)
  if (isEndedByServer(state)) return stay(state)
  return Option.isSome(endingOf(state)) ? [state, [refused]] : end(state, byServer(DONE), refused)
}

// --- what becomes of the transcription

const created =
  (session: LiveRequest): Handler =>
  (state, now) => {
    if (state._tag !== "Opening") return stay(state)
    const { ending, mistakes } = state
    const { backend, chunk, language, requestId } = session
    const event = {
      type: "session.created",
      request_id: requestId,
      backend,
      chunk,
      language,
      sample_rate: SAMPLE_RATE,
      format: "pcm_s16le",
      max_audio_seconds: MAX_AUDIO_SECONDS
    } as const
    const next: Live = Option.match(ending, {
      onNone: () => ({ _tag: "Listening", session, since: now, active: now, mistakes }),
      onSome: (ending) => ({ _tag: "Finishing", session, mistakes, ending })
    })
    return [next, [Command.Send({ event })]]
  }

const complete =
  (transcript: StoredTranscript, replayed: boolean): Handler =>
  (state) => {
    const { closeReason } = Option.getOrElse(endingOf(state), () => CLIENT_ENDING)
    const event = { type: "transcript.completed", data: answerOf(transcript, replayed) } as const
    return depart(state, closeReason, Command.Send({ event }))
  }

/** The server's own reasons to end the session outweigh what became of it. */
const failed =
  (problem: Problem): Handler =>
  (state) => {
    const { closeReason } = Option.getOrElse(endingOf(state), () => CLIENT_ENDING)
    const failure = statusOf(problem) < 500 ? REFUSED : FAILED
    return depart(state, closeReason.code === DONE.code ? failure : closeReason, refusal(state, problem))
  }

const live = Match.type<Input>().pipe(
  Match.withReturnType<Handler>(),
  Match.tags({
    Received:
      ({ message }) =>
      (state) =>
        message.type === "audio.finish" ? end(state, CLIENT_ENDING) : mistake(state, Handshake.alreadyAuthenticated),
    Malformed:
      ({ problem }) =>
      (state) =>
        mistake(state, problem),
    Sound:
      ({ bytes }) =>
      (state, now) =>
        Option.match(endingOf(state), {
          onNone: () => (state._tag === "Finishing" ? stay(state) : receive(state, bytes, now)),
          onSome: (ending) => late(state, ending)
        }),
    Misplaced:
      ({ problem }) =>
      (state) =>
        Option.match(endingOf(state), {
          onNone: () => spoil(state, byServer(REFUSED), problem),
          onSome: (ending) => late(state, ending)
        }),
    TooLong: () => tooLong,
    BadSound:
      ({ problem }) =>
      (state) =>
        spoilt(state, problem),
    Created: ({ session }) => created(session),
    Replayed: ({ transcript }) => complete(transcript, true),
    Partial:
      ({ text }) =>
      (state) =>
        state._tag === "Opening"
          ? stay(state)
          : [
              state,
              [Command.Send({ event: { type: "transcript.partial", text, request_id: state.session.requestId } })]
            ],
    Spent:
      ({ problem }) =>
      (state) =>
        Option.isSome(endingOf(state)) ? stay(state) : end(state, byServer(DONE), refusal(state, problem)),
    Completed: ({ transcript }) => complete(transcript, false),
    Failed: ({ problem }) => failed(problem),
    Draining: () => (state) => end(state, byServer(GOING_AWAY)),
    Revoked: () => (state) => expelled(state, refusal(state, Handshake.revoked)),
    Flooded: () => (state) => depart(state, FLOOD),
    Oversized: () => (state) => spoilt(state, oversized, TOO_LARGE),
    Stalled: () => (state) => depart(state, NOT_READING),
    Gone: () => vanish
  }),
  Match.orElse((): Handler => stay)
)

// --- the machine

export const machine = Ticketed.makeMachine<Live, Input, Command>({
  unauthenticated: Problems.unauthenticated,
  frames: new Set(["Received", "Malformed", "Sound", "Misplaced"]),
  redeem: () => ({ _tag: "Opening", mistakes: 0, ending: Option.none() }),
  // What the other states wait for has limits of its own.
  deadline: (state) => (state._tag === "Listening" ? Ticketed.sessionDeadline(state) : Number.POSITIVE_INFINITY),
  expire: (state, now) =>
    state._tag === "Listening" ? end(state, byServer(Ticketed.reasonAt(state, now, IDLE))) : stay(state),
  step: (state, input, now) => live(input)(state, now)
})
