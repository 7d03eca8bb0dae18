/** How a socket ends, in the words of RFC 6455. */

export interface CloseReason {
  readonly code: number
  readonly reason: string
}

export const GOING_AWAY: CloseReason = { code: 1001, reason: "the server is shutting down" }
export const UNAUTHORIZED: CloseReason = { code: 1008, reason: "not authenticated" }
export const REVOKED: CloseReason = { code: 1008, reason: "the API key has been revoked" }
export const FLOOD: CloseReason = { code: 1008, reason: "far too many messages" }
export const TOO_LARGE: CloseReason = { code: 1009, reason: "a frame is too large" }
export const NOT_READING: CloseReason = { code: 1008, reason: "events are not being read" }
/** A session that lasted as long as it may. */
export const sessionOver = (seconds: number): CloseReason => ({
  code: 1000,
  reason: `the session has lasted its ${seconds / 60} minutes`
})

/** So many seconds without what keeps a session open. */
export const idle = (seconds: number, without: string): CloseReason => ({
  code: 1001,
  reason: `${seconds} seconds without ${without}`
})

export const TOO_MANY_SOCKETS: CloseReason = {
  code: 1008,
  reason: "others wait for the place of a socket that does not authenticate"
}
