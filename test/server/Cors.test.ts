import { afterAll, beforeAll, expect, test } from "bun:test"
import {
  HttpApi,
  HttpApiBuilder,
  HttpApiEndpoint,
  HttpApiGroup,
  HttpApiMiddleware,
  HttpServer,
  HttpServerResponse
} from "@effect/platform"
import { Duration, Effect, Layer, Logger, ManagedRuntime, Schema } from "effect"
import { NotFound, Unauthorized, wire } from "../../src/Errors.ts"
import { Draining } from "../../src/http/Draining.ts"
import { AnswerHeaders, ByCookie, openRoute } from "../../src/http/RouteAnnotations.ts"
import * as Server from "../../src/Server.ts"
import { LogSink } from "../../src/server/LogSink.ts"
import { Readiness } from "../../src/server/Readiness.ts"
import { Settings } from "../../src/settings/Config.ts"

/** Asks for some key. */
class Locked extends HttpApiMiddleware.Tag<Locked>()("test/Locked", { failure: wire(Unauthorized) }) {}
/** Asks for nothing. */
class Counted extends HttpApiMiddleware.Tag<Counted>()("test/Counted", {}) {}

const id = Schema.Struct({ id: Schema.String })

const mixed = HttpApiGroup.make("mixed")
  .add(HttpApiEndpoint.get("about", "/mixed").addError(wire(NotFound)))
  .add(HttpApiEndpoint.post("make", "/mixed").middleware(Locked))
  .add(HttpApiEndpoint.get("one", "/mixed/:id").setPath(id))
  .add(HttpApiEndpoint.get("mine", "/mixed/mine").middleware(Locked))
  .middleware(Counted)
  .annotate(AnswerHeaders, { "x-kind": "mixed" })

const locked = HttpApiGroup.make("locked")
  .add(HttpApiEndpoint.get("secret", "/locked").annotate(AnswerHeaders, { "x-kind": "secret" }))
  .middleware(Locked)

/** Depends on a cookie, and so do all groups of an API that says so of itself. */
const own = HttpApi.make("own")
  .add(
    HttpApiGroup.make("own")
      .add(HttpApiEndpoint.get("page", "/own"))
      .add(HttpApiEndpoint.post("change", "/own").middleware(Locked))
  )
  .annotate(ByCookie, { cookie: "c", header: "x-c" })

const api = HttpApi.make("cors").add(mixed).add(locked).addHttpApi(own)

const handlers = Layer.mergeAll(
  HttpApiBuilder.group(api, "own", (group) =>
    group.handle("page", () => Effect.void).handle("change", () => Effect.void)
  ),
  HttpApiBuilder.group(api, "mixed", (group) =>
    group
      .handle("about", () => new NotFound({ message: "nothing" }))
      .handle("make", () => Effect.void)
      .handle("one", () => Effect.void)
      .handle("mine", () => Effect.void)
  ),
  HttpApiBuilder.group(api, "locked", (group) => group.handle("secret", () => Effect.void))
).pipe(
  Layer.provide([
    Layer.succeed(Locked, Effect.fail(new Unauthorized({ message: "who?" }))),
    Layer.succeed(Counted, Effect.void)
  ])
)

const raw = HttpApiBuilder.Router.use((router) =>
  Effect.all([
    router.addRoute(openRoute("/raw/open/:id", HttpServerResponse.text("open"))),
    router.get("/raw/closed", HttpServerResponse.text("closed"))
  ])
)

const runtime = ManagedRuntime.make(
  Server.layer(Layer.merge(Layer.provide(HttpApiBuilder.api(api), handlers), raw), { build: { version: "0" } }).pipe(
    Layer.provide(Logger.remove(Logger.defaultLogger)),
    Layer.provide(Layer.succeed(LogSink, LogSink.of({ push: () => {}, flush: Effect.void }))),
    Layer.provide(Layer.succeed(Readiness, { checks: [] })),
    Layer.provideMerge(Draining.Default),
    Layer.provide(Settings.layerFrom({ QAL_PORT: "0", QAL_CORS_ORIGINS: "https://app.example" }))
  )
)
let url = ""
beforeAll(async () => {
  url = await runtime.runPromise(
    HttpServer.addressWith((address) =>
      Effect.succeed(`http://127.0.0.1:${address._tag === "TcpAddress" ? address.port : 0}`)
    )
  )
})
afterAll(() => runtime.dispose())

