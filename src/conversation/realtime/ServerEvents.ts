/** What clients of the Realtime protocol are told, in the names of its current version. */
type Status = "in_progress" | "completed" | "incomplete"

interface Entry {
  readonly id: string
  readonly object: "realtime.item"
  readonly status: Status
}

type UserPart =
  | { readonly type: "input_text"; readonly text: string }
  /** Null until it is recognised, as OpenAI's server sends it: its agents' client takes no item without the field. */
  | { readonly type: "input_audio"; readonly transcript: string | null }

export type AssistantPart =
  | { readonly type: "output_text"; readonly text: string }
  | { readonly type: "output_audio"; readonly transcript: string }

interface MessageItem<Role extends string, Part> extends Entry {
  readonly type: "message"
  readonly role: Role
  readonly content: ReadonlyArray<Part>
}

export type AssistantItem = MessageItem<"assistant", AssistantPart>

export interface FunctionCallItem extends Entry {
  readonly type: "function_call"
  readonly call_id: string
  readonly name: string
  readonly arguments: string
}

interface FunctionCallOutputItem extends Entry {
  readonly type: "function_call_output"
  readonly call_id: string
  readonly output: string
}

export type WireItem =
  | MessageItem<"system", { readonly type: "input_text"; readonly text: string }>
  | MessageItem<"user", UserPart>
  | AssistantItem
  | FunctionCallItem
  | FunctionCallOutputItem

export interface Failure {
  readonly type: string
  readonly code: string
  readonly message: string
}

// --- the session

export type Format =
  | { readonly type: "audio/pcm"; readonly rate: 24_000 }
  | { readonly type: "audio/pcmu" }
  | { readonly type: "audio/pcma" }

interface WireTool {
  readonly type: "function"
  readonly name: string
  readonly description?: string
  readonly parameters: { readonly [key: string]: unknown }
}

export interface WireSession {
  readonly type: "realtime"
  readonly object: "realtime.session"
  readonly id: string
  readonly model: string
  readonly output_modalities: ReadonlyArray<"audio" | "text">
  readonly instructions: string
  readonly tools: ReadonlyArray<WireTool>
  readonly tool_choice: "auto" | "none" | "required" | { readonly type: "function"; readonly name: string }
  /** 0 to 2. */
  readonly temperature: number
  readonly max_output_tokens: number | "inf"
  readonly tracing: null
  readonly truncation: "auto"
  readonly audio: {
    readonly input: {
      readonly format: Format
      /** Null where the client does not want to be told what was understood. */
      readonly transcription: { readonly model: string; readonly language: string } | null
      readonly turn_detection: {
        readonly type: "server_vad"
        readonly threshold: number
        readonly prefix_padding_ms: number
        readonly silence_duration_ms: number
        readonly create_response: boolean
        readonly interrupt_response: boolean
      } | null
    }
    readonly output: { readonly format: Format; readonly voice: string; readonly speed: number }
  }
}

/** A session that hears and never answers. */
export interface WireTranscriptionSession {
  readonly type: "transcription"
  readonly object: "realtime.transcription_session"
  readonly id: string
  readonly audio: {
    readonly input: {
      readonly format: Format
      readonly transcription: { readonly model: string; readonly language: string }
      readonly turn_detection: {
        readonly type: "server_vad"
        readonly threshold: number
        readonly prefix_padding_ms: number
        readonly silence_duration_ms: number
      } | null
    }
  }
}

// --- answers

/** The model reads and writes text; sound is counted in seconds (wire contract, section 9). */
export interface WireUsage {
  readonly total_tokens: number
  readonly input_tokens: number
  readonly output_tokens: number
  readonly input_token_details: {
    readonly text_tokens: number
    readonly audio_tokens: 0
    readonly image_tokens: 0
    readonly cached_tokens: 0
  }
  readonly output_token_details: { readonly text_tokens: number; readonly audio_tokens: 0 }
  /** Of both directions. */
  readonly total_billed_audio_duration_seconds: number
  readonly credits_used: number
  /** Absent where nothing was charged. */
  readonly credits_remaining?: number
}

