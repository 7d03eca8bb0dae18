/**
 * The state machine of a socket that a ticket opens: its handshake, its deadlines
 * and how it closes. What its session does is the capability's, which makes its
 * machine of a `SessionMachine`. Pure.
 */
import { Data, Option } from "effect"
import type { RequestId } from "../Domain.ts"
import type { Problem } from "../Errors.ts"
import {
  type CloseReason,
  FLOOD,
  GOING_AWAY,
  NOT_READING,
  sessionOver,
  TOO_LARGE,
  UNAUTHORIZED
} from "./CloseReason.ts"
import { oversized } from "./FrameLimit.ts"
import * as Handshake from "./Handshake.ts"

/** Milliseconds. */
const AUTHENTICATION_TIMEOUT = 1_000 * Handshake.AUTHENTICATION_TIMEOUT_SECONDS
const SESSION_TTL = 1_000 * Handshake.SESSION_TTL_SECONDS
const IDLE_TIMEOUT = 1_000 * Handshake.IDLE_TIMEOUT_SECONDS

export const SESSION_OVER = sessionOver(Handshake.SESSION_TTL_SECONDS)

/** The commands of every such socket. `Event`: what its client can get. */
export type TicketedCommands<Event> = {
  /** Redeem the ticket, and say what became of it. */
  Redeem: { readonly token: string }
  Send: { readonly event: Event }
  /** Send the problem as an `error` event, about a request where one is known. */
  Refuse: { readonly problem: Problem; readonly requestId: Option.Option<RequestId> }
  Close: { readonly code: number; readonly reason: string }
}
type TicketedCommand = Data.TaggedEnum<TicketedCommands<never>>
const TicketedCommand = Data.taggedEnum<TicketedCommand>()
type Close = Extract<TicketedCommand, { readonly _tag: "Close" }>

interface Unauthenticated {
  readonly _tag: "Unauthenticated"
  /** Milliseconds of the monotonic clock, here and below. */
  readonly since: number
}

interface Closed {
  readonly _tag: "Closed"
}

/** The states of a socket whose session is in one of `Session`. */
export type TicketedState<Session> = Unauthenticated | Session | Closed

/** The next state after an input, and the commands in their order. */
export type Step<State, Command> = readonly [State, ReadonlyArray<Command>]

const closed: Closed = { _tag: "Closed" }
const isClosed = (state: { readonly _tag: string }): state is Closed => state._tag === "Closed"
const isUnauthenticated = (state: { readonly _tag: string }): state is Unauthenticated =>
  state._tag === "Unauthenticated"

/** Nothing happens. */
export const stay = <State>(state: State): Step<State, never> => [state, []]

/** The socket closes, after `before`. */
export const leave = <Before = never>(
  closeReason: CloseReason,
  ...before: ReadonlyArray<Before>
): Step<Closed, Before | Close> => [closed, [...before, TicketedCommand.Close(closeReason)]]

/** The client has gone: `last` sends it nothing. */
export const vanish = <Last = never>(last: ReadonlyArray<Last> = []): Step<Closed, Last> => [closed, last]

/** The client is not authenticated. */
export const expel = (problem: Problem) =>
  leave(UNAUTHORIZED, TicketedCommand.Refuse({ problem, requestId: Option.none() }))

/** What ends a socket at once that has nothing to finish; cases for `Match.tags`. */
export const departures = {
  Draining: () => () => leave(GOING_AWAY),
  Flooded: () => () => leave(FLOOD),
  Oversized: () => () => leave(TOO_LARGE, TicketedCommand.Refuse({ problem: oversized, requestId: Option.none() })),
  Stalled: () => () => leave(NOT_READING),
  Gone: () => () => vanish()
} as const
const isDeparture = (tag: string): tag is keyof typeof departures => Object.hasOwn(departures, tag)

/** When the ticket must have been sent. */
export const authenticationDeadline = (since: number): number => since + AUTHENTICATION_TIMEOUT

/** When a session began, and when something last kept it open. */
interface SessionTimes {
  readonly since: number
  readonly active: number
}

/** When a session has lasted as long as it may. */
export const sessionEnd = ({ since }: SessionTimes): number => since + SESSION_TTL

/** When a session ends that has nothing to finish. */
export const sessionDeadline = (times: SessionTimes): number => Math.min(times.active + IDLE_TIMEOUT, sessionEnd(times))

/** Why it ends then. `idle`: the reason where it has been idle too long. */
export const reasonAt = (times: SessionTimes, now: number, idle: CloseReason): CloseReason =>
  now >= sessionEnd(times) ? SESSION_OVER : idle

/** An input of such a socket; `message` where its client sent one. */
interface TicketedInput {
  readonly _tag: string
  readonly message?: { readonly type: string; readonly token?: string }
}

/** What a capability adds. `Session`: its states from the redemption of the ticket to the close. */
interface SessionMachine<Session, Input extends TicketedInput, Command> {
  /** The error of a client whose first frame is no ticket. */
  readonly unauthenticated: Problem
  /** The inputs that frames of the client become. */
  readonly frames: ReadonlySet<Input["_tag"]>
  /** The state while the ticket is redeemed. `since`: when the socket was opened. */
  readonly redeem: (since: number) => Session
  /** When a state ends of itself, in milliseconds of the monotonic clock. */
  readonly deadline: (state: Session) => number
  /** What its deadline, which has passed, makes of a state. */
  readonly expire: (state: Session, now: number) => Step<TicketedState<Session>, Command>
  readonly step: (state: Session, input: Input, now: number) => Step<TicketedState<Session>, Command>
}

/** The machine of a socket: the handshake, and then its session. */
export const makeMachine = <Session extends { readonly _tag: string }, Input extends TicketedInput, Command>(
  session: SessionMachine<Session, Input, Command>
) => {
  type State = TicketedState<Session>
  type Next = Step<State, Command | TicketedCommand>

  /** A socket that has just been opened. */
  const begin = (now: number): State => ({ _tag: "Unauthenticated", since: now })

  const authenticate = (state: Unauthenticated, { _tag, message }: Input): Next => {
    if (isDeparture(_tag)) return departures[_tag]()()
    if (!session.frames.has(_tag)) return stay(state)
    if (message?.type !== "session.authenticate" || message.token === undefined) return expel(session.unauthenticated)
    return [session.redeem(state.since), [TicketedCommand.Redeem({ token: message.token })]]
  }

  /** When the state ends of itself, in milliseconds of the monotonic clock. */
  const deadline = (state: State): number => {
    if (isClosed(state)) return Number.POSITIVE_INFINITY
    return isUnauthenticated(state) ? authenticationDeadline(state.since) : session.deadline(state)
  }

  const expire = (state: State, now: number): Next => {
    if (isClosed(state) || now < deadline(state)) return stay(state)
    return isUnauthenticated(state) ? expel(Handshake.tooLate) : session.expire(state, now)
  }

  const respond = (state: State, input: Input, now: number): Next => {
    if (isClosed(state)) return stay(state)
    return isUnauthenticated(state) ? authenticate(state, input) : session.step(state, input, now)
  }

  return {
    begin,
    deadline,
    isOver: isClosed,
    /** What an input at `now` (milliseconds of the monotonic clock) makes of a state. Deadlines that have passed come first. */
    step: (state: State, input: Input, now: number): Next => {
      const [current, commands] = expire(state, now)
      const [next, more] = respond(current, input, now)
      return [next, [...commands, ...more]]
    }
  }
}
