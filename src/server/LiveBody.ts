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

export class LiveBody extends ReadableStream<Uint8Array> {
  /**
   * Calls back once, when the last has been taken or nobody takes any more, with
   * the count of bytes, and with what its source threw where that was the end.
   */
  readonly onEnd: (listener: (bytes: number, thrown?: unknown) => void) => void

  constructor({ cancel, next }: Source) {
    let bytes = 0
    let isOver = false
    let listener: ((bytes: number, thrown?: unknown) => void) | undefined
    let fault: unknown
    const end = (thrown?: unknown) => {
      if (isOver) return
      isOver = true
      fault = thrown
      listener?.(bytes, thrown)
    }
    super({
      pull: async (controller) => {
        try {
          const piece = await next()
          // Nobody takes it where the wait for it was cancelled.
          if (isOver) return
          if (piece !== undefined) {
            bytes += piece.byteLength
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
    this.onEnd = (called) => {
      if (isOver) called(bytes, fault)
      else listener = called
    }
  }
}
