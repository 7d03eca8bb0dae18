/**
 * Every kind of answer, piece and event of `/v1` and `/v1/realtime` (wire contract, section 12), held against OpenAI's
 * own description as the types of its package have it.
 */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { enter } from "../conversation/Entry.ts"
import { serverForFile } from "../support/ForFile.ts"
import { API_KEY, call, textSoFar } from "../support/Server.ts"
import { eventsIn, streamedCompletion } from "../support/Upstream.ts"
import { startEngine } from "./Engine.ts"
import { faultsOf, type PublishedType, type SaidValue } from "./Published.ts"

const engine = startEngine()
afterAll(() => engine.stop())
const server = serverForFile(() => ({ ...engine.settings, QAL_EMBEDDING_MODEL: "embedder" }))

let speech: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  const response = await call(server, "POST", "/v1/audio/speech", { input: "ሰላም", voice: "am-hamen" })
  speech = new Uint8Array(await response.arrayBuffer())
})

const said = (type: PublishedType, ...values: ReadonlyArray<unknown>): ReadonlyArray<SaidValue> =>
  values.map((value) => ({ type, value }))

const ask = async (path: string, body?: object) => {
  const response = await call(server, body === undefined ? "GET" : "POST", path, body)
  expect([path, response.status]).toEqual([path, 200])
  return response
}
const whole = async (type: PublishedType, path: string, body?: object) =>
  said(type, await (await ask(path, body)).json())
const pieces = async (type: PublishedType, path: string, body: object) => {
  const events = eventsIn(await (await ask(path, { ...body, stream: true })).text())
  expect(events.length).toBeGreaterThan(1)
  return said(type, ...events)
}

const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"] }
const chatTool = { type: "function", function: { name: "get_weather", parameters } }
const tool = { type: "function", name: "get_weather", parameters }
const usage = {
  prompt_tokens: 12,
  completion_tokens: 9,
  total_tokens: 21,
  prompt_tokens_details: { cached_tokens: 4 },
  completion_tokens_details: { reasoning_tokens: 3 }
}

/** The next answer of the engine is one that has thought, and says why it ended. */
const think = (finish_reason = "stop") =>
  engine.failing(() => {
    const deltas = [{ reasoning_content: "ላስብ" }, { content: "ሰላም" }]
    return streamedCompletion(deltas, finish_reason, usage)
  })

const holds = async (...all: ReadonlyArray<ReadonlyArray<SaidValue>>) => {
  const flat = all.flat()
  expect(flat.length).toBeGreaterThan(0)
  expect(await faultsOf(flat)).toEqual([])
}

test("a value that OpenAI's types do not allow is found, and a field that they do not have is let through", async () => {
  const error = { message: "x", type: "server_error", param: null, code: null }
  expect(await faultsOf(said("error", error, { ...error, more: [1] }))).toEqual([])
  const { param: _, ...lacks } = error
  const faults = await faultsOf(said("error", error, lacks, { ...error, code: 1 }))
  expect(faults.map((fault) => /in const said(\d+)/.exec(fault)?.[1])).toEqual(["1", "2"])
})

test("chat answers, whole and in chunks, with calls, thoughts and every reason to end, are as OpenAI publishes them", async () => {
  const path = "/v1/chat/completions"
  const chat = { model: "qal", messages: [{ role: "user", content: "ሰላም" }] }
  const called = { ...chat, tools: [chatTool] }
  const old = { ...chat, functions: [chatTool.function] }
  const counted = { stream_options: { include_usage: true } }
  const thinking = { ...chat, include_reasoning: true, reasoning_effort: "low" }
  const all = [await whole("chat", path, chat), await pieces("chatChunk", path, { ...chat, ...counted })]
  all.push(await pieces("chatChunk", path, chat))
  all.push(await whole("chat", path, called), await pieces("chatChunk", path, { ...called, ...counted }))
  all.push(await whole("chat", path, old), await pieces("chatChunk", path, old))
  for (const reason of ["stop", "length", "content_filter"]) {
    think(reason)
    all.push(await whole("chat", path, thinking))
    think(reason)
    all.push(await pieces("chatChunk", path, { ...thinking, ...counted }))
  }
  await holds(...all)
})

