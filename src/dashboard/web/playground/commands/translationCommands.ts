/** A translation request as commands that print it. */
import { type Commands, curl, OPENAI, program, py, pyClient, pyImports, ts, tsClient, tsImports } from "./writing.ts"

interface TranslationRequest {
  readonly text: string
  readonly source_language: string
  readonly target_language: string
}

export const translationCommands = (
  origin: string,
  path: string,
  { source_language, target_language, text }: TranslationRequest
): Commands => {
  const json = { text, source_language, target_language }
  const url = `${origin}${path}`
  return {
    curl: curl({ url, json }),
    typescript: program(
      tsImports(),
      tsClient(origin),
      `const { data } = await qal.post<{ data: { translation: string } }>(${ts(url)}, {\n  body: ${ts(json, "  ")}\n})`,
      "console.log(data.translation)"
    ),
    python: program(
      pyImports(),
      pyClient(origin),
      `answer = qal.post(\n  ${py(url)},\n  cast_to=object,\n  body=${py(json, "  ")},\n)\nprint(answer["data"]["translation"])`
    ),
    needs: OPENAI
  }
}
