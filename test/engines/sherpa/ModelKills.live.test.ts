/** A whole server whose model's process is killed in the middle of its work. */
import { expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as Wav from "../../../src/audio/Wav.ts"
import { catalog } from "../../../src/voice/Catalog.ts"
import { API_KEY, startServer } from "../../support/Server.ts"
import { makeSpeaker } from "../recognizer/sounds.ts"

const KILLS = 20
const TEXT = "ወንድሜ ትናንት ከገበያ ትኩስ ዳቦና ወተት ገዛ"
/** Of 30 characters at 3.5 ETB a thousand. */
const COST = (TEXT.length * 3.5) / 1_000

/** The processes of models that the process has. */
const processesOf = (parent: number): ReadonlyArray<number> =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const isChild = new RegExp(`^PPid:\\s+${parent}$`, "m").test(readFileSync(`/proc/${name}/status`, "utf8"))
        return isChild && readFileSync(`/proc/${name}/cmdline`, "utf8").includes("Hearing.worker") ? [Number(name)] : []
      } catch {
        return []
      }
    })

const residentBytes = (pid: number): number => Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * 4096

test.skipIf(process.platform !== "linux")(
  "a process that is killed in the middle of work costs no request, and charges none twice",
  async () => {
    await using server = Object.assign(await startServer(), {
      [Symbol.asyncDispose]: async () => {
        await server.dispose()
      }
    })
    await server.qal("models", "add", join(import.meta.dir, "../../models/tiny-ctc"))
    for (let left = 50; left > 0; left--) {
      const report: { models?: ReadonlyArray<string> } = await (await fetch(`${server.url}/readyz`)).json()
      if (report.models?.includes("tiny-ctc") === true) break
      await Bun.sleep(200)
    }
    const speak = await makeSpeaker()
    const voice = catalog.find(({ language }) => language === "am")?.timbre
    if (voice === undefined) return expect.unreachable()
    const { pitch, rate, variant } = voice
    const { samples } = speak({ text: TEXT, language: "am", variant, pitch, wordsPerMinute: rate })
    const sound = Wav.file({ sampleRate: 16_000, samples })
    const headers = { "x-api-key": API_KEY }

    const transcribe = async (id: string) => {
      const body = new FormData()
      body.append("audio", new File([sound], "a.wav", { type: "audio/wav" }))
      const path = `/api/v1/scribe/transcribe?language=am&request_id=${id}`
      const response = await fetch(`${server.url}${path}`, { method: "POST", headers, body })
      const answer: { data?: { text: string; model: string } } = await response.json()
      return answer.data ?? answer
    }
    const spent = async () => {
      const response = await fetch(`${server.url}/api/v1/voice/usage`, { headers })
      const { data }: { data: { total_spend: number } } = await response.json()
      return data.total_spend
    }

    expect(await transcribe("first")).toMatchObject({ text: TEXT, model: "tiny-ctc" })
    const before = residentBytes(server.pid())
    let killed = 0
    for (let turn = 0; turn < KILLS; turn++) {
      const running = transcribe(`turn-${turn}`)
      let isOver = false
      running.then(() => {
        isOver = true
      })
      while (!isOver) {
        await Bun.sleep(2 * turn)
        const [pid] = processesOf(server.pid())
        if (pid === undefined) continue
        process.kill(pid, "SIGKILL")
        killed++
        break
      }
      expect(await running).toMatchObject({ text: TEXT, model: "tiny-ctc" })
    }
    expect(killed).toBeGreaterThan(KILLS / 2)
    expect(await spent()).toBeCloseTo((KILLS + 1) * COST, 4)
    expect(residentBytes(server.pid()) - before).toBeLessThan(100 * 1024 * 1024)
  },
  240_000
)
