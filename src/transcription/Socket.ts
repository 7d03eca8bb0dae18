/** The live session's socket: carries out what `SocketMachine` decides. */
import { Effect, Either, Exit, Fiber, Mailbox, Scope } from "effect"
import { Revocations } from "../access/Revocations.ts"
import { SAMPLE_RATE } from "../audio/Decode.ts"
import type { Take } from "../audio/LiveDecoder.ts"
import { type BadFrame, type LiveSound, LiveSounds, refused, type SoundFailure } from "../audio/LiveSound.ts"
import { soundIn } from "../audio/SoundInText.ts"
import { type EventFeed, follow } from "../billing/EventLog.ts"
import type { Problem } from "../Errors.ts"
import type { PartialText } from "../engines/SpeechRecognition.ts"
import * as MessageReader from "../sockets/MessageReader.ts"
import type { CommandHandler, QueueLimit, SocketHandle, StateMachine } from "../sockets/Session.ts"
import type { SocketSlot } from "../sockets/SocketLimits.ts"
import * as SocketRoute from "../sockets/SocketRoute.ts"
import { MAX_FRAME_BYTES, SOCKET_PATH } from "./Api.ts"
import { ClientMessage, MAX_SAMPLES } from "./LiveApi.ts"
import { LiveSessions } from "./LiveSessions.ts"
import * as SocketMachine from "./SocketMachine.ts"
import * as Problems from "./SocketProblems.ts"
import { Command, Input, type State } from "./SocketState.ts"
import { Transcription } from "./Transcription.ts"

/**
 * All sound of a session, 5.8 MB, also where it is sent at once and in
 * frames of 128 samples, as browsers make them.
 */
const ROOM: QueueLimit = { frames: 32 * 1024, bytes: 8 * 1024 * 1024 }

const readMessage = MessageReader.messageReader(ClientMessage)

/** What is no message may be sound, as other services take it. */
const noMessage = (frame: string, problem: Problem): Input => {
  const sound = soundIn(frame)
  return sound === undefined ? Input.Malformed({ problem }) : Input.Misplaced({ problem: refused(sound) })
}

const read = (frame: string | Uint8Array): Input => {
  // In memory of its own: the frame's is used again.
  if (typeof frame !== "string") return Input.Sound({ bytes: new Uint8Array(frame) })
  return Either.match(readMessage(frame), {
    onLeft: ({ problem }) => noMessage(frame, problem),
    onRight: (message) => Input.Received({ message })
  })
}

const machine: StateMachine<State, Input, Command> = {
  ...SocketMachine.machine,
  read,
  queueLimit: ROOM
}

/** What the commands are carried out with. */
interface Services {
  readonly revocations: Revocations
  readonly sounds: LiveSounds
  readonly sessions: LiveSessions
  readonly transcription: Transcription
}

/** Sends the text so far, as fast as it is read; a slow reader gets the newest. */
const sendPartials = (handle: SocketHandle<Input>, partials: EventFeed<PartialText>) =>
  follow(partials, (news) =>
    Effect.map(handle.pace, () => {
      for (const { text } of news) handle.enqueue(Input.Partial({ text }))
      return true
    })
  )

/**
 * One session, from its ticket to the input that ends it. The transcription is
 * not this fiber's: it goes on, and is billed, when the socket ends this.
 */
const open = (
  { revocations, sessions, transcription }: Services,
  token: string,
  { seat: slot, sound, warnings }: SocketContext,
  handle: SocketHandle<Input>
) => {
  const onSpent = (problem: Problem) => Effect.sync(() => handle.enqueue(Input.Spent({ problem })))
  const session = Effect.gen(function* () {
    const { caller, payload } = yield* sessions.redeem(token)
    const revoked = () => handle.enqueue(Input.Revoked())
    yield* slot.claim(caller.keyId, () => revocations.watch(caller, revoked))
    yield* Effect.annotateLogs(Effect.logInfo("live session"), {
      transcription: payload.requestId,
      key_id: caller.keyId,
      wallet_id: caller.walletId
    })
    const submission = yield* transcription.listen(caller.walletId, payload, Mailbox.toStream(sound), {
      onSpent,
      warnings: Effect.sync(() => [...warnings])
    })
    if (submission._tag === "Replayed") return Input.Replayed({ transcript: submission.result })
    handle.enqueue(Input.Created({ session: payload }))
    // A reader that has stopped reading does not keep this from its end.
    yield* Effect.raceFirst(sendPartials(handle, submission.events), Effect.exit(submission.settled))
    return Input.Completed({ transcript: (yield* submission.settled).result })
  })
  const failed = (problem: Problem) => Input.Failed({ problem })
  return SocketRoute.report(session, handle, failed, "a live session failed through a fault")
}

