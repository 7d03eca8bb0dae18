/** One operation: what it is, a form that sends it, code that does, and its answers. */
import { type Json, listOf, record } from "../document/JsonNodes.ts"
import { LANGUAGE_NAMES, LANGUAGES, sample } from "./CodeSamples.ts"
import {
  type Content,
  type Field,
  type Operation,
  operationNameOf,
  type ResponseDescription,
  resolved,
  text
} from "./Document.ts"
import type { Body, FormField, Request } from "./ExampleRequest.ts"
import { html, inline, type Markup, none, prose } from "./Markup.ts"
import { bodyOriginsOf, noteOf, originOf, replacedBy, typedIn } from "./Origins.ts"
import { formInputs, prefilled, type Schemas, streamedBy, type Titles } from "./Prefilled.ts"
import { schemaView } from "./SchemaView.ts"
import type { TryItOperation } from "./TryIt.ts"

export interface ViewContext {
  readonly base: string
  readonly schemas: Schemas
  readonly titles: Titles
}

// --- what is filled in

/** A choice among few words; none for other values. */
const wordsOf = (schema: Json, schemas: Schemas): ReadonlyArray<string> => {
  const own = resolved(schema, schemas)
  const words = listOf(own.enum)
  return words.every((word) => typeof word === "string") ? words.map(String) : []
}

const control = (name: string, field: Field, value: string, schemas: Schemas): Markup => {
  const words = wordsOf(field.schema, schemas)
  if (words.length === 0) return html`<input name="${name}" value="${value}" autocomplete="off" spellcheck="false">`
  const option = (word: string) => html`<option${word === value ? html` selected` : none}>${word}</option>`
  return html`<select name="${name}"><option value=""></option>${words.map(option)}</select>`
}

const fieldView = (field: Field, { parameters }: Request, schemas: Schemas): Markup => {
  const { description, name, required, where } = field
  const value = parameters.find((each) => each.name === name && each.where === where)?.value ?? ""
  return html`<li>
<label><span><code>${name}</code> <span class="type">${where}${required ? ", required" : ""}</span></span>
${control(`${where} ${name}`, field, value, schemas)}</label>
${inline(description)}
</li>`
}

const fieldsView = (operation: Operation, request: Request, schemas: Schemas): Markup =>
  operation.fields.length === 0
    ? none
    : html`<h4>Parameters</h4><ul class="fields">${operation.fields.map((each) => fieldView(each, request, schemas))}</ul>`

const LONG = 60

const formControl = (name: string, isFile: boolean, filled: FormField | undefined): Markup => {
  if (isFile) {
    const isOffered = filled !== undefined && "file" in filled
    return isOffered
      ? html`<input type="file" name="${name}" data-offered="${filled.file}" data-offered-type="${filled.type}">`
      : html`<input type="file" name="${name}">`
  }
  const text = filled !== undefined && "text" in filled ? filled.text : ""
  return text.length > LONG || text.includes("\n")
    ? html`<textarea name="${name}" rows="${Math.min(12, text.split("\n").length + 1)}" spellcheck="false">${text}</textarea>`
    : html`<input name="${name}" value="${text}" autocomplete="off" spellcheck="false">`
}

const offerView = (filled: FormField | undefined): Markup =>
  filled !== undefined && "file" in filled
    ? html`<a href="/docs/${filled.file}" download>${filled.file}</a> is sent where you choose none. `
    : none

const formView = (
  content: Content,
  filled: ReadonlyArray<FormField>,
  schemas: Schemas
): Markup => html`<ul class="fields">
${formInputs(content, schemas).map(({ description, isFile, name, required }) => {
  const field = filled.find((each) => each.name === name)
  return html`<li>
<label><span><code>${name}</code> <span class="type">${isFile ? "file" : "text"}${required ? ", required" : ""}</span></span>
${formControl(`form ${name}`, isFile, field)}</label>
${offerView(field)}${inline(description)}
</li>`
})}</ul>`

/** Controls of what only the reader knows, which is not shown as it is typed. */
const typedView = (names: ReadonlyArray<string>, { example }: Content): Markup => html`<ul class="fields">
${names.map(
  (name) => html`<li><label><span><code>${name}</code> <span class="type">text, required</span></span>
<input type="password" name="typed ${name}" placeholder="${text(record(example)[name])}" required autocomplete="off"></label></li>`
)}</ul>`

const editorView = (operation: Operation, content: Content, body: Body | undefined, schemas: Schemas): Markup => {
  if (body?.type === "form") return formView(content, body.fields, schemas)
  const typed = typedIn(operation)
  if (typed.length > 0) return typedView(typed, content)
  const rows = Math.min(24, (body?.text.split("\n").length ?? 0) + 1)
  return html`<textarea name="body" aria-label="Body" rows="${rows}" spellcheck="false">${body?.text}</textarea>`
}

