/** What a turn costs, whatever ended it: what was delivered of it, never more than was held, and never more than there is. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Deferred, Effect, Option } from "effect"
import { type Event, Input } from "../../src/conversation/MachineMessages.ts"
import type { Config } from "../../src/conversation/State.ts"
import { defaults } from "../../src/conversation/TurnDetector.ts"
import { ProviderError } from "../../src/Errors.ts"
import { countTokens } from "../../src/text/Tokens.ts"
import type { Script } from "./ScriptedEngines.ts"
import { costOf, type Line, type World, world } from "./TurnsWorld.ts"

let own: World
beforeAll(async () => {
  own = world()
  countTokens("loads its table")
  await own.walletOf("1")
})
afterAll(() => own.dispose())

type OnEvent = (event: Event, line: Line) => void

interface Play {
  readonly etb?: string
  readonly script?: Partial<Script>
  readonly config?: Partial<Config>
  /** What is done at the start, else something is typed. */
  readonly begin?: (line: Line) => void
  readonly onEvent?: OnEvent
  readonly perMinute?: number
}

/** What became of a conversation with a wallet of its own. */
const play = async ({ begin = (line) => line.type(), config, etb = "500", onEvent, perMinute, script }: Play) => {
  const walletId = await own.walletOf(etb)
  const line = own.line(walletId, script, config, onEvent, perMinute)
  begin(line)
  await Bun.sleep(1)
  await own.settled(line)
  const books = await own.books(walletId)
  expect(books.held).toBe(0)
  expect(books.balance).toBeGreaterThanOrEqual(0)
  expect(books.beyondHeld).toEqual([])
  const cost = line.sent.reduce((sum, sent) => sum + costOf(sent), 0)
  return { ...books, line, cost, asked: own.asked(line) }
}

/** Does this once, at the `count`th event of a kind. */
const at = (tag: Event["_tag"], count: number, act: (line: Line) => void): OnEvent => {
  let seen = 0
  return (event, line) => {
    if (event._tag === tag && ++seen === count) act(line)
  }
}

const cancel = (line: Line) => line.tell(Input.Cancel({ response: Option.none() }))
const hangUp = (line: Line) => line.hangUp()
const bargeIn = (line: Line) => line.say(0.2)

/** A phrase of so many characters that each has a letter of Amharic, in pieces of a hundred. */
const text = (pieces: number) => Array.from({ length: pieces }, () => "ሰላም ለሁሉም ይሁን እንዴት ".repeat(5))
const unsayable = Array.from({ length: 40 }, () => "☃☂ ".repeat(30))
const call = { id: "call_1", name: "book", arguments: JSON.stringify({ note: "ሰላም ለሁሉም ይሁን ".repeat(100) }) }
const tools = [{ name: "book", description: Option.none(), parameters: {} }]
const long: Config["system"] = Option.some("ሰላም ".repeat(18_000))

/** The price of what was sent, to a tenth of a santim for each turn. */
const near = ({ charged, cost }: { readonly charged: number; readonly cost: number }, turns = 1) =>
  expect(Math.abs(charged - cost)).toBeLessThanOrEqual(0.00011 * turns)

