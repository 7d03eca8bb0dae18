/** Files of every container that is read, broken by chance: which ones follows from a seed and their number alone. */
import { Glob } from "bun"
import { Chance } from "../fuzz/Chance.ts"

const FOLDER = new URL("cases/", import.meta.url)
/** Bytes of a whole file from which others are made: in small ones more of the changes meet what is read. */
const LARGEST = 25_000

/** Whole files, by their names. */
export const wholeFiles = async (): Promise<ReadonlyArray<readonly [name: string, file: Buffer]>> => {
  const names = (await Array.fromAsync(new Glob("**/*").scan(FOLDER.pathname))).sort()
  const files = await Promise.all(
    names.map(async (name) => [name, Buffer.from(await Bun.file(new URL(name, FOLDER)).arrayBuffer())] as const)
  )
  return files.filter(([, { length }]) => length <= LARGEST)
}

/** Lengths and counts that writers never mean. */
const NUMBERS = [
  0, 1, 7, 8, 0x7f, 0xff, 0x7fff, 0xffff, 0x10_0000, 0x7fff_ffff, 0x8000_0000, 0xffff_fff8, 0xffff_ffff
] as const

type Change = (file: Buffer, chance: Chance, other: Buffer) => Buffer

/** Half of all changes are where headers are. */
const placeIn = ({ length }: Buffer, chance: Chance): number =>
  chance.int(Math.max(1, chance.yes(0.5) ? Math.min(length, 256) : length))

const changes: ReadonlyArray<Change> = [
  // Cut off.
  (file, chance) => file.subarray(0, placeIn(file, chance)),
  // Bits turned.
  (file, chance) => {
    const broken = Buffer.from(file)
    for (let count = chance.size(1, 4, 16, 64); count > 0 && file.length > 0; count--) {
      const at = placeIn(file, chance)
      broken[at] = (broken[at] ?? 0) ^ (1 << chance.int(8))
    }
    return broken
  },
  // A number overwritten.
  (file, chance) => {
    const broken = Buffer.from(file)
    for (let count = chance.size(1, 2, 4); count > 0 && file.length >= 8; count--) {
      const at = Math.min(placeIn(file, chance), file.length - 4)
      const value = chance.yes(0.8) ? (chance.from(NUMBERS) ?? 0) : chance.int(2 ** 32)
      if (chance.yes(0.5)) broken.writeUInt32BE(value, at)
      else broken.writeUInt32LE(value, at)
    }
    return broken
  },
  // Something taken out.
  (file, chance) => {
    const at = placeIn(file, chance)
    return Buffer.concat([file.subarray(0, at), file.subarray(at + chance.size(1, 4, 16, 256))])
  },
  // A part twice, or many times.
  (file, chance) => {
    const at = placeIn(file, chance)
    const part = file.subarray(at, at + chance.size(1, 8, 64, 1_024))
    const times = Array.from({ length: chance.size(1, 2, 50) }, () => part)
    return Buffer.concat([file.subarray(0, at), ...times, file.subarray(at)])
  },
  // The head of one and the rest of another.
  (file, chance, other) =>
    Buffer.concat([file.subarray(0, placeIn(file, chance)), other.subarray(placeIn(other, chance))]),
  // Bytes of anything put in.
  (file, chance) => {
    const at = placeIn(file, chance)
    return Buffer.concat([file.subarray(0, at), chance.bytes(chance.size(1, 4, 64)), file.subarray(at)])
  }
]

/** The broken file of a number, and what it was made of. */
export const brokenFile = (
  files: ReadonlyArray<readonly [name: string, file: Buffer]>,
  seed: number,
  number: number
): readonly [name: string, file: Buffer] => {
  const chance = new Chance(seed, number, "broken sound")
  const [name, whole] = chance.from(files) ?? ["", Buffer.alloc(0)]
  let file = whole
  for (let count = chance.size(1, 2, 4); count > 0; count--) {
    const change = chance.from(changes)
    const [, other] = chance.from(files) ?? ["", whole]
    file = change?.(file, chance, other) ?? file
  }
  return [name, file]
}
