/** Who may look into the data folder. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as BunContext from "@effect/platform-bun/BunContext"
import { Effect } from "effect"
import { DataFolder } from "../../src/storage/DataFolder.ts"

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "qal-data-"))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** The mode of a folder of this name, with these files and open to all, once a program has used it as its data folder. */
const modeOf = (name: string, files: ReadonlyArray<string> | undefined): Promise<number> => {
  const folder = join(root, name)
  if (files !== undefined) {
    mkdirSync(folder)
    for (const file of files) writeFileSync(join(folder, file), "")
    chmodSync(folder, 0o755)
  }
  return Effect.map(DataFolder, () => statSync(folder).mode & 0o777).pipe(
    Effect.provide(DataFolder.layer(folder)),
    Effect.provide(BunContext.layer),
    Effect.runPromise
  )
}

const closed: ReadonlyArray<readonly [what: string, name: string, files: ReadonlyArray<string> | undefined]> = [
  ["that is not there yet", "new", undefined],
  ["that is empty", "empty", []],
  ["that a server used", "used", ["qal.sqlite", "qal.sqlite-wal", "server.lock", "blobs", "signing-secret", "models"]],
  ["that is the root of a file system", "volume", ["lost+found", "qal.sqlite"]]
]
test.each(closed)("a data folder %s is closed to others", async (_, name, files) => {
  expect(await modeOf(name, files)).toBe(0o700)
})

test("a data folder with other things in it, such as /tmp, stays as open as it is", async () => {
  expect(await modeOf("shared", ["qal.sqlite", "somebody's"])).toBe(0o755)
})
