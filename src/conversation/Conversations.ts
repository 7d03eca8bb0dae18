/** Conversations under way: carries out what the machine of each decides. */
import { Clock, Effect, Either, Exit, Fiber, Option, Scope } from "effect"
import type { Identity } from "../access/Authentication.ts"
import { Revocations } from "../access/Revocations.ts"
import { insufficient } from "../billing/JobAdmission.ts"
import * as Money from "../billing/Money.ts"
import { available, Wallet } from "../billing/Wallet.ts"
import { NOBODY, newId } from "../Domain.ts"
import type { Problem } from "../Errors.ts"
import { Recognizer } from "../engines/Recognizer.ts"
import { VoiceChoice } from "../engines/VoiceChoice.ts"
import * as Monotonic from "../runtime/Monotonic.ts"
import type { CommandHandler, SocketHandle } from "../sockets/Session.ts"
import type { SocketSlot } from "../sockets/SocketLimits.ts"
import * as SocketRoute from "../sockets/SocketRoute.ts"
import * as AudioInput from "./AudioInput.ts"
import { ConversationSlots } from "./ConversationSlots.ts"
import * as HearingOrder from "./HearingOrder.ts"
import { Input } from "./MachineMessages.ts"
import { Playback } from "./Playback.ts"
import { SocketCommand } from "./ProtocolAdapter.ts"
import type { Config, Session, TurnId, Usage } from "./State.ts"
import { Transcribing } from "./Transcribing.ts"
import * as Turns from "./Turns.ts"

/** The caller, and the configuration of the conversation. */
interface AuthenticatedConversation {
  readonly caller: Identity
  readonly config: Config
}

/** The resources of one socket beside its machine. */
interface SocketContext {
  readonly socketId: string
  readonly slot: SocketSlot
  readonly entered: Either.Either<AuthenticatedConversation, Problem>
  /** Of all that lives as long as the conversation. */
  readonly scope: Scope.CloseableScope
  readonly playback: Playback
  /** The turns that are not settled. */
  readonly turns: Map<TurnId, RunningTurn>
  readonly total: SettledTotals
}

interface RunningTurn {
  readonly turn: Turns.Turn
  /** The next turn may be heard. */
  readonly leave: () => void
  /** Ends when the turn is settled or has failed. */
  readonly fiber: Fiber.RuntimeFiber<void>
}

/** The sums of the settled turns. */
interface SettledTotals {
  turns: number
  /** That are charged. */
  seconds: number
  charge: Money.Money
}

const count = (total: SettledTotals, { charge, seconds }: Usage): void => {
  total.turns++
  total.seconds += seconds
  total.charge = Money.add(total.charge, charge)
}

/**
 * Logs that a conversation has begun and, once it is over and its last turn settled,
 * what it came to; nothing of what was said. Uninterruptible: one has always the other.
 */
const log = (conversation: string, caller: Identity, { scope, socketId, total, turns }: SocketContext) =>
  Effect.gen(function* () {
    const begun = yield* Monotonic.millis
    const names = { conversation, key_id: caller.keyId, wallet_id: caller.walletId, request_id: socketId }
    yield* Effect.annotateLogs(Effect.logInfo("conversation"), names)
    const over = Effect.flatMap(Monotonic.millis, (now) => {
      const line = Effect.suspend(() =>
        Effect.annotateLogs(Effect.logInfo("conversation over"), {
          ...names,
          seconds: Math.round(now - begun) / 1_000,
          turns: total.turns,
          charged_seconds: Math.round(total.seconds * 1_000) / 1_000,
          charged_etb: Money.toEtb(total.charge)
        })
      )
      const fibers = Array.from(turns.values(), ({ fiber }) => fiber)
      return Effect.forkDaemon(Effect.zipRight(Fiber.awaitAll(fibers), line))
    })
    yield* Scope.addFinalizer(scope, over)
  }).pipe(Effect.uninterruptible)

const tooPoor = (left: Money.Money, least: Money.Money, what: string) =>
  insufficient(
    left,
    least,
    `${what} needs a second's worth, ${Money.toEtb(least)} ETB, and the wallet has less; top it up`
  )

