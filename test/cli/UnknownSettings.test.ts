import { expect, test } from "bun:test"
import { doubtOf, idleOf } from "../../src/cli/UnknownSettings.ts"
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

test("a setting of an engine that is not attached is said to have no effect", () => {
  expect(idleOf({ QAL_EMBEDDING_MODEL: "bge-m3", QAL_SYNTHESIZER_READS: "raw", QAL_TEXT_URL: " " })).toEqual([
    "QAL_EMBEDDING_MODEL has no effect, as QAL_TEXT_URL is not set",
    "QAL_SYNTHESIZER_READS has no effect, as QAL_SYNTHESIZER_URL is not set"
  ])
  const attached = { QAL_TEXT_URL: "http://localhost:11434/v1", QAL_SYNTHESIZER_URL: "http://localhost:8001/v1" }
  expect(idleOf({ ...attached, QAL_EMBEDDING_MODEL: "bge-m3", QAL_TEXT_CONTEXT_TOKENS: "8192" })).toEqual([])
  expect(idleOf({ QAL_TEXT_THINKING_SECONDS: "" })).toEqual([])
})
