/** The command that hints name is the one that the server was started with. */
import { expect, test } from "bun:test"
import { commandOf, type ProcessStart, publicCommand } from "../../src/runtime/ProcessCommand.ts"

const source: ProcessStart = { argv0: "bun", main: "/home/alem/qal/src/main.ts", cwd: "/home/alem/qal", env: {} }
const binary: ProcessStart = { argv0: "./qal", main: "/$bunfs/root/qal", cwd: "/home/alem", env: {} }

test("a binary is named as it was typed", () => {
  for (const argv0 of ["./qal", "qal", "/opt/qal/qal", "../bin/qal"])
    expect(commandOf({ ...binary, argv0 })).toBe(argv0)
})

test("a script of the source is named by the script that runs any command", () => {
  for (const npm_lifecycle_event of ["start", "qal"]) {
    expect(commandOf({ ...source, env: { npm_lifecycle_event, npm_config_user_agent: "bun/1.4.4 npm/?" } })).toBe(
      "bun run qal"
    )
  }
})

test("where npx fetched Bun, the command fetches it too", () => {
  const env = { npm_lifecycle_event: "start", npm_config_user_agent: "npm/11.1.0 node/v22.1.0 linux x64" }
  expect(commandOf({ ...source, env })).toBe("npx --yes bun run qal")
})

test("the source's own file is named from where one stands", () => {
  expect(commandOf(source)).toBe("bun src/main.ts")
  expect(commandOf({ ...source, cwd: "/home/alem" })).toBe("bun qal/src/main.ts")
})

test("whoever is not signed in is told no path", () => {
  for (const command of ["./qal", "qal", "bun run qal", "npx --yes bun run qal"]) {
    expect(publicCommand(command)).toBe(command)
  }
  for (const command of ["/opt/qal/qal", "../bin/qal", "bun src/main.ts", "C:\\qal\\qal.exe"]) {
    expect(publicCommand(command)).toBe("qal")
  }
})
