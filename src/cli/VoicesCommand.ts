/** `qal voices …` */
import { Args, Command } from "@effect/cli"
import { Clock, Console, Effect } from "effect"
import * as Audit from "../dashboard/audit/Audit.ts"
import { Voices } from "../voice/Voices.ts"
import { changingLayer, readingLayer } from "./CommandLayers.ts"
import { table } from "./Table.ts"

const voiceId = Args.text({ name: "voice-id" })

/** The entry of the audit log, to be written with the change. */
const changed = (id: string, details: Audit.Details) =>
  Effect.map(Clock.currentTimeMillis, (now) => Audit.entry(Audit.COMMAND_LINE, "voice.change", id, details, now))

const list = Command.make("list", {}, () =>
  Effect.gen(function* () {
    const all = yield* (yield* Voices).list({ include_unavailable: true })
    const rows = all.map((voice) => [
      voice.id,
      voice.language,
      voice.gender,
      voice.isAvailable ? "available" : "off",
      voice.isDefault ? "default" : "",
      voice.descriptor
    ])
    yield* Console.log(table(["id", "language", "gender", "state", "", "descriptor"], rows))
  })
).pipe(Command.withDescription("List the catalog"))

const switchTo = (name: "enable" | "disable") =>
  Command.make(name, { id: voiceId }, ({ id }) =>
    Effect.gen(function* () {
      const isAvailable = name === "enable"
      yield* (yield* Voices).change(id, { isAvailable }, [yield* changed(id, { is_available: isAvailable })])
      yield* Console.log(`${id} is ${name === "enable" ? "available" : "off"}; running servers know within a second`)
    })
  ).pipe(Command.withDescription(name === "enable" ? "Switch a voice on" : "Switch a voice off, without a restart"))

const makeDefault = Command.make("default", { id: voiceId }, ({ id }) =>
  Effect.gen(function* () {
    const { language } = yield* (yield* Voices).change(id, { isDefault: true }, [
      yield* changed(id, { is_default: true })
    ])
    yield* Console.log(`${id} is the default of ${language}; running servers know within a second`)
  })
).pipe(Command.withDescription("Make a voice its language's default: the one that speaks where a request names none"))

export const voices = Command.make("voices").pipe(
  Command.withDescription("List voices, switch them on and off, choose the default of a language"),
  Command.withSubcommands([
    list.pipe(Command.provide(readingLayer)),
    switchTo("enable").pipe(Command.provide(changingLayer)),
    switchTo("disable").pipe(Command.provide(changingLayer)),
    makeDefault.pipe(Command.provide(changingLayer))
  ])
)
