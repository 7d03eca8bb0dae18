/**
 * A protocol adapter translates between one protocol and the conversation's machine,
 * which knows no wire format. It is pure. An adapter and the machine together are
 * the state machine of a socket.
 */
import { Chunk, Data } from "effect"
import type { QueueLimit, StateMachine } from "../sockets/Session.ts"
import * as Machine from "./ConversationMachine.ts"
import { type Command, type Event, Input } from "./MachineMessages.ts"
import type { Open, State } from "./State.ts"

/** An adapter's next state, inputs for the machine in their order, and frames for the client that come first. */
export interface AdapterStep<AdapterState> {
  readonly adapter: AdapterState
  readonly inputs: ReadonlyArray<Input>
  readonly frames: ReadonlyArray<string>
}

export interface ProtocolAdapter<Message, AdapterState> {
  readonly begin: AdapterState
  /** What a frame of the client is. */
  readonly read: (frame: string | Uint8Array) => Message
  /** What a message means. Only once the session is open: what comes before waits. */
  readonly interpret: (adapter: AdapterState, message: Message, machine: Open) => AdapterStep<AdapterState>
  /**
   * The frames in which the client gets an event. `isReply`: a message causes it at once, the
   * last one that came; else it comes of itself, or of what was begun earlier.
   */
  readonly write: (
    adapter: AdapterState,
    event: Event,
    isReply: boolean
  ) => readonly [AdapterState, ReadonlyArray<string>]
  readonly queueLimit: QueueLimit
}

/** What happens to a socket: to its machine, or a message of its client. */
export type SocketInput = Input | ClientFrame
/** A frame of the client as it came. It is read when its turn comes: one after which the socket is closed never is. */
interface ClientFrame {
  readonly _tag: "Message"
  readonly frame: string | Uint8Array
}

/** What a socket does: its machine's commands, with events as frames. */
export type SocketCommand =
  | Exclude<Command, { readonly _tag: "Emit" }>
  | { readonly _tag: "Send"; readonly frame: string }
export const SocketCommand = Data.taggedEnum<SocketCommand>()

interface SocketState<AdapterState> {
  readonly machine: State
  readonly adapter: AdapterState
  /** Frames that came before the session was open; no more of them than there is room for, twice. */
  readonly waiting: Chunk.Chunk<ClientFrame["frame"]>
}

type Step<S> = readonly [S, ReadonlyArray<SocketCommand>]

/** The state machine of a socket with this adapter. `first`: frames that are read before any of the client's. */
export const stateMachine = <Message, AdapterState>(
  adapter: ProtocolAdapter<Message, AdapterState>,
  first: ReadonlyArray<string> = []
): StateMachine<SocketState<AdapterState>, SocketInput, SocketCommand> => {
  type S = SocketState<AdapterState>

  /** Applies an input of the machine. `length`: of the frame that the input comes of; none where it comes of none. */
  const applyInput = (state: S, input: Input, now: number, length?: number): Step<S> => {
    const isReply = length !== undefined
    const [machine, commands] = Machine.step(state.machine, input, now, length)
    let current = state.adapter
    const done = commands.flatMap((command): ReadonlyArray<SocketCommand> => {
      if (command._tag !== "Emit") return [command]
      const [next, frames] = adapter.write(current, command.event, isReply)
      current = next
      return frames.map((frame) => SocketCommand.Send({ frame }))
    })
    return [{ ...state, machine, adapter: current }, done]
  }

  /** Applies a frame of the client, or keeps it until the session is open. */
  const applyFrame = (state: S, frame: ClientFrame["frame"], now: number): Step<S> => {
    const { machine } = state
    if (machine._tag === "Closed") return [state, []]
    if (machine._tag === "Opening") return [{ ...state, waiting: Chunk.append(state.waiting, frame) }, []]
    const adapted = adapter.interpret(state.adapter, adapter.read(frame), machine)
    const frames = adapted.frames.map((frame) => SocketCommand.Send({ frame }))
    // What one message asks for is counted once, also where the machine has nothing to do for it.
    let { length } = frame
    const reply = (next: S, input: Input) => {
      const counted = length
      length = 0
      return applyInput(next, input, now, counted)
    }
    const inputs = adapted.inputs.length === 0 ? [Input.Handled()] : adapted.inputs
    return inOrder({ ...state, adapter: adapted.adapter }, inputs, reply, frames)
  }

  const step = (state: S, input: SocketInput, now: number): Step<S> => {
    if (input._tag === "Message") return applyFrame(state, input.frame, now)
    const [next, commands] = applyInput(state, input, now)
    if (next.machine._tag !== "Open" || Chunk.isEmpty(next.waiting)) return [next, commands]
    const ready: S = { ...next, waiting: Chunk.empty() }
    return inOrder(ready, next.waiting, (then, frame) => applyFrame(then, frame, now), commands)
  }

  return {
    begin: () => ({ machine: Machine.begin, adapter: adapter.begin, waiting: Chunk.fromIterable(first) }),
    step,
    isOver: ({ machine }) => machine._tag === "Closed",
    deadline: ({ machine }) => Machine.deadline(machine),
    read: (frame) => ({ _tag: "Message", frame }),
    queueLimit: adapter.queueLimit
  }
}

/** Steps one after the other, with all that they do. */
const inOrder = <S, Item>(
  state: S,
  items: Iterable<Item>,
  step: (state: S, item: Item) => Step<S>,
  before: ReadonlyArray<SocketCommand>
): Step<S> => {
  let current = state
  const commands = [...before]
  for (const item of items) {
    const [next, more] = step(current, item)
    current = next
    commands.push(...more)
  }
  return [current, commands]
}
