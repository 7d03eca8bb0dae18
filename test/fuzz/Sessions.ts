/** What a hostile client does on a socket, decided before it is opened. */
import type { Chance } from "./Chance.ts"
import { example } from "./Examples.ts"
import * as Frames from "./Frames.ts"
import { CHANGES, shortText, value } from "./Hostile.ts"
import { type Node, object, write } from "./Json.ts"
import type { Protocol } from "./Protocols.ts"
import { escape } from "./Requests.ts"
import { tamper } from "./Targets.ts"
import type { Tenant, World } from "./World.ts"

export interface Step {
  readonly bytes: Buffer
  /** Milliseconds that an event is waited for before the next step. */
  readonly waits: number
}

export interface Plan {
  readonly protocol: Protocol
  /** What its client does, for people. */
  readonly words: ReadonlyArray<string>
  /** Lines of the opening request beside the ordinary ones. */
  readonly headers: ReadonlyArray<string>
  /** `none`: the first step comes in place of a ticket. */
  readonly ticket: "valid" | "changed" | "used" | "another's" | "none"
  readonly token: (token: string) => string
  /** What the ticket is asked for with. */
  readonly body: Node
  /** What else is in the address. */
  readonly query: string
  /** Whether the first steps come before the session can be ready. */
  readonly hurries: boolean
  readonly steps: ReadonlyArray<Step>
  /** Whether a frame breaks the WebSocket protocol itself, which the runtime then ends in its own way. */
  readonly violates: boolean
  readonly ending: "close" | "drop"
}

/**
 * Bytes of one flood. Of a socket that is closed while more lies unread, the operating
 * system throws away what was sent last, the reason of the close too.
 */
const MOST_FLOOD = 1_000_000

/** Frames of one stretch of speech. */
const MOST_SOUNDS = 400

const text = (node: Node): Buffer => Buffer.from(write(node))
/** Most steps have an answer at once, some none. */
const STEP_MILLIS = 60
const step = (bytes: Buffer, waits = STEP_MILLIS): Step => ({ bytes, waits })

interface Move {
  readonly name: string
  readonly make: (protocol: Protocol, chance: Chance, world: World, tenant: Tenant) => ReadonlyArray<Step>
}

const valid = (protocol: Protocol, chance: Chance, world: World, tenant: Tenant): Node =>
  example({ document: world.document, vocabulary: tenant.vocabulary }, chance, chance.from(protocol.messages))

const framed = (opcode: number, payload: Buffer, options?: Frames.Options) =>
  step(Frames.encode(opcode, payload, options))

