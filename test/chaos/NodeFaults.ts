/** What may befall nodes and what they share, and when. */
import type { Random } from "../../training/text/Random.ts"
import { failure } from "../support/ObjectStore.ts"
import type { Ending } from "../support/Postgres.ts"
import { type Cluster, type ClusterNode, revive } from "./Cluster.ts"

/** Of each kind how often, in all that is left of a run. */
export interface Counts {
  readonly kills: number
  readonly restarts: number
  readonly freezes: number
}

export const sum = (one: Counts, other: Counts, sign: 1 | -1): Counts => ({
  kills: one.kills + sign * other.kills,
  restarts: one.restarts + sign * other.restarts,
  freezes: one.freezes + sign * other.freezes
})

/** Something that befalls at `at`, in milliseconds from the beginning of its round. */
type NodeFault =
  /** Dies at once, and is started again. */
  | { readonly tag: "kill"; readonly at: number; readonly node: number }
  /** Is told to stop, as in a deploy, and started again. */
  | { readonly tag: "stop"; readonly at: number; readonly node: number }
  | { readonly tag: "freeze"; readonly at: number; readonly node: number; readonly millis: number }
  /** The node's connections to the database end, or stand still, and no other is made for so long. */
  | {
      readonly tag: "cut"
      readonly at: number
      readonly node: number
      readonly millis: number
      readonly isSilent: boolean
    }
  | { readonly tag: "restart"; readonly at: number; readonly how: Ending }
  /** The object store refuses everything for so long. */
  | { readonly tag: "no files"; readonly at: number; readonly millis: number }

export interface Plan {
  readonly faults: ReadonlyArray<NodeFault>
  /** Milliseconds within which clients come. */
  readonly window: number
  readonly counts: Counts
}

/** How a round is made up. */
export interface Shape {
  readonly nodes: number
  /** How long clients come and nodes die, and how long a node is frozen. */
  readonly window: number
  readonly freezeMillis: number
}

/** Kills of one node follow each other after so long, in milliseconds: it starts meanwhile. */
const BETWEEN_KILLS = 6_000

const byTheWay = (random: Random, window: number, nodes: number): ReadonlyArray<NodeFault> => {
  const at = random.between(0, window)
  const cut = (): NodeFault => ({
    tag: "cut",
    at,
    node: random.whole(0, nodes - 1),
    millis: random.between(500, 14_000),
    isSilent: random.chance(0.5)
  })
  return random.weighted<() => ReadonlyArray<NodeFault>>([
    [() => [], 4],
    [() => [cut()], 3],
    [() => [{ tag: "no files", at, millis: random.between(200, 4_000) }], 2],
    [() => [{ tag: "stop", at, node: random.whole(0, nodes - 1) }], 1]
  ])()
}

/** One node after the other, each again and again. */
const deathsOf = (random: Random, most: number, window: number, nodes: ReadonlyArray<number>) => {
  const count = Math.min(most, nodes.length * Math.max(1, Math.floor(window / BETWEEN_KILLS)))
  const between = window / Math.max(1, count)
  return Array.from(
    { length: count },
    (_, at): NodeFault => ({
      tag: "kill",
      at: between * (at + random.between(0.1, 0.9)),
      node: nodes[at % nodes.length] ?? 0
    })
  )
}

const shuffled = (random: Random, count: number): ReadonlyArray<number> => {
  const first = random.whole(0, count - 1)
  return Array.from({ length: count }, (_, node) => (first + node) % count)
}

/** In each half of the window one. */
const restartsOf = (random: Random, left: Counts, window: number, chance: number): ReadonlyArray<NodeFault> =>
  [0, window / 2]
    .filter((_, at) => at < left.restarts && random.chance(chance))
    .map((from) => ({
      tag: "restart",
      at: from + random.between(0, window / 3),
      how: random.pick<Ending>(["INT", "QUIT", "KILL"])
    }))

