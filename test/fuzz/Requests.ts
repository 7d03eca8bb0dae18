/** Valid requests for any route, from its description alone. */
import { Predicate } from "effect"
import { CSRF_HEADER } from "../../src/dashboard/session/SessionApi.ts"
import type { Chance } from "./Chance.ts"
import { type Content, type Draft, type FilePart, whole } from "./Draft.ts"
import { example, field, member, resolve, type Schema, type Source } from "./Examples.ts"
import type { MediaFile } from "./Files.ts"
import { Members, type Node, write } from "./Json.ts"
import type { Route, Tenant, World } from "./World.ts"

/** How often a parameter that may be left out is given. */
const OPTIONAL = 0.35

/** Percent-encoded, also where a character is half. */
export const escape = (text: string): string =>
  Array.from(Buffer.from(text))
    .map((byte) =>
      /[A-Za-z0-9_.~-]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).padStart(2, "0")}`
    )
    .join("")

const wordOf = (node: Node): string => (typeof node === "string" ? node : write(node))

const filePart = (name: string, file: MediaFile): FilePart => ({
  name,
  headers: [`Content-Disposition: form-data; name="${name}"; filename="${file.name}"`, `Content-Type: ${file.type}`],
  content: { kind: "bytes", bytes: file.bytes }
})

const jsonPart = (name: string, node: Node): FilePart => ({
  name,
  headers: [`Content-Disposition: form-data; name="${name}"`, "Content-Type: application/json"],
  content: { kind: "json", node }
})

const formOf = (source: Source, chance: Chance, world: World, schema: Schema): Content => {
  const required = member(schema, "required")
  const properties = member(schema, "properties")
  const fields = Predicate.isRecord(properties) ? Object.entries(properties) : []
  const parts = fields
    .filter(([name]) => (Array.isArray(required) && required.includes(name)) || chance.yes(OPTIONAL))
    .flatMap(([name, property]) => {
      if (member(property, "contentMediaType") === undefined)
        return [jsonPart(name, field(source, chance, name, property))]
      const file = chance.from(world.files.audio)
      return file === undefined ? [] : [filePart(name, file)]
    })
  // A form that takes further fields takes attachments.
  const attachment = chance.from(world.files.documents)
  const takesMore = member(schema, "additionalProperties") !== undefined && attachment !== undefined
  return { kind: "form", isEnded: true, parts: takesMore ? [...parts, filePart("file_1", attachment)] : parts }
}

/** A JSON body; where the description does not say that it is an object, whatever it says. */
const contentOf = (
  route: Route,
  source: Source,
  chance: Chance,
  world: World
): readonly [Content, string | undefined] => {
  const body = chance.from(route.bodies)
  if (body === undefined) return [{ kind: "none" }, undefined]
  const schema = resolve(world.document, body.schema)
  if (body.type.startsWith("multipart/")) return [formOf(source, chance, world, schema), body.type]
  const node = example(source, chance, schema)
  return [{ kind: "json", node: node ?? new Members([]) }, body.type]
}

/** What a header may hold: the HTTP parser refuses anything else by itself, before any code of the server's own. */
const headerText = (value: string): string => value.replaceAll(/[^\x20-\x7e]/g, "")

/** A valid request for the route, as `tenant`. */
export const make = (route: Route, tenant: Tenant, world: World, chance: Chance, boundary: string): Draft => {
  const source: Source = { document: world.document, vocabulary: tenant.vocabulary }
  const [content, type] = contentOf(route, source, chance, world)
  const given = route.parameters
    .filter(({ in: where, required }) => required || where === "path" || chance.yes(OPTIONAL))
    .map((parameter) => ({ ...parameter, value: wordOf(field(source, chance, parameter.name, parameter.schema)) }))
  const of = (where: string) => given.filter((parameter) => parameter.in === where)
  const mediaType = content.kind === "form" ? `${type}; boundary=${boundary}` : type
  return {
    method: route.method,
    path: route.path.replace(/\{([^}]+)\}/g, (_, name) =>
      escape(of("path").find((one) => one.name === name)?.value ?? "")
    ),
    query: of("query")
      .map(({ name, value }) => `${escape(name)}=${escape(value)}`)
      .join("&"),
    headers: [
      ["Host", "localhost"],
      ...(route.needsKey ? [["x-api-key", tenant.key] as const] : []),
      ...(route.needsSession ? [["Cookie", world.admin.cookie] as const] : []),
      ...(route.needsToken ? [[CSRF_HEADER, world.admin.csrf] as const] : []),
      ...(mediaType === undefined ? [] : [["Content-Type", mediaType] as const]),
      ...of("header").map(({ name, value }) => [name, headerText(value)] as const)
    ],
    content,
    framing: whole,
    mayBeBare: false,
    mustFail: false
  }
}
