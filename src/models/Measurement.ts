/** What a model was measured to take when it was added: beside its manifest, in a file of its own. */
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Effect, Option, Schema } from "effect"
import { wholeFrom } from "../Domain.ts"

const FILE = "measured.json"

const Measured = Schema.Struct({
  /** The most bytes of memory that its process had. */
  memory_bytes: wholeFrom(0, Number.MAX_SAFE_INTEGER),
  /** Seconds until it could be asked. */
  load_seconds: Schema.NonNegative,
  /** Seconds of work for a second of sound. */
  real_time_factor: Schema.NonNegative
})
export type Measurement = typeof Measured.Type

const decode = Schema.decodeUnknownOption(Schema.parseJson(Measured))

export const writeMeasurement = (folder: string, measurement: Measurement): Promise<void> =>
  writeFile(join(folder, FILE), `${JSON.stringify(measurement, undefined, 2)}\n`)

/** None of a model that was put into the folder by hand. */
export const readMeasurement = (folder: string): Effect.Effect<Option.Option<Measurement>> =>
  Effect.promise(() => readFile(join(folder, FILE), "utf8").then(decode, () => Option.none()))
