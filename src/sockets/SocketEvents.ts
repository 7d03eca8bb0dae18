/** What may happen to any socket, as the inputs of a machine. */
export type SocketEvents = {
  /** The socket is open; the first input. */
  Opened: {}
  /** A deadline may have passed. */
  Tick: {}
  /** The server is going down. */
  Draining: {}
  /** More frames came than can wait; the last of them are lost. */
  Flooded: {}
  /** A frame was larger than any may be. It is lost, and so is all behind it. */
  Oversized: {}
  /** The client has stopped reading. */
  Stalled: {}
  /** The client has gone. */
  Gone: {}
  /** The key on whose word the session was opened has been revoked. */
  Revoked: {}
}
