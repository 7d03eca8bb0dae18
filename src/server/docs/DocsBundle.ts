/** Makes the script and the styles of the page at `/docs` from their sources. */
import { join } from "node:path"
import { QUICK } from "../../http/Compressed.ts"
import { fontsInto } from "../../http/Fonts.ts"
import type { Parts } from "./DocsPage.ts"

const built = async (entry: string): Promise<string> => {
  const { outputs } = await Bun.build({
    entrypoints: [join(import.meta.dir, entry)],
    // The style only names fonts: the dashboard, which has the same, serves them.
    plugins: [fontsInto(new Map(), QUICK)],
    target: "browser",
    format: "iife",
    minify: true,
    env: "disable"
  })
  const [output] = outputs
  if (output === undefined) throw new Error(`the bundler has made nothing of ${entry}`)
  return (await output.text()).trim()
}

/** Rejects where they cannot be built. */
export const bundle = async (): Promise<Parts> => {
  const [script, style] = await Promise.all([built("web/main.ts"), built("page.css")])
  return { script, style }
}