test("responses, whole and in events, and what is listed of them, are as OpenAI publishes them", async () => {
  const path = "/v1/responses"
  const asked = { model: "qal", input: "ሰላም" }
  const settings = {
    ...asked,
    instructions: "በአጭሩ",
    temperature: 0.5,
    top_p: 0.9,
    max_output_tokens: 300,
    max_tool_calls: 2,
    metadata: { order: "17" },
    user: "u",
    safety_identifier: "s",
    prompt_cache_key: "k",
    reasoning: { effort: "low", summary: "auto" }
  }
  const format = { type: "json_schema", name: "city", schema: parameters, description: null, strict: null }
  const called = {
    ...asked,
    tools: [
      { ...tool, description: null, strict: null },
      { ...tool, name: "time", strict: true }
    ]
  }
  const all = [await whole("response", path, asked), await pieces("responseEvent", path, asked)]
  all.push(await whole("response", path, settings), await whole("response", path, { ...asked, text: { format } }))
  all.push(await pieces("responseEvent", path, { ...asked, text: { format: { type: "json_object" } } }))
  all.push(await whole("response", path, { ...called, tool_choice: { type: "function", name: "get_weather" } }))
  all.push(await whole("response", path, called), await pieces("responseEvent", path, called))
  for (const reason of ["stop", "length", "content_filter"]) {
    think(reason)
    all.push(await whole("response", path, settings))
    think(reason)
    all.push(await pieces("responseEvent", path, settings))
  }
  const file = { type: "input_file", filename: "a.txt", file_data: Buffer.from("ሰላም").toString("base64") }
  const input = [
    { role: "developer", content: "በአጭሩ" },
    { role: "user", content: [{ type: "input_text", text: "ይህ?" }, file] },
    { type: "function_call", call_id: "c1", name: "get_weather", arguments: "{}" },
    { type: "function_call_output", call_id: "c1", output: [{ type: "input_text", text: "18" }] },
    { role: "assistant", content: [{ type: "output_text", text: "ሞቃት" }] },
    { role: "assistant", content: [{ type: "refusal", refusal: "አልችልም" }] },
    { role: "user", content: "ሌላ?" }
  ]
  const long = await (await ask(path, { model: "qal", input })).json()
  all.push(said("response", long), await whole("response", `${path}/${long.id}`))
  all.push(await whole("inputItems", `${path}/${long.id}/input_items`))
  await holds(...all)
})

test("what fails in the middle of a stream is told in events as OpenAI publishes them", async () => {
  const fails = () =>
    engine.failing(
      () =>
        new Response('data: {"choices":[{"index":0,"delta":{"content":"ሰላም "},"finish_reason":null}]}\n\n', {
          headers: { "content-type": "text/event-stream" }
        })
    )
  const broken = async (path: string, body: object) => {
    fails()
    const response = await call(server, "POST", path, { ...body, stream: true })
    return eventsIn(await textSoFar(response))
  }
  const events = await broken("/v1/responses", { model: "qal", input: "ሰላም" })
  expect(events.map(({ type }) => type).slice(-2)).toEqual(["error", "response.failed"])
  const chunks = await broken("/v1/chat/completions", { model: "qal", messages: [{ role: "user", content: "ሰላም" }] })
  const errors = chunks.flatMap((chunk) => ("error" in chunk ? [chunk.error] : []))
  expect(errors).toHaveLength(1)
  await holds(said("responseEvent", ...events), said("error", ...errors))
})

