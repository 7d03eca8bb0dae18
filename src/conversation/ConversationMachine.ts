/**
 * A conversation as a state machine: for each state, what each input makes of it,
 * and what is then to be done and said. Pure, and without a wire format: the two
 * protocol adapters translate (`ProtocolAdapter.ts`), and `Conversations.ts` carries the commands out.
 *
 * What the user says and what is answered are two sides that go on at once. A turn is
 * begun when the user speaks, or an answer is requested; it is ended exactly once, by
 * `End`, which says what was delivered of it, however the socket ends.
 * One answer is given at a time, and only when all that was said is recognised.
 */
import { Either, Match, Option } from "effect"
import * as Money from "../billing/Money.ts"
import { InvalidRequest, type Problem, statusOf } from "../Errors.ts"
import {
  type CloseReason,
  FLOOD,
  GOING_AWAY,
  idle,
  NOT_READING,
  REVOKED,
  sessionOver,
  TOO_LARGE,
  UNAUTHORIZED
} from "../sockets/CloseReason.ts"
import { oversized } from "../sockets/FrameLimit.ts"
import * as Handshake from "../sockets/Handshake.ts"
import * as Answers from "./Answers.ts"
import * as Limits from "./ConversationLimits.ts"
import { beginEnding, closed, conclude, endTurns, isEnding, REFUSED } from "./Endings.ts"
import * as Items from "./Items.ts"
import { Command, Event, type Input, type Step } from "./MachineMessages.ts"
import * as OpenTurns from "./OpenTurns.ts"
import type { Open, State, TurnId } from "./State.ts"
import * as UserSpeech from "./UserSpeech.ts"

const SESSION_OVER = sessionOver(Limits.SESSION_TTL / 1_000)
const IDLE = idle(Limits.IDLE_TIMEOUT / 1_000, "sound or text")
const NO_CREDITS: CloseReason = { code: 1008, reason: "the wallet is empty" }

type Handler = (state: Open, now: number) => Step

const stay: Handler = (state) => [state, []]
const emit = (event: Event): Command => Command.Emit({ event })
const problem = (cause: Problem): Command => emit(Event.Problem({ problem: cause }))

/** A socket that is about to be opened. */
export const begin: State = { _tag: "Opening" }

// --- what the client asks for

/** Answered, and the session goes on; but not without end. */
const mistaken =
  (cause: Problem): Handler =>
  (state) =>
    state.mistakes >= Limits.MOST_MISTAKES
      ? beginEnding(state, FLOOD, problem(cause))
      : [{ ...state, mistakes: state.mistakes + 1 }, [problem(cause)]]

const active = (state: Open, now: number): Open => ({ ...state, active: now })

const sound =
  ({ bytes, format }: Extract<Input, { readonly _tag: "Sound" }>): Handler =>
  (state, now) => {
    if (isEnding(state)) return stay(state, now)
    const received = state.received + Limits.secondsOf(bytes.length, format)
    if (received > Limits.MOST_AHEAD_SECONDS + ((now - state.since) / 1000) * Limits.MOST_PACE) {
      return beginEnding(state, FLOOD, problem(Limits.tooFast))
    }
    return [{ ...active(state, now), lastAudioAt: now, received }, [Command.PushAudio({ bytes, format })]]
  }

const busy = new InvalidRequest({ message: "an answer is being given; cancel it, or wait until it is complete" })
const notAnswering = new InvalidRequest({ message: "Cancellation failed: no answer is being given" })

const respond =
  ({ instead, options }: Extract<Input, { readonly _tag: "Respond" }>): Handler =>
  (state, now) => {
    if (isEnding(state)) return stay(state, now)
    if (Option.isSome(state.answer) && !instead) return mistaken(busy)(state, now)
    const [free, commands] = instead ? Answers.interruptAnswer(state, now) : [state, []]
    const wanted = { ...active(free, now), pendingAnswer: Option.some(options) }
    // What is being said now is not waited for: it is answered when it has been said.
    if (Option.isSome(state.speech) && Option.isNone(OpenTurns.unreportedEnd(free))) {
      const [next, more] = Answers.beginAnswerTurn({ ...wanted, pendingAnswer: Option.none() }, options)
      return [next, [...commands, ...more]]
    }
    return UserSpeech.beginPendingAnswer([wanted, commands])
  }

const add =
  ({ after, item }: Extract<Input, { readonly _tag: "Add" }>): Handler =>
  (state, now) =>
    Either.match(Items.insert(state.items, item, after), {
      onLeft: (cause) => mistaken(cause)(state, now),
      onRight: ({ items, previous }) => [{ ...active(state, now), items }, [emit(Event.Added({ item, previous }))]]
    })

const remove =
  (id: string): Handler =>
  (state, now) =>
    Either.match(Items.find(state.items, id), {
      onLeft: (cause) => mistaken(cause)(state, now),
      onRight: () => [{ ...state, items: Items.remove(state.items, id) }, [emit(Event.Deleted({ id }))]]
    })

