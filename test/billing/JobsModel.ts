/** What the wire contract's section 2 says must happen, small enough to be read; and random steps to try it with. */
import { type Deferred, FastCheck } from "effect"
import type { Submission } from "../../src/billing/Jobs.ts"
import type * as Money from "../../src/billing/Money.ts"
import type { ProviderError } from "../../src/Errors.ts"

/** The result that the tests' jobs store. */
export interface Result {
  readonly job: string
}
/** Lets a running job end: with its price, or with a failure. */
export type Gate = Deferred.Deferred<Money.Money, ProviderError>

export type Step =
  | {
      readonly _tag: "Submit"
      /** Of the nodes there are, counted round. */
      readonly node: number
      readonly wallet: number
      readonly id: string | null
      readonly input: number
      readonly estimate: number
      /** Whether it is work of which a wallet may have one at a time. */
      readonly alone: boolean
      readonly crash: number | null
    }
  | { readonly _tag: "Finish"; readonly which: number; readonly price: number; readonly crash: number | null }
  | { readonly _tag: "Fail"; readonly which: number }
  | { readonly _tag: "HangUp"; readonly which: number }
  | { readonly _tag: "Crash"; readonly node: number }
  | { readonly _tag: "Stop"; readonly node: number }
  /** The node is not heard of for as long as makes the others take it for dead; it works on. */
  | { readonly _tag: "Lose"; readonly node: number }
  /** What was taken from nodes comes to its end there. */
  | { readonly _tag: "Thaw" }

const crash = FastCheck.option(FastCheck.integer({ min: 0, max: 9 }), { freq: 6 })
const node = FastCheck.integer({ min: 0, max: 1 })
const id = FastCheck.option(FastCheck.constantFrom("a", "b", "c"), { freq: 5 })
export const step: FastCheck.Arbitrary<Step> = FastCheck.oneof(
  {
    weight: 5,
    arbitrary: FastCheck.record({
      _tag: FastCheck.constant("Submit" as const),
      node,
      wallet: FastCheck.integer({ min: 0, max: 1 }),
      id,
      input: FastCheck.integer({ min: 1, max: 2 }),
      estimate: FastCheck.constantFrom(0, 1_500_000, 3_000_000, 5_000_000),
      alone: FastCheck.boolean(),
      crash
    })
  },
  {
    weight: 4,
    arbitrary: FastCheck.record({
      _tag: FastCheck.constant("Finish" as const),
      which: FastCheck.nat(9),
      price: FastCheck.integer({ min: 0, max: 6_000_000 }),
      crash
    })
  },
  { weight: 2, arbitrary: FastCheck.record({ _tag: FastCheck.constant("Fail" as const), which: FastCheck.nat(9) }) },
  { weight: 2, arbitrary: FastCheck.record({ _tag: FastCheck.constant("HangUp" as const), which: FastCheck.nat(9) }) },
  { weight: 1, arbitrary: FastCheck.record({ _tag: FastCheck.constant("Crash" as const), node }) },
  { weight: 1, arbitrary: FastCheck.record({ _tag: FastCheck.constant("Stop" as const), node }) },
  { weight: 1, arbitrary: FastCheck.record({ _tag: FastCheck.constant("Lose" as const), node }) },
  { weight: 1, arbitrary: FastCheck.constant({ _tag: "Thaw" as const }) }
)

export interface Running {
  readonly node: number
  readonly wallet: number
  readonly id: string | null
  readonly input: number
  readonly estimate: number
  readonly alone: boolean
  readonly gate: Gate
  readonly submission: Extract<Submission<string, Result, ProviderError>, { readonly _tag: "Running" }>
}
interface Done {
  readonly wallet: number
  readonly id: string | null
  readonly input: number
  readonly jobId: string
}
export interface Model {
  balance: [number, number]
  running: Array<Running>
  /** Jobs that go on where they began, and were taken from there. */
  taken: Array<Running>
  done: Array<Done>
}

export const OPENING = 6_000_000

export const available = (model: Model, wallet: number) =>
  (model.balance[wallet] ?? 0) -
  model.running.filter((job) => job.wallet === wallet).reduce((sum, job) => sum + job.estimate, 0)

/** What the contract says must come of a submission. */
export const expected = (model: Model, step: Extract<Step, { readonly _tag: "Submit" }>): string => {
  const same = (job: { readonly wallet: number; readonly id: string | null }) =>
    step.id !== null && job.wallet === step.wallet && job.id === step.id
  const before = model.running.find(same) ?? model.done.find(same)
  if (before !== undefined && before.input !== step.input) return "IDEMPOTENCY_CONFLICT"
  if (before !== undefined) return model.running.some(same) ? "IN_PROGRESS" : "Replayed"
  if (step.alone && model.running.some((job) => job.alone && job.wallet === step.wallet)) return "BUSY"
  return available(model, step.wallet) < step.estimate ? "INSUFFICIENT_CREDITS" : "Running"
}
