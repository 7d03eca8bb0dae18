/** The user's speech in the machine, from its first sound to the answer that it causes. */
import { Option } from "effect"
import type { Problem } from "../Errors.ts"
import { FLOOD } from "../sockets/CloseReason.ts"
import * as Answers from "./Answers.ts"
import { IDLE_TIMEOUT } from "./ConversationLimits.ts"
import { beginEnding, closeIfSettled, isEnding, REFUSED } from "./Endings.ts"
import * as Items from "./Items.ts"
import { Command, Event, type Step } from "./MachineMessages.ts"
import * as OpenTurns from "./OpenTurns.ts"
import { Item, type ItemId, type Open, type Speech, type TurnId } from "./State.ts"

type Handler = (state: Open, now: number) => Step

const stay: Handler = (state) => [state, []]
const emit = (event: Event): Command => Command.Emit({ event })

/** A new turn of what the user says. */
const beginSpeech = (state: Open): readonly [Open, Speech, Command] => {
  const [next, turn, command] = OpenTurns.beginTurn(state, true)
  return [next, { turn, item: OpenTurns.idOf(state, turn) }, command]
}

export const beginSpeechAt =
  (millis: number, isAhead = false): Handler =>
  (state, now) => {
    if (isEnding(state) || Option.isSome(state.speech)) return stay(state, now)
    const [begun, speech, command] = beginSpeech(state)
    const next = { ...begun, speech: Option.some(speech) }
    const started = [command, emit(Event.SpeechStarted({ item: speech.item, millis }))]
    const interrupts = !isAhead && Option.exists(state.config.turns, ({ interrupt }) => interrupt)
    if (!interrupts) return [next, started]
    const [interrupted, commands] = Answers.interruptAnswer(next, now)
    return [interrupted, [...started, ...commands]]
  }

const grew = (item: ItemId, text: string): ReadonlyArray<Command> =>
  text === "" ? [] : [emit(Event.TranscriptDelta({ item, text }))]

/** A piece of a transcript is reported once the speech is an entry. */
export const appendTranscript =
  (turn: TurnId, text: string): Handler =>
  (state, now) => {
    const speech = state.untranscribed.find((speech) => speech.turn === turn)
    if (speech !== undefined) return [{ ...state, active: now }, grew(speech.item, text)]
    if (!Option.exists(state.speech, (speech) => speech.turn === turn)) return stay(state, now)
    const waiting = (speech: Speech): Speech => ({ ...speech, settled: (speech.settled ?? "") + text })
    return [{ ...state, speech: Option.map(state.speech, waiting) }, []]
  }

export const endSpeechAt =
  (millis: number, isDetected: boolean): Handler =>
  (state, now) => {
    if (isEnding(state) || (isDetected && Option.isNone(state.speech))) return stay(state, now)
    const [begun, speech, commands] = Option.match(state.speech, {
      onNone: () => {
        const [next, speech, command] = beginSpeech(state)
        return [next, speech, [command]] as const
      },
      onSome: (speech) => [state, speech, []] as const
    })
    const item = Item.User({ id: speech.item, isSpoken: true, text: Option.none() })
    const previous = Items.idOfLast(state.items)
    const next = {
      ...begun,
      speech: Option.none(),
      untranscribed: [...begun.untranscribed, speech],
      items: Items.append(begun.items, item)
    }
    return [
      next,
      [
        ...commands,
        ...(isDetected ? [emit(Event.SpeechStopped({ item: speech.item, millis }))] : []),
        emit(Event.Committed({ item: speech.item, previous })),
        emit(Event.Added({ item, previous })),
        ...grew(speech.item, speech.settled ?? "")
      ]
    ]
  }

