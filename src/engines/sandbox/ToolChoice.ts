/** Whether the sandbox calls a tool, and which. */
import { Array, Option, Order } from "effect"
import type { TextRequest, Tool } from "../TextModel.ts"
import type { Conversation } from "./ConversationReading.ts"
import { withoutTriggers } from "./OutcomeTriggers.ts"
import { listOf, schemaOf } from "./Schema.ts"
import { sharedWith } from "./WordCounts.ts"

/** What a shared word weighs, by where the tool has it; a word of the name is enough for a call. */
const weights = { name: 3, enumeration: 2, parameter: 1, description: 1 } as const
const ENOUGH = 2

/** How much of a message, and of each of a tool's texts, is compared, in UTF-16 code units: 128 tools take some 10 ms. */
const MOST_OF_MESSAGE = 2_000
const MOST_OF_TOOL = 200
/** Properties of a tool that are compared, and values of each. */
const MOST_PROPERTIES = 20

const parameterWords = (tool: Tool): { readonly names: string; readonly enumerations: string } => {
  const properties = schemaOf(tool.parameters.properties)
  const names = Object.keys(properties).slice(0, MOST_PROPERTIES)
  const enumerations = names.flatMap((name) => listOf(schemaOf(properties[name]).enum).slice(0, MOST_PROPERTIES))
  return {
    names: names.join(" "),
    enumerations: enumerations.filter((value) => typeof value === "string").join(" ")
  }
}

/** How well the tool fits: 0 is not at all. Names are `snake_case` or `camelCase` words. */
const fit = (tool: Tool, sharedWords: (text: string) => number): number => {
  const shared = (text: string) => sharedWords(text.slice(0, MOST_OF_TOOL).replace(/[_.-]/g, " "))
  const { enumerations, names } = parameterWords(tool)
  return (
    weights.name * shared(tool.name) +
    weights.enumeration * shared(enumerations) +
    weights.parameter * shared(names) +
    weights.description * shared(Option.getOrElse(tool.description, () => ""))
  )
}

const byFit = Order.reverse(Order.mapInput(Order.number, ({ score }: { readonly score: number }) => score))

const best = (tools: ReadonlyArray<Tool>, message: string) => {
  const shared = sharedWith(withoutTriggers(message.slice(0, MOST_OF_MESSAGE)))
  return Array.head(
    Array.sort(
      tools.map((tool) => ({ tool, score: fit(tool, shared) })),
      byFit
    )
  )
}

/**
 * The tool to call next. A choice that demands a call is met once a result of
 * it has come; left to itself, each tool that fits is called once, the best
 * first, one a round.
 */
export const choose = (
  { toolChoice, tools }: Pick<TextRequest, "toolChoice" | "tools">,
  { calls, message, results }: Pick<Conversation, "calls" | "message" | "results">
): Option.Option<Tool> => {
  if (toolChoice === "none" || tools.length === 0) return Option.none()
  if (typeof toolChoice === "object") {
    const isMet = results.some(({ name }) => name === toolChoice.name)
    return isMet ? Option.none() : Array.findFirst(tools, ({ name }) => name === toolChoice.name)
  }
  if (toolChoice === "required" && results.length === 0) return Option.map(best(tools, message), ({ tool }) => tool)
  const called = new Set(calls.map(({ name }) => name))
  const uncalled = tools.filter(({ name }) => !called.has(name))
  return best(uncalled, message).pipe(
    Option.filter(({ score }) => score >= ENOUGH),
    Option.map(({ tool }) => tool)
  )
}
