/** The configuration, entries and states of a conversation. Knows no wire format. */
import { Data, type Option } from "effect"
import type { WireFormat } from "../audio/LivePcm.ts"
import type * as Money from "../billing/Money.ts"
import type { Language } from "../Domain.ts"
import type { Problem } from "../Errors.ts"
import type { VoiceTimbre } from "../engines/Synthesizer.ts"
import type { TokenUsage, Tool, ToolCall, ToolChoice } from "../engines/TextModel.ts"
import type { CloseReason } from "../sockets/CloseReason.ts"
import type { TurnOptions } from "./TurnDetector.ts"

// --- what a session is set to

/** How the server detects where the user's turns begin and end. */
export interface TurnDetection extends TurnOptions {
  /** Whether a turn of the user is answered without a request. */
  readonly respond: boolean
  /** Whether the user's speech stops the answer. */
  readonly interrupt: boolean
}

export interface Config {
  /** It only transcribes and never answers: speech is priced as transcription. */
  readonly listensOnly: boolean
  readonly language: Language
  readonly voice: VoiceTimbre
  /** Pace of the voice as a factor: 0.5 to 2. */
  readonly speed: number
  readonly system: Option.Option<string>
  readonly persona: Option.Option<string>
  /** None: the client says where turns end, and when it wants an answer. */
  readonly turns: Option.Option<TurnDetection>
  readonly tools: ReadonlyArray<Tool>
  readonly toolChoice: ToolChoice
  /** 0 to 1. */
  readonly temperature: number
  readonly maxOutputTokens: Option.Option<number>
  /** Whether answers are spoken; else they are text alone. */
  readonly spoken: boolean
  /** What answers are sent as. */
  readonly output: WireFormat
}

// --- what has been said

/** Unique within its session; of the client's choosing where it adds the entry. */
export type ItemId = string

/** An entry of the conversation. */
export type Item = Data.TaggedEnum<{
  /** `text` is none until what was spoken has been recognised, or where that failed. */
  User: { readonly id: ItemId; readonly isSpoken: boolean; readonly text: Option.Option<string> }
  System: { readonly id: ItemId; readonly text: string }
  /**
   * `isSpoken`: as sound; else the client has it as text. `isWhole`: to its end, and not
   * interrupted or cut. Of one that was interrupted, the text that was heard.
   */
  Assistant: { readonly id: ItemId; readonly isSpoken: boolean; readonly text: string; readonly isWhole: boolean }
  Call: { readonly id: ItemId; readonly call: ToolCall }
  Result: { readonly id: ItemId; readonly callId: string; readonly output: string }
}>
export const Item = Data.taggedEnum<Item>()
export type CallItem = Extract<Item, { readonly _tag: "Call" }>

// --- turns

/** One turn: what the user says, if anything, and its answer, if any. One job. From 1. */
export type TurnId = number
export type ResponseId = string

/** The options of one answer. */
export interface AnswerOptions {
  /** Settings that differ from the session's. */
  readonly changes: Partial<Config>
  /** Entries in the place of the conversation's. */
  readonly items: Option.Option<ReadonlyArray<Item>>
  /** Its entries are not added to the conversation. */
  readonly isAside: boolean
}

/** Where a word of an answer ends in its text, and when it begins in its sound. */
export interface SpokenWord {
  /** UTF-16 offset in the whole answer. */
  readonly end: number
  /** Milliseconds from the start of the answer's sound. */
  readonly millis: number
}

/** The part of an answer that its client was sent. */
export interface DeliveredAnswer {
  /** UTF-16 code units of its text, from the start. */
  readonly characters: number
  /** Milliseconds of its sound. */
  readonly millis: number
  readonly hasCalls: boolean
}

/** What is charged of a turn: what was delivered, whatever ended it; `nothing`: the client has cleared what was said. */
export type Charge = DeliveredAnswer | "nothing"

/** What a turn came to. */
export interface Usage {
  /** Seconds of sound that are charged, of both directions together. */
  readonly seconds: number
  /** Of the text model; zero where there was no answer. */
  readonly tokens: TokenUsage
  readonly charge: Money.Money
  readonly balance: Money.Money
}

