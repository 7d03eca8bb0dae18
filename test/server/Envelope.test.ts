import { describe, expect, test } from "bun:test"
import { connect } from "node:net"
import { JSON_LIMIT } from "../../src/http/Body.ts"
import { exchange } from "../support/RawExchange.ts"
import { errorOf, eventually, runningForFile } from "./harness.ts"

const server = runningForFile()

const get = (path: string, init?: RequestInit) => fetch(`${server.url}${path}`, init)
const post = (
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = { "content-type": "application/json" }
) => get(path, { method: "POST", body, headers })

describe("request ids", () => {
  test("a well-formed request id of the client is kept", async () => {
    const response = await get("/api/v1/whoami", { headers: { "x-request-id": "Client_id-1" } })
    expect(response.headers.get("x-request-id")).toBe("Client_id-1")
    expect(await response.json()).toBe("Client_id-1")
  })

  test.each(["", "has space", "x".repeat(129), "naïve", "a/b"])("the request id %p is replaced", async (own) => {
    const response = await get("/healthz", {
      headers: { "x-request-id": encodeURIComponent(own) === own ? own : own }
    }).catch(() => undefined)
    const id = response?.headers.get("x-request-id") ?? "req_unsendable"
    expect(id).toMatch(/^req_[A-Za-z0-9_-]+$/)
  })

  test("errors have the request id in the header and in the envelope", async () => {
    const response = await get("/api/v1/poor", { headers: { "x-request-id": "abc" } })
    expect(response.headers.get("x-request-id")).toBe("abc")
    expect((await errorOf(response)).request_id).toBe("abc")
  })
})

describe("the envelope", () => {
  test("the error envelope has a handler's status, param and details", async () => {
    const response = await get("/api/v1/poor")
    expect(response.status).toBe(402)
    expect(await errorOf(response)).toMatchObject({
      code: "INSUFFICIENT_CREDITS",
      message: "balance is 3.10",
      param: "wallet.balance",
      details: [{ field: "wallet.balance", code: "balance_too_low", message: "balance is 3.10" }]
    })
  })

  test("an error's retryAfter is the Retry-After header in whole seconds, rounded up", async () => {
    const response = await get("/api/v1/hurried")
    expect(response.status).toBe(429)
    expect(response.headers.get("retry-after")).toBe("2")
  })

  test("headers that a middleware asked for are on errors, too", async () => {
    for (const path of ["/api/v1/poor", "/api/v1/broken", "/api/v1/things/1?limit=0", "/api/v1/whoami"]) {
      expect((await get(path)).headers.get("x-ratelimit-remaining")).toBe("7")
    }
  })

  test("a defect is INTERNAL_ERROR; its cause is in the log with the request id, and only there", async () => {
    const response = await get("/api/v1/broken", { headers: { "x-request-id": "broken1" } })
    const body = await response.text()
    expect(response.status).toBe(500)
    expect(JSON.parse(body).error.code).toBe("INTERNAL_ERROR")
    expect(body).not.toContain("secret reason")
    const record = await eventually(() =>
      server.records.find(({ fields }) => fields.request_id === "broken1" && "cause" in fields)
    )
    expect(String(record.fields.cause)).toContain("the secret reason")
  })

  test("an answer that does not fit its own schema is a fault of the server, not of the request", async () => {
    expect((await get("/api/v1/misfit")).status).toBe(500)
  })

  test("an unknown route is NOT_FOUND", async () => {
    for (const path of ["/nowhere", "/api/v1/things/a/b", "/api/v1/%zz", "/media/"]) {
      const response = await get(path)
      expect([path, response.status]).toEqual([path, 404])
      expect((await errorOf(response)).code).toBe("NOT_FOUND")
    }
  })

  test("a known path with another method is METHOD_NOT_ALLOWED, with the methods it has", async () => {
    const response = await get("/api/v1/things/1", { method: "PUT", body: "{}" })
    expect(response.status).toBe(405)
    expect((await errorOf(response)).code).toBe("METHOD_NOT_ALLOWED")
    expect(response.headers.get("allow")?.split(", ").toSorted()).toEqual(["DELETE", "GET", "HEAD", "OPTIONS"])
    const media = await get("/media/x", { method: "DELETE" })
    expect(media.headers.get("allow")).toBe("GET, HEAD, OPTIONS")
  })

  test("OPTIONS lists the methods of a path", async () => {
    const response = await get("/api/v1/things", { method: "OPTIONS" })
    expect(response.status).toBe(204)
    expect(response.headers.get("allow")).toBe("POST, OPTIONS")
    expect((await get("/nowhere", { method: "OPTIONS" })).status).toBe(404)
  })

  test("HEAD answers as GET does, without a body", async () => {
    for (const path of ["/healthz", "/api/v1/things/1", "/stream"]) {
      const response = await get(path, { method: "HEAD" })
      expect([path, response.status, await response.text()]).toEqual([path, 200, ""])
    }
  })

  test("no header names the server's software, and no content type is guessed", async () => {
    const response = await get("/healthz")
    expect(response.headers.get("server")).toBeNull()
    expect(response.headers.get("x-powered-by")).toBeNull()
    expect(response.headers.get("x-content-type-options")).toBe("nosniff")
  })
})

