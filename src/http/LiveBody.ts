/**
 * The body of an answer that is told as it comes to be, by plain calls: an
 * Effect stream costs more for each piece than all else that is done with it.
 * Send it with `HttpServerResponse.raw`.
 */

/** What a body is read from. */
export interface Source {
  /**
   * The next bytes; undefined at the end. Not asked for again before it has
   * answered. Should not fail: the answer is broken off then, as its reader must
   * not take what it has for the whole.
   */
  readonly next: () => Promise<Uint8Array | undefined>
  /** Nobody reads any more. */
  readonly cancel: () => void
}

/** Who sees how a body is taken. */
export interface Watcher {
  /** A piece is wanted that is not there yet. */
  readonly wanted: () => void
  /** A piece is there to be taken. */
  readonly given: () => void
  /**
   * Once: the last has been taken or nobody takes any more. `bytes` is how many
   * there were, `thrown` what the source threw where that was the end.
   */
  readonly ended: (bytes: number, thrown?: unknown) => void
}

export class LiveBody extends ReadableStream<Uint8Array> {
  /** Has one watcher told from now on, and at once of how it stands. */
  readonly watch: (watcher: Watcher) => void

  constructor({ cancel, next }: Source) {
    let bytes = 0
    let isOver = false
    let isWanted = false
    let watcher: Watcher | undefined
    let fault: unknown
    const end = (thrown?: unknown) => {
      if (isOver) return
      isOver = true
      fault = thrown
      watcher?.ended(bytes, thrown)
    }
    super({
      pull: async (controller) => {
        try {
          isWanted = true
          watcher?.wanted()
          const piece = await next()
          isWanted = false
          // Nobody takes it where the wait for it was cancelled.
          if (isOver) return
          if (piece !== undefined) {
            bytes += piece.byteLength
            watcher?.given()
            controller.enqueue(piece)
          } else {
            controller.close()
            end()
          }
        } catch (thrown) {
          controller.error(thrown)
          end(thrown)
        }
      },
      cancel: () => {
        try {
          cancel()
          end()
        } catch (thrown) {
          end(thrown)
        }
      }
    })
    this.watch = (called) => {
      watcher = called
      if (isOver) called.ended(bytes, fault)
      else if (isWanted) called.wanted()
      else called.given()
    }
  }
}
