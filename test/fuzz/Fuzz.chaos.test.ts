/** Two thousand hostile inputs against the real server: `bun run fuzz` in small. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { tell } from "./Failures.ts"
import { run } from "./Run.ts"
import { type Attacked, start } from "./Start.ts"

const SEED = 20_261_121
const INPUTS = 2_000

let attacked: Attacked

beforeAll(async () => {
  attacked = await start()
}, 90_000)
afterAll(() => attacked.server.dispose())

test("2,000 hostile requests and frames are refused at once, disturb nobody, leave nothing, and the books add up", async () => {
  const options = { seed: SEED, from: 0, count: INPUTS, lanes: 4, mostFailures: 10, say: () => {} }
  const { failures, inputs } = await run(attacked.world, attacked.target, options)
  expect(failures.map((failure) => tell(failure, SEED, undefined))).toEqual([])
  expect(inputs).toBe(INPUTS)
}, 300_000)