/** What is being said now is forgotten; its turn ends. */
export const discardSpeech: Handler = (state) => {
  const [next, ends] = Option.match(state.speech, {
    onNone: () => [state, []] as const,
    onSome: ({ turn }) => OpenTurns.discardTurn(state, turn)
  })
  return beginPendingAnswer([
    { ...next, speech: Option.none() },
    isEnding(state) ? ends : [...ends, emit(Event.Cleared())]
  ])
}

/** The audio cannot be decoded, or comes too fast: the session ends, and its current speech costs nothing. */
export const rejectAudio =
  (problem: Problem): Handler =>
  (state) => {
    const [next, ends] = Option.match(state.speech, {
      onNone: () => [state, []] as const,
      onSome: ({ turn }) => OpenTurns.discardTurn(state, turn)
    })
    const closeReason = problem._tag === "RATE_LIMITED" ? FLOOD : REFUSED
    return beginEnding({ ...next, speech: Option.none() }, closeReason, ...ends, emit(Event.Problem({ problem })))
  }

/** Whether an answer can be given: nothing is being said, all that was said is recognised, and no other is under way. */
const isFree = (state: Open): boolean =>
  Option.isNone(state.speech) &&
  state.untranscribed.length === 0 &&
  Option.isNone(state.answer) &&
  Option.isNone(OpenTurns.unreportedEnd(state))

export const acceptTranscript =
  (turn: TurnId, text: string, seconds: number, isTold = false): Handler =>
  (state, now) => {
    const speech = state.untranscribed.find((speech) => speech.turn === turn)
    if (speech === undefined) return stay(state, now)
    const item = Item.User({ id: speech.item, isSpoken: true, text: Option.some(text) })
    const known = {
      ...state,
      active: now,
      untranscribed: state.untranscribed.filter((other) => other !== speech),
      items: Items.replace(state.items, item)
    }
    const transcribed = emit(Event.Transcribed({ item: speech.item, text, seconds, isTold }))
    const isAnswered =
      text !== "" && !state.config.listensOnly && Option.exists(state.config.turns, ({ respond }) => respond)
    const options = Option.orElse(state.pendingAnswer, () =>
      isAnswered ? Option.some(Answers.defaultOptions) : Option.none()
    )
    if (isEnding(state) || Option.isNone(options) || !isFree(known)) {
      const left = isEnding(state) ? Option.none() : options
      const [next, ends] = OpenTurns.endTurn({ ...known, pendingAnswer: left }, turn)
      return [next, [transcribed, ...ends]]
    }
    const [next, commands] = Answers.beginAnswer({ ...known, pendingAnswer: Option.none() }, turn, options.value)
    return [next, [transcribed, ...commands]]
  }

/** When nothing has come for too long, in milliseconds of the monotonic clock. What was said and is being heard has limits of its own. */
export const idleAt = ({ active, untranscribed }: Open): number =>
  untranscribed.length > 0 ? Number.POSITIVE_INFINITY : active + IDLE_TIMEOUT

/** Begins the pending answer, where nothing else is under way. */
export const beginPendingAnswer = ([state, commands]: readonly [Open, ReadonlyArray<Command>]): Step => {
  if (isEnding(state) || Option.isNone(state.pendingAnswer) || !isFree(state)) {
    return closeIfSettled(state, commands)
  }
  const [next, more] = Answers.beginAnswerTurn({ ...state, pendingAnswer: Option.none() }, state.pendingAnswer.value)
  return [next, [...commands, ...more]]
}

/**
 * Reports why a turn failed. One whose speaker the recogniser, by its own measure, cannot have
 * understood is only dropped; the client is warned with the first.
 */
export const reportFailure = (state: Open, problem: Problem): readonly [Open, ReadonlyArray<Command>] => {
  if (problem._tag !== "PROVIDER_NOT_CONFIGURED" || problem.isNotUnderstood !== true)
    return [state, [emit(Event.Problem({ problem }))]]
  const warning = state.isNotUnderstood ? [] : [emit(Event.Warning({ message: problem.message }))]
  return [{ ...state, isNotUnderstood: true }, warning]
}
