/** `qal doctor`: looks at everything the server needs, and says what it found. */
import { Command } from "@effect/cli"
import { Cause, Console, Effect, Option } from "effect"
import { Recognizer } from "../engines/Recognizer.ts"
import { Synthesizer } from "../engines/Synthesizer.ts"
import { TextModel } from "../engines/TextModel.ts"
import { Settings, unsharedSecret } from "../settings/Config.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { RECOGNISER, SANDBOX } from "./EmbeddedEngines.ts"
import { port, relayPort } from "./Port.ts"
import { storageFindings } from "./StorageFindings.ts"

/** One check. `found` is a phrase for the operator. */
interface Finding {
  readonly name: string
  readonly ok: boolean
  readonly finding: string
}

const examine = <R>(name: string, check: Effect.Effect<string, unknown, R>): Effect.Effect<Finding, never, R> =>
  check.pipe(
    Effect.map((finding) => ({ name, ok: true, finding })),
    Effect.catchAllCause((cause) => {
      const failure = Cause.squash(cause)
      return Effect.succeed({ name, ok: false, finding: failure instanceof Error ? failure.message : String(failure) })
    })
  )

const secret = Effect.flatMap(Settings, ({ database, signingSecret }) => {
  if (Option.isSome(signingSecret)) return Effect.succeed("set")
  return Option.isSome(database) ? unsharedSecret : Effect.succeed("not set: the data folder keeps one of its own")
})

const synthesizer = Effect.gen(function* () {
  const engine = yield* Synthesizer
  yield* engine.ready
  return `${engine.name} speaks`
})

/** An attached engine is called; the embedded one is known. */
const text = Effect.gen(function* () {
  const engine = yield* TextModel
  if (Option.isNone((yield* Settings).text)) return SANDBOX
  yield* engine.ready
  const holds = yield* engine.contextTokens ?? Effect.succeedNone
  const tokens = Option.match(holds, { onNone: () => "", onSome: (count) => `, and holds ${count} tokens` })
  return `${engine.name} is there${tokens}`
})

/** The same of what hears. */
const recognition = Effect.gen(function* () {
  const engine = yield* Recognizer
  if (Option.isNone((yield* Settings).recognizer)) return `the embedded recogniser, ${RECOGNISER}`
  yield* engine.ready
  return `${engine.name} is there`
})

export const doctor = Command.make("doctor", {}, () =>
  Effect.gen(function* () {
    const { bucket, database, voices } = yield* storageFindings
    const findings = yield* Effect.all([
      examine(database.name, database.check),
      examine("object store", bucket),
      examine("signing secret", secret),
      examine("port", port),
      examine("relay port", relayPort),
      examine("synthesizer", synthesizer),
      examine("voices", voices),
      examine("text engine", text),
      examine("recogniser", recognition)
    ])
    yield* Effect.forEach(findings, ({ finding, name, ok }) =>
      Console.log(`${ok ? "ok  " : "FAIL"}  ${name}: ${finding}`)
    )
    if (findings.some(({ ok }) => !ok)) return yield* new CommandFailed({ message: "doctor: not everything is well" })
  }).pipe(Effect.scoped)
).pipe(Command.withDescription("Look at database, object store, port, engines and voices, and say what is found"))
