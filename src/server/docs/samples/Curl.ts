/** A request for a shell. */
import { addressOf, type FormField, headersOf, type Piece, type Request } from "../Request.ts"
import { notes } from "./Common.ts"

const single = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const double = (pieces: ReadonlyArray<Piece>): string => {
  const text = pieces.map((piece) => (typeof piece === "string" ? piece.replace(/["\\$`]/g, "\\$&") : `$${piece.name}`))
  return `"${text.join("")}"`
}

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
  const toFile = answer === "file" || answer === "frames"
  const options = [
    ...(method === usual ? [] : [`-X ${method}`]),
    ...(answer === "pieces" ? ["--no-buffer"] : []),
    ...(toFile ? [`--output ${file}`] : []),
    ...headersOf(request).map(([name, value]) => `-H ${double([`${name}: `, ...value])}`),
    ...curlBody(request)
  ]
  return [...notes(request, "#"), ["curl --fail-with-body", double(addressOf(request))].join(" ")]
    .join("\n")
    .concat(...options.map((option) => ` \\\n  ${option}`))
}
