/** A microphone that never stops, at the pace of speech: silence where nothing is said. */

const FRAME_MILLIS = 20

export interface Microphone {
  /** Speaks; done when the last sample was sent. */
  readonly say: (samples: Int16Array) => Promise<void>
  readonly stop: () => void
}

/** Sends mono sound of `rate` Hz in frames of 20 ms until it is stopped. */
export const startMicrophone = (rate: number, send: (frame: Int16Array<ArrayBuffer>) => void): Microphone => {
  const size = (rate * FRAME_MILLIS) / 1_000
  const words: Array<{ readonly frame: Int16Array; readonly sent: () => void }> = []
  let isOn = true
  const run = async () => {
    const begun = performance.now()
    for (let count = 1; isOn; count++) {
      const next = words.shift()
      const frame = new Int16Array(size)
      frame.set(next?.frame ?? [])
      send(frame)
      next?.sent()
      await Bun.sleep(Math.max(0, begun + count * FRAME_MILLIS - performance.now()))
    }
  }
  run()
  return {
    say: (samples) =>
      new Promise((done) => {
        for (let from = 0; from < samples.length; from += size) {
          const isLast = from + size >= samples.length
          words.push({ frame: samples.subarray(from, from + size), sent: isLast ? done : () => {} })
        }
      }),
    stop: () => {
      isOn = false
    }
  }
}
