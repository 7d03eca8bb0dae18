/** What `/docs` shows of a running server's operations, and what a reader does with it. */
import { type Documentation, type Operation, operationNameOf, read } from "../../src/server/docs/Document.ts"
import { type FormField, inPieces, type Request, SESSION } from "../../src/server/docs/ExampleRequest.ts"
import { bodyOriginsOf, type Origin, originOf } from "../../src/server/docs/Origins.ts"
import { prefilled, SAMPLES, streamedBy, type Titles } from "../../src/server/docs/Prefilled.ts"
import { type Json, record } from "../../src/server/document/JsonNodes.ts"
import type { Admin } from "../dashboard/Session.ts"
import { API_KEY } from "../support/Server.ts"

interface Choice {
  /** Which of the operation's bodies; the first, if none is said. */
  readonly body?: number
  readonly isStreamed?: boolean
}

export interface Reader {
  readonly documentation: Documentation
  readonly operations: ReadonlyArray<Operation>
  /** The request that the page shows. */
  readonly request: (operation: Operation, choice?: Choice) => Request
  /** Every way in which the page shows that the operation can be sent. */
  readonly choices: (operation: Operation) => ReadonlyArray<Choice>
  /** A body's JSON as the page sends it: with ids of what is there. */
  readonly filled: (operation: Operation, text: string, admin: Admin) => Promise<string>
  /** What stands for the variables of an operation's path: made anew where it can be. */
  readonly values: (operation: Operation, admin: Admin) => Promise<Readonly<Record<string, string>>>
}

/** As `Origin.at` has it. */
const valueAt = (value: unknown, pointer: string): string => {
  const found = pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((inner, name) => (Array.isArray(inner) ? inner[Number(name)] : record(inner)[name]), value)
  if (typeof found !== "string") throw new Error(`${pointer} is not in ${JSON.stringify(value).slice(0, 500)}`)
  return found
}

/** A body without an id of its own, which would give what was made before. */
const anew = (text: string): string => {
  const { client_request_id: _, request_id: __, ...rest } = record(JSON.parse(text))
  return JSON.stringify(rest)
}

export const readerOf = async (url: string): Promise<Reader> => {
  const document: Json = record(await (await fetch(`${url}/openapi.json`)).json())
  const documentation = read(document)
  const operations = documentation.chapters.flatMap((chapter) => chapter.operations)
  const named = new Map(operations.map((each) => [operationNameOf(each), each]))
  const titles: Titles = (name) => ({ title: named.get(name)?.summary ?? name, place: named.get(name)?.id ?? "" })
  const request = (operation: Operation, { body, isStreamed = false }: Choice = {}) => {
    const whole = prefilled(operation, url, documentation.schemas, titles, body)
    const by = streamedBy(operation, documentation.schemas)
    return by === undefined || !isStreamed ? whole : inPieces(whole, by, true)
  }

  const files = new Map<string, Blob>(
    await Promise.all(
      Object.values(SAMPLES).map(async ({ file }) => [file, await (await fetch(`${url}/docs/${file}`)).blob()] as const)
    )
  )

  /** JSON of a body, with ids of what is there in the place of those that nobody has. */
  const filled = async (operation: Operation, text: string, admin: Admin): Promise<string> => {
    const body: Record<string, unknown> = { ...record(JSON.parse(text)) }
    for (const [name, origin] of Object.entries(bodyOriginsOf(operation))) body[name] = await made(origin, admin)
    return JSON.stringify(body)
  }

  const partsOf = (fields: ReadonlyArray<FormField>): FormData => {
    const form = new FormData()
    for (const field of fields) {
      if ("text" in field) form.append(field.name, field.text)
      else form.append(field.name, new File([files.get(field.file) ?? ""], field.file, { type: field.type }))
    }
    return form
  }

  /** Sends an operation that others depend on, which has no variables itself; its answer. */
  const sent = async (name: string, admin: Admin): Promise<unknown> => {
    const operation = named.get(name)
    if (operation === undefined) throw new Error(`there is no ${name}`)
    const { body, method, path, proof } = request(operation)
    const text = body?.type === "json" ? anew(await filled(operation, body.text, admin)) : undefined
    const headers = {
      ...(proof === "session" ? { cookie: admin.cookie, [SESSION.header]: admin.csrf } : { "x-api-key": API_KEY }),
      ...(text === undefined ? {} : { "content-type": "application/json" })
    }
    const response = await fetch(url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: body.type === "form" ? partsOf(body.fields) : (text ?? "") })
    })
    if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`)
    return await response.json()
  }

  /** A file that is kept for a chat. */
  const attach = async () => {
    const question = { prompt: "ሰላም", target_language: "am", attachment_field_names: ["note"] }
    const form = partsOf([{ name: "request_data", text: JSON.stringify(question) }])
    form.append("note", new File(["የስብሰባ ቃለ ጉባኤ"], "note.txt", { type: "text/plain" }))
    const answer = await fetch(`${url}/api/v1/chat_generate`, {
      method: "POST",
      headers: { "x-api-key": API_KEY },
      body: form
    })
    if (!answer.ok) throw new Error(await answer.text())
  }

  /** What a list of the dashboard must have in it, which no operation of the dashboard makes. */
  const others = new Map<string, (admin: Admin) => Promise<unknown>>([
    ["GET /api/v1/admin/transcriptions", (admin) => sent("POST /api/v1/scribe/transcribe", admin)],
    ["GET /api/v1/admin/uploads", attach]
  ])

  const answered = async (maker: string, admin: Admin): Promise<unknown> => {
    await others.get(maker)?.(admin)
    return await sent(maker, admin)
  }

  const made = async ({ at, maker }: Origin, admin: Admin): Promise<string> => valueAt(await answered(maker, admin), at)

  return {
    documentation,
    operations,
    request,
    filled,
    choices: (operation) => {
      const bodies = operation.bodies.length > 1 ? operation.bodies.map((_, body) => ({ body })) : [{}]
      const isStreamed = streamedBy(operation, documentation.schemas) !== undefined
      return [...bodies, ...(isStreamed ? [{ isStreamed }] : [])]
    },
    values: async (operation, admin) => {
      const values: Record<string, string> = {}
      // Several values may be of one thing.
      const answers = new Map<string, unknown>()
      for (const { name, variable, where } of request(operation).parameters) {
        const origin = originOf(operation.path, { name, where })
        if (variable === undefined || origin === undefined) continue
        const { at, maker, part } = origin
        if (!answers.has(maker)) answers.set(maker, await answered(maker, admin))
        const whole = valueAt(answers.get(maker), at)
        values[variable.name] = part === undefined ? whole : (new URL(whole).searchParams.get(part) ?? "")
      }
      return values
    }
  }
}
