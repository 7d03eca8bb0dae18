/**
 * Thoughts that a model writes into its answer, before it: a block of `<think>…</think>`, or, where the chat
 * template has opened the block, all up to its closing tag. A tag further down is text.
 */

import { beginsAsThoughts } from "./FirstThoughts.ts"
import * as Harmony from "./Harmony.ts"
import {
  anyOpening,
  bareClosing,
  closing,
  closingBegun,
  LONGEST_MARGIN,
  LONGEST_TAG,
  MARKS,
  mayOpen,
  opening,
  unwrapping
} from "./ThoughtTags.ts"

/** A piece of an answer, divided into text and thoughts. */
export interface DividedText {
  /** Words of the answer. */
  readonly text: string
  /** What the model thought before it. */
  readonly thoughts: string
}

/**
 * Whether an answer may begin inside a block that its template has opened. Where it `may`, as nobody waits for the
 * first words, or is `likely` to, as the model's name says, or is `known` to, as its last answer did, nothing is told
 * before the closing tag or the end.
 * Where the engine is `unknown`, what begins as thoughts do is held back so for a while. What is told at once and
 * ends at such a tag all the same was `mistaken` for an answer, which goes on behind the tag.
 */
export type InitialThought = "no" | "unknown" | "may" | "likely" | "known"

/** UTF-16 code units of an unknown engine's answer that are held back, where it begins as thoughts do. */
const MOST_HELD = 2_000
/** Closing tags in an answer that is told at once of which it is looked whether they end thoughts. */
const MOST_TAGS = 8
/** Blocks behind one another; a further one is text. */
const MOST_BLOCKS = 32
/** Stands where a closing tag ended what was mistaken for an answer. */
const BREAK = "\n\n"

const NOTHING: DividedText = { text: "", thoughts: "" }

const fencesIn = (text: string): number => text.split("```").length - 1

/** The thoughts and the answer in a text that begins inside a block; none where it does not. */
export const divided = (text: string): DividedText | undefined => {
  if (!closing.test(text)) return undefined
  const opened = text.search(anyOpening)
  let fences = 0
  let counted = 0
  for (const { 0: tag, index } of text.matchAll(bareClosing)) {
    if (opened >= 0 && opened < index) return undefined
    fences += fencesIn(text.slice(counted, index))
    counted = index
    // A tag in a fence of code is code.
    if (fences % 2 === 0) return { thoughts: text.slice(0, index), text: text.slice(index + tag.length).trimStart() }
  }
  return undefined
}

