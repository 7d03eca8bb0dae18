/** The limits of a conversation that its contract names (wire contract, section 9). */

/** Milliseconds that a session lasts, and that it may go without sound or text of either side. */
export const SESSION_TTL = 30 * 60_000
export const IDLE_TIMEOUT = 60_000

/** Bytes of a frame of sound: two seconds of 48,000 Hz. */
export const MOST_FRAME_BYTES = 192_000
