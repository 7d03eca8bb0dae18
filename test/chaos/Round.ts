/**
 * One round: clients at work, something befalls the server, it dies or is told
 * to stop, starts again, and its books are held against what clients were told.
 */
import type { Random } from "../../training/text/Random.ts"
import type { TestServer } from "../support/Server.ts"
import * as Books from "./Books.ts"
import type { Client, Manner } from "./Client.ts"
import type { Engines } from "./Engines.ts"
import * as Faults from "./Faults.ts"
import { operations } from "./Operations.ts"
import { dropAll } from "./Wire.ts"

export interface Setting extends Faults.Place {
  /** What may befall the server. */
  readonly faults: ReadonlyArray<Faults.FaultName>
  readonly server: TestServer
  readonly engines: Engines
  /** Wallets by their ids. */
  readonly clients: ReadonlyMap<string, Client>
  /** What was asked without an id in the rounds before. */
  readonly nameless: Array<Books.Story>
}

export interface Report {
  readonly kills: number
  readonly requests: number
  readonly violations: ReadonlyArray<string>
  /** What befell it, for whoever reads the log. */
  readonly events: ReadonlyArray<string>
}

const CLIENTS_AT_ONCE = 14
/** Milliseconds within which clients come, and the server dies. */
const WINDOW = 1_500
/** How often an id whose fate is unknown is sent again. */
const MOST_TRIES = 60
const BETWEEN_TRIES = 250
/** A job that was admitted has ended by then. */
const QUIET_WITHIN = 60_000

export const mannerOf = (random: Random): Manner =>
  random.weighted<Manner>([
    [{ tag: "patient" }, 5],
    [{ tag: "hangs up", afterMillis: random.whole(1, 800) }, 3],
    [{ tag: "reads slowly" }, 1],
    [{ tag: "half-open" }, 1]
  ])

const begin = (setting: Setting, name: string): { readonly story: Books.Story; readonly done: Promise<void> } => {
  const { clients, random } = setting
  const operation = random.pick(operations)
  const wallet = random.pick([...clients.keys()])
  const story: Books.Story = { id: name, wallet, operation, told: [] }
  const delay = random.between(0, WINDOW)
  const manner = mannerOf(random)
  const done = Bun.sleep(delay).then(() => ask(setting, story, manner))
  return { story, done }
}

const ask = async ({ clients }: Setting, { id, operation, told, wallet }: Books.Story, manner: Manner) => {
  const client = clients.get(wallet)
  if (client !== undefined) told.push(await operation.perform(client, id, manner))
}

/** Brings some faults about during the window, and ends them all. */
const befall = async (setting: Setting): Promise<ReadonlyArray<string>> => {
  const { faults, random } = setting
  const most = random.weighted([
    [0, 3],
    [1, 4],
    [2, 2]
  ])
  return Promise.all(
    Array.from({ length: Math.min(most, faults.length) }, async () => {
      const name = random.pick(faults)
      const [from, length] = [random.between(0, WINDOW), random.between(50, WINDOW)]
      await Bun.sleep(from)
      const end = Faults.befall(name, setting)
      await Bun.sleep(length)
      end()
      return `${name} from ${Math.round(from)} ms for ${Math.round(length)} ms`
    })
  )
}

/** How the server's life ends in this round. */
const die = async ({ random, server }: Setting): Promise<string> => {
  const at = random.between(50, WINDOW * 1.2)
  const manner = random.weighted([
    ["killed", 8],
    ["stopped", 1]
  ])
  await Bun.sleep(at)
  if (manner === "killed") await server.kill()
  else await server.stop()
  return `${manner} after ${Math.round(at)} ms`
}

const quiet = async ({ server }: Setting): Promise<ReadonlyArray<string>> => {
  const end = performance.now() + QUIET_WITHIN
  while ((await Books.running(server)) > 0) {
    if (performance.now() > end) return ["a job has not ended after a minute"]
    await Bun.sleep(20)
  }
  return []
}

const isSettled = ({ told }: Books.Story) => told.some(({ tag }) => tag === "settled")

/** Sends the same request until it is answered: engines are well and nothing befalls anybody. */
const insist = async (setting: Setting, story: Books.Story): Promise<ReadonlyArray<string>> => {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    await ask(setting, story, { tag: "patient" })
    if (story.told.at(-1)?.tag === "settled" || story.told.at(-1)?.tag === "wrong") return []
    await Bun.sleep(BETWEEN_TRIES)
  }
  return [`${story.operation.name} ${story.id} could not be made: ${JSON.stringify(story.told.slice(-3))}`]
}

export const round = async (setting: Setting, number: number): Promise<Report> => {
  const { engines, random, server } = setting
  engines.behave(random.chance(0.5))
  const asked = Array.from({ length: CLIENTS_AT_ONCE }, (_, at) => begin(setting, `r${number}-${at}`))
  const stories = asked.map(({ story }) => story)
  const known = [...setting.nameless, ...stories]
  setting.nameless.push(...stories.filter(({ operation }) => operation.isNameless))
  const [end, befell] = await Promise.all([die(setting), befall(setting)])
  dropAll()
  await Promise.all(asked.map(({ done }) => done))
  const started = Faults.timeOf(setting)
  await server.start()
  engines.behave(true)
  const after = [...(await Books.faults(server, started)), ...(await Books.contradictions(server, known))]
  // Whoever does not know sends the same again; some who were told do too.
  const again = stories.filter((story) => !isSettled(story) || random.chance(0.3))
  const stuck = (await Promise.all(again.map((story) => insist(setting, story)))).flat()
  const late = await quiet(setting)
  const last = [...(await Books.faults(server)), ...(await Books.contradictions(server, known))]
  return {
    kills: end.startsWith("killed") ? 1 : 0,
    requests: stories.reduce((sum, { told }) => sum + told.length, 0),
    events: [end, ...befell],
    violations: [...after, ...stuck, ...late, ...last]
  }
}
