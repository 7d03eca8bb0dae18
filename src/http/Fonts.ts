/** The pages' fonts. The dashboard serves them with its files (`dashboard/DashboardPage`), to every page that names one. */
import { basename, extname } from "node:path"
import * as Compressed from "./Compressed.ts"

/** Below it are the dashboard's files. */
export const ASSETS = "/assets/"

export interface Font extends Compressed.Representation {
  /** Its address, below `/assets/`. */
  readonly name: string
  /** It has another name when its contents change. */
  readonly immutable: true
}

/** Fonts as files of their own, put into `fonts`: the bundler would write those below 128 KiB into the style that names them. */
export const fontsInto = (fonts: Map<string, Font>, quality: number): Bun.BunPlugin => ({
  name: "fonts",
  setup: ({ onResolve }) => {
    onResolve({ filter: /\.woff2$/ }, async ({ path, resolveDir }) => {
      const bytes = await Bun.file(Bun.resolveSync(path, resolveDir)).bytes()
      const font = Compressed.make("font/woff2", bytes, quality)
      const name = `${basename(path, extname(path))}-${font.tag.slice(0, 8)}${extname(path)}`
      fonts.set(name, { ...font, name, immutable: true })
      return { path: ASSETS + name, external: true }
    })
  }
})
