/** An answer put together of its pieces, within the room that there is for it, and what it amounts to. */
import { Option } from "effect"
import { countTokens, tokenBudget } from "../../text/Tokens.ts"
import type { FinishReason, Generation, TokenUsage, ToolCall } from "../TextModel.ts"
import * as CallAssembly from "./CallAssembly.ts"
import type { Piece } from "./ChatAnswer.ts"
import { reasonOf } from "./FinishReasons.ts"
import type { Callable } from "./Harmony.ts"
import * as MessageFields from "./MessageFields.ts"
import * as ThoughtBlock from "./ThoughtBlock.ts"

/** An answer put together, or the words that complete "the text engine …" where it is none. */
export type AnswerOutcome =
  | { readonly _tag: "Answer"; readonly answer: Generation }
  | {
      readonly _tag: "NoAnswer"
      readonly what: string
      /** That the model has failed, and the server has not. */
      readonly isModelFault?: true
    }

const noAnswer = (what: string): AnswerOutcome => ({ _tag: "NoAnswer", what })
const modelFault = (what: string): AnswerOutcome => ({ _tag: "NoAnswer", what, isModelFault: true })

/** A count of no more than the answer may have, also for what a model thinks to itself. */
const within = (limit: number, usage: TokenUsage): TokenUsage => ({
  ...usage,
  candidateTokens: Math.min(usage.candidateTokens, limit),
  ...(usage.reasoningTokens === undefined ? {} : { reasoningTokens: Math.min(usage.reasoningTokens, limit) })
})

/** A count without the thoughts that were told as the answer: nobody pays for those. */
const without = (mistaken: string, { reasoningTokens = 0, ...usage }: TokenUsage): TokenUsage => {
  const thought = reasoningTokens > 0 ? reasoningTokens : countTokens(mistaken)
  return { ...usage, candidateTokens: Math.max(0, usage.candidateTokens - thought) }
}

/** All of an answer that has come. */
export interface CollectedAnswer extends Omit<Piece, "calls" | "hasChoice" | "isWhole"> {
  readonly calls: ReadonlyArray<CallAssembly.AssembledCall>
  /** Thoughts that were told as the answer before it: no part of it, and not charged. */
  readonly mistaken: string
}

/** What has come and has no room yet: words, thoughts that came apart from them, or text of a call. */
interface WaitingText {
  readonly text: string
  readonly kind: "words" | "thoughts" | "call"
}

/** How much there is room for, and how it is read. */
export interface Bounds {
  /** Tokens that there is room for at first. */
  readonly room: number
  /** Tokens at which the answer is cut. */
  readonly limit: number
  readonly opened: ThoughtBlock.InitialThought
  /** Which calls may be believed that stand among a model's thoughts. */
  readonly callable: Callable
}

/** What of `all` goes on behind what is known, as it was sent or as it was told; nothing where it says that in another form. */
const restOf = (all: string, sent: string, told: string): string => {
  const known = [sent, sent.trim(), told.trim()].find((one) => one !== "" && all.startsWith(one))
  if (known !== undefined) return all.slice(known.length)
  return sent.trim() === "" ? all : ""
}

/** The piece without what came before it: a whole answer behind its pieces says all of them again (MiniMax). */
const news = (
  piece: Piece,
  sent: ThoughtBlock.DividedText,
  told: ThoughtBlock.DividedText,
  hasCalls: boolean
): Piece => ({
  ...piece,
  text: restOf(piece.text, sent.text, told.text),
  thoughts: restOf(piece.thoughts, sent.thoughts, told.thoughts),
  calls: hasCalls ? [] : piece.calls
})

