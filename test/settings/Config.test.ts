import { expect, test } from "bun:test"
import { Effect, Either, LogLevel, Option, Redacted } from "effect"
import { Settings, settingsHelp } from "../../src/settings/Config.ts"

const read = (variables: Record<string, string>) =>
  Effect.runSync(Effect.either(Effect.provide(Settings, Settings.layerFrom(variables))))

const complaint = (variables: Record<string, string>): string =>
  Either.match(read(variables), { onLeft: (failure) => failure.message, onRight: () => "accepted" })

const values = (variables: Record<string, string>) => Either.getOrThrow(read(variables))

const key = `sk_${"a1B2".repeat(10)}`

test("every setting is optional, and the defaults are those of the contract", () => {
  const settings = values({})
  expect(settings.host).toBe("127.0.0.1")
  expect(settings.port).toBe(8787)
  expect(settings.publicUrl).toBe("http://localhost:8787")
  expect(settings.dataDir).toBe("./data")
  expect(settings.bootstrapCredit).toBe("500")
  expect(settings.rateLimitPerMinute).toBe(600)
  expect(settings.synthesisWorkers).toBeGreaterThanOrEqual(1)
  expect(settings.logLevel).toBe(LogLevel.Info)
  expect(settings.corsOrigins).toEqual([])
  for (const unset of [settings.text, settings.recognizer, settings.synthesizer])
    expect(Option.isNone(unset)).toBe(true)
  expect(Option.isNone(settings.relayPort)).toBe(true)
})

test("a setting that is empty or blank is unset", () => {
  expect(values({ QAL_PORT: "", QAL_ADMIN_TOKEN: "  " })).toEqual(values({}))
})

test("the public address follows the port, and loses its trailing slashes", () => {
  expect(values({ QAL_PORT: "9000" }).publicUrl).toBe("http://localhost:9000")
  expect(values({ QAL_PUBLIC_URL: "https://speech.example.org/qal//" }).publicUrl).toBe(
    "https://speech.example.org/qal"
  )
})

test("a remote engine has an address and a model; its key is redacted", () => {
  const settings = values({
    QAL_TEXT_URL: "http://127.0.0.1:11434/v1/",
    QAL_TEXT_MODEL: "m",
    QAL_TEXT_API_KEY: "remote-secret"
  })
  const engine = Option.getOrThrow(settings.text)
  expect(engine.url).toBe("http://127.0.0.1:11434/v1")
  expect(Redacted.value(Option.getOrThrow(engine.apiKey))).toBe("remote-secret")
  expect(JSON.stringify(settings)).not.toContain("remote-secret")
})

test("a database's address is redacted; the pool is the server's setting, the mode of TLS the driver's", () => {
  const database = (value: string) => Option.getOrThrow(values({ QAL_DATABASE_URL: value }).database)
  const plain = database("postgres://me:hunter2@host/qal")
  expect(plain.connections).toBe(10)
  expect(JSON.stringify(plain)).not.toContain("hunter2")
  expect(Redacted.value(plain.url)).toBe("postgres://me:hunter2@host/qal")
  const chosen = database("postgresql://me:a%2Fb%25@[::1]:5433/q?pool=200&sslmode=require&application_name=x")
  expect(chosen.connections).toBe(200)
  expect(Redacted.value(chosen.url)).toBe(
    "postgresql://me:a%2Fb%25@[::1]:5433/q?sslmode=verify-full&application_name=x"
  )
  for (const mode of ["disable", "prefer", "verify-ca", "verify-full", "no-verify"])
    expect(() => database(`postgres://me@host/qal?sslmode=${mode}`)).not.toThrow()
})