/** Moves that RFC 6455 allows: whatever they say, the session answers in its own words. */
const ALLOWED: ReadonlyArray<Move> = [
  { name: "message", make: (...given) => [framed(Frames.TEXT, text(valid(...given)))] },
  {
    name: "changed message",
    make: (protocol, chance, world, tenant) => {
      const change = chance.from(CHANGES)
      const node = valid(protocol, chance, world, tenant)
      return [framed(Frames.TEXT, text(change === undefined ? node : change.apply(node, chance)))]
    }
  },
  { name: "changed type", make: (_, chance) => [framed(Frames.TEXT, text(object({ type: value(chance) })))] },
  { name: "no message", make: (_, chance) => [framed(Frames.TEXT, text(value(chance)))] },
  {
    name: "no JSON",
    make: (_, chance) => [
      framed(
        Frames.TEXT,
        Buffer.from(
          chance.pick(
            "",
            "{",
            "null",
            "undefined",
            "\u0000",
            "a".repeat(chance.size(1, 70_000, 500_000)),
            "[".repeat(chance.size(5_000, 60_000))
          )
        )
      )
    ]
  },
  {
    name: "binary",
    make: ({ binaryBytes = 1 }, chance) => [
      framed(
        Frames.BINARY,
        Buffer.alloc(chance.pick(0, 1, binaryBytes, binaryBytes + 1, 64_000, 64_001, 64_002, 300_000), chance.int(256))
      )
    ]
  },
  {
    name: "much binary",
    make: ({ binaryBytes = 100 }, chance) =>
      Array.from({ length: chance.size(10, 60, 200) }, () =>
        step(Frames.encode(Frames.BINARY, Buffer.alloc(binaryBytes)), 0)
      )
  },
  {
    name: "fragments",
    make: (...given) => {
      const payload = text(valid(...given))
      const middle = given[1].int(payload.length)
      return [
        step(Frames.encode(Frames.TEXT, payload.subarray(0, middle), { isLast: false }), 0),
        step(Frames.encode(Frames.PING, Buffer.from("between")), 0),
        framed(0, payload.subarray(middle))
      ]
    }
  },
  { name: "ping", make: (_, chance) => [step(Frames.encode(Frames.PING, chance.bytes(chance.int(126))), 0)] },
  { name: "pong", make: () => [step(Frames.encode(Frames.PONG, Buffer.alloc(3)), 0)] },
  {
    name: "speech",
    make: (protocol, chance, world, tenant) => {
      const { binaryBytes, sound } = protocol
      const bytes = 2 * chance.size(1_600, 320, 11, 16_000, 96_000)
      const frame = (samples: Buffer): ReadonlyArray<Step> => {
        if (sound !== undefined) return [step(Frames.encode(Frames.TEXT, Buffer.from(sound(samples))), 0)]
        return binaryBytes === undefined ? [] : [step(Frames.encode(Frames.BINARY, samples), 0)]
      }
      const from = 2 * chance.int(8_000)
      const count = Math.min(MOST_SOUNDS, Math.ceil((world.speech.length - from) / bytes))
      const sounds = Array.from({ length: count }, (_, at) =>
        frame(world.speech.subarray(from + at * bytes, from + (at + 1) * bytes))
      )
      return [...sounds.flat(), framed(Frames.TEXT, text(valid(protocol, chance, world, tenant)))]
    }
  },
  {
    name: "everything at once",
    make: (protocol, chance, world, tenant) => {
      const count = chance.size(5, 20, 100, 300)
      const frames: Array<Buffer> = []
      for (let bytes = 0; frames.length < count && bytes < MOST_FLOOD; bytes += frames.at(-1)?.length ?? 0) {
        frames.push(Frames.encode(Frames.TEXT, text(valid(protocol, chance, world, tenant))))
      }
      return [step(Buffer.concat(frames))]
    }
  },
  {
    name: "flood",
    make: (protocol, chance, world, tenant) => {
      const heavy = chance.yes(0.3) ? chance.from(protocol.heavy ?? []) : undefined
      const frame = Frames.encode(Frames.TEXT, text(heavy ?? valid(protocol, chance, world, tenant)))
      const count = Math.min(chance.size(25, 300, 1_000), Math.ceil(MOST_FLOOD / frame.length))
      return [step(Buffer.concat(Array.from({ length: count }, () => frame)))]
    }
  }
]

/** Moves that it forbids: the runtime ends the connection. */
const FORBIDDEN: ReadonlyArray<Move> = [
  { name: "invalid UTF-8", make: () => [framed(Frames.TEXT, Buffer.from("ff00c0", "hex"))] },
  {
    name: "half a character in fragments",
    make: () => [
      step(Frames.encode(Frames.TEXT, Buffer.from("e1", "hex"), { isLast: false }), 0),
      framed(0, Buffer.from("ff", "hex"))
    ]
  },
  { name: "no mask", make: () => [framed(Frames.TEXT, Buffer.from('{"type":"ping"}'), { isMasked: false })] },
  {
    name: "reserved bits",
    make: (_, chance) => [framed(Frames.TEXT, Buffer.from("{}"), { reserved: 1 + chance.int(7) })]
  },
  { name: "reserved opcode", make: (_, chance) => [framed(chance.pick(3, 7, 11, 15), Buffer.from("{}"))] },
  {
    name: "long control frame",
    make: (_, chance) => [framed(chance.pick(Frames.PING, Frames.CLOSE), Buffer.alloc(126 + chance.int(70_000)))]
  },
  { name: "divided control frame", make: () => [framed(Frames.PING, Buffer.from("a"), { isLast: false })] },
  { name: "continuation of nothing", make: () => [framed(0, Buffer.from("{}"))] },
  {
    name: "frame between fragments",
    make: () => [
      step(Frames.encode(Frames.TEXT, Buffer.from("{"), { isLast: false }), 0),
      framed(Frames.TEXT, Buffer.from("{}"))
    ]
  },
  {
    name: "claimed length",
    make: (_, chance) => [
      framed(Frames.TEXT, Buffer.from("{}"), { claims: chance.pick(100, 70_000, 17_000_000, 2 ** 40, 2 ** 62) })
    ]
  },
  {
    name: "close code",
    make: (_, chance) => {
      const code = Buffer.alloc(chance.pick(1, 2))
      if (code.length === 2) code.writeUInt16BE(chance.pick(0, 999, 1004, 1005, 1006, 1015, 2999, 65_535))
      return [framed(Frames.CLOSE, code)]
    }
  },
  { name: "no frames", make: (_, chance) => [step(chance.bytes(chance.size(5, 200, 5_000)))] }
]