/** Sound that has come and that the transcription has not taken yet; at most 180 s. */
type Sound = Mailbox.Mailbox<Int16Array, SoundFailure>

/** The resources of one socket beside its machine. */
interface SocketContext {
  readonly seat: SocketSlot
  /** What the client sends. */
  readonly incoming: LiveSound
  readonly sound: Sound
  /** What was met in it and passed over. */
  readonly warnings: ReadonlyArray<string>
}

const FORMAT = { _tag: "Pcm16", rate: SAMPLE_RATE } as const
const FRAME = { most: MAX_FRAME_BYTES }

/** Hears what the client sends, to the greatest length, or what is no sound. */
const hearing = ({ incoming, sound }: SocketContext) => {
  let heard = 0
  let isOver = false
  const fail = (problem: SoundFailure) =>
    Effect.suspend(() => {
      isOver = true
      return sound.fail(problem)
    })
  const bad = ({ bytes, reason }: BadFrame, { enqueue: tell }: SocketHandle<Input>) =>
    Effect.sync(() => {
      isOver = true
      tell(Input.BadSound({ problem: reason === "odd" ? Problems.oddFrame(bytes) : Problems.largeFrame }))
    })
  const take =
    ({ enqueue: tell }: SocketHandle<Input>): Take =>
    (samples) =>
      Effect.sync(() => {
        const room = MAX_SAMPLES - heard
        heard += samples.length
        sound.unsafeOffer(samples.subarray(0, room))
        if (samples.length <= room) return true
        isOver = true
        tell(Input.TooLong())
        return false
      })
  const attempt = (work: (take: Take) => Effect.Effect<void, SoundFailure | BadFrame>, handle: SocketHandle<Input>) =>
    Effect.suspend(() => (isOver ? Effect.void : work(take(handle)))).pipe(
      Effect.catchAll((failure) => (failure._tag === "BadFrame" ? bad(failure, handle) : fail(failure)))
    )
  return {
    push: (bytes: Uint8Array, handle: SocketHandle<Input>) =>
      attempt((take) => incoming.hear(bytes, FORMAT, take), handle),
    finish: (handle: SocketHandle<Input>) => Effect.zipRight(attempt(incoming.end, handle), sound.end),
    fail
  }
}

/** Carries out the commands of one socket. `socketId` is the id of the request that became it. */
const performer = (services: Services, socketId: string, context: SocketContext): CommandHandler<Input, Command> => {
  const { fail, finish, push } = hearing(context)
  /** Returns when the transcription has ended, if there is one. */
  let ended: Effect.Effect<unknown> = Effect.void
  return (command, handle) => {
    const { Close, Refuse, Send } = SocketRoute.replies(socketId, handle)
    return Command.$match(command, {
      Redeem: ({ token }) =>
        Effect.gen(function* () {
          const opened = Effect.annotateLogs(open(services, token, context, handle), { request_id: socketId })
          ended = Fiber.await(yield* Effect.fork(opened))
        }),
      Push: ({ bytes }) => push(bytes, handle),
      Finish: () => finish(handle),
      Spoil: ({ problem }) => fail(problem),
      Send,
      Refuse,
      Close: (closeReason) => Effect.zipRight(ended, Close(closeReason)),
      CloseAtOnce: Close
    })
  }
}

/** Adds the socket to the server's router. */
export const layer = SocketRoute.layer(
  SOCKET_PATH,
  Effect.gen(function* () {
    const services = {
      revocations: yield* Revocations,
      sounds: yield* LiveSounds,
      sessions: yield* LiveSessions,
      transcription: yield* Transcription
    }
    return (socketId: string, slot: SocketSlot) =>
      Effect.gen(function* () {
        const sound = yield* Mailbox.make<Int16Array, SoundFailure>()
        const scope = yield* Scope.make()
        const warnings: Array<string> = []
        const onWarnings = (sentences: ReadonlyArray<string>) =>
          Effect.sync(() => {
            warnings.push(...sentences)
          })
        const incoming = yield* Scope.extend(services.sounds.make({ frame: FRAME, onWarnings, endsOnce: true }), scope)
        return {
          machine,
          perform: performer(services, socketId, { seat: slot, incoming, sound, warnings }),
          release: Effect.zipRight(sound.end, Scope.close(scope, Exit.void))
        }
      })
  })
)
