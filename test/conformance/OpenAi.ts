/** What the suites of the `openai` package share. */
import OpenAI from "openai"
import { API_KEY, call, type TestServer } from "../support/Server.ts"

export const connect = (server: TestServer, apiKey = API_KEY, maxRetries = 0) =>
  new OpenAI({ baseURL: `${server.url}/v1`, apiKey, maxRetries })

/** What the first wallet has, in ETB. */
export const balance = async (server: TestServer): Promise<number> =>
  (await (await call(server, "GET", "/api/v1/voice/usage")).json()).data.balance
