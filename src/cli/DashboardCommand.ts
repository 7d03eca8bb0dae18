/** `qal dashboard`, and the line that every start prints, too. */
import { Command } from "@effect/cli"
import { Console, Effect, Redacted } from "effect"
import { SignInCodes } from "../dashboard/session/SignInCodes.ts"
import { Settings } from "../settings/Config.ts"

/** Prints a link that opens the dashboard without typing its token. Not by the log, which may be sent elsewhere. */
export const printLink = Effect.gen(function* () {
  const { publicUrl } = yield* Settings
  const code = yield* (yield* SignInCodes).make()
  yield* Console.log(`Open the dashboard: ${publicUrl}/#/sign-in/${Redacted.value(code)}  (works once, within an hour)`)
})

export const dashboard = Command.make("dashboard", {}, () => printLink).pipe(
  Command.withDescription("Print a link that opens the dashboard; it works once, within an hour")
)
