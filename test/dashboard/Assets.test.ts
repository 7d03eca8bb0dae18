/** What the bundler makes of the page's sources, and of others. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { type Asset, type Bundle, bundle } from "../../src/dashboard/PageBundle.ts"
import { HARDEST, QUICK } from "../../src/http/Compressed.ts"
import { longTest } from "../support/Long.ts"

/** Bytes that the page may need, compressed and without fonts, before it shows anything. */
const FIRST_LOAD = 400_000

const folder = mkdtempSync(join(tmpdir(), "qal-page-"))
let page: Bundle
beforeAll(async () => {
  page = await bundle(HARDEST)
})
afterAll(() => rmSync(folder, { recursive: true }))

const find = ({ assets }: Bundle, name: string): Asset => {
  const found = assets.find((asset) => asset.name === name)
  if (found === undefined) throw new Error(`no ${name} in ${assets.map((asset) => asset.name).join(" ")}`)
  return found
}
const textOf = async ({ codings }: Asset) => new TextDecoder().decode(await codings.identity?.())
/** The text of all scripts and styles. */
const contents = async ({ assets }: Bundle) =>
  (await Promise.all(assets.filter(({ type }) => type.startsWith("text/")).map(textOf))).join("\n")

/** The bundle of these files in the place of `web/`; those of earlier calls stay. */
const bundled = (files: Readonly<Record<string, string>>) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return bundle(QUICK, folder)
}

longTest("what the dashboard's page loads first is small", async () => {
  const { imports, script, styles } = page.shell
  const sizes = await Promise.all(
    [script, ...imports, ...styles].map(async (name) => (await find(page, name).codings.br?.())?.byteLength ?? 0)
  )
  expect(Math.min(...sizes)).toBeGreaterThan(0)
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(FIRST_LOAD)
})

test("each file that the dashboard's files name is there, and none is from elsewhere", async () => {
  const { fonts, imports, script, styles } = page.shell
  for (const name of [script, ...imports, ...styles, ...fonts]) find(page, name)
  expect(fonts).toHaveLength(1)
  for (const asset of page.assets.filter(({ type }) => /javascript|css/.test(type))) {
    const text = await textOf(asset)
    for (const [, name = ""] of text.matchAll(/["'(]\/assets\/([\w.-]+)["')]/g)) find(page, name)
    if (asset.type.startsWith("text/css")) expect(text).not.toMatch(/@import|url\((?!["']?(?:\/assets\/|data:image\/))/)
  }
})

test("fonts are files of their own, and each asset's name but a worklet's has a hash of its contents", () => {
  const fonts = page.assets.filter(({ type }) => type === "font/woff2")
  expect(fonts.length).toBeGreaterThan(0)
  for (const { immutable, name } of page.assets) {
    expect(name).toMatch(immutable ? /^[\w.-]+-[\w]{8}\.\w+$/ : /^\w+\.worklet\.js$/)
  }
})

test("the dashboard is built for production and does not contain the path of its build folder", async () => {
  const text = await contents(page)
  const strays = ["jsxDEV", "process.env.NODE_ENV", resolve(import.meta.dir, "../..")]
  expect(strays.filter((stray) => text.includes(stray))).toEqual([])
})

test("static imports of the page belong to its first load; later ones do not, but for their styles", async () => {
  const made = await bundled({
    "main.tsx":
      "import './a.css'; import { shared } from './shared.ts'; import('./later.ts').then(m => console.log(m.default, shared))",
    "shared.ts": "export const shared = () => 'shared by both'",
    "later.ts": "import './b.css'; import { shared } from './shared.ts'; export default () => 'later' + shared()",
    "a.css": ".a { color: red }",
    "b.css": ".b { color: blue }"
  })
  const { imports, script, styles } = made.shell
  const first = (await Promise.all([script, ...imports].map((name) => textOf(find(made, name))))).join("\n")
  expect(first).toContain("shared by both")
  expect(first).not.toContain('"later"')
  expect(await contents(made)).toContain('"later"')
  expect(await Promise.all(styles.map((name) => textOf(find(made, name))))).toEqual([
    expect.stringContaining(".a"),
    expect.stringContaining(".b")
  ])
  expect(made.assets.filter(({ type }) => type.startsWith("text/javascript")).length).toBeGreaterThan(
    imports.length + 1
  )

  const changed = await bundled({ "shared.ts": "export const shared = () => 'changed'" })
  expect(changed.shell.script).not.toBe(script)
  expect(changed.shell.styles).toEqual(styles)
})

test("a worklet is one file that imports nothing, under a fixed name; two of one name are refused", async () => {
  const made = await bundled({
    "sound/Recorder.worklet.ts": "import { shared } from '../shared.ts'; console.log(shared() satisfies string)"
  })
  const worklet = find(made, "Recorder.worklet.js")
  expect(worklet).toMatchObject({ immutable: false, type: expect.stringContaining("text/javascript") })
  expect(await textOf(worklet)).not.toMatch(/\bimport\b|\bexport\b|satisfies/)
  const twice = bundled({ "other/Recorder.worklet.ts": "console.log(2)" })
  await expect(twice).rejects.toThrow("Recorder.worklet")
  rmSync(join(folder, "other"), { recursive: true })
})

test("a build of the dashboard that fails says where, and the next can succeed", async () => {
  await expect(bundled({ "shared.ts": "export const shared = ;" })).rejects.toThrow(
    /cannot be built: .*shared\.ts:1:23/
  )
  await expect(bundled({ "shared.ts": "export { shared } from './gone.ts'" })).rejects.toThrow("gone.ts")
  await expect(
    bundled({ "shared.ts": "export const shared = () => 1", "a.css": "@font-face { src: url(./gone.woff2) }" })
  ).rejects.toThrow("gone.woff2")
  expect((await bundled({ "a.css": "" })).assets.length).toBeGreaterThan(0)
})
