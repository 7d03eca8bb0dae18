/** The items that responses are made of: what is said to a model, what it answers, what it calls (wire contract, section 12). */
import { Schema } from "effect"
import { MAX_PARTS } from "../chat/Api.ts"
import { Name, notTaken } from "../chat/FieldsApi.ts"
import { FILE_IN_WORDS } from "../chat/FilesApi.ts"
import { nullish } from "../Domain.ts"
import { choice } from "../http/Choice.ts"
import { list } from "../http/List.ts"
import { WellFormedText } from "../text/Speakable.ts"

/** Something that the client may leave out, or send as null. */
const InputText = Schema.Struct({
  type: Schema.Literal("input_text").annotations({ description: "What kind of part this is" }),
  text: WellFormedText.annotations({ description: "The words" })
}).annotations({
  identifier: "OpenAiInputText",
  description: "Words that are said to the model",
  examples: [{ type: "input_text", text: "ይህ ምንድን ነው?" }]
})

/** A picture of one pixel. */
const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="

const InputImage = Schema.Struct({
  type: Schema.Literal("input_image").annotations({ description: "What kind of part this is" }),
  image_url: WellFormedText.annotations({
    description:
      "The picture as a data URL of PNG, JPEG, WebP, GIF, BMP or HEIC in base64; the server fetches no other address"
  }),
  file_id: notTaken("ids of files are", "image_url"),
  detail: nullish(Schema.String).annotations({
    description: "How closely it is to be looked at; taken and not used: the engine decides"
  })
}).annotations({
  identifier: "OpenAiInputImage",
  description: "A picture that is shown to the model",
  examples: [{ type: "input_image", image_url: PIXEL }]
})

const InputFile = Schema.Struct({
  type: Schema.Literal("input_file").annotations({ description: "What kind of part this is" }),
  file_data: Schema.String.annotations({
    description:
      "The file in base64, alone or as a data URL: text, PDF, Word, Excel, PowerPoint, a picture or a recording of at " +
      `most ${FILE_IN_WORDS}`,
    message: () => "must be the file's data in base64"
  }),
  file_id: notTaken("ids of files are"),
  file_url: notTaken("addresses are"),
  filename: nullish(WellFormedText).annotations({ description: "The file's name, for the model" })
}).annotations({
  identifier: "OpenAiInputFile",
  description: "A file that is given to the model",
  examples: [{ type: "input_file", filename: "hours.txt", file_data: "data:text/plain;base64,4Yid4YiI4Yib" }]
})

const SentOutputText = Schema.Struct({
  type: Schema.Literal("output_text").annotations({ description: "What kind of part this is" }),
  text: WellFormedText.annotations({ description: "The words" })
}).annotations({
  identifier: "OpenAiSentOutputText",
  description: "Words of an earlier answer, as the client sends them back",
  examples: [{ type: "output_text", text: "ሰላም! እንዴት ልርዳዎ?" }]
})

const SentRefusal = Schema.Struct({
  type: Schema.Literal("refusal").annotations({ description: "What kind of part this is" }),
  refusal: WellFormedText.annotations({ description: "The words in which the model declined" })
}).annotations({
  identifier: "OpenAiSentRefusal",
  description: "An earlier answer in which the model declined",
  examples: [{ type: "refusal", refusal: "ይህን ማድረግ አልችልም።" }]
})

export const InputPart = Schema.Union(InputText, InputImage, InputFile, SentOutputText, SentRefusal)
export type InputPart = typeof InputPart.Type

const InputMessage = Schema.Struct({
  type: nullish(Schema.Literal("message")).annotations({
    description: "What kind of item this is; a message where absent"
  }),
  role: Schema.Literal("user", "assistant", "system", "developer").annotations({
    description: "Who says it; `developer` is the same as `system`",
    examples: ["user"]
  }),
  content: Schema.Union(WellFormedText, list(InputPart, MAX_PARTS, "parts")).annotations({
    description: "What is said: text, or parts; pictures and files in messages of the user alone"
  })
}).annotations({
  identifier: "OpenAiInputMessage",
  description: "A message of the conversation",
  examples: [{ role: "user", content: "ሰላም" }]
})
export type InputMessage = typeof InputMessage.Type

