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

/** Records how the turn's answer ended. */
export const recordEnd = (state: Open, turn: TurnId, end: ResponseEnd): Open =>
  state.turns.has(turn)
    ? { ...state, turns: new Map(state.turns).set(turn, { isOver: true, end: Option.some(end) }) }
    : state

/** How much was sent of the turn's answer, where it is being given. */
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

/** Ends the turn, unless it is over. What was delivered of it is charged. `hasCalls`: whether its answer's calls were delivered. */
export const endTurn = (state: Open, turn: TurnId, hasCalls = false): readonly [Open, ReadonlyArray<Command>] =>
  end(state, turn, deliveredOf(state, turn, hasCalls))

/** Ends a turn whose user has cleared what was said: it costs nothing. */
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

/** The end that is not reported yet of the answer with this id, or of any. Clients know of one answer at a time. */
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
