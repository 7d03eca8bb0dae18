#!/usr/bin/env bun
/**
 * The command line: `serve` runs the server, the rest works on its database,
 * also while it runs. What a command does is loaded when it runs.
 */
import { CliConfig, Command, HelpDoc, ValidationError } from "@effect/cli"
import * as BunContext from "@effect/platform-bun/BunContext"
import * as BunRuntime from "@effect/platform-bun/BunRuntime"
import { Cause, Console, Effect, Layer, Option } from "effect"
import { CommandFailed } from "./cli/CommandFailed.ts"
import { changingLayer, settingsLayer } from "./cli/CommandLayers.ts"
import { dashboard } from "./cli/DashboardCommand.ts"
import { doctor } from "./cli/DoctorCommand.ts"
import { keys } from "./cli/KeysCommand.ts"
import { licences } from "./cli/LicencesCommand.ts"
import { models } from "./cli/ModelsCommand.ts"
import { move } from "./cli/MoveCommand.ts"
import { say, withTextLast } from "./cli/SayCommand.ts"
import { unknownCommand } from "./cli/UnknownCommand.ts"
import { voices } from "./cli/VoicesCommand.ts"
import { wallets } from "./cli/WalletsCommand.ts"
import { build } from "./runtime/Build.ts"
import { settingsHelp } from "./settings/Config.ts"
import { lineOf } from "./storage/StorageErrors.ts"

const serve = Command.make("serve", {}, () =>
  Effect.flatMap(
    Effect.promise(() => import("./Serve.ts")),
    ({ serve }) => serve
  )
).pipe(
  Command.withDescription(
    HelpDoc.blocks([
      HelpDoc.p("Run the server until it is told to stop (SIGINT, SIGTERM). Settings are environment variables:"),
      HelpDoc.p(settingsHelp)
    ])
  )
)

/** The engines that `doctor` looks at. */
const engines = Layer.unwrapEffect(
  Effect.map(
    Effect.promise(() => import("./Layers.ts")),
    ({ lastRecognizer, synthesizer, textEngine }) => Layer.mergeAll(synthesizer, textEngine, lastRecognizer)
  )
)

const qal = Command.make("qal").pipe(
  Command.withDescription("A self-hosted language API for Amharic and Afaan Oromo"),
  Command.withSubcommands([
    serve,
    keys,
    wallets,
    voices,
    dashboard.pipe(Command.provide(changingLayer)),
    doctor.pipe(Command.provide(Layer.provideMerge(engines, settingsLayer))),
    models.pipe(Command.provide(settingsLayer)),
    move,
    say,
    licences
  ])
)

const cli = Command.run(qal, {
  name: "qal",
  version: build.commit === undefined ? build.version : `${build.version} (${build.commit})`
})

/** What went wrong, in a line for the person at the terminal; a stack only for a defect. */
const complain = (cause: Cause.Cause<unknown>): Effect.Effect<void> => {
  const failure = Cause.squash(cause)
  if (Cause.isInterruptedOnly(cause) || ValidationError.isValidationError(failure)) return Effect.void
  const expected = Cause.isFailure(cause) && failure instanceof Error && failure.message !== ""
  const line = expected ? failure.message : lineOf(failure)
  return Console.error(line ?? Cause.pretty(cause))
}

const program = Effect.gen(function* () {
  const words = process.argv.slice(2)
  const unknown = Option.firstSomeOf([
    unknownCommand(keys, words),
    unknownCommand(wallets, words),
    unknownCommand(voices, words),
    unknownCommand(models, words)
  ])
  if (Option.isSome(unknown)) return yield* new CommandFailed({ message: unknown.value })
  return yield* cli(withTextLast(process.argv))
})

program.pipe(
  Effect.tapErrorCause(complain),
  Effect.provide(Layer.merge(BunContext.layer, CliConfig.layer({ showBuiltIns: false }))),
  (program) => BunRuntime.runMain(program, { disableErrorReporting: true, disablePrettyLogger: true })
)
