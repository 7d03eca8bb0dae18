/** A page whose sources cannot be built at first. */
import { afterAll, expect } from "bun:test"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { HttpApi, HttpApiBuilder, HttpServer } from "@effect/platform"
import { Effect, Layer, ManagedRuntime } from "effect"
import { Assets } from "../../src/dashboard/Assets.ts"
import * as DashboardPage from "../../src/dashboard/DashboardPage.ts"
import { bundle } from "../../src/dashboard/PageBundle.ts"
import { QUICK } from "../../src/http/Compressed.ts"
import { Draining } from "../../src/http/Draining.ts"
import * as Server from "../../src/Server.ts"
import { throughSink } from "../../src/server/Logging.ts"
import { type LogRecord, LogSink } from "../../src/server/LogSink.ts"
import { Readiness } from "../../src/server/Readiness.ts"
import { Settings } from "../../src/settings/Config.ts"
import { longTest } from "../support/Long.ts"

const sources = mkdtempSync(join(tmpdir(), "qal-broken-"))
const records: Array<LogRecord> = []
let builds = 0
const bundled = () => {
  builds++
  return bundle(QUICK, sources)
}
const sink = LogSink.of({ push: (record) => void records.push(record), flush: Effect.void })
const routes = Layer.merge(
  HttpApiBuilder.api(HttpApi.make("none")),
  Layer.provide(DashboardPage.layer, Assets.Default(bundled))
)
const runtime = ManagedRuntime.make(
  Server.layer(routes, { build: { version: "0" } }).pipe(
    Layer.provide(throughSink),
    Layer.provide([Layer.succeed(LogSink, sink), Layer.succeed(Readiness, { checks: [] }), Draining.Default]),
    Layer.provide(Settings.layerFrom({ QAL_PORT: "0" }))
  )
)
afterAll(async () => {
  await runtime.dispose()
  rmSync(sources, { recursive: true })
})

longTest(
  "requests for a page that cannot be built are 500, and the log says where; once mended it is built once",
  async () => {
    const url = await runtime.runPromise(
      HttpServer.addressWith((address) =>
        Effect.succeed(`http://127.0.0.1:${address._tag === "TcpAddress" ? address.port : 0}`)
      )
    )
    const many = (path: string) => Promise.all(Array.from({ length: 200 }, () => fetch(url + path)))

    writeFileSync(join(sources, "main.tsx"), "export const page = <div>")
    for (const path of ["/", "/assets/main.js"]) {
      const answers = await many(path)
      expect(answers.every(({ status }) => status === 500)).toBe(true)
      expect(await answers[0]?.json()).toMatchObject({ error: { code: "INTERNAL_ERROR" } })
    }
    const causes = records.map(({ fields }) => String(fields?.cause))
    expect(causes.find((cause) => cause.includes("cannot be built"))).toMatch(/main\.tsx:1:\d+/)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)

    const failed = builds
    writeFileSync(join(sources, "main.tsx"), "export const page = 1; console.log(page)")
    expect((await many("/")).every(({ status }) => status === 200)).toBe(true)
    expect(builds).toBe(failed + 1)
    expect((await fetch(`${url}/assets/main.js`)).status).toBe(404)
  }
)
