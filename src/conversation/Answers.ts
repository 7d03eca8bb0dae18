/** The machine's answers: how one begins, what is given of it, and what is left of it when it is cut short. */
import { Either, Option } from "effect"
import type { Problem } from "../Errors.ts"
import type { FinishReason } from "../engines/TextModel.ts"
import * as ConversationLimits from "./ConversationLimits.ts"
import * as Items from "./Items.ts"
import { Command, Event, type Input, type Step } from "./MachineMessages.ts"
import * as OpenTurns from "./OpenTurns.ts"
import {
  type Answer,
  type AnswerOptions,
  type CallItem,
  type Config,
  Item,
  type Open,
  type Response,
  type ResponseEnd,
  type ResponseStatus,
  type Session,
  type TurnId
} from "./State.ts"

type Handler = (state: Open, now: number) => Step
type AnswerChange = readonly [Open, ReadonlyArray<Command>]
type Of<Tag extends Input["_tag"]> = Extract<Input, { readonly _tag: Tag }>

const emit = (event: Event): Command => Command.Emit({ event })

/** The default: an answer by the session's settings, to the whole conversation. */
export const defaultOptions: AnswerOptions = { changes: {}, items: Option.none(), isAside: false }

/** A session that has just been opened. */
export const opened = (session: Session, config: Config, now: number): Open => ({
  _tag: "Open",
  session,
  config,
  since: now,
  active: now,
  lastAudioAt: now,
  received: 0,
  mistakes: 0,
  allowance: ConversationLimits.MOST_MESSAGES,
  units: ConversationLimits.MOST_MESSAGE_UNITS,
  spoken: now,
  items: [],
  lastId: 0,
  speech: Option.none(),
  untranscribed: [],
  answer: Option.none(),
  last: Option.none(),
  pendingAnswer: Option.none(),
  turns: new Map(),
  isLow: session.balance < session.lowBalance,
  isNotUnderstood: false,
  ending: Option.none()
})

// --- begin

/** Begins the answer of a turn that waits for it. */
export const beginAnswer = (state: Open, turn: TurnId, options: AnswerOptions): AnswerChange => {
  const id = state.lastId + 1
  const config = { ...state.config, ...options.changes }
  const response: Response = {
    id: OpenTurns.idOf(state, id, "resp"),
    turn,
    item: OpenTurns.idOf(state, id),
    previous: options.isAside ? Option.none() : Items.idOfLast(state.items),
    isAside: options.isAside,
    config
  }
  // The client plays it behind the answer before it.
  const playedAt = Option.match(state.last, { onNone: () => 0, onSome: (last) => last.playedAt })
  const answer: Answer = { response, text: "", words: [], sentMillis: 0, playedAt }
  const { output, speed, spoken, voice } = config
  const request = { text: Items.requestOf(config, state.items, options), voice, speed, spoken, output }
  return [
    { ...state, lastId: id, answer: Option.some(answer) },
    [emit(Event.ResponseBegun({ response })), Command.Answer({ turn, request })]
  ]
}

/** Begins a turn that is only answered. */
export const beginAnswerTurn = (state: Open, options: AnswerOptions): AnswerChange => {
  const [begun, turn, command] = OpenTurns.beginTurn(state, false)
  const [next, commands] = beginAnswer(begun, turn, options)
  return [next, [command, ...commands]]
}

// --- give

const current = (state: Open, turn: TurnId): Option.Option<Answer> =>
  Option.filter(state.answer, ({ response }) => response.turn === turn)

/** Milliseconds of the answer's sound that have been played by now. */
const playedMillis = ({ playedAt, sentMillis }: Answer, now: number): number =>
  Math.max(0, sentMillis - Math.max(0, playedAt - now))

const entryOf = ({ config, item }: Response, text: string, isWhole: boolean): Item =>
  Item.Assistant({ id: item, isSpoken: config.spoken, text, isWhole })

