/** Times and errors of sockets whose first message is `session.authenticate` with a ticket's token. */
import { InvalidRequest, type Problem, Unauthorized } from "../Errors.ts"

/** Seconds within which the first message must have come (wire contract, section 7). */
export const AUTHENTICATION_TIMEOUT_SECONDS = 10
/** Seconds after which a session ends, once nothing is left to be finished (sections 7 and 8). */
export const SESSION_TTL_SECONDS = 600
/** Seconds without what keeps a session open, after which it ends (sections 7 and 8). */
export const IDLE_TIMEOUT_SECONDS = 60

/** `route` is where tickets are to be had. */
export const unauthenticated = (route: string): Problem =>
  new Unauthorized({
    message: `the first message must be session.authenticate with the token of a ticket from POST ${route}`
  })

export const tooLate: Problem = new Unauthorized({
  message: `session.authenticate did not come within ${AUTHENTICATION_TIMEOUT_SECONDS} seconds`
})

/** The key was revoked after the session was opened. */
export const revoked: Problem = new Unauthorized({
  message: "the API key of this session has been revoked; what was begun before is finished and billed"
})

export const alreadyAuthenticated: Problem = new InvalidRequest({ message: "this session is authenticated already" })
