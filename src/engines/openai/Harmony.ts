/**
 * The response format of gpt-oss (OpenAI's "harmony"), where a server leaves it in the text: messages on channels, of
 * which `final`, and `commentary` that calls no tool, are the answer. A server may have left out the marks alone:
 * `analysis…assistantfinal…`.
 */
import { Option, Predicate } from "effect"
import { MOST_CALLS } from "./CallAssembly.ts"
import * as CallForms from "./CallForms.ts"
import { parsed, writtenAgain } from "./JsonValues.ts"
import type { DividedText } from "./ThoughtBlock.ts"

/** What stands around a call that is left in the text: its tool's name, a line, and its arguments. */
export const CALL = { opening: "<|channel|>commentary to=functions.", closing: "<|call|>" } as const

/** What stands between `<|` and `|>`. */
const MARKS = ["start", "channel", "message", "constrain", "end", "return", "call"].map((name) => `<|${name}|>`)
const LONGEST_MARK = Math.max(...MARKS.map((mark) => mark.length))
const MARK = new RegExp(MARKS.map((mark) => mark.replaceAll("|", "\\|")).join("|"))
/** UTF-16 code units of what stands between a message's marks. */
const LONGEST_HEADER = 200

const FIRST_MARKS = ["<|channel|>", "<|start|>", "<|message|>"]
/** The first words of an answer whose marks were left out. */
const BARE = "analysis"
const BARE_FINAL = "assistantfinal"
const BARE_START = /^analysis(?=[\p{Lu}\p{Lo}])/u

/** Whether a text begins so; undefined where more of it would tell. */
export const beginsSo = (text: string): boolean | undefined => {
  if (FIRST_MARKS.some((mark) => text.startsWith(mark)) || BARE_START.test(text)) return true
  return [...FIRST_MARKS, BARE].some((mark) => mark.startsWith(text)) ? undefined : false
}

/** Where at the end of the text something of this may have begun; its length where it has not. */
const begunIn = (text: string, wanted: ReadonlyArray<string>, longest: number): number => {
  for (let at = Math.max(0, text.length - longest + 1); at < text.length; at++) {
    if (wanted.some((one) => one.startsWith(text.slice(at)))) return at
  }
  return text.length
}

/** Whether what a message says belongs to the answer. */
const isAnswer = (header: string): boolean => !/analysis/.test(header) && !/\bto=/.test(header)

/** The tool that a message calls; undefined where it calls none. */
const calledIn = (header: string): string | undefined => /\bto=functions\.([\w-]+)/.exec(header)?.[1]

/** A call between `CALL`'s marks; undefined where its arguments cannot be read. */
const callOf = (name: string, given: string): string | undefined => {
  const body = `${name}\n${given.trim() === "" ? "{}" : given.trim()}`
  const [read] = CallForms.read(body) ?? []
  const value = typeof read?.given === "string" ? Option.getOrUndefined(parsed(read.given)) : read?.given
  const isReadable = Predicate.isRecord(value) && Option.isSome(writtenAgain(value))
  return isReadable ? `${CALL.opening}${body}${CALL.closing}` : undefined
}

/** Which calls may be believed. */
export interface Callable {
  /** The names of the tools. */
  readonly names: ReadonlyArray<string>
  /** Whether one must be called: then a call stays one where the answer goes on behind it. */
  readonly mustCall: boolean
}

export const NONE_CALLABLE: Callable = { names: [], mustCall: false }

/**
 * Parts one answer, which comes in pieces. Calls of tools that may be called stand at the end of its text, as `CallMarks`
 * knows them; all others, and those behind which the model answers by itself, are thoughts.
 */
