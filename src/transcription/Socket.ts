/** The live session's socket: carries out what `SocketMachine` decides. */
import { HttpApiBuilder } from "@effect/platform"
import { Effect, Either, Fiber, Mailbox, Option } from "effect"
import { Revocations } from "../access/Revocations.ts"
import { type EventFeed, follow } from "../billing/EventLog.ts"
import type { PartialText } from "../engines/SpeechRecognition.ts"
import { faultOf } from "../http/Problems.ts"
import * as RequestInfo from "../http/RequestInfo.ts"
import { openRoute } from "../http/RouteAnnotations.ts"
import * as ErrorEvent from "../sockets/ErrorEvent.ts"
import * as Messages from "../sockets/Messages.ts"
import type { Perform, Port, Room, Rules } from "../sockets/Session.ts"
import { type Seat, SocketLimits } from "../sockets/SocketLimits.ts"
import { Sockets } from "../sockets/Sockets.ts"
import { SOCKET_PATH } from "./Api.ts"
import { ClientMessage, MAX_FRAME_BYTES } from "./LiveApi.ts"
import { LiveSessions } from "./LiveSessions.ts"
import * as SocketMachine from "./SocketMachine.ts"
import * as Problems from "./SocketProblems.ts"
import { Command, Input, type State } from "./SocketState.ts"
import { Transcription } from "./Transcription.ts"

/**
 * All that a session may hear, 5.8 MB, also where it is sent at once and in
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
  begin: SocketMachine.begin,
  step: SocketMachine.step,
  isOver: SocketMachine.isOver,
  deadline: SocketMachine.deadline,
  read,
  room: ROOM
}

/** What the commands are carried out with. */
interface Services {
  readonly revocations: Revocations
  readonly sessions: LiveSessions
  readonly transcription: Transcription
}

/** Tells what is believed, as fast as it is read: of what a slow reader has missed, the newest says all. */
const tell = (port: Port<Input>, partials: EventFeed<PartialText>) =>
  follow(partials, (news) =>
    Effect.map(port.pace, () => {
      for (const { text } of news.slice(-1)) port.tell(Input.Partial({ text }))
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
) =>
  Effect.gen(function* () {
    const { caller, payload } = yield* sessions.redeem(token)
    const revoked = () => port.tell(Input.Revoked())
    yield* seat.claim(caller.keyId, () => revocations.watch(caller.keyId, revoked))
    yield* Effect.annotateLogs(Effect.logInfo("live session"), {
      transcription: payload.requestId,
      key_id: caller.keyId,
      wallet_id: caller.walletId
    })
    const submission = yield* transcription.listen(caller.walletId, payload, Mailbox.toStream(sound))
    if (submission._tag === "Replayed") return Input.Replayed({ transcript: submission.result })
    port.tell(Input.Created({ session: payload }))
    // A reader that has stopped reading does not keep this from its end.
    yield* Effect.raceFirst(tell(port, submission.events), Effect.exit(submission.settled))
    return Input.Completed({ transcript: (yield* submission.settled).result })
  }).pipe(
    Effect.catchAll((problem) => Effect.succeed(Input.Failed({ problem }))),
    Effect.catchAllDefect((defect) =>
      Effect.as(
        Effect.logError("a live session failed through a fault", defect),
        Input.Failed({ problem: faultOf(defect) })
      )
    ),
    Effect.map(port.tell)
  )

/** What a session has heard and its transcription has not taken yet; at most 180 s, by the machine. */
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
      Hear: ({ samples }) => Effect.sync(() => sound.unsafeOffer(samples)),
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
      // Whoever sees the close may begin the wallet's next transcription.
      Close: ({ code, reason }) => Effect.zipRight(ended, port.close(code, reason))
    })
  }
}

/** Adds the socket to the server's router. */
export const layer = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function* () {
    const sockets = yield* Sockets
    const limits = yield* SocketLimits
    const services = {
      revocations: yield* Revocations,
      sessions: yield* LiveSessions,
      transcription: yield* Transcription
    }
    yield* router.addRoute(
      openRoute(
        SOCKET_PATH,
        // Uninterruptible: whoever has been given a seat comes to where it is left.
        Effect.gen(function* () {
          // Also where the socket ends without its machine: at the end of the server, or through a fault.
          const held = { seat: yield* limits.enter, sound: yield* Mailbox.make<Int16Array>() }
          const left = Effect.zipRight(held.seat.leave, held.sound.end)
          const performed = performer(services, yield* RequestInfo.currentId, held)
          return yield* Effect.onError(sockets.serve(rules, performed, left, held.seat.take), () => left)
        }).pipe(Effect.uninterruptible)
      )
    )
  })
)
