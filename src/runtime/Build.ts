/** Which build this is. */
import { version } from "../../package.json" with { type: "json" }

/** The commit is written in by `bun run build`. */
export const build: { readonly version: string; readonly commit: string | undefined } = {
  version,
  commit: process.env.QAL_COMMIT
}
