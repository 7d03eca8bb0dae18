/** Sends what a form has in it, to the server that the page came from. */

import {
  addressOf,
  type Body,
  changed,
  headersOf,
  KEY_VARIABLE,
  type Piece,
  type Request,
  SESSION
} from "../ExampleRequest.ts"
import type { Origin } from "../Origins.ts"
import { chosenFile, controlOf, type RequestForm, requestOf, setValue, typedInto } from "./form.ts"
import { at, type KnownValues, partAt, valueAt } from "./known.ts"

/** Why a request is not sent, with the operation that helps. */
export interface UnsentRequest {
  readonly message: string
  readonly operation?: string
  /** Whether that one can be sent as it stands, and this one then too. */
  readonly canFollow?: boolean
}

export interface SendContext {
  readonly known: KnownValues
  /** The key, as it was pasted. */
  readonly key: () => string
  readonly attemptOf: (operation: string) => RequestForm | undefined
  /** The body that the page has written into a form, until the reader changes it. */
  readonly written: Map<HTMLFormElement, string>
}

const wordsOf = (pieces: ReadonlyArray<Piece>, key: string): string =>
  pieces.map((piece) => (typeof piece === "string" ? piece : piece.name === KEY_VARIABLE ? key : "")).join("")

/** Headers that the page sets itself; a browser has its own cookie. */
const headersFor = (request: Request, key: string, token: string): Headers => {
  const headers = new Headers()
  for (const [name, value] of headersOf(request)) {
    if (name === SESSION.header) headers.set(name, token)
    else if (name !== "cookie") headers.set(name, wordsOf(value, key))
  }
  return headers
}

const partOf = async (form: HTMLFormElement, file: string, type: string, name: string): Promise<File> => {
  const chosen = chosenFile(form, name)
  if (chosen !== undefined) return chosen
  const sample = await fetch(`/docs/${file}`)
  return new File([await sample.blob()], file, { type })
}

const bodyFor = async (form: HTMLFormElement, body: Body | undefined): Promise<BodyInit | undefined> => {
  if (body === undefined) return undefined
  if (body.type === "json") return body.text
  const data = new FormData()
  for (const field of body.fields) {
    if ("text" in field) data.append(field.name, field.text)
    else data.append(field.name, await partOf(form, field.file, field.type, field.name))
  }
  return data
}

/** What proves that the request may be made; why not, where there is none. */
const proofFor = async (
  request: Request,
  { attemptOf, key, known }: SendContext
): Promise<{ token: string } | UnsentRequest> => {
  if (request.proof === "key" || request.proof === "bearer") {
    if (key() === "") return { message: "Paste an API key at the top of this page first." }
    return /^[\x21-\x7e]+$/.test(key())
      ? { token: "" }
      : { message: "The API key at the top of this page has characters that no key has." }
  }
  if (request.proof === "none" || request.method === "GET") return { token: "" }
  const session = attemptOf("GET /api/v1/admin/session")
  const answer = await fetch(session?.operation.request.path ?? "/")
  if (!answer.ok)
    return { message: "There is no session of the dashboard in this browser:", operation: "POST /api/v1/admin/session" }
  known.learn("GET /api/v1/admin/session", await answer.json())
  return { token: at(known.answerOf("GET /api/v1/admin/session"), "/data/csrf_token") ?? "" }
}

/** Sends a request as it is. */
const exchange = async (
  form: HTMLFormElement,
  request: Request,
  context: SendContext
): Promise<Response | UnsentRequest> => {
  const proof = await proofFor(request, context)
  if ("message" in proof) return proof
  const body = await bodyFor(form, request.body)
  const { method } = request
  return fetch(wordsOf(addressOf({ ...request, base: location.origin }), ""), {
    method,
    headers: headersFor(request, context.key(), proof.token),
    ...(body === undefined ? {} : { body })
  })
}

