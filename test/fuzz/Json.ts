/** JSON as it is written, so also what no JavaScript value is: duplicate keys, `__proto__`, 1e400, half characters. */

/** Text that is written as it is. */
export class Raw {
  constructor(readonly text: string) {}
}

/** An object by its members, in order; keys may repeat. */
export class Members {
  constructor(readonly entries: ReadonlyArray<readonly [key: string, value: Node]>) {}
}

export type Node = null | boolean | number | string | Raw | Members | ReadonlyArray<Node>

export const object = (fields: Readonly<Record<string, Node>>): Members => new Members(Object.entries(fields))

const isList = (node: Node): node is ReadonlyArray<Node> => Array.isArray(node)

/** The text of a node. Depth comes in `Raw`: nodes themselves are shallow. */
export const write = (node: Node): string => {
  if (node instanceof Raw) return node.text
  if (node instanceof Members) {
    return `{${node.entries.map(([key, value]) => `${JSON.stringify(key)}:${write(value)}`).join(",")}}`
  }
  if (isList(node)) return `[${node.map(write).join(",")}]`
  return JSON.stringify(node)
}

/** Where a node lies: positions of members and elements from the root. */
export type Place = ReadonlyArray<number>

const children = (node: Node): ReadonlyArray<Node> => {
  if (node instanceof Members) return node.entries.map(([, value]) => value)
  return isList(node) ? node : []
}

/** Every place in `node`, the root first. */
export const places = (node: Node): ReadonlyArray<Place> => [
  [],
  ...children(node).flatMap((child, at) => places(child).map((place) => [at, ...place]))
]

export const at = (node: Node, [first, ...rest]: Place): Node | undefined => {
  if (first === undefined) return node
  const child = children(node)[first]
  return child === undefined ? undefined : at(child, rest)
}

/** `node` with what lies at a place changed. */
export const update = (node: Node, [first, ...rest]: Place, change: (node: Node) => Node): Node => {
  if (first === undefined) return change(node)
  if (node instanceof Members) {
    return new Members(
      node.entries.map(([key, value], index) => [key, index === first ? update(value, rest, change) : value])
    )
  }
  return isList(node) ? node.map((value, index) => (index === first ? update(value, rest, change) : value)) : node
}

/** The places of every member of this name. */
export const named = (node: Node, name: string): ReadonlyArray<Place> => {
  const own = node instanceof Members ? node.entries.flatMap(([key], index) => (key === name ? [[index]] : [])) : []
  return [...own, ...children(node).flatMap((child, index) => named(child, name).map((place) => [index, ...place]))]
}

/** A plain value as a node. What JSON cannot write is left out. */
export const fromValue = (value: unknown): Node => {
  if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    return value
  }
  if (Array.isArray(value)) return value.map(fromValue)
  return typeof value === "object" && value !== undefined
    ? new Members(Object.entries(value).map(([key, member]) => [key, fromValue(member)]))
    : null
}
