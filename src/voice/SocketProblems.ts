/** What a client of the speech socket can do wrong, in words. */
import {
  atField,
  type Problem,
  RateLimited,
  SpeechInProgress,
  TextLimitExceeded,
  TurnLimitReached,
  ValidationFailed
} from "../Errors.ts"
import * as Handshake from "../sockets/Handshake.ts"
import { MAX_MESSAGES_PER_SECOND, MAX_PIECES_PER_SECOND, MAX_TURNS } from "./RealtimeApi.ts"

/** Seconds until a client may ask again whether a turn has ended. */
const RETRY_AFTER_SECONDS = 1

const invalidText = (code: string, message: string): Problem =>
  new ValidationFailed(atField({ field: "text", code, message }))

export const unauthenticated: Problem = Handshake.unauthenticated("/api/v1/realtime/sessions")

export const tooManyMessages: Problem = new RateLimited({
  message: `at most ${MAX_MESSAGES_PER_SECOND} messages a second are answered; send this one again later`,
  retryAfter: RETRY_AFTER_SECONDS
})

/** The text with it is not spoken: later pieces are refused too, until the turn is committed, which is refused then. */
export const tooManyPieces: Problem = new RateLimited({
  message: `at most ${MAX_PIECES_PER_SECOND} pieces of text a second are taken; this turn is refused, send its whole text again`,
  retryAfter: RETRY_AFTER_SECONDS
})

export const speechInProgress: Problem = new SpeechInProgress({
  message: "one turn at a time: wait for speech.completed or speech.cancelled",
  retryAfter: RETRY_AFTER_SECONDS
})

export const turnLimit: Problem = new TurnLimitReached({
  message: `a session has at most ${MAX_TURNS} request ids; open another session`
})

export const textLimit = (most: number, left: number): Problem => {
  const message = `the session may speak ${most} characters in all, ${Math.max(0, left)} are left`
  return new TextLimitExceeded(atField({ field: "text", code: "too_long", message }))
}

export const nothingAppended: Problem = invalidText(
  "missing",
  "nothing has been appended since the last commit; send text.append first"
)

export const notSpeakable: Problem = invalidText(
  "invalid_value",
  "the appended text must hold at least one Ethiopic or Latin letter or digit, and no half characters or U+0000; append what is missing"
)

export const nothingToCancel: Problem = new ValidationFailed({ message: "no speech is in progress" })
