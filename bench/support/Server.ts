/** The server under measure: the program as a user starts it, its log in a file as a service's would be. */
import { join, resolve } from "node:path"
import { API_KEY, startServer, type TestServer } from "../../test/support/Server.ts"

const MAIN = resolve(import.meta.dir, "../../src/main.ts")

export const VOICE = "am-hamen"

export const startMeasured = (): Promise<TestServer> =>
  startServer({ QAL_BOOTSTRAP_CREDIT: "1000000", QAL_RATE_LIMIT_PER_MINUTE: "1000000" }, [
    "/bin/sh",
    "-c",
    'exec "$0" "$@" 2>>server.log',
    process.execPath,
    MAIN
  ])

/** Headers of a request with a JSON body. */
export const headers = { "x-api-key": API_KEY, "content-type": "application/json" }

export const speech = (text: string): string =>
  JSON.stringify({ text, voice_id: VOICE, language: "am", output_format: "mp3_44100" })

/** Posts and reads the whole answer. */
const post = async (url: string, path: string, body: string): Promise<string> => {
  const response = await fetch(url + path, { method: "POST", headers, body })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 500)}`)
  return text
}

/** The answer to a generation, unread. */
export const generate = (url: string, text: string): Promise<string> =>
  post(url, "/api/v1/voice/generations", speech(text))

/** Lets every worker, both pools and the database come to their speed. */
export const warmUp = async (server: TestServer, text: string, times: number): Promise<void> => {
  for (let at = 0; at < times; at++) await Promise.all([generate(server.url, text), generate(server.url, text)])
}

/** Ten seconds after its start the server makes the previews; then it is quiet. */
const QUIET_AFTER_MILLIS = 16_000

/** Runs `measure` against a server of its own. */
export const withServer = async <A>(measure: (server: TestServer) => Promise<A>): Promise<A> => {
  const server = await startMeasured()
  try {
    await Bun.sleep(QUIET_AFTER_MILLIS)
    return await measure(server)
  } catch (cause) {
    const log = await Bun.file(join(server.folder, "server.log")).text()
    throw new Error(
      `${cause instanceof Error ? cause.message : cause}\nThe server's last lines:\n${log.slice(-2_000)}`,
      { cause }
    )
  } finally {
    await server.dispose()
  }
}
