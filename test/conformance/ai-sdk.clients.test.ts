/** The Vercel AI SDK, by its provider for compatible servers and by OpenAI's own. */
import { afterAll, describe, expect, test } from "bun:test"
import { createOpenAI } from "@ai-sdk/openai"
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import {
  APICallError,
  embedMany,
  generateSpeech,
  generateText,
  type LanguageModel,
  Output,
  stepCountIs,
  streamText,
  tool,
  transcribe
} from "ai"
import { z } from "zod"
import { pdf, pdfText } from "../chat/Files.ts"
import { serverForFile } from "../support/ForFile.ts"
import { listen } from "../support/Listen.ts"
import { rejection } from "../support/Rejection.ts"
import { API_KEY, type TestServer } from "../support/Server.ts"
import { ARGUMENTS, DIMENSIONS, MODEL, SAID, startEngine } from "./Engine.ts"

const engine = startEngine()
afterAll(() => engine.stop())
const sandbox = serverForFile()
const remote = serverForFile(() => engine.settings)

const compatible = (server: TestServer, apiKey = API_KEY) =>
  createOpenAICompatible({
    name: "qal",
    baseURL: `${server.url}/v1`,
    apiKey,
    includeUsage: true,
    supportsStructuredOutputs: true
  })
const openai = (server: TestServer, apiKey = API_KEY) => createOpenAI({ baseURL: `${server.url}/v1`, apiKey })

type Provider = (server: TestServer, model: string, apiKey?: string) => LanguageModel
const providers: ReadonlyArray<readonly [string, Provider]> = [
  ["openai-compatible", (server, model, apiKey) => compatible(server, apiKey)(model)],
  ["openai, by completions", (server, model, apiKey) => openai(server, apiKey).chat(model)],
  ["openai, by responses", (server, model, apiKey) => openai(server, apiKey)(model)]
]

const prompt = "ሰላም፣ ስንት ሰዓት ነው?"

/** What comes of a failure that is not tried again. */
const failure = async (promise: PromiseLike<unknown>): Promise<APICallError> => {
  const error = await rejection(promise)
  return APICallError.isInstance(error) ? error : expect.unreachable(String(error))
}

