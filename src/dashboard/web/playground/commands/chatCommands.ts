/** A chat request as commands that print the answer. */
import { PATH } from "../../../../chat/Api.ts"
import { type ChatInput, fieldOf, isPlain, jsonOf, SOUND_FIELD, type Turn } from "../chat/exchange.ts"
import {
  type Commands,
  curl,
  OPENAI,
  program,
  py,
  pyArguments,
  pyClient,
  pyImports,
  type SentFile,
  ts,
  tsClient,
  tsImports,
  type Value
} from "./writing.ts"

type Part = Turn["parts"][number]

const textIn = (part: Part): ReadonlyArray<string> => ("text" in part ? [part.text] : [])

/** Whether it refers to files that were sent before, as only the API's own route does. */
const hasEarlierFiles = ({ history }: ChatInput): boolean =>
  history.some(({ parts }) => parts.some((part) => !("text" in part)))

const filesOf = ({ files, sound }: ChatInput): ReadonlyArray<readonly [field: string, file: SentFile]> => [
  ...(sound === null ? [] : [[SOUND_FIELD, sound] as const]),
  ...files.map((file, index) => [fieldOf(index), file] as const)
]

/** In OpenAI's protocol, which programs are mostly written for. */
const completion = (origin: string, input: ChatInput): Pick<Commands, "typescript" | "python"> => {
  const request = {
    model: `qal-${input.language}`,
    messages: [
      ...(input.system === "" ? [] : [{ role: "system", content: input.system }]),
      ...input.history.map(({ parts, role }) => ({ role, content: parts.flatMap(textIn).join("\n") })),
      { role: "user", content: input.prompt }
    ],
    temperature: input.temperature,
    ...(input.streams ? { stream: true } : {})
  }
  return {
    typescript: program(
      tsImports(),
      tsClient(origin),
      `const answer = await qal.chat.completions.create(${ts(request)})`,
      input.streams
        ? 'for await (const { choices } of answer) process.stdout.write(choices[0]?.delta.content ?? "")\nconsole.log()'
        : "console.log(answer.choices[0]?.message.content)"
    ),
    python: program(
      pyImports(),
      pyClient(origin),
      `answer = qal.chat.completions.create(\n${pyArguments(request)}\n)`,
      input.streams
        ? 'for chunk in answer:\n  if chunk.choices:\n    print(chunk.choices[0].delta.content or "", end="", flush=True)\nprint()'
        : "print(answer.choices[0].message.content)"
    )
  }
}

/** By the API's own route, as the page has sent it; the answer is whole. */
const generation = (url: string, origin: string, json: Value): Pick<Commands, "typescript" | "python"> => ({
  typescript: program(
    tsImports(),
    tsClient(origin),
    `const answer = await qal.post<{ response_text: string }>(${ts(url)}, {\n  body: ${ts(json, "  ")}\n})`,
    "console.log(answer.response_text)"
  ),
  python: program(
    pyImports(),
    pyClient(origin),
    `answer = qal.post(\n  ${py(url)},\n  cast_to=object,\n  body=${py(json, "  ")},\n)\nprint(answer["response_text"])`
  )
})

/** The same with files, which go as a form. */
const form = (url: string, origin: string, input: ChatInput): Pick<Commands, "typescript" | "python"> => {
  const files = filesOf(input)
  const json = jsonOf(input, false)
  const attached = files.map(
    ([field, { name, type }]) =>
      `form.set(${ts(field)}, await openAsBlob(${ts(name)}${type === "" ? "" : `, { type: ${ts(type)} }`}), ${ts(name)})`
  )
  const opened = files.map(
    ([field, { name, type }]) =>
      `    (${py(field)}, (${py(name)}, open(${py(name)}, "rb")${type === "" ? "" : `, ${py(type)}`})),`
  )
  return {
    typescript: program(
      tsImports('import { openAsBlob } from "node:fs"'),
      tsClient(origin),
      `const form = new FormData()\nform.set("request_data", JSON.stringify(${ts(json)}))\n${attached.join("\n")}`,
      `const answer = await qal.post<{ response_text: string }>(${ts(url)}, { body: form })`,
      "console.log(answer.response_text)"
    ),
    python: program(
      pyImports("json"),
      pyClient(origin),
      `answer = qal.post(\n  ${py(url)},\n  cast_to=object,\n  body={"request_data": json.dumps(${py(json, "  ")})},\n  files=[\n${opened.join("\n")}\n  ],\n` +
        '  options={"headers": {"Content-Type": "multipart/form-data"}},\n)\nprint(answer["response_text"])'
    )
  }
}

export const chatCommands = (origin: string, input: ChatInput): Commands => {
  const url = `${origin}${PATH}`
  const files = filesOf(input)
  const programs = !isPlain(input)
    ? form(url, origin, input)
    : hasEarlierFiles(input)
      ? generation(url, origin, jsonOf(input, false))
      : completion(origin, input)
  return {
    curl: isPlain(input)
      ? curl({ url, json: jsonOf(input), streams: input.streams })
      : curl({ url, form: [["request_data", JSON.stringify(jsonOf(input))], ...files] }),
    ...programs,
    needs: OPENAI
  }
}
