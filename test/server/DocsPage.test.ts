/** How the page at `/docs` is made. */
import { expect, test } from "bun:test"
import { OpenApi } from "@effect/platform"
import { Api } from "../../src/Api.ts"
import { documented } from "../../src/server/ApiDocument.ts"
import { page } from "../../src/server/docs/DocsPage.ts"
import { operationNameOf, read } from "../../src/server/docs/Document.ts"
import { type Body, inPieces, type Request } from "../../src/server/docs/ExampleRequest.ts"
import { originOf, replacedBy, typedIn } from "../../src/server/docs/Origins.ts"

const document = { ...OpenApi.fromApi(documented(Api, "https://qal.example")) }
const operations = read(document).chapters.flatMap((chapter) => chapter.operations)

test("the server answers others after every operation of the page at /docs that it makes", async () => {
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

test("ids in documented paths come from what the reader has made, or from what every server has", () => {
  const unknown = operations.flatMap(({ fields, path }) =>
    fields.filter((field) => field.where === "path" && originOf(path, field) === undefined)
  )
  expect(unknown.map(({ name }) => `{${name}}`).filter((name) => !COMMON.includes(name))).toEqual([])
})

test("operations that make a thing are documented before those that read it, and those that end it last", () => {
  for (const { operations } of read(document).chapters) {
    const placeOf = (name: string) => operations.findIndex((each) => operationNameOf(each) === name)
    for (const [at, operation] of operations.entries()) {
      const { fields, method, path } = operation
      for (const field of fields) {
        const maker = originOf(path, field)?.maker ?? ""
        expect([operation.id, placeOf(maker) < at]).toEqual([operation.id, true])
      }
      const later = operations.slice(at + 1).filter((each) => each.method !== "DELETE")
      if (method === "DELETE") expect(later.filter((each) => each.path.startsWith(path))).toEqual([])
    }
  }
  const ids = operations.map(({ id }) => id)
  expect(ids.indexOf("signIn")).toBeLessThan(ids.indexOf("getSession"))
  const dashboard = operations.filter(({ path }) => path.startsWith("/api/v1/admin/"))
  expect(dashboard.at(-1)?.id).toBe("signOut")
})

test("a documented replacement of a whole begins with what is there", () => {
  for (const operation of operations.filter(({ method }) => method === "PUT")) {
    const names = operations.map(operationNameOf)
    expect(names).toContain(replacedBy(operation)?.reader ?? "")
  }
})

test("a documented value that only the reader knows is an empty field that has to be filled in", async () => {
  const signIn = operations.find(({ id }) => id === "signIn")
  expect(signIn === undefined ? [] : typedIn(signIn)).toEqual(["token"])
  const text = await page(document, { script: "", style: "" })
  const [place = ""] = text.split('<article id="signIn"')[1]?.split("</article>") ?? []
  expect(place).toMatch(/<input type="password" name="typed token" placeholder="[^"]+" required/)
  expect(place).not.toContain('<textarea name="body"')
})

test("an answer in pieces is asked for in the query, in JSON, in its generation_config or in a form, and no more", () => {
  const json = (value: unknown): Body => ({ type: "json", text: JSON.stringify(value, null, 2) })
  const request = (body: Body, value = ""): Request => ({
    method: "POST",
    base: "",
    path: "/",
    parameters: [{ name: "stream", where: "query", value }],
    proof: "none",
    body,
    answer: "json",
    file: ""
  })
  const form = (...more: ReadonlyArray<{ name: string; text: string }>): Body => ({
    type: "form",
    fields: [{ name: "file", file: "a.mp3", type: "audio/mpeg" }, ...more]
  })
  const ways = [
    ["query", request(json({})), request(json({}), "true")],
    ["body", request(json({ a: 1 })), request(json({ a: 1, stream: true }))],
    ["config", request(json({ a: 1 })), request(json({ a: 1, generation_config: { stream: true } }))],
    ["body", request(form()), request(form({ name: "stream", text: "true" }))],
    ["body", request({ type: "json", text: "{" }), request({ type: "json", text: "{" })]
  ] as const
  for (const [by, whole, streamed] of ways) {
    expect(inPieces(whole, by, true)).toEqual({ ...streamed, answer: "pieces" })
    expect(inPieces(streamed, by, false)).toEqual(whole)
  }
  const format = (text: string) => ({ name: "response_format", text })
  expect(inPieces(request(form(format("verbose_json"))), "body", true).body).toEqual(
    form(format("json"), { name: "stream", text: "true" })
  )
})
