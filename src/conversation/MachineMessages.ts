/** The inputs, commands and events of the conversation's machine. Knows no wire format. */
import { Data, type Option } from "effect"
import type { WireFormat } from "../audio/LivePcm.ts"
import type { Language } from "../Domain.ts"
import type { Problem } from "../Errors.ts"
import type { VoiceTimbre } from "../engines/Synthesizer.ts"
import type { FinishReason, TextRequest, ToolCall } from "../engines/TextModel.ts"
import type { SocketEvents } from "../sockets/SocketEvents.ts"
import type {
  AnswerOptions,
  Charge,
  Config,
  Item,
  ItemId,
  Response,
  ResponseEnd,
  ResponseId,
  Session,
  SpokenWord,
  State,
  TurnId,
  Usage
} from "./State.ts"
import type { TurnOptions } from "./TurnDetector.ts"

// --- inputs

export type Input = Data.TaggedEnum<
  SocketEvents & {
    // What the client requests, as a protocol adapter has read it.
    /** Sound of the user's, as it came. */
    Sound: { readonly bytes: Uint8Array; readonly format: WireFormat }
    /** The user's turn ends here, without waiting for silence. */
    Commit: {}
    /** The sound that has come and is in no turn that has ended is forgotten. */
    Clear: {}
    /** `after`: the entry before it, or "root" for the start; none for the end. */
    Add: { readonly item: Item; readonly after: Option.Option<ItemId> }
    Delete: { readonly id: ItemId }
    /** The client has played so much of an answer and no more. */
    Truncate: { readonly id: ItemId; readonly millis: number }
    /** An answer is wanted now. `instead`: of the one that is being given; else that is a mistake. */
    Respond: { readonly options: AnswerOptions; readonly instead: boolean }
    /** The answer that is being given is not wanted any more; the one of this id, where one is named. */
    Cancel: { readonly response: Option.Option<ResponseId> }
    Configure: { readonly config: Config }
    /** A message that a protocol adapter has answered by itself. */
    Handled: {}
    /** A message that is none, or that asks for what is not to be had. */
    Mistaken: { readonly problem: Problem }

    // What comes of the machine's commands.
    /** The client may have a conversation. */
    Admitted: { readonly session: Session; readonly config: Config }
    /** It may not. */
    Refused: { readonly problem: Problem }
    /**
     * The detector has found speech, since `millis` of the session's sound. `isAhead`: in a recording that comes faster than it is
     * spoken, so that nobody says it now.
     */
    SpeechStarted: { readonly millis: number; readonly isAhead?: boolean }
    /** The user's turn is over. `isDetected`: `SpeechStarted` was said before; else there is but what `Commit` ends. */
    SpeechStopped: { readonly millis: number; readonly isDetected: boolean }
    /** The audio cannot be decoded, or comes faster than anybody speaks. Sent once; later audio is dropped. */
    AudioRejected: { readonly problem: Problem }
    /** Something was met in the sound and passed over; what is behind it is heard. */
    AudioWarned: { readonly message: string }
    /** There was no sound to commit. */
    NothingToCommit: {}
    /** The answer to `DiscardAudio`; of what was being said there is no `SpeechStopped`. */
    AudioDiscarded: {}
    /** What was said, all of it; empty where nothing was. `isTold`: in pieces before, by `TranscriptDelta`. */
    TranscriptDone: {
      readonly turn: TurnId
      readonly text: string
      readonly seconds: number
      readonly isTold?: boolean
    }
    /** Of a transcript, the next piece that changes no more. */
    TranscriptDelta: { readonly turn: TurnId; readonly text: string }
    /** The next stretch of the answer: as it is about to be spoken, or, of one that is not spoken, as it comes. */
    Text: { readonly turn: TurnId; readonly text: string; readonly words: ReadonlyArray<SpokenWord> }
    /** A piece of the answer's sound, `millis` long, encoded as the answer's `output`. */
    Audio: { readonly turn: TurnId; readonly bytes: Uint8Array; readonly millis: number }
    /** All of the answer has been given. */
    Answered: {
      readonly turn: TurnId
      readonly calls: ReadonlyArray<ToolCall>
      /** `credits`: the wallet could pay for no more of it. */
      readonly finishReason: FinishReason | "credits"
    }
    /** The answer failed; of its turn what was delivered before is charged. */
    AnswerFailed: { readonly turn: TurnId; readonly problem: Problem }
    /** The wallet can pay for no more of what is being said, which ends here; `TranscriptDone` follows. */
    Exhausted: { readonly turn: TurnId }
    /** The turn is over and charged. */
    Settled: { readonly turn: TurnId; readonly usage: Usage }
    /** The turn was not admitted, or failed. Nothing is charged. */
    TurnFailed: { readonly turn: TurnId; readonly problem: Problem }
  }
