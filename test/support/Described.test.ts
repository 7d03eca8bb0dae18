/** The check of all answers can fail, and leaves answers as they are. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { described, watch } from "./Described.ts"

const json = (schema: object) => ({ content: { "application/json": { schema } } })
const envelope = { type: "object", required: ["status"], properties: { status: { const: "error" } } }
const problem = json({ $ref: "#/components/schemas/ErrorEnvelope" })
const thing = { type: "object", required: ["id"], properties: { id: { type: "string", format: "date-time" } } }
const lines = (type: string) => ({
  content: { [type]: { schema: { type: "string" }, "x-item-schema": { $ref: "#/components/schemas/Thing" } } }
})

const document = {
  openapi: "3.1.0",
  info: { title: "things", version: "1" },
  paths: {
    "/things": { get: { responses: { 200: lines("application/x-ndjson"), default: problem } } },
    "/events": { get: { responses: { 200: lines("text/event-stream"), default: problem } } },
    "/things/{id}": {
      get: {
        responses: {
          200: { $ref: "#/components/responses/Thing" },
          204: { description: "none" },
          404: problem,
          default: problem
        }
      }
    },
    "/things/first": { get: { responses: { 200: json({ const: 1 }) } } }
  },
  components: {
    responses: {
      Thing: {
        ...json({ $ref: "#/components/schemas/Thing" }),
        headers: { "x-left": { $ref: "#/components/headers/Left" } }
      }
    },
    headers: { Left: { required: true, schema: { type: "integer" } } },
    schemas: { ErrorEnvelope: envelope, Thing: thing, OpenAiErrorEnvelope: { type: "object", required: ["error"] } }
  }
}

const RIGHT = { id: "2026-11-22T10:00:00Z" }
const LEFT = { "x-left": "3" }
const text = (body: string, type: string) => new Response(body, { headers: { "content-type": type } })

/** What the server answers next. */
let next = () => new Response()
let server: ReturnType<typeof Bun.serve>
const url = (path: string) => new URL(path, server.url).href

beforeAll(async () => {
  server = Bun.serve({
    port: 0,
    fetch: ({ url }) => (url.endsWith("/openapi.json") ? Response.json(document) : next())
  })
  await described(server.url.origin)
})
afterAll(() => server.stop(true))

/** What is found wrong of an answer, once it is read. */
const verdict = async (path: string, answer: Response, init: RequestInit = {}): Promise<string> => {
  next = () => answer
  await (await fetch(url(path), init)).text()
  return watch.judge().then(
    () => "right",
    (error) => String(error)
  )
}

test.each([
  ["/things/a", () => Response.json(RIGHT, { headers: LEFT })],
  ["/things/a", () => new Response(null, { status: 204 })],
  ["/things/a", () => Response.json({ status: "error" }, { status: 404 })],
  ["/things/a", () => Response.json({ status: "error" }, { status: 418 })],
  ["/things/first", () => Response.json(1)],
  ["/nowhere", () => Response.json({ status: "error" }, { status: 404 })],
  ["/v1/nowhere", () => Response.json({ error: {} }, { status: 404 })],
  ["/things", () => text(`${JSON.stringify(RIGHT)}\n`, "application/x-ndjson")],
  ["/events", () => text(`: hello\n\ndata: ${JSON.stringify(RIGHT)}\n\ndata: [DONE]\n\n`, "text/event-stream")],
  ["/docs", () => text("<html>", "text/html")]
])("an answer that the document describes is right: %s %#", async (path, answer) => {
  expect(await verdict(path, answer())).toBe("right")
})

test.each([
  ["/things/a", () => Response.json(RIGHT), "GET /things/{id} 200: x-left is missing"],
  ["/things/a", () => Response.json(RIGHT, { headers: { "x-left": "many" } }), 'x-left "many": it must be integer'],
  ["/things/a", () => Response.json({ id: "today" }, { headers: LEFT }), '/id must match format "date-time"'],
  ["/things/a", () => Response.json({}, { headers: LEFT }), "must have required property 'id'"],
  ["/things/a", () => text("{", "application/json"), "not JSON"],
  ["/things/a", () => text("a", "text/plain"), "text/plain, not application/json"],
  ["/things/a", () => Response.json(RIGHT, { status: 201 }), "201: the document has no such status"],
  ["/things/a", () => Response.json({}, { status: 418 }), "418: it must have required property 'status'"],
  ["/things/first", () => Response.json({}, { status: 500 }), "the document has no such status"],
  ["/nowhere", () => Response.json(RIGHT), "GET /nowhere 200: the document has no such path"],
  ["/v1/nowhere", () => Response.json({ status: "error" }, { status: 404 }), "must have required property 'error'"],
  ["/nowhere", () => new Response("no", { status: 404 }), "an error as text/plain"],
  ["/things", () => text(`${JSON.stringify(RIGHT)}\n{}\n`, "application/x-ndjson"), "must have required property 'id'"],
  ["/events", () => text("data: {}\n\n", "text/event-stream"), "must have required property 'id'"]
])("an answer that differs from the document is wrong: %s %#", async (path, answer, fault) => {
  expect(await verdict(path, answer())).toContain(fault)
})

test("a method that the document lacks is 405 with Allow", async () => {
  const refused = (headers: Record<string, string>) => Response.json({ status: "error" }, { status: 405, headers })
  expect(await verdict("/things/a", refused({ allow: "GET" }), { method: "PUT" })).toBe("right")
  expect(await verdict("/things/a", refused({}), { method: "PUT" })).toContain("Allow is missing")
  expect(await verdict("/things/a", Response.json({}), { method: "PUT" })).toContain("no such method")
})

test("an answer is judged whether or not it is read, and by whichever of a server's names it was asked", async () => {
  next = () => Response.json({}, { headers: LEFT })
  await fetch(url("/things/a").replace("localhost", "127.0.0.1"))
  await expect(watch.judge()).rejects.toThrow("required property")
})

test("a watched stream comes as it is written, keeps its address, and a hang-up reaches the server", async () => {
  const gone = Promise.withResolvers<void>()
  let write = (_: string) => {}
  next = () => {
    const body = new ReadableStream({
      start: (controller) => {
        write = (part) => controller.enqueue(new TextEncoder().encode(part))
      },
      cancel: () => gone.resolve()
    })
    return new Response(body, { headers: { "content-type": "text/event-stream" } })
  }
  const asked = fetch(url("/events"))
  await Bun.sleep(20)
  write(": hello\n\n")
  const response = await asked
  expect(response.url).toBe(url("/events"))
  const reader = response.body?.getReader()
  const read = async () => new TextDecoder().decode((await reader?.read())?.value)
  expect(await read()).toBe(": hello\n\n")
  write(`data: ${JSON.stringify(RIGHT)}\n\n`)
  expect(await read()).toContain("2026")
  await reader?.cancel()
  await gone.promise
})
