/** The contract of `/v1/responses` (wire contract, section 12). */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { OpenAiAuthentication } from "../access/Authentication.ts"
import { IdempotencyKey, KEPT_IN_WORDS } from "../billing/IdempotencyKey.ts"
import { MAX_TURNS } from "../chat/TurnsApi.ts"
import { NotFound, ProviderUnavailable } from "../Errors.ts"
import * as OpenAiErrors from "../http/OpenAiErrors.ts"
import { BodyLimit, Described, WITH_FILES } from "../http/RouteAnnotations.ts"
import { TITLE } from "./ModelsApi.ts"
import { InputItemList, InputItemsQuery } from "./ResponseInputItemsApi.ts"
import { DeletedResponse, ResponseObject } from "./ResponseObjectApi.ts"
import { ResponseRequest } from "./ResponseRequestApi.ts"

const responseId = Schema.Struct({
  response_id: Schema.String.annotations({
    description: "The response's id",
    examples: ["resp_01kax7v3m5qs8d2n0c4h6j9w1z"]
  })
})

/** The answer to `stream`, beside the whole one. */
const streamedForm = {
  description:
    "With `stream`: events of a line `event: {type}` and a line `data: {json}`, each with its `type` and " +
    "`sequence_number`: `response.created`, `response.in_progress`; for the message `response.output_item.added`, " +
    "`response.content_part.added`, `response.output_text.delta` for each piece, `response.output_text.done`, " +
    "`response.content_part.done`, `response.output_item.done`; for each call `response.output_item.added`, " +
    "`response.function_call_arguments.delta`, `response.function_call_arguments.done`, `response.output_item.done`; " +
    "last `response.completed` or `response.incomplete`, or `error` and `response.failed`, and then the connection is " +
    "broken off. A comment line after each 15 s of silence.",
  example:
    "event: response.output_text.delta\n" +
    'data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_01kax7v3m5qs8d2n0c4h6j9w1z_0",' +
    '"output_index":0,"content_index":0,"delta":"አዲስ አበባ ","logprobs":[]}\n\n'
}

export class ResponsesApi extends HttpApiGroup.make("responses")
  .add(
    HttpApiEndpoint.post("create", "/v1/responses")
      .setHeaders(IdempotencyKey)
      .setPayload(ResponseRequest)
      .addSuccess(ResponseObject)
      .addError(OpenAiErrors.ChatRefused)
      .addError(OpenAiErrors.wire(NotFound))
      .addError(OpenAiErrors.JobFailed)
      .annotate(OpenApi.Identifier, "createResponse")
      .annotate(OpenApi.Summary, "Create a response")
      .annotate(
        OpenApi.Description,
        "Text, pictures and files (as data) and the results of tools in; text and calls of tools out. A response is kept " +
          `for ${KEPT_IN_WORDS} after the newest that goes on from it, unless \`store\` is false; \`previous_response_id\` goes on ` +
          `from one, over ${MAX_TURNS} turns in all. A wallet keeps 256 MiB of them; past that, those go first that were gone ` +
          "on from longest ago. Where another server would use `web_search` or other tools of its own, this one refuses."
      )
      .annotate(Described, { answers: { 200: { forms: { "text/event-stream": streamedForm } } } })
  )
  .add(
    HttpApiEndpoint.get("response", "/v1/responses/:response_id")
      .setPath(responseId)
      .addSuccess(ResponseObject)
      .addError(OpenAiErrors.wire(NotFound))
      .addError(OpenAiErrors.wire(ProviderUnavailable))
      .annotate(OpenApi.Identifier, "getResponse")
      .annotate(OpenApi.Summary, "A stored response")
      .annotate(
        OpenApi.Description,
        `As it was answered, for ${KEPT_IN_WORDS}, unless the request said \`store: false\`.`
      )
  )
  .add(
    HttpApiEndpoint.get("inputItems", "/v1/responses/:response_id/input_items")
      .setPath(responseId)
      .setUrlParams(InputItemsQuery)
      .addSuccess(InputItemList)
      .addError(OpenAiErrors.wire(NotFound))
      .addError(OpenAiErrors.wire(ProviderUnavailable))
      .annotate(OpenApi.Identifier, "listInputItems")
      .annotate(OpenApi.Summary, "What a stored response was asked")
      .annotate(
        OpenApi.Description,
        "The items of its own request; those of what it went on from are listed by the id of that. `include` is ignored."
      )
  )
  .add(
    HttpApiEndpoint.del("deleteResponse", "/v1/responses/:response_id")
      .setPath(responseId)
      .addSuccess(DeletedResponse)
      .addError(OpenAiErrors.wire(NotFound))
      .annotate(OpenApi.Identifier, "deleteResponse")
      .annotate(OpenApi.Summary, "Delete a stored response")
      .annotate(
        OpenApi.Description,
        "What was said in it is gone at once, also what its `Idempotency-Key` stood for. What goes on from it stays, " +
          "and can be read, but not gone on from."
      )
  )
  .addError(OpenAiErrors.InvalidInput)
  .middleware(OpenAiAuthentication)
  .annotate(BodyLimit, WITH_FILES)
  .annotate(OpenApi.Title, TITLE) {}
