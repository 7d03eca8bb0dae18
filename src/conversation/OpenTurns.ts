/** The machine's turns that are begun and not settled. Each gets its end once, by `End`. */
import { Array as Arrays, Option } from "effect"
import { Command } from "./MachineMessages.ts"
import type { Charge, DeliveredAnswer, Open, ResponseEnd, ResponseId, TurnId } from "./State.ts"

/**
 * The id of the session's `number`th entry, or of another kind of thing. No other session
 * has it: a client that connects anew brings the entries of the session before with their ids.
 */
export const idOf = ({ session }: Pick<Open, "session">, number: number | string, kind = "item"): string =>
  `${kind}_${session.id.slice(session.id.indexOf("_") + 1)}_${number}`

/** A new turn, with the command that begins it. */
export const beginTurn = (state: Open, isHeard: boolean): readonly [Open, TurnId, Command] => {
  const turn = state.lastId + 1
  const turns = new Map(state.turns).set(turn, { isOver: false, end: Option.none() })
  const { language, listensOnly: isTranscript } = state.config
  return [{ ...state, lastId: turn, turns }, turn, Command.Begin({ turn, isHeard, isTranscript, language })]
}

/** The turn's answer has ended so. */
export const recordEnd = (state: Open, turn: TurnId, end: ResponseEnd): Open =>
  state.turns.has(turn)
    ? { ...state, turns: new Map(state.turns).set(turn, { isOver: true, end: Option.some(end) }) }
    : state

/** What the turn's answer, where it is being given, has been as far as it was sent. */
const deliveredOf = ({ answer }: Open, turn: TurnId, hasCalls: boolean): DeliveredAnswer =>
  Option.match(
    Option.filter(answer, ({ response }) => response.turn === turn),
    {
      onNone: () => ({ characters: 0, millis: 0, hasCalls: false }),
      onSome: ({ sentMillis, text }) => ({ characters: text.length, millis: sentMillis, hasCalls })
    }
  )

const end = (state: Open, turn: TurnId, charge: Charge): readonly [Open, ReadonlyArray<Command>] => {
  const known = state.turns.get(turn)
  if (known === undefined || known.isOver) return [state, []]
  const turns = new Map(state.turns).set(turn, { ...known, isOver: true })
  return [{ ...state, turns }, [Command.End({ turn, charge })]]
}

/** Ends the turn, unless it is over; what was delivered of it is charged. `hasCalls`: those of its answer too. */
export const endTurn = (state: Open, turn: TurnId, hasCalls = false): readonly [Open, ReadonlyArray<Command>] =>
  end(state, turn, deliveredOf(state, turn, hasCalls))

/** The same of a turn whose user has cleared what was said. */
export const discardTurn = (state: Open, turn: TurnId): readonly [Open, ReadonlyArray<Command>] =>
  end(state, turn, "nothing")

/** Without the turn, which is settled or has failed. */
export const removeTurn = (state: Open, turn: TurnId): Open => {
  const turns = new Map(state.turns)
  turns.delete(turn)
  return {
    ...state,
    turns,
    speech: Option.filter(state.speech, (speech) => speech.turn !== turn),
    untranscribed: state.untranscribed.filter((speech) => speech.turn !== turn)
  }
}

/** The answer, or the one of this id, that has ended and whose end is not reported yet: clients know of one at a time. */
export const unreportedEnd = (
  { turns }: Open,
  id: Option.Option<ResponseId> = Option.none()
): Option.Option<ResponseEnd> =>
  Arrays.findFirst(
    Arrays.filterMap(Array.from(turns.values()), ({ end }) => end),
    ({ response }) => Option.isNone(id) || id.value === response.id
  )

/** How the turn's answer ended; none where it had none. */
export const endOf = (state: Open, turn: TurnId): Option.Option<ResponseEnd> =>
  Option.flatMap(Option.fromNullable(state.turns.get(turn)), ({ end }) => end)
