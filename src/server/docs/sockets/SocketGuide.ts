/** A message of a socket, as it is on the wire, and when it is sent. */
export interface Frame {
  readonly frame: Readonly<Record<string, unknown>>
  readonly meaning: string
}

/** What a reader has to know of a socket. Texts may have `code` in them. */
export interface SocketGuide {
  readonly path: string
  readonly title: string
  readonly description: string
  /** The operations that lead to it. */
  readonly operations: ReadonlyArray<string>
  readonly client: ReadonlyArray<Frame>
  readonly server: ReadonlyArray<Frame>
  /** Close codes with what each means. */
  readonly closes: Readonly<Record<string, string>>
  /** A whole program in TypeScript, for the server at `base`. */
  readonly program: (base: string) => string
}

/** The usual close codes, for sockets that have no others. */
export const CLOSES = {
  "1000": "It is over: everything was said, or it lasted as long as it may.",
  "1001": "Nothing came for 60 seconds, or the server stops.",
  "1008": "Refused: the error before it says why; or the client sent too much, or did not read.",
  "1011": "The server failed."
} as const

/** The first message of a socket that is opened by its session's ticket. */
export const AUTHENTICATE: Frame = {
  frame: { type: "session.authenticate", token: "the ticket's token" },
  meaning: "First, within 10 seconds. The token is the ticket's, good for one socket and 60 seconds."
}