describe("delivered is delivered", () => {
  test("a turn is charged for the seconds of both directions, and its events come in order", async () => {
    const { balance, charged, line } = await play({ begin: (line) => line.say(1) })
    expect([charged, balance]).toEqual([0.65, 500 - 0.65])
    expect(Option.map(line.sent[0]?.usage ?? Option.none(), ({ seconds }) => seconds)).toEqual(Option.some(3))
    const tags = line.events.map(({ _tag }) => _tag).slice(line.events.findIndex(({ _tag }) => _tag === "Transcribed"))
    expect(tags.filter((tag, at) => tag !== tags[at - 1])).toEqual([
      "Transcribed",
      "ResponseBegun",
      "Text",
      "Audio",
      "Text",
      "Audio",
      "TurnComplete"
    ])
  })

  test("all sound that was sent of a cancelled answer is charged, and no more", async () => {
    const script = { voice: "hangs", voiceEndsAt: 1 } as const
    const { charged } = await play({ script, begin: (line) => line.say(1), onEvent: at("Audio", 10, cancel) })
    expect(charged).toBe(0.4333)
  })

  test.each([
    ["spoken over", bargeIn],
    ["cancelled", cancel],
    ["cut by a broken line", hangUp]
  ])("a text answer that is %s just before its end is charged as far as it was sent", async (_, act) => {
    const played = await play({
      config: { spoken: false },
      script: { pieces: text(35), heard: "" },
      onEvent: at("Text", 31, act)
    })
    expect(played.cost).toBeGreaterThan(0.7)
    near(played, 2)
  })

  test("a tool call behind one spoken word is charged", async () => {
    const played = await play({ config: { tools }, script: { pieces: ["አንድ።"], calls: [call] } })
    expect(played.line.sent[0]?.calls).toHaveLength(1)
    expect(played.cost).toBeGreaterThan(0.2167 + 0.3)
    near(played)
  })

  test.each([true, false])(
    "a call whose arguments are no JSON is asked for once more, silently, and charged once (to be spoken: %p)",
    async (spoken) => {
      const script = { pieces: [], calls: [call], cutCalls: 1 }
      const played = await play({ config: { tools, spoken }, script })
      expect(played.asked).toBe(2)
      expect(played.line.sent[0]?.calls).toEqual([call])
      expect(played.line.problems).toEqual([])
      near(played)
    }
  )

  test("a turn whose call is no JSON twice fails with PROVIDER_ERROR, free of charge", async () => {
    const played = await play({ config: { tools }, script: { pieces: [], calls: [call], cutCalls: 2 } })
    expect(played.line.sent[0]).toMatchObject({ calls: [], problem: Option.some("PROVIDER_ERROR") })
    expect([played.asked, played.charged]).toEqual([2, 0])
  })

  test("an answer of which something was said is not asked for again: its call that is no JSON fails it, and what was said is charged", async () => {
    const script = { pieces: ["አንድ። "], calls: [call], cutCalls: 1 }
    const played = await play({ config: { tools }, script })
    expect(played.asked).toBe(1)
    expect(played.line.sent[0]).toMatchObject({ sound: 1_000, problem: Option.some("PROVIDER_ERROR") })
    expect(played.charged).toBe(0.2167)
  })

  test("text that cannot be spoken is charged, whatever was spoken beside it", async () => {
    const played = await play({ script: { pieces: ["አንድ። ", ...unsayable] } })
    expect(played.line.sent[0]?.text.length).toBeGreaterThan(3_000)
    expect(played.cost).toBeGreaterThan(1)
    near(played)
  })

  test("text of which each phrase has one letter that can be spoken is charged as well", async () => {
    const pieces = unsayable.map((piece) => `ሀ ${piece}. `)
    const played = await play({ script: { pieces, seconds: 0.1 } })
    expect(played.charged).toBeGreaterThan(2)
    near(played)
  })

  test("a sign in a spoken phrase costs nothing beside the sound", async () => {
    const played = await play({ script: { pieces: ["ሰላም ለሁሉም ☃ ይሁን።"] } })
    expect(played.line.sent[0]).toMatchObject({ sound: 1_000, text: "", unspoken: "" })
    near(played)
  })

  test("a prompt of 72,000 characters is charged, but for the first 4,000 tokens", async () => {
    const played = await play({ config: { system: long } })
    expect(played.cost).toBeGreaterThan(5)
    near(played)
  })

  test("26,000 characters of text in a few seconds are charged", async () => {
    const pieces = Array.from({ length: 27 }, () => unsayable.join("").slice(0, 1_000))
    const played = await play({
      script: { pieces, heard: "" },
      onEvent: at("Text", 80, bargeIn)
    })
    expect(played.cost).toBeGreaterThan(5)
    near(played, 2)
  })

  test.each([
    ["model", { spoken: false }, { model: "fails", pieces: ["አንድ። ሁለት። ", "ሦስት"] }],
    ["voice", {}, { voice: "fails", voiceEndsAt: 1 }]
  ] as const)(
    "what was delivered before a %s failed is charged, and the response says so",
    async (_, config, script) => {
      const played = await play({ script, config })
      expect(played.line.sent[0]).toMatchObject({ problem: Option.some("PROVIDER_ERROR") })
      expect(played.charged).toBeGreaterThan(0)
      near(played)
    }
  )
})

