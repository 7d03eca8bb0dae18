/** A whole server with a voice of its models folder, from `qal models add` to `remove`. */
import { expect, test } from "bun:test"
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { call, startServer, type TestServer } from "../../support/Server.ts"

const TINY = join(import.meta.dir, "../../models/tiny-vits")
const TEXT = "ወንድሜ ትናንት ከገበያ ትኩስ ዳቦ ገዛ። ነገ ደግሞ ወተት ይገዛል።"

/** What an address answers, once it is as it should be. */
const until = async (server: TestServer, path: string, isSo: (answer: string) => boolean): Promise<string> => {
  for (let left = 100; left > 0; left--) {
    const answer = await (await call(server, "GET", path)).text()
    if (isSo(answer)) return answer
    await Bun.sleep(200)
  }
  throw new Error(`${path} did not become what was waited for`)
}

const VOICES = "/api/v1/voice/voices?search=tiny"

const generate = (server: TestServer, voice: string, id: string, further: object = {}) =>
  call(server, "POST", "/api/v1/voice/generations", {
    text: TEXT,
    voice_id: voice,
    language: "am",
    client_request_id: id,
    ...further
  })

const spent = async (server: TestServer): Promise<number> => {
  const { data }: { data: { total_spend: number } } = await (await call(server, "GET", "/api/v1/voice/usage")).json()
  return data.total_spend
}

/** The processes of voices that the process has. */
const processesOf = (parent: number): ReadonlyArray<number> =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const isChild = new RegExp(`^PPid:\\s+${parent}$`, "m").test(readFileSync(`/proc/${name}/status`, "utf8"))
        return isChild && readFileSync(`/proc/${name}/cmdline`, "utf8").includes("Speaking.worker")
          ? [Number(name)]
          : []
      } catch {
        return []
      }
    })

const withServer = async (settings: Readonly<Record<string, string>>, use: (server: TestServer) => Promise<void>) => {
  await using server = await startServer(settings)
  await use(server)
}

test(
  "a voice that is added speaks in a running server, is listed wherever voices are, and goes with its model",
  () =>
    withServer({}, async (server) => {
      expect(await server.qal("models", "add", TINY)).toContain("tried: ")
      await until(server, VOICES, (answer) => answer.includes("tiny-two"))
      expect(await server.qal("voices", "list")).toContain("tiny-one")
      const listed = await Promise.all(
        ["/readyz", "/v1/models", "/v1/audio/voices", "/v1/audio/models"].map(async (path) =>
          (await call(server, "GET", path)).text()
        )
      )
      for (const answer of listed) expect(answer).toMatch(/tiny-(vits|one)/)

      const answer = await generate(server, "tiny-one", "first", { output_format: "wav_44100", timestamps: "word" })
      expect(answer.status).toBe(201)
      const { data } = await answer.json()
      expect(data).toMatchObject({ voice_id: "tiny-one", voice_name: "Tiny One", language: "am" })
      expect(data.duration_seconds).toBeWithin(2, 12)
      expect(data.usage.credits_used).toBeGreaterThan(0)
      const faster = await (await generate(server, "tiny-one", "faster", { speed: 100 })).json()
      expect(faster.data.duration_seconds).toBeLessThan(0.7 * data.duration_seconds)
      const preview = await (await call(server, "GET", "/api/v1/voice/voices/tiny-two/preview")).json()
      expect(preview.data.duration_seconds).toBeGreaterThan(1)
      const openai = await call(server, "POST", "/v1/audio/speech", {
        model: "qal-tts",
        voice: "tiny-two",
        input: TEXT
      })
      expect([openai.status, (await openai.arrayBuffer()).byteLength > 1_000]).toEqual([200, true])

      await server.qal("models", "remove", "tiny-vits")
      await until(server, VOICES, (found) => !found.includes("tiny"))
      expect((await generate(server, "tiny-one", "gone")).status).toBe(422)
      const clip = await (await call(server, "GET", `/api/v1/voice/clips/${data.id}`)).json()
      expect(clip.data.voice_name).toBe("Tiny One")
    }),
  120_000
)

test(
  "no way to a voice that may not be sold costs anything, also with an empty wallet, and other voices still do",
  () =>
    withServer({ QAL_BOOTSTRAP_CREDIT: "0" }, async (server) => {
      const folder = join(server.folder, "free-vits")
      cpSync(TINY, folder, { recursive: true })
      const manifest = readFileSync(join(folder, "model.json"), "utf8")
      writeFileSync(
        join(folder, "model.json"),
        manifest.replace('"tiny-vits"', '"free-vits"').replace('"commercial": true', '"commercial": false')
      )
      expect(await server.qal("models", "add", folder)).toContain("not for commercial use")
      await until(server, VOICES, (answer) => answer.includes("tiny-one"))

      const estimate = await call(server, "POST", "/api/v1/voice/estimate", {
        text: TEXT,
        voice_id: "tiny-one",
        language: "am"
      })
      expect((await estimate.json()).data).toMatchObject({ estimated_cost: 0, required_balance: 0, can_generate: true })
      const made = await generate(server, "tiny-one", "free")
      expect(made.status).toBe(201)
      expect((await made.json()).data.usage).toMatchObject({ credits_used: 0 })
      const body = { text: TEXT, voice_id: "tiny-one", language: "am" }
      expect((await call(server, "POST", "/api/v1/voice/generations/stream", body)).status).toBe(200)
      const openai = await call(server, "POST", "/v1/audio/speech", {
        model: "qal-tts",
        voice: "tiny-one",
        input: TEXT
      })
      await openai.arrayBuffer()
      expect(openai.status).toBe(200)
      expect((await generate(server, "am-hamen", "paid")).status).toBe(402)

      await server.qal("voices", "default", "tiny-one")
      await until(server, VOICES, (answer) => /"id":"tiny-one"[^}]*"is_default":true/.test(answer))
      expect((await call(server, "POST", "/api/v1/audio", { text: TEXT, language: "am" })).status).toBe(200)
      expect(await spent(server)).toBe(0)
    }),
  120_000
)

test.skipIf(process.platform !== "linux")(
  "a voice's process that is killed in the middle of work costs no request, and charges none twice",
  () =>
    withServer({}, async (server) => {
      await server.qal("models", "add", TINY)
      await until(server, VOICES, (answer) => answer.includes("tiny-one"))
      const first = await (await generate(server, "tiny-one", "first")).json()
      const cost: number = first.data.usage.credits_used
      const turns = 20
      let killed = 0
      for (let turn = 0; turn < turns; turn++) {
        const running = generate(server, "tiny-one", `turn-${turn}`)
        let isOver = false
        running.then(() => {
          isOver = true
        })
        while (!isOver) {
          await Bun.sleep(turn)
          const [pid] = processesOf(server.pid())
          if (pid === undefined) continue
          process.kill(pid, "SIGKILL")
          killed++
          break
        }
        const answer = await running
        expect(answer.status).toBe(201)
        expect((await answer.json()).data.duration_seconds).toBe(first.data.duration_seconds)
      }
      expect(killed).toBeGreaterThan(turns / 2)
      expect(await spent(server)).toBeCloseTo((turns + 1) * cost, 4)
    }),
  240_000
)
