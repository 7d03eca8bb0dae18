/** What a client of OpenAI's protocols gets that asks for a route that is not here. */
import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { OpenApi } from "@effect/platform"
import { Api } from "../../src/Api.ts"
import { insteadOf } from "../../src/http/AbsentRoutes.ts"
import { documented } from "../../src/server/ApiDocument.ts"

const served = Object.keys(OpenApi.fromApi(documented(Api, "https://qal.example")).paths).filter((path) =>
  path.startsWith("/v1/")
)

test.each([
  ["/v1/completions", "/v1/chat/completions"],
  ["/v1/completions/", "/v1/chat/completions"],
  ["/v1/chat/completions/chatcmpl-1", "/v1/responses"],
  ["/v1/files", "input_file"],
  ["/v1/files/file-1/content", "input_file"],
  ["/v1/uploads", "input_file"],
  ["/v1/conversations/conv_1/items", "previous_response_id"],
  ["/v1/assistants", "/v1/responses"],
  ["/v1/threads/t/runs", "/v1/responses"],
  ["/v1/responses/compact", "new one"],
  ["/v1/responses/resp_1/cancel", "to its end"],
  ["/v1/realtime/calls", "WS /v1/realtime"],
  ["/v1/moderations", "/v1/chat/completions"],
  ["/v1/batches", "Idempotency-Key"],
  ["/v1/images/generations", "/v1/models"]
])("the answer at %s, which is not served, names %s", (path, word) => {
  expect(insteadOf(path)).toContain(word)
})

test.each([["/v1"], ["/v1/x"], ["/api/v1/files"], ["/v1/completionsx"], [`/v1/${"a/".repeat(10_000)}`]])(
  "a path that no client of OpenAI's protocols asks for has no such sentence: %.40s",
  (path) => {
    expect(insteadOf(path)).toBeUndefined()
  }
)

test("a route that is served is none of those that are not, nor is one that such a sentence names", () => {
  for (const path of served) expect([path, insteadOf(path)]).toEqual([path, undefined])
  const text = readFileSync(join(import.meta.dir, "../../src/http/AbsentRoutes.ts"), "utf8")
  const named = Array.from(text.matchAll(/(?:POST|GET) (\/v1\/[a-z/]+)/g), ([, path]) => path)
  expect(named.filter((path) => path !== undefined && !served.includes(path))).toEqual([])
  expect(named.length).toBeGreaterThan(5)
})
