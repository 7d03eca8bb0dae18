/** The limits of a conversation (wire contract, section 9). */
import type { WireFormat } from "../audio/LivePcm.ts"
import { InsufficientCredits, RateLimited } from "../Errors.ts"
import type { QueueLimit } from "../sockets/Session.ts"

export * from "./LimitsApi.ts"

/** Hertz of sound that is taken. */
export const LEAST_RATE = 8_000
export const MOST_RATE = 48_000

/** UTF-16 code units of a typed turn: as many as are spoken at once (wire contract, section 5). */
export const MOST_TEXT = 5_000

/** Seconds of sound of one turn; a longer one is cut here. As of a transcription (wire contract, section 7). */
export const MOST_TURN_SECONDS = 180

/** Milliseconds without any sound after which a turn of the user is over: its silence is not coming. */
export const LEAST_PAUSE = 1_000

/** Mistakes that are answered; one more ends the session. */
export const MOST_MISTAKES = 100

/** Messages beside sound that may come at once, and how many more each second: no client has that much to say. */
export const MOST_MESSAGES = 400
export const MESSAGES_PER_SECOND = 20

/**
 * UTF-16 code units of these messages that may come at once, and how many more each second: a message may hold 50,000
 * fields, which take as long to read as thousands of short ones. Four of the longest, or twice what 128 entries of a
 * conversation have.
 */
export const MOST_MESSAGE_UNITS = 1024 * 1024
export const MESSAGE_UNITS_PER_SECOND = 64 * 1024

/** Characters of a message around the sound in it that are not counted: its type, its id. */
export const AROUND_SOUND = 1_024

export const tooMany = new RateLimited({
  message: `far too many messages came; send at most ${MESSAGES_PER_SECOND} a second, of ${MESSAGE_UNITS_PER_SECOND} characters together`,
  retryAfter: 1
})

/** Sound may come so many times faster than it is spoken, and be so many seconds ahead beside. */
export const MOST_PACE = 4
export const MOST_AHEAD_SECONDS = 120

export const tooFast = new RateLimited({
  message: `far more sound came than can be spoken in the time; it may be ${MOST_AHEAD_SECONDS} seconds ahead, and come ${MOST_PACE} times as fast as it is spoken beside`,
  retryAfter: 1
})

/** All sound that may be ahead, in frames of 10 ms and in base64 at 48,000 Hz. */
export const ROOM: QueueLimit = { frames: 16 * 1_024, bytes: 16 * 1_024 * 1_024 }

export const tooMuchWaits = new RateLimited({
  message: `more came at once than may wait, ${ROOM.frames} messages of ${ROOM.bytes} bytes together; send sound in longer pieces, or as it is spoken`,
  retryAfter: 1
})

export const emptyWallet = new InsufficientCredits({
  message: "the wallet can pay for no more of this conversation, which ends here; top it up to go on"
})
export const lowWallet =
  "the wallet has less than a minute of conversation left; the conversation ends when it is empty, top it up"

/** Of sound in a format. */
export const secondsOf = (bytes: number, format: WireFormat): number =>
  format._tag === "Pcm16" ? bytes / 2 / format.rate : bytes / 8_000
