/** A turn of the speech socket: what may begin, what it counts for, how it ends. */
import { Option } from "effect"
import type { RequestId } from "../Domain.ts"
import { leave, stay } from "../sockets/TicketedSocket.ts"
import type { Clip } from "./Api.ts"
import { MAX_TURNS } from "./RealtimeApi.ts"
import * as Problems from "./SocketProblems.ts"
import { Command, type Handler, type Open, refuse, type Step, type Turn } from "./SocketState.ts"

/** Characters that wait in the buffer, and those that return to it where the turn is not admitted. */
const pending = ({ buffer, turn }: Open): number =>
  buffer.length +
  Option.match(turn, {
    onNone: () => 0,
    onSome: ({ added, admitted, committed, text }) => (committed && !admitted ? text.length - added : 0)
  })

/** Characters that the session may still take. */
export const remainingCharacters = (open: Open): number => open.session.maxTextCharacters - open.spent - pending(open)

/** Begins a turn, or says why not. */
export const beginTurn = (open: Open, requestId: RequestId, text: string, committed: boolean): Step => {
  const before = open.counted.get(requestId)
  const added = Math.max(0, text.length - (before ?? 0))
  const room = remainingCharacters(open) + (committed ? text.length : 0)
  const about = Option.some(requestId)
  if (Option.isSome(open.turn)) return refuse(open, Problems.speechInProgress, about)
  if (before === undefined && open.counted.size >= MAX_TURNS) return refuse(open, Problems.turnLimit, about)
  if (added > room) return refuse(open, Problems.textLimit(open.session.maxTextCharacters, room), about)
  const turn: Turn = { requestId, text, committed, added, admitted: false, cancelled: false, sequence: 0 }
  return [
    {
      ...open,
      counted: new Map(open.counted).set(requestId, (before ?? 0) + added),
      spent: open.spent + added,
      buffer: committed ? "" : open.buffer,
      turn: Option.some(turn)
    },
    [Command.Start({ session: open.session, requestId, text })]
  ]
}

/** The turn has ended, and with it the session where that was to be. */
export const finish = (open: Open, now: number, command: Command): Step =>
  Option.match(open.ending, {
    onNone: () => [{ ...open, turn: Option.none(), active: now }, [command]],
    onSome: (closeReason) => leave(closeReason, command)
  })

/** The turn made nothing new, so its characters count for nothing. */
export const uncount = (open: Open, { added, requestId }: Turn): Open => ({
  ...open,
  counted: new Map(open.counted).set(requestId, (open.counted.get(requestId) ?? 0) - added),
  spent: open.spent - added
})

/** What was committed and not admitted can be committed again. */
export const restore = (open: Open, { admitted, committed, text }: Turn): Open =>
  committed && !admitted ? { ...open, buffer: text + open.buffer } : open

/** The event that ends a turn with its clip. */
export const endEvent = ({ cancelled, requestId }: Turn, clip: Clip, replayed: boolean): Command =>
  Command.Send({
    event: cancelled
      ? { type: "speech.cancelled", request_id: requestId, data: clip }
      : {
          type: "speech.completed",
          request_id: requestId,
          data: clip,
          ...(replayed ? { idempotent_replay: true as const } : {})
        }
  })

/** What happens to the running turn; nothing where none runs. */
export const ofTurn =
  (happens: (turn: Turn, open: Open, now: number) => Step): Handler<Open> =>
  (open, now) =>
    Option.match(open.turn, { onNone: () => stay(open), onSome: (turn) => happens(turn, open, now) })

/** The session with its turn as it now is. */
export const withTurn = (open: Open, turn: Turn): Open => ({ ...open, turn: Option.some(turn) })