const callId = Name.annotations({
  description: "The call's id, which its result names",
  examples: ["call_01kax7v3m5qs8d2n0c4h6j9w1z"]
})

/** What an engine puts beside the fields that everybody knows, and needs back. */
const OwnFields = {
  key: Schema.String,
  value: Schema.Unknown.annotations({ description: "A field of the engine's own, to be sent back as it is" })
}

const SentFunctionCall = Schema.Struct(
  {
    type: Schema.Literal("function_call").annotations({ description: "What kind of item this is" }),
    call_id: callId,
    name: Name.annotations({ description: "The tool's name", examples: ["weather"] }),
    arguments: WellFormedText.annotations({ description: "JSON text of an object", examples: ['{"city":"Adama"}'] })
  },
  OwnFields
).annotations({
  identifier: "OpenAiSentFunctionCall",
  description: "A call that the model asked for earlier, as the client sends it back",
  examples: [
    {
      type: "function_call",
      call_id: "call_01kax7v3m5qs8d2n0c4h6j9w1z",
      name: "weather",
      arguments: '{"city":"Adama"}'
    }
  ]
})
export type SentFunctionCall = typeof SentFunctionCall.Type

export const FunctionCallOutput = Schema.Struct({
  type: Schema.Literal("function_call_output").annotations({ description: "What kind of item this is" }),
  call_id: callId,
  output: Schema.Union(WellFormedText, list(InputText, MAX_PARTS, "parts")).annotations({
    description: "What the tool returned: text, or parts of text"
  })
}).annotations({
  identifier: "OpenAiFunctionCallOutput",
  description: "The result of a call, which the client has run",
  examples: [{ type: "function_call_output", call_id: "call_01kax7v3m5qs8d2n0c4h6j9w1z", output: '{"celsius":24}' }]
})
export type FunctionCallOutput = typeof FunctionCallOutput.Type

const Reasoning = Schema.Struct({
  type: Schema.Literal("reasoning").annotations({ description: "What kind of item this is" })
}).annotations({
  identifier: "OpenAiReasoningItem",
  description: "What a model thought; taken and not used",
  examples: [{ type: "reasoning" }]
})

const ItemReference = Schema.Struct({
  type: nullish(Schema.Literal("item_reference")).annotations({
    description: "What kind of item this is; a reference where the item has nothing but an id"
  }),
  id: WellFormedText.annotations({
    description: "The id of an item in `output` of a stored response",
    examples: ["msg_01kax7v3m5qs8d2n0c4h6j9w1z_0"]
  })
}).annotations({
  identifier: "OpenAiItemReference",
  description: "An item that the server has stored, in place of the item itself",
  examples: [{ type: "item_reference", id: "msg_01kax7v3m5qs8d2n0c4h6j9w1z_0" }]
})
export type ItemReference = typeof ItemReference.Type

const members = {
  message: InputMessage,
  function_call: SentFunctionCall,
  function_call_output: FunctionCallOutput,
  reasoning: Reasoning,
  item_reference: ItemReference
}

const has = (field: unknown): boolean => field !== undefined && field !== null

/** An item's kind is its `type`; messages and references may have none. */
const kindOf = ({ content, id, role, type }: Readonly<Record<PropertyKey, unknown>>): unknown => {
  if (has(type)) return type
  return has(id) && !has(role) && !has(content) ? "item_reference" : "message"
}

export const InputItem = choice("type", members, kindOf)
export type InputItem = typeof InputItem.Type

const status = Schema.Literal("in_progress", "completed", "incomplete").annotations({
  description: "`incomplete`: it was cut, and `incomplete_details` of the response says why",
  examples: ["completed"]
})

const itemId = (example: string) =>
  Schema.String.annotations({
    description: "The item's id, by which an `item_reference` names it",
    examples: [example]
  })

const empty = (description: string) =>
  Schema.Tuple().annotations({ description, jsonSchema: { type: "array", items: {}, maxItems: 0 } })

