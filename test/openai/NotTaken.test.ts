/** What of OpenAI's protocols is not taken: its refusal says why, or what to send instead. */
import { expect, test } from "bun:test"
import { Either } from "effect"
import { decoder } from "../../src/http/SchemaDecoding.ts"
import { ChatCompletionRequest } from "../../src/openai/ChatCompletionsApi.ts"
import { ResponseRequest } from "../../src/openai/ResponseRequestApi.ts"

const user = (part: object) => [{ role: "user", content: [part] }]

const refusal = (decoded: Either.Either<unknown, { readonly message: string }>): string =>
  Either.match(decoded, { onLeft: ({ message }) => message, onRight: () => "it is taken" })

const response = decoder(ResponseRequest)
test.each([
  [{ tools: [{ type: "web_search" }] }, "offer a function that does it"],
  [{ background: true }, "with the same Idempotency-Key"],
  [{ conversation: "conv_1" }, "previous_response_id"],
  [{ prompt: { id: "pmpt_1" } }, "send input and instructions"],
  [{ include: ["message.output_text.logprobs"] }, "no engine is asked for"],
  [{ top_logprobs: 2 }, "no engine is asked for"],
  [{ input: user({ type: "input_file", file_url: "https://a.example/b" }) }, "send the file itself as file_data"],
  [{ input: user({ type: "input_file", file_id: "file_1" }) }, "send the file itself as file_data"],
  [{ input: user({ type: "input_image", file_id: "file_1" }) }, "send the file itself as image_url"]
])("a response's refusal of %j says what to send, or why", (asked, words) => {
  expect(refusal(response({ input: "x", ...asked }))).toContain(words)
})

const chat = decoder(ChatCompletionRequest)
test.each([
  [{ n: 2 }, "one answer is made of a request"],
  [{ logprobs: true }, "probabilities of tokens are not given"],
  [{ modalities: ["audio"] }, "/v1/audio/speech"],
  [{ web_search_options: {} }, "the server searches nothing"],
  [{ messages: user({ type: "file", file: { file_id: "file_1" } }) }, "send the file itself as file_data"]
])("a chat completion's refusal of %j says what to send, or why", (asked, words) => {
  expect(refusal(chat({ messages: [{ role: "user", content: "x" }], ...asked }))).toContain(words)
})
