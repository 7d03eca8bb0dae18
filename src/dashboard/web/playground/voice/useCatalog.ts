/** The voices of a language, and what a text would cost. */
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { Schema } from "effect"
import { Estimate, Voice } from "../../../../voice/Api.ts"
import { useKey } from "../key.tsx"
import type { SpeechBody } from "./speech.ts"

const readVoices = Schema.decodeUnknownSync(Schema.Struct({ data: Schema.Array(Voice) }))
const readEstimate = Schema.decodeUnknownSync(Schema.Struct({ data: Estimate }))

export const useVoices = (language: SpeechBody["language"]) => {
  const { call, key } = useKey()
  return useQuery({
    queryKey: ["playground", "voices", key.id, language],
    queryFn: async ({ signal }) => {
      const response = await call(`/api/v1/voice/voices?language=${language}`, { signal })
      return readVoices(await response.json()).data
    }
  })
}

/** The request for the estimate; undefined where there is none. */
export const useEstimate = (body: SpeechBody | undefined) => {
  const { call, key } = useKey()
  return useQuery({
    queryKey: ["playground", "estimate", key.id, body],
    queryFn: async ({ signal }) => {
      const headers = { "content-type": "application/json" }
      const init = { method: "POST", headers, body: JSON.stringify(body), signal }
      const response = await call("/api/v1/voice/estimate", init)
      return readEstimate(await response.json()).data
    },
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    retry: false
  })
}
