/** LangChain's classes for OpenAI, unchanged but for their base address: completions, and Responses. */
import { afterAll, describe, expect, test } from "bun:test"
import { AIMessage, HumanMessage, SystemMessage, type ToolMessage } from "@langchain/core/messages"
import { tool } from "@langchain/core/tools"
import { ChatOpenAI, OpenAIEmbeddings } from "@langchain/openai"
import { z } from "zod"
import { serverForFile } from "../support/ForFile.ts"
import { API_KEY, type TestServer } from "../support/Server.ts"
import { ARGUMENTS, DIMENSIONS, MODEL, SAID, startEngine } from "./Engine.ts"

const engine = startEngine()
afterAll(() => engine.stop())
const sandbox = serverForFile()
const remote = serverForFile(() => engine.settings)

const place = z.object({ city: z.string() })
const weather = tool(({ city }) => `21° (${city.length})`, {
  name: "get_weather",
  description: "Weather of a city",
  schema: place
})

describe.each([false, true])("with Responses: %p", (useResponsesApi) => {
  const model = (server: TestServer, apiKey = API_KEY) =>
    new ChatOpenAI({
      model: "qal-am",
      apiKey,
      maxRetries: 0,
      useResponsesApi,
      configuration: { baseURL: `${server.url}/v1` }
    })

  test("LangChain gets an answer, whole and in pieces, with its usage", async () => {
    const answer = await model(sandbox).invoke([new SystemMessage("Be short."), new HumanMessage("ሰላም፣ እንዴት ነህ?")])
    expect(answer.text).toMatch(/\p{Script=Ethiopic}/u)
    expect(answer.usage_metadata).toMatchObject({ total_tokens: expect.any(Number) })
    const pieces = await Array.fromAsync(await model(remote).stream("ሰላም"))
    expect(pieces.map(({ text }) => text).join("")).toBe(SAID)
    expect(pieces.length).toBeGreaterThan(2)
  })

  test.each([false, true])("LangChain has a tool called and answered (in pieces: %p)", async (isStreamed) => {
    const bound = model(remote).bindTools([weather])
    const question = new HumanMessage("የአየር ሁኔታ?")
    const called = isStreamed
      ? (await Array.fromAsync(await bound.stream([question]))).reduce((all, piece) => all.concat(piece))
      : await bound.invoke([question])
    const [call] = called.tool_calls ?? []
    // A copy: Bun's matcher writes what it expects into what it is given.
    expect({ ...call }).toMatchObject({ name: "get_weather", args: ARGUMENTS, id: expect.any(String) })
    if (call === undefined) throw new Error("no call")
    const result: ToolMessage = await weather.invoke({ ...call, type: "tool_call" })
    const turn = new AIMessage({ content: called.content, tool_calls: [call] })
    expect((await bound.invoke([question, turn, result])).text).toContain("21° (5)")
  })

  test("LangChain gets an object that fits a schema", async () => {
    const structured = { method: "jsonSchema" as const, name: "place" }
    expect(await model(remote).withStructuredOutput(place, structured).invoke("Adama")).toEqual(ARGUMENTS)
    expect(await model(sandbox).withStructuredOutput(place, structured).invoke("Adama")).toEqual({
      city: expect.any(String)
    })
  })

  test("LangChain gets a refusal with its status", async () => {
    await expect(model(sandbox, "sk_none").invoke("ሰላም")).rejects.toMatchObject({ status: 401 })
    await expect(model(sandbox).invoke("[[500]]")).rejects.toMatchObject({ status: 502 })
  })
})

test("LangChain gets the engine's embeddings", async () => {
  const embeddings = new OpenAIEmbeddings({
    model: MODEL,
    apiKey: API_KEY,
    configuration: { baseURL: `${remote.url}/v1` }
  })
  expect((await embeddings.embedDocuments(["ሰላም", "ቡና"])).map(({ length }) => length)).toEqual([DIMENSIONS, DIMENSIONS])
})
