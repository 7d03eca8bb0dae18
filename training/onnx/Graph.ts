/**
 * A computation as an ONNX file (https://onnx.ai/onnx/repo-docs/IR.html): nodes are added one after the other, each
 * answers the name of its output. The numbers of fields are those of `onnx.proto`.
 */
import { bytes, type Field, float, join, message, text, whole, wholes } from "./Protobuf.ts"

/** The set of operators whose meaning the nodes have. */
const OPERATORS = 17
const FORMAT = 8

const types = { float: 1, int8: 3, int64: 7, bool: 9 } as const

/** Lengths of a value's axes; those that are not known have names. */
type Shape = ReadonlyArray<number | string>

type Attribute = number | string | ReadonlyArray<number> | Graph | { readonly float: number }

const valueOf = (name: string, shape: Shape, type: keyof typeof types): ReadonlyArray<Field> => {
  const axes = shape.map((length) => message(1, [typeof length === "number" ? whole(1, length) : text(2, length)]))
  return [text(1, name), message(2, [message(1, [whole(1, types[type]), message(2, axes)])])]
}

const attributeOf = (name: string, value: Attribute): Field => {
  const [type, field] = ((): readonly [number, Field] => {
    if (value instanceof Graph) return [5, message(6, value.fields())]
    if (typeof value === "number") return [2, whole(3, value)]
    if (typeof value === "string") return [3, text(4, value)]
    return "float" in value ? [1, float(2, value.float)] : [7, wholes(8, value)]
  })()
  return message(5, [text(1, name), field, whole(20, type)])
}

const rawOf = (values: Float32Array | Int8Array | BigInt64Array): Uint8Array =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength)

const typeOf = (values: Float32Array | Int8Array | BigInt64Array): number => {
  if (values instanceof Float32Array) return types.float
  return values instanceof Int8Array ? types.int8 : types.int64
}

export class Graph {
  readonly #nodes: Array<Field> = []
  readonly #constants: Array<Field> = []
  readonly #inputs: Array<Field> = []
  readonly #outputs: Array<Field> = []
  #count = 0

  /** `prefix` keeps its names apart from those of a graph that it is a part of. */
  constructor(private readonly prefix = "") {}

  readonly #name = (): string => `${this.prefix}${this.#count++}`

  input(name: string, shape: Shape, type: keyof typeof types = "float"): string {
    this.#inputs.push(message(11, valueOf(name, shape, type)))
    return name
  }

  output(name: string, shape: Shape, type: keyof typeof types = "float"): void {
    this.#outputs.push(message(12, valueOf(name, shape, type)))
  }

  tensor(values: Float32Array | Int8Array | BigInt64Array, shape: ReadonlyArray<number>): string {
    const name = this.#name()
    const fields = [wholes(1, shape), whole(2, typeOf(values)), text(8, name), bytes(9, rawOf(values))]
    this.#constants.push(message(5, fields))
    return name
  }

  /** Numbers of 32 bits; one alone has no axis. */
  floats(...values: ReadonlyArray<number>): string {
    return this.tensor(Float32Array.from(values), values.length === 1 ? [] : [values.length])
  }

  /** A row of whole numbers. */
  wholes(...values: ReadonlyArray<number>): string {
    return this.tensor(BigInt64Array.from(values, BigInt), [values.length])
  }

  /** Adds a node; answers the names of its outputs. */
  nodes(
    operator: string,
    inputs: ReadonlyArray<string>,
    outputs: ReadonlyArray<string>,
    attributes: Readonly<Record<string, Attribute>> = {}
  ): void {
    this.#nodes.push(
      message(1, [
        ...inputs.map((name) => text(1, name)),
        ...outputs.map((name) => text(2, name)),
        text(4, operator),
        ...Object.entries(attributes).map(([name, value]) => attributeOf(name, value))
      ])
    )
  }

  /** Adds a node of one output. */
  node(operator: string, inputs: ReadonlyArray<string>, attributes: Readonly<Record<string, Attribute>> = {}): string {
    const output = this.#name()
    this.nodes(operator, inputs, [output], attributes)
    return output
  }

  fields(): ReadonlyArray<Field> {
    return [...this.#nodes, text(2, `${this.prefix}graph`), ...this.#constants, ...this.#inputs, ...this.#outputs]
  }
}

/** The file of a graph, with what is said of it. */
export const fileOf = (graph: Graph, properties: Readonly<Record<string, string>>): Uint8Array =>
  join([
    whole(1, FORMAT),
    text(2, "qal"),
    message(7, graph.fields()),
    message(8, [text(1, ""), whole(2, OPERATORS)]),
    ...Object.entries(properties).map(([key, value]) => message(14, [text(1, key), text(2, value)]))
  ])
