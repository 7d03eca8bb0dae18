/** What every socket that a ticket opens does before its session, and when that ends. */
import { expect, test } from "bun:test"
import { Data } from "effect"
import { Unauthorized } from "../../src/Errors.ts"
import { GOING_AWAY } from "../../src/sockets/CloseReason.ts"
import type { SocketEvents } from "../../src/sockets/SocketEvents.ts"
import {
  leave,
  makeMachine,
  reasonAt,
  sessionDeadline,
  stay,
  type TicketedCommands
} from "../../src/sockets/TicketedSocket.ts"
import { MachineDriver } from "./MachineDriver.ts"

type Command = Data.TaggedEnum<TicketedCommands<string>>
const Command = Data.taggedEnum<Command>()
type Input = Data.TaggedEnum<
  SocketEvents & {
    Received: { readonly message: { readonly type: string; readonly token?: string } }
    Malformed: {}
    /** Of the capability itself. */
    Settled: {}
  }
>
const Input = Data.taggedEnum<Input>()

interface Open {
  readonly _tag: "Open"
  readonly since: number
  readonly active: number
}

const IDLE = { code: 4000, reason: "idle" }

/** A session that every message keeps open. */
const machine = makeMachine<Open, Input, Command>({
  unauthenticated: new Unauthorized({ message: "send a ticket" }),
  frames: new Set(["Received", "Malformed"]),
  redeem: (since) => ({ _tag: "Open", since, active: since }),
  deadline: sessionDeadline,
  expire: (state, now) => leave(reasonAt(state, now, IDLE)),
  step: (state, input, now) => {
    if (input._tag === "Settled") return leave(GOING_AWAY)
    return stay(input._tag === "Received" ? { ...state, active: now } : state)
  }
})

const lineOf = Command.$match({
  Redeem: ({ token }) => `redeem ${token}`,
  Send: ({ event }) => event,
  Refuse: ({ problem }) => `error ${problem._tag} ${problem.message}`,
  Close: ({ code }) => `close ${code}`
})
const connect = () => new MachineDriver(machine, lineOf)
const TICKET = Input.Received({ message: { type: "session.authenticate", token: "t" } })
const PING = Input.Received({ message: { type: "ping" } })

test("the first message's ticket is redeemed, once", () => {
  const socket = connect()
  expect(socket.put(Input.Opened())).toEqual([])
  expect(socket.put(TICKET)).toEqual(["redeem t"])
  expect(socket.put(TICKET)).toEqual([])
  expect(socket.isOver).toBe(false)
})

test.each([PING, Input.Malformed(), Input.Received({ message: { type: "other", token: "t" } })])(
  "a first frame that is no ticket ends the socket in an error that says so and 1008: %j",
  (input) => {
    const socket = connect()
    expect(socket.put(input)).toEqual(["error UNAUTHORIZED send a ticket", "close 1008"])
    expect(socket.isOver).toBe(true)
    expect(socket.put(TICKET)).toEqual([])
    expect(socket.deadline).toBe(Number.POSITIVE_INFINITY)
  }
)

test("a ticket that has not come within 10 s ends the socket in an error and 1008", () => {
  const socket = connect()
  expect(socket.deadline).toBe(socket.now + 10_000)
  expect(socket.wait(9_999)).toEqual([])
  socket.now++
  expect(socket.put(TICKET)).toEqual([
    "error UNAUTHORIZED session.authenticate did not come within 10 seconds",
    "close 1008"
  ])
})

test.each([
  [Input.Draining(), ["close 1001"]],
  [Input.Flooded(), ["close 1008"]],
  [Input.Stalled(), ["close 1008"]],
  [Input.Gone(), []]
] as const)("before its ticket a socket is closed at once by %j", (input, lines) => {
  const socket = connect()
  expect(socket.put(input)).toEqual([...lines])
  expect(socket.isOver).toBe(true)
})

test("a frame that is too large ends a socket before its ticket with an error and 1009", () => {
  const [error = "", ...rest] = connect().put(Input.Oversized())
  expect(error).toStartWith("error PAYLOAD_TOO_LARGE")
  expect(rest).toEqual(["close 1009"])
})

test("what is no frame of the client changes nothing before the ticket", () => {
  const socket = connect()
  expect([Input.Settled(), Input.Revoked(), Input.Tick()].flatMap((input) => socket.put(input))).toEqual([])
  expect(socket.put(TICKET)).toEqual(["redeem t"])
})

test("60 s without what keeps it open end a session as idle, and 10 minutes in all with 1000", () => {
  const idle = connect()
  idle.put(TICKET)
  idle.wait(59_999)
  idle.put(PING)
  expect(idle.wait(59_999)).toEqual([])
  expect(idle.deadline).toBe(idle.now + 1)
  expect(idle.wait(1)).toEqual(["close 4000"])

  const long = connect()
  long.put(TICKET)
  for (let halfMinute = 0; halfMinute < 19; halfMinute++) {
    long.wait(30_000)
    long.put(PING)
  }
  expect(long.wait(29_999)).toEqual([])
  expect(long.wait(1)).toEqual(["close 1000"])
})

test("a deadline that has passed is met before the input that comes behind it", () => {
  const socket = connect()
  socket.put(TICKET)
  socket.now += 60_000
  expect(socket.put(Input.Settled())).toEqual(["close 4000"])
})
