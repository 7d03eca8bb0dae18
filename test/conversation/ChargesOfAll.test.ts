/**
 * Whatever is said, answered, called, interrupted, cancelled, hung up on, lied about or
 * hangs, on several sockets of one wallet at once: charged is the price of what was
 * delivered, which is never more than was held, and no balance falls below zero.
 */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { Effect, FastCheck as fc, Option } from "effect"
import * as Money from "../../src/billing/Money.ts"
import { Input } from "../../src/conversation/MachineMessages.ts"
import { countTokens } from "../../src/text/Tokens.ts"
import { longTest } from "../support/Long.ts"
import { forAllAsync } from "../support/Property.ts"
import type { Script } from "./ScriptedEngines.ts"
import { costOf, type Line, type SentTurn, type World, world } from "./TurnsWorld.ts"

let own: World
beforeAll(async () => {
  own = world()
  countTokens("loads its table")
  await own.walletOf("1")
})
afterAll(() => own.dispose())

const acts = {
  type: (line: Line) => line.type(),
  say: (line: Line) => line.say(0.4),
  sayMuch: (line: Line) => line.say(9),
  start: (line: Line) => line.start(1),
  stop: (line: Line) => line.stop(),
  commit: (line: Line) => line.tell(Input.Commit()),
  clear: (line: Line) => line.tell(Input.Clear()),
  cancel: (line: Line) => line.tell(Input.Cancel({ response: Option.none() })),
  hangUp: (line: Line) => line.hangUp()
}
const act = fc.constantFrom(...Object.values(acts))

/** Something that is done at the `count`th event of a kind. */
const reaction = fc.record({
  tag: fc.constantFrom("Text", "Audio", "ResponseBegun", "Transcribed", "TurnComplete", "SpeechStarted"),
  count: fc.integer({ min: 1, max: 4 }),
  act
})

const call = { id: "call_1", name: "book", arguments: JSON.stringify({ note: "ሰላም ለሁሉም ".repeat(40) }) }
const pieces = fc.array(fc.constantFrom("አንድ። ", "ሁለት ሦስት። ", "☃☂ ".repeat(90), "ሰላም ለሁሉም ይሁን። ".repeat(12)), {
  maxLength: 6
})
const ending = fc.oneof(
  { weight: 6, arbitrary: fc.constant("ends" as const) },
  fc.constantFrom("fails" as const, "hangs" as const)
)

const script: fc.Arbitrary<Script> = fc.record({
  heard: fc.constantFrom("ሰላም", "ሰላም", ""),
  firstHearing: fc.constant(Effect.void),
  pieces,
  calls: fc.constantFrom([], [], [call], [call, call]),
  cutCalls: fc.constantFrom(0, 0, 0, 1, 2),
  model: ending,
  usage: fc
    .option(
      fc.record({
        promptTokens: fc.constantFrom(-5, 0, 300, 9_999_999),
        candidateTokens: fc.constantFrom(-1, 1, 900, 9_999_999)
      }),
      {
        freq: 2
      }
    )
    .map(Option.fromNullable),
  seconds: fc.constantFrom(0, 0.3, 1, 4),
  voice: ending,
  voiceEndsAt: fc.nat(3),
  free: fc.constant([])
})

const caller = fc.record({
  script,
  spoken: fc.boolean(),
  system: fc.constantFrom("", "", "ሰላም ".repeat(3_000)),
  perMinute: fc.constantFrom(1, 1_000),
  begin: act,
  reactions: fc.array(reaction, { maxLength: 4 })
})
const session = fc.record({
  etb: fc.oneof(
    fc.constantFrom("0", "0.3", "0.5", "1", "3", "20", "500"),
    fc.integer({ min: 0, max: 50_000 }).map((tenThousandths) => String(tenThousandths / 10_000))
  ),
  callers: fc.array(caller, { minLength: 1, maxLength: 3 })
})
type CallerOf = typeof caller extends fc.Arbitrary<infer Value> ? Value : never

const open = (walletId: Awaited<ReturnType<World["walletOf"]>>, it: CallerOf): Line => {
  const seen = new Map<string, number>()
  const config = {
    spoken: it.spoken,
    system: Option.some(it.system),
    tools: [{ name: "book", description: Option.none(), parameters: {} }]
  }
  const onEvent = (event: { readonly _tag: string }, line: Line): void => {
    const count = (seen.get(event._tag) ?? 0) + 1
    seen.set(event._tag, count)
    for (const { act, ...when } of it.reactions) if (when.tag === event._tag && when.count === count) act(line)
  }
  return own.line(walletId, it.script, config, onEvent, it.perMinute)
}

const chargeOf = ({ usage }: SentTurn): number =>
  Option.match(usage, { onNone: () => 0, onSome: ({ charge }) => Money.toEtb(charge) })

/** Half a millisecond of sound and the rounding of a charge; and where a word was cut between two holds of text, a token or two. */
const ROUNDED = 0.0002
const CUT = 0.005

const judge = (sent: SentTurn, { usage }: Script): void => {
  const charge = chargeOf(sent)
  const heard = costOf({ ...sent, sound: 0, text: "", unspoken: "", calls: [] })
  const spoken = costOf({ ...sent, text: "", unspoken: "", calls: [], prompt: 0 })
  const isGiven = sent.sound > 0 || sent.text + sent.unspoken !== "" || sent.calls.length > 0
  // What failed cost nothing, and nothing of it was given.
  if (Option.isNone(sent.usage)) expect(isGiven).toBe(false)
  else if (!isGiven) expect(Math.abs(charge - heard)).toBeLessThanOrEqual(ROUNDED)
  else expect(charge).toBeGreaterThanOrEqual(spoken - ROUNDED)
  if (Option.isSome(usage) || Option.isNone(sent.usage)) return
  expect(charge).toBeLessThanOrEqual(costOf(sent) + ROUNDED)
  expect(charge).toBeGreaterThanOrEqual(costOf(sent) - CUT)
}

const holds = (numRuns: number) =>
  forAllAsync({ numRuns }, session, async ({ callers, etb }) => {
    const walletId = await own.walletOf(etb)
    const lines = callers.map((it) => ({ line: open(walletId, it), it }))
    for (const { it, line } of lines) it.begin(line)
    await own.quiet(...lines.map(({ line }) => line))
    // Who waits for an engine that hangs hangs up in the end.
    for (const { line } of lines) line.hangUp()
    await own.settled(...lines.map(({ line }) => line))
    const books = await own.books(walletId)
    expect([books.held, books.beyondHeld]).toEqual([0, []])
    expect(books.balance).toBeGreaterThanOrEqual(0)
    const turns = lines.flatMap(({ it, line }) => line.sent.map((sent) => ({ sent, script: it.script })))
    expect(books.charged).toBeCloseTo(
      turns.reduce((sum, { sent }) => sum + chargeOf(sent), 0),
      4
    )
    for (const { script, sent } of turns) judge(sent, script)
  })

test("each turn is charged what was delivered of it, within its hold and the wallet's balance", async () => {
  await holds(6)
})

longTest("in many sessions each turn is charged what was delivered of it, within hold and balance", async () => {
  await holds(250)
})