describe("a request that does not fit its schema", () => {
  test("a request that does not fit names each field with what would be right, and never repeats the value", async () => {
    const response = await post(
      "/api/v1/things",
      JSON.stringify({ text: "private ".repeat(9), format: "ogg", voice_settings: { speed: "fast" } })
    )
    expect(response.status).toBe(422)
    const error = await errorOf(response)
    expect(error.code).toBe("VALIDATION_ERROR")
    expect(error.param).toBe("text")
    expect(error.details).toEqual([
      { field: "text", code: "invalid_value", message: "must be a string at most 20 character(s) long" },
      { field: "format", code: "invalid_value", message: 'must be "mp3" or "wav"' },
      { field: "voice_settings.speed", code: "invalid_type", message: "must be a number" }
    ])
    expect(JSON.stringify(error)).not.toContain("private")
  })

  test("a missing field is reported as missing", async () => {
    const error = await errorOf(await post("/api/v1/things", "{}"))
    expect(error.details).toEqual([{ field: "text", code: "missing", message: "is missing" }])
  })

  test("a body that is no object at all is refused as a whole", async () => {
    const error = await errorOf(await post("/api/v1/things", "5"))
    expect([error.code, error.param, error.message]).toEqual([
      "VALIDATION_ERROR",
      undefined,
      "the request must be an object"
    ])
  })

  test("query parameters are checked against their schema", async () => {
    const error = await errorOf(await get("/api/v1/things/1?limit=lots"))
    expect(error.details).toEqual([{ field: "limit", code: "invalid_value", message: "must be a number" }])
  })

  test("unknown fields of a body are ignored", async () => {
    expect((await post("/api/v1/things", '{"text":"a","more":1}')).status).toBe(201)
  })
})