/** How a response ended. */
export type ResponseStatus =
  | "completed"
  /** The user spoke over it. */
  | "interrupted"
  /** By the client. */
  | "cancelled"
  /** Cut at its limit. */
  | "length"
  | "safety"
  /** Cut where the wallet could pay for no more. */
  | "credits"
  | "failed"

/** An answer, from its beginning. */
export interface Response {
  readonly id: ResponseId
  readonly turn: TurnId
  /** The entry that its text becomes, and the one before that. */
  readonly item: ItemId
  readonly previous: Option.Option<ItemId>
  /** Its entries are not added to the conversation. */
  readonly isAside: boolean
  /** What it is made with: the session's, with the response's own. */
  readonly config: Config
}

export interface ResponseEnd {
  readonly response: Response
  readonly status: ResponseStatus
  /** As far as it was given. */
  readonly text: string
  readonly calls: ReadonlyArray<CallItem>
  /** None unless it failed. */
  readonly problem: Option.Option<Problem>
}

/** Whom and what the session is for. */
export interface Session {
  readonly id: string
  /** What may be chosen from, of all languages; of each language the default first. */
  readonly voices: ReadonlyArray<VoiceTimbre>
  /** When it was opened. */
  readonly balance: Money.Money
  /** A minute's worth: a balance below it is low. */
  readonly lowBalance: Money.Money
}

// --- states

/** An answer that is being given, or was given last. */
export interface Answer {
  readonly response: Response
  /** As far as it was given. */
  readonly text: string
  readonly words: ReadonlyArray<SpokenWord>
  /** Of sound that was sent. */
  readonly sentMillis: number
  /** When all that was sent will have been played, in milliseconds of the monotonic clock. */
  readonly playedAt: number
}

/** What the user says or has said, that is not recognised yet. */
export interface Speech {
  readonly turn: TurnId
  readonly item: ItemId
  /** Of a transcript, what is settled of it and waits until what is said is an entry. */
  readonly settled?: string
}

/** A turn that is begun and not settled. */
interface OpenTurn {
  /** `End` was sent: it settles by itself. */
  readonly isOver: boolean
  /** How its answer ended, where it had one. */
  readonly end: Option.Option<ResponseEnd>
}

/** The socket is open, and who is there is being found out. */
interface Opening {
  readonly _tag: "Opening"
}

export interface Open {
  readonly _tag: "Open"
  readonly session: Session
  readonly config: Config
  /** Milliseconds of the monotonic clock, here and below. */
  readonly since: number
  /** The last sound or text of either side. */
  readonly active: number
  /** The last sound of the user. */
  readonly lastAudioAt: number
  /** Bytes of sound that the client has sent. */
  readonly received: number
  readonly mistakes: number
  /** Messages beside sound that may still come at once, as of `spoken`. */
  readonly allowance: number
  /** Of their UTF-16 code units, at the same time. */
  readonly units: number
  readonly spoken: number
  readonly items: ReadonlyArray<Item>
  /** Of items, turns and responses together. */
  readonly lastId: number
  /** What is being said. */
  readonly speech: Option.Option<Speech>
  /** What was said, oldest first, whose words are awaited. */
  readonly untranscribed: ReadonlyArray<Speech>
  /** The answer that is being given. */
  readonly answer: Option.Option<Answer>
  /** The answer with sound that was given last, which may still be played. */
  readonly last: Option.Option<Answer>
  /** An answer that is to begin as soon as all words are there and no other is being given. */
  readonly pendingAnswer: Option.Option<AnswerOptions>
  /** The turns that are begun and not settled. */
  readonly turns: ReadonlyMap<TurnId, OpenTurn>
  readonly isLow: boolean
  /** The client was warned that the recogniser does not understand who speaks. */
  readonly isNotUnderstood: boolean
  /** How the session ends once no turn is left. */
  readonly ending: Option.Option<CloseReason>
}

interface Closed {
  readonly _tag: "Closed"
}

export type State = Opening | Open | Closed
