/**
 * What `/openapi.json` owes those who make clients of it: words and an example for
 * everything, each example valid, nothing that a validator or a linter finds.
 */
import { beforeAll, describe, expect, test } from "bun:test"
import { HttpApi, OpenApi, OpenApiJsonSchema } from "@effect/platform"
import { createConfig, lintFromString } from "@redocly/openapi-core"
import Ajv from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import { Option, Schema, SchemaAST } from "effect"
import { Api } from "../../src/Api.ts"
import { isOpenAiPath } from "../../src/http/OpenAiErrors.ts"
import { documented } from "../../src/server/ApiDocument.ts"
import { partsOf } from "../../src/server/document/Annotations.ts"
import { claimsOf, type Json, listOf, operationsOf, record, schemasOf, undescribed } from "../support/Document.ts"
import { longTest } from "../support/Long.ts"
import { API_KEY, call, startServer } from "../support/Server.ts"

const document: Json = { ...OpenApi.fromApi(documented(Api, "https://qal.example")) }
const operations = operationsOf(document)

/** The path of an operation's name, such as `GET /v1/models`. */
const pathOf = (name: string): string => name.split(" ")[1] ?? ""

const groups: Array<string> = []
HttpApi.reflect(Api, { onGroup: ({ group }) => groups.push(group.identifier), onEndpoint: () => {} })
const schemas = schemasOf(document)

/** Holds values against schemas of the document, all of which it has compiled. */
const validator = () => {
  const ajv = new Ajv({ strict: true, allErrors: true, allowUnionTypes: true })
  addFormats(ajv)
  ajv.addVocabulary(Object.keys(document))
  ajv.addSchema(document, "document")
  for (const name of Object.keys(schemas)) ajv.compile({ $ref: `document#/components/schemas/${name}` })
  return ajv
}

describe.each(operations.map((one) => [one.name, one] as const))(
  "%s",
  (name, { answers, bodies, parameters, self }) => {
    const good = Object.entries(answers).filter(([status]) => status < "300")

    test("an operation has a summary, a description, and a name that makes a method", () => {
      expect(self.summary).toMatch(/^\S.{3,119}$/)
      expect(self.description).toMatch(/^\S.{9}/)
      expect(self.operationId).toMatch(/^[a-z]+[A-Z][A-Za-z0-9]*$/)
      // A verb first: `chatCompletions…` would be the platform's own name, of group and endpoint.
      expect(groups.filter((group) => String(self.operationId).startsWith(group))).toEqual([])
    })

    test("an operation has an example of what is sent, and of every answer", () => {
      const media = [bodies, ...good.map(([, answer]) => record(record(answer).content))]
      const without = media.flatMap((content) =>
        Object.entries(content).flatMap(([type, each]) => ("example" in record(each) ? [] : [type]))
      )
      expect(without).toEqual([])
    })

    test("an operation has a description of every parameter, header, property and answer", () => {
      const unsaid = parameters.filter(({ description }) => typeof description !== "string").map(({ name }) => name)
      const content = Object.values(answers).flatMap((answer) => Object.values(record(record(answer).content)))
      const parts = [...Object.values(bodies), ...content].flatMap((each) => undescribed(record(each).schema, schemas))
      const headers = Object.values(answers).flatMap((answer) =>
        Object.entries(record(record(answer).headers)).filter(([, header]) => record(header).description === undefined)
      )
      expect([...unsaid, ...parts, ...headers]).toEqual([])
      for (const answer of Object.values(answers)) expect(record(answer).description).toMatch(/\S/)
    })

    test("an operation under /v1 is described with the statuses that it answers, which are never 415 or 422", () => {
      const texts = JSON.stringify(self).match(/"description":"(?:[^"\\]|\\.)*"/g) ?? []
      const wrong = isOpenAiPath(pathOf(name)) ? texts.filter((text) => /\b(?:415|422)\b/.test(text)) : []
      expect(wrong).toEqual([])
    })

    test("an operation lists the answers to a wrong method, body, type or key", () => {
      expect(Object.keys(answers)).toEqual(expect.arrayContaining(["405", "default"]))
      const wrongType = isOpenAiPath(pathOf(name)) ? "400" : "415"
      if (Object.keys(bodies).length > 0)
        expect(Object.keys(answers)).toEqual(expect.arrayContaining(["413", wrongType]))
      if ("401" in answers)
        for (const [, answer] of good) expect(record(record(answer).headers)).toHaveProperty("x-request-id")
    })
  }
)