export class Conversations extends Effect.Service<Conversations>()("conversation/Conversations", {
  effect: Effect.gen(function* () {
    const revocations = yield* Revocations
    const slots = yield* ConversationSlots
    const wallet = yield* Wallet
    const voices = yield* VoiceChoice
    const recognizer = yield* Recognizer
    const turns = yield* Turns.Turns
    const transcribing = yield* Transcribing
    const audioInputs = yield* AudioInput.AudioInputs

    /** Admits the one who has entered. Fails with `Busy`, `RateLimited` or `InsufficientCredits`. */
    const admit = (
      { caller, config }: AuthenticatedConversation,
      context: SocketContext,
      handle: SocketHandle<Input>
    ) =>
      Effect.gen(function* () {
        const { scope, slot } = context
        yield* Scope.extend(slots.take(caller.keyId), scope)
        yield* slot.claim(caller.keyId, () => revocations.watch(caller, () => handle.enqueue(Input.Revoked())))
        const funds = yield* Effect.orDie(wallet.get(caller.walletId))
        const [work, least] = config.listensOnly
          ? (["live transcription", yield* transcribing.least(config.language)] as const)
          : (["a conversation", turns.least] as const)
        if (available(funds) < least) return yield* tooPoor(available(funds), least, work)
        yield* recognizer.prepare
        const session: Session = {
          id: newId("conv", yield* Clock.currentTimeMillis),
          voices: yield* voices.available,
          balance: funds.balance,
          lowBalance: config.listensOnly ? Money.zero : turns.lowBalance
        }
        yield* log(session.id, caller, context)
        return Input.Admitted({ session, config })
      })

    const open = (context: SocketContext, handle: SocketHandle<Input>) =>
      SocketRoute.report(
        Effect.flatMap(context.entered, (entered) => admit(entered, context, handle)),
        handle,
        (problem) => Input.Refused({ problem }),
        "a conversation could not be opened, through a fault"
      )

    /** A turn from its beginning to what it came to. */
    const run = (turn: Turns.Turn, isTranscript: boolean, context: SocketContext, handle: SocketHandle<Input>) =>
      SocketRoute.report(
        Effect.map(isTranscript ? transcribing.run(turn) : turns.run(turn), (usage) => {
          count(context.total, usage)
          return Input.Settled({ turn: turn.id, usage })
        }),
        handle,
        (problem) => Input.TurnFailed({ turn: turn.id, problem }),
        "a turn of a conversation failed through a fault"
      ).pipe(Effect.annotateLogs({ request_id: context.socketId }))

    /**
     * Begins a turn in a daemon fiber: its outcome is counted also where the socket ends before it. `leave`: called once it
     * is settled or answered, so that turns which are but heard hold credit one at a time.
     */
    const begin = (
      turn: Turns.Turn,
      isTranscript: boolean,
      leave: () => void,
      context: SocketContext,
      handle: SocketHandle<Input>
    ) =>
      Effect.gen(function* () {
        const fiber = yield* Effect.forkDaemon(Effect.interruptible(run(turn, isTranscript, context, handle)))
        context.turns.set(turn.id, { turn, leave, fiber })
        fiber.addObserver(() => {
          context.turns.delete(turn.id)
          leave()
        })
      }).pipe(Effect.uninterruptible)

    const listenerOf = ({ playback }: SocketContext, { pace, enqueue: tell }: SocketHandle<Input>) => ({
      tell,
      pace,
      playback
    })

    /** Whose share of the workers hears where somebody speaks. */
    const shareOf = ({ entered }: SocketContext) =>
      Either.match(entered, { onLeft: () => NOBODY, onRight: ({ caller }) => caller.walletId })

    /** Carries out the commands of one socket. */
    const performer = (context: SocketContext): CommandHandler<Input, SocketCommand> => {
      let audioInput: Option.Option<AudioInput.AudioInput> = Option.none()
      const nextPlace = HearingOrder.make()
      const withAudioInput = (use: (audioInput: AudioInput.AudioInput) => Effect.Effect<void>) =>
        Effect.suspend(() => Option.match(audioInput, { onNone: () => Effect.void, onSome: use }))
      const withTurn = (id: TurnId, use: (running: RunningTurn) => Effect.Effect<unknown>) =>
        Effect.suspend(() => {
          const running = context.turns.get(id)
          return running === undefined ? Effect.void : Effect.asVoid(use(running))
        })
      return (command, handle) =>
        SocketCommand.$match(command, {
          Open: () =>
            Effect.gen(function* () {
              audioInput = Option.some(
                yield* Scope.extend(audioInputs.make(listenerOf(context, handle), shareOf(context)), context.scope)
              )
              yield* open(context, handle)
            }),
          PushAudio: ({ bytes, format }) => withAudioInput(({ push }) => push(bytes, format)),
          Detect: ({ turns }) => withAudioInput(({ configure }) => configure(turns)),
          EndSpeech: () => withAudioInput(({ endSpeech }) => endSpeech),
          DiscardAudio: () => withAudioInput(({ forget }) => forget),
          Begin: ({ isHeard, isTranscript, language, turn: id }) =>
            Effect.gen(function* () {
              const sound = isHeard ? Option.flatMap(audioInput, ({ next }) => next()) : Option.none()
              const { caller } = Either.getOrThrow(context.entered)
              const place = yield* Option.match(sound, {
                onNone: () => Effect.succeedNone,
                onSome: () => Effect.asSome(nextPlace)
              })
              const speech = Option.zipWith(sound, place, (sound, place) => ({ language, sound, ...place }))
              const leave = () => Option.map(place, (place) => place.leave())
              const listener = listenerOf(context, handle)
              const turn = yield* Turns.make({ id, caller, speech, listener })
              yield* begin(turn, isTranscript, leave, context, handle)
            }),
          Answer: ({ request, turn }) =>
            withTurn(turn, ({ leave, turn }) => Effect.zipRight(Effect.sync(leave), Turns.answer(turn, request))),
          End: ({ charge, turn }) => withTurn(turn, ({ turn }) => Turns.end(turn, charge)),
          StopPlaying: () => Effect.map(Monotonic.millis, (now) => context.playback.stop(now)),
          Send: ({ frame }) => Effect.sync(() => handle.send(frame)),
          Close: ({ code, reason }) => handle.close(code, reason)
        })
    }

    /** Ends what is left where no machine does. */
    const release = ({ scope, turns }: SocketContext) =>
      Effect.zipRight(
        Effect.forEach(Array.from(turns.values()), ({ turn }) => Turns.end(turn, Turns.ALL)),
        Scope.close(scope, Exit.void)
      )

    /** Carries out the commands of a socket whose client has entered, or gets the reason why not. */
    const carry = (entered: Either.Either<AuthenticatedConversation, Problem>, socketId: string, slot: SocketSlot) =>
      Effect.map(Scope.make(), (scope) => {
        const total: SettledTotals = { turns: 0, seconds: 0, charge: Money.zero }
        const context: SocketContext = {
          socketId,
          slot,
          entered,
          scope,
          playback: new Playback(),
          turns: new Map(),
          total
        }
        return { perform: performer(context), release: release(context) }
      })

    return { carry }
  }),
  dependencies: [Turns.Turns.Default, Transcribing.Default, AudioInput.AudioInputs.Default, Revocations.Default]
}) {}
