/** A server whose speech engine fails at some phrases: before the first piece of an answer, or after it. */
import { madeForFile } from "./ForFile.ts"
import { call, startServer } from "./Server.ts"
import { startUpstream } from "./Upstream.ts"

/** A phrase that the engine speaks, and what it refuses after several of them. */
export const SPOKEN = "ሰላም፣ ዛሬ በጣም ጥሩ ቀን ነው ወዳጄ። "
export const REFUSED = "አሁን እምቢ ነው።"
export const FAILS_LATE = `${SPOKEN.repeat(6)}${REFUSED}`

/** What an engine is asked for. */
interface SpeechRequest {
  readonly input: string
  readonly speed: number
  readonly voice: string
}

/** The engine speaks a second of a tone for every phrase but those with እምቢ in them. */
const start = async () => {
  const asked: Array<SpeechRequest> = []
  const engine = startUpstream(async (request) => {
    const body = await request.json()
    asked.push(body)
    if (String(body.input).includes("እምቢ")) {
      // The phrases before it are then already on their way.
      await Bun.sleep(200)
      return Response.json({ error: { message: "no" } }, { status: 422 })
    }
    return new Response(Int16Array.from({ length: 24_000 }, (_, at) => 8_000 * Math.sin(at / 10)))
  })
  const server = await startServer(engine.settings("tone", "SYNTHESIZER"))
  return {
    server,
    asked: (): ReadonlyArray<SpeechRequest> => asked,
    /** What the wallet was charged so far, in ETB. */
    spent: async () => (await (await call(server, "GET", "/api/v1/voice/usage")).json()).data.total_spend,
    dispose: async () => {
      await server.dispose()
      await engine.stop()
    }
  }
}

export const failingVoiceForFile = () => madeForFile(start, ({ dispose }) => dispose())
