/** Values that break naive readers of JSON, and changes that put them into a valid one. */
import type { Chance } from "./Chance.ts"
import { at, Members, type Node, named, object, places, Raw, update } from "./Json.ts"

/** Members that every JavaScript object has, or that the language or an engine looks for. */
const PROTOTYPE_KEYS = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "valueOf",
  "toJSON",
  "then",
  "hasOwnProperty",
  "length",
  "_tag",
  ""
] as const

/** Levels of depth: around a recursion's limits, and far above. */
const DEPTHS = [64, 500, 5_000, 12_000, 60_000] as const
/** Members of a list whose every member is a fault. */
const COUNTS = [21, 129, 1_000, 20_000, 100_000] as const
/** UTF-16 code units. */
const LENGTHS = [129, 1_501, 5_001, 10_001, 100_000, 1_000_000] as const

const NUMBERS = [
  "1e308",
  "-1e308",
  "1e400",
  "-1e400",
  "-0",
  "0.1e-400",
  "9007199254740993",
  "-1",
  "1.5",
  "4294967296",
  "NaN",
  "123456789012345678901234567890123456789012345678901234567890",
  "00",
  "0x10",
  "1e",
  "Infinity"
] as const

const PIECES = [
  "a",
  "ሰ",
  "0",
  " ",
  "\u0000",
  "🙂",
  "\r\n",
  "-",
  "(",
  "\\",
  '"',
  "\ud800",
  "aሰ1 ",
  "\u0301",
  "።"
] as const

const TEXTS = [
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u0000"',
  '"a\\r\\nx-injected: 1"',
  '"\ufeff"',
  '"\\u202e"',
  '"%00"',
  '"../../x"',
  '"<script>"',
  '"{{7*7}}"',
  '"null"',
  '" am"',
  '"AM"',
  '"am\\u0000"',
  '"\\u1200\\u0000"',
  '""',
  '" "',
  '"1e999"',
  '"__proto__"'
] as const

