/**
 * XML as events, in constant memory. Names are local names (`p`, not `w:p`):
 * writers choose prefixes, and the vocabularies read here do not collide.
 */
import { parser as makeParser } from "sax"
import { encodingOf } from "./PlainText.ts"
import { DAMAGED, Unreadable } from "./Unreadable.ts"

/** Elements within elements; office documents reach some thirty. */
const MAX_DEPTH = 512
/** Attributes of one element; office documents reach some forty. */
const MAX_ATTRIBUTES = 1_000
/** How many characters the parser is given at once, so that a fault is noticed before much memory is taken. */
const SLICE = 64 * 1024

/** Attributes by their local names. */
export type Attributes = ReadonlyMap<string, string>

/** Whether an attribute that is on or off is on. */
export const isTrue = (value: string | undefined): boolean => value === "1" || value === "true" || value === "on"

export interface Handler {
  readonly open?: (name: string, attributes: Attributes) => void
  readonly close?: (name: string) => void
  /** Character data; a long run may come in several pieces. */
  readonly text?: (text: string) => void
}

const local = (name: string): string => name.slice(name.indexOf(":") + 1)

/** Relations are named by attributes of two namespaces; `r:id` must not be taken for `id`. */
const attributeName = (name: string): string => (name.endsWith(":id") ? "r:id" : local(name))

const decode = (decoder: TextDecoder, piece?: Uint8Array): string => {
  try {
    return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true })
  } catch {
    throw new Unreadable(DAMAGED)
  }
}

const parserFor = (handler: Handler) => {
  const parser = makeParser(true)
  let depth = 0
  let attributes = 0
  const fail = () => {
    throw new Unreadable(DAMAGED)
  }
  parser.onerror = fail
  parser.onattribute = () => {
    attributes++
    if (attributes > MAX_ATTRIBUTES) fail()
  }
  parser.onopentag = (node) => {
    depth++
    attributes = 0
    if (depth > MAX_DEPTH) fail()
    const found = new Map<string, string>()
    for (const [name, value] of Object.entries(node.attributes)) {
      if (typeof value === "string") found.set(attributeName(name), value)
    }
    handler.open?.(local(node.name), found)
  }
  parser.onclosetag = (name) => {
    depth--
    handler.close?.(local(name))
  }
  parser.ontext = (text) => handler.text?.(text)
  parser.oncdata = (text) => handler.text?.(text)
  return parser
}

/** Bytes of a part in which what it says of its encoding is looked for. */
const LONGEST_DECLARATION = 200
const LESS = 0x3c

/** By the mark at its start, else by its first line; UTF-8 where that says nothing that is known, or cannot be so. */
const encodingOfPart = (piece: Uint8Array): string => {
  const marked = encodingOf(piece)
  if (marked !== "utf-8") return marked
  const [first, second] = piece
  if (first === LESS && second === 0) return "utf-16le"
  if (first === 0 && second === LESS) return "utf-16be"
  const head = Buffer.from(piece.subarray(0, LONGEST_DECLARATION)).toString("latin1")
  const [, declared = "utf-8"] = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head) ?? []
  if (/^utf-?16|^ucs|^iso-10646/i.test(declared)) return "utf-8"
  try {
    return new TextDecoder(declared).encoding
  } catch {
    return "utf-8"
  }
}

/**
 * Reads a document to its end, or until it is enough. Throws `Unreadable` where
 * it is no well-formed XML or nests past all reason.
 */
export const read = async (
  pieces: AsyncIterable<Uint8Array>,
  handler: Handler,
  isEnough: () => boolean = () => false
): Promise<void> => {
  const parser = parserFor(handler)
  let decoder: TextDecoder | undefined
  const write = (text: string) => {
    for (let at = 0; at < text.length; at += SLICE) parser.write(text.slice(at, at + SLICE))
  }
  for await (const piece of pieces) {
    if (isEnough()) return
    decoder ??= new TextDecoder(encodingOfPart(piece), { fatal: true })
    write(decode(decoder, piece))
  }
  if (decoder !== undefined) write(decode(decoder))
  parser.close()
}

/** Elements whose content is passed over; tells whether what comes now lies in one. */
export const skipping = (names: ReadonlySet<string>) => {
  let depth = 0
  return {
    open: (name: string): boolean => {
      if (depth > 0 || names.has(name)) depth++
      return depth > 0
    },
    /** True where the element that closes was passed over. */
    close: (): boolean => {
      const skipped = depth > 0
      if (skipped) depth--
      return skipped
    },
    isActive: () => depth > 0
  }
}

/**
 * What is drawn in several ways, for programs of several ages (`AlternateContent`, ECMA-376 part 3): the first way that
 * says something is read, and no other. Ink and objects are drawn but in the last.
 */
export const alternatives = (names: ReadonlySet<string>) => {
  const skip = skipping(names)
  /** Whether something was written in each that is open; where it was in one, it was in those around it. */
  const written: Array<boolean> = []
  let passedOver = 0
  return {
    open: (name: string): boolean => {
      if (passedOver > 0) passedOver++
      else if (skip.open(name)) return true
      else if (name === "AlternateContent") written.push(false)
      else if ((name === "Choice" || name === "Fallback") && written.at(-1) === true) passedOver = 1
      return passedOver > 0
    },
    /** True where the element that closes was passed over. */
    close: (name: string): boolean => {
      if (passedOver > 0) {
        passedOver--
        return true
      }
      if (skip.close()) return true
      if (name === "AlternateContent") written.pop()
      return false
    },
    isActive: () => passedOver > 0 || skip.isActive(),
    /** Something has been written. */
    write: (): void => {
      for (let at = written.length - 1; at >= 0 && written[at] === false; at--) written[at] = true
    }
  }
}
