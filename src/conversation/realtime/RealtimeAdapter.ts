/** The conversation in the protocol of OpenAI's Realtime API, in its current version or its beta. Pure. */
import { Option } from "effect"
import type { Problem } from "../../Errors.ts"
import { ROOM } from "../ConversationLimits.ts"
import type { Event } from "../MachineMessages.ts"
import type { ProtocolAdapter } from "../ProtocolAdapter.ts"
import type { Response } from "../State.ts"
import type { AdapterState, Version } from "./AdapterState.ts"
import { defaultFormat } from "./Changes.ts"
import { interpretEvent } from "./ClientEventHandler.ts"
import { type Message, read } from "./ClientEvents.ts"
import { failureOf } from "./ErrorEvents.ts"
import { framesOf } from "./Frames.ts"
import * as ResponseProgress from "./ResponseProgress.ts"
import type { ServerEvent } from "./ServerEvents.ts"
import { sessionObject } from "./SessionObject.ts"
import { wireItem } from "./WireItems.ts"

type AdaptedEvents = readonly [AdapterState, ReadonlyArray<ServerEvent>]
type Of<Tag extends Event["_tag"]> = Extract<Event, { readonly _tag: Tag }>

const milliseconds = (millis: number): number => Math.max(0, Math.round(millis))

// --- the session

const ready = (adapter: AdapterState, { config, session }: Of<"Ready">): AdaptedEvents => {
  const next = { ...adapter, sessionId: session.id }
  const created = { type: "session.created", session: sessionObject(session.id, config, adapter.settings) } as const
  const conversation = { id: session.id, object: "realtime.conversation" } as const
  const inBeta =
    adapter.version === "beta" && !config.listensOnly ? [{ type: "conversation.created", conversation } as const] : []
  return [next, [created, ...inBeta]]
}

/** Whether the end of what failed has reported the problem. Why a session ends is always reported. */
const isKnown = ({ reported }: AdapterState, problem: Problem): boolean =>
  problem._tag !== "INSUFFICIENT_CREDITS" && Option.contains(reported, problem)

const error = (code: string, problem: Problem, eventId: string | null): ServerEvent => ({
  type: "error",
  error: { ...failureOf(problem), code, param: problem.param ?? null, event_id: eventId }
})

const failed = (adapter: AdapterState, problem: Problem, isReply: boolean): ReadonlyArray<ServerEvent> => {
  if (isKnown(adapter, problem)) return []
  const { code, eventId } = adapter.about
  const known = isReply && problem._tag === "INVALID_REQUEST" ? code : undefined
  return [error(known ?? problem._tag, problem, isReply ? eventId : null)]
}

const nothingToCommit = (adapter: AdapterState): AdaptedEvents => [
  { ...adapter, commit: null },
  [
    {
      type: "error",
      error: {
        type: "invalid_request_error",
        code: "input_audio_buffer_commit_empty",
        message: "no sound has come since the last commit; send it with input_audio_buffer.append",
        param: null,
        event_id: adapter.commit
      }
    }
  ]
]

// --- what the user says

const part = (item: string) => ({ item_id: item, content_index: 0 }) as const

const grown = (item: string, delta: string) =>
  ({ type: "conversation.item.input_audio_transcription.delta", ...part(item), delta }) as const

const transcribed = ({ isTold, item, seconds, text }: Of<"Transcribed">): ReadonlyArray<ServerEvent> => [
  ...(text === "" || isTold ? [] : [grown(item, text)]),
  {
    type: "conversation.item.input_audio_transcription.completed",
    ...part(item),
    transcript: text,
    usage: { type: "duration", seconds }
  }
]

const added = ({ item, previous }: Of<"Added">): ReadonlyArray<ServerEvent> => {
  const what = { previous_item_id: Option.getOrNull(previous), item: wireItem(item) }
  return [
    { type: "conversation.item.added", ...what },
    { type: "conversation.item.done", ...what }
  ]
}

// --- answers

const begun = (adapter: AdapterState, { response }: Of<"ResponseBegun">): AdaptedEvents => {
  const conversation = response.isAside ? Option.none() : Option.some(adapter.sessionId)
  const progress = { isOpen: false, metadata: adapter.metadata, conversation }
  const responses = new Map(adapter.responses).set(response.id, progress)
  return [{ ...adapter, metadata: null, responses }, [ResponseProgress.beginProgress(response, progress)]]
}

