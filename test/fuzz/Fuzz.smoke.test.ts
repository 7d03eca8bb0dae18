/** Two hundred hostile inputs; `bun run test:all chaos` has ten times as many, `bun run fuzz` any number. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { tell } from "./Failures.ts"
import { run } from "./Run.ts"
import { type Attacked, start } from "./Start.ts"

const SEED = 20_261_124
const INPUTS = 200

let attacked: Attacked
beforeAll(async () => {
  attacked = await start()
})
afterAll(() => attacked.server.dispose())

test(`${INPUTS} hostile requests and frames are refused in words and at once, and every entry is in the books`, async () => {
  const options = { seed: SEED, from: 0, count: INPUTS, lanes: 4, mostFailures: 10, say: () => {} }
  const { failures, inputs } = await run(attacked.world, attacked.target, options)
  expect(failures.map((failure) => tell(failure, SEED, undefined))).toEqual([])
  expect(inputs).toBe(INPUTS)
})
