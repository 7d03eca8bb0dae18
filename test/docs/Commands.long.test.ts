/** The commands that documents show for a running server, run as they stand. */
import { beforeAll, expect, test } from "bun:test"
import { join } from "node:path"
import { lentServerForFile } from "../support/ForFile.ts"
import { outcomeOf } from "../support/ProgramOutcome.ts"
import { type Block, blocksOf, filledIn, GUIDES } from "./Pages.ts"

/** How much longer than a plain test a command that makes speech may take on a crowded machine, in milliseconds. */
const PATIENCE = 30_000

const server = lentServerForFile()

/** The recording that the guides call speech.mp3. */
beforeAll(async () => {
  const spoken = await fetch(`${server.url}/v1/audio/speech`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": server.key },
    body: JSON.stringify({ model: "qal-tts", voice: "am-hamen", input: "ሰላም ነው" })
  })
  await Bun.write(join(server.folder, "speech.mp3"), spoken)
})

const asked = GUIDES.flatMap(blocksOf).filter(({ language, text }) => language === "sh" && /^curl /m.test(text))

test("guides show commands of curl", () => {
  expect(asked.length).toBeGreaterThan(5)
})

const run = async ({ text }: Block) => {
  const command = filledIn(text, server, server.key).replaceAll(/^curl /gm, "curl --silent --show-error --fail ")
  const child = Bun.spawn(["sh", "-ec", command], { cwd: server.folder, stdout: "pipe", stderr: "pipe" })
  const { out: output, err: errors, code } = await outcomeOf(child)
  return { output, errors, code }
}

test
  .skipIf(Bun.which("curl") === null)
  .each(
    asked.map(
      (block) => [block.path, block.text.split("\n").find((line) => line.startsWith("curl")) ?? "", block] as const
    )
  )(
  "%s: what begins with %s is answered",
  async (_, __, block) => {
    const { code, errors, output } = await run(block)
    expect({ code, errors }).toEqual({ code: 0, errors: "" })
    expect(output).toStartWith("{")
  },
  PATIENCE
)
