/** The sockets, which the OpenAPI document has no words for: how each is opened, and what is said on it. */
import { conversation } from "./sockets/Conversation.ts"
import { realtime } from "./sockets/Realtime.ts"
import type { SocketGuide } from "./sockets/SocketGuide.ts"
import { speech } from "./sockets/Speech.ts"
import { transcription } from "./sockets/Transcription.ts"

export const sockets: ReadonlyArray<SocketGuide> = [speech, transcription, conversation, realtime]