describe("models that may not be sold", () => {
  const pieces = ["ሰላም ለሁሉም ይሁን። ", "እንዴት ናችሁ? ", "ደህና ነኝ።"]
  /** At chat's price, in ETB. */
  const asText = (countTokens(pieces.join("")) * 0.8) / 1_000
  const played = (free: Script["free"], more: Partial<Script> = {}, config: Partial<Config> = {}) =>
    play({ begin: (line) => line.say(1.2), script: { pieces, seconds: 1, free, ...more }, config })

  test("a turn whose voice may not be sold costs what was heard, and what it says at the price of text", async () => {
    const { charged, line } = await played(["voice"])
    expect(line.sent[0]).toMatchObject({ sound: 3_000, text: "" })
    expect(charged).toBeCloseTo((1.2 * 13) / 60 + asText, 3)
  })

  test("a turn that was heard by a model that may not be sold costs what was said in it", async () => {
    const { charged } = await played(["hearing"])
    expect(charged).toBeCloseTo((3 * 13) / 60, 3)
  })

  test("of a turn that was heard and spoken by models that may not be sold the text engine's part is charged, calls and a long prompt too", async () => {
    expect((await played(["hearing", "voice"])).charged).toBeCloseTo(asText, 3)
    const called = await played(["hearing", "voice"], { calls: [call] }, { tools })
    const calls = (countTokens(`${call.name} ${call.arguments}`) * 0.8) / 1_000
    expect(calls).toBeGreaterThan(0.3)
    expect(called.charged).toBeCloseTo(asText + calls, 2)
    expect((await played(["hearing", "voice"], {}, { system: long })).charged).toBeGreaterThan(5)
  })
})

describe("never more than there is", () => {
  test("110 s of speech on 0.5 ETB end where the wallet does, and the session says why", async () => {
    const { balance, charged, line } = await play({ etb: "0.5", begin: (line) => line.say(110) })
    expect(charged).toBeGreaterThan(0.4)
    expect(charged + balance).toBeCloseTo(0.5, 4)
    expect(line.problems).toEqual(["INSUFFICIENT_CREDITS"])
    expect(line.closed).toBe(true)
  })

  test("speech that the client commits at once is cut where the wallet ends, too", async () => {
    const { charged, line } = await play({
      etb: "0.5",
      config: { turns: Option.none() },
      begin: (line) => line.say(110)
    })
    expect(charged).toBeGreaterThan(0.4)
    expect(line.problems).toEqual(["INSUFFICIENT_CREDITS"])
  })

  test("an answer aloud ends where the wallet can pay for no more", async () => {
    const { balance, charged, line } = await play({ etb: "0.5", begin: (line) => line.say(1) })
    expect([charged, balance]).toEqual([0.4333, 0.0667])
    expect(line.problems).toEqual(["INSUFFICIENT_CREDITS"])
  })

  test("a turn is not begun where the wallet has less than a second's worth", async () => {
    const { asked, balance, line } = await play({ etb: "0.2", begin: (line) => line.say(1) })
    expect([asked, balance]).toEqual([0, 0.2])
    expect(line.problems).toEqual(["INSUFFICIENT_CREDITS"])
  })

  test("a turn whose long prompt the wallet cannot pay for is not begun", async () => {
    const { asked, charged, line } = await play({ etb: "1", config: { system: long }, script: { pieces: unsayable } })
    expect([asked, charged]).toEqual([0, 0])
    expect(line.problems).toEqual(["INSUFFICIENT_CREDITS"])
  })

  test.each([true, false])("an answer in text ends where the wallet does (to be spoken: %p)", async (spoken) => {
    const played = await play({ etb: "0.5", config: { spoken }, script: { pieces: unsayable } })
    expect(played.charged).toBeGreaterThan(0.2)
    near(played)
    expect(played.line.problems).toEqual(["INSUFFICIENT_CREDITS"])
  })

  test("several sockets of one wallet together spend no more than it has", async () => {
    const walletId = await own.walletOf("3")
    const lines = Array.from({ length: 6 }, (_, at) =>
      own.line(walletId, { pieces: unsayable, usage: Option.none() }, { spoken: at % 2 === 0 })
    )
    for (const line of lines) line.type()
    await Bun.sleep(1)
    await own.settled(...lines)
    const { balance, beyondHeld, held } = await own.books(walletId)
    expect([held, beyondHeld]).toEqual([0, []])
    expect(balance).toBeGreaterThanOrEqual(0)
  })
})