const configure =
  ({ config }: Extract<Input, { readonly _tag: "Configure" }>): Handler =>
  (state) => {
    const detect = config.turns === state.config.turns ? [] : [Command.Detect({ turns: config.turns })]
    return [{ ...state, config }, [...detect, emit(Event.Updated({ config }))]]
  }

// --- what becomes of turns

/** Why a session ends is said once. */
const emptied = ({ ending }: Open): ReadonlyArray<Command> =>
  Option.contains(ending, NO_CREDITS) ? [] : [problem(Limits.emptyWallet)]

/** What the user is saying is a turn as far as it was paid for, and the last one. */
const exhausted =
  (turn: TurnId): Handler =>
  (state, now) => {
    const isSpeaking = Option.exists(state.speech, (speech) => speech.turn === turn)
    const [next, commands] = isSpeaking
      ? UserSpeech.endSpeechAt(1_000 * state.received, true)(state, now)
      : stay(state, now)
    if (next._tag !== "Open") return [next, commands]
    return conclude(next, NO_CREDITS, ...commands, ...emptied(next))
  }

const turnSettled =
  ({ turn, usage }: Extract<Input, { readonly _tag: "Settled" }>): Handler =>
  (state) => {
    const end = OpenTurns.endOf(state, turn)
    const complete = emit(Event.TurnComplete({ end, usage: Option.some(usage) }))
    const isLow = usage.balance < state.session.lowBalance
    const warning = isLow && !state.isLow ? [emit(Event.Warning({ message: Limits.lowWallet }))] : []
    const next = { ...OpenTurns.removeTurn(state, turn), isLow }
    const problems = Option.flatMap(end, (end) => end.problem).pipe(Option.map(problem), Option.toArray)
    // What costs nothing goes on with an empty wallet.
    const isSpent = usage.balance <= Money.zero && usage.charge > Money.zero
    const isEmpty = isSpent || Option.exists(end, ({ status }) => status === "credits")
    if (isEmpty) return conclude(next, NO_CREDITS, complete, ...problems, ...emptied(next))
    return UserSpeech.beginPendingAnswer([next, [complete, ...problems, ...warning]])
  }

const turnFailed =
  (turn: TurnId, cause: Problem): Handler =>
  (state, now) => {
    const speeches = [...Option.toArray(state.speech), ...state.untranscribed].filter((speech) => speech.turn === turn)
    const lost = speeches.map(({ item }) => emit(Event.NotTranscribed({ item, problem: cause })))
    const [failed, end] = Answers.failTurn(active(state, now), turn, cause)
    const [next, problems] = UserSpeech.reportFailure(OpenTurns.removeTurn(failed, turn), cause)
    const said = [
      ...lost,
      ...Option.toArray(end).map((end) => emit(Event.TurnComplete({ end: Option.some(end), usage: Option.none() }))),
      ...problems
    ]
    if (cause._tag === "INSUFFICIENT_CREDITS") return conclude(next, NO_CREDITS, ...said)
    return UserSpeech.beginPendingAnswer([next, said])
  }

const open = Match.type<Input>().pipe(
  Match.withReturnType<Handler>(),
  Match.tags({
    Sound: sound,
    Commit: () => (state, now) => [active(state, now), isEnding(state) ? [] : [Command.EndSpeech()]],
    Clear: () => (state) => [state, [Command.DiscardAudio()]],
    Add: add,
    Delete: ({ id }) => remove(id),
    Truncate: Answers.truncateAnswer(mistaken),
    Respond: respond,
    Cancel: ({ response }) => Answers.cancelAnswer(response, mistaken(notAnswering)),
    Configure: configure,
    Mistaken: ({ problem }) => mistaken(problem),
    SpeechStarted: ({ isAhead, millis }) => UserSpeech.beginSpeechAt(millis, isAhead),
    SpeechStopped: ({ isDetected, millis }) => UserSpeech.endSpeechAt(millis, isDetected),
    AudioDiscarded: () => UserSpeech.discardSpeech,
    AudioRejected: ({ problem }) => UserSpeech.rejectAudio(problem),
    AudioWarned:
      ({ message }) =>
      (state) => [state, [emit(Event.Warning({ message }))]],
    NothingToCommit: () => (state) => [state, [emit(Event.NothingToCommit())]],
    TranscriptDone: ({ isTold, seconds, text, turn }) => UserSpeech.acceptTranscript(turn, text, seconds, isTold),
    TranscriptDelta: ({ text, turn }) => UserSpeech.appendTranscript(turn, text),
    Text: Answers.text,
    Audio: Answers.audio,
    Answered: Answers.completeAnswer,
    AnswerFailed: Answers.failAnswer,
    Exhausted: ({ turn }) => exhausted(turn),
    Settled: turnSettled,
    TurnFailed: ({ problem, turn }) => turnFailed(turn, problem),
    Draining: () => (state) => conclude(state, GOING_AWAY),
    Revoked: () => (state) => beginEnding(state, REVOKED, problem(Handshake.revoked)),
    Flooded: () => (state) => beginEnding(state, FLOOD, problem(Limits.tooMuchWaits)),
    Oversized: () => (state) => beginEnding(state, TOO_LARGE, problem(oversized)),
    Stalled: () => (state) => beginEnding(state, NOT_READING),
    Gone: () => (state) => [closed, endTurns(state)]
  }),
  Match.orElse((): Handler => stay)
)

