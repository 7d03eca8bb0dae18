/** The microphone and the loudspeaker, as 16-bit samples in base64. */

const toBase64 = (samples) => btoa(String.fromCharCode(...new Uint8Array(samples.buffer)))
const fromBase64 = (text) => new Int16Array(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer)

/**
 * Gives each 100 ms of the microphone to `send`, with their rate. Without the cancelling of
 * echoes the server would hear its own answers. Firefox takes no rate here but the
 * microphone's own: leave `sampleRate` out; `WS /ws` takes any from 8,000 to 48,000 Hz.
 */
const openMicrophone = async (sampleRate, send) => {
  const context = new AudioContext({ sampleRate })
  await context.audioWorklet.addModule(new URL("microphone.js", import.meta.url))
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true }
  })
  const options = { numberOfOutputs: 0, channelCount: 1, channelCountMode: "explicit" }
  const frames = new AudioWorkletNode(context, "microphone", options)
  frames.port.onmessage = ({ data }) => send(toBase64(data), context.sampleRate)
  context.createMediaStreamSource(stream).connect(frames)
  return {
    close: () => {
      for (const track of stream.getTracks()) track.stop()
      return context.close()
    }
  }
}

/** Opens the microphone, or says why it cannot; it is to be closed. */
export const listen = async (sampleRate, send, showState) => {
  try {
    const microphone = await openMicrophone(sampleRate, send)
    showState("Listening")
    return microphone
  } catch ({ message }) {
    showState(`No microphone, but you can type: ${message}`)
  }
}

/** Plays pieces of sound at `sampleRate` one after the other, without a gap. */
export const openLoudspeaker = (sampleRate) => {
  const context = new AudioContext({ sampleRate })
  const playing = new Set()
  let end = 0
  return {
    /** Its length in seconds. */
    play: (base64) => {
      const samples = Float32Array.from(fromBase64(base64), (sample) => sample / 32_768)
      const buffer = context.createBuffer(1, samples.length, sampleRate)
      buffer.copyToChannel(samples, 0)
      const source = new AudioBufferSourceNode(context, { buffer })
      source.connect(context.destination)
      // A first piece waits for 50 ms, so that the next is there when it ends.
      end = Math.max(end, context.currentTime + 0.05)
      source.start(end)
      end += buffer.duration
      playing.add(source)
      source.onended = () => playing.delete(source)
      return buffer.duration
    },
    /** Throws away what has not been played, for the server sends ahead: so many seconds. */
    stop: () => {
      const left = Math.max(0, end - context.currentTime)
      for (const source of playing) source.stop()
      end = 0
      return left
    },
    close: () => context.close()
  }
}