describe("the whole document", () => {
  let ajv: Ajv
  beforeAll(() => {
    ajv = validator()
  })

  test("the document has no name twice, and none that hides a word of the languages of clients", () => {
    const ids = operations.map(({ self }) => self.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const name of Object.keys(schemas)) {
      expect(name).toMatch(/^[A-Z][A-Za-z0-9]*$/)
      expect([name, name in globalThis]).toEqual([name, false])
    }
  })

  test("the document gives no two schemas one name", () => {
    const made = new Map<string, string>()
    const seen = new Set<SchemaAST.AST>()
    const look = (ast: SchemaAST.AST): void => {
      if (seen.has(ast)) return
      seen.add(ast)
      const name = Option.getOrUndefined(SchemaAST.getJSONIdentifier(ast))
      if (name !== undefined && name in schemas) {
        const json = JSON.stringify(OpenApiJsonSchema.make(Schema.make(ast)))
        expect([name, json]).toEqual([name, made.get(name) ?? json])
        made.set(name, json)
      }
      for (const part of partsOf(ast)) look(part)
    }
    HttpApi.reflect(Api, {
      onGroup: () => {},
      onEndpoint: ({ endpoint, payloads, successes }) => {
        for (const { ast } of payloads.values()) look(ast)
        for (const { ast } of successes.values()) Option.map(ast, look)
        for (const schema of Option.toArray(endpoint.urlParamsSchema)) look(schema.ast)
      }
    })
    expect(made.size).toBeGreaterThan(40)
  })

  longTest("the document is what a server sends, with its own address", async () => {
    const server = await startServer({ QAL_PUBLIC_URL: "https://qal.example" })
    const sent = await (await fetch(`${server.url}/openapi.json`)).json()
    await server.dispose()
    expect(sent).toEqual(JSON.parse(JSON.stringify(document)))
  })

  test("the document has the routes that are served beside the API's own, and what they answer", async () => {
    const statuses = (path: string) => Object.keys(record(record(record(record(document.paths)[path]).get).responses))
    expect(statuses("/healthz")).toEqual(["200", "405", "default"])
    expect(statuses("/readyz")).toEqual(["200", "405", "503", "default"])
    expect(statuses("/metrics")).toEqual(["200", "405", "default"])
    expect(statuses("/media/{id}")).toEqual([
      "200",
      "206",
      "304",
      "307",
      "403",
      "404",
      "405",
      "412",
      "416",
      "422",
      "429",
      "502",
      "503",
      "504",
      "default"
    ])
    expect(statuses("/api/v1/voice/clips/{clip_id}/file")).toContain("416")
  })

  longTest("signed addresses and files answer as the document says, whatever of them is asked for", async () => {
    const server = await startServer()
    const voice = { text: "ሰላም ነው", voice_id: "am-hamen", language: "am" }
    const { data } = await (await call(server, "POST", "/api/v1/voice/generations", voice)).json()
    const address = new URL(data.audio_url)
    const of = (search: string) => `${address.origin}${address.pathname}${search}`
    const behind = { headers: { "x-api-key": API_KEY, range: "bytes=99999999-" } }
    const asked: ReadonlyArray<readonly [string, RequestInit, number]> = [
      [address.href, {}, 200],
      [address.href, { method: "HEAD" }, 200],
      [address.href, { headers: { range: "bytes=0-9" } }, 206],
      [address.href, behind, 416],
      [of(""), {}, 403],
      [of("?expires=soon&signature=none"), {}, 403],
      [address.href, { method: "PUT" }, 405],
      [`${server.url}/api/v1/voice/clips/${data.id}/file`, behind, 416],
      [`${server.url}/readyz`, {}, 200],
      [`${server.url}/metrics`, {}, 200]
    ]
    const answers = await Promise.all(asked.map(([url, init]) => fetch(url, init)))
    const range = answers[3]
    expect(range?.headers.get("content-range")).toMatch(/^bytes \*\/\d+$/)
    expect(await range?.json()).toMatchObject({ status: "error", error: { code: "INVALID_REQUEST" } })
    await call(server, "DELETE", `/api/v1/voice/clips/${data.id}`)
    const gone = await fetch(address)
    // What any of them answers that the document does not say fails this test: see `support/Described`.
    expect([...answers, gone].map(({ status }) => status)).toEqual([...asked.map(([, , status]) => status), 404])
    await server.dispose()
  })

  test("the document forbids no field, since unknown ones are ignored, and has no id of the platform's", () => {
    expect(JSON.stringify(document)).not.toMatch(/"additionalProperties":false|"\$id"|"\$schema"/)
  })

  test("the document says what each list holds, in the one way that every generator reads", () => {
    const lists: Array<unknown> = []
    JSON.stringify(document, (_, value) => {
      if (record(value).type === "array") lists.push(value)
      return value
    })
    expect(lists.length).toBeGreaterThan(50)
    for (const list of lists) {
      expect(record(list).items).toBeObject()
      expect(list).not.toHaveProperty("prefixItems")
    }
  })

  test("the document allows a streamed clip no format but the one that is streamed", () => {
    const { properties } = record(schemas.StreamedSpeechRequest)
    const formats = listOf(record(record(properties).output_format).anyOf).map(record)
    expect(formats.flatMap((each) => (each.type === "null" ? [] : listOf(each.enum)))).toEqual(["mp3_44100"])
  })

  test("the document describes every chapter, once", () => {
    const tags = (Array.isArray(document.tags) ? document.tags : []).map(record)
    for (const { description } of tags) expect(description).toMatch(/\S{3}/)
    expect(new Set(tags.map(({ name }) => name))).toEqual(new Set(operations.map(({ tag }) => tag)))
  })

  longTest("the document's examples and defaults fit their own schemas", () => {
    const all = claimsOf(document)
    expect(all.length).toBeGreaterThan(100)
    const wrong = all.flatMap(([at, value]) =>
      ajv.validate({ $ref: `document${at}` }, value) ? [] : [[at, value, ajv.errorsText()]]
    )
    expect(wrong).toEqual([])
  })

  longTest("the document passes redocly's rules", async () => {
    const config = await createConfig({ extends: ["recommended"] })
    const source = JSON.stringify(document)
    const problems = await lintFromString({ source, absoluteRef: "/openapi.json", config })
    expect(problems.map(({ location, message, ruleId }) => [ruleId, message, location[0]?.pointer])).toEqual([])
  })
})
