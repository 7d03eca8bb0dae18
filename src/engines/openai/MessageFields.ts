/**
 * Fields of a message that an engine needs back with its calls: OpenRouter's `reasoning_details`, LiteLLM's
 * `thinking_blocks` and `provider_specific_fields`, Gemini's `extra_content`, and signed thoughts among the content.
 * They are kept with the first call, in `message`; `reasoning_details` beside it.
 */
import { Predicate } from "effect"
import type { CallExtra } from "../CallExtra.ts"
import * as ThoughtDetails from "./ThoughtDetails.ts"

type Fields = { readonly [name: string]: unknown }

/** Lists of blocks, whose pieces are joined. */
const LISTS = ["reasoning_details", "thinking_blocks"] as const
/** Objects, whose fields are gathered. */
const OBJECTS = ["extra_content", "provider_specific_fields"] as const

/** Says of a piece what it is, or says again what stands beside it. */
const PASSING = new Set(["thought", "thinking_blocks", "reasoning_content"])

/** UTF-16 code units of the objects as JSON. */
const MOST = 60_000
/** Levels of the objects in which fields are gathered. */
const DEEPEST = 8

const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const isThinking = (part: unknown): boolean =>
  Predicate.isRecord(part) && (part.type === "thinking" || part.type === "redacted_thinking")

/** Whether a block has what only the engine can make; thoughts without are no different from those told as text. */
const isSigned = (block: unknown): boolean =>
  Predicate.isRecord(block) && (typeof block.signature === "string" || typeof block.data === "string")

/** What of a message, or of a piece of it, is kept. */
export const of = (message: { readonly [name: PropertyKey]: unknown }): Fields => {
  const named = [...LISTS, ...OBJECTS].flatMap((name) =>
    Predicate.isNullable(message[name]) ? [] : [[name, message[name]] as const]
  )
  const thinking = list(message.content).filter(isThinking)
  return Object.fromEntries(thinking.length === 0 ? named : [...named, ["content", thinking] as const])
}

const gathered = (before: unknown, next: unknown, level = 0): unknown => {
  if (Array.isArray(before) && Array.isArray(next)) return [...before, ...next]
  if (!Predicate.isRecord(next)) return before ?? next
  if (level === DEEPEST) return before
  const known: Fields = Predicate.isRecord(before) ? before : {}
  const news = Object.entries(next).filter(([name, value]) => !PASSING.has(name) && !Predicate.isNullable(value))
  return {
    ...known,
    ...Object.fromEntries(news.map(([name, value]) => [name, gathered(known[name], value, level + 1)]))
  }
}

const isEmpty = (value: unknown): boolean =>
  Predicate.isRecord(value)
    ? Object.values(value).every(isEmpty)
    : value === undefined || (Array.isArray(value) && value.length === 0)

export const make = () => {
  const lists = new Map<string, ReturnType<typeof ThoughtDetails.make>>()
  const objects = new Map<string, unknown>()
  let size = 0
  const listOf = (name: string) => {
    const known = lists.get(name) ?? ThoughtDetails.make()
    lists.set(name, known)
    return known
  }
  return {
    add: (fields: Fields): void => {
      for (const [name, value] of Object.entries(fields)) {
        if (OBJECTS.some((object) => object === name)) {
          if (!Predicate.isRecord(value) || isEmpty(gathered(undefined, value))) continue
          size += ThoughtDetails.lengthOf(value)
          if (size <= MOST) objects.set(name, gathered(objects.get(name), value))
          else objects.clear()
        } else for (const block of list(value)) listOf(name).add(block)
      }
    },
    /** As they are kept with the first call; none where there are none. */
    all: (): CallExtra => {
      const blocks = [...lists].flatMap(([name, kept]) => {
        const all = kept.all()
        const isOfUse = name === "reasoning_details" || all.some(isSigned)
        return all.length > 0 && isOfUse ? [[name, all] as const] : []
      })
      const { reasoning_details: details, ...message } = Object.fromEntries([...blocks, ...objects])
      return {
        ...(details === undefined ? {} : { reasoning_details: details }),
        ...(Object.keys(message).length === 0 ? {} : { message })
      }
    }
  }
}
