/** What `qal doctor` says of the port: that it is free, or how the server is that runs there. */
import { type IncomingMessage, request } from "node:http"
import { createServer } from "node:net"
import { Duration, Effect, Option, Schema } from "effect"
import { hostAndPort } from "../settings/Checks.ts"
import { Settings } from "../settings/Config.ts"
import { DataFolder, isOwned } from "../storage/DataFolder.ts"
import { CommandFailed } from "./CommandFailed.ts"

/** `/readyz` answers within its own limit of 2 s. */
const ANSWERS_WITHIN = Duration.seconds(5)
/** Characters. Both answers are far below; another program may send anything. */
const LONGEST_ANSWER = 10_000

const Health = Schema.parseJson(Schema.Struct({ status: Schema.Literal("ok"), version: Schema.String }))
const Readiness = Schema.parseJson(
  Schema.Struct({
    status: Schema.Literal("ready", "not_ready", "stopping"),
    checks: Schema.Record({ key: Schema.String, value: Schema.Literal("ok", "starting", "failed") })
  })
)

const fail = (message: string) => Effect.fail(new CommandFailed({ message }))

/** Why no server could begin to listen there; nothing where one could. */
const refusalOf = (host: string, port: number): Effect.Effect<Option.Option<string>> =>
  Effect.async((resume) => {
    const probe = createServer()
    probe.once("error", (cause: NodeJS.ErrnoException) => resume(Effect.succeedSome(cause.code ?? cause.message)))
    probe.listen(port, host, () => probe.close(() => resume(Effect.succeedNone)))
  })

/** The port is taken, or is one that only the user who runs the server may listen on: a server may be there. */
const MAY_BE_OURS: ReadonlyArray<string> = ["EADDRINUSE", "EACCES"]

/** The address at which a server on every interface is called. */
const LOOPBACK: ReadonlyMap<string, string> = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["[::]", "[::1]"]
])

/** The address to ask a server at that listens on this host and port. */
export const addressOf = (host: string, port: number): URL => {
  const url = new URL(`http://${hostAndPort(host, port)}`)
  url.hostname = LOOPBACK.get(url.hostname) ?? url.hostname
  return url
}

/** The text of an answer, whatever its status. Not by `fetch`, which would ask a proxy that a variable names. */
const textOf = async (url: URL, signal: AbortSignal): Promise<string> => {
  const { promise, reject, resolve } = Promise.withResolvers<IncomingMessage>()
  request(url, { agent: false, signal }, resolve).on("error", reject).end()
  let text = ""
  for await (const part of (await promise).setEncoding("utf8")) {
    text += part
    if (text.length > LONGEST_ANSWER) throw new Error("longer than any answer of ours")
  }
  return text
}

const ask = <A>(url: URL, answer: Schema.Schema<A, string>): Effect.Effect<A, string> =>
  Effect.tryPromise((signal) => textOf(url, signal)).pipe(
    Effect.flatMap(Schema.decode(answer)),
    Effect.mapError(() => "another program"),
    Effect.timeoutFail({
      duration: ANSWERS_WITHIN,
      onTimeout: () => `a program that does not answer within ${Duration.format(ANSWERS_WITHIN)}`
    })
  )

/** What is at a port: nothing, or something that answers as `who` asks it; fails where a server could not listen there. */
const look = <A>(
  host: string,
  port: number,
  who: (address: URL) => Effect.Effect<A, string>
): Effect.Effect<Option.Option<A>, CommandFailed> =>
  Effect.gen(function* () {
    const refusal = yield* refusalOf(host, port)
    if (Option.isNone(refusal)) return Option.none()
    const cannot = `cannot listen on ${hostAndPort(host, port)} (${refusal.value})`
    if (!MAY_BE_OURS.includes(refusal.value)) return yield* fail(cannot)
    const taken = (by: string) => (refusal.value === "EACCES" ? cannot : `${hostAndPort(host, port)} is taken by ${by}`)
    return yield* who(addressOf(host, port)).pipe(
      Effect.asSome,
      Effect.catchAll((by) => fail(taken(by)))
    )
  })

const health = (address: URL) => ask(new URL("/healthz", address), Health)

/** What runs, if that has this data folder: any server may be at the port. */
const ours = (running: string) =>
  Effect.gen(function* () {
    const data = yield* DataFolder
    if (yield* isOwned(data)) return running
    return yield* fail(`${running}, but not with the data folder ${data.folder}`)
  })

/** What is found at the port, in a phrase; fails where a server cannot run there, or runs and is not ready. */
export const port = Effect.gen(function* () {
  const { host, port } = yield* Settings
  const place = hostAndPort(host, port)
  if (port === 0) return `0: a free one of ${host} is taken at the start`
  const found = yield* look(host, port, (address) =>
    Effect.all({ health: health(address), readiness: ask(new URL("/readyz", address), Readiness) })
  )
  if (Option.isNone(found)) return `${place} is free`
  const { checks, status } = found.value.readiness
  const running = yield* ours(`a server (${found.value.health.version}) runs on ${place}`)
  const thatAre = (outcome: "starting" | "failed") => Object.keys(checks).filter((name) => checks[name] === outcome)
  const [starting, failed] = [thatAre("starting"), thatAre("failed")]
  if (status === "ready") {
    return `${running} and is ready${starting.length === 0 ? "" : `; still being loaded: ${starting.join(", ")}`}`
  }
  return yield* fail(
    `${running} and is ${status === "stopping" ? "stopping" : `not ready: ${failed.join(", ")} failed; its log says why`}`
  )
})

/** The same of the relay's own port, where one is set; how the server is, `port` says. */
export const relayPort = Effect.gen(function* () {
  const { host, port, relayPort } = yield* Settings
  if (Option.isNone(relayPort)) return "not set: conversations are served on the main port alone"
  const place = hostAndPort(host, relayPort.value)
  if (relayPort.value === port) return yield* fail(`${place} is the main port too: QAL_RELAY_PORT has to be another`)
  const found = yield* look(host, relayPort.value, health)
  return Option.isNone(found) ? `${place} is free` : yield* ours(`a server (${found.value.version}) runs on ${place}`)
})
