/** What to start Qal with to attach an engine of a kind: servers that people run, with their default addresses. */
import type { EngineKind } from "../../../engines/EnginesApi.ts"

interface Server {
  /** Null for any on the network that wants a key. */
  readonly name: string | null
  readonly url: string
  readonly model: string
}

const HOSTED = { name: null, url: "https://api.example.com/v1" }

const servers: Readonly<Record<EngineKind, ReadonlyArray<Server>>> = {
  text_model: [
    { name: "Ollama", url: "http://localhost:11434/v1", model: "gemma3" },
    { name: "llama.cpp", url: "http://localhost:8080/v1", model: "default" },
    { name: "vLLM", url: "http://localhost:8000/v1", model: "google/gemma-3-12b-it" },
    { ...HOSTED, model: "its-model" }
  ],
  recognizer: [
    { name: "vLLM", url: "http://localhost:8000/v1", model: "openai/whisper-large-v3" },
    { name: "Speaches", url: "http://localhost:8000/v1", model: "Systran/faster-whisper-large-v3" },
    { name: "LocalAI", url: "http://localhost:8080/v1", model: "whisper-1" },
    { ...HOSTED, model: "whisper-1" }
  ],
  synthesizer: [
    { name: "LocalAI", url: "http://localhost:8080/v1", model: "tts-1" },
    { name: "Speaches", url: "http://localhost:8000/v1", model: "tts-1" },
    { ...HOSTED, model: "tts-1" }
  ]
}

const prefixes: Readonly<Record<EngineKind, string>> = {
  text_model: "QAL_TEXT",
  recognizer: "QAL_RECOGNIZER",
  synthesizer: "QAL_SYNTHESIZER"
}

/** The servers that can be attached as an engine of the kind, each with the command that does it; `qal` is what runs the program. */
export const attachingOf = (
  kind: EngineKind,
  qal: string
): ReadonlyArray<{ readonly name: string | null; readonly command: string }> =>
  servers[kind].map(({ model, name, url }) => {
    const prefix = prefixes[kind]
    const settings = [
      `${prefix}_URL=${url}`,
      `${prefix}_MODEL=${model}`,
      ...(name === null ? [`${prefix}_API_KEY=…`] : [])
    ]
    return { name, command: `${settings.join(" ")} ${qal} serve` }
  })
