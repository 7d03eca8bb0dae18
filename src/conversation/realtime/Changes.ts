/** What settings of a client make of the session's. */
import { Either, Option } from "effect"
import type { WireFormat } from "../../audio/LivePcm.ts"
import type { Language } from "../../Domain.ts"
import { atField, ValidationFailed, VoiceUnavailable } from "../../Errors.ts"
import type { VoiceTimbre } from "../../engines/Synthesizer.ts"
import type { Tool, ToolChoice } from "../../engines/TextModel.ts"
import { isUnnamed } from "../../http/UnnamedLanguage.ts"
import type { Config, Session, TurnDetection } from "../State.ts"
import * as TurnDetector from "../TurnDetector.ts"
import type * as Settings from "./Settings.ts"
import type { AnswerSettings, BetaFormat, Format, SessionSettings } from "./Settings.ts"

type Changes = Partial<Config>
type ChangeResult<A = Changes> = Either.Either<A, ValidationFailed | VoiceUnavailable>
/** What of a session decides on what it can be set to. */
export type Base = Pick<Config, "listensOnly" | "language" | "turns" | "tools" | "toolChoice">
type VoiceChoices = Pick<Session, "voices">

/** What the client gave first of several ways to say the same. */
const firstGiven = <A>(...values: ReadonlyArray<A | null | undefined>): A | undefined =>
  values.find((value) => value !== null && value !== undefined) ?? undefined

const refused = (field: string, message: string): ValidationFailed =>
  new ValidationFailed(atField({ field, code: "invalid_value", message: `${field} ${message}` }))

// --- sound

const formats: { readonly [Name in Format["type"] | BetaFormat]: WireFormat } = {
  "audio/pcm": { _tag: "Pcm16", rate: 24_000 },
  "audio/pcmu": { _tag: "MuLaw" },
  "audio/pcma": { _tag: "ALaw" },
  pcm16: { _tag: "Pcm16", rate: 24_000 },
  g711_ulaw: { _tag: "MuLaw" },
  g711_alaw: { _tag: "ALaw" }
}

/** What the protocol's sound is where nothing is said of it. */
export const defaultFormat = formats.pcm16

const formatOf = (format: Format | null | undefined, beta: BetaFormat | null | undefined): WireFormat | undefined => {
  const name = firstGiven<keyof typeof formats>(format?.type, beta)
  return name === undefined ? undefined : formats[name]
}

/** What the session's input is from now on; undefined where it stays. */
export const inputFormatOf = (settings: SessionSettings): WireFormat | undefined =>
  formatOf(settings.audio?.input?.format, settings.input_audio_format)

// --- language and voice

/** OpenAI's voices, each of which stands for the default voice of the language, also where a model has a voice of that name. */
const STAND_INS: ReadonlySet<string> = new Set(
  "alloy ash ballad cedar coral echo fable marin nova onyx sage shimmer verse".split(" ")
)

/** `am`, `om-ET`. */
const languageOf = (tag: string): Language | undefined => {
  const [language] = tag.toLowerCase().split(/[-_]/)
  return language === "am" || language === "om" ? language : undefined
}

/** Models that answer in one language (wire contract, section 12); others in the session's. */
const modelLanguages: ReadonlyMap<string, Language> = new Map([
  ["qal-am", "am"],
  ["qal-om", "om"]
])

const defaultVoice = ({ voices }: VoiceChoices, language: Language): VoiceTimbre | undefined =>
  voices.find((voice) => voice.language === language)

const namedVoice = (
  session: VoiceChoices,
  name: string,
  language: Language | undefined,
  current: Language
): ChangeResult<VoiceTimbre> => {
  const voice = STAND_INS.has(name)
    ? defaultVoice(session, language ?? current)
    : session.voices.find(({ id }) => id === name)
  if (voice !== undefined && language !== undefined && voice.language !== language) {
    return Either.left(
      new VoiceUnavailable({ message: "the voice does not speak the language that is asked for", param: "voice" })
    )
  }
  return Either.fromNullable(
    voice,
    () =>
      new VoiceUnavailable({
        message: `there is no such voice; there are ${session.voices.map(({ id }) => id).join(", ")}`,
        param: "voice"
      })
  )
}

/** Language and voice go together: each may bring the other. */
const spokenBy = (
  session: VoiceChoices,
  config: Base,
  name: string | undefined,
  language: Language | undefined
): ChangeResult => {
  if (name !== undefined) {
    return Either.map(namedVoice(session, name, language, config.language), (voice) => ({
      voice,
      language: voice.language
    }))
  }
  if (language === undefined || language === config.language) return Either.right({})
  return Either.fromNullable(defaultVoice(session, language), () => refused("language", "has no voice here")).pipe(
    Either.map((voice) => ({ voice, language }))
  )
}

const languageIn = (settings: SessionSettings): ChangeResult<Language | undefined> => {
  const transcription = firstGiven(settings.audio?.input?.transcription, settings.input_audio_transcription)
  const tag = firstGiven(transcription?.language, transcription?.languages?.[0])
  if (tag === undefined || isUnnamed(tag)) return Either.right(modelLanguages.get(settings.model ?? ""))
  return Either.fromNullable(languageOf(tag), () => refused("transcription.language", "must be am or om"))
}

// --- turns

/**
 * Milliseconds of silence for each eagerness to answer: what a detector of meaning
 * would do with it, Qal's does with time alone.
 */
const EAGERNESS = { low: 1_000, medium: 500, high: 300, auto: 500 } as const