const bodyView = (
  operation: Operation,
  content: Content,
  body: Body | undefined,
  at: number,
  schemas: Schemas
): Markup => {
  return html`<fieldset class="body" data-type="${body?.type ?? "json"}"${at === 0 ? none : html` hidden disabled`}>
<legend><code>${content.type}</code></legend>
${editorView(operation, content, body, schemas)}
<details><summary>What it may have</summary>${schemaView(content.schema)}</details>
</fieldset>`
}

const bodiesView = (operation: Operation, context: ViewContext): Markup => {
  const { bodies } = operation
  if (bodies.length === 0) return none
  const option = ({ type }: Content, at: number) => html`<option value="${at}">${type}</option>`
  const choice = html`<label>Sent as <select name="content">${bodies.map(option)}</select></label>`
  return html`<h4>Body</h4>
${bodies.length > 1 ? choice : none}
${bodies.map((content, at) => {
  const { body } = prefilled(operation, context.base, context.schemas, context.titles, at)
  return bodyView(operation, content, body, at, context.schemas)
})}`
}

// --- what comes back

const contentView = ({ example, schema, type }: Content): Markup => html`<p><code>${type}</code></p>
${schemaView(schema)}
${example === undefined ? none : html`<pre tabindex="0"><code>${typeof example === "string" ? example : JSON.stringify(example, null, 2)}</code></pre>`}`

const answerView = ({
  contents,
  description,
  headers,
  status
}: ResponseDescription): Markup => html`<details class="answers">
<summary><strong>${status === "default" ? "Other" : status}</strong> ${inline(description)}</summary>
${headers.length === 0 ? none : html`<ul class="properties">${headers.map(({ name, description }) => html`<li><code>${name}</code> ${inline(description)}</li>`)}</ul>`}
${contents.map(contentView)}
</details>`

// --- code

export const codeView = (title: string, code: string, language?: string): Markup => html`<figure class="code"${
  language === undefined ? none : html` data-language="${language}"`
}>
<figcaption>${title} <button type="button" class="copy">Copy</button></figcaption>
<pre tabindex="0"><code>${code}</code></pre>
</figure>`

const samplesView = (request: Request): Markup => html`<div class="samples">
${LANGUAGES.map((language) => codeView(LANGUAGE_NAMES[language], sample(language, request), language))}
</div>`

// --- all of it

const tryOf = (operation: Operation, request: Request, context: ViewContext): TryItOperation => ({
  name: operationNameOf(operation),
  request,
  streamedBy: streamedBy(operation, context.schemas),
  origins: Object.fromEntries(
    operation.fields.flatMap((field) => {
      const origin = originOf(operation.path, field)
      return origin === undefined ? [] : [[`${field.where} ${field.name}`, origin] as const]
    })
  ),
  bodyOrigins: bodyOriginsOf(operation),
  replaced: replacedBy(operation),
  typed: typedIn(operation)
})

const PROOFS = {
  none: "Needs no key.",
  key: "",
  bearer: "",
  session: "Needs a session of the dashboard in this browser, in place of a key."
} as const

export const operationView = (operation: Operation, context: ViewContext): Markup => {
  const { answers, description, id, isDeprecated, method, path, proof, summary } = operation
  const request = prefilled(operation, context.base, context.schemas, context.titles)
  const attempt = tryOf(operation, request, context)
  const note = noteOf(operation)
  return html`<article id="${id}" class="operation">
<details>
<summary><h3><span class="method">${method}</span> <code>${path}</code> <span>${inline(summary)}</span></h3>${isDeprecated ? html` <em>deprecated</em>` : none}</summary>
${prose(description)}
${PROOFS[proof] === "" ? none : html`<p>${PROOFS[proof]}</p>`}
<form data-try="${JSON.stringify(attempt)}">
${fieldsView(operation, request, context.schemas)}
${bodiesView(operation, context)}
${attempt.streamedBy === undefined ? none : html`<p><label><input type="checkbox" name="streamed"> Answered in pieces, as they come</label></p>`}
${Object.entries(attempt.bodyOrigins).map(
  ([name, { maker }]) =>
    html`<p class="note">Where you send it from here, <code>${name}</code> is filled in, from the answer of “${inline(context.titles(maker).title)}” or of what there is; in the code, put in your own.</p>`
)}
${
  attempt.replaced === undefined
    ? none
    : html`<p class="note">What you send takes the place of all that there is. With a key, the form begins with what there is, where that is anything.</p>`
}
${note === undefined ? none : html`<p class="note">${inline(note)}</p>`}
<p class="scripted"><button type="submit">Send</button></p>
<div class="answer" aria-live="polite"></div>
</form>
${samplesView(request)}
<h4>Answers</h4>
${answers.map(answerView)}
</details>
</article>`
}