>
export const Input = Data.taggedEnum<Input>()

// --- commands

export type Command = Data.TaggedEnum<{
  /** Find out who is there and what they may; say `Admitted` or `Refused`. */
  Open: {}
  /** Give this sound to the detector; say `SpeechStarted` and `SpeechStopped`. */
  PushAudio: { readonly bytes: Uint8Array; readonly format: WireFormat }
  /**
   * How turns are detected from now on; none: sound is kept until `EndSpeech`, and of
   * what is being said say `SpeechStopped`.
   */
  Detect: { readonly turns: Option.Option<TurnOptions> }
  /** End the user's turn; say `SpeechStopped` or `NothingToCommit`. */
  EndSpeech: {}
  /** Discard the sound that is in no turn that has ended; say `AudioDiscarded`. */
  DiscardAudio: {}
  /**
   * Begin a turn as a job. `isHeard`: of the oldest `SpeechStarted` (or detected by
   * nobody) that has no turn yet: its sound is recognised, say `TranscriptDone`. Then it waits for `Answer` or `End`.
   * `isTranscript`: it is only transcribed; say `TranscriptDelta` too.
   */
  Begin: {
    readonly turn: TurnId
    readonly isHeard: boolean
    readonly isTranscript: boolean
    readonly language: Language
  }
  /** Answer within the turn; say `Text`, `Audio`, and `Answered` or `AnswerFailed`. Then it waits for `End`. */
  Answer: { readonly turn: TurnId; readonly request: AnswerRequest }
  /** The turn is over, or no (more) answer is wanted: settle it, and charge so much of it. */
  End: { readonly turn: TurnId; readonly charge: Charge }
  /** The client throws away what it has not played. Of an answer that is being given, `End` says so. */
  StopPlaying: {}
  Emit: { readonly event: Event }
  Close: { readonly code: number; readonly reason: string }
}>
export const Command = Data.taggedEnum<Command>()

/** What an answer is made from. */
export interface AnswerRequest {
  readonly text: TextRequest
  readonly voice: VoiceTimbre
  readonly speed: number
  readonly spoken: boolean
  readonly output: WireFormat
}

// --- events, which a protocol adapter sends to its client

export type Event = Data.TaggedEnum<{
  Ready: { readonly session: Session; readonly config: Config }
  Updated: { readonly config: Config }
  /** `item`: the entry that what is said becomes. `millis` of the session's sound. */
  SpeechStarted: { readonly item: ItemId; readonly millis: number }
  SpeechStopped: { readonly item: ItemId; readonly millis: number }
  /** What was said is an entry now (`Added` follows), and is being recognised. */
  Committed: { readonly item: ItemId; readonly previous: Option.Option<ItemId> }
  NothingToCommit: {}
  Cleared: {}
  Added: { readonly item: Item; readonly previous: Option.Option<ItemId> }
  Deleted: { readonly id: ItemId }
  Truncated: { readonly id: ItemId; readonly millis: number }
  /** The next piece of a transcript. */
  TranscriptDelta: { readonly item: ItemId; readonly text: string }
  /** Empty where nothing was understood. `isTold`: in pieces before. */
  Transcribed: { readonly item: ItemId; readonly text: string; readonly seconds: number; readonly isTold: boolean }
  NotTranscribed: { readonly item: ItemId; readonly problem: Problem }
  ResponseBegun: { readonly response: Response }
  Text: { readonly response: Response; readonly text: string }
  Audio: { readonly response: Response; readonly bytes: Uint8Array }
  /** The user speaks over the answer: what was sent of it is not to be played any further. */
  Interrupted: { readonly response: Response; readonly playedMillis: number }
  /** A turn is over. `end`: of its answer, where it had one; `usage`: none where nothing was charged. */
  TurnComplete: { readonly end: Option.Option<ResponseEnd>; readonly usage: Option.Option<Usage> }
  Warning: { readonly message: string }
  Problem: { readonly problem: Problem }
}>
export const Event = Data.taggedEnum<Event>()

/** The next state after an input, and the commands in their order. */
export type Step = readonly [State, ReadonlyArray<Command>]
