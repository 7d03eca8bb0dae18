/**
 * Another client, in a thread of its own: asks for something cheap again and
 * again, and tells how long each answer took, and how slow the machine itself is.
 */
declare const self: Worker

export interface Task {
  readonly url: string
  readonly key: string
}

export interface Probe {
  /** When it was asked, in milliseconds since 1970. */
  readonly at: number
  readonly millis: number
  /** How many times longer than at its best a fixed calculation took: the machine is crowded by so much. */
  readonly crowding: number
  /** Milliseconds that it slept longer than it meant to before. */
  readonly lag: number
  readonly status: number
}

const PERIOD_MILLIS = 20
const STEPS = 300_000

const calculate = (): number => {
  const begun = performance.now()
  let sum = 1
  for (let step = 0; step < STEPS; step++) sum = (sum * 31 + step) | 0
  return sum === 0 ? 0 : performance.now() - begun
}

const probe = async ({ key, url }: Task): Promise<void> => {
  let best = Number.POSITIVE_INFINITY
  let lag = 0
  for (;;) {
    const took = calculate()
    best = Math.min(best, took)
    const at = Date.now()
    const begun = performance.now()
    const status = await fetch(url, { headers: { "x-api-key": key } }).then(
      async (response) => {
        await response.arrayBuffer()
        return response.status
      },
      () => 0
    )
    const told: Probe = { at, millis: performance.now() - begun, crowding: took / best, lag, status }
    self.postMessage(told)
    const asleep = performance.now()
    await Bun.sleep(PERIOD_MILLIS)
    lag = Math.max(0, performance.now() - asleep - PERIOD_MILLIS)
  }
}

self.onmessage = (event: MessageEvent<Task>) => {
  probe(event.data)
}