/** One piece after another, within the room that there is; the last reason and the last count are the ones that hold. */
export const collector = ({ callable, limit, opened, room }: Bounds) => {
  const budget = tokenBudget(room)
  const assembly = CallAssembly.make()
  const block = ThoughtBlock.make(opened, callable)
  let divided: ThoughtBlock.DividedText = { text: "", thoughts: "" }
  /** As the server has sent it in pieces, and whether it has sent calls so. */
  let said = divided
  let hasCalls = false
  let size = 0
  let reason = ""
  let refusal = ""
  let usage = Option.none<TokenUsage>()
  let waiting: ReadonlyArray<WaitingText> = []
  let pieces = 0
  let counts = 0
  let isLastCount = false
  const own = MessageFields.make()
  /** Whether the piece has the count that comes last: some servers count with every piece. */
  const isLast = ({ calls, hasChoice, text, thoughts, usage }: Piece): boolean => {
    if (Option.isNone(usage)) return false
    counts++
    const isBare = text === "" && thoughts === "" && calls.length === 0
    const said = usage.value.candidateTokens - (usage.value.reasoningTokens ?? 0)
    return !hasChoice || (counts === 1 && (isBare || said > 1))
  }
  const isShort = () => waiting.length > 0
  const isCut = () => isShort() || assembly.isFull()
  const partOf = (taken: string, kind: WaitingText["kind"]): ThoughtBlock.DividedText => {
    if (kind === "words") return block.take(taken)
    if (kind === "call" || taken === "") return { text: "", thoughts: "" }
    block.thoughtApart()
    return { text: "", thoughts: taken }
  }
  const add = (
    to: ThoughtBlock.DividedText,
    { text, thoughts }: ThoughtBlock.DividedText
  ): ThoughtBlock.DividedText => ({
    text: to.text + text,
    thoughts: to.thoughts + thoughts
  })
  /** Takes what waits, as far as there is room; what that tells. */
  const take = (): ThoughtBlock.DividedText => {
    let told: ThoughtBlock.DividedText = { text: "", thoughts: "" }
    for (let [next] = waiting; next !== undefined; [next] = waiting) {
      const taken = budget.take(next.text)
      size += taken.length
      told = add(told, partOf(taken, next.kind))
      if (taken.length < next.text.length) {
        waiting = [{ ...next, text: next.text.slice(taken.length) }, ...waiting.slice(1)]
        break
      }
      waiting = waiting.slice(1)
    }
    divided = add(divided, told)
    return told
  }
  return {
    /** Adds a piece; what of it there was room for tells. */
    add: (sent: Piece): ThoughtBlock.DividedText => {
      const isAgain = sent.isWhole && (hasCalls || (said.text + said.thoughts).trim() !== "")
      const piece = isAgain ? news(sent, said, divided, hasCalls) : sent
      if (!sent.isWhole) said = add(said, sent)
      pieces++
      isLastCount = isLast(piece)
      own.add(piece.own)
      const calls = piece.calls.map(
        (call) => ({ text: assembly.isFull() ? "" : assembly.add(call), kind: "call" }) as const
      )
      if (!sent.isWhole) hasCalls = assembly.calls().length > 0
      const words = { text: piece.text, kind: "words" } as const
      const thoughts = { text: piece.thoughts, kind: "thoughts" } as const
      waiting = [...waiting, thoughts, words, ...calls].filter((part) => part.text !== "")
      if (piece.reason !== "") reason = piece.reason
      // A whole answer behind its pieces says that again, too.
      if (refusal === "" || !isAgain) refusal += piece.refusal
      if (Option.isSome(piece.usage)) usage = Option.some(within(limit, piece.usage.value))
      return take()
    },
    /** Makes room for so many tokens in all; what there is room for now of what waited. */
    raise: (room: number): ThoughtBlock.DividedText => {
      budget.raise(room)
      return take()
    },
    /** What was held back until the end. */
    end: (): ThoughtBlock.DividedText => {
      const rest = block.end(isCut() || reasonOf(reason) === "length")
      divided = add(divided, rest)
      return rest
    },
    /** Whether the answer began inside a block of thoughts that its template had opened. */
    wasOpened: block.wasOpened,
    /** UTF-16 code units of all that has come so far. */
    size: () => size,
    /** Whether the model thinks, and has said nothing yet. */
    isThinking: () =>
      divided.text === "" && assembly.calls().length === 0 && (divided.thoughts !== "" || block.isInside()),
    /** How many there were: as many tokens, where the engine sends each as it comes. */
    pieces: () => pieces,
    /** Whether something has no room: nothing else is to be added before there is. */
    isShort,
    /** Whether nothing else is read. */
    isCut,
    /** Whether the last that came was the count, as after an answer that is complete, and no call is open. */
    isCounted: () => isLastCount && size > 0 && !assembly.calls().some(({ isOpen }) => isOpen),
    /** Whether the server has said why the answer ends. */
    isComplete: () => reason !== "",
    /** All of it; of an answer that was cut no call is left, as the others may belong to it. */
    all: (): CollectedAnswer => {
      const mistaken = block.mistaken()
      const words =
        mistaken === ""
          ? { ...divided, mistaken, usage }
          : {
              text: divided.text.slice(mistaken.length),
              thoughts: divided.thoughts,
              mistaken,
              usage: Option.map(usage, (counted) => without(mistaken, counted))
            }
      return isCut()
        ? { ...words, calls: [], own: {}, reason: "length", refusal: "" }
        : { ...words, calls: assembly.calls(), own: own.all(), reason, refusal }
    }
  }
}
export type Collector = ReturnType<typeof collector>

