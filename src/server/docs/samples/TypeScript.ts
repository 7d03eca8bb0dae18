/** A request in TypeScript, for Bun, Node and Deno. */
import { addressOf, type FormField, headersOf, type Piece, type Request } from "../ExampleRequest.ts"
import { notes, parsed } from "./Common.ts"

const indented = (text: string, by: string): string => text.replaceAll("\n", `\n${by}`)

const literal = (pieces: ReadonlyArray<Piece>): string => {
  if (pieces.every((piece) => typeof piece === "string")) return JSON.stringify(pieces.join(""))
  const text = pieces.map((piece) =>
    typeof piece === "string" ? piece.replace(/[`\\]|\$(?=\{)/g, "\\$&") : `\${process.env.${piece.name}}`
  )
  return `\`${text.join("")}\``
}

const NAME = /^[a-z_]\w*$/i

const typescriptForm = (fields: ReadonlyArray<FormField>): ReadonlyArray<string> => [
  "const form = new FormData()",
  ...fields.map((field) =>
    "file" in field
      ? `form.append(${JSON.stringify(field.name)}, new File([await readFile(${JSON.stringify(field.file)})], ` +
        `${JSON.stringify(field.file)}, { type: ${JSON.stringify(field.type)} }))`
      : `form.append(${JSON.stringify(field.name)}, ${JSON.stringify(field.text)})`
  )
]

const TYPESCRIPT_FRAMES = [
  "const whole = Buffer.from(await response.arrayBuffer())",
  "const pieces: Array<Buffer> = []",
  "let at = 0",
  "for (let length = whole.readUInt32BE(at); length > 0; length = whole.readUInt32BE(at)) {",
  "  pieces.push(whole.subarray(at + 4, at + 4 + length))",
  "  at += 4 + length",
  "}"
]

const typescriptAnswer = ({ answer, file }: Request): ReadonlyArray<string> => {
  const name = JSON.stringify(file)
  switch (answer) {
    case "json":
      return ["console.log(await response.json())"]
    case "text":
      return ["console.log(await response.text())"]
    case "pieces":
      return [
        "const decoder = new TextDecoder()",
        "for await (const piece of response.body ?? []) process.stdout.write(decoder.decode(piece, { stream: true }))"
      ]
    case "file":
      return [`await writeFile(${name}, Buffer.from(await response.arrayBuffer()))`]
    case "frames":
      return [
        ...TYPESCRIPT_FRAMES,
        `await writeFile(${name}, Buffer.concat(pieces))`,
        'console.log(JSON.parse(whole.toString("utf8", at + 4)))'
      ]
    case "nothing":
      return ["console.log(response.status)"]
  }
}

const typescriptBody = ({ body }: Request): ReadonlyArray<string> => {
  if (body === undefined) return []
  if (body.type === "form") return ["body: form"]
  const json = parsed(body.text)
  const value =
    json === undefined ? JSON.stringify(body.text) : `JSON.stringify(${JSON.stringify(json.value, null, 2)})`
  return [`body: ${indented(value, "  ")}`]
}

export const typescript = (request: Request): string => {
  const { answer, body, method } = request
  const fields = body?.type === "form" ? body.fields : []
  const functions = [
    ...(fields.some((field) => "file" in field) ? ["readFile"] : []),
    ...(answer === "file" || answer === "frames" ? ["writeFile"] : [])
  ]
  const headers = headersOf(request).map(
    ([name, value]) => `${NAME.test(name) ? name : JSON.stringify(name)}: ${literal(value)}`
  )
  const options = [
    ...(method === "GET" ? [] : [`method: ${JSON.stringify(method)}`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(", ")} }`]),
    ...typescriptBody(request)
  ]
  const address = literal(addressOf(request))
  return [
    ...notes(request, "//"),
    ...(functions.length === 0 ? [] : [`import { ${functions.join(", ")} } from "node:fs/promises"`, ""]),
    ...(body?.type === "form" ? typescriptForm(body.fields) : []),
    options.length === 0
      ? `const response = await fetch(${address})`
      : `const response = await fetch(${address}, {\n  ${options.join(",\n  ")}\n})`,
    "if (!response.ok) throw new Error(await response.text())",
    ...typescriptAnswer(request)
  ].join("\n")
}
