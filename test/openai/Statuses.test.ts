/** The statuses of errors under `/v1`, by which OpenAI's clients choose the class of their error. */
import { expect, test } from "bun:test"
import { Option } from "effect"
import { all, ProviderUnavailable, statusOf, TextTooLong } from "../../src/Errors.ts"
import { lasting, TransientFailure } from "../../src/engines/openai/Failures.ts"
import { openAiEnvelope } from "../../src/http/OpenAiErrors.ts"
import { toResponse } from "../../src/http/Problems.ts"

const problems = all.map((Class) => new Class({ message: "no", allow: [] }))

const openAiStatus = (problem: (typeof problems)[number]) => toResponse(problem, "req_1", "/v1/things").status

test.each(problems.map((problem) => [problem._tag, problem] as const))(
  "%s has OpenAI's status under /v1 and its own elsewhere",
  (_, problem) => {
    const own = statusOf(problem)
    expect(toResponse(problem, "req_1", "/api/v1/things").status).toBe(own)
    expect(openAiStatus(problem)).toBe(own === 415 || own === 422 ? 400 : own)
    if (own === 415 || own === 422) expect(openAiEnvelope(problem).error.type).toBe("invalid_request_error")
  }
)

test("an engine or a pool that is busy is 429 under /v1, and 503 elsewhere", () => {
  const busy = new ProviderUnavailable({ message: "busy", retryAfter: 2, isBusy: true })
  expect(toResponse(busy, "req_1", "/api/v1/things").status).toBe(503)
  const response = toResponse(busy, "req_1", "/v1/things")
  expect([response.status, response.headers["retry-after"]]).toEqual([429, "2"])
  expect(openAiEnvelope(busy).error).toMatchObject({ type: "rate_limit_error", code: "PROVIDER_UNAVAILABLE" })
})

test.each([
  [429, 429],
  [503, 503],
  [undefined, 503]
])("an engine that answers %p is %d under /v1", (answered, status) => {
  const failure = lasting(
    "the engine",
    new TransientFailure({ status: Option.fromNullable(answered), retryAfter: Option.none() })
  )
  expect(toResponse(failure, "req_1", "/v1/things").status).toBe(status)
})

test("a prompt that is too long for the engine is context_length_exceeded under /v1, and no other text is", () => {
  const prompt = new TextTooLong({ message: "too long", isContext: true })
  expect(toResponse(prompt, "req_1", "/v1/things").status).toBe(400)
  expect(openAiEnvelope(prompt).error).toMatchObject({ type: "invalid_request_error", code: "context_length_exceeded" })
  expect(toResponse(prompt, "req_1", "/api/v1/things").status).toBe(422)
  expect(openAiEnvelope(new TextTooLong({ message: "too long" })).error.code).toBe("TEXT_TOO_LONG")
})
