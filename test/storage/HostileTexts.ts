/** Texts of clients that a database may not be able to hold, by every way on which they could come to one. */
import { call, type Target } from "../support/Server.ts"

/** U+0000, and both halves of a surrogate pair alone, within and beside letters. */
export const TEXTS = ["\0", "a\0b", "\ud800", "x\udc00y", "\udc00\ud800", "\0\ud800"] as const

/** As a URL has it; half of a pair has no form there, and is sent as it would be in UTF-8. */
const inPath = (text: string): string =>
  Array.from(text, (letter) =>
    letter.isWellFormed()
      ? encodeURIComponent(letter)
      : [...Buffer.from([0xed, 0xa0, 0x80])].map((byte) => `%${byte.toString(16)}`).join("")
  ).join("")

interface Way {
  readonly name: string
  readonly send: (server: Target, text: string) => Promise<Response>
  /** What it may answer; none of them is a fault of the server. */
  readonly statuses: ReadonlyArray<number>
}

const PATHS = [
  "GET /v1/responses/*",
  "DELETE /v1/responses/*",
  "GET /v1/responses/*/input_items",
  "GET /v1/responses/resp_0/input_items?after=*",
  "GET /v1/models/*",
  "GET /api/v1/voice/clips/*",
  "GET /api/v1/voice/clips/*/file",
  "DELETE /api/v1/voice/clips/*",
  "GET /api/v1/voice/clips?cursor=*",
  "GET /api/v1/voice/voices?search=*",
  "GET /api/v1/voice/voices/*/preview",
  "GET /api/v1/scribe/requests/*",
  "GET /media/*?expires=9999999999&signature=x"
]

const ofPath = (line: string): Way => {
  const [method = "", path = ""] = line.split(" ")
  return {
    name: line,
    send: (server, text) => call(server, method, path.replace("*", inPath(text))),
    statuses: [200, 400, 403, 404, 422]
  }
}

const post = (name: string, path: string, body: (text: string) => object, statuses: ReadonlyArray<number>): Way => ({
  name,
  send: (server, text) => call(server, "POST", path, body(text)),
  statuses
})

const said = { role: "user", content: "ሰላም" }
const calls = (id: string) => [
  { role: "assistant", tool_calls: [{ id, type: "function", function: { name: "f", arguments: "{}" } }] },
  { role: "tool", tool_call_id: id, name: "f", content: "1" }
]

const BODIES = [
  post("previous_response_id", "/v1/responses", (id) => ({ input: "ሰላም", previous_response_id: id }), [400, 404]),
  post(
    "previous_response_id behind a prefix",
    "/v1/responses",
    (id) => ({ input: "ሰላም", previous_response_id: `resp_${id}` }),
    [400, 404]
  ),
  post("an item reference", "/v1/responses", (id) => ({ input: [said, { type: "item_reference", id }] }), [400, 404]),
  post(
    "a call of responses",
    "/v1/responses",
    (id) => ({
      input: [
        said,
        { type: "function_call", call_id: id, name: "f", arguments: "{}" },
        { type: "function_call_output", call_id: id, output: "1" }
      ]
    }),
    [400]
  ),
  post(
    "what a response is asked",
    "/v1/responses",
    (text) => ({ input: text, metadata: { text }, user: text }),
    [200, 400]
  ),
  post("a call of chat completions", "/v1/chat/completions", (id) => ({ messages: [said, ...calls(id), said] }), [400]),
  post(
    "what is said to chat completions",
    "/v1/chat/completions",
    (text) => ({ messages: [{ role: "user", content: `ሰላም ${text}` }], user: text }),
    [200, 400]
  ),
  post(
    "a call of conversation_history",
    "/api/v1/chat_generate",
    (id) => ({ prompt: "ሰላም", target_language: "am", conversation_history: [said, ...calls(id)] }),
    [422]
  ),
  post(
    "a fileUri",
    "/api/v1/chat_generate",
    (text) => ({
      prompt: "ሰላም",
      target_language: "am",
      conversation_history: [
        { role: "user", parts: [{ fileData: { fileUri: `qal://files/${text}`, mimeType: "text/plain" } }] }
      ]
    }),
    [422]
  ),
  post("a prompt", "/api/v1/chat_generate", (text) => ({ prompt: `ሰላም ${text}`, target_language: "am" }), [200, 422]),
  post(
    "a text to translate",
    "/api/v1/translate",
    (text) => ({ text: `ሰላም${text}`, source_language: "am", target_language: "en" }),
    [200, 422]
  ),
  post(
    "a text to speak",
    "/api/v1/voice/generations",
    (text) => ({ text: `ሰላም${text}`, voice_id: "am-hamen", language: "am" }),
    [422]
  ),
  post(
    "a text to speak in OpenAI's protocol",
    "/v1/audio/speech",
    (text) => ({ input: `ሰላም${text}`, voice: "am-hamen" }),
    [400]
  ),
  post("a text to speak the old way", "/api/v1/audio", (text) => ({ text: `ሰላም${text}`, language: "am" }), [422]),
  post("a voice's id", "/api/v1/voice/generations", (text) => ({ text: "ሰላም", voice_id: text, language: "am" }), [422]),
  post(
    "a request's id",
    "/api/v1/voice/generations",
    (text) => ({ text: "ሰላም", voice_id: "am-hamen", language: "am", client_request_id: text }),
    [422]
  ),
  post(
    "the texts of a conversation's ticket",
    "/api/v1/conversation/sessions",
    (text) => ({ system: text, persona: text }),
    [201, 422]
  ),
  {
    name: "a word of a lexicon",
    send: (server: Target, text: string) =>
      call(server, "PUT", "/api/v1/voice/lexicon", { am: { [`ቃል${text}`]: `ቃል${text}` } }),
    statuses: [422]
  }
]

export const WAYS: ReadonlyArray<Way> = [...PATHS.map(ofPath), ...BODIES]
