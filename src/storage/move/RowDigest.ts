/**
 * Whether two databases hold the same rows. A digest is the number of rows, and the sum of a SHA-256 of each, modulo
 * 2^256: the same in any order, and with a row that is there twice it is another one.
 */
import { createHash } from "node:crypto"
import type { Row } from "./Side.ts"

export interface Digest {
  readonly rows: number
  readonly sum: bigint
}

export const EMPTY: Digest = { rows: 0, sum: 0n }

const MODULUS = 1n << 256n

const hashOf = (row: Row): bigint => BigInt(`0x${createHash("sha256").update(JSON.stringify(row)).digest("hex")}`)

export const add = (digest: Digest, rows: ReadonlyArray<Row>): Digest => ({
  rows: digest.rows + rows.length,
  sum: rows.reduce((sum, row) => (sum + hashOf(row)) % MODULUS, digest.sum)
})

export const isSame = (one: Digest, other: Digest): boolean => one.rows === other.rows && one.sum === other.sum
