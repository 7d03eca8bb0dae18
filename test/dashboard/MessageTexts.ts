/** The texts of the page, each with its place. */
import { join } from "node:path"
import { Predicate } from "effect"

const FOLDER = join(import.meta.dir, "../../src/dashboard/web/messages")

/** A message, and the values that stand in it. */
export interface Leaf {
  readonly text: string
  readonly arity: number | undefined
  readonly values: ReadonlyArray<string>
}

/** What a message is given in place of its values: itself a mark, and any property of it too. */
const mark = (name: string): unknown =>
  new Proxy(
    {},
    {
      get: (_, property) => {
        if (property === Symbol.toPrimitive) return () => `⟦${name}⟧`
        return typeof property === "string" ? mark(`${name}.${property}`) : undefined
      }
    }
  )

const marksIn = (text: string): ReadonlyArray<string> => (text.match(/⟦[^⟧]*⟧/g) ?? []).sort()

const leavesOf = (value: unknown, path: string): ReadonlyArray<readonly [string, Leaf]> => {
  if (typeof value === "string") return [[path, { text: value, arity: undefined, values: [] }]]
  if (typeof value === "function") {
    const text = String(value(...Array.from({ length: value.length }, (_, at) => mark(String(at)))))
    return [[path, { text: text.replaceAll(/⟦[^⟧]*⟧/g, "1"), arity: value.length, values: marksIn(text) }]]
  }
  if (Predicate.isRecord(value))
    return Object.entries(value).flatMap(([name, each]) => leavesOf(each, `${path}.${name}`))
  throw new Error(`${path} is neither a text, nor a function, nor has it texts`)
}

/** All messages of one language by their place. */
export const messagesOf = async (language: string): Promise<ReadonlyMap<string, Leaf>> => {
  const files = Array.from(new Bun.Glob("*.ts").scanSync(FOLDER)).sort()
  const sections = await Promise.all(
    files.map(async (file) => {
      const exported: Readonly<Record<string, unknown>> = await import(join(FOLDER, file))
      return Object.values(exported).flatMap((section) =>
        Predicate.isRecord(section) && language in section ? leavesOf(section[language], file) : []
      )
    })
  )
  return new Map(sections.flat())
}