/** The newest of those there are; what is to be changed or deleted must have been made here. */
const listed = async (origin: Origin, method: string, context: SendContext): Promise<string | undefined> => {
  const lister = method === "GET" && origin.list !== undefined ? context.attemptOf(origin.list) : undefined
  if (lister === undefined || origin.listedAt === undefined) return undefined
  const answer = await exchange(lister.form, { ...lister.operation.request, method: "GET" }, context)
  return answer instanceof Response && answer.ok ? partAt(await answer.json(), origin.listedAt, origin) : undefined
}

/** Whether the reader has to choose: what only a list has, others may have made, and it would be changed or deleted. */
const mustChoose = ({ maker }: Origin, method: string): boolean => method !== "GET" && maker.startsWith("GET ")

const lacking = (control: string, origin: Origin, method: string): UnsentRequest => {
  const name = control.split(" ")[1]
  return mustChoose(origin, method)
    ? { message: `Put in the ${name} yourself: this page did not make it. See:`, operation: origin.maker }
    : { message: `There is no ${name} yet. First send:`, operation: origin.maker, canFollow: true }
}

const isEmpty = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.values(value).every(isEmpty)

/**
 * Where the body replaces something: writes what there is now into it, as long as the reader
 * has not changed it. Gives the answer that says why this cannot be read.
 */
export const draw = async (
  { form, operation }: RequestForm,
  context: SendContext
): Promise<Response | UnsentRequest | undefined> => {
  const { replaced, request } = operation
  const control = controlOf(form, "body")
  const reader = replaced === undefined ? undefined : context.attemptOf(replaced.reader)
  if (replaced === undefined || reader === undefined || control === undefined || request.body?.type !== "json")
    return undefined
  const prefilled = request.body.text
  const isUntouched = () => control.value === (context.written.get(form) ?? prefilled)
  if (!isUntouched()) return undefined
  const answer = await exchange(reader.form, reader.operation.request, context)
  if (!(answer instanceof Response && answer.ok)) return answer
  const now = valueAt(await answer.json(), replaced.at)
  if (typeof now !== "object" || now === null || !isUntouched()) return undefined
  const names = Object.keys(JSON.parse(prefilled))
  const body = Object.fromEntries(Object.entries(now).filter(([name]) => names.includes(name)))
  control.value = isEmpty(body) ? prefilled : JSON.stringify(body, null, 2)
  context.written.set(form, control.value)
  return undefined
}

/** Fills in what the reader has left to the page. */
const complete = async ({ form, operation }: RequestForm, context: SendContext): Promise<UnsentRequest | undefined> => {
  const { bodyOrigins, origins, request } = operation
  for (const [name, origin] of Object.entries(origins)) {
    if (controlOf(form, name)?.value.trim() !== "") continue
    const made = mustChoose(origin, request.method) ? undefined : context.known.valueOf(origin)
    const value = made ?? (await listed(origin, request.method, context))
    if (value === undefined) return lacking(name, origin, request.method)
    setValue(form, name, value)
  }
  for (const [name, origin] of Object.entries(bodyOrigins)) {
    const value = context.known.valueOf(origin) ?? (await listed(origin, "GET", context))
    const prefilled = request.body?.type === "json" ? at(JSON.parse(request.body.text), `/${name}`) : undefined
    const text = controlOf(form, "body")?.value ?? ""
    const isUntouched = (body: Record<string, unknown>) => body[name] === prefilled
    if (value !== undefined)
      setValue(
        form,
        "body",
        changed(text, (body) => (isUntouched(body) ? { ...body, [name]: value } : body))
      )
  }
  return undefined
}

/** Sends the form's request; rejects where the server cannot be reached. */
export const send = async (requestForm: RequestForm, context: SendContext): Promise<Response | UnsentRequest> => {
  const { operation } = requestForm
  const proof = operation.request.proof
  const isKeyMissing = (proof === "key" || proof === "bearer") && context.key() === ""
  const refused = isKeyMissing
    ? undefined
    : ((await complete(requestForm, context)) ?? (await draw(requestForm, context)))
  return refused ?? exchange(requestForm.form, typedInto(requestForm, requestOf(requestForm)), context)
}
