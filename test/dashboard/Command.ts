/** The command that a tab of the playground shows, and what comes of it. */
import type { Page } from "playwright-core"
import { outcomeOf } from "../support/ProgramOutcome.ts"
import { API_KEY, type TestServer } from "../support/Server.ts"

export const hasCurl = Bun.which("curl") !== null && Bun.which("bash") !== null
if (!hasCurl) process.stderr.write("curl or bash is not installed: the playground's commands are not tested\n")

/** The command as it stands in the page. */
export const commandIn = async (page: Page): Promise<string> =>
  (await page.getByRole("region", { name: "Show as command" }).locator("pre").textContent()) ?? ""

/** What that very command writes, in the server's folder, with the key in `$QAL_KEY`. */
export const runCommand = async (server: Pick<TestServer, "folder">, command: string): Promise<string> => {
  const { PATH = "" } = process.env
  const child = Bun.spawn(["bash", "-c", command], {
    cwd: server.folder,
    env: { PATH, QAL_KEY: API_KEY },
    stdout: "pipe",
    stderr: "pipe"
  })
  const { out: output, err: errors, code } = await outcomeOf(child)
  if (code !== 0) throw new Error(`${command}\nended with ${code}: ${errors}`)
  return output
}
