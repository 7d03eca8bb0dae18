/** The codecs in one worker thread: sessions, their resamplers, and encoders that are used again and again. */
import { createEncoder, type WasmMediaEncoder } from "wasm-media-encoders"
import * as AacSink from "./AacSink.ts"
import type { AudioFormat } from "./AudioEncoder.ts"
import type { Encoded, EncodingRequest } from "./Encoding.ts"
import * as FlacSink from "./FlacSink.ts"
import { formats } from "./Formats.ts"
import { FRAME_SAMPLES, silentFrame } from "./Mp3.ts"
import { selfContained } from "./Mp3Frames.ts"
import * as OpusSink from "./OpusSink.ts"
import * as Resampler from "./Resampler.ts"
import { joinBytes, toInt16 } from "./Samples.ts"
import type { Sink } from "./Sink.ts"

type Lame = WasmMediaEncoder<"audio/mpeg">

/**
 * Variable bitrate of quality 4 of 0 to 9: about 90 kbit/s for our voices,
 * transparent for speech, and at 120 times real time nearly twice as fast as a
 * constant 64 or 96 kbit/s (both measured; LAME searches less for it).
 */
const VBR_QUALITY = 4

const MP3_RATE = formats.mp3_44100.sampleRate

const reset = (lame: Lame): void =>
  lame.configure({ channels: 1, sampleRate: MP3_RATE, outputSampleRate: 44_100, vbrQuality: VBR_QUALITY })

/** Samples given to LAME at once. */
const CHUNK = 8192

/** LAME's answers lie in its own memory until the next call. */
const feed = (lame: Lame, samples: Float32Array): Uint8Array<ArrayBuffer> => {
  const pieces: Array<Uint8Array> = []
  for (let at = 0; at < samples.length; at += CHUNK)
    pieces.push(lame.encode([samples.subarray(at, at + CHUNK)]).slice())
  return joinBytes(pieces)
}

/** Encoders of one thread. Each has 2 MB of memory and takes 4 ms to be reset, so they are kept and reset ahead. */
export class Encoders {
  readonly #ready: Array<Lame> = []
  readonly #used: Array<Lame> = []

  constructor(readonly module: WebAssembly.Module) {}

  readonly take = async (): Promise<Lame> => {
    const ready = this.#ready.pop()
    if (ready !== undefined) return ready
    const lame = this.#used.pop() ?? (await createEncoder("audio/mpeg", this.module))
    reset(lame)
    return lame
  }

  readonly giveBack = (lame: Lame): void => {
    if (this.#used.length + this.#ready.length < MOST_SPARE) this.#used.push(lame)
  }

  /** Resets what was given back; to be called when nobody waits. */
  readonly tidy = (): void => {
    for (const lame of this.#used.splice(0)) {
      reset(lame)
      this.#ready.push(lame)
    }
  }
}

/** Encoders kept without a session. */
const MOST_SPARE = 4

/** Little-endian, as every machine is that the program runs on. */
const pcmSink: Sink = {
  write: (samples) => new Uint8Array(toInt16(samples).buffer),
  end: () => new Uint8Array(0),
  release: () => {}
}

const mp3Sink = (lame: Lame, encoders: Encoders): Sink => {
  const frames = selfContained()
  return {
    write: (samples) => frames(feed(lame, samples)),
    end: () => frames(lame.finalize()),
    release: () => encoders.giveBack(lame)
  }
}

/** What makes the sinks of every format in one thread; a codec that is seldom asked for is loaded when it is. */
const makeSinks = (encoders: Encoders): Readonly<Record<AudioFormat, () => Promise<Sink>>> => {
  const lazily = (load: () => Promise<() => Sink | Promise<Sink>>) => {
    let loaded: Promise<() => Sink | Promise<Sink>> | undefined
    return async () => {
      loaded ??= load()
      const make = await loaded
      return make()
    }
  }
  const pcm = async () => pcmSink
  return {
    mp3_44100: async () => mp3Sink(await encoders.take(), encoders),
    wav_44100: pcm,
    pcm_16000: pcm,
    wav_24000: pcm,
    opus_48000: lazily(OpusSink.load),
    flac_44100: lazily(FlacSink.load),
    aac_44100: lazily(AacSink.load)
  }
}

/** One sound being encoded: a resampler before a sink. */
class Session {
  constructor(
    readonly resampler: Resampler.Following,
    readonly sink: Sink
  ) {}

  push(samples: Int16Array, sampleRate: number): Encoded {
    const converted = this.resampler.push(samples, sampleRate)
    return { bytes: this.sink.write(converted), samples: converted.length }
  }

