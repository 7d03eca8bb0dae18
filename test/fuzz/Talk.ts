/** Sockets as inputs: a ticket, a plan, and what must come of it. */

import { member } from "./Examples.ts"
import * as Frames from "./Frames.ts"
import { write } from "./Json.ts"
import * as Oracle from "./Oracle.ts"
import type { Protocol } from "./Protocols.ts"
import type { Plan, Step } from "./Sessions.ts"
import { type SocketRecord, visit } from "./Socket.ts"
import { allowedFor, type Verdict } from "./Verdict.ts"
import type { Tenant, World } from "./World.ts"

/** Close codes of a session that ended by its own rules: done, going away, refused, a message too large. */
const STATED_CLOSES: ReadonlySet<number> = new Set([1000, 1001, 1005, 1008, 1009])

/** How long the answer to a ticket is waited for. */
const ENTRANCE_MILLIS = 5_000

/** Sockets that show one ticket at once. */
const RACERS = 20

/** A new ticket; none where the server gives none now, and why. */
const issue = async (
  world: World,
  tenant: Tenant,
  { ticket }: Protocol,
  body = ticket.body
): Promise<{ readonly token?: string; readonly status: number }> => {
  const response = await fetch(`http://127.0.0.1:${world.port}${ticket.path}`, {
    method: "POST",
    headers: { "x-api-key": tenant.key, "content-type": "application/json" },
    body: write(body)
  })
  const { at = ["data", "token"] } = ticket
  const token = at.reduce<unknown>(member, await response.json())
  return { status: response.status, ...(typeof token === "string" ? { token } : {}) }
}

/** Nothing is sent, and the session's first event waited for. */
const ARRIVAL: Step = { bytes: Buffer.alloc(0), waits: ENTRANCE_MILLIS }

interface Entrance {
  readonly target: string
  readonly headers: ReadonlyArray<string>
  readonly steps: ReadonlyArray<Step>
}

/** The address, the headers and the first step that show `token`. */
const entering = ({ entrance, path }: Protocol, token: string, query = ""): Entrance => {
  if ("message" in entrance) {
    const bytes = Frames.encode(Frames.TEXT, Buffer.from(JSON.stringify({ type: entrance.message, token })))
    return { target: `${path}?${query}`, headers: [], steps: [{ bytes, waits: ENTRANCE_MILLIS }] }
  }
  if ("parameter" in entrance) {
    const target = `${path}?${entrance.parameter}=${encodeURIComponent(token)}&${query}`
    return { target, headers: [], steps: [ARRIVAL] }
  }
  const offers = entrance.offers === undefined ? "" : `, ${entrance.offers}`
  const header = `Sec-WebSocket-Protocol: realtime, ${entrance.subprotocol}${token}${offers}`
  return { target: `${path}?${query}`, headers: [header], steps: [ARRIVAL] }
}

const enter = (world: World, protocol: Protocol, token: string): Promise<SocketRecord> =>
  visit({ port: world.port, ending: "close", ...entering(protocol, token) })

const begins = (heard: SocketRecord, { begins }: Protocol): number =>
  heard.events.filter((text) => Oracle.kindOf(Oracle.parsed(text)) === begins).length

const statusOf = (text: string | undefined, { errors }: Protocol): unknown =>
  Oracle.statusOf(Oracle.parsed(text ?? ""), errors)

/** What every session owes, whatever was sent. */
const general = (
  heard: SocketRecord,
  plan: Pick<Plan, "protocol" | "violates" | "ending">,
  world: World
): ReadonlyArray<string> => {
  if (heard.refusal !== undefined) {
    const { path } = plan.protocol
    return Oracle.answered(heard.refusal, { path, method: "GET", mayBeBare: plan.violates, mustFail: false }, world)
  }
  const faults = heard.events.flatMap((text) => Oracle.event(text, plan.protocol, world.secrets))
  if (plan.violates || plan.ending === "drop") return faults
  if (heard.end === "silent") return [...faults, "the socket is not closed within 10 s of the client's close"]
  if (heard.closeCode === undefined) return [...faults, "broken off without a close frame"]
  return STATED_CLOSES.has(heard.closeCode) ? faults : [...faults, `closed with ${heard.closeCode}`]
}

