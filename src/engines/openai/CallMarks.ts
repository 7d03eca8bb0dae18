/**
 * The marks between which models write calls into their answers, as their templates have them, where their server does
 * not read these; and what of an answer in pieces is told before it is known whether it is such a call.
 */
import * as Harmony from "./Harmony.ts"
import { MARKS as QUOTES } from "./ThoughtTags.ts"

/** Marks around calls. Without a closing one they end where the next begin, or the answer does. */
interface CallMark {
  readonly opening: string
  readonly closing?: string
  /** Whether the opening mark is a part of the call. */
  readonly isInside?: true
}

/** The bars that DeepSeek's tokens have, and what stands between their words, by who prints them. */
const deepSeek = (bar: string, space: string): ReadonlyArray<CallMark> =>
  ["calls", "call"].map((word) => ({
    opening: `<${bar}tool${space}${word}${space}begin${bar}>`,
    ...(word === "calls" ? { closing: `<${bar}tool${space}calls${space}end${bar}>` } : { isInside: true as const })
  }))

/** Longer ones before those that they begin with. */
const CALL_MARKS: ReadonlyArray<CallMark> = [
  // Hunyuan, Jamba, MiniMax M1, Apriel
  { opening: "<tool_calls>", closing: "</tool_calls>" },
  // Hermes, Qwen, GLM, ERNIE and many others
  { opening: "<tool_call>", closing: "</tool_call>" },
  { opening: "<seed:tool_call>", closing: "</seed:tool_call>" },
  { opening: "<minimax:tool_call>", closing: "</minimax:tool_call>" },
  // DeepSeek V3.2 and V4; those that were taught Anthropic's
  ...["｜DSML｜", "|DSML|", ""].flatMap((prefix) =>
    ["function_calls", ...(prefix === "" ? [] : ["tool_calls"])].map((name) => ({
      opening: `<${prefix}${name}>`,
      closing: `</${prefix}${name}>`
    }))
  ),
  // Nemotron
  { opening: "<TOOLCALL>", closing: "</TOOLCALL>" },
  // DeepSeek V3, R1, V3.1
  ...["▁", "_", " "].flatMap((space) => ["｜", "|"].flatMap((bar) => deepSeek(bar, space))),
  // Kimi K2
  { opening: "<|tool_calls_section_begin|>", closing: "<|tool_calls_section_end|>" },
  { opening: "<|tool_call_section_begin|>", closing: "<|tool_call_section_end|>" },
  // Granite 3, Phi-4-mini; LFM2
  { opening: "<|tool_call|>", closing: "<|/tool_call|>" },
  { opening: "<|tool_call_start|>", closing: "<|tool_call_end|>" },
  // Command R7B and A; Apertus; InternLM
  { opening: "<|START_ACTION|>", closing: "<|END_ACTION|>" },
  { opening: "<|tools_prefix|>", closing: "<|tools_suffix|>" },
  { opening: "<|action_start|><|plugin|>", closing: "<|action_end|>" },
  // gpt-oss
  Harmony.CALL,
  // Llama 3 and 4
  { opening: "<|python_tag|>" },
  { opening: "<|python_start|>", closing: "<|python_end|>" },
  { opening: "<function=", closing: "</function>", isInside: true },
  // Mistral
  { opening: "[TOOL_CALLS]", closing: "[/TOOL_CALLS]" }
]

const LONGEST_MARK = Math.max(...CALL_MARKS.flatMap(({ closing = "", opening }) => [opening.length, closing.length]))
const FIRST_LETTERS = new Set(CALL_MARKS.map(({ opening }) => opening.charAt(0)))
/** A mark as a part of a pattern. */
export const escaped = (mark: string): string => mark.replace(/[|[\]/\\^$.*+?(){}]/g, "\\$&")
const ANY_OPENING = new RegExp(CALL_MARKS.map(({ opening }) => escaped(opening)).join("|"))

/** What servers leave of the ends of turns behind a call. */
const TURN_ENDS = [
  ...["im_end", "eot_id", "eom_id", "end", "endoftext", "observation", "user", "return", "call"].map(
    (name) => `<|${name}|>`
  ),
  "</s>",
  "<｜end▁of▁sentence｜>"
]

