/** A conversation in OpenAI's shape (its API reference, "Create chat completion", `messages`), as both doors to chat take it. */
import { Schema } from "effect"
import { list } from "../http/List.ts"
import { WellFormedText } from "../text/Speakable.ts"
import { Name } from "./FieldsApi.ts"
import { MAX_PARTS, ToolCall } from "./TurnsApi.ts"

/** Messages of a request, with the instructions among them; the turns are bounded as those of a history are. */
const MAX_MESSAGES = 1_024

const DATA_URL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

const TextPart = Schema.Struct({
  type: Schema.Literal("text").annotations({ description: "What kind of part this is" }),
  text: Schema.propertySignature(WellFormedText).annotations({ description: "Words" })
}).annotations({
  identifier: "MessageTextPart",
  description: "Words of a message",
  examples: [{ type: "text", text: "ሰላም! ይህ ምን ይላል?" }]
})

const ImageUrl = Schema.Struct({
  url: Schema.String.annotations({
    description:
      "A data URL in base64 with a JPEG, PNG, WebP, GIF or BMP of at most 10 MB; 10 pictures of 25 MB together in a " +
      "request. Other addresses are refused: the server fetches nothing",
    examples: [DATA_URL]
  })
}).annotations({
  identifier: "MessageImageUrl",
  description: "A picture by its data URL; a `detail` beside it is ignored",
  examples: [{ url: DATA_URL }]
})

const ImagePart = Schema.Struct({
  type: Schema.Literal("image_url").annotations({ description: "What kind of part this is" }),
  image_url: Schema.Union(ImageUrl, Schema.String).annotations({
    description: "The picture: an object with its data URL, or that data URL itself"
  })
}).annotations({
  identifier: "MessageImagePart",
  description: "A picture that the user shows",
  examples: [{ type: "image_url", image_url: { url: DATA_URL } }]
})

const RefusalPart = Schema.Struct({
  type: Schema.Literal("refusal").annotations({ description: "What kind of part this is" }),
  refusal: Schema.propertySignature(WellFormedText).annotations({
    description: "The words in which the model declined"
  })
}).annotations({
  identifier: "MessageRefusalPart",
  description: "What the model said in place of an answer",
  examples: [{ type: "refusal", refusal: "ይቅርታ፣ በዚህ ልረዳዎ አልችልም።" }]
})

/** Text as it is, or in parts. */
const contentOf = <A, I>(part: Schema.Schema<A, I>, description: string) =>
  Schema.Union(WellFormedText, list(part, MAX_PARTS, "parts")).annotations({ description })

const role = <Role extends string>(name: Role) =>
  Schema.Literal(name).annotations({ description: "Whose words these are" })

const name = Schema.optional(Schema.Unknown).annotations({ description: "Ignored" })

const instructions = {
  content: contentOf(TextPart, "Instructions of the operator; they rank below the platform's rules and above the user"),
  name
}

const SystemMessage = Schema.Struct({ role: role("system"), ...instructions }).annotations({
  identifier: "SystemMessage",
  description: "Instructions, wherever they stand in the conversation",
  examples: [{ role: "system", content: "በአጭሩ መልስ።" }]
})

/** The newer name of the same. A struct of its own: by one role each, what is wrong with a message is known exactly. */
const DeveloperMessage = Schema.Struct({ role: role("developer"), ...instructions }).annotations({
  identifier: "DeveloperMessage",
  description: "Instructions, by their newer name",
  examples: [{ role: "developer", content: "በአጭሩ መልስ።" }]
})

const UserMessage = Schema.Struct({
  role: role("user"),
  content: contentOf(Schema.Union(TextPart, ImagePart), "What the user says and shows"),
  name
}).annotations({
  identifier: "UserMessage",
  description: "A turn of the user; the last one is what is answered",
  examples: [{ role: "user", content: "የኢትዮጵያ ዋና ከተማ ማን ናት?" }]
})

const AssistantMessage = Schema.Struct({
  role: role("assistant"),
  content: Schema.optional(
    Schema.NullOr(contentOf(Schema.Union(TextPart, RefusalPart), "What the model said"))
  ).annotations({
    description: "What the model said; null where it only called tools"
  }),
  refusal: Schema.optional(Schema.NullOr(WellFormedText)).annotations({
    description: "What the model said in place of an answer"
  }),
  tool_calls: Schema.optional(Schema.NullOr(list(ToolCall, MAX_PARTS, "calls"))).annotations({
    description: "The calls that the model asked for; their results are the messages of the role `tool` after this one"
  }),
  name
}).annotations({
  identifier: "AssistantMessage",
  description: "An earlier turn of the model",
  examples: [{ role: "assistant", content: "አዲስ አበባ ናት።" }]
})

const ToolMessage = Schema.Struct({
  role: role("tool"),
  tool_call_id: Name.annotations({ description: "The id of the call that this is the result of" }),
  content: contentOf(TextPart, "The result, as text; JSON mostly"),
  name
}).annotations({
  identifier: "ToolMessage",
  description: "What a tool that the model called has answered",
  examples: [{ role: "tool", tool_call_id: "call_2f0c", content: '{"degrees":21}' }]
})

/** A message. */
export const Message = Schema.Union(SystemMessage, DeveloperMessage, UserMessage, AssistantMessage, ToolMessage)
export type Message = typeof Message.Type

export const Messages = list(Message, MAX_MESSAGES, "messages")
