/**
 * One socket: a state machine (`StateMachine`), which is pure and tested without a
 * network, and a `perform` that carries out the machine's commands.
 */
import { Cause, type Clock, type Data, Duration, Effect, Exit, Option } from "effect"
import type { Problem } from "../Errors.ts"
import { fault } from "../http/Problems.ts"
import type { Connection, SocketListener } from "../http/Upgrade.ts"
import * as Monotonic from "../runtime/Monotonic.ts"
import type { CloseReason } from "./CloseReason.ts"
import * as ErrorEvent from "./ErrorEvent.ts"
import { isOversized } from "./FrameLimit.ts"
import { Inbox } from "./Inbox.ts"
import { awaitDrain } from "./SendBuffer.ts"
import type { SocketEvents } from "./SocketEvents.ts"

/** The open socket, as far as a session needs it. */
export type SocketConnection = Pick<Connection, "send" | "unsent" | "close" | "terminate">

type SocketEvent = Data.TaggedEnum<SocketEvents>

/** The state machine of a socket. Pure. */
export interface StateMachine<State, Input, Command> {
  readonly begin: (now: number) => State
  readonly step: (state: State, input: Input | SocketEvent, now: number) => readonly [State, ReadonlyArray<Command>]
  /** Whether the socket is closed: nothing more is done with this state. */
  readonly isOver: (state: State) => boolean
  /** When `Tick` is due next, in milliseconds of the monotonic clock, as every `now`; infinity for never. */
  readonly deadline: (state: State) => number
  /** What a client's frame means. */
  readonly read: (frame: string | Uint8Array) => Input
  /** How much may wait in the queue; `MOST_WAITING` if not given. */
  readonly queueLimit?: QueueLimit
}

/** The limit of the queue of client frames. */
export interface QueueLimit {
  readonly frames: number
  /** Of binary frames; of text, UTF-16 code units. */
  readonly bytes: number
}

/** The socket as command handlers see it. */
export interface SocketHandle<Input> {
  /** Puts an input in the queue. */
  readonly enqueue: (input: Input) => void
  readonly send: (frame: string | Uint8Array) => void
  /** Closes the socket when everything sent has been read, or the other side no longer reads. */
  readonly close: (code: number, reason: string) => Effect.Effect<void>
  /**
   * Waits while more than `MOST_UNSENT` waits to be read. Before each large
   * frame; so a socket holds that much and one frame, however slow its reader.
   * Where the reader stops altogether, the machine gets `Stalled` and this never returns.
   */
  readonly pace: Effect.Effect<void>
}

/** Carries out a command. What takes long is forked, and ends with the socket. */
export type CommandHandler<Input, Command> = (command: Command, handle: SocketHandle<Input>) => Effect.Effect<void>

/** How much may wait in the queue before frames are dropped. Clients that send messages may send less in a second. */
export const MOST_WAITING: QueueLimit = { frames: 256, bytes: 16 * 1024 * 1024 }

/** Bytes sent and not yet taken by the operating system, beyond which large frames wait. */
export const MOST_UNSENT = 1024 * 1024

/** A reader that takes nothing for this long has stopped reading. */
const STALL = Duration.seconds(30)
/** Before a close, what was sent may take this long without progress. */
const LINGER = Duration.seconds(5)

/** RFC 6455: going away; something unexpected in the server. */
const [GOING_AWAY, INTERNAL_ERROR] = [1001, 1011]

/** What is in the queue of a machine. */
type QueuedInput<Input> = Input | SocketEvent | ReadDefect | UnreadFrame

/** In the queue in place of an input: the defect with which its frame could not be read. */
class ReadDefect {
  constructor(readonly cause: unknown) {}
}

/** A frame as it came. It is read when its turn comes: of many that come at once, not all are read at once. */
class UnreadFrame {
  constructor(readonly frame: string | Uint8Array) {}
}

/** UTF-16 code units from which a text frame is large: reading it may take milliseconds, so it waits for its turn among all sockets. */
const LARGE_FRAME = 16 * 1024

