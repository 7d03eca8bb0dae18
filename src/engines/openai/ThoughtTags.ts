/**
 * The marks between which models write their thoughts into an answer, as their templates have them: DeepSeek, Qwen and
 * many others, Magistral, Seed-OSS, Kimi, OpenThinker, Command A Reasoning. In lower case.
 */

const PAIRS: ReadonlyArray<readonly [opening: string, closing: string]> = [
  ...["think", "thinking", "thought", "reasoning"].map((tag) => [`<${tag}>`, `</${tag}>`] as const),
  ["[think]", "[/think]"],
  ["<seed:think>", "</seed:think>"],
  ["◁think▷", "◁/think▷"],
  ["<|begin_of_thought|>", "<|end_of_thought|>"],
  ["<|start_thinking|>", "<|end_thinking|>"]
]

/** What some put around the answer behind their thoughts. */
const WRAPPERS: ReadonlyArray<readonly [opening: string, closing: string]> = [
  ["<answer>", "</answer>"],
  ["<|begin_of_solution|>", "<|end_of_solution|>"],
  ["<|start_response|>", "<|end_response|>"]
]

/** UTF-16 code units of white space before a block; more of it is text. */
export const LONGEST_MARGIN = 256

const OPENINGS = PAIRS.map(([opening]) => opening)
const CLOSINGS = PAIRS.map(([, closing]) => closing)
export const LONGEST_TAG = Math.max(...[...PAIRS, ...WRAPPERS].flat().map((tag) => tag.length))

/** A closing tag that nobody quotes: what speaks of tags puts them between marks. */
export const MARKS = "`\"'“”‘’«»"

const anyOf = (tags: ReadonlyArray<string>): string => tags.map((tag) => tag.replace(/[|[\]/]/g, "\\$&")).join("|")

/** A block at the start of an answer. */
export const opening = new RegExp(`^\\s{0,${LONGEST_MARGIN}}(?:${anyOf(OPENINGS)})`, "i")
export const anyOpening = new RegExp(anyOf(OPENINGS), "i")
export const closing = new RegExp(anyOf(CLOSINGS), "i")
export const bareClosing = new RegExp(`(?<![${MARKS}])(?:${anyOf(CLOSINGS)})(?![${MARKS}])`, "gi")

const beginsOneOf = (tags: ReadonlyArray<string>, text: string): boolean => {
  const begun = text.toLowerCase()
  return tags.some((tag) => tag.startsWith(begun))
}

/** Whether more of the text may make it an opening tag. */
export const mayOpen = (text: string): boolean => beginsOneOf(OPENINGS, text)

/** Where at the end of the text one of these tags may have begun; its length where none has. */
const begunIn = (text: string, tags: ReadonlyArray<string>): number => {
  for (let at = Math.max(0, text.length - LONGEST_TAG + 1); at < text.length; at++) {
    if ("<[◁".includes(text.charAt(at)) && beginsOneOf(tags, text.slice(at))) return at
  }
  return text.length
}

/** Where at the end of the text a closing tag may have begun; its length where none has. */
export const closingBegun = (text: string): number => begunIn(text, CLOSINGS)

/** The tag that ends what a model puts around its answer; undefined where its beginning, or more of it, is none. */
const wrapperOf = (text: string): readonly [opening: string, closing: string] | undefined =>
  WRAPPERS.find(([opening]) => text.slice(0, opening.length).toLowerCase() === opening)

/** Takes off what stands around an answer behind its thoughts. */
export const unwrapping = () => {
  let end: string | undefined
  let state: "start" | "inside" | "plain" | "over" = "start"
  let pending = ""
  const take = (piece: string, isEnd = false): string => {
    pending += piece
    if (state === "start") {
      const wrapper = wrapperOf(pending)
      if (wrapper === undefined) {
        if (
          !isEnd &&
          pending !== "" &&
          beginsOneOf(
            WRAPPERS.map(([opening]) => opening),
            pending
          )
        )
          return ""
        state = "plain"
      } else {
        end = wrapper[1]
        pending = pending.slice(wrapper[0].length)
        state = "inside"
      }
    }
    if (state === "over") pending = ""
    if (state !== "inside" || end === undefined) {
      const all = pending
      pending = ""
      return all
    }
    const at = pending.toLowerCase().indexOf(end)
    const length = at >= 0 ? at : isEnd ? pending.length : begunIn(pending, [end])
    // White space before the closing tag is the wrapper's.
    const told = pending.slice(0, length).trimEnd()
    pending = at >= 0 ? "" : pending.slice(told.length)
    if (at >= 0) state = "over"
    return told
  }
  return { take, end: (): string => take("", true) }
}
