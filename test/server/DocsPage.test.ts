/** How the page at `/docs` is made. */
import { expect, test } from "bun:test"
import { OpenApi } from "@effect/platform"
import { Api } from "../../src/Api.ts"
import { documented } from "../../src/server/ApiDocument.ts"
import { read } from "../../src/server/docs/Document.ts"
import { originOf } from "../../src/server/docs/Origins.ts"
import { page } from "../../src/server/docs/Page.ts"

const document = { ...OpenApi.fromApi(documented(Api, "https://qal.example")) }
const operations = read(document).chapters.flatMap((chapter) => chapter.operations)

test("others have their turn after every operation", async () => {
  let turns = 0
  let isMade = false
  const count = (): void => {
    turns++
    if (!isMade) setImmediate(count)
  }
  setImmediate(count)
  const text = await page(document, { script: "", style: "" })
  isMade = true
  expect(turns).toBeGreaterThanOrEqual(operations.length)
  for (const { id } of operations) expect(text).toContain(`<article id="${id}"`)
})

/** Things that every server has: voices of the catalog, kinds of engines, models. */
const COMMON = ["{kind}", "{model}", "{voiceId}", "{voice_id}"]

test("ids in paths are of what the reader has made, as the page knows it, or of what every server has", () => {
  const unknown = operations.flatMap(({ fields, path }) =>
    fields.filter(({ name, where }) => where === "path" && originOf(path, name) === undefined)
  )
  expect(unknown.map(({ name }) => `{${name}}`).filter((name) => !COMMON.includes(name))).toEqual([])
})
