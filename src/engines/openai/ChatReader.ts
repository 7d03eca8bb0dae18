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
  /** Present once nothing more is to be read. */
  readonly ending: Option.Option<Ending>
}

/** What the end of the body brought. */
export interface Last {
  readonly texts: ReadonlyArray<string>
  readonly ending: Ending
}

export interface ChatReader {
  readonly feed: (bytes: Uint8Array) => Step
  /** The body is at its end: how the answer ended, and what text was still to come. */
  readonly end: () => Last
}

const unreadable: Ending = { _tag: "NoAnswer", what: "sent what cannot be read" }
const cutShort: Ending = { _tag: "NoAnswer", what: "broke off its answer" }
const fault: Ending = { _tag: "Fault", status: Option.none() }

const braceByte = 0x7b
/** White space, and the byte order mark. */
const insignificant = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf])

/** What is to be known to read an answer. */
export interface Reading {
  /** Names calls that came without an id. */
  readonly newId: () => string
  /** Whether tools were offered, and their calls may be believed. */
  readonly mayCall: boolean
  /** Tokens at which the answer is cut. */
  readonly limit: number
}

/** What an answer's parts amount to so far. */
const makeCompletion = ({ limit, mayCall, newId }: Reading) => {
  const gathered: Gathering = gathering(limit)
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

/** Reads one JSON object. */
const wholeReader = (gathered: ChatCompletion): ChatReader => {
  const decoder = new TextDecoder()
  let text = ""
  return {
    feed: (bytes) => {
      text += decoder.decode(bytes, { stream: true })
      return { texts: [], grown: false, complete: false, ending: Option.none() }
    },
    end: () => {
      const taken = readable(text + decoder.decode(), gathered)
      return typeof taken === "string"
        ? { texts: taken === "" ? [] : [taken], ending: gathered.verdict() }
        : { texts: [], ending: taken }
    }
  }
}

/** Reads server-sent events. */
const eventReader = (gathered: ChatCompletion): ChatReader => {
  const parser = ServerSentEvents.make()
  let ending = Option.none<Ending>()

  /** The text of one event; sets `ending` at the last. */
  const text = ({ data, name }: ServerSentEvents.ServerSentEvent): string => {
    const words = data.trim()
    if (words === "") return ""
    if (words === "[DONE]") {
      ending = Option.some(gathered.verdict())
      return ""
    }
    const read = readable(words, gathered)
    const taken = read === unreadable && name === "error" ? fault : read
    if (typeof taken === "string" && name !== "error") return taken
    ending = Option.some(typeof taken === "string" ? fault : taken)
    return ""
  }
  const step = (read: () => ReadonlyArray<ServerSentEvents.ServerSentEvent>): Step => {
    const texts: Array<string> = []
    const before = gathered.size()
    try {
      for (const event of read()) {
        if (Option.isSome(ending)) break
        const added = text(event)
        if (added !== "") texts.push(added)
        if (Option.isNone(ending) && gathered.isCut()) ending = Option.some(gathered.verdict())
      }
    } catch {
      ending = Option.some(unreadable)
    }
    return { texts, grown: gathered.size() > before, complete: gathered.complete(), ending }
  }

  return {
    feed: (bytes) => step(() => parser.feed(bytes)),
    end: () => {
      const { texts, ending: stated } = step(parser.end)
      const unstated = () => (gathered.complete() ? gathered.verdict() : cutShort)
      return { texts, ending: Option.getOrElse(stated, unstated) }
    }
  }
}

/** A reader for one answer. */
export const make = (reading: Reading): ChatReader => {
  const gathered = makeCompletion(reading)
  let chosen: ChatReader | undefined
  return {
    feed: (bytes) => {
      const at = chosen === undefined ? bytes.findIndex((byte) => !insignificant.has(byte)) : 0
      // Only white space so far: worth nothing, in either form.
      if (at < 0) return { texts: [], grown: false, complete: false, ending: Option.none() }
      chosen ??= bytes[at] === braceByte ? wholeReader(gathered) : eventReader(gathered)
      return chosen.feed(bytes.subarray(at))
    },
    end: () => chosen?.end() ?? { texts: [], ending: gathered.verdict() }
  }
}
