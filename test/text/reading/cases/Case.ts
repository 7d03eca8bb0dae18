/** Texts and what a reader says for them: the tables beside this file, a case a line. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Schema } from "effect"
import { Language } from "../../../../src/Domain.ts"

/** A line with its tabs, line ends and what cannot be seen written as in JSON. */
const Columns = Schema.Tuple(
  Language.annotations({ description: "The text's language" }),
  Schema.String.annotations({ description: "What kind of span it is a case of; the report counts by it" }),
  Schema.String.annotations({ description: "The text" }),
  Schema.String.annotations({ description: "All that is said, with its punctuation" }),
  Schema.String.annotations({ description: "The grammar, the usage or the rule that it rests on" })
)

const unescaped = (field: string): string =>
  field.replace(/\\(?:u([0-9a-f]{4})|(.))/g, (_, code?: string, sign?: string) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
    return sign === "n" ? "\n" : sign === "t" ? "\t" : (sign ?? "")
  })

const decode = Schema.decodeUnknownSync(Columns)

const readTable = (file: string) =>
  readFileSync(join(import.meta.dir, file), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [language, kind, text, words] = decode(line.split("\t").map(unescaped))
      return { language, kind, text, words }
    })

/** Of all tables, in the order of their names. */
export const cases = readdirSync(import.meta.dir)
  .filter((file) => file.endsWith(".tsv"))
  .toSorted()
  .flatMap(readTable)
