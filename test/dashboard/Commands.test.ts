/** How a request of the playground is written for the shell and as programs: whatever is in it arrives as it was. */
import { expect, test } from "bun:test"
import { FastCheck as fc } from "effect"
import { chatCommands } from "../../src/dashboard/web/playground/commands/chatCommands.ts"
import { conversationCommands } from "../../src/dashboard/web/playground/commands/conversationCommands.ts"
import { speechCommands } from "../../src/dashboard/web/playground/commands/speechCommands.ts"
import { fileCommands, liveCommands } from "../../src/dashboard/web/playground/commands/transcriptionCommands.ts"
import { translationCommands } from "../../src/dashboard/web/playground/commands/translationCommands.ts"
import { py, quoted, ts } from "../../src/dashboard/web/playground/commands/writing.ts"
import { forAll } from "../support/Property.ts"
import { asked, ORIGIN } from "./Sent.ts"

/** Texts that end a quotation of one of the languages. */
const HOSTILE = [`it's "so" \`now\` $QAL_KEY \${x} \\ \\n {y} 'ሰላም'\n@file <file ;type=x !!`, "\u2028 \u0000 \u{1F600}"]

test("a value in a TypeScript command is that value", () => {
  forAll({}, fc.jsonValue(), (value) => {
    // biome-ignore lint/security/noGlobalEval: what is looked at is what the language makes of it
    expect(eval(`(${ts(value)})`)).toEqual(value)
  })
})

test("no text in a shell command ends the word that it is in", async () => {
  for (const text of HOSTILE.map((each) => each.replaceAll("\u0000", ""))) {
    const child = Bun.spawn(["bash", "-c", `printf %s ${quoted(text)}`], { stdout: "pipe" })
    expect(await new Response(child.stdout).text()).toBe(text)
  }
})

test("a value in a Python command is that value", async () => {
  const values = [...HOSTILE, { "a b": [true, false, null, -1.5e-7, [], {}] }]
  const program = `import json\nprint(json.dumps(${py(values)}))`
  const child = Bun.spawn(["python3", "-c", program.replaceAll("\u0000", "")], { stdout: "pipe" })
  expect(await new Response(child.stdout).json()).toEqual(values)
})

test("a shown command holds what was sent, and no key", () => {
  const body = { text: HOSTILE[0] ?? "", voice_id: "am-hamen", language: "am", speed: 75 } as const
  const all = [
    speechCommands(ORIGIN, body),
    chatCommands(ORIGIN, { ...asked, prompt: body.text }),
    translationCommands(ORIGIN, "/api/v1/translate", { text: body.text, source_language: "am", target_language: "en" })
  ]
  for (const { curl = "", python, typescript } of all) {
    for (const program of [typescript, python]) expect(program).toContain(JSON.stringify(body.text))
    expect(curl).toContain(quoted(JSON.stringify(body.text)).slice(1, -1))
    for (const command of [curl, typescript, python]) {
      expect(command).toContain("QAL_KEY")
      expect(command).not.toMatch(/sk_\w/)
    }
  }
})

test("a live session has no shell command, which would stop at its ticket", () => {
  expect(liveCommands(ORIGIN, { language: "am" }).curl).toBeUndefined()
  expect(conversationCommands(ORIGIN, { request: { language: "am" }, turns: ["ሰላም"] }).curl).toBeUndefined()
})

test("a file in a shell command has its own name and type", () => {
  const file = { name: `my "best"; file,\\1.wav`, type: "audio/wav" }
  expect(fileCommands(ORIGIN, { file, options: { language: "am", hasTimes: true } }).curl).toContain(
    `'audio=@"my \\"best\\"; file,\\\\1.wav";type=audio/wav'`
  )
})