/** Adds text to the answer and its entry. The entry has its place from the first text on: later entries stand behind it. */
const withText = (state: Open, answer: Answer, more: Of<"Text">): readonly [Open, Response] => {
  const isFirst = answer.text === "" && !answer.response.isAside
  const response = isFirst ? { ...answer.response, previous: Items.idOfLast(state.items) } : answer.response
  const text = answer.text + more.text
  const entry = entryOf(response, text, false)
  const items = isFirst ? Items.append(state.items, entry) : Items.replace(state.items, entry)
  const longer = { ...answer, response, text, words: [...answer.words, ...more.words] }
  return [{ ...state, items, answer: Option.some(longer) }, response]
}

export const text =
  (more: Of<"Text">): Handler =>
  (state, now) =>
    Option.match(current(state, more.turn), {
      onNone: () => [state, []],
      onSome: (answer) => {
        const [next, response] = withText(state, answer, more)
        return [{ ...next, active: now }, [emit(Event.Text({ response, text: more.text }))]]
      }
    })

/** Played after what was sent before; at once, where that has been played. */
const withSound = (answer: Answer, millis: number, now: number): Answer => ({
  ...answer,
  sentMillis: answer.sentMillis + millis,
  playedAt: Math.max(answer.playedAt, now) + millis
})

export const audio =
  ({ bytes, millis, turn }: Of<"Audio">): Handler =>
  (state, now) =>
    Option.match(current(state, turn), {
      onNone: () => [state, []],
      onSome: (answer) => [
        { ...state, active: now, answer: Option.some(withSound(answer, millis, now)) },
        [emit(Event.Audio({ response: answer.response, bytes }))]
      ]
    })

// --- end

interface End {
  readonly status: ResponseStatus
  readonly text: string
  readonly calls: ReadonlyArray<CallItem>
  readonly problem: Option.Option<Problem>
}

/** The last answer with sound, once this one has ended: this one, or the one before where this has none. */
const lastOf = ({ last }: Open, answer: Answer): Option.Option<Answer> =>
  answer.sentMillis > 0 ? Option.some(answer) : last

/** Ends the answer: the conversation keeps what there is of it, and its end is reported when its turn is settled. */
const ended = (state: Open, answer: Answer, { calls, problem, status, text }: End): Open => {
  const { response } = answer
  const end: ResponseEnd = { response, status, text, calls, problem }
  // Of what was given but not heard an empty entry stays, which its client knows of.
  const said = Items.replace(state.items, entryOf(response, text, status === "completed"))
  const before = answer.text === "" ? response.previous : Option.some(response.item)
  const items = response.isAside ? state.items : Items.behind(said, before, ...calls)
  const next = { ...state, items, answer: Option.none(), last: lastOf(state, { ...answer, text }) }
  return OpenTurns.recordEnd(next, response.turn, end)
}

const statusOf = (finishReason: FinishReason | "credits"): ResponseStatus =>
  finishReason === "stop" || finishReason === "tool_calls" ? "completed" : finishReason

export const completeAnswer =
  ({ calls, finishReason, turn }: Of<"Answered">): Handler =>
  (state) =>
    Option.match(current(state, turn), {
      onNone: () => [state, []],
      onSome: (answer) => {
        const items = calls.map(
          (call, at): CallItem => Item.Call({ id: OpenTurns.idOf(state, state.lastId + at + 1), call })
        )
        const [endedState, commands] = OpenTurns.endTurn(state, turn, true)
        const next = ended(endedState, answer, {
          status: statusOf(finishReason),
          text: answer.text,
          calls: items,
          problem: Option.none()
        })
        return [{ ...next, lastId: state.lastId + items.length }, commands]
      }
    })

/** What of its text the user has when so much of its sound was played: all, where it is text alone. */
const heardOf = ({ response, text, words }: Answer, played: number): string =>
  response.config.spoken ? Items.heardOf(text, words, played) : text

/** The answer, played no further. All of it is kept until the next answer: the client may know better how much was played. */
const stopped = (answer: Answer): Answer => ({ ...answer, playedAt: 0 })

