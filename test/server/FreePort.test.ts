import { expect, test } from "bun:test"
import { HttpServerResponse } from "@effect/platform"
import * as BunHttpServer from "@effect/platform-bun/BunHttpServer"
import { Effect, Layer } from "effect"
import { Draining } from "../../src/http/Draining.ts"
import { FileDescriptors } from "../../src/http/FileDescriptors.ts"
import * as FreePort from "../../src/server/FreePort.ts"
import * as Listener from "../../src/server/Listener.ts"
import { isAddressOpen, Settings } from "../../src/settings/Config.ts"

/** Of documents (RFC 5737): no machine has it. */
const NOBODYS = "203.0.113.1"

const settingsOf = (variables: Readonly<Record<string, string>>) =>
  Effect.runPromise(Effect.provide(Settings, Layer.provide(FreePort.layer, Settings.layerFrom(variables))))

test("a server that is to take a free port has it before it gives an address", async () => {
  const settings = await settingsOf({ QAL_PORT: "0" })
  expect(settings.port).toBeGreaterThan(0)
  expect(settings.publicUrl).toBe(`http://localhost:${settings.port}`)
  expect(isAddressOpen(settings)).toBe(false)
})

test("the port that a server is to take is no other program's until the server listens there, and its own then", () =>
  Effect.gen(function* () {
    const { port } = yield* Settings
    const others = () =>
      Bun.serve({ port, hostname: "127.0.0.1", reusePort: false, fetch: () => new Response("other") })
    expect(others).toThrow()
    const { server } = yield* Listener.make({
      setting: "QAL_PORT",
      port,
      serve: (listener) => listener.serve(Effect.succeed(HttpServerResponse.text("own")))
    })
    expect(server.address).toMatchObject({ port })
    expect(others).toThrow()
    const answers = Array.from({ length: 20 }, () =>
      fetch(`http://127.0.0.1:${port}`, { headers: { connection: "close" } }).then((response) => response.text())
    )
    expect(new Set(yield* Effect.promise(() => Promise.all(answers)))).toEqual(new Set(["own"]))
  }).pipe(
    Effect.scoped,
    Effect.provide(FileDescriptors.Default),
    Effect.provide(Draining.Default),
    Effect.provide(Layer.provide(FreePort.layer, Settings.layerFrom({ QAL_PORT: "0" }))),
    Effect.provide(BunHttpServer.layerContext),
    Effect.runPromise
  ))

test("a public address that is set stays as it is, whatever port is taken", async () => {
  const set = { QAL_PORT: "0", QAL_PUBLIC_URL: "https://speech.example.org" }
  const settings = await settingsOf(set)
  expect(settings.port).toBeGreaterThan(0)
  expect(settings.publicUrl).toBe("https://speech.example.org")
})

test("a port that is named is the server's", async () => {
  const { port, publicUrl } = await settingsOf({ QAL_PORT: "9000" })
  expect([port, publicUrl]).toEqual([9000, "http://localhost:9000"])
})

test("a host that nobody can listen on is left to the listener to refuse", async () => {
  expect((await settingsOf({ QAL_PORT: "0", QAL_HOST: NOBODYS })).port).toBe(0)
})