  finish(): Encoded {
    const rest = this.resampler.finish()
    return { bytes: joinBytes([this.sink.write(rest), this.sink.end()]), samples: rest.length }
  }

  release(): void {
    this.resampler.release()
    this.sink.release()
  }
}

/** Seconds that the resampler's filter reaches past a sample. */
const FILTER_REACH = 0.002

/** Where silence begins that lasts to the end. */
const soundEnd = (samples: Int16Array): number => samples.findLastIndex((sample) => sample !== 0) + 1

/**
 * A piece that is encoded for itself, as it comes. Silence at its end needs no
 * encoder: LAME follows a run with a frame of it by itself, and frames of
 * nothing are always the same bytes. So silence waits until sound follows.
 */
class WholePiece {
  readonly #resampler: Resampler.Resampler
  readonly #encoded: Array<Uint8Array> = []
  #silence = 0
  /** Samples before that silence, and samples given to LAME. */
  #sounding = 0
  #fed = 0

  constructor(
    space: Resampler.Workspace,
    readonly sampleRate: number,
    readonly lame: Lame
  ) {
    this.#resampler = Resampler.make(space, sampleRate, MP3_RATE)
  }

  #feed(samples: Int16Array, most = Number.POSITIVE_INFINITY): void {
    const sound = this.#resampler.push(samples).subarray(0, most - this.#fed)
    this.#encoded.push(feed(this.lame, sound))
    this.#fed += sound.length
  }

  push(samples: Int16Array): void {
    const end = soundEnd(samples)
    if (end > 0) {
      if (this.#silence > 0) this.#feed(new Int16Array(this.#silence))
      this.#feed(samples.subarray(0, end))
      this.#sounding += this.#silence + end
      this.#silence = 0
    }
    this.#silence += samples.length - end
  }

  finish(): Encoded {
    const ratio = MP3_RATE / this.sampleRate
    const all = (this.#sounding + this.#silence) * ratio
    const reach = Math.ceil(FILTER_REACH * this.sampleRate)
    const fed = Math.ceil(((this.#sounding + reach) * ratio) / FRAME_SAMPLES) * FRAME_SAMPLES
    this.#feed(new Int16Array(Math.ceil(fed / ratio) + 2 * reach - this.#sounding), fed)
    this.#resampler.release()
    const silent = Array.from({ length: (all - fed) / FRAME_SAMPLES - 1 }, silentFrame)
    const frames = selfContained()(joinBytes([...this.#encoded, this.lame.finalize()]))
    return { bytes: joinBytes([frames, ...silent]), samples: all }
  }

  abandon(): void {
    this.#resampler.release()
  }
}

/** Answers a request; nothing for `early` and `release`. Rejects for a session that never began. */
export type Codec = (request: EncodingRequest) => Promise<Encoded | undefined>

export const makeCodec = (encoders: Encoders, space: Resampler.Workspace): Codec => {
  const sessions = new Map<number, Session>()
  /** What came early. One at most: until it is whole or abandoned, the worker is given nothing else that is whole. */
  let early: WholePiece | undefined

  const sinks = makeSinks(encoders)
  const begin = async (format: AudioFormat): Promise<Session> =>
    new Session(Resampler.following(space, formats[format].sampleRate), await sinks[format]())
  const existing = (id: number): Session => {
    const session = sessions.get(id)
    if (session === undefined) throw new Error(`no session ${id}`)
    return session
  }

  return async (request) => {
    switch (request.tag) {
      case "early": {
        early ??= new WholePiece(space, request.sampleRate, await encoders.take())
        early.push(request.samples)
        return undefined
      }
      case "whole": {
        const piece = early ?? new WholePiece(space, request.sampleRate, await encoders.take())
        early = undefined
        piece.push(request.samples)
        const encoded = piece.finish()
        encoders.giveBack(piece.lame)
        return encoded
      }
      case "abandon": {
        if (early !== undefined) {
          early.abandon()
          encoders.giveBack(early.lame)
        }
        early = undefined
        return { bytes: new Uint8Array(0), samples: 0 }
      }
      case "piece": {
        const session = sessions.get(request.session) ?? (await begin(request.format))
        sessions.set(request.session, session)
        return session.push(request.samples, request.sampleRate)
      }
      case "finish":
        return existing(request.session).finish()
      case "release": {
        sessions.get(request.session)?.release()
        sessions.delete(request.session)
        return undefined
      }
    }
  }
}
