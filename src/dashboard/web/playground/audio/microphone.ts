/** The microphone, as 16-bit samples. */

/** The loudest of the samples, from 0 to 1. */
export const levelOf = (samples: Int16Array): number =>
  samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0) / 32_768

/** Why there is no sound of a microphone. */
export type MicrophoneTrouble = "denied" | "missing" | "taken" | "insecure" | "lost"

export class MicrophoneFailure extends Error {
  readonly _tag: string

  constructor(readonly trouble: MicrophoneTrouble) {
    super(trouble)
    this._tag = `MICROPHONE_${trouble.toUpperCase()}`
  }
}

/** What `getUserMedia` says (Media Capture and Streams, section 10.3). */
const troubles: Readonly<Record<string, MicrophoneTrouble>> = {
  NotAllowedError: "denied",
  SecurityError: "denied",
  NotFoundError: "missing",
  OverconstrainedError: "missing",
  NotReadableError: "taken",
  AbortError: "taken"
}

const allow = async (isAnswered: boolean): Promise<MediaStream> => {
  // Browsers give it to https and to this machine alone.
  if (!window.isSecureContext || navigator.mediaDevices === undefined) throw new MicrophoneFailure("insecure")
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: {
        channelCount: 1,
        echoCancellation: isAnswered,
        noiseSuppression: isAnswered,
        autoGainControl: isAnswered
      }
    })
  } catch (problem) {
    const trouble = problem instanceof DOMException ? troubles[problem.name] : undefined
    if (trouble === undefined) throw problem
    throw new MicrophoneFailure(trouble)
  }
}

export interface Microphone {
  readonly close: () => void
}

interface Listener {
  /**
   * Whether what is heard is answered aloud: the answer is taken out of the sound
   * again, which takes some of the speech along. It is unless this says no.
   */
  readonly isAnswered?: boolean
  /** 100 ms at a time. */
  readonly onSound: (samples: Int16Array<ArrayBuffer>) => void
  /** The microphone went away, as when it is unplugged. */
  readonly onLost: () => void
  /** Aborted, it is closed, or not opened at all. */
  readonly signal: AbortSignal
}

const framesOf = (context: AudioContext, rate: number, onSound: Listener["onSound"]): AudioWorkletNode => {
  const frames = new AudioWorkletNode(context, "microphone", {
    numberOfOutputs: 0,
    channelCount: 1,
    channelCountMode: "explicit",
    processorOptions: { rate }
  })
  frames.port.onmessage = ({ data }: MessageEvent<Int16Array<ArrayBuffer>>) => onSound(data)
  return frames
}

/** The microphone while it is open, and what closes it. */
const makeSwitch = (context: AudioContext, signal: AbortSignal) => {
  let tracks: ReadonlyArray<MediaStreamTrack> = []
  const closed = new AbortController()
  const close = () => {
    if (closed.signal.aborted) return
    closed.abort()
    for (const track of tracks) track.stop()
    void context.close()
  }
  signal.addEventListener("abort", close, { once: true })
  return {
    close,
    isOpen: () => !closed.signal.aborted,
    /** They are stopped in the end; at once where that has come already. */
    hold: (held: ReadonlyArray<MediaStreamTrack>) => {
      tracks = held
      if (closed.signal.aborted) for (const track of held) track.stop()
    }
  }
}

/**
 * Opens the microphone; its sound comes at `rate` hertz, a multiple of ten.
 * Rejects with `MicrophoneFailure` where there is none to be had.
 */
export const openMicrophone = async (
  rate: number,
  { isAnswered = true, onLost, onSound, signal }: Listener
): Promise<Microphone> => {
  const context = new AudioContext()
  const { close, hold, isOpen } = makeSwitch(context, signal)
  if (signal.aborted) close()
  try {
    // What is heard before all is loaded would be lost.
    const module = context.audioWorklet.addModule("/assets/microphone.worklet.js")
    const allowed = allow(isAnswered).then((stream) => {
      hold(stream.getTracks())
      return stream
    })
    const [stream] = await Promise.all([allowed, module])
    stream.getAudioTracks()[0]?.addEventListener("ended", () => {
      if (isOpen()) onLost()
    })
    if (!isOpen()) return { close }
    const frames = framesOf(context, rate, (samples) => (isOpen() ? onSound(samples) : undefined))
    context.createMediaStreamSource(stream).connect(frames)
    await context.resume()
    return { close }
  } catch (problem) {
    close()
    throw problem
  }
}