/** Something of an answer; its message is announced before the first. */
const withEvent = (adapter: AdapterState, response: Response, event: ServerEvent): AdaptedEvents => {
  const progress = adapter.responses.get(response.id)
  if (progress === undefined) return [adapter, []]
  if (progress.isOpen) return [adapter, [event]]
  const responses = new Map(adapter.responses).set(response.id, { ...progress, isOpen: true })
  return [{ ...adapter, responses }, [...ResponseProgress.opened(response, progress), event]]
}

const complete = (adapter: AdapterState, { end, usage }: Of<"TurnComplete">): AdaptedEvents => {
  if (Option.isNone(end)) return [adapter, []]
  const { problem, response } = end.value
  const progress = adapter.responses.get(response.id)
  if (progress === undefined) return [adapter, []]
  const responses = new Map(adapter.responses)
  responses.delete(response.id)
  return [
    { ...adapter, responses, reported: Option.orElse(problem, () => adapter.reported) },
    ResponseProgress.done(end.value, usage, progress)
  ]
}

// --- all

/** The events for the client that depend on nothing before them. */
const plain = (event: Event): ReadonlyArray<ServerEvent> => {
  switch (event._tag) {
    case "SpeechStarted":
      return [
        { type: "input_audio_buffer.speech_started", audio_start_ms: milliseconds(event.millis), item_id: event.item }
      ]
    case "SpeechStopped":
      return [
        { type: "input_audio_buffer.speech_stopped", audio_end_ms: milliseconds(event.millis), item_id: event.item }
      ]
    case "Committed":
      return [
        {
          type: "input_audio_buffer.committed",
          previous_item_id: Option.getOrNull(event.previous),
          item_id: event.item
        }
      ]
    case "Cleared":
      return [{ type: "input_audio_buffer.cleared" }]
    case "Added":
      return added(event)
    case "Deleted":
      return [{ type: "conversation.item.deleted", item_id: event.id }]
    case "Truncated":
      return [{ type: "conversation.item.truncated", ...part(event.id), audio_end_ms: milliseconds(event.millis) }]
    case "Warning":
      return [{ type: "rate_limits.updated", rate_limits: [], warning: event.message }]
    default:
      // Of an interruption: the client stops by `speech_started`, and gets the rest at the response's end.
      return []
  }
}

const notTranscribed = (adapter: AdapterState, { item, problem }: Of<"NotTranscribed">): AdaptedEvents => [
  { ...adapter, reported: Option.some(problem) },
  [{ type: "conversation.item.input_audio_transcription.failed", ...part(item), error: failureOf(problem) }]
]

const adapt = (adapter: AdapterState, event: Event, isReply: boolean): AdaptedEvents => {
  switch (event._tag) {
    case "Ready":
      return ready(adapter, event)
    case "Updated":
      return [
        adapter,
        [{ type: "session.updated", session: sessionObject(adapter.sessionId, event.config, adapter.settings) }]
      ]
    case "NothingToCommit":
      return nothingToCommit(adapter)
    case "TranscriptDelta":
      return [adapter, [grown(event.item, event.text)]]
    case "Transcribed":
      return [adapter, adapter.settings.transcribes ? transcribed(event) : []]
    case "NotTranscribed":
      return notTranscribed(adapter, event)
    case "ResponseBegun":
      return begun(adapter, event)
    case "Text":
      return withEvent(adapter, event.response, ResponseProgress.text(event.response, event.text))
    case "Audio":
      return withEvent(adapter, event.response, ResponseProgress.audio(event.response, event.bytes))
    case "TurnComplete":
      return complete(adapter, event)
    case "Problem":
      return [adapter, failed(adapter, event.problem, isReply)]
    default:
      return [adapter, plain(event)]
  }
}

export interface Options {
  readonly version: Version
  /** As the client names it in the address; the language that it may stand for reaches the machine by another way. */
  readonly model: Option.Option<string>
}

/** The protocol adapter of one socket. */
export const make = ({ model, version }: Options): ProtocolAdapter<Message, AdapterState> => ({
  begin: {
    version,
    settings: { model: Option.getOrElse(model, () => "qal"), input: defaultFormat, transcribes: true },
    sessionId: "",
    events: 0,
    entries: 0,
    about: { eventId: null, code: undefined },
    commit: null,
    metadata: null,
    responses: new Map(),
    reported: Option.none()
  },
  read,
  interpret: interpretEvent,
  write: (adapter, event, isReply) => {
    const [next, events] = adapt(adapter, event, isReply)
    return framesOf(next, events)
  },
  queueLimit: ROOM
})
