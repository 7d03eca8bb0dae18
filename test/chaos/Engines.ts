/**
 * Engines that a server might be given: one small server for the three
 * protocols, well-behaved until its mood is spoilt.
 */
import type { Random } from "../../training/text/Random.ts"

/** What an engine does with a request. */
export type Mood = "well" | "slow" | "hangs" | "crashes" | "refuses" | "cuts" | "lies" | "dribbles"

const SPOILT: ReadonlyArray<readonly [Mood, number]> = [
  ["well", 10],
  ["slow", 4],
  ["dribbles", 3],
  ["hangs", 1],
  ["crashes", 2],
  ["refuses", 1],
  ["cuts", 2],
  ["lies", 2]
]

/** How long a hanging engine holds its connection: longer than a round. */
const HANG_MILLIS = 20_000
const SAMPLE_RATE = 24_000

const words = "ሰላም ነው ዛሬ ጥሩ ቀን ነው ነገም እንዲሁ ይሁን".split(" ")
const usage = { prompt_tokens: 12, completion_tokens: 9, total_tokens: 21 }
const lies = { prompt_tokens: -5, completion_tokens: 1e12, total_tokens: 3 }

/** Half a second of a tone, as the protocol's `pcm`. */
const tone = new Uint8Array(
  Int16Array.from({ length: SAMPLE_RATE / 2 }, (_, at) => 8_000 * Math.sin((2 * Math.PI * 220 * at) / SAMPLE_RATE))
    .buffer
)

const encoder = new TextEncoder()

interface Answer {
  readonly type: string
  readonly pieces: ReadonlyArray<Uint8Array>
}

const json = (value: unknown): Answer => ({ type: "application/json", pieces: [encoder.encode(JSON.stringify(value))] })

const whole = (mood: Mood): Answer =>
  json({
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: "chaos",
    choices: [{ index: 0, message: { role: "assistant", content: words.join(" ") }, finish_reason: "stop" }],
    usage: mood === "lies" ? lies : usage
  })

const streamed = (mood: Mood): Answer => {
  const chunk = (delta: unknown, finish_reason: string | null, rest = {}) =>
    encoder.encode(
      `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "chaos", choices: [{ index: 0, delta, finish_reason }], ...rest })}\n\n`
    )
  const pieces = words.map((word) => chunk({ content: `${word} ` }, null))
  const end = chunk({}, "stop", { usage: mood === "lies" ? lies : usage })
  return { type: "text/event-stream", pieces: [...pieces, end, encoder.encode("data: [DONE]\n\n")] }
}

const heard = (mood: Mood): Answer =>
  mood === "lies"
    ? json({ text: { no: "text" } })
    : json({ text: words.slice(0, 3).join(" "), language: "amharic", duration: 1 })

const spoken = (mood: Mood): Answer =>
  mood === "lies" ? { type: "text/html", pieces: [encoder.encode("<html>")] } : { type: "audio/pcm", pieces: [tone] }

/** A body that comes at the mood's pace, and may not come to its end. */
const bodyOf = (pieces: ReadonlyArray<Uint8Array>, mood: Mood): ReadableStream<Uint8Array> => {
  const small =
    mood === "dribbles"
      ? pieces.flatMap((piece) =>
          Array.from({ length: 8 }, (_, at) => piece.slice((at * piece.length) >> 3, ((at + 1) * piece.length) >> 3))
        )
      : pieces
  const stops = mood === "cuts" ? Math.ceil(small.length / 2) : small.length + 1
  let next = 0
  return new ReadableStream({
    pull: async (controller) => {
      if (mood === "dribbles") await Bun.sleep(15)
      if (next === stops) return controller.close()
      const piece = small[next++]
      if (piece === undefined) controller.close()
      else controller.enqueue(next === stops ? piece.slice(0, piece.length / 2) : piece)
    }
  })
}

const answerTo = async (request: Request, mood: Mood): Promise<Response> => {
  const { pathname } = new URL(request.url)
  if (request.method === "GET") return Response.json({ data: [] })
  const asked = await request.text()
  if (mood === "slow") await Bun.sleep(700)
  if (mood === "hangs") await Bun.sleep(HANG_MILLIS)
  if (mood === "crashes") return Response.json({ error: { message: "down" } }, { status: 500 })
  if (mood === "refuses") return Response.json({}, { status: 429, headers: { "retry-after": "1" } })
  const answer = pathname.endsWith("/speech")
    ? spoken(mood)
    : pathname.endsWith("/transcriptions")
      ? heard(mood)
      : asked.includes('"stream":true')
        ? streamed(mood)
        : whole(mood)
  return new Response(bodyOf(answer.pieces, mood), { headers: { "content-type": answer.type } })
}

/** A server for the three protocols, which does with each request of a path what `moodOf` says. */
export const serveEngines = (moodOf: (pathname: string) => Mood) => {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 60,
    fetch: (request) => answerTo(request, moodOf(new URL(request.url).pathname))
  })
  const url = `http://127.0.0.1:${server.port}/v1`
  const settings: Readonly<Record<string, string>> = Object.fromEntries(
    ["TEXT", "RECOGNIZER", "SYNTHESIZER"].flatMap((engine) => [
      [`QAL_${engine}_URL`, url],
      [`QAL_${engine}_MODEL`, "chaos"]
    ])
  )
  return { settings, stop: () => server.stop(true) }
}

export interface Engines {
  /** The settings that attach a server to them. */
  readonly settings: Readonly<Record<string, string>>
  /** Whether they behave, or do as chance has it. */
  readonly behave: (well: boolean) => void
  readonly stop: () => Promise<void>
}

export const startEngines = (random: Random): Engines => {
  let well = true
  const engines = serveEngines(() => (well ? "well" : random.weighted(SPOILT)))
  return {
    ...engines,
    behave: (isWell) => {
      well = isWell
    }
  }
}
