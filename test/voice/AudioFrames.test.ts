/** Speech over HTTP while it is made. */
import { Database } from "bun:sqlite"
import { describe, expect, test } from "bun:test"
import { join } from "node:path"
import { FastCheck } from "effect"
import * as AudioFrames from "../../src/voice/AudioFrames.ts"
import { decodeFrames } from "../support/DecodeFrames.ts"
import { lentServerForFile } from "../support/ForFile.ts"
import { listen } from "../support/Listen.ts"
import { longTest } from "../support/Long.ts"
import { forAll } from "../support/Property.ts"
import { call, logLines } from "../support/Server.ts"

describe("the layout", () => {
  test("any pieces of sound and any outcome are read from their frames as they were written", () =>
    forAll(
      {},
      FastCheck.array(FastCheck.uint8Array({ maxLength: 300 }), { maxLength: 20 }),
      FastCheck.jsonValue(),
      (pieces, outcome) => {
        const decoded = decodeFrames(
          Buffer.concat([...pieces.map(AudioFrames.frame), AudioFrames.ending({ data: outcome })])
        )
        expect(decoded.frames.map((frame) => [...frame])).toEqual(
          pieces.filter((piece) => piece.length > 0).map((piece) => [...piece])
        )
        expect(JSON.stringify(decoded.outcome)).toBe(JSON.stringify({ data: outcome }))
      }
    ))

  test("no frame of a clip is longer than clients accept", () => {
    const { frames } = decodeFrames(
      Buffer.concat([AudioFrames.frame(new Uint8Array(2 * AudioFrames.MAX_FRAME_BYTES + 5)), AudioFrames.ending({})])
    )
    expect(frames.map(({ length }) => length)).toEqual([AudioFrames.MAX_FRAME_BYTES, AudioFrames.MAX_FRAME_BYTES, 5])
  })
})