const opening = (state: State, input: Input, now: number): Step => {
  switch (input._tag) {
    case "Opened":
      return [state, [Command.Open()]]
    case "Admitted": {
      const { config, session } = input
      const detect = Command.Detect({ turns: config.turns })
      const opened = Answers.opened(session, config, now)
      const warning = opened.isLow ? [emit(Event.Warning({ message: Limits.lowWallet }))] : []
      return [opened, [detect, emit(Event.Ready({ session, config })), ...warning]]
    }
    case "Refused": {
      const { code, reason } = statusOf(input.problem) === 401 ? UNAUTHORIZED : REFUSED
      return [closed, [problem(input.problem), Command.Close({ code, reason })]]
    }
    case "Draining":
      return [closed, [Command.Close({ ...GOING_AWAY })]]
    case "Flooded":
      return [closed, [problem(Limits.tooMuchWaits), Command.Close({ ...FLOOD })]]
    case "Oversized":
      return [closed, [problem(oversized), Command.Close({ ...TOO_LARGE })]]
    case "Revoked":
      return [closed, [problem(Handshake.revoked), Command.Close({ ...REVOKED })]]
    case "Gone":
      return [closed, []]
    default:
      return [state, []]
  }
}

// --- time

/** After so much time without sound a turn is over, as if there had been silence. */
const silentAt = (state: Open): number =>
  Option.isSome(state.speech) && Option.isSome(state.config.turns)
    ? state.lastAudioAt + Math.max(Limits.LEAST_PAUSE, 2 * state.config.turns.value.silenceMillis)
    : Number.POSITIVE_INFINITY

/** When the state ends of itself, in milliseconds of the monotonic clock. */
export const deadline = (state: State): number => {
  if (state._tag !== "Open" || isEnding(state)) return Number.POSITIVE_INFINITY
  return Math.min(UserSpeech.idleAt(state), state.since + Limits.SESSION_TTL, silentAt(state))
}

/** The state after its deadline, if that has passed. Only a tick shows silence: sound may wait in the queue behind another input. */
const expire = (state: Open, input: Input, now: number): Step => {
  if (now < deadline(state)) return stay(state, now)
  if (now >= state.since + Limits.SESSION_TTL) return conclude(state, SESSION_OVER)
  if (now >= UserSpeech.idleAt(state)) return conclude(state, IDLE)
  return input._tag === "Tick" ? [{ ...state, lastAudioAt: now }, [Command.EndSpeech()]] : stay(state, now)
}

const MESSAGES: ReadonlySet<Input["_tag"]> = new Set([
  "Commit",
  "Clear",
  "Add",
  "Delete",
  "Truncate",
  "Respond",
  "Cancel",
  "Configure",
  "Handled",
  "Mistaken"
])

/** UTF-16 code units of a message beside the sound in it, past those that every one has. */
const lengthOf = (input: Input, length: number): number =>
  input._tag === "Sound" ? Math.max(0, length - Limits.AROUND_SOUND - 4 * Math.ceil(input.bytes.length / 3)) : length

/** Counts the message that the input comes of. None where too many messages have come, or too much text. */
const admit = (state: Open, input: Input, now: number, length: number): Option.Option<Open> => {
  const ownLength = lengthOf(input, length)
  const isMessage = MESSAGES.has(input._tag)
  if (!isMessage && ownLength === 0) return Option.some(state)
  const seconds = (now - state.spoken) / 1_000
  const allowance =
    Math.min(Limits.MOST_MESSAGES, state.allowance + seconds * Limits.MESSAGES_PER_SECOND) - (isMessage ? 1 : 0)
  const most = Math.min(Limits.MOST_MESSAGE_UNITS, state.units + seconds * Limits.MESSAGE_UNITS_PER_SECOND)
  const units = most - ownLength
  return allowance < 0 || units < 0 ? Option.none() : Option.some({ ...state, allowance, units, spoken: now })
}

/**
 * What an input at `now` (milliseconds of the monotonic clock) makes of a state. Deadlines that have passed come first.
 * `length`: of the message that it comes of, in UTF-16 code units.
 */
export const step = (state: State, input: Input, now: number, length = 0): Step => {
  if (state._tag === "Closed") return [state, []]
  if (state._tag === "Opening") return opening(state, input, now)
  const [current, commands] = expire(state, input, now)
  if (current._tag !== "Open") return [current, commands]
  const [next, more] = Option.match(admit(current, input, now, length), {
    onNone: () => beginEnding(current, FLOOD, problem(Limits.tooMany)),
    onSome: (state) => open(input)(state, now)
  })
  return [next, [...commands, ...more]]
}
