/** The live session's socket: carries out what `SocketMachine` decides. */
import { Effect, Either, Fiber, Mailbox, Option } from "effect"
import { Revocations } from "../access/Revocations.ts"
import { type EventFeed, follow } from "../billing/EventLog.ts"
import type { Problem } from "../Errors.ts"
import type { PartialText } from "../engines/SpeechRecognition.ts"
import * as ErrorEvent from "../sockets/ErrorEvent.ts"
import * as Messages from "../sockets/Messages.ts"
import type { Perform, Port, Room, Rules } from "../sockets/Session.ts"
import type { Seat } from "../sockets/SocketLimits.ts"
import * as SocketRoute from "../sockets/SocketRoute.ts"
import { SOCKET_PATH } from "./Api.ts"
import { ClientMessage, MAX_FRAME_BYTES } from "./LiveApi.ts"
import { LiveSessions } from "./LiveSessions.ts"
import * as SocketMachine from "./SocketMachine.ts"
import * as Problems from "./SocketProblems.ts"
import { Command, Input, type State } from "./SocketState.ts"
import { Transcription } from "./Transcription.ts"

/**
 * All sound of a session, 5.8 MB, also where it is sent at once and in
 * frames of 128 samples, as browsers make them.
 */
const ROOM: Room = { frames: 32 * 1024, bytes: 8 * 1024 * 1024 }

const readMessage = Messages.reader(ClientMessage)

/** The samples of a frame, in memory of their own: the frame's is used again. */
const samplesOf = (frame: Uint8Array): Int16Array => new Int16Array(new Uint8Array(frame).buffer)

const read = (frame: string | Uint8Array): Input => {
  if (typeof frame === "string")
    return Either.match(readMessage(frame), {
      onLeft: ({ problem }) => Input.Malformed({ problem }),
      onRight: (message) => Input.Received({ message })
    })
  if (frame.length > MAX_FRAME_BYTES) return Input.BadSound({ problem: Problems.largeFrame })
  if (frame.length % 2 !== 0) return Input.BadSound({ problem: Problems.oddFrame(frame.length) })
  return Input.Sound({ samples: samplesOf(frame) })
}

const rules: Rules<State, Input, Command> = {
  ...SocketMachine,
  read,
  room: ROOM
}

/** What the commands are carried out with. */
interface Services {
  readonly revocations: Revocations
  readonly sessions: LiveSessions
  readonly transcription: Transcription
}

/** Sends the text so far, as fast as it is read; a slow reader gets the newest. */
const sendPartials = (port: Port<Input>, partials: EventFeed<PartialText>) =>
  follow(partials, (news) =>
    Effect.map(port.pace, () => {
      for (const { text } of news) port.tell(Input.Partial({ text }))
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
  { seat, sound }: Held,
  port: Port<Input>
) => {
  const onSpent = (problem: Problem) => Effect.sync(() => port.tell(Input.Spent({ problem })))
  const session = Effect.gen(function* () {
    const { caller, payload } = yield* sessions.redeem(token)
    const revoked = () => port.tell(Input.Revoked())
    yield* seat.claim(caller.keyId, () => revocations.watch(caller, revoked))
    yield* Effect.annotateLogs(Effect.logInfo("live session"), {
      transcription: payload.requestId,
      key_id: caller.keyId,
      wallet_id: caller.walletId
    })
    const submission = yield* transcription.listen(caller.walletId, payload, Mailbox.toStream(sound), onSpent)
    if (submission._tag === "Replayed") return Input.Replayed({ transcript: submission.result })
    port.tell(Input.Created({ session: payload }))
    // A reader that has stopped reading does not keep this from its end.
    yield* Effect.raceFirst(sendPartials(port, submission.events), Effect.exit(submission.settled))
    return Input.Completed({ transcript: (yield* submission.settled).result })
  })
  const failed = (problem: Problem) => Input.Failed({ problem })
  return SocketRoute.report(session, port, failed, "a live session failed through a fault")
}

/** Sound that has come and that the transcription has not taken yet; at most 180 s, by the machine. */
type Sound = Mailbox.Mailbox<Int16Array>

/** What one socket has beside its machine. */
interface Held {
  readonly seat: Seat
  readonly sound: Sound
}

/** Carries out the commands of one socket. `socketId` is the id of the request that became it. */
const performer = (services: Services, socketId: string, held: Held): Perform<Input, Command> => {
  const { sound } = held
  /** Returns when the transcription has ended, if there is one. */
  let ended: Effect.Effect<unknown> = Effect.void
  return (command, port) => {
    const emit = (event: unknown) => Effect.sync(() => port.send(JSON.stringify(event)))
    return Command.$match(command, {
      Open: ({ token }) =>
        Effect.gen(function* () {
          const opened = Effect.annotateLogs(open(services, token, held, port), { request_id: socketId })
          ended = Fiber.await(yield* Effect.fork(opened))
        }),
      Push: ({ samples }) => Effect.sync(() => sound.unsafeOffer(samples)),
      Finish: () => sound.end,
      Send: ({ event }) => emit(event),
      Refuse: ({ problem, session }) =>
        emit(
          ErrorEvent.of(
            problem,
            Option.map(session, ({ requestId }) => requestId),
            socketId
          )
        ),
      Close: ({ code, reason }) => Effect.zipRight(ended, port.close(code, reason)),
      CloseAtOnce: ({ code, reason }) => port.close(code, reason)
    })
  }
}

/** Adds the socket to the server's router. */
export const layer = SocketRoute.layer(
  SOCKET_PATH,
  Effect.gen(function* () {
    const services = {
      revocations: yield* Revocations,
      sessions: yield* LiveSessions,
      transcription: yield* Transcription
    }
    return (socketId: string, seat: Seat) =>
      Effect.map(Mailbox.make<Int16Array>(), (sound) => ({
        rules,
        perform: performer(services, socketId, { seat, sound }),
        release: sound.end
      }))
  })
)
