/** What `/v1/audio/speech` sends is sound: to ffmpeg, to the recogniser, and as long as its speed says. */
import { describe, expect, test } from "bun:test"
import { toInt16 } from "../../src/audio/Samples.ts"
import * as Wav from "../../src/audio/Wav.ts"
import { responseFormats } from "../../src/openai/OpenAiSpeechApi.ts"
import { serverForFile } from "../support/ForFile.ts"
import { listen } from "../support/Listen.ts"
import { call, postForm } from "../support/Server.ts"

const server = serverForFile()

const many = "ሰላም፣ እንዴት ነህ? ዛሬ ጥሩ ቀን ነው። ነገም እንዲሁ ይሁን፤ ከነገ ወዲያም።"

const speak = (body: unknown) => call(server, "POST", "/v1/audio/speech", body)
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

const names = Object.keys(responseFormats)
const isName = (name: string): name is keyof typeof responseFormats => name in responseFormats

const ffmpeg = Bun.which("ffmpeg")
if (ffmpeg === null) process.stderr.write("ffmpeg is not installed: what it makes of the sound is not tested\n")

/** The sound as ffmpeg decodes it to 16-bit samples at 16,000 Hz, and all that it complains of. */
const decoded = async (file: Uint8Array<ArrayBuffer>, input: ReadonlyArray<string>) => {
  const run = Bun.spawn(
    [ffmpeg ?? "", "-v", "error", ...input, "-i", "pipe:0", "-f", "s16le", "-ar", "16000", "pipe:1"],
    {
      stdin: new Blob([file]),
      stdout: "pipe",
      stderr: "pipe"
    }
  )
  const [bytes, complaints] = await Promise.all([
    new Response(run.stdout).arrayBuffer(),
    new Response(run.stderr).text()
  ])
  return {
    samples: new Int16Array(bytes),
    complaints: complaints.split("\n").filter((line) => line !== "")
  }
}
const decibels = (samples: Int16Array) =>
  10 * Math.log10(samples.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / samples.length)

describe.each(names)("%s of several phrases", (name) => {
  test.skipIf(ffmpeg === null)("speech is decoded whole by ffmpeg, streamed and stored, as loud as any", async () => {
    if (!isName(name)) throw new Error(name)
    const response = await speak({ model: "x", input: many, voice: "am-hamen", response_format: name })
    const sent = new Uint8Array(await response.arrayBuffer())
    const { data: clip } = await (
      await call(server, "GET", `/api/v1/voice/clips/${response.headers.get("x-qal-clip-id")}`)
    ).json()
    const stored = new Uint8Array(await (await fetch(clip.audio_url)).arrayBuffer())
    const raw = name === "pcm" ? ["-f", "s16le", "-ar", "24000", "-ac", "1"] : []
    for (const [file, input] of [
      [sent, raw],
      [stored, []]
    ] as const) {
      const { complaints, samples } = await decoded(file, input)
      // Of a stream that says no length ffmpeg plays the MP3 encoder's run-in too.
      expect(Math.abs(samples.length / 16_000 - clip.duration_seconds)).toBeLessThan(0.08)
      expect(decibels(samples)).toBeWithin(-26, -18)
      if (file === stored) expect(complaints).toEqual([])
    }
  })

  test("speech of several phrases is transcribed as it was spoken", async () => {
    if (!isName(name)) throw new Error(name)
    const input = "ወንድሜ ትናንት ከገበያ ትኩስ ዳቦና ወተት ገዛ።"
    const response = await speak({ model: "x", input, voice: "am-hamen", response_format: name })
    const clip = response.headers.get("x-qal-clip-id")
    await response.arrayBuffer()
    const file = await bytesOf(await call(server, "GET", `/api/v1/voice/clips/${clip}/file`))
    // AAC in ADTS is not among what can be sent for transcription.
    const { sampleRate, samples } = await listen(file)
    const audio = new File([name === "aac" ? Wav.file({ sampleRate, samples: toInt16(samples) }) : file], "speech")
    const heard = await postForm(server, "/api/v1/scribe/transcribe?language=am", { audio })
    const { data } = await heard.json()
    const letters = (text: string) => text.replace(/[^\p{L}]/gu, "")
    expect(letters(data.text)).toBe(letters(input))
  })
})

test("speech lasts as its speed says, over all of its range, and is held and charged accordingly", async () => {
  const made = async (speed: number, input: string) => {
    const response = await speak({ model: "x", input, voice: "am-hamen", speed })
    expect(response.status).toBe(200)
    await response.arrayBuffer()
    const id = response.headers.get("x-qal-clip-id")
    return (await (await call(server, "GET", `/api/v1/voice/clips/${id}`)).json()).data
  }
  const neutral = (await made(1, many)).duration_seconds
  for (const speed of [0.25, 0.4, 0.5, 2, 3, 4]) {
    const clip = await made(speed, many)
    expect((clip.duration_seconds * speed) / neutral).toBeWithin(0.85, 1.2)
    expect(clip).not.toHaveProperty("finish_reason")
    expect(clip.usage.credits_used).toBeCloseTo((clip.duration_seconds * 5) / 60, 3)
  }
}, 60_000)
