/**
 * Reads the body of a chat answer as it comes: server-sent events, or one JSON
 * object, whichever the server chose to send, whatever was asked for.
 */
import { Option } from "effect"
import { type Fault, faultOf, type Gathering, gathering, pieceOf, type Verdict, verdict } from "./ChatAnswer.ts"
import * as ServerSentEvents from "./ServerSentEvents.ts"

/** How an answer ended. */
export type Ending = Verdict | Fault

/** What some bytes brought. */
export interface Step {
  /** New text, in order; no empty ones. */
  readonly texts: ReadonlyArray<string>
  /** Whether the answer is longer than before: by text, or by what is known of a call. */
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
  readonly cut: () => Ending
  /** In how many pieces it has come. */
  readonly pieces: () => number
}

const unreadable: Ending = { _tag: "NoAnswer", what: "sent what cannot be read" }
const cutShort: Ending = { _tag: "NoAnswer", what: "broke off its answer" }
const faultOfWords = (told: string): Ending => ({ _tag: "Fault", status: Option.none(), told })

const braceByte = 0x7b
/** White space, and the byte order mark. */
const insignificant = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf])

/** What is to be known to read an answer. */
export interface Reading {
  /** Names calls that came without an id. */
  readonly newId: () => string
  /** Whether tools were offered, and their calls may be believed. */
  readonly mayCall: boolean
  /** Tokens that there is room for at first. */
  readonly room: number
  /** Tokens at which the answer is cut. */
  readonly limit: number
}

/** What an answer's parts amount to so far. */
const makeCompletion = ({ limit, mayCall, newId, room }: Reading) => {
  const gathered: Gathering = gathering(room, limit)
  return {
    /** The text that `value` adds; or the end, if it is one. */
    take: (value: unknown): string | Ending => {
      const failed = faultOf(value)
      if (Option.isSome(failed)) return failed.value
      const piece = pieceOf(value)
      return gathered.add(mayCall ? piece : { ...piece, calls: [] })
    },
    complete: gathered.isComplete,
    size: gathered.size,
    pieces: gathered.pieces,
    raise: gathered.raise,
    isShort: gathered.isShort,
    isCut: gathered.isCut,
    verdict: (): Ending => verdict(gathered.all(), newId)
  }
}
type ChatCompletion = ReturnType<typeof makeCompletion>

/** What some JSON adds. Nesting so deep that it cannot be written again cannot be read either. */
const readable = (json: string, gathered: ChatCompletion): string | Ending => {
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
  /** The texts of the next part, or the end; nothing where there is no more of it yet. */
  readonly next: () => string | Ending | undefined
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
  const read = ({ data, name }: ServerSentEvents.ServerSentEvent): string | Ending => {
    const words = data.trim()
    if (words === "") return ""
    if (words === "[DONE]") return gathered.verdict()
    const value = readable(words, gathered)
    const isFault = name === "error" && (value === unreadable || typeof value === "string")
    return isFault ? faultOfWords(words) : value
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
    last: () => (gathered.complete() ? gathered.verdict() : cutShort)
  }
}

/** Reads from the source as long as there is room. */
const reading = (source: Source, gathered: ChatCompletion): ChatReader => {
  let isAtEnd = false
  const step = (begin: () => string): Step => {
    const texts: Array<string> = []
    const before = gathered.size()
    const add = (text: string) => {
      if (text !== "") texts.push(text)
    }
    const read = (): Ending | undefined => {
      add(begin())
      while (!gathered.isCut()) {
        const next = source.next()
        if (next === undefined) return isAtEnd ? source.last() : undefined
        if (typeof next !== "string") return next
        add(next)
      }
      return gathered.isShort() ? undefined : gathered.verdict()
    }
    let ending: Ending | undefined
    try {
      ending = read()
    } catch {
      ending = unreadable
    }
    const short = ending === undefined && gathered.isShort()
    const grown = gathered.size() > before
    return { texts, grown, complete: gathered.complete(), short, ending: Option.fromNullable(ending) }
  }
  return {
    feed: (bytes) =>
      step(() => {
        source.feed(bytes)
        return ""
      }),
    end: () =>
      step(() => {
        isAtEnd = true
        source.end()
        return ""
      }),
    resume: (room) => step(() => gathered.raise(room)),
    cut: gathered.verdict,
    pieces: gathered.pieces
  }
}

const nothing: Step = { texts: [], grown: false, complete: false, short: false, ending: Option.none() }

/** A reader for one answer. */
export const make = (asked: Reading): ChatReader => {
  const gathered = makeCompletion(asked)
  let chosen: ChatReader | undefined
  return {
    feed: (bytes) => {
      const at = chosen === undefined ? bytes.findIndex((byte) => !insignificant.has(byte)) : 0
      // Only white space so far: worth nothing, in either form.
      if (at < 0) return nothing
      chosen ??= reading(bytes[at] === braceByte ? wholeSource(gathered) : eventSource(gathered), gathered)
      return chosen.feed(bytes.subarray(at))
    },
    end: () => chosen?.end() ?? { ...nothing, ending: Option.some(gathered.verdict()) },
    resume: (room) => chosen?.resume(room) ?? nothing,
    cut: gathered.verdict,
    pieces: gathered.pieces
  }
}
