/** The files of the dashboard's page, wherever they come from. */
import { Effect, Option } from "effect"
import { once } from "../http/Compressed.ts"
import type { Asset, Bundle } from "./PageBundle.ts"

/**
 * What `bundled` gives, asked for at the first use: 0.4 s from source, and nothing
 * to speak of in the binary. Whoever asks while that fails gets a defect that says
 * why, and the next to ask tries again.
 */
export class Assets extends Effect.Service<Assets>()("dashboard/Assets", {
  effect: (bundled: () => Promise<Bundle>) =>
    Effect.sync(() => {
      const load = once(async () => {
        const { assets, shell } = await bundled()
        return { shell, byName: new Map(assets.map((asset) => [asset.name, asset])) }
      })
      return {
        /** What the page loads at its start. */
        shell: Effect.map(Effect.promise(load), ({ shell }) => shell).pipe(Effect.withSpan("Assets.shell")),
        find: Effect.fn("Assets.find")(function* (name: string): Effect.fn.Return<Option.Option<Asset>> {
          const { byName } = yield* Effect.promise(load)
          return Option.fromNullable(byName.get(name))
        })
      }
    })
}) {}
