/** The recordings of a person that are beside this file. */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { makeReader } from "../../../../training/measure/Recordings.ts"

const names = ["100102-060428_amh_57b_elicit_6.opus", "100102-082603_amh_57b_elicit_86.opus"]

/** As they were sent: Ogg Opus. */
export const personFile = (): Promise<Uint8Array<ArrayBuffer>> => readFile(join(import.meta.dir, names[0] ?? ""))

/** 16,000 Hz. */
export const readPeople = async (): Promise<ReadonlyArray<Int16Array>> => {
  const read = await makeReader()
  return Promise.all(names.map(async (name) => read(await readFile(join(import.meta.dir, name)))))
}
