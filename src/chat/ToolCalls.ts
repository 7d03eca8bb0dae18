/** Tools as clients declare them and models call them. */
import { Effect, Either } from "effect"
import type { Tool as EngineTool, ToolChoice as EngineToolChoice, ToolCall } from "../engines/TextModel.ts"
import * as JsonReader from "../http/JsonReader.ts"
import { type Fault, refusal } from "../http/Validation.ts"
import type { Tool, ToolChoice } from "./Api.ts"
import { ArgumentValidator } from "./tools/ArgumentValidator.ts"
import * as Parameters from "./tools/Parameters.ts"

/** The client's choice; without one the model decides. */
export const engineChoice = (choice: ToolChoice | null | undefined): EngineToolChoice => {
  if (choice === null || choice === undefined) return "auto"
  return typeof choice === "string" ? choice : { name: choice.function.name }
}

export const engineTools = (tools: ReadonlyArray<Tool>): ReadonlyArray<EngineTool> =>
  tools.map(({ function: { description, name, parameters, strict } }) => ({
    name,
    description,
    parameters,
    ...(typeof strict === "boolean" ? { strict } : {})
  }))

const choiceFaults = (choice: EngineToolChoice, names: ReadonlySet<string>): ReadonlyArray<Fault> => {
  if (choice === "required" && names.size === 0) {
    return [{ field: "tool_choice", code: "invalid_value", message: "needs tools to choose from" }]
  }
  return typeof choice === "object" && !names.has(choice.name)
    ? [{ field: "tool_choice.function.name", code: "unknown_tool", message: "must be the name of one of the tools" }]
    : []
}

/** What is wrong with the tools and the choice: schemas that are none, names twice, a choice of what is not there. */
export const faults = (
  tools: ReadonlyArray<Tool>,
  choice: ToolChoice | null | undefined,
  check: Parameters.Check = Parameters.checker()
): ReadonlyArray<Fault> => {
  const names = new Set<string>()
  const ofTools = tools.flatMap(({ function: { name, parameters } }, index): ReadonlyArray<Fault> => {
    const field = `tools[${index}].function`
    const again = names.has(name)
    names.add(name)
    return [
      ...(again
        ? [{ field: `${field}.name`, code: "duplicate", message: "must differ from the names before it" }]
        : []),
      ...check(parameters, `${field}.parameters`)
    ]
  })
  return [...ofTools, ...choiceFaults(engineChoice(choice), names)]
}

const newId = () => `call_${crypto.randomUUID().replaceAll("-", "")}`

/** The calls with ids that differ from one another and from those that are `taken`; a client would take one for the other. */
export const distinct = (calls: ReadonlyArray<ToolCall>, taken: ReadonlySet<string>): ReadonlyArray<ToolCall> => {
  const used = new Set(taken)
  return calls.map((call) => {
    const id = used.has(call.id) || call.id === "" ? newId() : call.id
    used.add(id)
    return id === call.id ? call : { ...call, id }
  })
}

const unusable = (index: number) =>
  refusal([
    {
      field: `tools[${index}].function.parameters`,
      code: "invalid_schema",
      message: "must be a schema that a value can be checked against in a second of computing"
    }
  ])

/**
 * Whether every call is one that a client can run: of a tool that was offered,
 * with arguments that are JSON and fit the tool's schema. Anything else is the
 * model's failure. Fails with `ValidationFailed` where a schema cannot be used,
 * and with `ProviderUnavailable` where nothing can be checked now.
 */
export const areSound = Effect.fnUntraced(function* (
  calls: ReadonlyArray<ToolCall>,
  offered: ReadonlyArray<EngineTool>
) {
  const pool = yield* ArgumentValidator
  for (const call of calls) {
    const index = offered.findIndex(({ name }) => name === call.name)
    const schema = offered[index]?.parameters
    const value = Either.getOrUndefined(JsonReader.readObject(call.arguments))
    if (schema === undefined || value === undefined) return false
    const answer = yield* pool.validate({ schema, value })
    if (answer === "unusable") return yield* unusable(index)
    if (answer === "misfit") return false
  }
  return true
})
