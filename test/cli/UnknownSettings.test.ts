import { expect, test } from "bun:test"
import { doubtOf } from "../../src/cli/UnknownSettings.ts"
import { processCommand } from "../../src/runtime/ProcessCommand.ts"
import { settingNames } from "../../src/settings/Config.ts"

test("a setting, a variable of the build and a variable of others raise no doubt", () => {
  for (const name of [...settingNames, "QAL_COMMIT", "PATH", "QALAM", "QA"]) expect(doubtOf(name)).toBeUndefined()
})

test("a setting with a typing error is named with the one that was meant", () => {
  const meant = {
    QAL_PROT: "QAL_PORT",
    QAL_DATADIR: "QAL_DATA_DIR",
    QAL_RATELIMIT_PER_MINUTE: "QAL_RATE_LIMIT_PER_MINUTE",
    QAL_SHUTDOWN_SECOND: "QAL_SHUTDOWN_SECONDS",
    QAL_TEXT_KEY: "QAL_TEXT_API_KEY",
    qal_log_level: "QAL_LOG_LEVEL",
    QAL_SYNTHESISER_URL: "QAL_SYNTHESIZER_URL"
  }
  for (const [name, setting] of Object.entries(meant))
    expect(doubtOf(name)).toBe(`${name} is no setting and has no effect; ${setting} was probably meant`)
})

test("a setting that is like no other is named with the help", () => {
  expect(doubtOf("QAL_FAVOURITE_COLOUR")).toContain(`${processCommand} serve --help`)
  expect(doubtOf(`QAL_${"X".repeat(100_000)}`)).toContain(`${processCommand} serve --help`)
})
