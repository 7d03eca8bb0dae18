/** A request in Python, with `requests`. */
import { addressOf, type FormField, headersOf, type Piece, type Request } from "../ExampleRequest.ts"
import { notes, parsed } from "./Common.ts"

const WORDS = new Map<unknown, string>([
  [null, "None"],
  [true, "True"],
  [false, "False"]
])

/** A JSON value as Python writes it; text is written alike, but for what would be a pair of halves. */
const pythonValue = (value: unknown, indent = ""): string => {
  const inner = `${indent}    `
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]"
    return `[\n${value.map((each) => `${inner}${pythonValue(each, inner)},\n`).join("")}${indent}]`
  }
  if (typeof value === "object" && value !== null) {
    const lines = Object.entries(value).map(
      ([name, each]) => `${inner}${JSON.stringify(name)}: ${pythonValue(each, inner)},\n`
    )
    return lines.length === 0 ? "{}" : `{\n${lines.join("")}${indent}}`
  }
  return WORDS.get(value) ?? JSON.stringify(value)
}

const pythonText = (pieces: ReadonlyArray<Piece>): string =>
  pieces
    .map((piece) => (typeof piece === "string" ? JSON.stringify(piece) : `os.environ[${JSON.stringify(piece.name)}]`))
    .join(" + ")

const pythonForm = (fields: ReadonlyArray<FormField>): ReadonlyArray<string> => {
  // As files without a name, so that it is a form also where no file is in it.
  const lines = fields.map((field) =>
    "file" in field
      ? `(${JSON.stringify(field.name)}, (${JSON.stringify(field.file)}, open(${JSON.stringify(field.file)}, "rb"), ${JSON.stringify(field.type)}))`
      : `(${JSON.stringify(field.name)}, (None, ${JSON.stringify(field.text)}))`
  )
  return [`files=[\n${lines.map((line) => `        ${line},\n`).join("")}    ]`]
}

const pythonBody = ({ body }: Request): ReadonlyArray<string> => {
  if (body === undefined) return []
  if (body.type === "form") return pythonForm(body.fields)
  const json = parsed(body.text)
  return [json === undefined ? `data=${JSON.stringify(body.text)}.encode()` : `json=${pythonValue(json.value, "    ")}`]
}

const PYTHON_FRAMES = [
  'whole, at, sound = response.content, 0, b""',
  'while (length := int.from_bytes(whole[at:at + 4], "big")) > 0:',
  "    sound += whole[at + 4:at + 4 + length]",
  "    at += 4 + length"
]

const pythonAnswer = ({ answer, file }: Request): ReadonlyArray<string> => {
  const write = (what: string) => [`with open(${JSON.stringify(file)}, "wb") as file:`, `    file.write(${what})`]
  switch (answer) {
    case "json":
      return ["print(response.json())"]
    case "text":
      return ['response.encoding = "utf-8"', "print(response.text)"]
    case "pieces":
      return ["for line in response.iter_lines():", "    print(line.decode())"]
    case "file":
      return write("response.content")
    case "frames":
      return [...PYTHON_FRAMES, ...write("sound"), "print(whole[at + 4:].decode())"]
    case "nothing":
      return ["print(response.status_code)"]
  }
}

export const python = (request: Request): string => {
  const { answer, method } = request
  const headers = headersOf(request).filter(([name]) => name !== "content-type")
  const address = addressOf(request)
  const lines = [
    pythonText(address),
    ...(headers.length === 0
      ? []
      : [`headers={${headers.map(([name, value]) => `${JSON.stringify(name)}: ${pythonText(value)}`).join(", ")}}`]),
    ...pythonBody(request),
    ...(answer === "pieces" ? ["stream=True"] : [])
  ]
  const needsSystem = [...address, ...headers.flatMap(([, value]) => value)].some((piece) => typeof piece !== "string")
  return [
    ...notes(request, "#"),
    ...(needsSystem ? ["import os", ""] : []),
    "import requests",
    "",
    `response = requests.${method.toLowerCase()}(\n${lines.map((line) => `    ${line},\n`).join("")})`,
    "if not response.ok:",
    "    raise SystemExit(response.text)",
    ...pythonAnswer(request)
  ].join("\n")
}
