/** Answers that follow a job, from a real server: however they end, the client is told, and the log and the metrics have it. */

import { expect, test } from "bun:test"
import { Effect } from "effect"
import { expectMillis } from "../cost/Growth.ts"
import { exchange } from "../support/RawExchange.ts"
import { eventually, type Followed, runningForFile, start } from "./harness.ts"

const server = runningForFile()

/** All that comes over a connection of its own, to its close. */
const raw = (name: Followed, requestId: string): Promise<string> =>
  exchange(server.port, [
    `GET /followed/${name} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-request-id: ${requestId}\r\n\r\n`
  ])

/** What an answer says, and whether it came to its end; it is in chunks, or all of it was there at once. */
const bodyOf = (received: string) => {
  const at = received.indexOf("\r\n\r\n")
  const body = received.slice(at + 4)
  const status = Number(received.slice("HTTP/1.1 ".length, "HTTP/1.1 ".length + 3))
  const length = /^content-length: (\d+)/im.exec(received.slice(0, at))?.[1]
  if (length !== undefined) return { status, text: body, isEnded: body.length === Number(length) }
  const text = body.split("\r\n").filter((_, index) => index % 2 === 1)
  return { status, text: text.join(""), isEnded: body.endsWith("0\r\n\r\n") }
}

const ofRequest = (requestId: string) => server.records.filter(({ fields }) => fields.request_id === requestId)
const lineOf = (requestId: string) =>
  eventually(() => ofRequest(requestId).find(({ message }) => message === "request"))
const faultsOf = (requestId: string) => ofRequest(requestId).filter(({ level }) => level.label === "ERROR")

const counted = async (route: string): Promise<number> => {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const line = text
    .split("\n")
    .find((each) => each.startsWith("qal_http_requests_total") && each.includes(`"${route}"`))
  return Number(line?.split(" ").at(-1) ?? 0)
}

test.each([
  ["settled", "0\n1\nend", true, undefined, undefined],
  ["failed", "0\n1\nINSUFFICIENT_CREDITS f-failed", true, undefined, "INSUFFICIENT_CREDITS"],
  ["died", "0\n1\nINTERNAL_ERROR f-died", true, "the job died", "INTERNAL_ERROR"],
  ["unread", "0\n1\nINTERNAL_ERROR f-unread", true, "the disk does not answer", "INTERNAL_ERROR"],
  ["untold", "0\n1\n0\nINTERNAL_ERROR f-untold", true, "nobody can tell", "INTERNAL_ERROR"],
  ["torn", "0\n1\nINSUFFICIENT_CREDITS f-torn", false, undefined, "INSUFFICIENT_CREDITS"]
] as const)(
  "a streamed answer (%s) ends as its protocol has it, and is logged with its id and code, and counted",
  async (name, text, isEnded, cause, code) => {
    const requestId = `f-${name}`
    expect(bodyOf(await raw(name, requestId))).toEqual({ status: 200, text, isEnded })
    expect(await lineOf(requestId)).toMatchObject({ fields: { status: 200, bytes: text.length, code } })
    expect(faultsOf(requestId).map(({ fields }) => String(fields.cause).includes(cause ?? "nothing"))).toEqual(
      cause === undefined ? [] : [true]
    )
    expect(ofRequest(requestId).filter(({ message }) => message === "request")).toHaveLength(1)
    expect(await counted(`/followed/${name}`)).toBe(1)
  }
)

test("a stream whose client hangs up in the middle is logged then, and not before", async () => {
  const controller = new AbortController()
  const response = await fetch(`${server.url}/followed/endless`, {
    signal: controller.signal,
    headers: { "x-request-id": "hung-up" }
  })
  await response.body?.getReader().read()
  expect(ofRequest("hung-up")).toEqual([])
  controller.abort()
  expect(await lineOf("hung-up")).toMatchObject({ fields: { status: 200, bytes: 2, code: "CLIENT_CLOSED_REQUEST" } })
  expect(faultsOf("hung-up")).toEqual([])
})

test("a client that is gone before its answer begins does not delay the server's stop", async () => {
  const own = await start()
  const controller = new AbortController()
  const answer = fetch(`${own.url}/late`, { signal: controller.signal, headers: { "x-request-id": "late" } }).catch(
    () => "gone"
  )
  await own.run(own.gate.started)
  controller.abort()
  expect(await answer).toBe("gone")
  await Bun.sleep(50)
  Effect.runSync(own.gate.open)
  await eventually(() =>
    own.records.find(({ fields, message }) => fields.request_id === "late" && message === "request")
  )
  const begun = performance.now()
  await own.stop()
  expectMillis(performance.now() - begun, 2_000)
})
