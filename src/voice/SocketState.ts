/** The states, inputs and commands of the speech socket. */
import { Data, type Option, Schema } from "effect"
import { Language, type RequestId, WalletId } from "../Domain.ts"
import type { Problem } from "../Errors.ts"
import type { CloseReason } from "../sockets/CloseReason.ts"
import type { SocketEvents } from "../sockets/SocketEvents.ts"
import type * as Ticketed from "../sockets/TicketedSocket.ts"
import type { Clip } from "./Api.ts"
import { AudioFormat, type ClientMessage, type ServerEvent } from "./RealtimeApi.ts"

/** What a ticket opened, as it keeps it. */
export const Session = Schema.Struct({
  id: Schema.String,
  walletId: WalletId,
  voiceId: Schema.String,
  language: Language,
  audioFormat: AudioFormat,
  /** UTF-16 code units. */
  maxTextCharacters: Schema.Number,
  /** Seconds of sound in one turn. */
  maxAudioSeconds: Schema.Number
})
export type Session = typeof Session.Type

export type Input = Data.TaggedEnum<
  SocketEvents & {
    /** A message of the client. */
    Received: { readonly message: ClientMessage }
    /** A frame that is no message. `isPiece`: it was to be a `text.append`. */
    Malformed: { readonly problem: Problem; readonly requestId: Option.Option<RequestId>; readonly isPiece: boolean }
    /** The ticket opened a session. */
    Redeemed: { readonly session: Session }
    TicketRefused: { readonly problem: Problem }
    /** The turn was admitted: it will be made and billed. */
    TurnAdmitted: {}
    TurnAudio: { readonly format: "mp3" | "wav"; readonly audio: string }
    /** The turn ended: settled now, or long ago under the same id. */
    TurnSettled: { readonly clip: Clip }
    TurnReplayed: { readonly clip: Clip }
    /** The turn ended without a clip: not admitted, or, after that, failed. Nothing is charged. */
    TurnFailed: { readonly problem: Problem }
  }
>
export const Input = Data.taggedEnum<Input>()

export type Command = Data.TaggedEnum<
  Ticketed.TicketedCommands<ServerEvent> & {
    /** Begin a turn, and say what becomes of it: `TurnAdmitted` and audio, and one of the three ends. */
    Start: { readonly session: Session; readonly requestId: RequestId; readonly text: string }
    /** No more audio of this turn is wanted. */
    Mute: {}
  }
>
export const Command = Data.taggedEnum<Command>()

/** A turn from its request to the event that ends it. */
export interface Turn {
  readonly requestId: RequestId
  readonly text: string
  /** Whether the text was taken from the buffer, to which it returns where the turn is not admitted. */
  readonly committed: boolean
  /** What this turn added to the session's count of characters. */
  readonly added: number
  readonly admitted: boolean
  readonly cancelled: boolean
  readonly sequence: number
}

/** The ticket is being looked at; what else comes waits. */
export interface Redeeming {
  readonly _tag: "Redeeming"
  readonly since: number
  readonly held: ReadonlyArray<Input>
}

export interface Open {
  readonly _tag: "Open"
  readonly session: Session
  readonly since: number
  /** The last message, or the end of the last turn. */
  readonly active: number
  /** The characters that each request id counts for. */
  readonly counted: ReadonlyMap<RequestId, number>
  /** Their sum. */
  readonly spent: number
  /** Appended and not yet committed. */
  readonly buffer: string
  /** Why a piece of the text that is being appended was refused: its turn will be, so that no text with a hole is spoken. */
  readonly refused: Option.Option<Problem>
  readonly turn: Option.Option<Turn>
  /** `text.append` is counted as pieces, the others as messages. */
  readonly second: { readonly since: number; readonly messages: number; readonly pieces: number }
  /** How the session ends when the running turn does. */
  readonly ending: Option.Option<CloseReason>
}

export type State = Ticketed.TicketedState<Redeeming | Open>
export type Step = Ticketed.Step<State, Command>
export type Handler<S> = (state: S, now: number) => Step

export const send = (state: State, event: ServerEvent): Step => [state, [Command.Send({ event })]]

/** An `error` event, about a turn or about none. */
export const refuse = (state: State, problem: Problem, requestId: Option.Option<RequestId>): Step => [
  state,
  [Command.Refuse({ problem, requestId })]
]