test("models, embeddings and refusals are as OpenAI publishes them", async () => {
  const { data, ...list } = await (await ask("/v1/models")).json()
  expect(list).toEqual({ object: "list" })
  const input = ["ሰላም", "Akkam"]
  const refusals = await Promise.all(
    [
      ["GET", "/v1/models/none"],
      ["GET", "/v1/none"],
      ["PUT", "/v1/models"],
      ["POST", "/v1/chat/completions", {}],
      ["POST", "/v1/responses", { input: "x", previous_response_id: "resp_none" }],
      ["POST", "/v1/embeddings", { input: [] }],
      ["POST", "/v1/audio/speech", { input: "ሰላም", response_format: "ogg" }],
      ["POST", "/v1/audio/transcriptions", {}],
      ["POST", "/v1/realtime/client_secrets", { session: 1 }]
    ].map(async ([method, path, body]) => {
      const response = await call(server, String(method), String(path), body)
      expect(response.status).toBeGreaterThanOrEqual(400)
      return (await response.json()).error
    })
  )
  await holds(
    said("model", ...data),
    await whole("model", "/v1/models/qal"),
    await whole("embeddings", "/v1/embeddings", { model: "qal", input }),
    said("error", ...refusals)
  )
  // The package's types have lists of numbers alone, its description base64 as well.
  const base64 = await (await ask("/v1/embeddings", { model: "qal", input, encoding_format: "base64" })).json()
  expect(base64).toMatchObject({
    data: [{ object: "embedding", index: 0, embedding: expect.any(String) }, { index: 1 }]
  })
})

const hear = async (path: string, fields: Readonly<Record<string, string | ReadonlyArray<string>>>) => {
  const form = new FormData()
  form.append("file", new Blob([speech]), "speech.mp3")
  form.append("model", "qal-stt")
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) form.append(name, one)
  const headers = { authorization: `Bearer ${API_KEY}` }
  const response = await fetch(server.url + path, { method: "POST", headers, body: form })
  expect([fields, response.status]).toEqual([fields, 200])
  return response
}

test("transcriptions and translations, whole and streamed, are as OpenAI publishes them", async () => {
  const path = "/v1/audio/transcriptions"
  const verbose = { response_format: "verbose_json" }
  const both = { ...verbose, "timestamp_granularities[]": ["word", "segment"] }
  const streamed = eventsIn(await (await hear(path, { stream: "true" })).text())
  expect(streamed.at(-1)).toMatchObject({ type: "transcript.text.done", usage: { type: "tokens" } })
  await holds(
    said("transcription", await (await hear(path, {})).json()),
    said("verboseTranscription", await (await hear(path, verbose)).json(), await (await hear(path, both)).json()),
    said("transcriptionEvent", ...streamed),
    said("translation", await (await hear("/v1/audio/translations", {})).json()),
    said("verboseTranslation", await (await hear("/v1/audio/translations", verbose)).json())
  )
})

test("speech in events has the two events that OpenAI publishes, the last with its usage in tokens", async () => {
  const events = eventsIn(await (await ask("/v1/audio/speech", { input: "ሰላም", stream_format: "sse" })).text())
  const tokens = {
    input_tokens: expect.any(Number),
    output_tokens: expect.any(Number),
    total_tokens: expect.any(Number)
  }
  expect(events.at(-1)).toEqual({ type: "speech.audio.done", usage: tokens })
  expect(events.length).toBeGreaterThan(1)
  for (const event of events.slice(0, -1))
    expect(event).toEqual({ type: "speech.audio.delta", audio: expect.any(String) })
})

const settings = {
  current: (isTranscription: boolean) =>
    isTranscription
      ? { type: "transcription", audio: { input: { turn_detection: null } } }
      : {
          type: "realtime",
          tools: [tool],
          output_modalities: ["audio"],
          audio: { input: { turn_detection: null, transcription: { model: "whisper-1" } } }
        },
  beta: (isTranscription: boolean) =>
    isTranscription
      ? { input_audio_transcription: { model: "whisper-1" }, turn_detection: null }
      : {
          tools: [tool],
          modalities: ["text", "audio"],
          turn_detection: null,
          input_audio_transcription: { model: "whisper-1" }
        }
}