/** A session as `Sockets` hosts it: `Sockets` sends ticks, drains it and gives it fibers. */
export interface HostedSession {
  readonly deadline: () => number
  readonly tick: () => void
  readonly drain: () => void
  /**
   * Works through what comes until the socket is over, or until there is nothing
   * to do before the next input; says whether it is over.
   */
  readonly work: Effect.Effect<boolean>
  /** Run before the socket is closed, however it ends: its client may then open another. May be run twice. */
  readonly release: Effect.Effect<unknown>
}

/** The host of a session. */
export interface SessionHost {
  readonly clock: Clock.Clock
  /** Something has come for a session without a fiber: runs it in one. */
  readonly wake: (member: HostedSession) => void
  /** Waits for the turn of a large frame. */
  readonly turn: Effect.Effect<void>
}

/** A session has a fiber only while it has something to do: a fiber costs 20 KB, and nearly all sockets wait nearly always. */
export class Session<State, Input, Command> implements HostedSession, SocketListener {
  /** The inbox of the fiber that works or is about to; none while there is no fiber. At first it waits for the socket to open. */
  private inbox: Inbox<QueuedInput<Input>> | undefined = new Inbox()
  private state: State
  private connection: SocketConnection | undefined
  /** Closes the socket as soon as it is open. */
  private dismissal: (() => void) | undefined
  private draining = false
  /** What of the client's is in the queue, and whether more has come than there was room for. */
  private frames = 0
  private bytes = 0
  private lost = false
  /** A frame was too large to be taken: none is taken behind it. */
  private hasOversized = false
  /** Nothing is put in the queue any more: no fiber will work through it. */
  private isOver = false

  constructor(
    private readonly machine: StateMachine<State, Input, Command>,
    private readonly perform: CommandHandler<Input, Command>,
    private readonly sessionHost: SessionHost,
    /** The id of the request that became the socket. */
    private readonly id: string,
    readonly release: Effect.Effect<unknown> = Effect.void
  ) {
    this.state = machine.begin(Monotonic.unsafeMillis(sessionHost.clock))
  }

  private offer(input: QueuedInput<Input>): void {
    if (this.isOver) return
    const hasFiber = this.inbox !== undefined
    this.inbox ??= new Inbox()
    this.inbox.offer(input)
    if (!hasFiber) this.sessionHost.wake(this)
  }

  deadline(): number {
    if (this.isOver) return Number.POSITIVE_INFINITY
    try {
      return this.machine.deadline(this.state)
    } catch (cause) {
      this.offer(new ReadDefect(cause))
      return Number.POSITIVE_INFINITY
    }
  }

  tick(): void {
    this.offer({ _tag: "Tick" })
  }

  /** From now on there is a fiber to the end: the server ends what is left by interrupting it. */
  drain(): void {
    this.draining = true
    this.offer({ _tag: "Draining" })
  }

  /** Takes a frame of the client. */
  receive(frame: string | Uint8Array): void {
    if (this.hasOversized) return
    if (isOversized(frame)) {
      this.hasOversized = true
      this.offer({ _tag: "Oversized" })
      return
    }
    const room = this.machine.queueLimit ?? MOST_WAITING
    if (this.frames < room.frames && this.bytes + frame.length <= room.bytes) {
      this.frames++
      this.bytes += frame.length
      this.offer(new UnreadFrame(frame))
    } else if (!this.lost) {
      this.lost = true
      this.offer({ _tag: "Flooded" })
    }
  }

  /** The other side is gone. */
  vanish(): void {
    this.offer({ _tag: "Gone" })
  }

  private apply(input: QueuedInput<Input>, handle: SocketHandle<Input>): Effect.Effect<void> {
    if (this.machine.isOver(this.state)) return Effect.void
    if (input instanceof ReadDefect) return Effect.die(input.cause)
    if (input instanceof UnreadFrame) {
      const applied = Effect.suspend(() => this.apply(this.machine.read(input.frame), handle))
      const isLarge = typeof input.frame === "string" && input.frame.length > LARGE_FRAME
      return isLarge ? Effect.zipRight(this.sessionHost.turn, applied) : applied
    }
    const [next, commands] = this.machine.step(this.state, input, Monotonic.unsafeMillis(this.sessionHost.clock))
    this.state = next
    return Effect.forEach(commands, (command) => this.perform(command, handle), { discard: true })
  }

