/** The session as a client is told of it: what is in force, also where it asked for something else. */
import { Option } from "effect"
import type { WireFormat } from "../../audio/LivePcm.ts"
import type { Config, TurnDetection } from "../State.ts"
import type { Format, WireSession, WireTranscriptionSession } from "./ServerEvents.ts"

/** The settings of a session that belong to the adapter and not to the machine. */
export interface AdapterSettings {
  /** As the client named it. */
  readonly model: string
  /** What the user's sound is sent as. */
  readonly input: WireFormat
  /** Whether the client is told what was understood. */
  readonly transcribes: boolean
}

const formatOf = (format: WireFormat): Format => {
  switch (format._tag) {
    case "Pcm16":
      return { type: "audio/pcm", rate: 24_000 }
    case "MuLaw":
      return { type: "audio/pcmu" }
    case "ALaw":
      return { type: "audio/pcma" }
  }
}

/** What an answer is made with, as far as sessions and responses have it in common. */
export const answerObject = ({ maxOutputTokens, output, spoken, temperature, voice }: Config) =>
  ({
    output_modalities: [spoken ? "audio" : "text"],
    max_output_tokens: Option.getOrElse(maxOutputTokens, () => "inf" as const),
    temperature: temperature * 2,
    audio: { output: { format: formatOf(output), voice: voice.id } }
  }) as const

const detectionOf = ({ prefixMillis, silenceMillis, threshold }: TurnDetection) =>
  ({
    type: "server_vad",
    threshold,
    prefix_padding_ms: prefixMillis,
    silence_duration_ms: silenceMillis
  }) as const

const turnsOf = (turns: TurnDetection) =>
  ({ ...detectionOf(turns), create_response: turns.respond, interrupt_response: turns.interrupt }) as const

const transcriptionObject = (id: string, config: Config, settings: AdapterSettings): WireTranscriptionSession => ({
  type: "transcription",
  object: "realtime.transcription_session",
  id,
  audio: {
    input: {
      format: formatOf(settings.input),
      transcription: { model: "qal-stt", language: config.language },
      turn_detection: Option.getOrNull(Option.map(config.turns, detectionOf))
    }
  }
})

const realtimeObject = (id: string, config: Config, settings: AdapterSettings): WireSession => {
  const { audio, ...answer } = answerObject(config)
  const { toolChoice } = config
  return {
    type: "realtime",
    object: "realtime.session",
    id,
    model: settings.model,
    ...answer,
    instructions: Option.getOrElse(config.system, () => ""),
    tools: config.tools.map(({ description, name, parameters }) => ({
      type: "function",
      name,
      ...(Option.isNone(description) ? {} : { description: description.value }),
      parameters
    })),
    tool_choice: typeof toolChoice === "string" ? toolChoice : { type: "function", name: toolChoice.name },
    tracing: null,
    truncation: "auto",
    audio: {
      input: {
        format: formatOf(settings.input),
        transcription: settings.transcribes ? { model: "qal-stt", language: config.language } : null,
        turn_detection: Option.getOrNull(Option.map(config.turns, turnsOf))
      },
      output: { ...audio.output, speed: config.speed }
    }
  }
}

export const sessionObject = (id: string, config: Config, settings: AdapterSettings) =>
  config.listensOnly ? transcriptionObject(id, config, settings) : realtimeObject(id, config, settings)
