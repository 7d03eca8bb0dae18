/** `qal dashboard`, and the line that every start prints, too. */
import { Command } from "@effect/cli"
import { Console, Effect, Redacted } from "effect"
import { SignInCodes } from "../dashboard/session/SignInCodes.ts"
import { isAddressOpen, Settings } from "../settings/Config.ts"
import { CommandFailed } from "./CommandFailed.ts"

/** Prints a link that opens the dashboard without typing its token. Not by the log, which may be sent elsewhere. */
export const printLink = Effect.gen(function* () {
  const { publicUrl } = yield* Settings
  const code = yield* (yield* SignInCodes).make()
  yield* Console.log(`Open the dashboard: ${publicUrl}/#/sign-in/${Redacted.value(code)}  (works once, within an hour)`)
})

const UNKNOWN_PORT = "QAL_PORT is 0, and only the server knows which port it took; set QAL_PUBLIC_URL to its address"

export const dashboard = Command.make("dashboard", {}, () =>
  Effect.flatMap(Settings, (settings) =>
    isAddressOpen(settings) ? Effect.fail(new CommandFailed({ message: UNKNOWN_PORT })) : printLink
  )
).pipe(Command.withDescription("Print a link that opens the dashboard; it works once, within an hour"))
