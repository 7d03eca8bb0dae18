/** What makes a request for speech: what is spoken, how, and when two requests are the same. */
import { Option } from "effect"
import type { AudioFormat } from "../audio/AudioEncoder.ts"
import * as Fingerprint from "../billing/Fingerprint.ts"
import { type Retention, UNTIL_FORGOTTEN } from "../billing/IdempotencyKey.ts"
import type { Language, RequestId, WalletId } from "../Domain.ts"
import type { EstimateRequest, SpeechRequest } from "./Api.ts"
import type { LexiconReading } from "./Lexicons.ts"
import type { CurrentVoice } from "./Voices.ts"

/** Settings that clients of other systems send and this one has no use for. */
const IGNORED = ["stability", "similarity", "style"] as const

/** Those of them that the request has. */
export const ignoredOf = ({ voice_settings, ...request }: EstimateRequest): ReadonlyArray<string> =>
  IGNORED.filter((name) => (request[name] ?? voice_settings?.[name] ?? null) !== null)

/** Who wants it spoken, under which id, and for how long that stands for it. */
export interface Order {
  readonly walletId: WalletId
  readonly requestId: Option.Option<RequestId>
  readonly retention: Retention
}

/** An id in the body stands for its clip as long as there is one. */
export const orderOf = (walletId: WalletId, { client_request_id }: SpeechRequest): Order => ({
  walletId,
  requestId: Option.fromNullable(client_request_id),
  retention: UNTIL_FORGOTTEN
})

/** A request that has passed every check. */
export interface Utterance {
  readonly text: string
  readonly voice: CurrentVoice
  readonly format: AudioFormat
  /** Factor of pace, 0.25 to 4. */
  readonly speed: number
  readonly ignored: ReadonlyArray<string>
  readonly timestamps: SpeechRequest["timestamps"]
  /** What the request calls the voice, where that is not its id: the same request may get another voice at another time. */
  readonly voiceName?: string
}

/** What the client says of an utterance: all that makes it the same one, whatever has become of its voice. */
export interface SpokenInputs extends Pick<Utterance, "text" | "format" | "speed" | "timestamps"> {
  /** What the request calls the voice. */
  readonly voice: string
  readonly language: Language
}

/** How a session differs from a single request. */
export interface GenerationOptions {
  /** The sound is cut here, in seconds. */
  readonly maxSeconds: Option.Option<number>
  /** Whether there is a `FirstSound`. */
  readonly firstSound: boolean
}

export const singleRequest: GenerationOptions = { maxSeconds: Option.none(), firstSound: false }

/** 0 is half, 50 neutral, 100 double, with equal ratios between. */
const paceOf = (setting: number): number => 2 ** ((setting - 50) / 50)

/** The pace that a request asks for, as a factor. */
export const speedOf = ({ speed, voice_settings }: EstimateRequest): number =>
  paceOf(speed ?? voice_settings?.speed ?? 50)

export const inputsOf = ({ format, speed, text, timestamps, voice, voiceName }: Utterance): SpokenInputs => ({
  text,
  format,
  speed,
  timestamps,
  voice: voiceName ?? voice.id,
  language: voice.language
})

/** The same of an utterance whose voice the request did not name, as the program knew it while it went by whose turn it was. */
export const formerInputsOf = (utterance: Utterance): ReadonlyArray<SpokenInputs> =>
  utterance.voiceName === undefined ? [] : [{ ...inputsOf(utterance), voice: utterance.voice.id }]

/** Everything that changes the result. */
export const fingerprintOf = (
  { format, language, speed, text, timestamps, voice }: SpokenInputs,
  { fingerprint }: Pick<LexiconReading, "fingerprint">,
  { maxSeconds }: GenerationOptions
) =>
  Fingerprint.of({
    text,
    voice,
    language,
    format,
    speed,
    timestamps,
    maxSeconds: Option.getOrNull(maxSeconds),
    ...fingerprint
  })
