/** What of an answer is held back to its end, as it may be calls that the model writes as text; and what it is then. */
import type { Tool } from "../TextModel.ts"
import type { CollectedAnswer } from "./AnswerCollector.ts"
import { makeHold, openingFrom } from "./CallMarks.ts"
import { reasonOf } from "./FinishReasons.ts"
import * as WrittenCalls from "./WrittenCalls.ts"

interface Offer {
  readonly tools: ReadonlyArray<Tool>
  /** The names of the tools of which one must be called. */
  readonly mustCall: ReadonlyArray<string>
}

export interface HeldCalls {
  /** What of the answer's text may be told now. */
  readonly take: (text: string) => string
  /** The whole answer, with the calls that stand in its text; and what of the text was not told yet. */
  readonly end: (all: CollectedAnswer) => { readonly all: CollectedAnswer; readonly told: string }
  /** What was not told yet, of an answer that has failed. */
  readonly rest: () => string
}

/** Where no call can be made nothing is held. */
const none: HeldCalls = { take: (text) => text, end: (all) => ({ all, told: "" }), rest: () => "" }

/** Whether the answer was cut. Then no call is left of it, as the last may be a part, and what has begun is no text either. */
const isCut = ({ reason }: CollectedAnswer): boolean => reasonOf(reason) === "length"

/** Where a call must be made all text may be one. */
const required = (mustCall: ReadonlyArray<string>, tools: ReadonlyArray<Tool>): HeldCalls => ({
  take: () => "",
  end: (all) => {
    const isText = all.calls.length > 0 || all.refusal !== ""
    const mark = isText || !isCut(all) ? undefined : openingFrom(all.text, 0)
    const read = isText || isCut(all) ? undefined : WrittenCalls.read(all.text, mustCall, { tools })
    const text = all.text.slice(0, mark?.at)
    const whole = { ...all, text, ...read }
    return { all: whole, told: whole.text }
  },
  rest: () => ""
})

/** Where calls may be made all from a mark on may be some. */
const offered = (tools: ReadonlyArray<Tool>): HeldCalls => {
  const names = tools.map(({ name }) => name)
  const hold = makeHold(names)
  const ended = (own: ReturnType<typeof makeHold>, all: CollectedAnswer) => {
    const held = own.held()
    const isText = !own.isHolding() || all.calls.length > 0 || all.refusal !== "" || !all.text.endsWith(held)
    if (isText) return { all, told: held }
    const text = all.text.slice(0, all.text.length - held.length)
    if (isCut(all)) return { all: { ...all, text }, told: "" }
    const read = WrittenCalls.read(held, names, { tools, isRequired: false })
    return read === undefined ? { all, told: held } : { all: { ...all, text, calls: read.calls }, told: "" }
  }
  return {
    take: hold.take,
    end: (all) => {
      const held = hold.held()
      const ofThoughts = held.slice(0, Math.max(0, held.length - all.text.length))
      if (!hold.isHolding() || ofThoughts === "") return ended(hold, all)
      // It is held from thoughts on that were mistaken for an answer: what stands behind them is looked at by itself.
      const own = makeHold(names)
      const said = own.take(all.text)
      const whole = ended(own, all)
      const text = said + whole.told
      const isFirst = ofThoughts.length === all.mistaken.length
      const margin = isFirst || text === "" ? "" : ofThoughts.slice(ofThoughts.trimEnd().length)
      return { all: whole.all, told: margin + text }
    },
    rest: hold.held
  }
}

export const make = ({ mustCall, tools }: Offer): HeldCalls => {
  if (mustCall.length > 0) return required(mustCall, tools)
  return tools.length > 0 ? offered(tools) : none
}
