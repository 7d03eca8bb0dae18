/** Tools that the client offers, in the contract of chat. */
import { Option, Schema } from "effect"
import { nullish } from "../Domain.ts"
import { OpenObject } from "../http/Dictionary.ts"
import { WellFormedText } from "../text/Speakable.ts"
import { Name } from "./FieldsApi.ts"

/** Tools of a request (wire contract, section 3). */
export const MAX_TOOLS = 128

export const Tool = Schema.Struct({
  type: Schema.Literal("function").annotations({ description: "What kind of tool it is" }),
  function: Schema.Struct({
    name: Name.annotations({ description: "What the model calls it by" }),
    description: Schema.optionalWith(WellFormedText.annotations({ description: "What it does, for the model" }), {
      as: "Option",
      nullable: true
    }),
    parameters: Schema.optionalWith(OpenObject, {
      default: () => ({ type: "object", properties: {} }),
      nullable: true
    }).annotations({ description: "The JSON Schema of its arguments, which are an object; without one it takes none" }),
    strict: nullish(
      Schema.Boolean.annotations({ description: "Passed to engines that know it; here calls must fit in any case" })
    )
  }).annotations({ description: "The function" })
}).annotations({
  identifier: "ChatTool",
  description: "A function of the client's that the model may ask to be called",
  examples: [
    {
      type: "function",
      function: {
        name: "get_weather",
        description: Option.some("The weather of a city, now"),
        parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] }
      }
    }
  ]
})
export type Tool = typeof Tool.Type

export const ToolChoice = Schema.Union(
  Schema.Literal("auto", "none", "required"),
  Schema.Struct({
    type: Schema.Literal("function").annotations({ description: "What kind of tool it is" }),
    function: Schema.Struct({
      name: Schema.String.annotations({ description: "The tool that has to be called" })
    }).annotations({ description: "The function" })
  })
).annotations({
  identifier: "ChatToolChoice",
  description: "Whether tools are called: as the model sees fit, never, at least one, or this one"
})
export type ToolChoice = typeof ToolChoice.Type