/** A conversation in text, in sound and with a call; what was said of it. */
const talk = async (version: "current" | "beta", isTranscription: boolean) => {
  const query = isTranscription ? "?intent=transcription" : "?model=gpt-4o-realtime-preview"
  const beta: Readonly<Record<string, string>> = version === "beta" ? { "openai-beta": "realtime=v1" } : {}
  const entry = enter(server, `/v1/realtime${query}`, { headers: { authorization: `Bearer ${API_KEY}`, ...beta } })
  const next = async (type: string, from = 0) => {
    for (;;) {
      const found = entry.frames.findIndex((frame, at) => at >= from && String(frame.type).endsWith(type))
      if (found >= 0) return found
      await Bun.sleep(10)
    }
  }
  await entry.first
  const update = version === "beta" && isTranscription ? "transcription_session.update" : "session.update"
  entry.send({ type: update, session: settings[version](isTranscription) })
  await next("session.updated")
  entry.send({ type: "no.such.event" })
  const samples = new Int16Array(
    await (await ask("/v1/audio/speech", { input: "ሰላም ነው", response_format: "pcm" })).arrayBuffer()
  )
  entry.send({ type: "input_audio_buffer.append", audio: Buffer.from(samples.buffer).toString("base64") })
  entry.send({ type: "input_audio_buffer.commit" })
  await next("input_audio_transcription.completed")
  if (!isTranscription) {
    entry.send({ type: "response.create", response: { tool_choice: "none" } })
    const first = await next("response.done")
    entry.send({
      type: "conversation.item.create",
      item: { type: "message", role: "user", content: [{ type: "input_text", text: "ሰላም" }] }
    })
    entry.send({
      type: "response.create",
      response: { output_modalities: ["text"], modalities: ["text"], tool_choice: "none", metadata: { a: "b" } }
    })
    const second = await next("response.done", first + 1)
    entry.send({ type: "response.create", response: {} })
    const third = await next("response.done", second + 1)
    const call = entry.frames.find(({ type }) => type === "response.function_call_arguments.done")
    entry.send({
      type: "conversation.item.create",
      item: { type: "function_call_output", call_id: call?.call_id, output: "18" }
    })
    entry.send({ type: "response.create" })
    await next("response.done", third + 1)
    entry.send({ type: "input_audio_buffer.clear" })
    for (const { item } of entry.frames.filter(({ type }) => type === "response.output_item.done")) {
      entry.send({ type: "conversation.item.retrieve", item_id: Reflect.get(Object(item), "id") })
      entry.send({ type: "conversation.item.delete", item_id: Reflect.get(Object(item), "id") })
    }
    await next("input_audio_buffer.cleared")
    await next("conversation.item.deleted")
  }
  await entry.leave()
  return entry.frames
}

test("the current protocol's events, of conversations and transcriptions, are as OpenAI publishes them", async () => {
  const [answered, heard] = [await talk("current", false), await talk("current", true)]
  await holds(said("realtimeEvent", ...answered, ...heard))
})

test("the beta protocol's events, of conversations and transcriptions, are as OpenAI publishes them", async () => {
  const [answered, heard] = [await talk("beta", false), await talk("beta", true)]
  await holds(said("betaEvent", ...answered, ...heard))
})

test("client secrets and the beta's sessions are as OpenAI publishes them", async () => {
  const transcription = { session: { type: "transcription", audio: { input: { turn_detection: null } } } }
  const session = { session: { type: "realtime", instructions: "በአጭሩ", audio: { output: { voice: "am-hamen" } } } }
  await holds(
    await whole("clientSecret", "/v1/realtime/client_secrets", {}),
    await whole("clientSecret", "/v1/realtime/client_secrets", session),
    await whole("clientSecret", "/v1/realtime/client_secrets", transcription),
    await whole("betaSession", "/v1/realtime/sessions", { modalities: ["text"], voice: "alloy", tools: [tool] }),
    await whole("betaTranscriptionSession", "/v1/realtime/transcription_sessions", {
      input_audio_transcription: { model: "whisper-1" }
    })
  )
})