/** `before` keeps what the protocol has no name for. */
const turnsOf = (settings: Settings.TurnDetection, before: Option.Option<TurnDetection>): TurnDetection => {
  const { defaults } = TurnDetector
  const silence =
    settings.type === "semantic_vad" ? EAGERNESS[settings.eagerness ?? "auto"] : settings.silence_duration_ms
  const { prefix_padding_ms, threshold } = settings.type === "server_vad" ? settings : {}
  return {
    silenceMillis: silence ?? defaults.silenceMillis,
    prefixMillis: prefix_padding_ms ?? defaults.prefixMillis,
    threshold: threshold ?? defaults.threshold,
    interruptionDecibels: Option.getOrElse(before, () => defaults).interruptionDecibels,
    respond: settings.create_response ?? true,
    interrupt: settings.interrupt_response ?? true
  }
}

const turnChanges = (config: Base, settings: SessionSettings): Changes => {
  const nested = settings.audio?.input?.turn_detection
  const turns = nested === undefined ? settings.turn_detection : nested
  if (turns === undefined) return {}
  return { turns: turns === null ? Option.none() : Option.some(turnsOf(turns, config.turns)) }
}

// --- tools

type ToolSettings = NonNullable<AnswerSettings["tools"]>

const toolsOf = (tools: ToolSettings): ChangeResult<ReadonlyArray<Tool>> => {
  const names = new Set(tools.map(({ name }) => name))
  if (names.size < tools.length) return Either.left(refused("tools", "must have different names"))
  return Either.right(
    tools.map(({ description, name, parameters }) => ({
      name,
      description: Option.fromNullable(description),
      parameters: parameters ?? { type: "object", properties: {} }
    }))
  )
}

const choiceOf = (choice: NonNullable<AnswerSettings["tool_choice"]>): ToolChoice =>
  typeof choice === "string" ? choice : { name: choice.name }

/** A tool can be chosen by name only while there is one of this name: where its tools are replaced, a choice is forgotten. */
const toolChanges = (config: Base, settings: AnswerSettings): ChangeResult =>
  Either.gen(function* () {
    const tools = settings.tools ? yield* toolsOf(settings.tools) : config.tools
    const choice = settings.tool_choice ? choiceOf(settings.tool_choice) : config.toolChoice
    const isThere = typeof choice === "string" || tools.some(({ name }) => name === choice.name)
    if (!isThere && settings.tool_choice) {
      return yield* Either.left(refused("tool_choice.name", "must be the name of one of the tools"))
    }
    const toolChoice = isThere ? choice : "auto"
    return {
      ...(tools === config.tools ? {} : { tools }),
      ...(toolChoice === config.toolChoice ? {} : { toolChoice })
    }
  })

// --- the whole

const voiceName = ({ audio, voice }: AnswerSettings): string | undefined => {
  const named = firstGiven(audio?.output?.voice, voice)
  return typeof named === "object" ? named.id : named
}

/** Of an instruction that is blank, none is left. */
const systemOf = (instructions: string): Option.Option<string> =>
  instructions.trim() === "" ? Option.none() : Option.some(instructions)

/** What is plain about settings of a session or of one answer. */
const plainChanges = (settings: AnswerSettings, givenSpeed: number | null | undefined): Changes => {
  const modalities = firstGiven(settings.output_modalities, settings.modalities)
  const tokens = firstGiven(settings.max_output_tokens, settings.max_response_output_tokens)
  const output = formatOf(settings.audio?.output?.format, settings.output_audio_format)
  const speed = firstGiven(settings.audio?.output?.speed, givenSpeed)
  const { instructions, temperature } = settings
  return {
    ...(typeof instructions === "string" ? { system: systemOf(instructions) } : {}),
    ...(modalities === undefined ? {} : { spoken: modalities.includes("audio") }),
    ...(tokens === undefined ? {} : { maxOutputTokens: tokens === "inf" ? Option.none() : Option.some(tokens) }),
    // The engine's range is half as long.
    ...(typeof temperature === "number" ? { temperature: temperature / 2 } : {}),
    ...(output === undefined ? {} : { output }),
    ...(speed === undefined ? {} : { speed })
  }
}

/** What one answer has differently from the session. */
export const answerChanges = (session: VoiceChoices, config: Base, settings: AnswerSettings): ChangeResult =>
  Either.gen(function* () {
    const spoken = yield* spokenBy(session, config, voiceName(settings), undefined)
    const tools = yield* toolChanges(config, settings)
    return { ...plainChanges(settings, undefined), ...spoken, ...tools }
  })

/** A session that was opened to be transcribed stays so: what its secret allows is no more. */
const typeChanges = (config: Base, { type }: SessionSettings): ChangeResult => {
  if (type === "transcription") return Either.right({ listensOnly: true })
  return type === "realtime" && config.listensOnly
    ? Either.left(refused("session.type", "must stay transcription; open another session to be answered"))
    : Either.right({})
}

/** What a session has differently from now on. */
export const sessionChanges = (session: VoiceChoices, config: Base, settings: SessionSettings): ChangeResult =>
  Either.gen(function* () {
    const type = yield* typeChanges(config, settings)
    const language = yield* languageIn(settings)
    const spoken = yield* spokenBy(session, config, voiceName(settings), language)
    const tools = yield* toolChanges(config, settings)
    return { ...plainChanges(settings, settings.speed), ...turnChanges(config, settings), ...spoken, ...tools, ...type }
  })
