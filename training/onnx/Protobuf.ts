/** Messages of Protocol Buffers, as far as an ONNX file needs them: https://protobuf.dev/programming-guides/encoding. */

/** A field on the wire. */
export type Field = Uint8Array

const VARINT = 0
const LENGTH = 2
const FIXED_32 = 5

const varint = (value: number | bigint): Uint8Array => {
  const bytes: Array<number> = []
  let left = BigInt.asUintN(64, BigInt(value))
  while (left > 127n) {
    bytes.push(Number(left & 127n) | 128)
    left >>= 7n
  }
  bytes.push(Number(left))
  return Uint8Array.from(bytes)
}

export const join = (parts: ReadonlyArray<Uint8Array>): Uint8Array => Buffer.concat(parts)

const tag = (number: number, wire: number): Uint8Array => varint((number << 3) | wire)

/** A whole number, which may be negative. */
export const whole = (number: number, value: number): Field => join([tag(number, VARINT), varint(value)])

export const bytes = (number: number, value: Uint8Array): Field =>
  join([tag(number, LENGTH), varint(value.length), value])

export const text = (number: number, value: string): Field => bytes(number, new TextEncoder().encode(value))

export const message = (number: number, fields: ReadonlyArray<Field>): Field => bytes(number, join(fields))

/** A float of 32 bits. */
export const float = (number: number, value: number): Field =>
  join([tag(number, FIXED_32), new Uint8Array(Float32Array.of(value).buffer)])

/** A list of whole numbers, packed. */
export const wholes = (number: number, values: ReadonlyArray<number>): Field =>
  bytes(number, join(values.map((value) => varint(value))))
