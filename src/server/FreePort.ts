/**
 * The port that `QAL_PORT=0` stands for. It is chosen before anything is made, since signed addresses, tickets and the
 * link to the dashboard have it in them, and the listener opens last.
 */
import { createServer } from "node:net"
import { Effect, Layer, Option } from "effect"
import { atPort, Settings } from "../settings/Config.ts"

/** A port that nothing listens on; none where nobody can listen on the host, which the listener then says. */
const freePort = (host: string): Effect.Effect<Option.Option<number>> =>
  Effect.async((resume) => {
    const probe = createServer()
    probe.once("error", () => resume(Effect.succeedNone))
    probe.listen(0, host, () => {
      const address = probe.address()
      const port = typeof address === "object" && address !== null ? Option.some(address.port) : Option.none()
      probe.close(() => resume(Effect.succeed(port)))
    })
  })

/** The settings of a server, whose port is one that it can listen on. */
export const layer = Layer.effect(
  Settings,
  Effect.gen(function* () {
    const settings = yield* Settings
    if (settings.port !== 0) return settings
    const chosen = yield* Effect.repeat(freePort(settings.host), {
      // The relay's is free too: it is opened later.
      while: (port) => Option.isSome(port) && Option.contains(settings.relayPort, port.value)
    })
    return Option.match(chosen, { onNone: () => settings, onSome: (port) => atPort(settings, port) })
  })
)
