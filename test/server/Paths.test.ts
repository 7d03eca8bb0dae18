import { expect, test } from "bun:test"
import { exchange } from "../support/RawExchange.ts"
import { eventually, runningForFile } from "./harness.ts"

const server = runningForFile()

/** What is answered to a request as it is written, which no client mends. */
const answered = async (path: string, host: string, method = "GET") => {
  const request = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
  const [head = "", body = ""] = (await exchange(server.port, [request])).split("\r\n\r\n")
  return { status: Number(head.split(" ")[1]), body }
}

/** One that is a host, and those with which Bun leaves addresses as they came. */
const HOSTS = ["localhost", "", "a b", "[::1", "localhost:99999", "127.0.0.1@x"]

test("dots and escapes in a path are resolved in the same way, whatever the Host says", async () => {
  for (const host of HOSTS) {
    for (const path of ["/api/v1/x/../whoami", "/x/%2E%2e/api/./v1/%2e/whoami", "/a/b\\..\\../api/v1/whoami?a=/../"]) {
      expect([host, path, (await answered(path, host)).status]).toEqual([host, path, 200])
    }
  }
})

test("an error has the form of the path as resolved, whatever the Host says", async () => {
  const isOpenAi = ({ body }: { readonly body: string }) => JSON.parse(body).status === undefined
  for (const host of HOSTS) {
    for (const path of ["/v1/responses/x/../../../nothing", "/v1/%2e./nothing", "/v1/.."]) {
      expect([host, path, isOpenAi(await answered(path, host, "DELETE"))]).toEqual([host, path, false])
    }
    for (const path of ["/api/../v1/nothing", "/%2e/v1", "/x/..\\v1/nothing"]) {
      expect([host, path, isOpenAi(await answered(path, host, "DELETE"))]).toEqual([host, path, true])
    }
  }
})

test("a letter that a path has as an escape is that letter, in the route and in the form of its errors", async () => {
  expect((await answered("/%61pi/v1/who%61m%69", "localhost")).status).toBe(200)
  for (const path of ["/%76%31/nothing", "/%2Fv1/nothing", "/%25761/nothing"]) {
    const { body, status } = await answered(path, "localhost")
    expect([path, status, JSON.parse(body).status === undefined]).toEqual([path, 404, path.startsWith("/%76")])
  }
})

test("the log has a path's route, or the beginning of an unknown path, without anything like a key", async () => {
  const secret = `ek_${"AbC0".repeat(11)}`
  await answered(`/media/${secret}?ticket=${secret}`, "localhost")
  await answered(`/media/${secret}/${secret}`, "localhost")
  await answered(`/${"long".repeat(40)}`, "localhost")
  const logged = (path: string) => eventually(() => server.records.find(({ fields }) => fields.path === path))
  await logged("/media/:id")
  await logged("/media/ek_…/ek_…")
  await logged(`/${"long".repeat(24)}lo…`)
  expect(JSON.stringify(server.records)).not.toContain("AbC0")
})
