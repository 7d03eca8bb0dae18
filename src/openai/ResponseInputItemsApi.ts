/** The contract of `GET /v1/responses/{id}/input_items` (wire contract, section 12). */
import { Schema } from "effect"
import { wholeFromQuery } from "../Domain.ts"
import { FunctionCall, FunctionCallOutput, OutputText } from "./ResponseItemsApi.ts"

const MOST = 100
const USUAL = 20

export const InputItemsQuery = Schema.Struct({
  order: Schema.optionalWith(Schema.Literal("asc", "desc"), { default: () => "desc" as const }).annotations({
    description: "`asc`: as they were sent; `desc`: the last first",
    default: "desc"
  }),
  limit: Schema.optionalWith(wholeFromQuery(1, MOST), { default: () => USUAL }).annotations({
    description: "Items of one page",
    default: USUAL
  }),
  after: Schema.optional(Schema.String.annotations({ description: "The id of the last item of the page before" }))
})

const status = Schema.Literal("completed").annotations({ description: "Always `completed`" })

const id = Schema.String.annotations({
  description: "The item's id, for `after`",
  examples: ["msg_01kax7v3m5qs8d2n0c4h6j9w1z_in0"]
})

/** A part as the client sent it, with all fields that readers look for. */
const ListedPart = Schema.Union(
  Schema.Struct({
    type: Schema.Literal("input_text").annotations({ description: "What kind of part this is" }),
    text: Schema.String.annotations({ description: "The words" })
  }).annotations({ description: "Words" }),
  Schema.Struct({
    type: Schema.Literal("input_image").annotations({ description: "What kind of part this is" }),
    image_url: Schema.String.annotations({ description: "The picture as a data URL" }),
    detail: Schema.String.annotations({ description: "As the client sent it, else `auto`" })
  }).annotations({ description: "A picture" }),
  Schema.Struct({
    type: Schema.Literal("input_file").annotations({ description: "What kind of part this is" }),
    file_data: Schema.String.annotations({ description: "The file in base64" }),
    filename: Schema.optionalWith(Schema.String, { exact: true }).annotations({ description: "The file's name" })
  }).annotations({ description: "A file" })
)
export type ListedPart = typeof ListedPart.Type

/** A part of an earlier answer. */
const ListedAnswerPart = Schema.Union(
  OutputText,
  Schema.Struct({
    type: Schema.Literal("refusal").annotations({ description: "What kind of part this is" }),
    refusal: Schema.String.annotations({ description: "The words in which the model declined" })
  }).annotations({ description: "An earlier answer in which the model declined" })
)
export type ListedAnswerPart = typeof ListedAnswerPart.Type

const message = {
  type: Schema.Literal("message").annotations({ description: "What kind of item this is" }),
  id,
  status
}

const EXAMPLE_MESSAGE = {
  type: "message",
  id: "msg_01kax7v3m5qs8d2n0c4h6j9w1z_in0",
  status: "completed",
  role: "user",
  content: [{ type: "input_text", text: "ሰላም" }]
} as const

const ListedMessage = Schema.Struct({
  ...message,
  role: Schema.Literal("user", "system", "developer").annotations({ description: "Who says it" }),
  content: Schema.Array(ListedPart).annotations({
    description: "What is said; text alone is one part, and words are `input_text`"
  })
}).annotations({
  identifier: "OpenAiListedMessage",
  description: "A message of the request",
  examples: [EXAMPLE_MESSAGE]
})

const ListedAnswer = Schema.Struct({
  ...message,
  role: Schema.Literal("assistant").annotations({ description: "Who says it" }),
  content: Schema.Array(ListedAnswerPart).annotations({
    description: "What is said; text alone is one part, and words are `output_text`"
  })
}).annotations({
  identifier: "OpenAiListedAnswer",
  description: "An earlier answer, as the request has it",
  examples: [
    {
      type: "message",
      id: "msg_01kax7v3m5qs8d2n0c4h6j9w1z_in1",
      status: "completed",
      role: "assistant",
      content: [{ type: "output_text", text: "ሰላም! እንዴት ልርዳዎ?", annotations: [], logprobs: [] }]
    }
  ]
})

const ListedOutput = Schema.Struct({ ...FunctionCallOutput.fields, id, status }).annotations({
  identifier: "OpenAiListedOutput",
  description: "The result of a call, as the request has it",
  examples: [
    {
      type: "function_call_output",
      id: "fco_01kax7v3m5qs8d2n0c4h6j9w1z_in2",
      status: "completed",
      call_id: "call_01kax7v3m5qs8d2n0c4h6j9w1z",
      output: '{"celsius":24}'
    }
  ]
})

const ListedItem = Schema.Union(ListedMessage, ListedAnswer, FunctionCall, ListedOutput)
export type ListedItem = typeof ListedItem.Type

export const InputItemList = Schema.Struct({
  object: Schema.Literal("list").annotations({ description: "What kind of object this is" }),
  data: Schema.Array(ListedItem).annotations({ description: "The items of this page" }),
  first_id: Schema.String.annotations({ description: "The id of the first; empty where there is none" }),
  last_id: Schema.String.annotations({ description: "The id of the last; empty where there is none" }),
  has_more: Schema.Boolean.annotations({ description: "Whether there are more behind the last" })
}).annotations({
  identifier: "OpenAiInputItemList",
  description: "What a response was asked",
  examples: [
    {
      object: "list",
      data: [EXAMPLE_MESSAGE],
      first_id: EXAMPLE_MESSAGE.id,
      last_id: EXAMPLE_MESSAGE.id,
      has_more: false
    }
  ]
})
export type InputItemList = typeof InputItemList.Type
