/** `qal models …`: its options. What it does is loaded when it runs. */
import { Args, Command, Options } from "@effect/cli"
import { Effect } from "effect"

const json = Options.boolean("json").pipe(Options.withDescription("print JSON, and no progress"))
const modelId = Args.text({ name: "model-id" })
const place = Args.text({ name: "place" }).pipe(
  Args.withDescription("the id of a known model, a folder, a tar.bz2, tar.gz, tar or zip, or an https address of one")
)

const load = Effect.promise(() => import("./ModelsRun.ts"))

const known = Command.make("known", { json }, (command) => Effect.flatMap(load, (run) => run.known(command))).pipe(
  Command.withDescription("List models that can be added by their id, with size, licence and address; fetches nothing")
)

const add = Command.make("add", { json, place }, (command) => Effect.flatMap(load, (run) => run.add(command))).pipe(
  Command.withDescription(
    "Add a model by its id, from a folder, an archive or an https address, once its files fit their hashes and it runs"
  )
)

const list = Command.make("list", { json }, (command) => Effect.flatMap(load, (run) => run.list(command))).pipe(
  Command.withDescription("List the models in the models folder")
)

const check = Command.make("check", { json, id: Args.optional(modelId) }, (command) =>
  Effect.flatMap(load, (run) => run.check(command))
).pipe(Command.withDescription("Hold the files of a model, or of all, against their hashes"))

const remove = Command.make("remove", { json, id: modelId }, (command) =>
  Effect.flatMap(load, (run) => run.remove(command))
).pipe(Command.withDescription("Remove a model"))

export const models = Command.make("models").pipe(
  Command.withDescription("List known models, add, list, check and remove models in the models folder"),
  Command.withSubcommands([known, add, list, check, remove])
)
