/** Why a file cannot be read, in words for the client: "is encrypted", "is damaged". The only error that readers throw. */
export class Unreadable extends Error {}

export const ENCRYPTED = "is protected by a password; send it without one"
export const DAMAGED = "is damaged"
