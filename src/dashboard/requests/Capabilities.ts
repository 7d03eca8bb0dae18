/** What belongs to which capability: routes, of which these are recorded, and paid operations. */
import type { Operation } from "../../billing/Job.ts"
import { PREFIX } from "../session/SessionApi.ts"
import type { Capability } from "./RequestsApi.ts"

/** By the beginning of the path, the more special ones first; requests to other paths are not recorded, nor the dashboard's own. */
const ROUTES: ReadonlyArray<readonly [prefix: string, Capability | undefined]> = [
  [PREFIX, undefined],
  ["/api/v1/voice", "voice"],
  ["/api/v1/realtime", "voice"],
  ["/api/v1/audio", "legacy_voice"],
  ["/api/v1/chat_generate", "chat"],
  ["/api/v1/translate", "translation"],
  ["/api/v2/stt", "speech_to_text"],
  ["/api/v1/scribe", "transcription"],
  ["/api/v1/conversation", "conversation"],
  ["/v1/realtime", "conversation"],
  ["/v1/chat", "chat"],
  ["/v1/responses", "chat"],
  ["/v1/embeddings", "chat"],
  ["/v1/audio/speech", "voice"],
  ["/v1/audio/transcriptions", "transcription"],
  ["/v1/audio/translations", "transcription"],
  ["/ws", "conversation"],
  ["/api", "other"],
  ["/v1", "other"]
]

const isBelow = (path: string, prefix: string): boolean =>
  path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === "/")

/** What a path, or the pattern of one, is asked for; undefined where that is not recorded. */
export const ofPath = (path: string): Capability | undefined => {
  for (const [prefix, capability] of ROUTES) if (isBelow(path, prefix)) return capability
  return undefined
}

const OPERATIONS: Readonly<Record<Operation, Capability>> = {
  "voice.generation": "voice",
  "voice.legacy": "legacy_voice",
  chat: "chat",
  embedding: "chat",
  translation: "translation",
  speech_to_text: "speech_to_text",
  transcription: "transcription",
  conversation: "conversation"
}

/** All that costs money. */
export const operations = Object.keys(OPERATIONS)

const byOperation = new Map<string, Capability>(Object.entries(OPERATIONS))

/** What an entry of the ledger was charged for. */
export const ofOperation = (operation: string): Capability => byOperation.get(operation) ?? "other"
