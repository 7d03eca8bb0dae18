/**
 * A small server that is right, but for one thing: `bun Fake.ts <mode>`. It
 * prints its port. What the fuzzer must notice is tried on it.
 */
import type { ServerWebSocket } from "bun"

const MODES = [
  "right",
  "500",
  "no envelope",
  "no id",
  "another id",
  "wrong status",
  "many details",
  "stack",
  "secret",
  "slow",
  "blocks",
  "dies",
  "does anything",
  "no answer",
  "ticket twice",
  "event fault",
  "socket broken off",
  "leaks memory",
  "huge error"
] as const
export type Mode = (typeof MODES)[number]

const mode = process.argv[2] ?? "right"
/** One request in so many is answered wrongly, so that failing is told from starting. */
const EVERY = 3
/** Requests after which memory has been looked at first, or nearly. */
const FIRST_BLOCK = 150
const SOCKETS: ReadonlySet<string> = new Set(["/api/v1/realtime/voice", "/api/v1/scribe/stream"])

const kept: Array<Buffer> = []
const tickets = new Set<string>()
let count = 0

const refusal = (id: string) => ({
  status: "error",
  error: { code: "VALIDATION_ERROR", message: "no", details: [{ field: "a", code: "b", message: "c" }], request_id: id }
})

const json = (status: number, id: string, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", "x-request-id": id } })

const wait = (millis: number): void => {
  const end = performance.now() + millis
  while (performance.now() < end);
}

/** The one thing that is wrong. */
const wrong = async (id: string): Promise<Response | undefined> => {
  const { error } = refusal(id)
  switch (mode) {
    case "500":
      return json(500, id, { status: "error", error: { ...error, code: "INTERNAL_ERROR" } })
    case "no envelope":
      return json(422, id, { message: "no" })
    case "no id":
      return new Response(JSON.stringify(refusal("x")), { status: 422 })
    case "another id":
      return json(422, id, refusal("other"))
    case "wrong status":
      return json(400, id, refusal(id))
    case "many details":
      return json(422, id, {
        status: "error",
        error: { ...error, details: Array.from({ length: 21 }, () => error.details[0]) }
      })
    case "stack":
      return json(422, id, { status: "error", error: { ...error, message: "TypeError: at read (/app/src/a.ts:1:2)" } })
    case "secret":
      return json(422, id, { status: "error", error: { ...error, message: "not sk_secret-of-the-test" } })
    case "huge error":
      return json(422, id, { status: "error", error: { ...error, message: "no".repeat(100_000) } })
    case "does anything":
      return json(200, id, {})
    case "no answer":
      return new Promise(() => {})
    case "dies":
      process.exit(1)
      break
    case "leaks memory":
      if (count > FIRST_BLOCK) kept.push(Buffer.alloc(16 * 1024 * 1024, 1))
      break
  }
  return undefined
}

interface Session {
  first: boolean
  /** Tickets of another kind open nothing. */
  readonly kind: string
}

const heard = (socket: ServerWebSocket<Session>, text: string): void => {
  if (mode === "socket broken off") {
    socket.terminate()
    return
  }
  const error = { ...refusal("s").error, code: mode === "event fault" ? "INTERNAL_ERROR" : "UNAUTHORIZED" }
  const token = /"token":"([^"]*)"/.exec(text)?.[1] ?? ""
  const isGood =
    socket.data.first &&
    ((token.includes(`_${socket.data.kind}_`) && tickets.delete(token)) ||
      (mode === "ticket twice" && token.startsWith("t_")))
  socket.data.first = false
  if (isGood) {
    socket.send(JSON.stringify({ type: "session.created" }))
    return
  }
  socket.send(JSON.stringify({ type: "error", status: 401, error }))
  socket.close(1008)
}

const server = Bun.serve<Session>({
  port: 0,
  hostname: "127.0.0.1",
  development: false,
  idleTimeout: 0,
  fetch: async (request, server) => {
    const id = request.headers.get("x-request-id") ?? `r${count}`
    const pathname = request.url.replace(/^[^/]*\/\/[^/]*/, "").replace(/\?.*$/, "")
    if (pathname === "/healthz" || pathname === "/api/v1/voice/voices") return json(200, id, {})
    if (pathname.endsWith("/sessions")) {
      const token = `t_${pathname.split("/").at(-2)}_${crypto.randomUUID()}`
      tickets.add(token)
      return json(201, id, { data: { token } })
    }
    if (
      SOCKETS.has(pathname) &&
      server.upgrade(request, { data: { first: true, kind: pathname.split("/").at(-2) ?? "" } })
    )
      return undefined
    await request.arrayBuffer().catch(() => undefined)
    // As whatever an input costs does, these come every time.
    if (mode === "slow") await Bun.sleep(3_000)
    if (mode === "blocks") wait(1_500)
    return (count++ % EVERY === 0 ? await wrong(id) : undefined) ?? json(422, id, refusal(id))
  },
  websocket: { message: (socket, text) => heard(socket, String(text)) }
})

process.stdout.write(`${server.port}\n`)
