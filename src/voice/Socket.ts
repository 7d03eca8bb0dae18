/** The speech socket: carries out what `SocketMachine` decides. */
import { Effect, Either, Option } from "effect"
import { Revocations } from "../access/Revocations.ts"
import type { EventFeed } from "../billing/EventLog.ts"
import type { Problem } from "../Errors.ts"
import * as MessageReader from "../sockets/MessageReader.ts"
import {
  type CommandHandler,
  MOST_WAITING,
  type QueueLimit,
  type SocketHandle,
  type StateMachine
} from "../sockets/Session.ts"
import type { SocketSlot } from "../sockets/SocketLimits.ts"
import * as SocketRoute from "../sockets/SocketRoute.ts"
import { ClientMessage, SOCKET_PATH } from "./RealtimeApi.ts"
import { RealtimeSessions } from "./RealtimeSessions.ts"
import { followAudio } from "./SocketAudio.ts"
import * as SocketMachine from "./SocketMachine.ts"
import { Command, Input, type Session, type State } from "./SocketState.ts"
import { Speech, type SpeechEvent } from "./Speech.ts"

const read = MessageReader.messageReader(ClientMessage)

/** A second of messages, of which a model's are mostly pieces of text, and some more. */
const ROOM: QueueLimit = { ...MOST_WAITING, frames: 1_024 }

/** Where a message names its type, in UTF-16 code units from either end: beside it is little but the text. */
const TYPE_WITHIN = 256
/** Whether what is no message was to be a piece of text. */
const isPiece = (frame: string | Uint8Array): boolean =>
  typeof frame === "string" &&
  [frame.slice(0, TYPE_WITHIN), frame.slice(-TYPE_WITHIN)].some((part) => part.includes('"text.append"'))

const machine: StateMachine<State, Input, Command> = {
  ...SocketMachine.machine,
  read: (frame) =>
    Either.match(read(frame), {
      onLeft: (unreadable) => Input.Malformed({ ...unreadable, isPiece: isPiece(frame) }),
      onRight: (message) => Input.Received({ message })
    }),
  queueLimit: ROOM
}

/** Whether a turn's audio is still wanted; shared by the socket and the fiber of the turn. */
interface Output {
  muted: boolean
}

/** Sends a turn's audio, as fast as it is made and as its reader reads. */
const deliver = (session: Session, output: Output, handle: SocketHandle<Input>, events: EventFeed<SpeechEvent>) =>
  followAudio(session.maxAudioSeconds, events, ({ format, pieces }) => {
    if (output.muted) return Effect.succeed(false)
    const send = (audio: string) => Effect.map(handle.pace, () => handle.enqueue(Input.TurnAudio({ format, audio })))
    return Effect.as(Effect.forEach(pieces, send, { discard: true }), true)
  })

type Start = Extract<Command, { _tag: "Start" }>

/**
 * One turn, from its request to the input that ends it. The job is not this
 * fiber's: it goes on, and is billed, when the socket ends this.
 */
const takeTurn = (speech: Speech, { requestId, session, text }: Start, output: Output, handle: SocketHandle<Input>) => {
  const turn = Effect.gen(function* () {
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
    handle.enqueue(Input.TurnAdmitted())
    yield* deliver(session, output, handle, submission.events)
    const { result } = yield* submission.settled
    return Input.TurnSettled({ clip: yield* speech.clipOf(session.walletId, result, false) })
  })
  const failed = (problem: Problem) => Input.TurnFailed({ problem })
  return SocketRoute.report(turn, handle, failed, "a turn failed through a fault").pipe(
    Effect.annotateLogs({ session: session.id, wallet: session.walletId })
  )
}

/** What the commands are carried out with. */
interface Services {
  readonly revocations: Revocations
  readonly sessions: RealtimeSessions
  readonly speech: Speech
}

const redeem = ({ revocations, sessions }: Services, slot: SocketSlot, token: string, handle: SocketHandle<Input>) => {
  const revoked = () => handle.enqueue(Input.Revoked())
  const redeemed = Effect.tap(sessions.redeem(token), ({ caller }) =>
    slot.claim(caller.keyId, () => revocations.watch(caller, revoked))
  )
  return Effect.matchEffect(redeemed, {
    onFailure: (problem) => Effect.sync(() => handle.enqueue(Input.TicketRefused({ problem }))),
    onSuccess: ({ caller, payload }) => {
      handle.enqueue(Input.Redeemed({ session: payload }))
      return Effect.annotateLogs(Effect.logInfo("session"), {
        session: payload.id,
        key_id: caller.keyId,
        wallet_id: caller.walletId
      })
    }
  })
}

/** Carries out the commands of one socket. `socketId` is the id of the request that became it. */
const performer = (services: Services, socketId: string, slot: SocketSlot): CommandHandler<Input, Command> => {
  /** Of the latest turn. */
  let output: Output | undefined
  return (command, handle) =>
    Command.$match(command, {
      Redeem: ({ token }) => Effect.annotateLogs(redeem(services, slot, token, handle), { request_id: socketId }),
      Start: (start) => {
        output = { muted: false }
        const turn = takeTurn(services.speech, start, output, handle)
        return Effect.fork(Effect.annotateLogs(turn, { request_id: socketId }))
      },
      Mute: () =>
        Effect.sync(() => {
          if (output !== undefined) output.muted = true
        }),
      ...SocketRoute.replies(socketId, handle)
    })
}

/** Adds the socket to the server's router. */
export const layer = SocketRoute.layer(
  SOCKET_PATH,
  Effect.gen(function* () {
    const services = { revocations: yield* Revocations, sessions: yield* RealtimeSessions, speech: yield* Speech }
    return (socketId: string, slot: SocketSlot) =>
      Effect.succeed({ machine, perform: performer(services, socketId, slot) })
  })
)
