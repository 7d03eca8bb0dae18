/** The sound is real: decoded by another library it is what the answer says it is. */
import { expect, test } from "bun:test"
import { serverForFile } from "../support/ForFile.ts"
import { type DecodedSpeech, listen } from "../support/Listen.ts"
import { call } from "../support/Server.ts"
import { forgeSignature } from "./Forgery.ts"

const server = serverForFile()

const text = {
  am: "ሰላም፣ እንዴት ነህ? ዛሬ ጥሩ ቀን ነው። በ፳፻፲፯ ዓ.ም. ሦስት ሰዎች መጡ።",
  om: "Akkam jirtu? Har'a guyyaa gaarii dha. Namoonni 25 as dhufaniiru."
} as const

const generate = async (body: Readonly<Record<string, unknown>>) => {
  const response = await call(server, "POST", "/api/v1/voice/generations", body)
  expect(response.status).toBe(201)
  return (await response.json()).data
}

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer())
const fromDataUrl = (url: string) => new Uint8Array(Buffer.from(url.slice(url.indexOf(",") + 1), "base64"))

const formats = [
  ["mp3_44100", 44_100, "audio/mpeg"],
  ["wav_44100", 44_100, "audio/wav"],
  ["pcm_16000", 16_000, "audio/wav"]
] as const

test.each(formats)(
  "a clip in %s has the stated rate and duration, speech in it, no clipping, and the same bytes everywhere",
  async (output_format, sampleRate, mimeType) => {
    for (const [language, voice_id] of [
      ["am", "am-hamen"],
      ["om", "om-bikila"]
    ] as const) {
      const clip = await generate({ text: text[language], voice_id, language, output_format })
      expect(clip.mime_type).toBe(mimeType)
      const inline = fromDataUrl(clip.audio)
      expect(clip.audio.startsWith(`data:${mimeType};base64,`)).toBe(true)
      const signed = await fetch(clip.audio_url)
      expect(signed.headers.get("content-type")).toBe(mimeType)
      expect(signed.headers.get("content-disposition")).toContain(clip.download_name)
      const file = await call(server, "GET", `/api/v1/voice/clips/${clip.id}/file`)
      expect(Buffer.from(await bytesOf(signed)).equals(Buffer.from(inline))).toBe(true)
      expect(Buffer.from(await bytesOf(file)).equals(Buffer.from(inline))).toBe(true)

      const heard = await listen(inline)
      expect(heard.sampleRate).toBe(sampleRate)
      expect(heard.channels).toBe(1)
      expect(Math.abs(heard.seconds - clip.duration_seconds)).toBeLessThan(0.05)
      expect(heard.peak).toBeLessThan(0.999)
      expect(heard.loudness).toBeGreaterThan(-32)
      expect(heard.loudness).toBeLessThan(-12)
      expect(heard.active).toBeGreaterThan(0.5)
    }
  }
)

test("speech at speed 0 takes about twice as long as at 50, and at 100 about half as long", async () => {
  const seconds = async (speed: number): Promise<number> =>
    (await generate({ text: text.am, voice_id: "am-hamen", language: "am", speed })).duration_seconds
  const neutral = await seconds(50)
  expect((await seconds(0)) / neutral).toBeGreaterThan(1.5)
  expect((await seconds(100)) / neutral).toBeLessThan(0.67)
})

test("a part of a clip can be asked for, and an address that was tampered with opens nothing", async () => {
  const clip = await generate({ text: text.am, voice_id: "am-hamen", language: "am" })
  const whole = fromDataUrl(clip.audio)
  for (const open of [
    (range: string) => fetch(clip.audio_url, { headers: { range } }),
    (range: string) => call(server, "GET", `/api/v1/voice/clips/${clip.id}/file`, undefined, { range })
  ]) {
    const part = await open("bytes=100-199")
    expect(part.status).toBe(206)
    expect(part.headers.get("content-range")).toBe(`bytes 100-199/${whole.length}`)
    expect(Buffer.from(await bytesOf(part)).equals(Buffer.from(whole.subarray(100, 200)))).toBe(true)
    expect((await open(`bytes=${whole.length}-`)).status).toBe(416)
  }
  const forged = await fetch(forgeSignature(clip.audio_url))
  expect(forged.status).toBe(403)
  expect((await forged.json()).error.code).toBe("URL_EXPIRED")
})

/** Median fundamental frequency of the loud 40 ms windows, in hertz, by autocorrelation between 60 and 320 Hz. */
const medianPitch = ({ sampleRate, samples }: DecodedSpeech): number => {
  const window = Math.round(sampleRate * 0.04)
  const pitches: Array<number> = []
  for (let start = 0; start + 2 * window < samples.length; start += window) {
    let best = { lag: 0, likeness: 0 }
    let energy = 0
    for (let n = 0; n < window; n++) energy += (samples[start + n] ?? 0) ** 2
    if (energy / window < 0.001) continue
    for (let lag = Math.floor(sampleRate / 320); lag < sampleRate / 60; lag++) {
      let likeness = 0
      for (let n = 0; n < window; n++) likeness += (samples[start + n] ?? 0) * (samples[start + n + lag] ?? 0)
      if (likeness > best.likeness * 1.02) best = { lag, likeness }
    }
    if (best.likeness > 0.5 * energy) pitches.push(sampleRate / best.lag)
  }
  return pitches.sort((left, right) => left - right)[Math.floor(pitches.length / 2)] ?? 0
}

const crossingRate = ({ samples, seconds }: DecodedSpeech): number => {
  let crossings = 0
  for (let n = 1; n < samples.length; n++) if ((samples[n - 1] ?? 0) < 0 !== (samples[n] ?? 0) < 0) crossings++
  return crossings / seconds
}

test("every voice of the catalog is audibly its own, and women's voices are higher than men's", async () => {
  const catalog = (await (await call(server, "GET", "/api/v1/voice/voices")).json()).data
  const sounds: Array<{ readonly id: string; readonly gender: string; readonly figures: ReadonlyArray<number> }> = []
  for (const { gender, id, language } of catalog) {
    const body = { text: text[language === "am" ? "am" : "om"], voice_id: id, language, output_format: "pcm_16000" }
    const heard = await listen(fromDataUrl((await generate(body)).audio))
    sounds.push({ id, gender, figures: [medianPitch(heard), crossingRate(heard), heard.seconds] })
  }
  for (const [index, one] of sounds.entries()) {
    for (const other of sounds.slice(index + 1).filter(({ id }) => id.slice(0, 2) === one.id.slice(0, 2))) {
      const apart = one.figures.reduce(
        (sum, figure, n) => sum + Math.abs(Math.log(figure / (other.figures[n] ?? 1))),
        0
      )
      expect({ pair: [one.id, other.id], apart: apart > 0.1 }).toEqual({ pair: [one.id, other.id], apart: true })
    }
  }
  const pitch = (gender: string) =>
    sounds.filter((sound) => sound.gender === gender).map(({ figures }) => figures[0] ?? 0)
  expect(Math.min(...pitch("female"))).toBeGreaterThan(Math.max(...pitch("male")))
})
