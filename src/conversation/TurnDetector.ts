/**
 * Where a user's turns begin and end in the sound of a conversation. Plain
 * synchronous state for one sound; holds no more than what may become a turn's
 * beginning, and one frame.
 *
 * A frame of 20 ms is active where the WebRTC detector hears voice in it and it
 * is well above the floor of the noise. A turn starts with enough active frames
 * close together of which some repeat themselves as voices do and hardly any
 * stays as tones do: a click is too short, noise has no pitch, music keeps it.
 * It goes on through all that is above the floor, with voice or without, since
 * the ends of sentences are soft and whispered; and ends with a pause.
 *
 * Where a model of voice activity says in which frames somebody speaks, its word
 * stands for all of these measures, and three frames start a turn.
 *
 * While an answer is played, and until its echo is gone, a frame counts only
 * where it is louder than the echo can be.
 *
 * Cheap enough for the thread that answers requests: of 100 ms of sound 0.2 ms
 * while somebody speaks, 0.1 ms in noise, 0.05 ms in silence.
 */
import { Schema } from "effect"
import { FRAME } from "../audio/Activity.ts"
import { SAMPLE_RATE } from "../audio/Decoding.ts"
import { joinInt16 } from "../audio/Samples.ts"
import type { VoiceActivity } from "../audio/VoiceActivity.ts"
import { FRAME_MILLIS, type FrameFeatures, makeFrameAnalyser, powerOf } from "./FrameAnalysis.ts"

export const TurnOptions = Schema.Struct({
  /** Milliseconds of silence that end a turn. */
  silenceMillis: Schema.Number.pipe(Schema.between(100, 5000)),
  /** Milliseconds of sound before its first active frame that belong to a turn. */
  prefixMillis: Schema.Number.pipe(Schema.between(0, 2000)),
  /** How sure the detector must be that there is a voice. */
  threshold: Schema.Number.pipe(Schema.between(0, 1)),
  /**
   * Decibels from the level of the answer that is being played up to which the
   * microphone's sound is taken for its echo. An echo that comes back at −20 dB
   * is below −14, a user who speaks 10 dB softer than the answer above. Higher
   * for a loudspeaker close to the microphone; −60 for headphones.
   */
  interruptionDecibels: Schema.Number.pipe(Schema.between(-60, 20))
})
export type TurnOptions = typeof TurnOptions.Type

export const defaults: TurnOptions = {
  silenceMillis: 500,
  prefixMillis: 300,
  threshold: 0.5,
  interruptionDecibels: -14
}

export type TurnEvent =
  /** The sample, from the start of the session, at which the turn's sound begins. */
  | { readonly _tag: "Started"; readonly at: number }
  /** The turn's sound, from `Started` to `Stopped` without a gap. */
  | { readonly _tag: "Sound"; readonly samples: Int16Array }
  /** The sample before which the turn's sound ends, the silence that ended it included. */
  | { readonly _tag: "Stopped"; readonly at: number }

export interface TurnDetector {
  /**
   * What these samples bring, 16,000 a second, however many: how the sound is cut
   * makes no difference. `playing`: the level of the answer that the user hears
   * now (the mean power of 20 to 100 ms, in decibels of full scale), none while
   * nothing is played. `speech`: whether somebody speaks in each frame that these samples complete, where a model says so.
   */
  readonly push: (
    samples: Int16Array,
    playing: number | undefined,
    speech?: ReadonlyArray<boolean>
  ) => ReadonlyArray<TurnEvent>
  /** Ends the turn now, if there is one, after what is held back of it. */
  readonly finish: () => ReadonlyArray<TurnEvent>
  /** Other options from the next frame on, also in the middle of a turn. */
  readonly configure: (options: TurnOptions) => void
  /** Gives its memory back. */
  readonly release: () => void
}

const framesIn = (millis: number): number => Math.ceil(millis / FRAME_MILLIS)

/** A turn starts with so many active frames within the last `ONSET_WINDOW`: 100 ms. A cough of 60 ms has four at most. */
const ONSET = 5
const ONSET_WINDOW = 8
/** The same where a model of voice activity hears them, which is sure after 64 ms: so it is known as early. */
const MODELS_ONSET = 3
/** Frames by which the first that it hears is later than the speech: those 64 ms. */
const MODELS_LAG = 4
/** So many of the active frames repeat themselves as a voice does. */
const ONSET_VOICED = 3
/** So many frames since the first active one may be tones, and not the last one: in a tune, also a quick one, there are more. */
const ONSET_TONAL = 1

/** Of what comes before the first active frame over an answer, so many frames are kept: 60 ms, a soft consonant. */
const UNMUTED = 3

/** A turn goes on with so many loud frames within the last `KEEP_WINDOW`: a click does not keep it up. */
const KEEP = 3
const KEEP_WINDOW = 5

const count = (heard: ReadonlyArray<FrameFeatures>, is: (one: FrameFeatures) => boolean): number =>
  heard.filter(is).length

