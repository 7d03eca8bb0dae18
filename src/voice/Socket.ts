/** The speech socket: carries out what `SocketMachine` decides. */
import { HttpApiBuilder } from "@effect/platform"
import { Effect, Either, Option } from "effect"
import { Revocations } from "../access/Revocations.ts"
import type { EventFeed } from "../billing/EventLog.ts"
import { faultOf } from "../http/Problems.ts"
import * as RequestInfo from "../http/RequestInfo.ts"
import { openRoute } from "../http/RouteAnnotations.ts"
import * as ErrorEvent from "../sockets/ErrorEvent.ts"
import * as Messages from "../sockets/Messages.ts"
import type { Perform, Port, Rules } from "../sockets/Session.ts"
import { type Seat, SocketLimits } from "../sockets/SocketLimits.ts"
import { Sockets } from "../sockets/Sockets.ts"
import { ClientMessage, type ServerEvent, SOCKET_PATH } from "./RealtimeApi.ts"
import { RealtimeSessions } from "./RealtimeSessions.ts"
import { hearing } from "./SocketAudio.ts"
import * as SocketMachine from "./SocketMachine.ts"
import { Command, Input, type Session, type State } from "./SocketState.ts"
import { Speech, type SpeechEvent } from "./Speech.ts"

const read = Messages.reader(ClientMessage)

const rules: Rules<State, Input, Command> = {
  begin: SocketMachine.begin,
  step: SocketMachine.step,
  isOver: SocketMachine.isOver,
  deadline: SocketMachine.deadline,
  read: (frame) =>
    Either.match(read(frame), {
      onLeft: Input.Malformed,
      onRight: (message) => Input.Received({ message })
    })
}

/** Whether a turn's audio is still wanted; shared by the socket and the fiber of the turn. */
interface Ear {
  muted: boolean
}

/** Hands a turn's audio on, as fast as it is made and as its reader reads. */
const deliver = (session: Session, ear: Ear, port: Port<Input>, events: EventFeed<SpeechEvent>) =>
  hearing(session.maxAudioSeconds, events, ({ format, pieces }) => {
    if (ear.muted) return Effect.succeed(false)
    const tell = (audio: string) => Effect.map(port.pace, () => port.tell(Input.TurnAudio({ format, audio })))
    return Effect.as(Effect.forEach(pieces, tell, { discard: true }), true)
  })

type Start = Extract<Command, { _tag: "Start" }>

/**
 * One turn, from its request to the input that ends it. The job is not this
 * fiber's: it goes on, and is billed, when the socket ends this.
 */
const takeTurn = (speech: Speech, { requestId, session, text }: Start, ear: Ear, port: Port<Input>) =>
  Effect.gen(function* () {
    const submission = yield* speech.generate(
      session.walletId,
      {
        text,
        voice_id: session.voiceId,
        language: session.language,
        output_format: "mp3_44100",
        timestamps: "none",
        client_request_id: requestId
      },
      { maxSeconds: Option.some(session.maxAudioSeconds), firstSound: session.audioFormat === "wav_mp3" }
    )
    if (submission._tag === "Replayed") {
      return Input.TurnReplayed({ clip: yield* speech.clipOf(session.walletId, submission.result, true) })
    }
    port.tell(Input.TurnAdmitted())
    yield* deliver(session, ear, port, submission.events)
    const { result } = yield* submission.settled
    return Input.TurnSettled({ clip: yield* speech.clipOf(session.walletId, result, false) })
  }).pipe(
    Effect.catchAll((problem) => Effect.succeed(Input.TurnFailed({ problem }))),
    Effect.catchAllDefect((defect) =>
      Effect.as(
        Effect.logError("a turn failed through a fault", defect),
        Input.TurnFailed({ problem: faultOf(defect) })
      )
    ),
    Effect.map(port.tell),
    Effect.annotateLogs({ session: session.id, wallet: session.walletId })
  )

/** What the commands are carried out with. */
interface Services {
  readonly revocations: Revocations
  readonly sessions: RealtimeSessions
  readonly speech: Speech
}

const redeem = ({ revocations, sessions }: Services, seat: Seat, token: string, port: Port<Input>) => {
  const revoked = () => port.tell(Input.Revoked())
  const redeemed = Effect.tap(sessions.redeem(token), ({ caller: { keyId } }) =>
    seat.claim(keyId, () => revocations.watch(keyId, revoked))
  )
  return Effect.matchEffect(redeemed, {
    onFailure: (problem) => Effect.sync(() => port.tell(Input.TicketRefused({ problem }))),
    onSuccess: ({ caller, payload }) => {
      port.tell(Input.Redeemed({ session: payload }))
      return Effect.annotateLogs(Effect.logInfo("session"), {
        session: payload.id,
        key_id: caller.keyId,
        wallet_id: caller.walletId
      })
    }
  })
}

const emit = (port: Port<Input>, event: ServerEvent) => Effect.sync(() => port.send(JSON.stringify(event)))

/** Carries out the commands of one socket. `socketId` is the id of the request that became it. */
const performer = (services: Services, socketId: string, seat: Seat): Perform<Input, Command> => {
  /** Of the latest turn. */
  let ear: Ear | undefined
  return (command, port) =>
    Command.$match(command, {
      Redeem: ({ token }) => Effect.annotateLogs(redeem(services, seat, token, port), { request_id: socketId }),
      Start: (start) => {
        ear = { muted: false }
        return Effect.fork(Effect.annotateLogs(takeTurn(services.speech, start, ear, port), { request_id: socketId }))
      },
      Mute: () =>
        Effect.sync(() => {
          if (ear !== undefined) ear.muted = true
        }),
      Send: ({ event }) => emit(port, event),
      Refuse: ({ problem, requestId }) => emit(port, ErrorEvent.of(problem, requestId, socketId)),
      Close: ({ code, reason }) => port.close(code, reason)
    })
}

/** Adds the socket to the server's router. */
export const layer = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function* () {
    const sockets = yield* Sockets
    const limits = yield* SocketLimits
    const services = {
      revocations: yield* Revocations,
      sessions: yield* RealtimeSessions,
      speech: yield* Speech
    }
    yield* router.addRoute(
      openRoute(
        SOCKET_PATH,
        // Uninterruptible: whoever has been given a seat comes to where it is left.
        Effect.gen(function* () {
          const seat = yield* limits.enter
          const performed = performer(services, yield* RequestInfo.currentId, seat)
          return yield* Effect.onError(sockets.serve(rules, performed, seat.leave, seat.take), () => seat.leave)
        }).pipe(Effect.uninterruptible)
      )
    )
  })
)