describe("an engine's count", () => {
  const usage = Option.some({ promptTokens: 9_999_999, candidateTokens: 9_999_999 })

  test.each([
    ["an answer in text", { spoken: false }, {}],
    ["an answer aloud", {}, {}],
    ["a call alone", { tools }, { pieces: [], calls: [call] }],
    ["a call behind a word", { tools }, { pieces: ["አንድ።"], calls: [call] }]
  ] as const)("an engine's count of 9,999,999 tokens is not believed: %s", async (_, config, script) => {
    const { charged } = await play({ config, script: { ...script, usage } })
    expect(charged).toBeLessThan(2)
  })

  test("an engine's token count is believed as far as it was held, and charged beside the user's speech", async () => {
    const { charged } = await play({
      begin: (line) => line.say(1),
      config: { spoken: false },
      script: { usage: Option.some({ promptTokens: 1_000, candidateTokens: 1_000 }) }
    })
    expect(charged).toBe(1.0167)
  })

  test("a token count above the hold is reported to the client no higher than it is charged", async () => {
    const { line } = await play({ config: { spoken: false }, script: { usage } })
    expect(Option.map(line.sent[0]?.usage ?? Option.none(), ({ tokens }) => tokens.candidateTokens < 2_000)).toEqual(
      Option.some(true)
    )
  })
})

describe("nothing delivered costs nothing", () => {
  const silent: Partial<Script> = { pieces: [], model: "hangs" }

  test.each([
    ["hung up", hangUp],
    ["cancelled", cancel]
  ])("an answer that is %s before its first word costs nothing", async (_, act) => {
    const { charged } = await play({
      config: { system: long },
      script: silent,
      begin: (line) => {
        line.type()
        setTimeout(() => act(line), 20)
      }
    })
    expect(charged).toBe(0)
  })

  test("a first phrase that is too dear for the wallet is neither spoken nor charged", async () => {
    const { charged, line } = await play({
      etb: "0.5",
      script: { seconds: 10, usage: Option.some({ promptTokens: 500, candidateTokens: 500 }) }
    })
    expect(line.events.some(({ _tag }) => _tag === "Text" || _tag === "Audio")).toBe(false)
    expect(charged).toBe(0)
    expect(line.problems).toEqual(["INSUFFICIENT_CREDITS"])
  })

  test("an answer whose voice hangs delivers no text, and none is charged", async () => {
    const { charged } = await play({
      script: { pieces: text(20), voice: "hangs" },
      begin: (line) => {
        line.type()
        setTimeout(() => cancel(line), 50)
      }
    })
    expect(charged).toBe(0)
  })

  test("an answer without a word costs nothing", async () => {
    expect((await play({ script: { pieces: [] }, config: { spoken: false } })).charged).toBe(0)
  })

  test.each(["model", "voice"] as const)("a %s that fails before its first piece costs nothing", async (engine) => {
    const pieces = engine === "model" ? [] : ["አንድ።"]
    const { charged, line } = await play({ script: { pieces, [engine]: "fails" }, begin: (line) => line.say(2) })
    expect(charged).toBe(0)
    expect(line.sent[0]).toMatchObject({ usage: Option.none(), problem: Option.some("PROVIDER_ERROR") })
  })

  test("the user's speech is charged, whatever becomes of the answer", async () => {
    const heard = await play({ script: silent, begin: (line) => line.say(2), onEvent: at("ResponseBegun", 1, cancel) })
    expect(heard.charged).toBe(0.4333)
  })

  test("understood speech is charged where no answer is given, and not where it was cleared or not understood", async () => {
    const turns = Option.some({ ...defaults, respond: false, interrupt: true })
    const spoken = async (script: Partial<Script>, begin: (line: Line) => void = (line) => line.say(1)) =>
      (await play({ begin, script, config: { turns } })).charged
    expect(await spoken({})).toBe(0.2167)
    expect(await spoken({ heard: " " })).toBe(0)
    const clear = (line: Line) => {
      line.start(1)
      line.tell(Input.Clear())
    }
    expect(await spoken({}, clear)).toBe(0)
  })
})