/** What a session owes whose entrance was wrong. */
const refused = (heard: SocketRecord, plan: Plan): ReadonlyArray<string> => {
  if (begins(heard, plan.protocol) > 0) return [`a session with a ticket that is ${plan.ticket}`]
  const [first] = heard.events
  // Without a step there is no bad first frame, and a broken one is the runtime's.
  if (plan.violates || plan.ending === "drop" || plan.steps.length === 0 || heard.refusal !== undefined) return []
  return [
    ...(plan.ticket !== "none" && statusOf(first, plan.protocol) !== 401
      ? ["no error event with 401 for a bad ticket"]
      : []),
    ...(first !== undefined && heard.closeCode !== 1008
      ? [`closed with ${heard.closeCode} after a bad first frame, not 1008`]
      : [])
  ]
}

const tokenFor = async (
  plan: Plan,
  world: World,
  tenant: Tenant
): Promise<{ readonly token?: string; readonly status: number }> => {
  if (plan.ticket === "none") return { status: 0 }
  const asked =
    plan.ticket === "another's"
      ? (world.protocols.find((other) => other !== plan.protocol) ?? plan.protocol)
      : plan.protocol
  const issued = await issue(world, tenant, asked, asked === plan.protocol ? plan.body : undefined)
  if (plan.ticket === "used" && issued.token !== undefined) await enter(world, plan.protocol, issued.token)
  return issued
}

const isDenied = ({ ticket }: Plan): boolean => ticket !== "valid"

/** Opens a session and carries out the plan. */
export const perform = async (plan: Plan, world: World, tenant: Tenant): Promise<Verdict> => {
  const issued = await tokenFor(plan, world, tenant)
  if (plan.ticket !== "none" && issued.token === undefined) {
    return {
      faults: issued.status === 429 ? [] : [`no ticket: ${issued.status}`],
      outcome: "no ticket",
      isGone: false,
      sent: 1
    }
  }
  const entrance =
    issued.token === undefined
      ? { target: `${plan.protocol.path}?${plan.query}`, headers: [], steps: [] }
      : entering(plan.protocol, plan.token(issued.token), plan.query)
  const arrival = plan.hurries ? entrance.steps.map(({ bytes }) => ({ bytes, waits: 0 })) : entrance.steps
  const steps = [...arrival, ...plan.steps]
  const headers = [...entrance.headers, ...plan.headers]
  const heard = await visit({ ...plan, target: entrance.target, headers, port: world.port, steps })
  const bytes = steps.reduce((sum, step) => sum + step.bytes.length, 0)
  // A frame that breaks the protocol may be one of which the rest is waited for.
  const counts = isDenied(plan) && !plan.violates && heard.firstEventMillis !== undefined
  return {
    faults: [...general(heard, plan, world), ...(isDenied(plan) ? refused(heard, plan) : [])],
    outcome: `close ${heard.closeCode ?? heard.end}`,
    ...(counts ? { refusal: { millis: heard.firstEventMillis ?? 0, allowed: allowedFor(bytes) } } : {}),
    isGone: heard.end === "refused",
    sent: 1 + steps.length
  }
}

/** One ticket shown by many sockets at once: exactly one session. */
export const race = async (protocol: Protocol, world: World, tenant: Tenant): Promise<Verdict> => {
  const { status, token } = await issue(world, tenant, protocol)
  if (token === undefined)
    return { faults: status === 429 ? [] : [`no ticket: ${status}`], outcome: "no ticket", isGone: false, sent: 1 }
  const all = await Promise.all(Array.from({ length: RACERS }, () => enter(world, protocol, token)))
  const sessions = all.reduce((sum, heard) => sum + begins(heard, protocol), 0)
  const busy = all.some((heard) => heard.events.some((text) => statusOf(text, protocol) === 429))
  const plan = { protocol, violates: false, ending: "close" } as const
  return {
    faults: [
      ...all.flatMap((heard) => general(heard, plan, world)),
      ...(sessions === 1 || (sessions === 0 && busy) ? [] : [`${sessions} sessions with one ticket`])
    ],
    outcome: `race ${sessions}`,
    isGone: all.every(({ end }) => end === "refused"),
    sent: 1 + 2 * RACERS
  }
}
