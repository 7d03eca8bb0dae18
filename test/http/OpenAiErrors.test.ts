import { expect, test } from "bun:test"
import { isOpenAiPath } from "../../src/http/OpenAiErrors.ts"

test("an error has OpenAI's form wherever the router finds one of its routes, however the path is spelt", () => {
  for (const path of ["/v1", "/v1/", "/v1/models", "//v1//models", "/V1/Models"]) expect(isOpenAiPath(path)).toBe(true)
  for (const path of ["/", "/v10", "/v1x/models", "/api/v1/models", "/x/v1/models"])
    expect(isOpenAiPath(path)).toBe(false)
})
