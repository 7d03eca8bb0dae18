/** MP3 that an `<audio>` element plays while it comes. */
import { BrokenOff } from "../retry.ts"

export interface StreamedSound {
  /** More of the file. */
  readonly append: (bytes: Uint8Array<ArrayBuffer>) => void
  /** That was all; done once the element knows its length. The file. */
  readonly end: () => Promise<Blob>
  readonly dispose: () => void
}

const TYPE = "audio/mpeg"

const once = (target: EventTarget, name: string): Promise<Event> =>
  new Promise((resolve) => target.addEventListener(name, resolve, { once: true }))

/** Rejects where the browser refuses the bytes or has no room for them. */
const appendTo = async (buffer: SourceBuffer, bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
  let isRefused = false
  buffer.addEventListener("error", () => {
    isRefused = true
  })
  buffer.appendBuffer(bytes)
  await once(buffer, "updateend")
  if (isRefused) throw new Error("the browser does not take this sound")
}

/** Gives the element another source of the same sound, and goes on where it was. Rejects where that cannot be loaded. */
export const playWhole = async (audio: HTMLAudioElement, address: string): Promise<void> => {
  const { currentTime, paused } = audio
  audio.src = address
  const { type } = await Promise.race([once(audio, "loadedmetadata"), once(audio, "error")])
  if (type === "error") throw new BrokenOff("the sound could not be loaded")
  audio.currentTime = currentTime
  if (!paused) await audio.play()
}

/**
 * Gives the element a source that grows. Where the browser cannot play while it
 * comes (Firefox takes no MP3 so), or has no room for all, the whole is played once it is there.
 */
export const streamSound = (audio: HTMLAudioElement): StreamedSound => {
  const pieces: Array<Uint8Array<ArrayBuffer>> = []
  const addresses: Array<string> = []
  const addressOf = (source: Blob | MediaSource): string => {
    const address = URL.createObjectURL(source)
    addresses.push(address)
    return address
  }
  let isGrowing = typeof MediaSource !== "undefined" && MediaSource.isTypeSupported(TYPE)
  const source = isGrowing ? new MediaSource() : undefined
  let buffer: SourceBuffer | undefined
  let last = Promise.resolve()
  if (source !== undefined) {
    last = once(source, "sourceopen").then(() => {
      buffer = source.addSourceBuffer(TYPE)
    })
    audio.src = addressOf(source)
  }
  return {
    append: (bytes) => {
      pieces.push(bytes)
      last = last.then(async () => {
        if (!isGrowing || buffer === undefined) return
        await appendTo(buffer, bytes).catch(() => {
          isGrowing = false
        })
      })
    },
    end: async () => {
      await last
      const whole = new Blob(pieces, { type: TYPE })
      if (isGrowing && source?.readyState === "open") source.endOfStream()
      else await playWhole(audio, addressOf(whole))
      return whole
    },
    dispose: () => {
      for (const address of addresses) URL.revokeObjectURL(address)
    }
  }
}
