/** JSON schemas in words: types, bounds, what each property means. */
import { type Json, listOf, record } from "../document/JsonNodes.ts"
import { schemaNameOf, text } from "./Document.ts"
import { html, inline, joined, type Markup, none } from "./Markup.ts"

/** The address of a schema's own place on the page. */
export const placeOf = (name: string): string => `schema.${name}`

const code = (value: unknown): Markup => html`<code>${typeof value === "string" ? value : JSON.stringify(value)}</code>`

const OR = html` or `

/** Alternatives of a schema. */
const choicesOf = (schema: Json): ReadonlyArray<Json> => [...listOf(schema.anyOf), ...listOf(schema.oneOf)].map(record)

const typesOf = (schema: Json): ReadonlyArray<string> =>
  Array.isArray(schema.type) ? schema.type.map(text) : [text(schema.type)].filter((type) => type !== "")

/** What a value is: `text`, a number, one of several words, a list of clips. */
const typeOf = (schema: Json): Markup => {
  const name = schemaNameOf(schema)
  if (name !== undefined) return html`<a href="#${placeOf(name)}">${name}</a>`
  const choices = choicesOf(schema)
  if (choices.length > 0) return joined(choices.map(typeOf), OR)
  if ("const" in schema) return code(schema.const)
  if (Array.isArray(schema.enum)) return joined(schema.enum.map(code), OR)
  if (Array.isArray(schema.allOf))
    return joined(
      schema.allOf.map((each) => typeOf(record(each))),
      html`, `
    )
  if (typesOf(schema).includes("array")) return html`list of ${typeOf(record(schema.items))}`
  if ("contentMediaType" in schema) return html`a file`
  const types = typesOf(schema)
  return html`${types.length === 0 ? "anything" : types.join(" or ")}${schema.format === "binary" ? " (bytes)" : ""}`
}

const BOUNDS: ReadonlyArray<readonly [string, string]> = [
  ["minimum", "at least"],
  ["exclusiveMinimum", "more than"],
  ["maximum", "at most"],
  ["exclusiveMaximum", "less than"],
  ["minLength", "characters at least"],
  ["maxLength", "characters at most"],
  ["minItems", "entries at least"],
  ["maxItems", "entries at most"],
  ["pattern", "matches"],
  ["default", "default"]
]

const boundsOf = (schema: Json): ReadonlyArray<Markup> => {
  const parts = [schema, ...listOf(schema.allOf).map(record)]
  return BOUNDS.flatMap(([name, words]) => {
    const holder = parts.find((part) => name in part)
    return holder === undefined ? [] : [html`, ${words} ${code(holder[name])}`]
  })
}

/** What is in a value that has no name of its own. */
const innerOf = (schema: Json): Markup => {
  if (schemaNameOf(schema) !== undefined) return none
  const parts = [
    ...choicesOf(schema),
    ...listOf(schema.allOf).map(record),
    ...("items" in schema ? [record(schema.items)] : [])
  ]
  return html`${propertiesOf(schema)}${parts.map(innerOf)}`
}

/** What is said of a value: of it here, else of it anywhere. */
const wordsOf = (schema: Json): string => {
  const parts = listOf(schema.allOf).map((each) => text(record(each).description))
  return text(schema.description) || (parts.find((each) => each !== "") ?? "")
}

const propertyOf = (name: string, schema: Json, isRequired: boolean): Markup => html`<li>
<code>${name}</code> <span class="type">${typeOf(schema)}${boundsOf(schema)}${isRequired ? ", required" : ""}</span>
${inline(wordsOf(schema))}
${innerOf(schema)}
</li>`

const propertiesOf = (schema: Json): Markup => {
  const properties = Object.entries(record(schema.properties))
  if (properties.length === 0) return none
  const required = new Set(listOf(schema.required))
  return html`<ul class="properties">${properties.map(([name, each]) => propertyOf(name, record(each), required.has(name)))}</ul>`
}

/** A schema with all that is in it; what has a name is told of at its own place. */
export const schemaView = (schema: Json): Markup => html`<div class="schema">
<span class="type">${typeOf(schema)}${boundsOf(schema)}</span> ${schemaNameOf(schema) === undefined ? inline(wordsOf(schema)) : none}
${innerOf(schema)}
</div>`
