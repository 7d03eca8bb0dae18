/** The states, inputs and commands of the live session's socket. */
import { Data, Option } from "effect"
import type { SoundFailure } from "../audio/LiveSound.ts"
import type { RequestId } from "../Domain.ts"
import type { Problem } from "../Errors.ts"
import { type CloseReason, REVOKED } from "../sockets/CloseReason.ts"
import type { SocketEvents } from "../sockets/SocketEvents.ts"
import * as Ticketed from "../sockets/TicketedSocket.ts"
import type { ClientMessage, ServerEvent } from "./LiveApi.ts"
import type { LiveRequest } from "./Transcription.ts"
import type { StoredTranscript } from "./Transcripts.ts"

export type Input = Data.TaggedEnum<
  SocketEvents & {
    /** A message of the client. */
    Received: { readonly message: ClientMessage }
    /** A text frame that is no message. */
    Malformed: { readonly problem: Problem }
    /** A frame of sound. */
    Sound: { readonly bytes: Uint8Array }
    /** Sound in a text frame. */
    Misplaced: { readonly problem: SoundFailure }
    /** A frame that was to be heard is no part of samples. Told once, and no more is heard. */
    BadSound: { readonly problem: Problem }
    /** More sound came than a session takes. Told once, and no more is heard. */
    TooLong: {}
    /** The ticket was good and the transcription is admitted: it is made, and billed, of the sound that comes. */
    Created: { readonly session: LiveRequest }
    /** The ticket was good, and what it is for was made before. */
    Replayed: { readonly transcript: StoredTranscript }
    /** The wallet can pay for no more sound: what has come is transcribed. */
    Spent: { readonly problem: Problem }
    /** All text so far. */
    Partial: { readonly text: string }
    /** The transcription ended, and is billed. */
    Completed: { readonly transcript: StoredTranscript }
    /** The ticket was not good, the transcription was not admitted, or it failed. Nothing is charged. */
    Failed: { readonly problem: Problem }
  }
>
export const Input = Data.taggedEnum<Input>()

/**
 * `Redeem` also begins the transcription that the ticket is for, of the sound that
 * comes; `Created` and then `Partial`s follow, and one of the three ends. `Close`
 * waits until it has ended: whoever sees the close may begin the wallet's next.
 */
export type Command = Data.TaggedEnum<
  Ticketed.TicketedCommands<ServerEvent> & {
    /** Give this sound to the transcription; say `BadSound` or `TooLong` where it ends. Sound that cannot be heard fails it. */
    Push: { readonly bytes: Uint8Array }
    /** There is no more of it. */
    Finish: {}
    /** The transcription is to fail, and nothing is charged: `Failed` follows. */
    Spoil: { readonly problem: SoundFailure }
    /** Close the socket, whatever the transcription still does. */
    CloseAtOnce: { readonly code: number; readonly reason: string }
  }
>
export const Command = Data.taggedEnum<Command>()

/** That no more sound is taken, and how the session ends once its transcript is sent. */
export interface Ending {
  readonly closeReason: CloseReason
  /** By `audio.finish`, and not by the server. */
  readonly isByClient: boolean
}

/** The ticket is being looked at, and the transcription admitted. Sound that comes already is kept for it. */
export interface Opening {
  readonly _tag: "Opening"
  readonly mistakes: number
  readonly ending: Option.Option<Ending>
}

export interface Listening {
  readonly _tag: "Listening"
  readonly session: LiveRequest
  /** Milliseconds of the monotonic clock. */
  readonly since: number
  /** The last frame of sound. */
  readonly active: number
  readonly mistakes: number
}

/** All sound is here, the transcript not yet. */
interface Finishing {
  readonly _tag: "Finishing"
  readonly session: LiveRequest
  readonly mistakes: number
  readonly ending: Ending
}

/** A state in which there is, or may be, a transcription. */
export type Live = Opening | Listening | Finishing
export type State = Ticketed.TicketedState<Live>
export type Step = Ticketed.Step<State, Command>
export type Handler = (state: Live, now: number) => Step

/** Why no more sound is taken; none while it is. */
export const endingOf = (state: Live): Option.Option<Ending> => {
  switch (state._tag) {
    case "Opening":
      return state.ending
    case "Listening":
      return Option.none()
    case "Finishing":
      return Option.some(state.ending)
  }
}

const requestIdOf = (state: Live): Option.Option<RequestId> =>
  state._tag === "Opening" ? Option.none() : Option.some(state.session.requestId)

/** An `error` event. */
export const refusal = (state: Live, problem: Problem): Command =>
  Command.Refuse({ problem, requestId: requestIdOf(state) })

/** The transcription's sound ends, unless it has. */
const endSound = (state: Live): ReadonlyArray<Command> => (Option.isSome(endingOf(state)) ? [] : [Command.Finish()])

/** The state in which no more sound is taken, and what becomes of the transcription awaited. */
const ended = (state: Live, ending: Ending): Live => {
  switch (state._tag) {
    case "Opening":
      return { ...state, ending: Option.orElseSome(state.ending, () => ending) }
    case "Listening": {
      const { mistakes, session } = state
      return { _tag: "Finishing", session, mistakes, ending }
    }
    case "Finishing":
      return state
  }
}

/** No more sound is taken, and the transcript awaited. */
export const end = (state: Live, ending: Ending, ...before: ReadonlyArray<Command>): Step => [
  ended(state, ending),
  [...before, ...endSound(state)]
]

/** The same of a transcription that is to fail. */
export const spoil = (state: Live, ending: Ending, problem: SoundFailure): Step => [
  ended(state, ending),
  [Command.Spoil({ problem })]
]

/** The socket closes, after `before`. What has come is transcribed all the same. */
export const depart = (state: Live, closeReason: CloseReason, ...before: ReadonlyArray<Command>): Step =>
  Ticketed.leave(closeReason, ...before, ...endSound(state))

/** The same at once, however long that takes to transcribe: who has sent it has lost the right to a session. */
export const expelled = (state: Live, refused: Command): Step =>
  Ticketed.vanish([refused, ...endSound(state), Command.CloseAtOnce(REVOKED)])

/** The client has gone. What has come is transcribed all the same. */
export const vanish = (state: Live): Step => Ticketed.vanish(endSound(state))
