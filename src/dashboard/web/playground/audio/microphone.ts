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

/** The context, once it processes sound; it takes a worklet whatever its own rate is. */
const framesOf = async (context: AudioContext, stream: MediaStream, rate: number, onSound: Listener["onSound"]) => {
  await context.audioWorklet.addModule("/assets/microphone.worklet.js")
  const frames = new AudioWorkletNode(context, "microphone", {
    numberOfOutputs: 0,
    channelCount: 1,
    channelCountMode: "explicit",
    processorOptions: { rate }
  })
  frames.port.onmessage = ({ data }: MessageEvent<Int16Array<ArrayBuffer>>) => onSound(data)
  context.createMediaStreamSource(stream).connect(frames)
  await context.resume()
}

/**
 * Opens the microphone; its sound comes at `rate` hertz, a multiple of ten.
 * Rejects with `MicrophoneFailure` where there is none to be had.
 */
export const openMicrophone = async (
  rate: number,
  { isAnswered = true, onLost, onSound, signal }: Listener
): Promise<Microphone> => {
  const stream = await allow(isAnswered)
  const context = new AudioContext()
  let isOpen = true
  const close = () => {
    if (!isOpen) return
    isOpen = false
    for (const track of stream.getTracks()) track.stop()
    void context.close()
  }
  signal.addEventListener("abort", close, { once: true })
  if (signal.aborted) close()
  stream.getAudioTracks()[0]?.addEventListener("ended", () => {
    if (isOpen) onLost()
  })
  try {
    if (isOpen) await framesOf(context, stream, rate, (samples) => (isOpen ? onSound(samples) : undefined))
  } catch (problem) {
    close()
    throw problem
  }
  return { close }
}
