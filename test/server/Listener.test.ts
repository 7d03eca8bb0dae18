import { expect, test } from "bun:test"
import { HttpServerResponse } from "@effect/platform"
import * as BunHttpServer from "@effect/platform-bun/BunHttpServer"
import { Duration, Effect } from "effect"
import { Draining } from "../../src/http/Draining.ts"
import { FileDescriptors } from "../../src/http/FileDescriptors.ts"
import * as Listener from "../../src/server/Listener.ts"
import { Settings } from "../../src/settings/Config.ts"

/** What each look at the descriptors gives, one after the other; the last for ever. */
const looking = (...answers: ReadonlyArray<Effect.Effect<boolean>>) => {
  let looks = 0
  return FileDescriptors.make({
    most: Number.POSITIVE_INFINITY,
    areScarce: Effect.suspend(() => answers[Math.min(looks++, answers.length - 1)] ?? Effect.succeed(false)),
    interval: Duration.millis(10)
  })
}

test("a fault of a server that listens to nothing does not keep it from listening again", async () => {
  const faults = looking(Effect.succeed(true), Effect.dieMessage("a fault"), Effect.succeed(false))
  const status = Effect.gen(function* () {
    const { server } = yield* Listener.make({
      setting: "QAL_PORT",
      port: 0,
      serve: (listener) => listener.serve(Effect.succeed(HttpServerResponse.empty()))
    })
    const { address } = server
    const url = `http://127.0.0.1:${address._tag === "TcpAddress" ? address.port : 0}`
    // Until it is closed and, 250 ms later, opened again.
    yield* Effect.sleep(1_000)
    return yield* Effect.promise(() => fetch(url).then((response) => response.status))
  }).pipe(
    Effect.scoped,
    Effect.provideService(FileDescriptors, faults),
    Effect.provide(Draining.Default),
    Effect.provide(Settings.layerFrom({ QAL_PORT: "0" })),
    Effect.provide(BunHttpServer.layerContext)
  )
  expect(await Effect.runPromise(status)).toBe(204)
})

test("an address of IPv6 that cannot be listened on is named as addresses write it", async () => {
  const refused = Listener.make({ setting: "QAL_PORT", port: 8787, serve: () => Effect.void }).pipe(
    Effect.scoped,
    Effect.flip,
    Effect.provideService(FileDescriptors, looking(Effect.succeed(false))),
    Effect.provide(Draining.Default),
    // Of documents (RFC 3849): no machine has it.
    Effect.provide(Settings.layerFrom({ QAL_HOST: "2001:db8::1" })),
    Effect.provide(BunHttpServer.layerContext)
  )
  expect((await Effect.runPromise(refused)).message).toStartWith(
    "QAL_HOST: cannot listen on [2001:db8::1]:8787; accepted:"
  )
})
