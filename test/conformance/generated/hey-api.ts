/** A program that speaks through the functions that `@hey-api/openapi-ts` makes of the document. */
import { createClient } from "./hey-api/client/index.ts"
import * as api from "./hey-api/index.ts"
import { formOf, type Place } from "./Place.ts"

/** What an answer holds, or its error thrown. */
const held = <Data>({ data, error }: { readonly data: Data; readonly error: unknown }): NonNullable<Data> => {
  if (data === undefined || data === null) throw new Error(JSON.stringify(error))
  return data
}

export const run = async ({ key, speech, url }: Place) => {
  const client = createClient({ baseUrl: url, auth: key })

  const voices = held(await api.listVoices({ client, query: { language: "am" } })).data
  const [voice] = voices
  if (voice === undefined) throw new Error("no voice")
  const body = { text: "ሰላም ነው", voice_id: voice.id, language: voice.language }

  const estimate = held(await api.estimateSpeech({ client, body })).data
  const made = await api.generateSpeech({ client, body: { ...body, client_request_id: "generated-3" } })
  const clip: api.Clip = held(made).data
  const streamed = held(await api.streamSpeech({ client, body, parseAs: "arrayBuffer" }))
  const page = held(await api.listClips({ client, query: { limit: 1 } }))
  const path = { clip_id: clip.id }
  const one = held(await api.getClip({ client, path })).data
  const file = held(await api.getClipFile({ client, path, parseAs: "arrayBuffer" }))
  const deleted = await api.deleteClip({ client, path })
  const gone = await api.getClip({ client, path })
  const usage = held(await api.getVoiceUsage({ client })).data

  const translation = held(
    await api.translateText({ client, body: { text: "ሰላም", source_language: "am", target_language: "en" } })
  )
  const audio = new Blob([speech], { type: "audio/wav" })
  const query = { request_id: "generated-4", language: "am", timestamps: "word" } as const
  const transcription = held(await api.transcribeFile({ client, query, body: { audio } })).data
  const recovered = held(await api.getTranscription({ client, path: { id: transcription.request_id } })).data
  const missing = await api.getTranscription({ client, path: { id: "none" } })

  const question: api.ChatRequest = { prompt: "ሰላም", target_language: "am" }
  const chat = held(await api.generateAnswer({ client, body: question }))
  const notes = new File(["ቡና እና ሻይ"], "notes.txt", { type: "text/plain" })
  const attached = held(
    await api.generateAnswer({
      client,
      body: { ...question, attachment_field_names: ["notes"] },
      bodySerializer: (request_data) => formOf({ request_data, notes }),
      headers: { "Content-Type": null }
    })
  )
  const stream = await api.generateAnswer({
    client,
    body: { ...question, generation_config: { stream: true } },
    parseAs: "text"
  })
  const invalid = await api.estimateSpeech({ client, body: { ...body, text: "" } })
  const models = held(await api.listModels({ client })).data

  return {
    voices: voices.length,
    estimated: estimate.estimated_cost,
    status: made.response?.status,
    charged: clip.usage.credits_used,
    streamed: streamed instanceof ArrayBuffer ? streamed.byteLength : undefined,
    listed: page.data.length,
    cursor: page.meta.next_cursor,
    same: one.id === clip.id,
    file: file instanceof ArrayBuffer ? file.byteLength : undefined,
    deleted: deleted.response?.status,
    gone: gone.error?.error.code,
    balance: usage.balance,
    translation: translation.data.translation,
    transcribed: transcription.text,
    words: transcription.words?.length,
    recovered: recovered.idempotent_replay,
    missing: missing.error?.error.code,
    answered: chat.response_text,
    attached: attached.uploaded_attachments?.[0]?.fileUri,
    streamedText: String(stream.data),
    invalid: invalid.error?.error.details?.[0]?.field,
    models: models.map(({ id }) => id)
  }
}
