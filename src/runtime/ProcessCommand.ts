/** What somebody types to run another command of this program, as hints name it: as this process was started. */
import { relative } from "node:path"

/** What is known of how a process was started. */
export interface ProcessStart {
  /** The program as it was typed: `./qal`, or `bun` where that runs the source. */
  readonly argv0: string
  /** The file that was run; in a binary, one of the embedded tree. */
  readonly main: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Where Bun keeps the files of a binary. */
const EMBEDDED = /^(?:\/\$bunfs|[A-Z]:[\\/]~BUN)[\\/]/i

const RUN = "bun run qal"

/** Such as `./qal` of a binary, `bun run qal` of the source, and `npx --yes bun run qal` where npm's own Bun ran it. */
export const commandOf = ({ argv0, cwd, env, main }: ProcessStart): string => {
  if (EMBEDDED.test(main)) return argv0
  if (env.npm_lifecycle_event === undefined) return `bun ${relative(cwd, main)}`
  return env.npm_config_user_agent?.startsWith("npm/") === true ? `npx --yes ${RUN}` : RUN
}

/** This process's own. */
export const processCommand = commandOf({ argv0: process.argv0, main: Bun.main, cwd: process.cwd(), env: process.env })

/** The same for whoever may not know where on this machine it is: an API's messages name no path. */
export const publicCommand = (command: string): string => (/[\\/]/.test(command.replace(/^\.\//, "")) ? "qal" : command)
