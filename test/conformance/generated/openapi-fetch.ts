/** A program that speaks through `openapi-fetch` with the types that `openapi-typescript` makes of the document. */
import createClient from "openapi-fetch"
import type { components, paths } from "./openapi-typescript.ts"
import { formOf, type Place } from "./Place.ts"

type Clip = components["schemas"]["Clip"]

/** Whether an answer is JSON, and not one of the forms that are text or nothing. */
const isJson = <Data>(data: Data): data is Exclude<Data, string | undefined> =>
  data !== undefined && typeof data !== "string"

/** The JSON of an answer, or its error thrown. */
const held = <Data, Problem>({ data, error }: { readonly data?: Data; readonly error?: Problem }) => {
  if (!isJson(data)) throw new Error(JSON.stringify(error ?? data))
  return data
}

export const run = async ({ key, speech, url }: Place) => {
  const client = createClient<paths>({ baseUrl: url, headers: { "x-api-key": key } })

  const voices = held(await client.GET("/api/v1/voice/voices", { params: { query: { language: "am" } } })).data
  const [voice] = voices
  if (voice === undefined) throw new Error("no voice")
  const body = { text: "ሰላም ነው", voice_id: voice.id, language: voice.language } as const

  const estimate = held(await client.POST("/api/v1/voice/estimate", { body })).data
  const made = await client.POST("/api/v1/voice/generations", { body: { ...body, client_request_id: "generated-1" } })
  const clip: Clip = held(made).data
  const streamed = await client.POST("/api/v1/voice/generations/stream", { body, parseAs: "arrayBuffer" })
  const page = held(await client.GET("/api/v1/voice/clips", { params: { query: { limit: 1 } } }))
  const one = held(await client.GET("/api/v1/voice/clips/{clip_id}", { params: { path: { clip_id: clip.id } } })).data
  const file = await client.GET("/api/v1/voice/clips/{clip_id}/file", {
    params: { path: { clip_id: clip.id } },
    parseAs: "arrayBuffer"
  })
  const deleted = await client.DELETE("/api/v1/voice/clips/{clip_id}", { params: { path: { clip_id: clip.id } } })
  const gone = await client.GET("/api/v1/voice/clips/{clip_id}", { params: { path: { clip_id: clip.id } } })
  const usage = held(await client.GET("/api/v1/voice/usage")).data

  const translation = held(
    await client.POST("/api/v1/translate", { body: { text: "ሰላም", source_language: "am", target_language: "en" } })
  )
  const sound = new Blob([speech], { type: "audio/wav" })
  const transcription = held(
    await client.POST("/api/v1/scribe/transcribe", {
      params: { query: { request_id: "generated-2", language: "am", timestamps: "word" } },
      body: { audio: sound },
      bodySerializer: formOf
    })
  ).data
  const recovered = held(
    await client.GET("/api/v1/scribe/requests/{id}", { params: { path: { id: transcription.request_id } } })
  ).data
  const missing = await client.GET("/api/v1/scribe/requests/{id}", { params: { path: { id: "none" } } })

  const chat = held(await client.POST("/api/v1/chat_generate", { body: { prompt: "ሰላም", target_language: "am" } }))
  const attached = held(
    await client.POST("/api/v1/chat_generate", {
      body: {
        request_data: { prompt: "ሰላም", target_language: "am", attachment_field_names: ["notes"] },
        notes: new File(["ቡና እና ሻይ"], "notes.txt", { type: "text/plain" })
      },
      bodySerializer: formOf
    })
  )
  const stream = await client.POST("/api/v1/chat_generate", {
    body: { prompt: "ሰላም", target_language: "am", generation_config: { stream: true } },
    parseAs: "text"
  })
  const invalid = await client.POST("/api/v1/voice/estimate", { body: { ...body, text: "" } })
  const models = held(await client.GET("/v1/models")).data

  return {
    voices: voices.length,
    estimated: estimate.estimated_cost,
    status: made.response.status,
    charged: clip.usage.credits_used,
    streamed: streamed.data?.byteLength,
    listed: page.data.length,
    cursor: page.meta.next_cursor,
    same: one.id === clip.id,
    file: file.data?.byteLength,
    deleted: deleted.response.status,
    gone: gone.error?.error.code,
    balance: usage.balance,
    translation: translation.data.translation,
    transcribed: transcription.text,
    words: transcription.words?.length,
    recovered: recovered.idempotent_replay,
    missing: missing.error?.error.code,
    answered: chat.response_text,
    attached: attached.uploaded_attachments?.[0]?.fileUri,
    streamedText: stream.data,
    invalid: invalid.error?.error.details?.[0]?.field,
    models: models.map(({ id }) => id)
  }
}