export interface WireResponse {
  readonly id: string
  readonly object: "realtime.response"
  readonly status: "in_progress" | "completed" | "cancelled" | "incomplete" | "failed"
  readonly status_details?: {
    readonly type: "completed" | "cancelled" | "incomplete" | "failed"
    readonly reason?: "turn_detected" | "client_cancelled" | "max_output_tokens" | "content_filter"
    readonly error?: Failure
  }
  readonly output: ReadonlyArray<WireItem>
  /** Absent where its entries are not added to the conversation. */
  readonly conversation_id?: string
  readonly output_modalities: ReadonlyArray<"audio" | "text">
  readonly max_output_tokens: number | "inf"
  /** 0 to 2. */
  readonly temperature: number
  readonly audio: { readonly output: { readonly format: Format; readonly voice: string } }
  readonly metadata: { readonly [key: string]: string } | null
  readonly usage?: WireUsage
}

/** Where in a response an event belongs. */
interface OutputAt {
  readonly response_id: string
  readonly output_index: number
  readonly item_id: string
}

interface PartAt extends OutputAt {
  readonly content_index: 0
}

type WirePart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "audio"; readonly transcript: string }

/** Each field belongs to an event of the type that names it. */
interface Events {
  "session.created": { readonly session: WireSession | WireTranscriptionSession }
  "session.updated": { readonly session: WireSession | WireTranscriptionSession }
  "conversation.created": {
    readonly conversation: { readonly id: string; readonly object: "realtime.conversation" }
  }
  "input_audio_buffer.speech_started": { readonly audio_start_ms: number; readonly item_id: string }
  "input_audio_buffer.speech_stopped": { readonly audio_end_ms: number; readonly item_id: string }
  "input_audio_buffer.committed": { readonly previous_item_id: string | null; readonly item_id: string }
  "input_audio_buffer.cleared": {}
  "conversation.item.added": { readonly previous_item_id: string | null; readonly item: WireItem }
  "conversation.item.done": { readonly previous_item_id: string | null; readonly item: WireItem }
  "conversation.item.retrieved": { readonly item: WireItem }
  "conversation.item.deleted": { readonly item_id: string }
  "conversation.item.truncated": {
    readonly item_id: string
    readonly content_index: 0
    readonly audio_end_ms: number
  }
  "conversation.item.input_audio_transcription.delta": {
    readonly item_id: string
    readonly content_index: 0
    readonly delta: string
  }
  "conversation.item.input_audio_transcription.completed": {
    readonly item_id: string
    readonly content_index: 0
    readonly transcript: string
    readonly usage: { readonly type: "duration"; readonly seconds: number }
  }
  "conversation.item.input_audio_transcription.failed": {
    readonly item_id: string
    readonly content_index: 0
    readonly error: Failure
  }
  "response.created": { readonly response: WireResponse }
  "response.output_item.added": {
    readonly response_id: string
    readonly output_index: number
    readonly item: WireItem
  }
  "response.output_item.done": {
    readonly response_id: string
    readonly output_index: number
    readonly item: WireItem
  }
  "response.content_part.added": PartAt & { readonly part: WirePart }
  "response.content_part.done": PartAt & { readonly part: WirePart }
  "response.output_text.delta": PartAt & { readonly delta: string }
  "response.output_text.done": PartAt & { readonly text: string }
  "response.output_audio_transcript.delta": PartAt & { readonly delta: string }
  "response.output_audio_transcript.done": PartAt & { readonly transcript: string }
  "response.output_audio.delta": PartAt & { readonly delta: string }
  "response.output_audio.done": PartAt
  "response.function_call_arguments.delta": OutputAt & { readonly call_id: string; readonly delta: string }
  "response.function_call_arguments.done": OutputAt & {
    readonly call_id: string
    readonly name: string
    readonly arguments: string
  }
  "response.done": { readonly response: WireResponse }
  /** No limits are given: `warning` is of Qal's own, in an event that every client knows and none takes for an error. */
  "rate_limits.updated": { readonly rate_limits: ReadonlyArray<never>; readonly warning: string }
  error: {
    readonly error: Failure & { readonly param: string | null; readonly event_id: string | null }
  }
}

/** An event before it is numbered. */
export type ServerEvent = { [Type in keyof Events]: { readonly type: Type } & Events[Type] }[keyof Events]