/** Cuts the answer that is being given short, at what of it has been played. */
const cut = (state: Open, answer: Answer, status: ResponseStatus, now: number): AnswerChange => {
  const { response } = answer
  const played = playedMillis(answer, now)
  const heard = heardOf(answer, played)
  const [dismissed, commands] = OpenTurns.endTurn(state, response.turn)
  const next = ended(dismissed, answer, { status, text: heard, calls: [], problem: Option.none() })
  const interruption = status === "interrupted" ? [emit(Event.Interrupted({ response, playedMillis: played }))] : []
  return [{ ...next, last: lastOf(state, stopped(answer)) }, [...commands, ...interruption]]
}

/** The client has played only so much of the last answer, and plays no more. */
const shorten = (state: Open, answer: Answer, played: number, now: number): AnswerChange => {
  const items = Items.replace(state.items, entryOf(answer.response, heardOf(answer, played), false))
  return [{ ...state, items, last: Option.some(stopped(answer)) }, answer.playedAt > now ? [Command.StopPlaying()] : []]
}

/** Interrupts the answer that is being given and the one that is still being played: the user speaks over them, or wants another. */
export const interruptAnswer = (state: Open, now: number): AnswerChange => {
  const playing = Option.filter(state.last, ({ playedAt }) => playedAt > now)
  if (Option.isNone(playing)) {
    return Option.match(state.answer, {
      onNone: () => [state, []],
      onSome: (answer) => cut(state, answer, "interrupted", now)
    })
  }
  const played = playedMillis(playing.value, now)
  const [next, stops] = shorten(state, playing.value, played, now)
  if (Option.isNone(state.answer)) {
    return [next, [...stops, emit(Event.Interrupted({ response: playing.value.response, playedMillis: played }))]]
  }
  const [silent, commands] = cut(next, state.answer.value, "interrupted", now)
  return [silent, [...stops, ...commands]]
}

/** The answer is not wanted any more. `otherwise`: where it is not being given. */
export const cancelAnswer =
  (id: Option.Option<string>, otherwise: Handler): Handler =>
  (state, now) => {
    const wanted = Option.filter(state.answer, ({ response }) => Option.isNone(id) || id.value === response.id)
    if (Option.isSome(wanted)) return cut(state, wanted.value, "cancelled", now)
    if (Option.isNone(id) && Option.isSome(state.pendingAnswer)) return [{ ...state, pendingAnswer: Option.none() }, []]
    // Its client cannot know yet that it has ended.
    return Option.isSome(OpenTurns.unreportedEnd(state, id)) ? [state, []] : otherwise(state, now)
  }

/** The client says how far it has played an answer; of one that is not the last it is only noted. */
export const truncateAnswer =
  (mistaken: (problem: Problem) => Handler) =>
  ({ id, millis }: Of<"Truncate">): Handler =>
  (state, now) => {
    const done = [emit(Event.Truncated({ id, millis }))]
    const answer = Option.filter(state.last, ({ response }) => response.item === id)
    if (Option.isSome(answer)) {
      const [next, stops] = shorten(state, answer.value, millis, now)
      return [next, [...stops, ...done]]
    }
    return Either.match(Items.find(state.items, id), {
      onLeft: (cause) => mistaken(cause)(state, now),
      onRight: () => [state, done]
    })
  }

/** The answer has failed; its turn goes on to its settlement. */
export const failAnswer =
  ({ problem, turn }: Of<"AnswerFailed">): Handler =>
  (state) =>
    Option.match(current(state, turn), {
      onNone: () => [state, []],
      onSome: (answer) => {
        const [endedState, commands] = OpenTurns.endTurn(state, turn)
        const text = heardOf(answer, answer.sentMillis)
        return [
          ended(endedState, answer, { status: "failed", text, calls: [], problem: Option.some(problem) }),
          commands
        ]
      }
    })

/** The turn has failed. Answers how its answer ended, where it had one. */
export const failTurn = (state: Open, turn: TurnId, problem: Problem): readonly [Open, Option.Option<ResponseEnd>] => {
  const next = Option.match(current(state, turn), {
    onNone: () => state,
    onSome: (answer) => {
      const text = heardOf(answer, answer.sentMillis)
      return ended(state, answer, { status: "failed", text, calls: [], problem: Option.some(problem) })
    }
  })
  return [
    next,
    Option.map(OpenTurns.endOf(next, turn), (end) => ({ ...end, status: "failed", problem: Option.some(problem) }))
  ]
}
