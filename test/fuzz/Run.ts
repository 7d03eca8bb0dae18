/** A run: blocks of inputs, and then what the server holds and what its books say. */
import { BLOCK, Blocks, type Options, PATIENCE_MILLIS, type Target } from "./Blocks.ts"
import type { Failure } from "./Failures.ts"
import { excess, held, ledger, type ResourceUse } from "./Resources.ts"
import { Watch } from "./Watch.ts"
import type { World } from "./World.ts"

export interface Summary {
  readonly inputs: number
  /** Requests and frames. */
  readonly sent: number
  readonly failures: ReadonlyArray<Failure>
  readonly outcomes: ReadonlyMap<string, number>
  /** Refusals over their time that were not when tried alone, and delays of others that no input repeated. */
  readonly unconfirmed: number
  readonly probes: number
  readonly before: ResourceUse | undefined
  readonly after: ResourceUse | undefined
}

/** Faults that remain when they are given time to go away. */
const lasting = async (look: () => ReadonlyArray<string>, millis: number): Promise<ReadonlyArray<string>> => {
  const end = performance.now() + millis
  let faults = look()
  while (faults.length > 0 && performance.now() < end) {
    await Bun.sleep(500)
    faults = look()
  }
  return faults
}

/** Runs the inputs against the server that `world` describes. */
export const run = async (world: World, target: Target, options: Options): Promise<Summary> => {
  const watch = new Watch({ url: `${target.url}/api/v1/voice/voices`, key: target.bystander.key })
  const session = new Blocks(world, target, options, watch)
  const end = options.from + options.count
  let before: ResourceUse | undefined
  let pid = target.pid()
  for (let from = options.from; from < end; from += BLOCK) {
    await session.block(from, Math.min(end, from + BLOCK))
    // The first block starts every pool and fills every cache.
    if (before === undefined || pid !== target.pid()) before = held(target.pid())
    pid = target.pid()
    if (session.failures.all.length >= options.mostFailures) break
  }
  const look = () => {
    const now = held(target.pid())
    return before === undefined || now === undefined ? [] : excess(before, now)
  }
  const books = () => ledger(target.dataFolder, target.bystander.walletId)
  const patience = options.returnMillis ?? PATIENCE_MILLIS
  for (const fault of await lasting(look, patience)) session.add(fault)
  for (const fault of await lasting(books, patience)) session.add(fault)
  watch.close()
  const { failures, inputs, outcomes, sent, unconfirmed } = session
  return {
    inputs,
    sent,
    outcomes,
    unconfirmed,
    probes: watch.count,
    failures: failures.all,
    before,
    after: held(target.pid())
  }
}