describe.each(providers)("%s", (_, model) => {
  test("Vercel's SDK gets an answer, whole and in pieces, with its usage", async () => {
    const { finishReason, text, usage } = await generateText({ model: model(sandbox, "qal-am"), prompt })
    expect(text).toMatch(/\p{Script=Ethiopic}/u)
    expect(finishReason).toBe("stop")
    expect(usage.totalTokens).toBe((usage.inputTokens ?? 0) + (usage.outputTokens ?? 0))
    const stream = streamText({ model: model(sandbox, "qal-am"), prompt })
    const pieces = await Array.fromAsync(stream.textStream)
    expect(pieces.join("")).toBe(text)
    expect(pieces.length).toBeGreaterThan(1)
    expect((await stream.usage).outputTokens).toBe(usage.outputTokens)
  })

  test("Vercel's SDK sends instructions and turns that reach the engine", async () => {
    const before = engine.asked.length
    const { text } = await generateText({
      model: model(remote, "qal"),
      instructions: "Be short.",
      messages: [
        { role: "user", content: "ሰላም" },
        { role: "assistant", content: "ሰላም!" },
        { role: "user", content: prompt }
      ]
    })
    expect(text).toBe(SAID)
    const asked = JSON.stringify(engine.asked[before]?.messages)
    for (const said of ["Be short.", "ሰላም!", prompt]) expect(asked).toContain(said)
  })

  test.each([false, true])("Vercel's SDK has a tool called and answered (in pieces: %p)", async (isStreamed) => {
    const given: Array<unknown> = []
    const weather = tool({
      description: "Weather of a city",
      inputSchema: z.object({ city: z.string() }),
      execute: async (input) => {
        given.push(input)
        return "21°"
      }
    })
    const asked = { model: model(remote, "qal-am"), prompt, tools: { weather }, stopWhen: stepCountIs(3) }
    const text = isStreamed ? await streamText(asked).text : (await generateText(asked)).text
    expect(text).toContain("21°")
    expect(given).toEqual([ARGUMENTS])
  })

  test("Vercel's SDK gets an object that fits a schema", async () => {
    const output = Output.object({ schema: z.object({ city: z.string() }) })
    expect((await generateText({ model: model(remote, "qal"), prompt, output })).output).toEqual(ARGUMENTS)
    expect(await streamText({ model: model(remote, "qal"), prompt, output }).output).toEqual(ARGUMENTS)
    const made = await generateText({ model: model(sandbox, "qal"), prompt, output })
    expect(made.output).toEqual({ city: expect.any(String) })
  })

  test("Vercel's SDK sends a picture", async () => {
    const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
    const before = engine.asked.length
    await generateText({
      model: model(remote, "qal"),
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "በሥዕሉ ላይ ምን አለ?" },
            { type: "file", data: Buffer.from(png, "base64"), mediaType: "image/png" }
          ]
        }
      ]
    })
    expect(JSON.stringify(engine.asked[before]?.messages)).toContain("data:image/png;base64,")
  })

  test("Vercel's SDK sends a document, by whatever name it has", async () => {
    const before = engine.asked.length
    const document = pdf([pdfText([[12, "Minutes of the meeting"]])])
    await generateText({
      model: model(remote, "qal"),
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "በፋይሉ ውስጥ ምን አለ?" },
            { type: "file", data: document, mediaType: "application/pdf", filename: "minutes.pdf" }
          ]
        }
      ]
    })
    const asked = JSON.stringify(engine.asked[before]?.messages)
    for (const said of ["minutes.pdf", "Minutes of the meeting", "በፋይሉ ውስጥ"]) expect(asked).toContain(said)
  })

  test("Vercel's SDK gets a refusal's status and words, and tries again what may be", async () => {
    const asked = { prompt, maxRetries: 0 }
    const unknown = await failure(generateText({ ...asked, model: model(sandbox, "qal", "sk_none") }))
    expect(unknown).toMatchObject({ statusCode: 401, isRetryable: false })
    const broken = await failure(generateText({ ...asked, model: model(sandbox, "qal"), prompt: "[[500]]" }))
    expect(broken).toMatchObject({ statusCode: 502, isRetryable: true })
    expect(broken.message.length).toBeGreaterThan(5)
  })

  test("Vercel's SDK ends a stream by a hang-up", async () => {
    const controller = new AbortController()
    const { textStream } = streamText({
      model: model(sandbox, "qal"),
      prompt: "ስለ ቡና ንገረኝ። [[paced]]",
      abortSignal: controller.signal
    })
    const pieces: Array<string> = []
    for await (const piece of textStream) {
      pieces.push(piece)
      controller.abort()
    }
    expect(pieces.length).toBeGreaterThan(0)
  })
})

test.each(providers.slice(0, 2))("Vercel's SDK sends speech as a part of the user's message: %s", async (_, model) => {
  const speech = { model: openai(sandbox).speech("qal-tts"), text: "ሰላም ነው እንዴት ነህ", voice: "am-hamen" } as const
  const { audio } = await generateSpeech({ ...speech, outputFormat: "wav" })
  const before = engine.asked.length
  await generateText({
    model: model(remote, "qal-am"),
    messages: [{ role: "user", content: [{ type: "file", data: audio.uint8Array, mediaType: "audio/wav" }] }]
  })
  expect(JSON.stringify(engine.asked[before]?.messages)).toContain("ሰላም")
})

test("Vercel's SDK transcribes what it has spoken", async () => {
  const provider = openai(sandbox)
  const text = "ሰላም ነው እንዴት ነህ"
  const { audio } = await generateSpeech({
    model: provider.speech("qal-tts"),
    text,
    voice: "am-hamen",
    outputFormat: "wav"
  })
  expect((await listen(audio.uint8Array)).seconds).toBeGreaterThan(0.5)
  const heard = await transcribe({ model: provider.transcription("qal-stt"), audio: audio.uint8Array })
  expect(heard.text).toContain("ሰላም")
})

test("Vercel's SDK gets the engine's embeddings", async () => {
  const model = compatible(remote).embeddingModel(MODEL)
  const { embeddings } = await embedMany({ model, values: ["ሰላም", "ቡና"] })
  expect(embeddings.map(({ length }) => length)).toEqual([DIMENSIONS, DIMENSIONS])
})
