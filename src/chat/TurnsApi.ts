/** What was said before, in the contract of chat. */
import { Schema } from "effect"
import { nullish } from "../Domain.ts"
import { list } from "../http/List.ts"
import { WellFormedText } from "../text/Speakable.ts"
import { Name } from "./FieldsApi.ts"

/** Turns of `conversation_history` (wire contract, section 3). */
export const MAX_TURNS = 128
/** Parts of one turn, and calls in it: far more than any, so that a list costs no more than its request may. */
export const MAX_PARTS = 1_000

/** What an engine puts beside the fields that everybody knows, and needs back. */
const OwnFields = {
  key: Schema.String,
  value: Schema.Unknown.annotations({ description: "A field of the engine's own, to be sent back as it is" })
}

export const ToolCall = Schema.Struct(
  {
    id: Name.annotations({ description: "The call's id, by which its result is known" }),
    type: Schema.optionalWith(Schema.Literal("function"), { default: () => "function" as const }).annotations({
      description: "What kind of tool it is"
    }),
    function: Schema.Struct(
      {
        name: Name.annotations({ description: "The tool's name" }),
        arguments: WellFormedText.annotations({ description: "What it is called with: JSON text of an object" })
      },
      OwnFields
    ).annotations({ description: "The tool, and what it is called with" })
  },
  OwnFields
).annotations({
  identifier: "ToolCall",
  description: "A call that the model asked for",
  examples: [
    {
      id: "call_01m81e66ftm042w7apzkkvd2da",
      type: "function",
      function: { name: "get_weather", arguments: '{"city":"Jimma"}' }
    }
  ]
})
export type ToolCall = typeof ToolCall.Type

const FileReference = Schema.Struct({
  fileUri: Schema.String.annotations({ description: "The file's address, as `uploaded_attachments` had it" }),
  mimeType: Schema.String.annotations({ description: "The file's media type" })
}).annotations({
  identifier: "FileReference",
  description: "A file that was attached before",
  examples: [{ fileUri: "qal://files/file_01m81e66ftm042w7apzkkvd2da", mimeType: "text/plain" }]
})

export const UploadedAttachment = Schema.Struct({
  ...FileReference.fields,
  left_out: Schema.optionalWith(
    Schema.Array(Schema.String).annotations({
      description:
        "What of the file the model was not given, in short English sentences: pages beyond the limit, pictures, parts " +
        "that are damaged. Absent where nothing was left out"
    }),
    { exact: true }
  )
}).annotations({
  identifier: "UploadedAttachment",
  description: "A file that was attached, and what of it is left out",
  examples: [
    {
      fileUri: "qal://files/file_01m81e66ftm042w7apzkkvd2da",
      mimeType: "application/pdf",
      left_out: ["Pages 301 to 340 are not included."]
    }
  ]
})

export const Part = Schema.Struct({
  text: Schema.optional(WellFormedText.annotations({ description: "Words" })),
  fileData: Schema.optional(FileReference)
})
  .pipe(
    Schema.filter(({ fileData, text }) => (text === undefined) !== (fileData === undefined), {
      message: () => "must have either text or fileData"
    })
  )
  .annotations({
    identifier: "TurnPart",
    description: "Either `text` or `fileData`",
    examples: [{ text: "በፋይሉ ውስጥ ምን አለ?" }]
  })
export type Part = typeof Part.Type

const said = {
  content: nullish(WellFormedText.annotations({ description: "What was said" })),
  parts: nullish(list(Part, MAX_PARTS, "parts").annotations({ description: "What was said, and files" }))
}

const role = <Role extends string>(name: Role) => Schema.Literal(name).annotations({ description: "Whose turn it was" })

const UserTurn = Schema.Struct({ role: role("user"), ...said }).annotations({
  identifier: "UserTurn",
  description: "A turn of the user, with `content`, `parts` or both",
  examples: [{ role: "user", content: "ሰላም! ስሜ አበበ ነው።" }]
})

const AssistantTurn = Schema.Struct({
  role: role("assistant"),
  ...said,
  tool_calls: nullish(
    list(ToolCall, MAX_PARTS, "calls").annotations({ description: "The calls that the model asked for in this turn" })
  ),
  reasoning_content: nullish(WellFormedText).annotations({
    description: "What the model thought before its calls, which some engines need back"
  })
}).annotations({
  identifier: "AssistantTurn",
  description: "A turn of the model, with `content`, `parts`, `tool_calls` or several of them",
  examples: [{ role: "assistant", content: "ሰላም አበበ! ምን ልርዳህ?" }]
})

const ToolTurn = Schema.Struct({
  role: role("tool"),
  tool_call_id: Name.annotations({ description: "The id of the call that this is the result of" }),
  name: nullish(WellFormedText.annotations({ description: "The tool's name" })),
  content: WellFormedText.annotations({ description: "The result, as JSON text" })
}).annotations({
  identifier: "ToolTurn",
  description: "What a tool that the model called has answered",
  examples: [{ role: "tool", tool_call_id: "call_01m81e66ftm042w7apzkkvd2da", content: '{"degrees":21}' }]
})

/** An earlier turn. */
export const Turn = Schema.Union(UserTurn, AssistantTurn, ToolTurn)
export type Turn = typeof Turn.Type
