/**
 * Blocks of thoughts, such as `reasoning_details` of OpenRouter, put together of the pieces of a stream: pieces of one
 * block, which have its type and its index, are joined; those without an index, until one has the signature that ends
 * the block. The blocks go back as they came, in their order.
 */
import { Option, Predicate } from "effect"

interface Block {
  readonly fields: { readonly [name: PropertyKey]: unknown }
  /** What grows with each piece, by its name. */
  readonly texts: Map<string, Array<string>>
}

const GROWING = ["text", "summary", "data", "thinking", "signature"] as const

/** UTF-16 code units of the fields that grow; what is longer is not sent back, as a part of it would be refused. */
const MOST = 60_000
const MOST_BLOCKS = 256
/** UTF-16 code units of the other fields of a piece that are not counted, where they only name its block again. */
const NAMING = 256

const isSame = ({ fields }: Block, { index, type }: Block["fields"]): boolean =>
  fields.type === type &&
  fields.index === index &&
  (typeof index === "number" || (type === "thinking" && fields.signature === undefined))

const isGrowing = (name: string): boolean => GROWING.some((one) => one === name)

const isFilled = (name: string, value: unknown): boolean =>
  !Predicate.isNullable(value) && !(name === "signature" && value === "")

/** UTF-16 code units of a value as JSON; without end where it is nested too deep to be written. */
export const lengthOf = (value: unknown): number =>
  Option.getOrElse(Option.liftThrowable(() => JSON.stringify(value).length)(), () => Number.POSITIVE_INFINITY)

export const make = () => {
  const blocks: Array<Block> = []
  let size = 0
  let isTooLong = false
  const join = (block: Block, detail: Block["fields"]) => {
    for (const name of GROWING) {
      const text = detail[name]
      if (typeof text !== "string") continue
      const parts = block.texts.get(name)
      if (parts === undefined) block.texts.set(name, [text])
      else parts.push(text)
      size += text.length
    }
  }
  return {
    add: (detail: unknown): void => {
      if (isTooLong || !Predicate.isRecord(detail)) return
      const last = blocks.at(-1)
      const filled = Object.fromEntries(Object.entries(detail).filter(([name, value]) => isFilled(name, value)))
      const block = last !== undefined && isSame(last, filled) ? last : { fields: {}, texts: new Map() }
      if (block === last) blocks.pop()
      const others = Object.fromEntries(
        Object.entries(filled).filter(([name, value]) => typeof value !== "string" || !isGrowing(name))
      )
      size += Math.max(0, lengthOf(others) - NAMING)
      if (size > MOST) {
        isTooLong = true
        return
      }
      const joined = { ...block, fields: { ...block.fields, ...filled } }
      join(joined, filled)
      blocks.push(joined)
      isTooLong = size > MOST || blocks.length > MOST_BLOCKS
    },
    /** The blocks; none of them where they are too long. */
    all: (): ReadonlyArray<unknown> =>
      isTooLong
        ? []
        : blocks.map(({ fields, texts }) => ({
            ...fields,
            ...Object.fromEntries(Array.from(texts, ([name, parts]) => [name, parts.join("")]))
          }))
  }
}
