/** Plays pieces of sound one after the other, without a gap. */

/** Seconds that a first piece waits, so that the next is there when it ends. */
const AHEAD = 0.05

export const openLoudspeaker = () => {
  const context = new AudioContext()
  const playing = new Set<AudioBufferSourceNode>()
  let end = 0
  return {
    /** 16-bit samples, in base64, at `rate` hertz. */
    play: (base64: string, rate: number): void => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const samples = Float32Array.from(new Int16Array(bytes.buffer), (sample) => sample / 32_768)
      if (samples.length === 0) return
      const buffer = context.createBuffer(1, samples.length, rate)
      buffer.copyToChannel(samples, 0)
      const source = new AudioBufferSourceNode(context, { buffer })
      source.connect(context.destination)
      end = Math.max(end, context.currentTime + AHEAD)
      source.start(end)
      end += buffer.duration
      playing.add(source)
      source.onended = () => playing.delete(source)
    },
    /** Throws away what has not been played: the server sends ahead. */
    silence: (): void => {
      for (const source of playing) source.stop()
      end = 0
    },
    close: (): void => {
      void context.close()
    }
  }
}