export const make = ({ mustCall, names }: Callable = NONE_CALLABLE) => {
  let pending = ""
  let isBare: boolean | undefined
  let place: "header" | "answer" | "thoughts" | "call" | "between" = "between"
  let header = ""
  let hasText = false
  /** The channel of the message that comes, the tool that it calls, and the pieces of its arguments. */
  let isFinal = true
  let called = ""
  let given: Array<string> = []
  let calls: ReadonlyArray<{ readonly written: string; readonly given: string }> = []

  const told = (text: string): DividedText => {
    if (place === "header") header = (header + text).slice(0, LONGEST_HEADER)
    if (place === "thoughts") return { text: "", thoughts: text }
    if (place === "call") given.push(text)
    if (place !== "answer") return { text: "", thoughts: "" }
    const shown = hasText ? text : text.trimStart()
    hasText ||= shown !== ""
    return { text: shown, thoughts: shown.trim() !== "" && isFinal && !mustCall ? unbelieved() : "" }
  }
  /** The calls so far are none: the model has gone on without their results. */
  const unbelieved = (): string => {
    const thoughts = calls.map((call) => call.given).join("")
    calls = []
    return thoughts
  }
  /** Ends the call that has come; what of it is no call. */
  const endCall = (): string => {
    if (place !== "call") return ""
    const all = given.join("")
    given = []
    const written = calls.length < MOST_CALLS ? callOf(called, all) : undefined
    if (written === undefined) return all
    calls = [...calls, { written, given: all }]
    return ""
  }
  /** Passes a mark; what of a call before it is thoughts. */
  const pass = (mark: string): string => {
    const thoughts = endCall()
    if (mark === "<|message|>") {
      called = calledIn(header) ?? ""
      place = names.includes(called) ? "call" : isAnswer(header) ? "answer" : "thoughts"
      isFinal = !/commentary/.test(header)
      header = ""
      return thoughts
    }
    place = mark === "<|start|>" || mark === "<|channel|>" || mark === "<|constrain|>" ? "header" : "between"
    // A mark parts words of the header, as white space does.
    if (place === "header") header += " "
    return thoughts
  }
  const marked = (isEnd: boolean): DividedText => {
    let [text, thoughts] = ["", ""]
    const tell = (length: number) => {
      const part = told(pending.slice(0, length))
      text += part.text
      thoughts += part.thoughts
      pending = pending.slice(length)
    }
    for (let match = MARK.exec(pending); match !== null; match = MARK.exec(pending)) {
      tell(match.index)
      pending = pending.slice(match[0].length)
      thoughts += pass(match[0])
    }
    tell(isEnd ? pending.length : begunIn(pending, MARKS, LONGEST_MARK))
    return { text, thoughts }
  }
  const bare = (isEnd: boolean): DividedText => {
    if (place === "answer") return told(takeAll())
    const at = pending.indexOf(BARE_FINAL)
    if (at < 0) {
      const end = isEnd ? pending.length : begunIn(pending, [BARE_FINAL], BARE_FINAL.length)
      const thoughts = pending.slice(0, end)
      pending = pending.slice(end)
      return { text: "", thoughts }
    }
    const thoughts = pending.slice(0, at)
    pending = pending.slice(at + BARE_FINAL.length)
    place = "answer"
    return { text: told(takeAll()).text, thoughts }
  }
  const takeAll = (): string => {
    const all = pending
    pending = ""
    return all
  }
  const parted = (isEnd: boolean): DividedText => {
    if (isBare === undefined) {
      isBare = BARE_START.test(pending)
      if (isBare) pending = pending.slice(BARE.length)
    }
    return isBare ? bare(isEnd) : marked(isEnd)
  }
  return {
    take: (piece: string): DividedText => {
      pending += piece
      return parted(false)
    },
    end: (): DividedText => {
      const { text, thoughts } = parted(true)
      const unread = endCall()
      const written = calls.map((call) => call.written).join("")
      // On a line of their own, so that no mark of the words before quotes them.
      return { text: text + (hasText && written !== "" ? "\n" : "") + written, thoughts: thoughts + unread }
    },
    isInside: (): boolean => place !== "answer"
  }
}