const bad: ReadonlyArray<readonly [name: string, value: string, says: RegExp]> = [
  ["QAL_PORT", "http", /"http" is not a whole number; accepted: a whole number from 0 to 65535/],
  ["QAL_PORT", "65536", /out of range/],
  ["QAL_PORT", "8e3", /not a whole number/],
  ["QAL_HOST", "local host", /not an address/],
  ["QAL_RELAY_PORT", "0", /out of range/],
  ["QAL_PUBLIC_URL", "localhost:8787", /not an http/],
  ["QAL_PUBLIC_URL", "https://a.example/?x=1", /query/],
  ["QAL_OTLP_URL", "localhost:4318", /not an http/],
  ["QAL_OTLP_URL", "http://name:secret@localhost:4318", /credentials/],
  ["QAL_DATABASE_URL", "mysql://me@host/qal", /not a postgres:\/\/ address/],
  ["QAL_DATABASE_URL", "postgres:host/qal", /not a postgres:\/\/ address/],
  ["QAL_DATABASE_URL", "postgres://me@host:port/qal", /not an address/],
  ["QAL_DATABASE_URL", "postgres://me@host", /names no database/],
  ["QAL_DATABASE_URL", "postgres://me@one,other/qal", /several hosts/],
  ["QAL_DATABASE_URL", "postgres://me:a%zz@host/qal", /% that escapes nothing/],
  ["QAL_DATABASE_URL", "postgres://me@host/qal#x", /fragment/],
  ["QAL_DATABASE_URL", "postgres://me@ho st/qal", /space/],
  ["QAL_DATABASE_URL", "postgres://me@host/qal?pool=0", /pool that is no whole number from 1 to 200/],
  ["QAL_DATABASE_URL", "postgres://me@host/qal?pool=201", /pool that is no whole number from 1 to 200/],
  ["QAL_DATABASE_URL", "postgres://me@host/qal?pool=1e1", /pool that is no whole number from 1 to 200/],
  ["QAL_DATABASE_URL", "postgres://me@host/qal?sslmode=on", /sslmode that is none of disable, prefer/],
  ["QAL_CORS_ORIGINS", "https://a.example, https://b.example/path", /with a path/],
  ["QAL_BOOTSTRAP_CREDIT", "-1", /not such an amount/],
  ["QAL_BOOTSTRAP_CREDIT", "0.00001", /4 decimals/],
  ["QAL_BOOTSTRAP_CREDIT", "1e3", /not such an amount/],
  ["QAL_SYNTHESIS_WORKERS", "0", /from 1 to 64/],
  ["QAL_SYNTHESIS_WORKERS", "65", /from 1 to 64/],
  ["QAL_RATE_LIMIT_PER_MINUTE", "0", /out of range/],
  ["QAL_PRICES", "[1]", /not a JSON object/],
  ["QAL_PRICES", "{", /not JSON/],
  ["QAL_LOG_LEVEL", "loud", /accepted: trace, debug, info, warn, error, none/],
  ["QAL_LOG_FORMAT", "xml", /accepted: pretty, json/],
  ["QAL_TEXT_MODEL", "m", /QAL_TEXT_URL is not/],
  ["QAL_TEXT_URL", "ftp://a.example", /not an http/]
]
test.each(bad)("the setting %s=%s is refused in one line that names it", (name, value, says) => {
  const line = complaint({ [name]: value })
  expect(line).toMatch(says)
  expect(line.split("\n")).toHaveLength(1)
  expect(line.startsWith(`${name}: `)).toBe(true)
})

test("an engine's address without its model is refused", () => {
  expect(complaint({ QAL_SYNTHESIZER_URL: "http://a.example/v1" })).toStartWith("QAL_SYNTHESIZER_MODEL: is not set")
})

test("several bad settings are refused in a line each", () => {
  const lines = complaint({ QAL_PORT: "x", QAL_LOG_LEVEL: "y", QAL_PRICES: "z" }).split("\n")
  expect(lines.map((line) => line.split(":")[0])).toEqual(["QAL_PORT", "QAL_PRICES", "QAL_LOG_LEVEL"])
})

test("a bad setting cannot break the line that refuses it", () => {
  expect(complaint({ QAL_LOG_LEVEL: "a\nb\u001b[31m" }).split("\n")).toHaveLength(1)
})

const secrets = {
  QAL_BOOTSTRAP_API_KEY: "sk_hunter2",
  QAL_ADMIN_TOKEN: "hunter2",
  QAL_SIGNING_SECRET: "hunter2",
  QAL_TEXT_API_KEY: "hunter2 hunter2",
  QAL_TEXT_URL: "http://me:hunter2@a.example/v1",
  QAL_DATABASE_URL: "postgres://me:hunter2@host"
}
test.each(Object.entries(secrets))("the bad secret %s is refused without showing it", (name, value) => {
  const line = complaint({ [name]: value })
  expect(line).toStartWith(`${name}: `)
  expect(line).not.toContain("hunter2")
})

test("well-formed secrets are read, and redacted", () => {
  const settings = values({ QAL_BOOTSTRAP_API_KEY: key, QAL_SIGNING_SECRET: "0123456789abcdef" })
  expect(Option.map(settings.bootstrapApiKey, Redacted.value)).toEqual(Option.some(key))
  expect(String(Option.getOrThrow(settings.signingSecret))).not.toContain("0123456789abcdef")
})

test("the help lists every setting that can be set", () => {
  for (const [name] of [...bad, ...Object.entries(secrets)]) expect(settingsHelp).toContain(name)
})