const HEADERS: ReadonlyArray<ReadonlyArray<string>> = [
  ["Origin: http://evil.example"],
  ["Sec-WebSocket-Protocol: a, b, __proto__"],
  ["Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=99"],
  ["Sec-WebSocket-Extensions: x-unknown"],
  ["x-api-key: sk_wrong"],
  ["Authorization: Bearer sk_wrong"],
  ["OpenAI-Beta: realtime=v1"],
  ["Cookie: a=b"]
]

/** Some of what the address of a protocol may say, right or wrong. */
const queryOf = ({ parameters = {} }: Protocol, chance: Chance): string =>
  Object.entries(parameters)
    .filter(() => chance.yes(0.3))
    .flatMap(([name, right]) => {
      const value = () =>
        chance.yes(0.6)
          ? escape(right)
          : chance.pick(escape(shortText(chance)), "NaN", "%zz", "a".repeat(chance.size(30, 3_000)))
      const pair = `${name}=${value()}`
      return chance.yes(0.1) ? [pair, `${name}=${value()}`] : [pair]
    })
    .join("&")

/** `allowed`: whether a part of the plan is kept, by its number; left out while a plan is shrunk. */
export const make = (
  protocol: Protocol,
  world: World,
  tenant: Tenant,
  chance: (part: string) => Chance,
  kept: (part: number) => boolean
): Plan => {
  const how = chance("entrance")
  const ticket = how.yes(0.55) ? "valid" : how.pick("none", "changed", "used", "another's")
  // A bad address may be told of before a bad ticket.
  const query = ticket === "valid" && how.yes(0.3) ? queryOf(protocol, how) : ""
  const body = how.yes(0.3) ? how.from(protocol.ticket.others ?? []) : undefined
  const hurries = ticket === "valid" && how.yes(0.2)
  const headers = how.yes(0.15) ? (how.from(HEADERS) ?? []) : []
  const count = 1 + how.size(0, 1, 2, 4, 8)
  const moves = Array.from({ length: count }, (_, at) => ({ at, chance: chance(`move ${at}`) })).filter(({ at }) =>
    kept(at)
  )
  const made = moves.map((one) => {
    const violates = one.chance.yes(0.12)
    const move = one.chance.from(violates ? FORBIDDEN : ALLOWED)
    return { name: move?.name ?? "", violates, steps: move?.make(protocol, one.chance, world, tenant) ?? [] }
  })
  return {
    protocol,
    words: [
      `ticket ${ticket}`,
      ...(body === undefined ? [] : ["with other texts"]),
      query,
      ...(hurries ? ["in a hurry"] : []),
      ...headers,
      ...made.map(({ name }) => name)
    ],
    headers,
    ticket,
    query,
    body: body ?? protocol.ticket.body,
    hurries,
    token: (token) => (ticket === "changed" ? tamper(token, chance("token")) : token),
    steps: made.flatMap(({ steps }) => steps),
    violates: made.some((one) => one.violates) || headers.some((line) => line.startsWith("Sec-")),
    ending: how.yes(0.2) ? "drop" : "close"
  }
}
