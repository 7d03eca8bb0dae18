/**
 * OpenAI's description of its own API as this file knows it: the types of the `openai` package, which are made from it.
 * What a server has said is written down as a program that gives each value to its type, and the compiler judges it.
 * A field that the type does not have is let through: the description forbids none.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { outcomeOf } from "../support/ProgramOutcome.ts"

const ROOT = resolve(import.meta.dir, "../..")
const COMPILER = join(ROOT, "node_modules/.bin/tsc")

/** What answers and events are, each by a name of this list. */
const TYPES = {
  chat: ["chat/completions", "ChatCompletion"],
  chatChunk: ["chat/completions", "ChatCompletionChunk"],
  response: ["responses/responses", "Response"],
  responseEvent: ["responses/responses", "ResponseStreamEvent"],
  inputItems: ["responses/input-items", "ResponseItemList"],
  model: ["models", "Model"],
  embeddings: ["embeddings", "CreateEmbeddingResponse"],
  transcription: ["audio/transcriptions", "Transcription"],
  verboseTranscription: ["audio/transcriptions", "TranscriptionVerbose"],
  transcriptionEvent: ["audio/transcriptions", "TranscriptionStreamEvent"],
  translation: ["audio/translations", "Translation"],
  verboseTranslation: ["audio/translations", "TranslationVerbose"],
  clientSecret: ["realtime/client-secrets", "ClientSecretCreateResponse"],
  realtimeEvent: ["realtime/realtime", "RealtimeServerEvent"],
  betaSession: ["beta/realtime/sessions", "SessionCreateResponse"],
  betaTranscriptionSession: ["beta/realtime/transcription-sessions", "TranscriptionSession"],
  betaEvent: ["beta/realtime/realtime", "RealtimeServerEvent"],
  error: ["shared", "ErrorObject"]
} as const

export type PublishedType = keyof typeof TYPES

export interface SaidValue {
  readonly type: PublishedType
  readonly value: unknown
}

/** Made by the package's client and never sent. */
const OF_THE_CLIENT = "output_text"

/**
 * Null where there is none, which the types do not say: Open Responses requires them of a response, and OpenAI's examples
 * have them so; the beta's sessions were so, too. Its agents' client takes no spoken item without a transcript or null.
 */
const NULLABLE = [
  "usage",
  "user",
  "transcript",
  "transcription",
  "input_audio_transcription",
  "turn_detection",
  "tracing"
]
/** What any text may stand in, and has a closed list in the beta's types. */
const OPEN = ["model", "voice"]

/** Without the secret, which is not told over a socket, and with what the package has forgotten. */
const BETA_TRANSCRIPTION = [
  'type OfTranscription = { readonly event_id: string, readonly type: "transcription_session.created" | "transcription_session.updated",',
  '  readonly session: Omit<Published<betaTranscriptionSession>, "client_secret"> }'
]

const union = (names: ReadonlyArray<string>): string => names.map((name) => JSON.stringify(name)).join(" | ")

const HEAD = [
  ...Object.entries(TYPES).map(
    ([name, [file, type]]) =>
      `import type { ${type} as ${name} } from ${JSON.stringify(join(ROOT, "node_modules/openai/resources", file))}`
  ),
  `type Given<Key, Value> = Key extends ${union(NULLABLE)} ? Value | null : Key extends ${union(OPEN)} ? unknown : Value`,
  "type Published<T> = T extends ReadonlyArray<infer Item> ? ReadonlyArray<Published<Item>> : T extends object",
  // A delta may have none but fields that the types do not have.
  `  ? object & { readonly [Key in keyof T as Key extends "${OF_THE_CLIENT}" ? never : Key]: Given<Key, Published<T[Key]>> } : T`,
  ...BETA_TRANSCRIPTION,
  ...Object.keys(TYPES).map(
    (name) => `type Of_${name} = Published<${name}>${name === "betaEvent" ? " | OfTranscription" : ""}`
  )
]

/** Each value stands on its line as it was said, so that a fault shows it. */
const programOf = (said: ReadonlyArray<SaidValue>): string =>
  [
    ...HEAD,
    ...said.flatMap(({ type, value }, at) => [
      `const said${at} = ${JSON.stringify(value)} as const`,
      `export const held${at}: Of_${type} = said${at}`
    ])
  ].join("\n")

const OPTIONS =
  "--noEmit --strict --skipLibCheck --module preserve --moduleResolution bundler --target esnext --lib esnext,dom".split(
    " "
  )

/** What is wrong, by the compiler's words, with the value; nothing where all is as published. */
export const faultsOf = async (said: ReadonlyArray<SaidValue>): Promise<ReadonlyArray<string>> => {
  // Below the root, where the package's own imports are found.
  const cache = join(ROOT, "node_modules/.cache")
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, "published-"))
  try {
    const file = join(folder, "said.ts")
    const program = programOf(said)
    writeFileSync(file, program)
    const child = Bun.spawn([COMPILER, ...OPTIONS, file], { stdout: "pipe", stderr: "pipe" })
    const { out: text, err: errors, code } = await outcomeOf(child)
    if (code === 0) return []
    const lines = program.split("\n")
    const faults = text.split(/\n(?=\S)/).flatMap((fault) => {
      const line = /said\.ts\((\d+),/.exec(fault)?.[1]
      return line === undefined ? [] : [`${fault.trim()}\n  in ${lines[Number(line) - 2]?.slice(0, 1_000)}`]
    })
    return faults.length > 0 ? faults : [`the compiler ended with ${code}: ${text}${errors}`]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
