import { expect, test } from "bun:test"
import { Cause } from "effect"
import { NotFound } from "../../src/Errors.ts"
import { endingOf, faultOf } from "../../src/http/Problems.ts"

const gone = new NotFound({ message: "there is no such thing" })

test("a problem that a request fails with is its answer, and one that it dies with is a fault", () => {
  expect(endingOf(Cause.fail(gone))).toMatchObject({ _tag: "Known", problem: gone })
  expect(endingOf(Cause.die(gone))._tag).toBe("Fault")
  expect(endingOf(Cause.sequential(Cause.fail(gone), Cause.die(gone)))._tag).toBe("Fault")
  expect(faultOf(gone)._tag).toBe("INTERNAL_ERROR")
  expect(faultOf(Cause.die(gone))._tag).toBe("INTERNAL_ERROR")
})

test("a problem of the storage is told whether a request fails or dies with it", () => {
  const full = Object.assign(new Error("full"), { code: "SQLITE_FULL" })
  for (const cause of [Cause.fail(full), Cause.die(full)])
    expect(endingOf(cause)).toMatchObject({ _tag: "Known", problem: { _tag: "STORAGE_FULL" } })
  expect(faultOf(full)._tag).toBe("STORAGE_FULL")
})
