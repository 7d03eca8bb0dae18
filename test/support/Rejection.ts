/** What the promise is rejected with; the test fails where it is not. */
import { expect } from "bun:test"

export const rejection = (promise: PromiseLike<unknown>): PromiseLike<unknown> =>
  promise.then(
    () => expect.unreachable("it should have failed"),
    (reason: unknown) => reason
  )
