/**
 * A face: how one protocol speaks to the conversation's machine, which knows no
 * wire format. Pure. A face and the machine together are the rules of a socket.
 */
import { Chunk, Data } from "effect"
import type { Room, Rules } from "../sockets/Session.ts"
import * as Machine from "./ConversationMachine.ts"
import type { Command, Event, Input } from "./Messages.ts"
import type { Open, State } from "./State.ts"

/** A face's next state, what is asked of the machine one after the other, and frames for the client that come first. */
export interface Heard<FaceState> {
  readonly face: FaceState
  readonly inputs: ReadonlyArray<Input>
  readonly frames: ReadonlyArray<string>
}

export interface Face<Message, FaceState> {
  readonly begin: FaceState
  /** What a frame of the client is. */
  readonly read: (frame: string | Uint8Array) => Message
  /** What a message means. Only once the session is open: what comes before waits. */
  readonly hear: (face: FaceState, message: Message, machine: Open) => Heard<FaceState>
  /**
   * What the client is told of an event. `isReply`: a message causes it at once, the
   * one that was heard last; else it comes of itself, or of what was begun earlier.
   */
  readonly write: (face: FaceState, event: Event, isReply: boolean) => readonly [FaceState, ReadonlyArray<string>]
  readonly room: Room
}

/** What happens to a socket: to its machine, or a message of its client. */
export type SocketInput<Message> = Input | Message_<Message>
interface Message_<Message> {
  readonly _tag: "Message"
  readonly message: Message
}

/** What a socket does: its machine's commands, with events as frames. */
export type SocketCommand =
  | Exclude<Command, { readonly _tag: "Emit" }>
  | { readonly _tag: "Send"; readonly frame: string }
export const SocketCommand = Data.taggedEnum<SocketCommand>()

interface SocketState<Message, FaceState> {
  readonly machine: State
  readonly face: FaceState
  /** Messages that came before the session was open; no more of them than there is room for, twice. */
  readonly waiting: Chunk.Chunk<Message>
}

type Step<S> = readonly [S, ReadonlyArray<SocketCommand>]

/** The rules of a socket that speaks through `face`. `first`: what is heard before anything of the client's. */
export const rules = <Message, FaceState>(
  face: Face<Message, FaceState>,
  first: ReadonlyArray<Message> = []
): Rules<SocketState<Message, FaceState>, SocketInput<Message>, SocketCommand> => {
  type S = SocketState<Message, FaceState>

  const tell = (state: S, input: Input, now: number, isReply: boolean): Step<S> => {
    const [machine, commands] = Machine.step(state.machine, input, now)
    let told = state.face
    const done = commands.flatMap((command): ReadonlyArray<SocketCommand> => {
      if (command._tag !== "Emit") return [command]
      const [next, frames] = face.write(told, command.event, isReply)
      told = next
      return frames.map((frame) => SocketCommand.Send({ frame }))
    })
    return [{ ...state, machine, face: told }, done]
  }

  const hear = (state: S, message: Message, now: number): Step<S> => {
    const { machine } = state
    if (machine._tag === "Closed") return [state, []]
    if (machine._tag === "Opening") return [{ ...state, waiting: Chunk.append(state.waiting, message) }, []]
    const heard = face.hear(state.face, message, machine)
    const frames = heard.frames.map((frame) => SocketCommand.Send({ frame }))
    return inOrder({ ...state, face: heard.face }, heard.inputs, (next, input) => tell(next, input, now, true), frames)
  }

  const step = (state: S, input: SocketInput<Message>, now: number): Step<S> => {
    if (input._tag === "Message") return hear(state, input.message, now)
    const [next, commands] = tell(state, input, now, false)
    if (next.machine._tag !== "Open" || Chunk.isEmpty(next.waiting)) return [next, commands]
    const ready: S = { ...next, waiting: Chunk.empty() }
    return inOrder(ready, next.waiting, (then, message) => hear(then, message, now), commands)
  }

  return {
    begin: () => ({ machine: Machine.begin, face: face.begin, waiting: Chunk.fromIterable(first) }),
    step,
    isOver: ({ machine }) => machine._tag === "Closed",
    deadline: ({ machine }) => Machine.deadline(machine),
    read: (frame) => ({ _tag: "Message", message: face.read(frame) }),
    room: face.room
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
