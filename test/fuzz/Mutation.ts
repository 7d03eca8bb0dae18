/** One change of a request. */
import type { Chance } from "./Chance.ts"
import type { Draft } from "./Draft.ts"
import type { World } from "./World.ts"

export interface Mutation {
  readonly name: string
  readonly fits: (draft: Draft) => boolean
  readonly apply: (draft: Draft, chance: Chance, world: World) => Draft
}
