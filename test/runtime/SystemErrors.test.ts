import { expect, test } from "bun:test"
import { NotFound } from "../../src/Errors.ts"
import { causesOf, codeOf, problemOf } from "../../src/runtime/SystemErrors.ts"

test("an error's code is that of the first of its causes that has one, however it is wrapped", () => {
  const full = Object.assign(new Error("full"), { code: "SQLITE_FULL" })
  expect(codeOf(new Error("outer", { cause: { error: full } }))).toBe("SQLITE_FULL")
  expect(codeOf({ code: "ENOSPC", cause: full })).toBe("ENOSPC")
  expect(codeOf({ code: 5, cause: full })).toBe("SQLITE_FULL")
  expect([codeOf(undefined), codeOf("SQLITE_FULL"), codeOf(new Error("none"))]).toEqual([
    undefined,
    undefined,
    undefined
  ])
})

test("the search for an error's code ends where causes go round in a circle", () => {
  const circle: { cause?: unknown } = {}
  circle.cause = { error: circle }
  expect(Array.from(causesOf(circle)).length).toBeGreaterThan(2)
  expect(problemOf(circle)).toBeUndefined()
})

test("a client is told of a full disk, a lock and a database that is away, and of no other fault of the system", () => {
  expect(problemOf(new NotFound({ message: "there is no such thing" }))).toBeUndefined()
  expect(problemOf({ cause: { code: "ENOSPC" } })?._tag).toBe("STORAGE_FULL")
  expect(problemOf({ cause: { code: "SQLITE_BUSY_SNAPSHOT" } })?._tag).toBe("PROVIDER_UNAVAILABLE")
  expect(problemOf({ cause: { code: "40001" } })?._tag).toBe("PROVIDER_UNAVAILABLE")
  expect(problemOf({ cause: { code: "53100" } })?._tag).toBe("STORAGE_FULL")
  for (const code of ["POSTGRES_UNREACHABLE", "POSTGRES_UNKNOWN_OUTCOME", "08006", "57P01", "53300", "25006"])
    expect(problemOf({ cause: { code } })?._tag).toBe("PROVIDER_UNAVAILABLE")
  for (const code of ["23505", "22021", "42601", "ECONNREFUSED"]) expect(problemOf({ cause: { code } })).toBeUndefined()
  expect(problemOf(new Error("a fault"))).toBeUndefined()
})