  private handleOf(connection: SocketConnection): SocketHandle<Input> {
    const stalled = Effect.sync(() => this.offer({ _tag: "Stalled" }))
    return {
      enqueue: (input) => this.offer(input),
      send: (frame) => connection.send(frame),
      close: (code, reason) =>
        Effect.map(Effect.zipLeft(awaitDrain(connection, 0, LINGER), this.release), (isRead) =>
          isRead ? connection.close(code, reason) : connection.terminate()
        ),
      pace: Effect.suspend(() => awaitDrain(connection, MOST_UNSENT, STALL)).pipe(
        Effect.flatMap((isRead) => (isRead ? Effect.void : Effect.zipRight(stalled, Effect.never)))
      )
    }
  }

  /** The socket is open. */
  open(connection: SocketConnection): void {
    this.connection = connection
    this.offer({ _tag: "Opened" })
    this.dismissal?.()
  }

  /** Closes the socket without its machine, for which the client has gone. */
  dismiss(problem: Problem, { code, reason }: CloseReason): void {
    this.dismissal = () => {
      this.connection?.send(JSON.stringify(ErrorEvent.of(problem, Option.none(), this.id)))
      this.connection?.close(code, reason)
    }
    if (this.connection !== undefined) this.dismissal()
    this.vanish()
  }

  get work(): Effect.Effect<boolean> {
    const { connection, inbox } = this
    return connection === undefined || inbox === undefined
      ? Effect.dieMessage("a session works only when its socket is open and something has come")
      : this.processInbox(connection, inbox)
  }

  private processInbox(connection: SocketConnection, inbox: Inbox<QueuedInput<Input>>): Effect.Effect<boolean> {
    const handle = this.handleOf(connection)
    /** This fiber has nothing more to do, and ends: by the time it has ended, there may be another one. */
    let isDone = false
    const batch = Effect.flatMap(inbox.takeAll, (inputs) => {
      this.frames = 0
      this.bytes = 0
      this.lost = false
      return Effect.forEach(inputs, (input) => this.apply(input, handle), { discard: true })
    })
    // Commands that go on are this fiber's children, which end with it: it waits while there are any.
    const pause = Effect.withFiberRuntime<void>((fiber) =>
      Effect.flatMap(fiber.children, ({ length }) => {
        if (inbox.isFilled || length > 0 || this.draining) return batch
        isDone = true
        this.inbox = undefined
        return Effect.void
      })
    )
    const work = Effect.whileLoop({
      while: () => !isDone && !this.machine.isOver(this.state),
      body: () => (inbox.isFilled ? batch : pause),
      step: () => {}
    })
    return work.pipe(
      Effect.onExit((exit) => {
        if (!isDone) this.isOver = true
        return Exit.isSuccess(exit) ? Effect.void : this.abandon(connection, exit.cause)
      }),
      Effect.map(() => !isDone)
    )
  }

  /** Ends the socket without its machine: the server stops, or has a fault. Of a fault the client gets an event. */
  private abandon(connection: SocketConnection, cause: Cause.Cause<never>): Effect.Effect<void> {
    const reason = "the server ended this session"
    const close = (code: number) => Effect.map(this.release, () => connection.close(code, reason))
    if (Cause.isInterruptedOnly(cause)) return close(GOING_AWAY)
    const sent = Effect.sync(() => connection.send(JSON.stringify(ErrorEvent.of(fault, Option.none(), this.id))))
    return Effect.logError("a socket failed through a fault", cause).pipe(
      Effect.zipRight(sent),
      Effect.ensuring(close(INTERNAL_ERROR)),
      Effect.annotateLogs({ request_id: this.id })
    )
  }
}
