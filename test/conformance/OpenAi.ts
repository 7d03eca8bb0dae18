/** What the suites of the `openai` package share. */
import { expect } from "bun:test"
import OpenAI, { APIError } from "openai"
import { API_KEY, call, type TestServer } from "../support/Server.ts"

export const connect = (server: TestServer, apiKey = API_KEY, maxRetries = 0) =>
  new OpenAI({ baseURL: `${server.url}/v1`, apiKey, maxRetries })

/** The package's error that `promise` fails with. */
export const failure = async (promise: Promise<unknown>): Promise<APIError> => {
  const error: unknown = await promise.then(
    () => expect.unreachable("it should have failed"),
    (reason: unknown) => reason
  )
  return error instanceof APIError ? error : expect.unreachable(String(error))
}

/** What the first wallet has, in ETB. */
export const balance = async (server: TestServer): Promise<number> =>
  (await (await call(server, "GET", "/api/v1/voice/usage")).json()).data.balance