/** All nodes but one freeze, and that one dies again and again. */
const withFreezes = (random: Random, left: Counts, { freezeMillis, nodes }: Shape): Plan => {
  const [survivor = 0, ...others] = shuffled(random, nodes)
  const freezes = others
    .slice(0, left.freezes)
    .map((node): NodeFault => ({ tag: "freeze", at: random.between(500, 3_000), node, millis: freezeMillis }))
  const deaths = deathsOf(random, left.kills, freezeMillis, [survivor])
  const restarts = restartsOf(random, left, freezeMillis, 0.5)
  return {
    faults: [...freezes, ...deaths, ...restarts],
    window: freezeMillis,
    counts: { kills: deaths.length, restarts: restarts.length, freezes: freezes.length }
  }
}

const withoutFreezes = (random: Random, left: Counts, { nodes, window }: Shape): Plan => {
  const deaths = deathsOf(random, left.kills, window, shuffled(random, nodes))
  const restarts = restartsOf(random, left, window, deaths.length === 0 ? 1 : 0.8)
  return {
    faults: [...deaths, ...restarts, ...byTheWay(random, window, nodes)],
    window,
    counts: { kills: deaths.length, restarts: restarts.length, freezes: 0 }
  }
}

/** Of a run in which so much is left, the next round. */
export const planOf = (random: Random, left: Counts, shape: Shape): Plan => {
  const isFrozen = left.freezes > 0 && (left.kills === 0 || random.chance(0.3))
  return (isFrozen ? withFreezes : withoutFreezes)(random, left, shape)
}

const signal = ({ server }: ClusterNode, name: "SIGSTOP" | "SIGCONT"): void => {
  process.kill(server.pid(), name)
}

/** Of one node one thing after the other: a frozen one is not killed, a dead one not frozen. */
const ofNode = async (node: ClusterNode, fault: Extract<NodeFault, { readonly node: number }>): Promise<void> => {
  switch (fault.tag) {
    case "kill":
      await node.server.kill()
      return await revive(node)
    case "stop":
      await node.server.stop()
      return await revive(node)
    case "freeze":
      signal(node, "SIGSTOP")
      await Bun.sleep(fault.millis)
      return signal(node, "SIGCONT")
    case "cut":
      if (fault.isSilent) node.wire.hold()
      else node.wire.cut()
      await Bun.sleep(fault.millis)
      return node.wire.mend()
  }
}

const ofAll = async ({ bucket, postgres }: Cluster, fault: Exclude<NodeFault, { readonly node: number }>) => {
  if (fault.tag === "restart") return await postgres.restart(fault.how)
  bucket.setFault(() => failure("InternalError"))
  await Bun.sleep(fault.millis)
  bucket.setFault(() => undefined)
}

const wordsOf = (fault: NodeFault): string => {
  const seconds = (fault.at / 1_000).toFixed(1)
  const where = "node" in fault ? ` of node ${fault.node}` : ""
  const long = "millis" in fault ? ` for ${(fault.millis / 1_000).toFixed(1)} s` : ""
  const how = fault.tag === "restart" ? ` ${fault.how}` : fault.tag === "cut" && fault.isSilent ? " unheard" : ""
  return `${fault.tag}${how}${where} at ${seconds} s${long}`
}

/** Brings all of it about, and returns when all of it is over; in words. */
export const befallAll = async (cluster: Cluster, { faults }: Plan): Promise<ReadonlyArray<string>> => {
  const begun = performance.now()
  const until = (at: number) => Bun.sleep(Math.max(0, at - (performance.now() - begun)))
  const chains = Map.groupBy(
    faults.toSorted((one, other) => one.at - other.at),
    (fault) => ("node" in fault ? fault.node : -1)
  )
  const run = async ([, chain]: readonly [number, ReadonlyArray<NodeFault>]) => {
    for (const fault of chain) {
      await until(fault.at)
      const node = "node" in fault ? cluster.nodes[fault.node] : undefined
      if ("node" in fault && node !== undefined) await ofNode(node, fault)
      else if (!("node" in fault)) await ofAll(cluster, fault)
    }
  }
  await Promise.all(Array.from(chains, run))
  return faults.map(wordsOf)
}
