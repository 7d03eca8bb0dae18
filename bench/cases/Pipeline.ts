/** A clip over HTTP, warm, against the processes that make the same file from a shell. */
import { Schema } from "effect"
import { missing } from "../support/Machine.ts"
import { ms, type Outcome } from "../support/Report.ts"
import { generate, warmUp, withServer } from "../support/Server.ts"
import { interleaved, median, quantile, timed } from "../support/Statistics.ts"
import * as Texts from "../support/Texts.ts"

/** The same voice, pace and pitch as `am-hamen`; the same rate, channels and quality of MP3 as the server's. */
const PIPELINE = 'espeak-ng -v am+f2 -s 160 -p 52 --stdout -- "$0" | lame --quiet -V 4 -q 4 --resample 44.1 -m m - -'

/** Shown beside the median: what other programs disturb least. */
const BEST = 0.1

const byPipeline = async (text: string): Promise<Uint8Array> => {
  const run = Bun.spawn(["/bin/sh", "-c", PIPELINE, text], { stdout: "pipe", stderr: "ignore" })
  const bytes = await new Response(run.stdout).bytes()
  if ((await run.exited) !== 0 || bytes.length === 0) throw new Error("the pipeline failed")
  return bytes
}

const Answer = Schema.Struct({ data: Schema.Struct({ audio: Schema.String, duration_seconds: Schema.Number }) })
const decode = Schema.decodeUnknownSync(Schema.parseJson(Answer))

/** From the request to the file's bytes in the client's hands. */
const byServer = async (url: string, text: string) => {
  const { audio, duration_seconds } = decode(await generate(url, text)).data
  return { bytes: Buffer.from(audio.slice(audio.indexOf(",") + 1), "base64"), seconds: duration_seconds }
}

const compare = async (url: string, name: string, text: string, rounds: number): Promise<Outcome> => {
  const ours = await byServer(url, text)
  const theirs = await byPipeline(text)
  const times = await interleaved(rounds, {
    server: () => timed(() => byServer(url, text)),
    pipeline: () => timed(() => byPipeline(text))
  })
  const [server, pipeline] = [median(times("server")), median(times("pipeline"))]
  const best = [quantile(times("server"), BEST), quantile(times("pipeline"), BEST)] as const
  return {
    claim: `${name} clip (${ours.seconds.toFixed(1)} s) over HTTP / espeak-ng | lame`,
    ratio: server / pipeline,
    target: { atMost: 1, aim: 0.5 },
    detail: `${ms(server)} / ${ms(pipeline)} (the best tenth: ${ms(best[0])} / ${ms(best[1])}); MP3 of ${(ours.bytes.length / 1024).toFixed(0)} / ${(theirs.length / 1024).toFixed(0)} KiB`
  }
}

export const pipeline = async (): Promise<ReadonlyArray<Outcome>> => {
  const absent = missing("espeak-ng", "lame")
  if (absent.length > 0) {
    return [{ claim: "clips over HTTP / espeak-ng | lame", skipped: `install the package ${absent.join(" and ")}` }]
  }
  return withServer(async (server) => {
    await warmUp(server, Texts.threePhrases, 60)
    return [await compare(server.url, "short", Texts.short, 60), await compare(server.url, "long", Texts.long, 20)]
  })
}
