/** How many messages and pieces of text a speech socket takes in a second (wire contract, section 8). Pure. */
import * as Limits from "./RealtimeApi.ts"
import type { Open } from "./SocketState.ts"

/** Milliseconds. */
const RATE_WINDOW = 1_000

/** Messages in a second for which a client is no longer answered but its socket closed. */
export const FLOOD_LIMIT = 10 * Limits.MAX_MESSAGES_PER_SECOND
/** The same of pieces of text. */
export const PIECES_FLOOD_LIMIT = 10 * Limits.MAX_PIECES_PER_SECOND

/** The state with one message or piece of text more in its second. */
export const count = (open: Open, isPiece: boolean, now: number): Open => {
  const { messages, pieces, since } =
    now - open.second.since < RATE_WINDOW ? open.second : { since: now, messages: 0, pieces: 0 }
  const second = { since, messages: messages + (isPiece ? 0 : 1), pieces: pieces + (isPiece ? 1 : 0) }
  return { ...open, second, active: now }
}
