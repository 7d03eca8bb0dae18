/** Recordings that Chromium's `MediaRecorder` makes of a sound, in the forms and circumstances that pages have. */
import { chromium } from "playwright-core"
import { executable } from "../conversation/Browser.ts"

export interface Plan {
  readonly name: string
  readonly mimeType: string
  /** Milliseconds after which the recorder gives a part; all at the end where it is left out. */
  readonly timeslice?: number
  /** Whether pictures are recorded beside the sound. */
  readonly hasPictures?: boolean
  /** What happens in the pause between the two sentences: the recorder pauses, the track is silenced, or another recorder goes on. */
  readonly between?: "pause" | "mute" | "restart"
}

export interface Recording {
  readonly plan: Plan
  /** As the recorder gave them. */
  readonly parts: ReadonlyArray<Buffer<ArrayBuffer>>
  /** Seconds that were recorded. */
  readonly seconds: number
}

interface PageWork {
  /** A WAV in base64. */
  readonly sound: string
  readonly plans: ReadonlyArray<Plan>
  /** Seconds of the sound between which nobody speaks. */
  readonly pause: readonly [from: number, to: number]
}

/** Runs in the page: plays a sound, which no loudspeaker has, and records it by all plans at once. */
const recordAll = async ({ pause, plans, sound }: PageWork) => {
  const context = new AudioContext({ sampleRate: 48_000 })
  await context.resume()
  const wav = Uint8Array.from(atob(sound), (letter) => letter.charCodeAt(0))
  const buffer = await context.decodeAudioData(wav.buffer)
  const source = context.createBufferSource()
  source.buffer = buffer
  let begins = Number.POSITIVE_INFINITY
  /** Waits until so much of the sound has been played. */
  const until = async (seconds: number) => {
    while (context.currentTime - begins < seconds) await new Promise((done) => setTimeout(done, 5))
  }
  const urlOf = (blob: Blob) =>
    new Promise<string>((resolve) => {
      const reader = new FileReader()
      reader.onload = () => resolve(String(reader.result))
      reader.readAsDataURL(blob)
    })
  const pictures = () => {
    const canvas = document.createElement("canvas")
    canvas.width = 64
    canvas.height = 48
    const drawing = canvas.getContext("2d")
    let count = 0
    setInterval(() => {
      if (drawing === null) return
      drawing.fillStyle = `rgb(${count++ % 255}, 80, 160)`
      drawing.fillRect(0, 0, 64, 48)
    }, 50)
    return canvas.captureStream(15).getVideoTracks()
  }
  const run = async ({ between, hasPictures = false, mimeType, timeslice }: Plan) => {
    const destination = context.createMediaStreamDestination()
    source.connect(destination)
    const tracks = destination.stream.getAudioTracks()
    const stream = new MediaStream([...tracks, ...(hasPictures ? pictures() : [])])
    const blobs: Array<Blob> = []
    let recorded = 0
    let since = 0
    const begin = async () => {
      const recorder = new MediaRecorder(stream, { mimeType })
      recorder.ondataavailable = ({ data }) => blobs.push(data)
      const started = new Promise((done) => recorder.addEventListener("start", done))
      const stopped = new Promise((done) => recorder.addEventListener("stop", done))
      recorder.start(timeslice)
      await started
      since = context.currentTime
      return {
        recorder,
        stop: async () => {
          recorder.stop()
          recorded += context.currentTime - since
          await stopped
        }
      }
    }
    let current = await begin()
    await until(pause[0])
    if (between === "pause") {
      current.recorder.pause()
      recorded += context.currentTime - since
    }
    if (between === "mute") for (const track of tracks) track.enabled = false
    await until(pause[1])
    if (between === "pause") {
      current.recorder.resume()
      since = context.currentTime
    }
    if (between === "mute") for (const track of tracks) track.enabled = true
    if (between === "restart") {
      await current.stop()
      current = await begin()
    }
    await until(buffer.duration + 0.2)
    await current.stop()
    return { parts: await Promise.all(blobs.filter(({ size }) => size > 0).map(urlOf)), seconds: recorded }
  }
  const running = plans
    .filter(({ mimeType }) => MediaRecorder.isTypeSupported(mimeType))
    .map(async (plan) => ({ plan, ...(await run(plan)) }))
  await new Promise((done) => setTimeout(done, 300))
  begins = context.currentTime + 0.1
  source.start(begins)
  return Promise.all(running)
}

/** What Chromium records of a WAV by those plans whose type it knows. */
export const recordingsOf = async (
  wav: Uint8Array,
  plans: ReadonlyArray<Plan>,
  pause: PageWork["pause"]
): Promise<ReadonlyArray<Recording>> => {
  const site = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () => new Response("<!DOCTYPE html><title>Recorders</title>", { headers: { "content-type": "text/html" } })
  })
  const browser = await chromium.launch({
    executablePath: executable ?? "",
    args: ["--no-sandbox", "--disable-gpu", "--disable-sync", "--autoplay-policy=no-user-gesture-required"]
  })
  try {
    const page = await browser.newPage()
    await page.goto(site.url.href)
    const recorded = await page.evaluate(recordAll, { sound: Buffer.from(wav).toString("base64"), plans, pause })
    // The type may have commas too.
    const bytesOf = (url: string) => Buffer.from(url.slice(url.lastIndexOf(",") + 1), "base64")
    return recorded.map(({ parts, ...rest }) => ({ ...rest, parts: parts.map(bytesOf) }))
  } finally {
    await browser.close()
    await site.stop(true)
  }
}
