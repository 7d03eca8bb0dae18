/** Whether the sandbox calls a tool, and which. */
import { Array, Option, Order } from "effect"
import type { Tool as EngineTool, ToolChoice } from "../TextModel.ts"
import { listOf, schemaOf } from "./Schema.ts"
import { withoutTriggers } from "./Triggers.ts"
import { alike, meaningful } from "./Words.ts"

/** A tool without anything that a message to another process cannot hold. */
export interface Tool extends Pick<EngineTool, "name" | "parameters"> {
  readonly description: string
}

/** What a choice is made from. */
export interface Choosing {
  readonly tools: ReadonlyArray<Tool>
  readonly toolChoice: ToolChoice
  /** What the user says, files included. */
  readonly message: string
  /** The names of the tools called since, and of those whose results have come. */
  readonly called: ReadonlyArray<string>
  readonly answered: ReadonlyArray<string>
}

/** What a shared word weighs, by where the tool has it; a word of the name is enough for a call. */
const weights = { name: 3, enumeration: 2, parameter: 1, description: 1 } as const
const ENOUGH = 2

const parameterWords = (tool: Tool): { readonly names: string; readonly enumerations: string } => {
  const properties = schemaOf(tool.parameters.properties)
  const enumerations = Object.values(properties).flatMap((property) => listOf(schemaOf(property).enum))
  return {
    names: Object.keys(properties).join(" "),
    enumerations: enumerations.filter((value) => typeof value === "string").join(" ")
  }
}

/** How well the tool fits the message: 0 is not at all. Names are `snake_case` or `camelCase` words. */
const fit = (tool: Tool, message: string): number => {
  const said = Array.dedupe(meaningful(withoutTriggers(message)))
  const shared = (text: string) => {
    const found = meaningful(text.replace(/[_.-]/g, " "))
    return said.filter((word) => found.some((other) => alike(word, other))).length
  }
  const { enumerations, names } = parameterWords(tool)
  return (
    weights.name * shared(tool.name) +
    weights.enumeration * shared(enumerations) +
    weights.parameter * shared(names) +
    weights.description * shared(tool.description)
  )
}

const byFit = Order.reverse(Order.mapInput(Order.number, ({ score }: { readonly score: number }) => score))

const best = (tools: ReadonlyArray<Tool>, message: string) =>
  Array.head(
    Array.sort(
      tools.map((tool) => ({ tool, score: fit(tool, message) })),
      byFit
    )
  )

/**
 * The tool to call next. A choice that demands a call is met once a result of
 * it has come; left to itself, each tool that fits is called once, the best
 * first, one a round.
 */
export const choose = ({ answered, called, message, toolChoice, tools }: Choosing): Option.Option<Tool> => {
  if (toolChoice === "none" || tools.length === 0) return Option.none()
  if (typeof toolChoice === "object") {
    const met = answered.includes(toolChoice.name)
    return met ? Option.none() : Array.findFirst(tools, ({ name }) => name === toolChoice.name)
  }
  if (toolChoice === "required" && answered.length === 0) return Option.map(best(tools, message), ({ tool }) => tool)
  const uncalled = tools.filter(({ name }) => !called.includes(name))
  return best(uncalled, message).pipe(
    Option.filter(({ score }) => score >= ENOUGH),
    Option.map(({ tool }) => tool)
  )
}
