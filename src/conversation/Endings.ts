/** How a conversation ends: at once, or when what is being answered is answered. */
import { Option } from "effect"
import type { CloseReason } from "../sockets/CloseReason.ts"
import { Command, type Step } from "./Messages.ts"
import * as OpenTurns from "./OpenTurns.ts"
import type { Open, State } from "./State.ts"

export const closed: State = { _tag: "Closed" }

export const isEnding = ({ ending }: Open): boolean => Option.isSome(ending)

/** Ends all turns that are under way; what was spoken of their answers is charged. */
export const endTurns = (state: Open): ReadonlyArray<Command> =>
  Array.from(state.turns.keys()).flatMap((turn) => OpenTurns.dismiss(state, turn, "made")[1])

/** The socket closes, after what is still to be said. */
export const depart = (state: Open, { code, reason }: CloseReason, ...before: ReadonlyArray<Command>): Step => [
  closed,
  [...before, ...endTurns(state), Command.Close({ code, reason })]
]

/** The session ends once what was said or is being answered is settled; what the user is saying now is not answered. */
export const conclude = (state: Open, closeReason: CloseReason, ...before: ReadonlyArray<Command>): Step => {
  if (isEnding(state)) return [state, before]
  const next = { ...state, ending: Option.some(closeReason), wish: Option.none() }
  return settled(next, [...before, Command.Forget()])
}

/** Closes a session that is to end where no turn is left. */
export const settled = (state: Open, commands: ReadonlyArray<Command>): Step => {
  if (Option.isNone(state.ending) || state.turns.size > 0) return [state, commands]
  return [closed, [...commands, Command.Close({ ...state.ending.value })]]
}