const deep = (depth: number, chance: Chance): Raw =>
  chance.yes(0.5)
    ? new Raw("[".repeat(depth) + "]".repeat(depth))
    : new Raw(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`)

const longText = (chance: Chance): string => {
  const piece = chance.from(PIECES) ?? "a"
  return piece.repeat(Math.ceil(chance.size(...LENGTHS) / piece.length))
}

/** A list whose members are all wrong, all alike or each another. */
const faults = (chance: Chance): Raw => {
  const count = chance.size(...COUNTS)
  const fault = chance.pick("1", "null", "{}", "[]", '""', '{"role":{"toString":0}}', '{"a":1,"a":2}')
  return new Raw(`[${Array.from({ length: count }, () => fault).join(",")}]`)
}

const prototypical = (chance: Chance): Node =>
  new Members([[chance.from(PROTOTYPE_KEYS) ?? "toString", chance.pick<Node>(0, null, "x", [], new Members([]))]])

/** Schemas that are small to write and boundless to satisfy, to check, or to read. */
const SCHEMAS: ReadonlyArray<Node> = [
  object({ $ref: "#" }),
  object({ type: "object", properties: object({ a: object({ $ref: "#" }) }), required: ["a"] }),
  object({ type: "string", pattern: "^[a-z]{100000000}$" }),
  object({ type: "string", pattern: "^(a+)+$", minLength: 60 }),
  object({ type: "string", pattern: "(" }),
  object({ type: "string", minLength: 1_000_000_000 }),
  object({ type: "array", minItems: 4_294_967_296, items: object({ type: "integer" }) }),
  object({ type: "integer", minimum: 1e308, maximum: -1e308, multipleOf: 0 }),
  object({ type: "object", required: ["toString", "__proto__"], properties: object({ toString: 0 }) }),
  object({ type: "string", format: "date-time", not: object({}), enum: [] }),
  object({ type: [], allOf: "x", anyOf: 0, $ref: 0, properties: [] }),
  object({
    $defs: object({
      a: object({ type: "array", minItems: 100, items: object({ $ref: "#/$defs/b" }) }),
      b: object({ type: "array", minItems: 100, items: object({ $ref: "#/$defs/c" }) }),
      c: object({ type: "array", minItems: 100, items: object({ $ref: "#/$defs/d" }) }),
      d: object({ type: "array", minItems: 100, items: object({ type: "string" }) })
    }),
    type: "object",
    properties: object({ a: object({ $ref: "#/$defs/a" }) }),
    required: ["a"]
  })
]

/** Any hostile value. */
export const value = (chance: Chance): Node =>
  chance.pick<() => Node>(
    () => new Raw(chance.from(NUMBERS) ?? "0"),
    () => new Raw(chance.from(TEXTS) ?? '""'),
    () => chance.pick<Node>(null, true, false, 0, "", [], new Members([]), [[]], [null]),
    () => prototypical(chance),
    () => [prototypical(chance), 1],
    () => faults(chance),
    () => deep(chance.size(...DEPTHS), chance),
    () => longText(chance),
    () => chance.from(SCHEMAS) ?? null
  )()

/** Short text with something in it that a header, a path or a file name should not have. */
export const shortText = (chance: Chance): string => {
  const piece = chance.from(PIECES) ?? "a"
  return chance.pick(
    "",
    "../../etc/x",
    "%00",
    "a\u0000b",
    "a\r\nb: c",
    "__proto__",
    piece.repeat(1 + chance.int(300)),
    "ሰላም",
    "a;b=c",
    "*",
    "-1",
    "1e9",
    "0x1"
  )
}

export interface Change {
  readonly name: string
  readonly apply: (node: Node, chance: Chance) => Node
}

const somewhere = (node: Node, chance: Chance) => chance.from(places(node)) ?? []

const addMember = (node: Node, chance: Chance, entries: ReadonlyArray<readonly [string, Node]>): Node => {
  const objects = places(node).filter((place) => at(node, place) instanceof Members)
  return update(node, chance.from(objects) ?? [], (found) =>
    found instanceof Members ? new Members([...found.entries, ...entries]) : new Members(entries)
  )
}

const replaceNamed = (node: Node, chance: Chance, name: string, replacement: Node): Node => {
  const found = chance.from(named(node, name))
  return found === undefined
    ? update(node, somewhere(node, chance), () => replacement)
    : update(node, found, () => replacement)
}

/** What can be done to a valid body or message. */
export const CHANGES: ReadonlyArray<Change> = [
  { name: "replace", apply: (node, chance) => update(node, somewhere(node, chance), () => value(chance)) },
  {
    name: "replace a member",
    apply: (node, chance) => {
      const inner = places(node).filter(({ length }) => length > 0)
      return update(node, chance.from(inner) ?? [], () => value(chance))
    }
  },
  {
    name: "leave out",
    apply: (node, chance) =>
      update(node, somewhere(node, chance), (found) =>
        found instanceof Members ? new Members(found.entries.filter(() => chance.yes(0.5))) : []
      )
  },
  {
    name: "prototype key",
    apply: (node, chance) => addMember(node, chance, [[chance.from(PROTOTYPE_KEYS) ?? "__proto__", value(chance)]])
  },
  {
    name: "duplicate key",
    apply: (node, chance) => {
      const first = node instanceof Members ? chance.from(node.entries) : undefined
      return first === undefined ? [node, node] : addMember(node, chance, [[first[0], value(chance)]])
    }
  },
  {
    name: "many unknown keys",
    apply: (node, chance) =>
      addMember(
        node,
        chance,
        Array.from({ length: chance.size(10, 1_000, 20_000) }, (_, key) => [`k${key}`, key])
      )
  },
  {
    name: "wrap",
    apply: (node, chance) =>
      update(node, somewhere(node, chance), (found) =>
        chance.pick<Node>([found], object({ value: found }), [found, found])
      )
  },
  {
    name: "list of faults",
    apply: (node, chance) => {
      const lists = places(node).filter((place) => Array.isArray(at(node, place)))
      return update(node, chance.from(lists) ?? somewhere(node, chance), () => faults(chance))
    }
  },
  {
    name: "deep",
    apply: (node, chance) => update(node, somewhere(node, chance), () => deep(chance.size(...DEPTHS), chance))
  },
  {
    name: "hostile schema",
    apply: (node, chance) => replaceNamed(node, chance, "parameters", chance.from(SCHEMAS) ?? null)
  }
]
