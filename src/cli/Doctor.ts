/** `qal doctor`: looks at everything the server needs, and says what it found. */
import { Command } from "@effect/cli"
import * as SqlClient from "@effect/sql/SqlClient"
import { Cause, Console, Effect, Option, Schema } from "effect"
import { Wallet } from "../billing/Wallet.ts"
import { Settings } from "../Config.ts"
import { Synthesizer } from "../engines/Synthesizer.ts"
import { DataFolder } from "../storage/DataFolder.ts"
import { Voices } from "../voice/Voices.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { RECOGNISER, SANDBOX } from "./EmbeddedEngines.ts"
import { port, relayPort } from "./Port.ts"

/** One thing looked at. `found` is a phrase for the person who asked. */
interface Finding {
  readonly name: string
  readonly ok: boolean
  readonly found: string
}

const examine = <R>(name: string, check: Effect.Effect<string, unknown, R>): Effect.Effect<Finding, never, R> =>
  check.pipe(
    Effect.map((found) => ({ name, ok: true, found })),
    Effect.catchAllCause((cause) => {
      const failure = Cause.squash(cause)
      return Effect.succeed({ name, ok: false, found: failure instanceof Error ? failure.message : String(failure) })
    })
  )

const decodeCheck = Schema.decodeUnknown(Schema.Array(Schema.Struct({ quick_check: Schema.String })))
const decodeVersion = Schema.decodeUnknown(Schema.Tuple(Schema.Struct({ server_version: Schema.String })))

/** What is found of the SQLite file, which is read through. */
const intact = Effect.gen(function* () {
  const { folder } = yield* DataFolder
  const sql = yield* SqlClient.SqlClient
  const [check] = yield* Effect.flatMap(sql`PRAGMA quick_check`, decodeCheck)
  if (check?.quick_check !== "ok") return yield* new CommandFailed({ message: `the database in ${folder} is damaged` })
  return `${folder}: database intact`
})

const answering = Effect.gen(function* () {
  const { folder } = yield* DataFolder
  const sql = yield* SqlClient.SqlClient
  const [{ server_version }] = yield* Effect.flatMap(sql`SHOW server_version`, decodeVersion)
  return `${folder}: database PostgreSQL ${server_version}`
})

const database = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql.onDialectOrElse({ pg: () => answering, orElse: () => intact })
  const wallets = yield* (yield* Wallet).list()
  return `${found}, ${wallets.length} wallets`
})

const synthesizer = Effect.gen(function* () {
  const engine = yield* Synthesizer
  yield* engine.ready
  return `${engine.name} speaks`
})

const voices = Effect.gen(function* () {
  const all = yield* (yield* Voices).list({ include_unavailable: true })
  return `${all.filter((voice) => voice.isAvailable).length} of ${all.length} available`
})

const engines = Effect.map(Settings, ({ recognizer, text }) =>
  [
    `text by ${Option.isSome(text) ? text.value.model : SANDBOX}`,
    `recognition by ${Option.isSome(recognizer) ? recognizer.value.model : `the embedded recogniser, ${RECOGNISER}`}`
  ].join(". ")
)

export const doctor = Command.make("doctor", {}, () =>
  Effect.gen(function* () {
    const findings = yield* Effect.all([
      examine("data folder", database),
      examine("port", port),
      examine("relay port", relayPort),
      examine("synthesizer", synthesizer),
      examine("voices", voices),
      examine("other engines", engines)
    ])
    yield* Effect.forEach(findings, ({ found, name, ok }) => Console.log(`${ok ? "ok  " : "FAIL"}  ${name}: ${found}`))
    if (findings.some(({ ok }) => !ok)) return yield* new CommandFailed({ message: "doctor: not everything is well" })
  })
).pipe(Command.withDescription("Look at data folder, port, engines and voices, and say what is found"))
