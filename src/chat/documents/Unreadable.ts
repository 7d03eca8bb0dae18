/** Why a file cannot be read, in words for the client: "is encrypted", "is damaged". The only error that readers throw. */
export class Unreadable extends Error {}

export const ENCRYPTED = "is protected by a password; send it without one"
export const DAMAGED = "is damaged"

/** For a part that the rest can do without: `say` where it is damaged. What else goes wrong is thrown on. */
export const orSay =
  (say: () => void) =>
  (cause: unknown): void => {
    if (!(cause instanceof Unreadable && cause.message === DAMAGED)) throw cause
    say()
  }
