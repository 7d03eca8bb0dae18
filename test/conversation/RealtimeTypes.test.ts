/** What the Realtime adapter sends, held against the types of OpenAI's own package when this file is compiled. */
import { expect, test } from "bun:test"
import type { RealtimeServerEvent as BetaServerEvent } from "openai/resources/beta/realtime/realtime"
import type { TranscriptionSession } from "openai/resources/beta/realtime/transcription-sessions"
import type { RealtimeServerEvent } from "openai/resources/realtime/realtime"
import type { betaEvent } from "../../src/conversation/realtime/BetaEvents.ts"
import type { ServerEvent } from "../../src/conversation/realtime/ServerEvents.ts"

/** Where OpenAI's server sends null, which its types do not say. */
type Nullable = "transcript" | "transcription" | "input_audio_transcription" | "turn_detection" | "tracing"

/** Closed lists in the types of the beta, of what may be any name, and of what may be a named tool. */
type Open = "model" | "tool_choice"

type Plain<T, Left extends string> =
  T extends ReadonlyArray<infer Item>
    ? Array<Plain<Item, Left>>
    : T extends object
      ? {
          -readonly [Key in keyof T as Key extends Left ? never : Key]: Plain<
            Key extends Nullable ? Exclude<T[Key], null> : T[Key],
            Left
          >
        }
      : T

type Numbered<Event, Left extends string = never> = Event extends { readonly type: string }
  ? Plain<Event & { readonly event_id: string }, Left>
  : never

type Beta = NonNullable<ReturnType<typeof betaEvent>>

/** Sent over a socket without the secret, which the package's types demand of them. */
type OfTranscription = { readonly type: `transcription_session.${string}` }

const current = (event: Numbered<ServerEvent>): RealtimeServerEvent => event
const beta = (event: Numbered<Exclude<Beta, OfTranscription>, Open>): BetaServerEvent => event
const betaSession = (
  session: Plain<Extract<Beta, OfTranscription>["session"], Open>
): Omit<TranscriptionSession, "client_secret"> => session

/** By names alone, since an event of no known type would fail the above with a long message. */
type Unknown =
  | Exclude<ServerEvent["type"], RealtimeServerEvent["type"]>
  // Of the description, and forgotten by the package.
  | Exclude<Beta["type"], BetaServerEvent["type"] | "transcription_session.created">
const allKnown: [Unknown] extends [never] ? true : Unknown = true

test("every event of a conversation is one of OpenAI's, with all its fields", () => {
  expect([current, beta, betaSession].map((check) => typeof check)).toEqual(["function", "function", "function"])
  expect(allKnown).toBe(true)
})
