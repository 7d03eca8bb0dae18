/**
 * Work that takes milliseconds of the thread that answers, begun one piece in a turn of the event loop, or some short ones
 * together: whoever asks for something meanwhile is answered between two turns, however much has come at once.
 */
import { Effect } from "effect"

/** Has `begin` called in a turn, never before this one is over. `share`: how much of a turn it takes, above 0; a whole one if not given. */
export type Turn = (begin: () => void, share?: number) => void

export const make = (): Turn => {
  const waiting: Array<{ readonly begin: () => void; readonly share: number }> = []
  const next = (): void => {
    let taken = 0
    let count = 0
    while (count < waiting.length && taken < 1) taken += waiting[count++]?.share ?? 1
    const begun = waiting.splice(0, count)
    if (waiting.length > 0) setImmediate(next)
    for (const { begin } of begun) begin()
  }
  return (begin, share = 1) => {
    waiting.push({ begin, share })
    if (waiting.length === 1) setImmediate(next)
  }
}

/** The same for fibers: waits for a turn. */
export const makeWait = (): Effect.Effect<void> => {
  const turn = make()
  return Effect.async((resume) => turn(() => resume(Effect.void)))
}
