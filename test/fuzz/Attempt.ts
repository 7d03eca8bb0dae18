/** An input: from its seed and index alone, what is sent; and then what came of it. */
import * as Bodies from "./Bodies.ts"
import { Chance } from "./Chance.ts"
import { BOUNDARY, type Draft, render, whole } from "./Draft.ts"
import * as Framings from "./Framings.ts"
import * as Heads from "./Heads.ts"
import type { Line } from "./Line.ts"
import type { Mutation } from "./Mutation.ts"
import * as Oracle from "./Oracle.ts"
import * as Protocols from "./Protocols.ts"
import * as Requests from "./Requests.ts"
import * as Sessions from "./Sessions.ts"
import * as Talk from "./Talk.ts"
import * as Targets from "./Targets.ts"
import { allowedFor, type Verdict } from "./Verdict.ts"
import { nameOf, type World } from "./World.ts"

export interface Attempt {
  /** The route or socket. */
  readonly name: string
  /** What was done to a valid input. */
  readonly changes: ReadonlyArray<string>
  readonly perform: (line: Line) => Promise<Verdict>
  /** The input as it is sent. */
  readonly show: () => Buffer
}

export interface Choice {
  readonly seed: number
  readonly index: number
  /** How long an answer is waited for. */
  readonly answerMillis: number
  /** Part of the names of the routes and sockets that are tried. */
  readonly only?: string
  /** Changes that are left out, by number. */
  readonly without?: ReadonlySet<number>
}

/** Share of sockets among the inputs, and of raced tickets among sockets. */
const SOCKETS = 0.15
const RACES = 0.03
/** Most changes of one request. */
const MOST_CHANGES = 3

/** What may stay unanswered for ever is not waited for. */
const SILENT_MILLIS = 150

const GROUPS: ReadonlyArray<ReadonlyArray<Mutation>> = [
  Bodies.mutations,
  Heads.mutations,
  Targets.mutations,
  Framings.mutations
]
const WITH_BODY = [0, 0, 0, 0, 0, 1, 2, 3, 3] as const
const WITHOUT_BODY = [1, 1, 2, 2, 3] as const

const change = (draft: Draft, chance: Chance): Mutation | undefined => {
  const groups = draft.content.kind === "none" ? WITHOUT_BODY : WITH_BODY
  const group = GROUPS[chance.from<number>(groups) ?? 0] ?? []
  return chance.from(group.filter(({ fits }) => fits(draft)))
}

/** The draft with the path that stands on the wire, where a framing has changed a byte of it. */
const asSent = (draft: Draft, pieces: ReadonlyArray<Uint8Array>): Draft => {
  const [, path] = /^\s*\S+ (\/[^ ?]*)\S* HTTP\//.exec(Buffer.concat(pieces).toString("latin1")) ?? []
  return path === undefined ? draft : { ...draft, path }
}

const makeRequest = (
  world: World,
  { answerMillis, index, only = "", seed, without = new Set() }: Choice
): Attempt | undefined => {
  const chance = new Chance(seed, index, "request")
  const route = chance.from(world.routes.filter((one) => nameOf(one).includes(only)))
  const tenant = world.tenants[index % world.tenants.length]
  if (route === undefined || tenant === undefined) return undefined
  let draft = Requests.make(route, tenant, world, chance, BOUNDARY)
  const count = chance.yes(0.08) ? 0 : 1 + chance.size(...Array.from({ length: MOST_CHANGES }, (_, more) => more))
  const changes: Array<string> = []
  for (let at = 0; at < count; at++) {
    const own = new Chance(seed, index, `change ${at}`)
    const mutation = without.has(at) ? undefined : change(draft, own)
    if (mutation !== undefined) draft = mutation.apply(draft, own, world)
    changes.push(mutation?.name ?? "nothing")
  }
  // What one change makes impossible, another may make possible again.
  const final = { ...draft, mustFail: draft.mustFail && changes.filter((name) => name !== "nothing").length === 1 }
  const patience = Framings.mayBeSilent(final) ? SILENT_MILLIS : answerMillis
  const sending = render(final, patience)
  return {
    name: nameOf(route),
    changes,
    show: () => Buffer.concat(sending.pieces),
    perform: async (line) =>
      judge(
        asSent(final, sending.pieces),
        sending.pieces.reduce((sum, { length }) => sum + length, 0),
        await line.send(sending),
        world
      )
  }
}

const judge = (draft: Draft, bytes: number, exchange: Awaited<ReturnType<Line["send"]>>, world: World): Verdict => {
  const { answers, end, error, millis } = exchange
  const last = answers.at(-1)
  const mayLack = draft.mayBeBare && (end === "closed" || Framings.mayBeSilent(draft))
  // The first answer of several must come; after it, the server may close.
  const mayStop = answers.length > 0 && last?.keeps === false
  const isShort = answers.length < draft.framing.count && draft.framing.ending !== "hang-up"
  const lacks =
    !isShort || mayLack || mayStop ? [] : [`${answers.length} of ${draft.framing.count} answers, then ${end}`]
  const counts =
    last !== undefined &&
    last.status >= 400 &&
    last.status < 500 &&
    draft.framing.pauseMillis === 0 &&
    end === "answered"
  return {
    faults: [
      ...answers.flatMap((answer) => Oracle.answered(answer, draft, world)),
      ...(error === undefined || draft.framing !== whole ? [] : [`an answer that is no HTTP: ${error}`]),
      ...(end === "refused" ? [] : lacks)
    ],
    outcome: last === undefined ? end : String(last.status),
    ...(counts ? { refusal: { millis, allowed: allowedFor(bytes) * draft.framing.count } } : {}),
    isGone: end === "refused",
    sent: draft.framing.count
  }
}

const makeSession = (world: World, { index, only = "", seed, without = new Set() }: Choice): Attempt | undefined => {
  const chance = new Chance(seed, index, "session")
  const protocol = chance.from(world.protocols.filter((one) => Protocols.nameOf(one).includes(only)))
  const tenant = world.tenants[index % world.tenants.length]
  if (protocol === undefined || tenant === undefined) return undefined
  const name = Protocols.nameOf(protocol)
  if (chance.yes(RACES)) {
    return {
      name,
      changes: ["one ticket, raced"],
      show: () => Buffer.alloc(0),
      perform: () => Talk.race(protocol, world, tenant)
    }
  }
  const plan = Sessions.make(
    protocol,
    world,
    tenant,
    (part) => new Chance(seed, index, part),
    (part) => !without.has(part)
  )
  return {
    name,
    changes: plan.words,
    show: () => Buffer.concat(plan.steps.map(({ bytes }) => bytes)),
    perform: () => Talk.perform(plan, world, tenant)
  }
}

/** The input of this seed and index; none where nothing bears the name asked for. */
export const make = (world: World, choice: Choice): Attempt | undefined => {
  const isSocket = new Chance(choice.seed, choice.index, "kind").yes(SOCKETS)
  return isSocket
    ? (makeSession(world, choice) ?? makeRequest(world, choice))
    : (makeRequest(world, choice) ?? makeSession(world, choice))
}