export const OutputText = Schema.Struct({
  type: Schema.Literal("output_text").annotations({ description: "What kind of part this is" }),
  text: Schema.String.annotations({ description: "The words" }),
  annotations: empty("Always empty: no tool of the server cites"),
  logprobs: empty("Always empty: no engine is asked for them")
}).annotations({
  identifier: "OpenAiOutputText",
  description: "Words of the answer",
  examples: [{ type: "output_text", text: "ሰላም! እንዴት ልርዳዎ?", annotations: [], logprobs: [] }]
})

export const OutputMessage = Schema.Struct({
  type: Schema.Literal("message").annotations({ description: "What kind of item this is" }),
  id: itemId("msg_01kax7v3m5qs8d2n0c4h6j9w1z_0"),
  status,
  role: Schema.Literal("assistant").annotations({ description: "Who says it" }),
  content: Schema.Array(OutputText).annotations({ description: "The answer: one part, once it is complete" })
}).annotations({
  identifier: "OpenAiOutputMessage",
  description: "The answer in words",
  examples: [
    {
      type: "message",
      id: "msg_01kax7v3m5qs8d2n0c4h6j9w1z_0",
      status: "completed",
      role: "assistant",
      content: [{ type: "output_text", text: "ሰላም! እንዴት ልርዳዎ?", annotations: [], logprobs: [] }]
    }
  ]
})
export type OutputMessage = typeof OutputMessage.Type

export const FunctionCall = Schema.Struct(
  {
    type: Schema.Literal("function_call").annotations({ description: "What kind of item this is" }),
    id: itemId("fc_01kax7v3m5qs8d2n0c4h6j9w1z_1"),
    status,
    call_id: Schema.String.annotations({
      description: "The call's id, which its result names; unique in the conversation",
      examples: ["call_01kax7v3m5qs8d2n0c4h6j9w1z"]
    }),
    name: Schema.String.annotations({ description: "The tool's name", examples: ["weather"] }),
    arguments: Schema.String.annotations({
      description: "JSON text of an object that fits the tool's `parameters`",
      examples: ['{"city":"Adama"}']
    })
  },
  OwnFields
).annotations({
  identifier: "OpenAiFunctionCall",
  description: "A call that the model asks for; the client runs it",
  examples: [
    {
      type: "function_call",
      id: "fc_01kax7v3m5qs8d2n0c4h6j9w1z_1",
      status: "completed",
      call_id: "call_01kax7v3m5qs8d2n0c4h6j9w1z",
      name: "weather",
      arguments: '{"city":"Adama"}'
    }
  ]
})
export type FunctionCall = typeof FunctionCall.Type

const SummaryText = Schema.Struct({
  type: Schema.Literal("summary_text").annotations({ description: "What kind of part this is" }),
  text: Schema.String.annotations({ description: "The thoughts" })
}).annotations({
  identifier: "OpenAiSummaryText",
  description: "What the model thought",
  examples: [{ type: "summary_text", text: "ሰላምታ ነው፤ በሰላምታ ልመልስ።" }]
})

export const OutputReasoning = Schema.Struct({
  type: Schema.Literal("reasoning").annotations({ description: "What kind of item this is" }),
  id: itemId("rs_01kax7v3m5qs8d2n0c4h6j9w1z_0"),
  summary: Schema.Array(SummaryText).annotations({ description: "What it thought: one part, once it is complete" })
}).annotations({
  identifier: "OpenAiOutputReasoning",
  description: "What the model thought before its answer",
  examples: [
    {
      type: "reasoning",
      id: "rs_01kax7v3m5qs8d2n0c4h6j9w1z_0",
      summary: [{ type: "summary_text", text: "ሰላምታ ነው፤ በሰላምታ ልመልስ።" }]
    }
  ]
})
export type OutputReasoning = typeof OutputReasoning.Type

export const OutputItem = Schema.Union(OutputReasoning, OutputMessage, FunctionCall)
export type OutputItem = typeof OutputItem.Type
