/** A request for a shell. */
import { addressOf, type FormField, headersOf, type Piece, type Request, type Variable } from "../ExampleRequest.ts"
import { notes } from "./Common.ts"

const single = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** An id that is not set would leave another address: the shell says so instead. */
const expanded = ({ meaning, name }: Variable): string => (meaning === "" ? `$${name}` : `\${${name}:?is not set}`)

const double = (pieces: ReadonlyArray<Piece>): string => {
  const text = pieces.map((piece) => (typeof piece === "string" ? piece.replace(/["\\$`]/g, "\\$&") : expanded(piece)))
  return `"${text.join("")}"`
}

/** What players do not read, until it is taken apart. */
const FRAMES = [
  "# What is written is no MP3 yet: frames of a 4-byte length and MP3, a length of zero, the clip as JSON.",
  "# The code in TypeScript and in Python takes them apart."
]

const curlField = (field: FormField): string =>
  "file" in field
    ? `-F ${single(`${field.name}=@${field.file};type=${field.type}`)}`
    : `--form-string ${single(`${field.name}=${field.text}`)}`

const curlBody = ({ body }: Request): ReadonlyArray<string> => {
  if (body === undefined) return []
  return body.type === "json" ? [`-d ${single(body.text)}`] : body.fields.map(curlField)
}

export const curl = (request: Request): string => {
  const { answer, body, file, method } = request
  const usual = body === undefined ? "GET" : "POST"
  const output = { file: [`--output ${file}`], frames: [`--output ${file}-frames`] }
  const options = [
    ...(method === usual ? [] : [`-X ${method}`]),
    ...(answer === "pieces" ? ["--no-buffer"] : []),
    ...(answer === "file" || answer === "frames" ? output[answer] : []),
    ...headersOf(request).map(([name, value]) => `-H ${double([`${name}: `, ...value])}`),
    ...curlBody(request)
  ]
  const remarks = [...notes(request, "#"), ...(answer === "frames" ? FRAMES : [])]
  return [...remarks, ["curl --fail-with-body", double(addressOf(request))].join(" ")]
    .join("\n")
    .concat(...options.map((option) => ` \\\n  ${option}`))
}
