/**
 * Reads the body of a chat answer as it comes: server-sent events, or one JSON
 * object, whichever the server chose to send, whatever was asked for.
 */
import { Option, Predicate } from "effect"
import type { Tool } from "../TextModel.ts"
import { type AnswerOutcome, type Collector, collector, outcomeOf } from "./AnswerCollector.ts"
import { type Fault, faultOf, pieceOf } from "./ChatAnswer.ts"
import * as HeldCalls from "./HeldCalls.ts"
import * as ServerSentEvents from "./ServerSentEvents.ts"
import type { DividedText, InitialThought } from "./ThoughtBlock.ts"

/** How an answer ended. */
export type Ending = AnswerOutcome | Fault

/** What some bytes brought. */
export interface Step {
  /** New text, in order; no empty ones. */
  readonly texts: ReadonlyArray<string>
  /** New thoughts, which come before the texts. */
  readonly thoughts: ReadonlyArray<string>
  /** Whether the answer is longer than before: by text, by thoughts, or by what is known of a call. */
  readonly grown: boolean
  /** Whether only a count of tokens can still come. */
  readonly complete: boolean
  /** Whether there is more than there is room for: `resume` with more of it, or end with `cut`. */
  readonly short: boolean
  /** Present once nothing more is to be read. */
  readonly ending: Option.Option<Ending>
}

export interface ChatReader {
  readonly feed: (bytes: Uint8Array) => Step
  /** The body is at its end: what was still to come. */
  readonly end: () => Step
  /** Goes on with room for so many tokens in all. */
  readonly resume: (room: number) => Step
  /** The answer as far as there was room for it. */
  readonly cut: () => Step
  /** Whether the model thinks, and has said nothing yet. */
  readonly isThinking: () => boolean
  /** Whether the answer began inside a block of thoughts that its template had opened. */
  readonly wasOpened: () => boolean
  /** In how many pieces it has come. */
  readonly pieces: () => number
}

const unreadable: Ending = { _tag: "NoAnswer", what: "sent what cannot be read" }
const cutShort: Ending = { _tag: "NoAnswer", what: "broke off its answer" }

/** What an event says that is named an error: JSON, with the protocol's object around it or without, or words. */
const faultOfEvent = (words: string): Ending => {
  const value = Option.getOrUndefined(Option.liftThrowable((): unknown => JSON.parse(words))())
  const fault = Predicate.isRecord(value)
    ? Option.orElse(faultOf(value), () => faultOf({ error: value }))
    : Option.none()
  return Option.getOrElse(fault, (): Ending => ({ _tag: "Fault", status: Option.none(), told: words }))
}

const isEnding = (read: DividedText | Ending): read is Ending => "_tag" in read

const braceByte = 0x7b
/** White space, and the byte order mark. */
const insignificant = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf])

/** What is to be known to read an answer. */
export interface Reading {
  /** Names calls that came without an id. */
  readonly newId: () => string
  /** The tools that were offered, whose calls may be believed. */
  readonly tools: ReadonlyArray<Tool>
  /** The names of those of which one must be called. Then text is told at the end alone: it may be a call. */
  readonly mustCall: ReadonlyArray<string>
  /** Tokens that there is room for at first. */
  readonly room: number
  /** Tokens at which the answer is cut. */
  readonly limit: number
  readonly opened: InitialThought
}

const NOTHING_TOLD: DividedText = { text: "", thoughts: "" }

/** What an answer's parts amount to so far. */
const makeCompletion = (expected: Reading) => {
  const { limit, newId, opened, room, tools } = expected
  const mustCall = expected.mustCall.length > 0
  const callable = { names: mustCall ? expected.mustCall : tools.map(({ name }) => name), mustCall }
  const gathered: Collector = collector({ room, limit, opened, callable })
  const written = HeldCalls.make(expected)
  let rest = NOTHING_TOLD
  const toldNow = (divided: DividedText): DividedText => ({ ...divided, text: written.take(divided.text) })
  return {
    /** What `value` tells; or the end, if it is one. */
    take: (value: unknown): DividedText | Ending => {
      const failed = faultOf(value)
      if (Option.isSome(failed)) return failed.value
      const piece = pieceOf(value)
      return toldNow(gathered.add(tools.length > 0 ? piece : { ...piece, calls: [] }))
    },
    complete: gathered.isComplete,
    counted: gathered.isCounted,
    size: gathered.size,
    pieces: gathered.pieces,
    raise: (tokens: number): DividedText => toldNow(gathered.raise(tokens)),
    isShort: gathered.isShort,
    isCut: gathered.isCut,
    isThinking: gathered.isThinking,
    wasOpened: gathered.wasOpened,
    verdict: (): Ending => {
      rest = toldNow(gathered.end())
      const { all, told } = written.end(gathered.all())
      rest = { ...rest, text: rest.text + told }
      return outcomeOf(all, newId)
    },
    /** Ends what was held back, where the answer has failed. */
    fail: (): void => {
      rest = toldNow(gathered.end())
      rest = { ...rest, text: rest.text + written.rest() }
    },
    /** What only the end told. */
    rest: (): DividedText => {
      const divided = rest
      rest = NOTHING_TOLD
      return divided
    }
  }
}
type ChatCompletion = ReturnType<typeof makeCompletion>

/** What some JSON adds. Nesting so deep that it cannot be written again cannot be read either. */
const readable = (json: string, gathered: ChatCompletion): DividedText | Ending => {
  try {
    return gathered.take(JSON.parse(json))
  } catch {
    return unreadable
  }
}

