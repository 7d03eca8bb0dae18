/**
 * The body of an answer that is told as it comes to be, by plain calls: an
 * Effect stream costs more for each piece than all else that is done with it.
 * Send it with `HttpServerResponse.raw`.
 */

/** What a body is read from. */
export interface Source {
  /** The next bytes; undefined at the end. Must not fail. Not asked for again before it has answered. */
  readonly next: () => Promise<Uint8Array | undefined>
  /** Nobody reads any more. */
  readonly cancel: () => void
}

export class LiveBody extends ReadableStream<Uint8Array> {
  /** Calls back once, with the count of bytes, when the last has been taken or nobody takes any more. */
  readonly onEnd: (listener: (bytes: number) => void) => void

  constructor({ cancel, next }: Source) {
    let bytes = 0
    let isOver = false
    let listener: ((bytes: number) => void) | undefined
    const end = () => {
      if (isOver) return
      isOver = true
      listener?.(bytes)
    }
    super({
      pull: async (controller) => {
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
      },
      cancel: () => {
        cancel()
        end()
      }
    })
    this.onEnd = (called) => {
      if (isOver) called(bytes)
      else listener = called
    }
  }
}