describe("the stream", () => {
  const server = lentServerForFile()

  const text = "ሰላም፣ እንዴት ነህ? ዛሬ ጥሩ ቀን ነው። ነገ ሦስት ሰዎች ይመጣሉ።"
  const request = { text, voice_id: "am-hamen", language: "am" }
  const stream = (body: unknown) => call(server, "POST", "/api/v1/voice/generations/stream", body)
  const usage = async () => (await (await call(server, "GET", "/api/v1/voice/usage")).json()).data
  const clipCount = async () => (await (await call(server, "GET", "/api/v1/voice/clips?limit=100")).json()).data.length

  test("a streamed clip is a frame for each phrase, joined one gapless MP3, then the settled clip", async () => {
    const response = await stream(request)
    expect(response.status).toBe(200)
    expect(response.headers.get("x-addis-audio-protocol")).toBe("mp3-frames-v1")
    expect(response.headers.get("content-type")).toBe("application/octet-stream")
    const { frames, outcome } = decodeFrames(new Uint8Array(await response.arrayBuffer()))
    expect(frames).toHaveLength(3)
    const { data } = outcome
    expect(data.audio).toBeNull()
    expect(data.usage.settled).toBe(true)
    const heard = await listen(Buffer.concat(frames))
    expect(heard.sampleRate).toBe(44_100)
    expect(Math.abs(heard.seconds - data.duration_seconds)).toBeLessThan(0.05)
    const saved = await listen(new Uint8Array(await (await fetch(data.audio_url)).arrayBuffer()))
    expect(Math.abs(saved.seconds - data.duration_seconds)).toBeLessThan(0.05)
    const { data: same } = await (await call(server, "GET", `/api/v1/voice/clips/${data.id}`)).json()
    expect({ ...same, audio_url: "", audio_url_expires_at: "" }).toEqual({
      ...data,
      audio_url: "",
      audio_url_expires_at: ""
    })
  })

  test("a streamed clip has no click at a seam: no step between samples is greater there than in speech", async () => {
    const { frames } = decodeFrames(new Uint8Array(await (await stream(request)).arrayBuffer()))
    const { samples } = await listen(Buffer.concat(frames))
    const steps = samples.slice(1).map((sample, index) => Math.abs(sample - (samples[index] ?? 0)))
    const greatest = steps.reduce((most, step) => Math.max(most, step), 0)
    let at = 0
    for (const frame of frames.slice(0, -1)) {
      at += (await listen(frame)).samples.length
      const around = steps.slice(Math.max(0, at - 1_500), at + 1_500)
      expect(around.reduce((most, step) => Math.max(most, step), 0)).toBeLessThan(greatest * 0.6)
    }
  })

  test("a streamed clip's id again is plain JSON, charged once", async () => {
    const body = { ...request, client_request_id: "frames-1" }
    const first = decodeFrames(new Uint8Array(await (await stream(body)).arrayBuffer()))
    const spent = (await usage()).total_spend
    const again = await stream(body)
    expect(again.headers.get("content-type")).toContain("application/json")
    const { data } = await again.json()
    expect(data.id).toBe(first.outcome.data.id)
    expect(data.meta.idempotent_replay).toBe(true)
    expect((await usage()).total_spend).toBe(spent)
  })

  test("a streamed clip of another format is refused with the one that can be streamed, whether that format is one or none", async () => {
    for (const output_format of ["wav_44100", "ogg_48000"]) {
      const { error } = await (await stream({ ...request, output_format })).json()
      expect(error).toMatchObject({ code: "UNSUPPORTED_FORMAT", message: "output_format must be mp3_44100" })
    }
  })

  test("a streamed clip that is refused before its first frame is an ordinary error", async () => {
    for (const [body, status, code] of [
      [{ ...request, output_format: "wav_44100" }, 422, "UNSUPPORTED_FORMAT"],
      [{ ...request, voice_id: "am-nobody" }, 422, "VOICE_UNAVAILABLE"],
      [{ ...request, text: "" }, 422, "VALIDATION_ERROR"]
    ] as const) {
      const response = await stream(body)
      expect({ status: response.status, code: (await response.json()).error.code }).toEqual({ status, code })
    }
  })

  longTest("a client that reads one frame and hangs up changes nothing for the clip and the charge", async () => {
    const clips = await clipCount()
    const { total_spend: before } = await usage()
    const body = { ...request, text: text.repeat(20), client_request_id: "frames-hung" }
    const controller = new AbortController()
    const response = await fetch(`${server.url}/api/v1/voice/generations/stream`, {
      method: "POST",
      headers: { "x-api-key": server.key, "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: controller.signal
    })
    await response.body?.getReader().read()
    controller.abort()
    let replay = await stream(body)
    while (replay.status === 409) {
      await Bun.sleep(50)
      replay = await stream(body)
    }
    const { data } = await replay.json()
    expect(data.meta.idempotent_replay).toBe(true)
    expect(await clipCount()).toBe(clips + 1)
    const { total_spend: after } = await usage()
    expect(Math.round((after - before) * 10_000)).toBe(Math.round(data.usage.credits_used * 10_000))
  })

  test("a fault at a streamed clip's end is a last frame that says so, and is logged with the request's id", async () => {
    const database = new Database(join(server.folder, "data", "qal.sqlite"))
    // The clip's row is not one any more when it is to be told of.
    database.run(
      "CREATE TRIGGER spoil AFTER INSERT ON clips BEGIN UPDATE clips SET language = 'xx' WHERE id = NEW.id; END"
    )
    const response = await stream(request)
    const { frames, outcome } = decodeFrames(new Uint8Array(await response.arrayBuffer()))
    database.run("DROP TRIGGER spoil")
    database.run("UPDATE clips SET language = 'am' WHERE language = 'xx'")
    database.close()
    const requestId = response.headers.get("x-request-id") ?? ""
    expect(frames).toHaveLength(3)
    expect(outcome.error.request_id).toBe(requestId)
    const faults = () =>
      logLines(server.output()).filter(({ level, request_id }) => level === "error" && request_id === requestId)
    for (let attempt = 0; faults().length === 0 && attempt < 6_000; attempt++) await Bun.sleep(10)
    expect(faults()).toHaveLength(1)
  })

  test("words of a streamed clip are timed over the whole of it, numbers and punctuation included", async () => {
    for (const [language, voice_id, words] of [
      ["am", "am-dawit", "በ 2017 ዓ.ም. ሦስት ሺህ፣ (አራት) ሰዎች፤ ፲፪ ልጆች መጡ። ደህና!"],
      ["om", "om-lensa", "Har'a namoonni 25, jechuun \"baay'ee\" dha! Dr. Caaltuun ni dhufti."]
    ] as const) {
      const body = { text: words, voice_id, language, timestamps: "word" }
      const { outcome } = decodeFrames(new Uint8Array(await (await stream(body)).arrayBuffer()))
      const { alignment, duration_seconds: duration } = outcome.data
      const spoken = words.split(/\s+/u).filter((word: string) => /[\p{L}\p{N}]/u.test(word))
      const bare = (word: string) => word.replace(/[^\p{L}\p{N}]/gu, "")
      expect(alignment.words.map((word: { readonly text: string }) => bare(word.text))).toEqual(spoken.map(bare))
      let last = 0
      for (const { end, start } of alignment.words) {
        expect(start).toBeGreaterThanOrEqual(last)
        expect(end).toBeGreaterThan(start)
        last = start
      }
      expect(alignment.words.at(-1).end).toBeLessThanOrEqual(duration)
    }
    const { data } = await (await call(server, "POST", "/api/v1/voice/generations", request)).json()
    expect(data.alignment).toBeUndefined()
  })
})
