/** A conversation by voice over `WS /ws`: the microphone to the server, its answers to the loudspeaker. */

const MICROPHONE_RATE = 16_000
const LOUDSPEAKER_RATE = 24_000

const toBase64 = (samples) => btoa(String.fromCharCode(...new Uint8Array(samples.buffer)))
const fromBase64 = (text) => new Int16Array(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer)

/**
 * Opens the microphone and gives its frames to `send`. Without the cancelling of echoes the
 * server would hear its own answers. Firefox takes no rate here but the microphone's own:
 * leave `sampleRate` out, the server takes any from 8,000 to 48,000 Hz.
 */
const openMicrophone = async (send) => {
  const context = new AudioContext({ sampleRate: MICROPHONE_RATE })
  await context.audioWorklet.addModule(new URL("microphone.js", import.meta.url))
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true }
  })
  const frames = new AudioWorkletNode(context, "microphone", {
    numberOfOutputs: 0,
    channelCount: 1,
    channelCountMode: "explicit"
  })
  frames.port.onmessage = ({ data: samples }) =>
    send({ data: toBase64(samples), mimeType: `audio/pcm;rate=${context.sampleRate}` })
  context.createMediaStreamSource(stream).connect(frames)
  return {
    close: () => {
      for (const track of stream.getTracks()) track.stop()
      return context.close()
    }
  }
}

/** Plays pieces of sound one after the other, without a gap. */
const openLoudspeaker = () => {
  const context = new AudioContext({ sampleRate: LOUDSPEAKER_RATE })
  const playing = new Set()
  let end = 0
  return {
    play: (samples) => {
      const buffer = context.createBuffer(1, samples.length, LOUDSPEAKER_RATE)
      buffer.copyToChannel(
        Float32Array.from(samples, (sample) => sample / 32_768),
        0
      )
      const source = new AudioBufferSourceNode(context, { buffer })
      source.connect(context.destination)
      // A first piece waits for 50 ms, so that the next is there when it ends.
      end = Math.max(end, context.currentTime + 0.05)
      source.start(end)
      end += buffer.duration
      playing.add(source)
      source.onended = () => playing.delete(source)
    },
    /** Throws away what has not been played: the server sends up to five seconds ahead. */
    stop: () => {
      for (const source of playing) source.stop()
      end = 0
    },
    close: () => context.close()
  }
}

/**
 * Opens a conversation at `url`, which holds a ticket. `onMessage` gets each message of the
 * server once its sound is being played; `onClose` the event that ends the conversation.
 */
export const converse = (url, { onMessage, onClose }) => {
  const socket = new WebSocket(url)
  const loudspeaker = openLoudspeaker()
  let microphone = Promise.resolve()

  const send = (message) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }

  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data)
    const content = message.serverContent ?? {}
    for (const { inlineData } of content.modelTurn?.parts ?? []) loudspeaker.play(fromBase64(inlineData.data))
    if (content.interrupted) loudspeaker.stop()
    onMessage(message)
    if (message.setupComplete) {
      // Without a microphone one can still type.
      microphone = openMicrophone(send).catch(({ message }) => onMessage({ message: `No microphone: ${message}` }))
    }
  }
  socket.onclose = (event) => {
    microphone.then((opened) => opened?.close())
    loudspeaker.close()
    onClose(event)
  }

  return {
    /** A turn in writing; it is answered aloud. */
    type: (text) => send({ text }),
    /** Ends the user's turn, without waiting for silence. */
    finish: () => send({ type: "audio.finish" }),
    close: () => socket.close(1000)
  }
}
