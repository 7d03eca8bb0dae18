/** The line before workers: a model of who is served when. */
import { expect, test } from "bun:test"
import { FastCheck } from "effect"
import { NOBODY } from "../../src/Domain.ts"
import { IDLE } from "../../src/workers/Share.ts"
import { TaskQueue } from "../../src/workers/TaskQueue.ts"
import { forAll } from "../support/Property.ts"

interface Named {
  readonly share: string
  readonly name: string
}

/** Gives the next task to the worker, which is done with its last. */
const next = (queue: TaskQueue<Named>, worker: object): Named | undefined => {
  let given: Named | undefined
  queue.take(worker, (queued) => {
    given = queued?.task
  })
  return given
}

const offer = (queue: TaskQueue<Named>, share: string, name = "", step = 0, turn = queue.turn(share)) =>
  queue.offer({ task: { share, name }, place: { turn, step }, pin: undefined })

type Step = { readonly serve: true } | { readonly serve: false; readonly share: string; readonly step: number }

const steps = FastCheck.array(
  FastCheck.oneof(
    FastCheck.record({ serve: FastCheck.constant(true as const) }),
    FastCheck.record({
      serve: FastCheck.constant(false as const),
      share: FastCheck.constantFrom("a", "b", "c", "d"),
      step: FastCheck.integer({ min: 0, max: 5 })
    })
  ),
  { maxLength: 200 }
)

/** How often each other share was served while this one waited without a turn. */
const passedOver = (waiting: Map<string, number>, served: Array<Map<string, number>>, shares: ReadonlyArray<string>) =>
  shares.flatMap((share, at) => ((waiting.get(share) ?? 0) > 0 ? [...(served[at]?.values() ?? [])] : []))

test("no share is served more than twice while another waits, and once where that one had nothing before", () =>
  forAll({ numRuns: 300 }, steps, (script: ReadonlyArray<Step>) => {
    const queue = new TaskQueue<Named>()
    const worker = {}
    const shares = ["a", "b", "c", "d"]
    const waiting = new Map<string, number>()
    const passed = shares.map(() => new Map<string, number>())
    let isBusy = false
    const serve = () => {
      const task = isBusy || (waiting.size > 0 && [...waiting.values()].some((count) => count > 0))
      if (!task) return
      const given = next(queue, worker)
      isBusy = given !== undefined
      if (given === undefined) return
      waiting.set(given.share, (waiting.get(given.share) ?? 0) - 1)
      passed[shares.indexOf(given.share)]?.clear()
      for (const [at, share] of shares.entries())
        if (share !== given.share && (waiting.get(share) ?? 0) > 0)
          passed[at]?.set(given.share, (passed[at]?.get(given.share) ?? 0) + 1)
      for (const count of passedOver(waiting, passed, shares)) expect(count).toBeLessThanOrEqual(2)
    }
    for (const step of script) {
      if (step.serve) {
        // A worker that waits would be given the next offer at once, which is not what is looked at here.
        if ([...waiting.values()].some((count) => count > 0)) serve()
        continue
      }
      offer(queue, step.share, "", step.step)
      waiting.set(step.share, (waiting.get(step.share) ?? 0) + 1)
    }
  }))

test("a newcomer's first task waits for one task of each share at most, however much those have waiting", () => {
  const queue = new TaskQueue<Named>()
  const worker = {}
  for (let at = 0; at < 66; at++) offer(queue, "flood", `${at}`)
  expect(next(queue, worker)?.name).toBe("0")
  offer(queue, "late")
  const served = [next(queue, worker), next(queue, worker)].map((task) => task?.share)
  expect(served).toContain("late")
  // One task after another, each offered when the last was served, takes every second turn and no more.
  const shares: Array<string | undefined> = []
  for (let at = 0; at < 20; at++) {
    offer(queue, "late")
    shares.push(next(queue, worker)?.share, next(queue, worker)?.share)
  }
  expect(shares.filter((share) => share === "late").length).toBe(20)
})

test("the first step of a job goes before a later one of another share in the same round", () => {
  const queue = new TaskQueue<Named>()
  const worker = {}
  offer(queue, "a", "a", 0)
  next(queue, worker)
  for (const share of ["b", "c", "d"]) offer(queue, share, share, 3)
  offer(queue, "e", "e", 0)
  expect([1, 2, 3, 4].map(() => next(queue, worker)?.name)).toEqual(["e", "b", "c", "d"])
})

test("within a share first steps come before later ones, and no new job holds back an old one", () => {
  const queue = new TaskQueue<Named>()
  const worker = {}
  const turn = queue.turn("a")
  for (const step of [0, 1, 2]) offer(queue, "a", `old ${step}`, step, turn)
  expect(next(queue, worker)?.name).toBe("old 0")
  offer(queue, "a", "new 0", 0)
  expect([1, 2, 3].map(() => next(queue, worker)?.name)).toEqual(["new 0", "old 1", "old 2"])
})

test("nobody's work has one turn in eight rounds, and work for idle workers none while others wait", () => {
  const queue = new TaskQueue<Named>()
  const worker = {}
  for (let at = 0; at < 40; at++) {
    offer(queue, IDLE)
    offer(queue, NOBODY)
    offer(queue, "a")
  }
  const served = Array.from({ length: 45 }, () => next(queue, worker)?.share)
  expect(served.filter((share) => share === "a").length).toBe(40)
  expect(served.filter((share) => share === IDLE).length).toBe(0)
  expect(Array.from({ length: 75 }, () => next(queue, worker)?.share).filter((share) => share === IDLE).length).toBe(40)
})

test("a share occupies no more workers than it may, and one that is free then waits for another share", () => {
  const queue = new TaskQueue<Named>(1)
  const given: Array<string> = []
  const take = (worker: object) =>
    queue.take(worker, (queued) => {
      if (queued !== undefined) given.push(queued.task.name)
    })
  const one = {}
  const other = {}
  for (const name of ["a0", "a1", "a2"]) offer(queue, "a", name)
  take(one)
  take(other)
  expect(given).toEqual(["a0"])
  offer(queue, "b", "b0")
  expect(given).toEqual(["a0", "b0"])
  // What ends lets the next of the same share begin.
  take(one)
  expect(given).toEqual(["a0", "b0", "a1"])
  queue.dismiss(one)
  take(other)
  expect(given).toEqual(["a0", "b0", "a1", "a2"])
})

test("a withdrawn task is not given, and a task pinned to a worker that is dismissed comes back", () => {
  const queue = new TaskQueue<Named>()
  const worker = {}
  const withdraw = offer(queue, "a", "unwanted")
  queue.offer({ task: { share: "a", name: "bound" }, place: { turn: queue.turn("a"), step: 0 }, pin: worker })
  expect(withdraw()).toBe(true)
  expect(withdraw()).toBe(false)
  expect(queue.dismiss(worker).map(({ name }) => name)).toEqual(["bound"])
  expect(queue.drain()).toEqual([])
})
