/** How a conversation ends: at once, or when what is being answered is answered. */
import { Option } from "effect"
import type { CloseReason } from "../sockets/CloseReason.ts"
import { Command, type Step } from "./MachineMessages.ts"
import * as OpenTurns from "./OpenTurns.ts"
import type { Open, State, TurnId } from "./State.ts"

export const REFUSED: CloseReason = { code: 1008, reason: "the error event says why" }

export const closed: State = { _tag: "Closed" }

export const isEnding = ({ ending }: Open): boolean => Option.isSome(ending)

/** Ends a turn with its session. What was delivered is charged; a transcript of which nothing was sent costs nothing. */
const endTurn = (state: Open, turn: TurnId) =>
  state.config.listensOnly && Option.exists(state.speech, (speech) => speech.turn === turn)
    ? OpenTurns.discardTurn(state, turn)
    : OpenTurns.endTurn(state, turn)

/** Ends all turns that are under way. */
export const endTurns = (state: Open): ReadonlyArray<Command> =>
  Array.from(state.turns.keys()).flatMap((turn) => endTurn(state, turn)[1])

/** The socket closes, after the commands that come before. */
export const beginEnding = (state: Open, { code, reason }: CloseReason, ...before: ReadonlyArray<Command>): Step => [
  closed,
  [...before, ...endTurns(state), Command.Close({ code, reason })]
]

/** The session ends once all its turns are settled: those that were spoken or are being answered. What the user is saying now is dropped. */
export const conclude = (state: Open, closeReason: CloseReason, ...before: ReadonlyArray<Command>): Step => {
  if (isEnding(state)) return closeIfSettled(state, before)
  const next = { ...state, ending: Option.some(closeReason), pendingAnswer: Option.none() }
  return closeIfSettled(next, [...before, Command.DiscardAudio()])
}

/** Closes a session that is to end, once no turn is left. */
export const closeIfSettled = (state: Open, commands: ReadonlyArray<Command>): Step => {
  if (Option.isNone(state.ending) || state.turns.size > 0) return [state, commands]
  return [closed, [...commands, Command.Close({ ...state.ending.value })]]
}