describe("bodies", () => {
  const codeOf = async (response: Response) => [response.status, (await errorOf(response)).code]

  test.each(["", "{", "nonsense", '{"text":"a"} trailing', `${"[".repeat(200_000)}`])(
    "a body that is not JSON is INVALID_REQUEST (%#)",
    async (body) => {
      expect(await codeOf(await post("/api/v1/things", body))).toEqual([400, "INVALID_REQUEST"])
    }
  )

  test("JSON that is not UTF-8 is INVALID_REQUEST", async () => {
    const body = new Uint8Array([
      ...new TextEncoder().encode('{"text":"'),
      0xff,
      0xfe,
      ...new TextEncoder().encode('"}')
    ])
    expect(await codeOf(await post("/api/v1/things", body))).toEqual([400, "INVALID_REQUEST"])
  })

  test("a body of another content type is UNSUPPORTED_MEDIA_TYPE, which lists the accepted ones", async () => {
    for (const type of ["text/plain", "application/xml", "application/x-www-form-urlencoded", "application/jsonp"]) {
      const response = await post("/api/v1/things", '{"text":"a"}', { "content-type": type })
      expect([type, response.status]).toEqual([type, 415])
      expect((await errorOf(response)).message).toContain("application/json")
    }
    const form = new FormData()
    form.set("text", "a")
    expect((await get("/api/v1/things", { method: "POST", body: form })).status).toBe(415)
  })

  test("a compressed body is 415, with the name of its coding", async () => {
    const packed = { "content-type": "application/json", "content-encoding": "gzip" }
    const refused = await get("/api/v1/things", {
      method: "POST",
      headers: packed,
      body: Bun.gzipSync(Buffer.from(JSON.stringify({ text: "a" })))
    })
    expect(refused.status).toBe(415)
    expect((await refused.json()).error.message).toContain('Content-Encoding "gzip"')
    const headers = { ...packed, "content-encoding": "identity" }
    const taken = await get("/api/v1/things", { method: "POST", headers, body: JSON.stringify({ text: "a" }) })
    expect(taken.status).toBe(201)
  })

  test("JSON may say its charset, and a body without a type is read as JSON", async () => {
    const charset = { "content-type": "application/json; charset=utf-8" }
    expect((await post("/api/v1/things", '{"text":"ሰላም"}', charset)).status).toBe(201)
    expect((await post("/api/v1/things", new TextEncoder().encode('{"text":"ሰላም"}'), {})).status).toBe(201)
  })

  test("a declared length over the limit is PAYLOAD_TOO_LARGE", async () => {
    const response = await post("/api/v1/things", `{"text":"${"a".repeat(4 * 1024 * 1024)}"}`)
    expect(response.status).toBe(413)
    const error = await errorOf(response)
    expect([error.code, error.message]).toEqual(["PAYLOAD_TOO_LARGE", "the body may hold at most 4 MiB"])
  })

  /** Chunks of 64 KiB without a declared length, until the server has answered. */
  const pour = (path: string, type: string, opening: string, chunks: number) =>
    new Promise<{ readonly answer: string; readonly sent: number }>((resolve, reject) => {
      let answer = ""
      let sent = 0
      const block = Buffer.alloc(64 * 1024, 0x61)
      const chunk = (data: Buffer) =>
        Buffer.concat([Buffer.from(`${data.byteLength.toString(16)}\r\n`), data, Buffer.from("\r\n")])
      const socket = connect(server.port, "127.0.0.1", () => {
        socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`)
        socket.write(chunk(Buffer.from(opening)))
        const more = () => {
          if (answer !== "" || sent === chunks) return
          sent++
          socket.write(chunk(block), () => setImmediate(more))
        }
        more()
      })
      socket.on("error", reject)
      socket.on("data", (data) => {
        answer += data.toString()
        if (!answer.endsWith("}")) return
        socket.destroy()
        resolve({ answer, sent })
      })
    })

  test("a body without a declared length is refused at the limit while it is read", async () => {
    const { answer, sent } = await pour("/api/v1/things", "application/json", '{"text":"', 10_000)
    expect(answer).toContain("413 Payload Too Large")
    expect(answer).toContain("PAYLOAD_TOO_LARGE")
    expect(sent * 64 * 1024).toBeLessThan(64 * 1024 * 1024)
  })

  test("a form is refused at its own, larger limit while it is read", async () => {
    const opening = '--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n'
    const { answer } = await pour("/api/v1/uploads", "multipart/form-data; boundary=b", opening, 10_000)
    expect(answer).toContain("413 Payload Too Large")
    expect(answer).toContain("25.3 MiB")
  })

  test("a body that its route reads as a stream is held to the same limit", async () => {
    const fits = await post("/raw", new Uint8Array(JSON_LIMIT), {})
    expect(await fits.json()).toEqual({ bytes: JSON_LIMIT })
    expect(await codeOf(await post("/raw", new Uint8Array(JSON_LIMIT + 1), {}))).toEqual([413, "PAYLOAD_TOO_LARGE"])
    const { answer } = await pour("/raw", "application/octet-stream", "x", 10_000)
    expect(answer).toContain("PAYLOAD_TOO_LARGE")
  })

  test("a connection still serves after a refused body", async () => {
    const size = 6 * 1024 * 1024
    const sent = [
      `POST /api/v1/things HTTP/1.1\r\nhost: x\r\ncontent-length: ${size}\r\n\r\n`,
      Buffer.alloc(size, 0x20),
      "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n"
    ]
    const answers = await exchange(server.port, sent, (received) => received.includes('"version"'))
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 413", "HTTP/1.1 200"])
  })

  test("a form's fields and files are read as they come", async () => {
    const form = new FormData()
    form.set("name", "ሰላም")
    form.set("file", new Blob([new Uint8Array(5 * 1024 * 1024)]), "a.bin")
    const response = await get("/api/v1/uploads", { method: "POST", body: form })
    expect(await response.json()).toEqual({ bytes: 5 * 1024 * 1024, fields: ["name=ሰላም"] })
  })

  test("a broken form is INVALID_REQUEST; no form at all is UNSUPPORTED_MEDIA_TYPE", async () => {
    const broken = await post("/api/v1/uploads", "--b\r\nnonsense", {
      "content-type": "multipart/form-data; boundary=b"
    })
    expect(await codeOf(broken)).toEqual([400, "INVALID_REQUEST"])
    const unbounded = await post("/api/v1/uploads", "x", { "content-type": "multipart/form-data" })
    expect(await codeOf(unbounded)).toEqual([400, "INVALID_REQUEST"])
    expect((await post("/api/v1/uploads", "{}")).status).toBe(415)
  })
})
