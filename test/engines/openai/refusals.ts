/**
 * Refusals as servers publish them, in their documentation, their source or their answers, and what each means: the
 * lines of `refusals.tsv`, whose first names the columns.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Schema } from "effect"

const Refusal = Schema.Struct({
  server: Schema.String,
  status: Schema.NumberFromString,
  /** `safety` is no failure, but an answer. */
  means: Schema.Literal("TEXT_TOO_LONG", "safety", "PROVIDER_NOT_CONFIGURED", "PROVIDER_ERROR"),
  /** What the client is told, beside the code. A regular expression. */
  tells: Schema.String,
  body: Schema.parseJson()
})
export type Refusal = typeof Refusal.Type

const [columns = [], ...rows] = readFileSync(join(import.meta.dir, "refusals.tsv"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => line.split("\t"))
const decode = Schema.decodeUnknownSync(Refusal)

/** What is not asked again. */
export const refusals: ReadonlyArray<Refusal> = rows.map((cells) =>
  decode(Object.fromEntries(columns.map((column, at) => [column, cells[at]])))
)

/** The answer of a server that refuses so. */
export const responseOf = ({ body, status }: Refusal): Response =>
  typeof body === "string" ? new Response(body, { status }) : Response.json(body, { status })