/** Parts one answer, which comes in pieces. Calls in gpt-oss's channels are left in its text, of tools that are `callable`. */
export const make = (opened: InitialThought, callable = Harmony.NONE_CALLABLE) => {
  let state: "start" | "inside" | "behind" | "held" | "flowing" | "answer" | "harmony" = "start"
  const harmony = Harmony.make(callable)
  const wrapped = unwrapping()
  let pending = ""
  /** What was told as the answer while a closing tag may still end it as thoughts. */
  let flowed = ""
  let tags = 0
  let blocks = 0
  let mistaken = ""
  /** What is held back besides `pending`, in pieces; and the end of all of it, in which closing tags are looked for. */
  let heldPieces: Array<string> = []
  let heldLength = 0
  let window = ""
  let wasOpened = false
  const take = (): string => {
    const taken = pending
    pending = ""
    return taken
  }
  /** All that is held back, in one. */
  const waiting = (): string => {
    pending += heldPieces.join("")
    heldPieces = []
    return pending
  }
  const hold = (piece: string): void => {
    heldLength += piece.length
    if (opened !== "may" && tags < MOST_TAGS) window += piece
  }
  const start = (): DividedText => {
    const match = opening.exec(pending)
    if (match !== null) {
      state = "inside"
      pending = pending.slice(match[0].length)
      return inside()
    }
    const words = pending.trimStart()
    const isHarmony = Harmony.beginsSo(words)
    if (isHarmony === true) {
      state = "harmony"
      pending = words
      return harmony.take(take())
    }
    const mayBegin = isHarmony === undefined || mayOpen(words)
    if (pending.length - words.length <= LONGEST_MARGIN && mayBegin) return NOTHING
    const isThought = opened === "unknown" ? beginsAsThoughts(words) : opened !== "no"
    if (isThought === undefined) return NOTHING
    state = isThought ? "held" : "flowing"
    if (isThought) hold(pending)
    return part()
  }
  const inside = (): DividedText => {
    const match = closing.exec(pending)
    if (match === null) {
      const at = closingBegun(pending)
      const thoughts = pending.slice(0, at)
      pending = pending.slice(at)
      return { text: "", thoughts }
    }
    const thoughts = pending.slice(0, match.index)
    pending = pending.slice(match.index + match[0].length)
    return behindThoughts(thoughts)
  }
  /** Goes on behind a block of thoughts. */
  const behindThoughts = (thoughts: string): DividedText => {
    state = "behind"
    const rest = behind()
    return { text: rest.text, thoughts: thoughts + rest.thoughts }
  }
  /** Behind thoughts there may be more of them, whatever the first were told by. */
  const behind = (): DividedText => {
    pending = pending.trimStart()
    if (blocks < MOST_BLOCKS) {
      if (mayOpen(pending)) return NOTHING
      const match = opening.exec(pending)
      if (match !== null) {
        blocks++
        state = "inside"
        pending = pending.slice(match[0].length)
        return inside()
      }
    }
    if (pending === "") return NOTHING
    const text = wrapped.take(take())
    if (text.trim() === "") return NOTHING
    state = "answer"
    return { text: text.trimStart(), thoughts: "" }
  }
  const held = (): DividedText => {
    if (opened === "may") return NOTHING
    // With the mark behind it, which says whether the tag is quoted.
    const match = tags < MOST_TAGS ? closing.exec(window) : null
    const isSettled = match !== null && match.index + match[0].length < window.length
    if (match === null) window = window.slice(-LONGEST_TAG)
    else if (!isSettled) return NOTHING
    const parted = isSettled ? divided(waiting()) : undefined
    if (parted === undefined) {
      if (match !== null && isSettled) {
        tags++
        window = window.slice(match.index + match[0].length)
      }
      if (opened === "likely" || opened === "known" || heldLength <= MOST_HELD) return NOTHING
      state = "flowing"
      waiting()
      tags = 0
      return flowing()
    }
    wasOpened = true
    pending = parted.text
    return behindThoughts(parted.thoughts)
  }
  /** Goes on behind a closing tag: what was told before it was thought. */
  const resumed = (before: string, after: string): DividedText => {
    wasOpened = true
    pending = after
    const isBlank = (flowed + before).trim() === ""
    mistaken = isBlank ? "" : flowed + before + BREAK
    const { text, thoughts } = behindThoughts("")
    return { text: isBlank ? text : before + BREAK + text, thoughts }
  }
  const flowing = (): DividedText => {
    let told = ""
    const tell = (length: number) => {
      const text = pending.slice(0, length)
      pending = pending.slice(length)
      flowed += text
      told += text
    }
    while (true) {
      const match = tags < MOST_TAGS ? closing.exec(pending) : null
      // With the mark behind it, which says whether the tag is quoted.
      if (match === null || match.index + match[0].length === pending.length) {
        tell(match?.index ?? closingBegun(pending))
        return { text: told, thoughts: "" }
      }
      const end = match.index + match[0].length
      const around = (match.index === 0 ? flowed.slice(-1) : pending.charAt(match.index - 1)) + pending.charAt(end)
      const isQuoted = [...around].some((mark) => MARKS.includes(mark))
      const parted = isQuoted ? undefined : divided(flowed + pending)
      if (parted !== undefined) {
        const { text, thoughts } = resumed(pending.slice(0, match.index), parted.text)
        return { text: told + text, thoughts }
      }
      if (!isQuoted) tags++
      tell(end)
    }
  }
  /** Whether all that came before a cut is thoughts: of a model that has shown that it thinks, or that sounds so. */
  const isCutThought = (): boolean =>
    opened === "known" || (opened === "likely" && beginsAsThoughts(pending.trimStart()) === true)
  const part = (): DividedText => {
    switch (state) {
      case "start":
        return start()
      case "inside":
        return inside()
      case "behind":
        return behind()
      case "held":
        return held()
      case "flowing":
        return flowing()
      case "harmony":
        return harmony.take(take())
      case "answer":
        return { text: wrapped.take(take()), thoughts: "" }
    }
  }
  return {
    /** What the next piece tells, with what was waiting. */
    take: (piece: string): DividedText => {
      if (piece === "") return NOTHING
      if (state === "held") {
        heldPieces.push(piece)
        hold(piece)
      } else pending += piece
      return part()
    },
    /** The model has thought outside of its words, which are therefore its answer. */
    thoughtApart: () => {
      waiting()
      if (state === "start" || state === "held") state = "behind"
      if (state === "flowing") state = "answer"
    },
    /** What was waiting, at the end, which may be a cut. */
    end: (isCut = false): DividedText => {
      if (state === "harmony") return harmony.end()
      waiting()
      const isThought = state === "inside" || (state === "held" && isCut && isCutThought())
      const whole = state === "held" ? divided(pending) : undefined
      const isBehind = state === "behind" || state === "answer"
      if (state === "flowing" && pending !== "" && divided(flowed + pending) !== undefined) {
        mistaken = flowed
        wasOpened = true
        pending = ""
      }
      state = "answer"
      if (whole !== undefined) {
        wasOpened = true
        pending = ""
        return { text: (wrapped.take(whole.text) + wrapped.end()).trim(), thoughts: whole.thoughts }
      }
      if (isThought) return { text: "", thoughts: take() }
      return { text: isBehind ? wrapped.take(take()) + wrapped.end() : take(), thoughts: "" }
    },
    /** Whether a closing tag alone has ended its thoughts. */
    wasOpened: () => wasOpened,
    /** The beginning of what was told as the answer, where it turned out to be thoughts. */
    mistaken: () => mistaken,
    /** Whether the model is thinking in its words now, as far as can be known. */
    isInside: (): boolean =>
      state === "inside" || (state === "harmony" ? harmony.isInside() : state === "held" && opened !== "may")
  }
}