const isOnset = (heard: ReadonlyArray<FrameFeatures>): boolean => {
  const since = heard.slice(heard.findIndex(({ active }) => active))
  const onset = since.at(-1)?.isModels === true ? MODELS_ONSET : ONSET
  return (
    count(since, ({ active }) => active) >= onset &&
    count(since, ({ active, voiced }) => active && voiced) >= ONSET_VOICED &&
    count(since, ({ tonal }) => tonal) <= ONSET_TONAL &&
    since.at(-1)?.tonal === false
  )
}

/** Gathers the events of one push: neighbouring sounds in one, in memory of its own. */
const gather = () => {
  const events: Array<TurnEvent> = []
  const pieces: Array<Int16Array> = []
  const flush = (): void => {
    if (pieces.length > 0) events.push({ _tag: "Sound", samples: joinInt16(pieces.splice(0)) })
  }
  return {
    sound: (samples: Int16Array): void => {
      if (samples.length > 0) pieces.push(samples)
    },
    event: (event: TurnEvent): void => {
      flush()
      events.push(event)
    },
    all: (): ReadonlyArray<TurnEvent> => {
      flush()
      return events
    }
  }
}
type Gathered = ReturnType<typeof gather>

/** From whole frames to events. */
const makeTurns = (activity: VoiceActivity, settings: { readonly options: TurnOptions }) => {
  const analyser = makeFrameAnalyser(activity)
  /** Frames that may become a turn's beginning, with what was heard in them; none in a turn. */
  const before: Array<{ readonly frame: Int16Array; readonly heard: FrameFeatures }> = []
  /** What was heard in the last frames. */
  const heard: Array<FrameFeatures> = []
  /** Samples so far. */
  let position = 0
  let speaking = false
  let pause = 0

  const start = (out: Gathered): void => {
    const first = heard.findIndex(({ active }) => active)
    const lag = heard[first]?.isModels === true ? MODELS_LAG : 0
    const prefix = Math.round((settings.options.prefixMillis * SAMPLE_RATE) / 1000)
    const wanted = (heard.length - first + lag) * FRAME + prefix
    // Words of the answer that come back before the user's are not the user's.
    const spoken = before.findIndex(({ heard }) => heard.active && heard.overEcho)
    if (analyser.mayEcho()) for (const { frame } of before.slice(0, Math.max(0, spoken - UNMUTED))) frame.fill(0)
    const known = joinInt16(before.splice(0).map(({ frame }) => frame))
    const samples = known.subarray(Math.max(0, known.length - wanted))
    speaking = true
    pause = 0
    out.event({ _tag: "Started", at: position - samples.length })
    out.sound(samples)
  }
  const stop = (out: Gathered): void => {
    speaking = false
    heard.length = 0
    out.event({ _tag: "Stopped", at: position })
  }
  const follow = (frame: Int16Array, out: Gathered): void => {
    out.sound(frame)
    pause = count(heard.slice(-KEEP_WINDOW), ({ loud }) => loud) >= KEEP ? 0 : pause + 1
    if (pause >= framesIn(settings.options.silenceMillis)) stop(out)
  }
  const wait = (frame: Int16Array, latest: FrameFeatures, out: Gathered): void => {
    before.push({ frame, heard: latest })
    before.splice(0, before.length - ONSET_WINDOW - MODELS_LAG - framesIn(settings.options.prefixMillis))
    if (isOnset(heard) && analyser.isOverEcho()) start(out)
  }

  return {
    take: (frame: Int16Array, playing: number, speech: boolean | undefined, out: Gathered): void => {
      const latest = analyser.analyse(frame, { ...settings.options, inTurn: speaking, playing, speech })
      heard.push(latest)
      if (heard.length > ONSET_WINDOW) heard.shift()
      position += FRAME
      if (speaking) follow(frame, out)
      else wait(frame, latest, out)
    },
    isSpeaking: (): boolean => speaking,
    end: (rest: Int16Array, out: Gathered): void => {
      out.sound(rest)
      position += rest.length
      stop(out)
    }
  }
}

/** Takes ownership of `activity`. */
export const turnDetector = (activity: VoiceActivity, initial: TurnOptions = defaults): TurnDetector => {
  const settings = { options: initial }
  activity.configure(initial.threshold)
  const turns = makeTurns(activity, settings)
  /** What has come of a frame, and the greatest power played meanwhile. */
  const frame = new Int16Array(FRAME)
  let filled = 0
  let playing = 0

  const fill = (samples: Int16Array, power: number): number => {
    const piece = samples.subarray(0, FRAME - filled)
    frame.set(piece, filled)
    filled += piece.length
    playing = Math.max(playing, power)
    return piece.length
  }
  const empty = (): void => {
    filled = 0
    playing = 0
  }

  return {
    push: (samples, level, speech = []) => {
      const out = gather()
      const power = level === undefined ? 0 : powerOf(level)
      let complete = 0
      for (let at = 0; at < samples.length; ) {
        at += fill(samples.subarray(at), power)
        if (filled < FRAME) break
        turns.take(frame.slice(), playing, speech[complete++], out)
        empty()
      }
      return out.all()
    },
    finish: () => {
      if (!turns.isSpeaking()) return []
      const out = gather()
      turns.end(frame.slice(0, filled), out)
      empty()
      return out.all()
    },
    configure: (options) => {
      settings.options = options
      activity.configure(options.threshold)
    },
    release: activity.release
  }
}
