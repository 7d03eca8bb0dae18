/** The same events as the protocol's beta has them: some with other names, and flat objects. */
import type {
  AssistantPart,
  Format,
  ServerEvent,
  WireItem,
  WireResponse,
  WireSession,
  WireTranscriptionSession
} from "./ServerEvents.ts"
import type { BetaFormat } from "./Settings.ts"

const formatOf = ({ type }: Format): BetaFormat => {
  switch (type) {
    case "audio/pcm":
      return "pcm16"
    case "audio/pcmu":
      return "g711_ulaw"
    case "audio/pcma":
      return "g711_alaw"
  }
}

/** Speech was always text too. */
const modalitiesOf = ([modality]: ReadonlyArray<"audio" | "text">): ReadonlyArray<"text" | "audio"> =>
  modality === "audio" ? ["text", "audio"] : ["text"]

const partOf = (part: AssistantPart) =>
  part.type === "output_audio"
    ? ({ type: "audio", transcript: part.transcript } as const)
    : ({ type: "text", text: part.text } as const)

const itemOf = (item: WireItem) =>
  item.type === "message" && item.role === "assistant" ? { ...item, content: item.content.map(partOf) } : item

const sessionOf = ({
  audio,
  max_output_tokens,
  output_modalities,
  truncation: _,
  type: __,
  ...session
}: WireSession) => ({
  ...session,
  modalities: modalitiesOf(output_modalities),
  voice: audio.output.voice,
  speed: audio.output.speed,
  input_audio_format: formatOf(audio.input.format),
  output_audio_format: formatOf(audio.output.format),
  input_audio_transcription: audio.input.transcription,
  turn_detection: audio.input.turn_detection,
  max_response_output_tokens: max_output_tokens
})

const transcriptionSessionOf = ({ audio: { input }, id, object }: WireTranscriptionSession) => ({
  id,
  object,
  input_audio_format: formatOf(input.format),
  input_audio_transcription: input.transcription,
  turn_detection: input.turn_detection
})

const responseOf = ({ audio, output, output_modalities, ...response }: WireResponse) => ({
  ...response,
  output: output.map(itemOf),
  modalities: modalitiesOf(output_modalities),
  voice: audio.output.voice,
  output_audio_format: formatOf(audio.output.format)
})

/** The event; none where the beta has no such. */
export const betaEvent = (event: ServerEvent) => {
  switch (event.type) {
    case "session.created":
    case "session.updated":
      return event.session.type === "transcription"
        ? ({ type: `transcription_${event.type}`, session: transcriptionSessionOf(event.session) } as const)
        : { ...event, session: sessionOf(event.session) }
    case "conversation.item.added":
      return { ...event, type: "conversation.item.created" as const, item: itemOf(event.item) }
    case "conversation.item.done":
      return undefined
    case "conversation.item.retrieved":
    case "response.output_item.added":
    case "response.output_item.done":
      return { ...event, item: itemOf(event.item) }
    case "response.created":
    case "response.done":
      return { ...event, response: responseOf(event.response) }
    case "response.output_text.delta":
      return { ...event, type: "response.text.delta" as const }
    case "response.output_text.done":
      return { ...event, type: "response.text.done" as const }
    case "response.output_audio.delta":
      return { ...event, type: "response.audio.delta" as const }
    case "response.output_audio.done":
      return { ...event, type: "response.audio.done" as const }
    case "response.output_audio_transcript.delta":
      return { ...event, type: "response.audio_transcript.delta" as const }
    case "response.output_audio_transcript.done":
      return { ...event, type: "response.audio_transcript.done" as const }
    default:
      return event
  }
}