/** What a form of answer adds to what is gathered: whatever can be read by now, as long as there is room for it. */
interface Source {
  readonly feed: (bytes: Uint8Array) => void
  readonly end: () => void
  /** What the next part tells, or the end; nothing where there is no more of it yet. */
  readonly next: () => DividedText | Ending | undefined
  /** The end where the body is at its own. */
  readonly last: () => Ending
}

/** One JSON object, read at its end. */
const wholeSource = (gathered: ChatCompletion): Source => {
  const decoder = new TextDecoder()
  let text = ""
  let json: string | undefined
  return {
    feed: (bytes) => {
      text += decoder.decode(bytes, { stream: true })
    },
    end: () => {
      json = text + decoder.decode()
    },
    next: () => {
      const whole = json
      json = undefined
      return whole === undefined ? undefined : readable(whole, gathered)
    },
    last: gathered.verdict
  }
}

/** Server-sent events. */
const eventSource = (gathered: ChatCompletion): Source => {
  const parser = ServerSentEvents.make()
  let events: Array<ServerSentEvents.ServerSentEvent> = []
  let at = 0
  const add = (more: ReadonlyArray<ServerSentEvents.ServerSentEvent>) => {
    events = at < events.length ? [...events.slice(at), ...more] : [...more]
    at = 0
  }
  const read = ({ data, name }: ServerSentEvents.ServerSentEvent): DividedText | Ending => {
    const words = data.trim()
    if (words === "") return NOTHING_TOLD
    if (words === "[DONE]") return gathered.verdict()
    if (name === "error") return faultOfEvent(words)
    const value = readable(words, gathered)
    // What was cut off behind the end of an answer is no part of it.
    return value === unreadable && gathered.complete() ? NOTHING_TOLD : value
  }
  return {
    feed: (bytes) => add(parser.feed(bytes)),
    end: () => add(parser.end()),
    next: () => {
      const event = events[at]
      if (event === undefined) return undefined
      at++
      return read(event)
    },
    last: () => (gathered.complete() || gathered.counted() ? gathered.verdict() : cutShort)
  }
}

/** What has come in a step, and whether anything has. */
const stepOf = (
  gathered: ChatCompletion,
  before: number,
  told: ReadonlyArray<DividedText>,
  ending: Ending | undefined
): Step => {
  const all = [...told, gathered.rest()]
  return {
    texts: all.map(({ text }) => text).filter((text) => text !== ""),
    thoughts: all.map(({ thoughts }) => thoughts).filter((thoughts) => thoughts !== ""),
    grown: gathered.size() > before,
    complete: gathered.complete(),
    short: ending === undefined && gathered.isShort(),
    ending: Option.fromNullable(ending)
  }
}

/** Reads from the source as long as there is room. */
const reading = (source: Source, gathered: ChatCompletion): Pick<ChatReader, "feed" | "end" | "resume"> => {
  let isAtEnd = false
  const step = (begin: () => DividedText): Step => {
    const told: Array<DividedText> = []
    const before = gathered.size()
    const read = (): Ending | undefined => {
      told.push(begin())
      while (!gathered.isCut()) {
        const next = source.next()
        if (next === undefined) return isAtEnd ? source.last() : undefined
        if (isEnding(next)) return next
        told.push(next)
      }
      return gathered.isShort() ? undefined : gathered.verdict()
    }
    let ending: Ending | undefined
    try {
      ending = read()
    } catch {
      ending = unreadable
    }
    if (ending?._tag === "Fault") gathered.fail()
    return stepOf(gathered, before, told, ending)
  }
  return {
    feed: (bytes) =>
      step(() => {
        source.feed(bytes)
        return NOTHING_TOLD
      }),
    end: () =>
      step(() => {
        isAtEnd = true
        source.end()
        return NOTHING_TOLD
      }),
    resume: (room) => step(() => gathered.raise(room))
  }
}

const nothing: Step = { texts: [], thoughts: [], grown: false, complete: false, short: false, ending: Option.none() }

/** A reader for one answer. */
export const make = (expected: Reading): ChatReader => {
  let gathered = makeCompletion(expected)
  let chosen: ReturnType<typeof reading> | undefined
  const choose = (isWhole: boolean) => {
    // Of what comes in one piece nothing is told before all of it is there.
    const isHeld = expected.opened === "likely" || expected.opened === "known"
    if (isWhole && !isHeld) gathered = makeCompletion({ ...expected, opened: "may" })
    return reading(isWhole ? wholeSource(gathered) : eventSource(gathered), gathered)
  }
  return {
    feed: (bytes) => {
      const at = chosen === undefined ? bytes.findIndex((byte) => !insignificant.has(byte)) : 0
      // Only white space so far: worth nothing, in either form.
      if (at < 0) return nothing
      chosen ??= choose(bytes[at] === braceByte)
      return chosen.feed(bytes.subarray(at))
    },
    end: () => chosen?.end() ?? { ...nothing, ending: Option.some(gathered.verdict()) },
    resume: (room) => chosen?.resume(room) ?? nothing,
    cut: () => {
      const ending = gathered.verdict()
      return stepOf(gathered, gathered.size(), [], ending)
    },
    isThinking: () => gathered.isThinking(),
    wasOpened: () => gathered.wasOpened(),
    pieces: () => gathered.pieces()
  }
}