const ANY = "https://any.example"
const OURS = "https://app.example"

const ask = (origin: string, method: string, path: string, headers: Record<string, string> = {}) =>
  fetch(url + path, { method, headers: { origin, ...headers } })
const allowed = (response: Response) => response.headers.get("access-control-allow-origin")

const preflight = async (origin: string, method: string, path: string) => {
  const answer = await ask(origin, "OPTIONS", path, { "access-control-request-method": method })
  return [answer.status, allowed(answer), answer.headers.get("access-control-allow-methods")]
}

test("an endpoint that takes no key is open to pages of any origin, errors and HEAD too", async () => {
  for (const [method, path] of [
    ["GET", "/mixed"],
    ["HEAD", "/mixed"],
    ["GET", "/mixed/7"],
    ["GET", "/raw/open/7"],
    ["POST", "/raw/open/7"],
    ["GET", "/openapi.json"]
  ] as const) {
    const answer = await ask(ANY, method, path)
    expect([method, path, allowed(answer)]).toEqual([method, path, "*"])
    expect(answer.headers.get("access-control-expose-headers")).toContain("x-request-id")
  }
})

test("an endpoint with a key, a page, and an unknown path are open to configured origins alone", async () => {
  for (const [method, path] of [
    ["GET", "/locked"],
    ["DELETE", "/locked"],
    ["POST", "/mixed"],
    ["GET", "/mixed/mine"],
    ["GET", "/raw/closed"],
    ["GET", "/raw/open/7/8"],
    ["GET", "/nowhere"],
    ["GET", "/docs"],
    ["GET", "/metrics"]
  ] as const) {
    const answer = await ask(ANY, method, path)
    expect([method, path, allowed(answer)]).toEqual([method, path, null])
    expect(answer.headers.get("vary")?.split(", ")).toContain("origin")
    expect([method, path, allowed(await ask(OURS, method, path))]).toEqual([method, path, OURS])
  }
})

test("a preflight is answered for the method that it asks about, and lists no other that takes a key", async () => {
  expect(await preflight(ANY, "GET", "/mixed")).toEqual([204, "*", "GET, HEAD"])
  expect(await preflight(ANY, "POST", "/mixed")).toEqual([204, null, null])
  expect(await preflight(OURS, "POST", "/mixed")).toEqual([204, OURS, "GET, POST, HEAD, OPTIONS"])
  expect(await preflight(ANY, "GET", "/mixed/7")).toEqual([204, "*", "GET, HEAD, OPTIONS"])
  expect(await preflight(ANY, "GET", "/mixed/mine")).toEqual([204, null, null])
  expect(await preflight(ANY, "GET", "/raw/open/7")).toEqual([204, "*", "GET, HEAD, OPTIONS"])
  expect(await preflight(ANY, "GET", "/nowhere")).toEqual([404, null, null])
})

test("an endpoint that depends on a cookie is open to no other origin, configured or not", async () => {
  for (const origin of [ANY, OURS]) {
    for (const method of ["GET", "HEAD", "POST", "DELETE"]) {
      const answer = await ask(origin, method, "/own")
      expect([method, allowed(answer), answer.headers.get("access-control-expose-headers")]).toEqual([
        method,
        null,
        null
      ])
      expect(await preflight(origin, method, "/own")).toEqual([204, null, null])
    }
  }
})

test("headers that an endpoint or its group declares are on all its answers, errors too", async () => {
  expect((await ask(ANY, "GET", "/mixed")).headers.get("x-kind")).toBe("mixed")
  expect((await ask(ANY, "GET", "/mixed/7")).headers.get("x-kind")).toBe("mixed")
  expect((await ask(ANY, "GET", "/locked")).headers.get("x-kind")).toBe("secret")
  expect((await ask(ANY, "GET", "/raw/closed")).headers.get("x-kind")).toBeNull()
})

test("a server that stops tells pages of the same origins", async () => {
  await runtime.runPromise(Effect.flatMap(Draining, (draining) => draining.begin(Duration.seconds(10))))
  const open = await ask(ANY, "GET", "/mixed")
  expect([open.status, allowed(open)]).toEqual([503, "*"])
  expect(allowed(await ask(ANY, "POST", "/mixed"))).toBeNull()
  expect(allowed(await ask(OURS, "POST", "/mixed"))).toBe(OURS)
})
