/**
 * A request in code: for a shell with curl, in TypeScript (Bun, Node, Deno) and in Python with
 * `requests`. Each is whole as it stands, with the key in the environment (`QAL_API_KEY`).
 */
import type { Request } from "./ExampleRequest.ts"
import { curl } from "./samples/Curl.ts"
import { python } from "./samples/Python.ts"
import { typescript } from "./samples/TypeScript.ts"

export const LANGUAGES = ["curl", "typescript", "python"] as const
export type SampleLanguage = (typeof LANGUAGES)[number]
export const LANGUAGE_NAMES: Readonly<Record<SampleLanguage, string>> = {
  curl: "curl",
  typescript: "TypeScript",
  python: "Python"
}

const writers = { curl, typescript, python }

/** The request in the language. */
export const sample = (language: SampleLanguage, request: Request): string => writers[language](request)
