/**
 * A chat whose stream breaks, for HTTP clients that others wrote: each is told why
 * by the last event, and none takes the answer for finished.
 */
import { expect, test } from "bun:test"
import { serverForFile } from "../support/ForFile.ts"
import { API_KEY } from "../support/Server.ts"

const server = serverForFile()

/** The sandbox says half of its answer and fails. */
const body = JSON.stringify({
  prompt: "[[cut]] ሰላም፣ ብዙ ንገረኝ",
  target_language: "am",
  generation_config: { stream: true }
})

/** Prints what it reads, and then whether it came to its end. */
const READERS = {
  fetch: `
    const answer = await fetch(url, { method: "POST", headers, body })
    for await (const bytes of answer.body) process.stdout.write(Buffer.from(bytes))`,
  "node:http": `
    const { request } = await import("node:http")
    await new Promise((done, fail) => {
      const asked = request(url, { method: "POST", headers }, (answer) => {
        answer.on("data", (bytes) => process.stdout.write(bytes)).on("end", done).on("error", fail)
      })
      asked.on("error", fail).end(body)
    })`
}

const script = (reader: string): string => `
  const [url, key, body] = process.argv.slice(-3)
  const headers = { "x-api-key": key, "content-type": "application/json" }
  try { ${reader}
    console.log("ENDED")
  } catch { console.log("BROKEN OFF") }`

const PYTHON = `
import http.client, sys, urllib.parse
url, key, body = urllib.parse.urlparse(sys.argv[-3]), sys.argv[-2], sys.argv[-1]
asked = http.client.HTTPConnection(url.hostname, url.port)
asked.request("POST", url.path, body.encode(), {"x-api-key": key, "content-type": "application/json"})
answer = asked.getresponse()
try:
    while True:
        bytes = answer.read1()
        if bytes == b"": break
        sys.stdout.buffer.write(bytes)
    print("ENDED")
except (http.client.HTTPException, OSError):
    print("BROKEN OFF")
`

const CURL = `curl -sN "$0" -H "x-api-key: $1" -H "content-type: application/json" -d "$2" && echo ENDED || echo BROKEN OFF`

const clients: ReadonlyArray<readonly [name: string, command: ReadonlyArray<string>]> = [
  ["fetch of Bun", [process.execPath, "-e", script(READERS.fetch)]],
  ["node:http of Bun", [process.execPath, "-e", script(READERS["node:http"])]],
  ["fetch of Node", ["node", "--input-type=module", "-e", script(READERS.fetch)]],
  ["node:http of Node", ["node", "--input-type=module", "-e", script(READERS["node:http"])]],
  ["http.client of Python", ["python3", "-c", PYTHON]],
  ["curl", ["sh", "-c", CURL]]
]

test.each(clients.filter(([name, [program = ""]]) => Bun.which(name === "curl" ? "curl" : program) !== null))(
  "%s reads why a streamed answer failed, and sees that the connection broke",
  async (_, command) => {
    const client = Bun.spawn([...command, `${server.url}/api/v1/chat_generate`, API_KEY, body], {
      stdout: "pipe",
      stderr: "ignore"
    })
    const lines = (await new Response(client.stdout).text()).split("\n").filter((line) => line !== "")
    expect(lines.pop()).toBe("BROKEN OFF")
    const events = lines.map((line) => JSON.parse(line.slice("data: ".length)))
    const last = events.pop()
    expect(last).toEqual({ error: expect.objectContaining({ code: "PROVIDER_ERROR" }), finish_reason: "error" })
    expect(events.length).toBeGreaterThan(0)
    for (const event of events) expect(Object.keys(event)).toEqual(["response_text"])
  },
  60_000
)
