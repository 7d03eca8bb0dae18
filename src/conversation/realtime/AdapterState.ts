/** The state of a session in the adapter of the Realtime protocol. */
import type { Option } from "effect"
import type { Problem } from "../../Errors.ts"
import type { ResponseId } from "../State.ts"
import type { Metadata } from "./ClientEvents.ts"
import type { ResponseProgress } from "./ResponseProgress.ts"
import type { AdapterSettings } from "./SessionObject.ts"

/** Which names and shapes events have. */
export type Version = "current" | "beta"

export interface AdapterState {
  readonly version: Version
  readonly settings: AdapterSettings
  /** Also of its conversation, of which it has one. Empty until the session is open. */
  readonly sessionId: string
  /** How many events were sent, and how many entries were added to which the client gave no id. */
  readonly events: number
  readonly entries: number
  /** The last event of the client. */
  readonly about: {
    readonly eventId: string | null
    /** OpenAI's code for it where it cannot be done now. */
    readonly code: string | undefined
  }
  /** The client's id of the event with which it committed last. */
  readonly commit: string | null
  /** Of the answer that was asked for and has not begun. */
  readonly metadata: Metadata | null
  readonly responses: ReadonlyMap<ResponseId, ResponseProgress>
  /** The problem that the client knows of already, from the end of what has failed. */
  readonly reported: Option.Option<Problem>
}
