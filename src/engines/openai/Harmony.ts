/**
 * The response format of gpt-oss (OpenAI's "harmony"), where a server leaves it in the text: messages on channels, of
 * which `final`, and `commentary` that calls no tool, are the answer. A server may have left out the marks alone:
 * `analysis…assistantfinal…`.
 */
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

/** Parts one answer, which comes in pieces. Where it `mayCall`, calls are left in its text, as `CallMarks` knows them. */
export const make = (mayCall = false) => {
  let pending = ""
  let isBare: boolean | undefined
  let place: "header" | "answer" | "thoughts" | "call" | "between" = "between"
  let header = ""
  let hasText = false

  const told = (text: string): DividedText => {
    if (place === "header") header = (header + text).slice(0, LONGEST_HEADER)
    if (place === "thoughts") return { text: "", thoughts: text }
    if (place === "call") return { text, thoughts: "" }
    if (place !== "answer") return { text: "", thoughts: "" }
    const shown = hasText ? text : text.trimStart()
    hasText ||= shown !== ""
    return { text: shown, thoughts: "" }
  }
  /** Passes a mark; what of a call stands in its place. */
  const pass = (mark: string): string => {
    const end = place === "call" ? CALL.closing : ""
    if (mark === "<|message|>") {
      const called = mayCall ? calledIn(header) : undefined
      place = called !== undefined ? "call" : isAnswer(header) ? "answer" : "thoughts"
      header = ""
      return called === undefined ? end : `${end}${CALL.opening}${called}\n`
    }
    place = mark === "<|start|>" || mark === "<|channel|>" || mark === "<|constrain|>" ? "header" : "between"
    // A mark parts words of the header, as white space does.
    if (place === "header") header += " "
    return end
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
      text += pass(match[0])
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
    end: (): DividedText => parted(true),
    isInside: (): boolean => place !== "answer"
  }
}
