/** A conversation in OpenAI's shape (its API reference, "Create chat completion", `messages`), as both doors to chat take it. */
import { Schema } from "effect"
import { nullish } from "../Domain.ts"
import { list } from "../http/List.ts"
import { WellFormedText } from "../text/Speakable.ts"
import { MAX_AUDIO_SECONDS } from "../transcription/CapabilitiesApi.ts"
import { Name, notTaken } from "./FieldsApi.ts"
import { FILE_IN_WORDS, FILES_IN_WORDS } from "./FilesApi.ts"
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
      `A data URL in base64 with a JPEG, PNG, WebP, GIF, BMP or HEIC; of all pictures of a request at most ${FILES_IN_WORDS}. ` +
      "Other addresses are refused: the server fetches nothing",
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

const FilePart = Schema.Struct({
  type: Schema.Literal("file").annotations({ description: "What kind of part this is" }),
  file: Schema.Struct({
    file_data: Schema.String.annotations({
      description:
        "The file in base64, alone or as a data URL: text, PDF, Word, Excel, PowerPoint, a picture or a recording of at " +
        `most ${FILE_IN_WORDS}. Addresses are refused: the server fetches nothing`,
      message: () => "must be the file's data in base64"
    }),
    file_id: notTaken("ids of files are"),
    filename: nullish(WellFormedText).annotations({
      description: "The file's name, for the model"
    })
  }).annotations({ description: "The file" })
}).annotations({
  identifier: "MessageFilePart",
  description: "A file that the user attaches",
  examples: [{ type: "file", file: { filename: "hours.txt", file_data: "data:text/plain;base64,4Yid4YiI4Yib" } }]
})

const AudioPart = Schema.Struct({
  type: Schema.Literal("input_audio").annotations({ description: "What kind of part this is" }),
  input_audio: Schema.Struct({
    data: Schema.String.annotations({
      description: `The recording in base64, of at most ${FILE_IN_WORDS} and ${MAX_AUDIO_SECONDS} seconds`,
      message: () => "must be the recording's data in base64"
    }),
    format: nullish(Schema.String).annotations({
      description: "Ignored: what the recording is, its bytes say"
    })
  }).annotations({ description: "The recording" })
}).annotations({
  identifier: "MessageAudioPart",
  description: "What the user says aloud, which is transcribed",
  examples: [{ type: "input_audio", input_audio: { data: "UklGRiQAAABXQVZF", format: "wav" } }]
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

/** In what a user and a model said in OpenAI's first protocol for calls. */
const CalledFunction = Schema.Struct({
  name: Name.annotations({ description: "The function's name" }),
  arguments: WellFormedText.annotations({ description: "What it is called with: JSON text of an object" })
}).annotations({
  identifier: "MessageFunctionCall",
  description: "A call in the protocol's older form, which has no id",
  examples: [{ name: "get_weather", arguments: '{"city":"Jimma"}' }]
})

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
  content: contentOf(Schema.Union(TextPart, ImagePart, FilePart, AudioPart), "What the user says, shows and attaches"),
  name: Schema.optional(Schema.Unknown).annotations({
    description: "Who of several speaks: a text, passed to engines that know it"
  })
}).annotations({
  identifier: "UserMessage",
  description: "A turn of the user; the last one is what is answered",
  examples: [{ role: "user", content: "የኢትዮጵያ ዋና ከተማ ማን ናት?" }]
})

const AssistantMessage = Schema.Struct({
  role: role("assistant"),
  content: nullish(contentOf(Schema.Union(TextPart, RefusalPart), "What the model said")).annotations({
    description: "What the model said; null where it only called tools"
  }),
  refusal: nullish(WellFormedText).annotations({
    description: "What the model said in place of an answer"
  }),
  reasoning_content: nullish(WellFormedText).annotations({
    description: "What the model thought before its calls, which some engines need back"
  }),
  tool_calls: nullish(list(ToolCall, MAX_PARTS, "calls")).annotations({
    description: "The calls that the model asked for; their results are the messages of the role `tool` after this one"
  }),
  function_call: nullish(CalledFunction).annotations({
    description: "The older form of one call, whose result is the message of the role `function` after this one"
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

const FunctionMessage = Schema.Struct({
  role: role("function"),
  name: Name.annotations({ description: "The name of the function that the model's message before it calls" }),
  content: Schema.NullOr(contentOf(TextPart, "The result, as text; JSON mostly"))
}).annotations({
  identifier: "FunctionMessage",
  description: "What a function that the model called has answered, in the protocol's older form",
  examples: [{ role: "function", name: "get_weather", content: '{"degrees":21}' }]
})

/** A message. */
export const Message = Schema.Union(
  SystemMessage,
  DeveloperMessage,
  UserMessage,
  AssistantMessage,
  ToolMessage,
  FunctionMessage
)
export type Message = typeof Message.Type

export const Messages = list(Message, MAX_MESSAGES, "messages")
