/** The sockets, which the OpenAPI document has no words for: how each is opened, and what is said on it. */
import { conversation } from "./sockets/ConversationGuide.ts"
import { realtime } from "./sockets/RealtimeGuide.ts"
import type { SocketGuide } from "./sockets/SocketGuide.ts"
import { speech } from "./sockets/SpeechGuide.ts"
import { transcription } from "./sockets/TranscriptionGuide.ts"

export const sockets: ReadonlyArray<SocketGuide> = [speech, transcription, conversation, realtime]
