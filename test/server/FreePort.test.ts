import { expect, test } from "bun:test"
import { Effect, Layer } from "effect"
import * as FreePort from "../../src/server/FreePort.ts"
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
