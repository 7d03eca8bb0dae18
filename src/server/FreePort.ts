/**
 * The port that `QAL_PORT=0` stands for. It is chosen before anything is made, since signed addresses, tickets and the
 * link to the dashboard have it in them, and the listener opens last: until then it is held, so that no other program
 * gets it.
 */
import { Context, Effect, Layer, Option } from "effect"
import { atPort, Settings } from "../settings/Config.ts"

interface HeldPortShape {
  readonly isHeld: () => boolean
  readonly release: () => void
}

/** Whether the port is held for the listener, which listens beside who holds it, and has it alone once it is released. */
export class HeldPort extends Context.Reference<HeldPort>()("server/HeldPort", {
  defaultValue: (): HeldPortShape => ({ isHeld: () => false, release: () => {} })
}) {}

/** Nobody knows the address yet. */
const starting = () => new Response(null, { status: 503, headers: { "retry-after": "1" } })

/** Listens on a port that nobody listened on, and shares it with who asks for that as this user; none where nobody can listen on the host. */
const listen = (hostname: string) =>
  Effect.option(
    Effect.try(() => Bun.serve({ hostname, port: 0, reusePort: true, development: false, fetch: starting }))
  )

const release = (holder: Option.Option<Bun.Server<undefined>>) =>
  Effect.sync(() => Option.map(holder, (server) => void server.stop(true)))

/** A port that is held until the scope closes, or it is released. */
const holdFreePort = (hostname: string) =>
  Effect.map(
    Effect.acquireRelease(listen(hostname), release),
    Option.flatMap((server) => {
      let isHeld = true
      const held: HeldPortShape = {
        isHeld: () => isHeld,
        release: () => {
          isHeld = false
          void server.stop(true)
        }
      }
      return Option.map(Option.fromNullable(server.port), (port) => ({ port, held }))
    })
  )

/** The settings of a server, with a port that it can listen on; where nobody can on its host, the listener says that. */
export const layer: Layer.Layer<Settings, never, Settings> = Layer.scopedContext(
  Effect.gen(function* () {
    const settings = yield* Settings
    if (settings.port !== 0) return Context.make(Settings, settings)
    // The relay's is free too: it is opened later. All that are tried are held, so that none comes twice.
    const found = yield* Effect.repeat(holdFreePort(settings.host), {
      while: Option.exists(({ port }) => Option.contains(settings.relayPort, port))
    })
    return Option.match(found, {
      onNone: () => Context.make(Settings, settings),
      onSome: ({ held, port }) => Context.add(Context.make(Settings, atPort(settings, port)), HeldPort, held)
    })
  })
)