export const withoutTurnEnd = (text: string): string => {
  let rest = text.trimEnd()
  for (let end = TURN_ENDS.find((one) => rest.endsWith(one)); end !== undefined; ) {
    rest = rest.slice(0, -end.length).trimEnd()
    end = TURN_ENDS.find((one) => rest.endsWith(one))
  }
  return rest
}

/** Whether marks in strings of JSON behind a mark are text. */
export const hasStrings = ({ closing, opening }: CallMark, behind: string): boolean =>
  closing === undefined || opening === "[TOOL_CALLS]" || /^\s*[{[]/.test(behind)

/** What ends the calls behind a mark: the same one again begins the next, unless it separates these. */
export const endsOf = ({ closing, isInside, opening }: CallMark): ReadonlyArray<string> => [
  ...(closing === undefined ? [] : [closing]),
  ...(isInside === true ? [] : [opening])
]

/** A mark where it stands in a text. */
export interface PlacedMark extends CallMark {
  readonly at: number
}

/** The first opening mark from a place on; undefined where there is none. */
export const openingFrom = (text: string, from: number): PlacedMark | undefined => {
  const match = ANY_OPENING.exec(text.slice(from))
  const mark = CALL_MARKS.find(({ opening }) => opening === match?.[0])
  return match === null || mark === undefined ? undefined : { ...mark, at: from + match.index }
}

/** Whether what follows a text is quoted: between backquotes, in a fence of code, or behind a quotation mark. */
const makeQuotation = () => {
  let run = 0
  let isFence = false
  let isInline = false
  let last = ""
  return {
    pass: (text: string): void => {
      if (text === "") return
      last = text.charAt(text.length - 1)
      for (const character of text) {
        if (character === "`") {
          run++
          isInline = run === 3 ? false : !isInline
          if (run === 3) isFence = !isFence
        } else {
          run = 0
          if (character === "\n") isInline = false
        }
      }
    },
    /** `isNewLine`: whether a line ends between the text and what follows. */
    isOpen: (isNewLine: boolean): boolean =>
      isFence || (!isNewLine && (isInline || (last !== "" && QUOTES.includes(last))))
  }
}

/** UTF-16 code units behind a mark by which it is known whether a call may follow. */
const TELLING = 128
/** UTF-16 code units of an answer that may be calls. */
export const LONGEST_CALLS = 50_000
/** UTF-16 code units of white space that may be the margin of a call. */
const LONGEST_MARGIN = 256
/** Marks without a call behind them; an answer with more of them speaks of marks. */
const MOST_MARKS = 64
/** Words that stand before a tool's name, or in its place. */
const BEFORE_NAME = ["function", "functions.", "default_api."]

/** Whether what stands behind a mark may be a call, as far as it has come. */
const mayBeCall = (mark: CallMark, behind: string, names: ReadonlyArray<string>): boolean => {
  const body = behind.trimStart()
  if (body === "" || (mark.isInside !== true && /^[{[<]/.test(body))) return true
  const [word = ""] = /^[^\s<[({"'`]{1,100}/.exec(body) ?? []
  const isWhole = word.length < body.length
  return (
    word !== "" && [...names, ...BEFORE_NAME].some((name) => word.includes(name) || (!isWhole && name.startsWith(word)))
  )
}

/** Follows calls behind a mark, each character once; says whether anything else stands behind their closing mark. */
const makeFollower = (first: CallMark) => {
  let mark = first
  let place: "begun" | "inside" | "string" | "behind" = "begun"
  let ends = /"/g
  let text = ""
  let at = 0
  const find = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    return pattern.exec(text)
  }
  /** Goes on to the next mark or end of a string; `wait`: it has not come. */
  const step = (): "on" | "wait" | "other" => {
    const match = find(place === "inside" ? ends : place === "string" ? /["\\]/g : /\S/g)
    if (match === null) {
      at = place === "inside" ? Math.max(at, text.length - LONGEST_MARK + 1) : text.length
      return "wait"
    }
    const { 0: found, index } = match
    at = index
    if (place === "begun") {
      const strings = hasStrings(mark, found) ? ['"'] : []
      ends = new RegExp([...endsOf(mark), ...strings].map(escaped).join("|"), "g")
      place = "inside"
      return "on"
    }
    if (place === "behind") return behind()
    if (found === "\\" && index + 1 === text.length) return "wait"
    at += found === "\\" ? 2 : found.length
    if (place === "string") place = found === '"' ? "inside" : "string"
    else place = found === '"' ? "string" : found === mark.closing ? "behind" : "begun"
    return "on"
  }
  const behind = (): "on" | "wait" | "other" => {
    const next = CALL_MARKS.find(({ opening }) => text.startsWith(opening, at))
    const passed = next?.opening ?? TURN_ENDS.find((end) => text.startsWith(end, at))
    if (passed === undefined) {
      const begun = text.slice(at, at + LONGEST_MARK)
      const mayBe = [...CALL_MARKS.map(({ opening }) => opening), ...TURN_ENDS].some((one) => one.startsWith(begun))
      return mayBe ? "wait" : "other"
    }
    at += passed.length
    mark = next ?? mark
    if (next !== undefined) place = "begun"
    return "on"
  }
  return (piece: string): boolean => {
    text = text.slice(at) + piece
    at = 0
    let went = step()
    while (went === "on") went = step()
    return went === "other"
  }
}

/**
 * Holds an answer back from where a call may begin, until its end. What only quotes a mark, or cannot be a call behind
 * it, is told as it comes; so is what goes on behind a call.
 */
export const makeHold = (names: ReadonlyArray<string>) => {
  const quotation = makeQuotation()
  /** What has not been told; and what came behind it once it was known to look like a call. */
  let pending = ""
  let pieces: Array<string> = []
  let length = 0
  let marks = 0
  let state: "looking" | "doubting" | "holding" | "over" = "looking"
  /** Whether the answer goes on behind what is held. */
  let goesOn = (_piece: string): boolean => false
  const tell = (end: number): string => {
    const told = pending.slice(0, end)
    pending = pending.slice(end)
    quotation.pass(told)
    return told
  }
  /** Where the white space begins that ends the line before a place. */
  const marginBefore = (at: number): number => {
    const near = pending.slice(Math.max(0, at - LONGEST_MARGIN), at)
    const margin = near.slice(near.trimEnd().length)
    return margin.includes("\n") ? at - margin.length : at
  }
  /** Where at the end something begins that may become a mark. */
  const begunAt = (): number => {
    for (let start = Math.max(0, pending.length - LONGEST_MARK + 1); start < pending.length; start++) {
      const begun = FIRST_LETTERS.has(pending.charAt(start)) ? pending.slice(start) : undefined
      if (begun !== undefined && CALL_MARKS.some(({ opening }) => opening.startsWith(begun))) return start
    }
    return pending.length
  }
  const look = (): string => {
    let told = ""
    while (marks < MOST_MARKS) {
      const mark = openingFrom(pending, 0)
      if (mark === undefined) return told + tell(marginBefore(begunAt()))
      // The white space before a call is no part of the answer.
      told += tell(marginBefore(mark.at))
      const end = pending.indexOf(mark.opening) + mark.opening.length
      const behind = pending.slice(end)
      const isQuoted = quotation.isOpen(end > mark.opening.length)
      if (!isQuoted && mayBeCall(mark, behind.slice(0, TELLING), names)) {
        state = behind.length < TELLING ? "doubting" : "holding"
        length = pending.length
        goesOn = makeFollower(mark)
        return goesOn(behind) ? told + release() : told
      }
      marks++
      told += tell(end)
    }
    state = "over"
    return told + tell(pending.length)
  }
  const release = (): string => {
    state = "over"
    const all = pending + pieces.join("")
    pending = ""
    pieces = []
    return all
  }
  return {
    /** What of the text may be told now. */
    take: (text: string): string => {
      if (text === "" || state === "over") return text
      if (state === "holding") {
        pieces.push(text)
        length += text.length
        return length > LONGEST_CALLS || goesOn(text) ? release() : ""
      }
      pending += text
      state = "looking"
      return look()
    },
    /** What has not been told. */
    held: (): string => pending + pieces.join(""),
    /** Whether that may be calls, as far as it has come. */
    isHolding: (): boolean => state === "holding" || state === "doubting"
  }
}
