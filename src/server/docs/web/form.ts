/** What the reader has filled in, as a request. */
import {
  type Body,
  changed,
  type FormField,
  inPieces,
  type Parameter,
  type Request,
  STREAM
} from "../ExampleRequest.ts"
import type { TryItOperation } from "../TryIt.ts"

export interface RequestForm {
  readonly form: HTMLFormElement
  readonly operation: TryItOperation
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isControl = (element: unknown): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement

/** The control of that name; of several bodies, that of the one which is shown. */
export const controlOf = (form: HTMLFormElement, name: string): Control | undefined =>
  Array.from(form.elements)
    .filter(isControl)
    .find((control) => control.name === name && control.closest("fieldset[hidden]") === null)

export const setValue = (form: HTMLFormElement, name: string, value: string): void => {
  const control = controlOf(form, name)
  if (control !== undefined) control.value = value
}

const valueOf = (form: HTMLFormElement, name: string): string => controlOf(form, name)?.value ?? ""

/** The bodies of an operation, the one that is sent not hidden. */
const shownBody = (form: HTMLFormElement): HTMLFieldSetElement | null =>
  form.querySelector("fieldset.body:not([hidden])")

/** The file that was chosen for a field. */
export const chosenFile = (form: HTMLFormElement, name: string): File | undefined => {
  const control = controlOf(form, `form ${name}`)
  return control instanceof HTMLInputElement ? (control.files?.[0] ?? undefined) : undefined
}

const FORM = "form "

/** Fields as they are sent: a file that was chosen, or the one that is offered; and text that is not empty. */
const fieldsOf = (form: HTMLFormElement, body: HTMLFieldSetElement): ReadonlyArray<FormField> =>
  Array.from(body.elements)
    .filter(isControl)
    .filter(({ name }) => name.startsWith(FORM))
    .flatMap((control): ReadonlyArray<FormField> => {
      const name = control.name.slice(FORM.length)
      if (!(control instanceof HTMLInputElement && control.type === "file")) {
        return control.value === "" ? [] : [{ name, text: control.value }]
      }
      const file = chosenFile(form, name)
      if (file !== undefined) return [{ name, file: file.name, type: file.type || "application/octet-stream" }]
      const { offered, offeredType } = control.dataset
      return offered === undefined || offeredType === undefined ? [] : [{ name, file: offered, type: offeredType }]
    })

/** Without what is typed into controls of its own, in whose place the example stands. */
const bodyOf = ({ form, operation }: RequestForm): Body | undefined => {
  const body = shownBody(form)
  if (body === null) return undefined
  if (body.dataset.type === "form") return { type: "form", fields: fieldsOf(form, body) }
  return operation.typed.length > 0 ? operation.request.body : { type: "json", text: valueOf(form, "body") }
}

const isStreamed = (form: HTMLFormElement): boolean => {
  const control = controlOf(form, "streamed")
  return control instanceof HTMLInputElement && control.checked
}

/** The request that the form has in it. */
export const requestOf = (requestForm: RequestForm): Request => {
  const { form, operation } = requestForm
  const { request } = operation
  const body = bodyOf(requestForm)
  const parameters = request.parameters.map(
    (each): Parameter => ({ ...each, value: valueOf(form, `${each.where} ${each.name}`).trim() })
  )
  const { body: _, ...rest } = request
  return {
    ...rest,
    parameters,
    ...(body === undefined ? {} : { body }),
    answer: isStreamed(form) ? "pieces" : request.answer
  }
}

/** The request with what is typed, as it is sent. */
export const typedInto = ({ form, operation }: RequestForm, request: Request): Request => {
  const { body } = request
  if (body?.type !== "json" || operation.typed.length === 0) return request
  const typed = Object.fromEntries(operation.typed.map((name) => [name, valueOf(form, `typed ${name}`).trim()]))
  return { ...request, body: { ...body, text: changed(body.text, (own) => ({ ...own, ...typed })) } }
}

/** Takes an id that is no more out of the form, where the page would send it; whether it was there. */
export const forget = ({ form, operation }: RequestForm, id: string): boolean => {
  const named = Object.keys(operation.origins).filter((name) => valueOf(form, name).trim() === id)
  // What belongs to the id, such as its signature, goes with it.
  if (named.length > 0) for (const name of Object.keys(operation.origins)) setValue(form, name, "")
  return named.length > 0
}

/** Writes into the form whether the answer is to come in pieces. */
export const setStreamed = (requestForm: RequestForm): void => {
  const { form, operation } = requestForm
  if (operation.streamedBy === undefined) return
  const { body, parameters } = inPieces(requestOf(requestForm), operation.streamedBy, isStreamed(form))
  for (const { name, value, where } of parameters) setValue(form, `${where} ${name}`, value)
  if (body?.type === "json") setValue(form, "body", body.text)
  if (body?.type !== "form" || operation.streamedBy === "query") return
  setValue(form, FORM + STREAM, "")
  for (const field of body.fields) if ("text" in field) setValue(form, FORM + field.name, field.text)
}

/** Shows the body that was chosen, and it alone is sent. */
export const setContent = (form: HTMLFormElement, at: string): void => {
  for (const [index, body] of form.querySelectorAll<HTMLFieldSetElement>("fieldset.body").entries()) {
    body.hidden = body.disabled = String(index) !== at
  }
}
