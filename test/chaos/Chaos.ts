/** Rounds of chaos on one data folder, from a seed. */
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { makeRandom } from "../../training/text/Random.ts"
import { makeSpeaker } from "../engines/recognizer/sounds.ts"
import { call, programOf, startServer } from "../support/Server.ts"
import { makeWallets } from "../support/Wallets.ts"
import type { Client } from "./Client.ts"
import { startEngines } from "./Engines.ts"
import { type FaultName, impossible, makeDisk } from "./Faults.ts"
import { round, type Setting } from "./Round.ts"

const ROOT = resolve(import.meta.dir, "../..")
const PROGRAM = join(ROOT, "src/main.ts")
const WALLETS = 3
/** ETB: more than a run can spend. */
const CREDIT = 1_000_000
/** Debian's `nobody`. */
const NOBODY = 65_534
const AS_NOBODY = ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"]

export interface Options {
  readonly seed: number
  readonly kills: number
  /** Whether the server has engines that misbehave, or its own. */
  readonly engines: "attached" | "embedded"
  readonly faults: ReadonlyArray<FaultName>
  readonly log: (line: string) => void
}

export interface Outcome {
  readonly kills: number
  readonly rounds: number
  readonly requests: number
  readonly violations: ReadonlyArray<string>
  /** What could not be tried on this machine. */
  readonly left: ReadonlyArray<string>
}

/** Permissions do not hold root: where we are root, the server runs as nobody, if nobody can read the program. */
const ordinary = (): ReadonlyArray<string> | undefined => {
  if (process.getuid?.() !== 0) return []
  const probe = [...AS_NOBODY, process.execPath, "--eval", `await Bun.file(${JSON.stringify(PROGRAM)}).text()`]
  try {
    return Bun.spawnSync(probe, { stdout: "ignore", stderr: "ignore" }).success ? AS_NOBODY : undefined
  } catch {
    return undefined
  }
}

/** A short sentence: as the server's engine says it, which may be a tone, and as somebody does. */
export const soundsOf = async (url: string, key: string): Promise<Pick<Client, "speech" | "wav">> => {
  const text = "ሰላም፣ እንዴት ነህ?"
  const body = { text, voice_id: "am-hamen", language: "am", output_format: "pcm_16000" }
  const response = await call({ url }, "POST", "/api/v1/voice/generations", body, { "x-api-key": key })
  const { data } = await response.json()
  const speak = await makeSpeaker()
  const voice = { language: "am", variant: "m3", pitch: 46, wordsPerMinute: 165, inPieces: false } as const
  const { samples } = speak({ text, ...voice })
  return {
    wav: new Uint8Array(Buffer.from(data.audio.split(",")[1], "base64")),
    speech: Uint8Array.from(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength))
  }
}

/** Runs until so many kills have been, or until a round finds something wrong. */
export const run = async ({ engines: which, faults, kills, log, seed }: Options): Promise<Outcome> => {
  const random = makeRandom(seed)
  const home = mkdtempSync(join(tmpdir(), "qal-chaos-"))
  chmodSync(home, 0o755)
  const disk = makeDisk(home)
  const prefix = ordinary()
  const data = join(disk.folder, "data")
  mkdirSync(data)
  if (prefix !== undefined && prefix.length > 0) chownSync(data, NOBODY, NOBODY)
  const clockFile = join(home, "clock")
  const engines = startEngines(random)
  // A clock that can be set is loaded into the source, and costs a slower start.
  const clocked = [process.execPath, "--preload", join(ROOT, "test/chaos/Clock.ts"), PROGRAM]
  const program = [...(prefix ?? []), ...(faults.length === 0 ? programOf() : clocked)]
  const server = await startServer(
    {
      QAL_DATA_DIR: data,
      CHAOS_CLOCK: clockFile,
      // Some engines hang for longer than any round.
      QAL_SHUTDOWN_SECONDS: "2",
      QAL_MAX_CONVERSATIONS_PER_KEY: "100",
      ...(which === "attached" ? engines.settings : {})
    },
    program
  )
  const cannot = impossible({ disk, isOrdinary: prefix !== undefined })
  const left = faults.flatMap((name) => (cannot.has(name) ? [`${name}: ${cannot.get(name)}`] : []))
  const total = { kills: 0, rounds: 0, requests: 0 }
  let violations: ReadonlyArray<string> = []
  try {
    const wallets = await makeWallets({ folder: disk.folder }, WALLETS, CREDIT)
    const sound = await soundsOf(server.url, wallets[0]?.key ?? "")
    const clients = new Map(wallets.map(({ key, walletId }) => [walletId, { url: server.url, key, ...sound }]))
    const setting: Setting = {
      server,
      engines,
      clients,
      nameless: [],
      disk,
      isOrdinary: prefix !== undefined,
      data,
      clockFile,
      random,
      faults: faults.filter((name) => !cannot.has(name)),
      pid: server.pid
    }
    while (total.kills < kills && violations.length === 0) {
      const report = await round(setting, total.rounds)
      total.rounds++
      total.kills += report.kills
      total.requests += report.requests
      violations = report.violations
      log(`round ${total.rounds}: ${report.events.join("; ")}; ${report.requests} requests`)
    }
    if (violations.length > 0) log(server.output().slice(-20_000))
  } finally {
    await server.dispose()
    await engines.stop()
    disk.unmount()
    rmSync(home, { recursive: true, force: true })
  }
  return { ...total, violations, left }
}