/** Calls as the client gets them: each with an id of its own, and an object for arguments that are none. */
const finished = (
  { calls, own: ofMessage }: Pick<CollectedAnswer, "calls" | "own">,
  newId: () => string
): ReadonlyArray<ToolCall> => {
  const taken = new Set<string>()
  return calls.map(({ arguments: text, extra, id, name }, index) => {
    const own = id === "" || taken.has(id) ? newId() : id
    taken.add(own)
    const call = { id: own, name, arguments: text.trim() === "" ? "{}" : text }
    // What was thought before all of them is kept with the first.
    const all = index === 0 && Object.keys(ofMessage).length > 0 ? { ...extra, ...ofMessage } : extra
    return all === undefined ? call : { ...call, extra: all }
  })
}

/**
 * What everything that arrived of one answer amounts to. An answer that stops of itself without a word, a thought
 * and a call is a failure: nothing was made, so nothing may be charged.
 */
export const outcomeOf = (gathered: CollectedAnswer, newId: () => string): AnswerOutcome => {
  const { text, usage } = gathered
  const thoughts = gathered.thoughts.trim()
  const answer = (finishReason: FinishReason, further: Partial<Generation> = {}): AnswerOutcome => ({
    _tag: "Answer",
    answer: { text, toolCalls: [], finishReason, usage, ...(thoughts === "" ? {} : { thoughts }), ...further }
  })
  const { refusal } = gathered
  const reason = refusal === "" ? reasonOf(gathered.reason) : "safety"
  if (reason === "failed") return noAnswer("failed")
  if (reason === "misgenerated") return modelFault("made what its server cannot read")
  if (reason === "safety") {
    // What the model said before it declined, its client has. What the engine filtered costs nothing, nor a refusal said twice.
    const words = text.slice(0, Math.max(0, text.length - refusal.length)).trim()
    const isDeclined = refusal !== "" && reasonOf(gathered.reason) !== "safety"
    const isBehindWords = isDeclined && words !== "" && words !== refusal.trim()
    return answer("safety", { isFiltered: true, ...(isBehindWords ? { refusal } : {}) })
  }
  // The server cut it, in the middle of a call: as where it is cut here.
  const calls = reason === "length" && gathered.calls.some(({ isOpen }) => isOpen) ? [] : gathered.calls
  if (calls.some(({ name }) => name === "")) return modelFault("called a tool without a name")
  if (calls.length > 0) return answer("tool_calls", { toolCalls: finished({ ...gathered, calls }, newId) })
  if (reason === "stop" && (text + thoughts + gathered.mistaken).trim() === "") return noAnswer("gave an empty answer")
  return answer(reason)
}