describe("the model is asked at the pace of the key", () => {
  test("a model that is asked again for an answer counts twice against the key's rate limit, and past it the answer fails as RATE_LIMITED, free of charge", async () => {
    const script = { pieces: [], calls: [call], cutCalls: 1 }
    const once = await play({ config: { tools }, script, perMinute: 1 })
    expect([once.asked, once.charged]).toEqual([1, 0])
    expect(once.line.problems).toEqual(["RATE_LIMITED"])
    expect((await play({ config: { tools }, script, perMinute: 2 })).line.problems).toEqual([])
  })

  test("a response over the key's rate limit fails as RATE_LIMITED, costs only the speech, and the session goes on", async () => {
    const { asked, charged, line } = await play({
      perMinute: 1,
      begin: (line) => line.type(),
      onEvent: at("TurnComplete", 1, (line) => line.say(1))
    })
    expect(asked).toBe(1)
    expect(line.sent[1]).toMatchObject({ problem: Option.some("RATE_LIMITED"), sound: 0 })
    expect(line.problems).toEqual(["RATE_LIMITED"])
    expect(charged).toBeCloseTo(0.4333 + 0.2167, 4)
    expect(line.closed).toBe(false)
  })
})

describe("turns that wait until what was said before is heard", () => {
  const turns = Option.some({ ...defaults, respond: false, interrupt: true })

  /** Utterances of which the first is being heard; `go` has it understood. */
  const queue = async (etb: string, count: number, seconds: number) => {
    const [begun, go] = Effect.runSync(Effect.all([Deferred.make<void>(), Deferred.make<void>()]))
    const firstHearing = Effect.zipRight(Deferred.succeed(begun, undefined), Deferred.await(go))
    const walletId = await own.walletOf(etb)
    const line = own.line(walletId, { firstHearing }, { turns })
    for (let at = 0; at < count; at++) line.say(seconds)
    await Effect.runPromise(Deferred.await(begun))
    await own.quiet(line)
    const { held } = await own.books(walletId)
    const finish = async () => {
      await Effect.runPromise(Deferred.succeed(go, undefined))
      await own.settled(line)
      return own.books(walletId)
    }
    return { line, held, finish }
  }

  test("of fifteen utterances that come at once only the one that is heard holds credit, and a small wallet pays for all", async () => {
    const { finish, held, line } = await queue("1", 15, 0.1)
    expect(held).toBe(0.2167)
    const { charges, ...books } = await finish()
    expect(charges).toHaveLength(15)
    expect(books.held).toBe(0)
    expect(line.problems).toEqual([])
  })

  test("utterances that only waited when the client left are neither heard nor charged", async () => {
    const { finish, line } = await queue("500", 3, 1)
    line.hangUp()
    const { charges, held } = await finish()
    expect([charges, held]).toEqual([[0.2167], 0])
  })

  test("an utterance is heard and charged where the hearing of the one before it fails", async () => {
    const firstHearing = Effect.fail(new ProviderError({ message: "the engine failed" }))
    const begin = (line: Line) => {
      line.say(1)
      line.say(1)
    }
    const { charges, line } = await play({ begin, script: { firstHearing }, config: { turns } })
    expect(charges).toEqual([0.2167])
    expect(line.problems).toEqual(["PROVIDER_ERROR"])
    expect(line.sent.map(({ heard }) => heard)).toEqual([0, 1])
  })
})
