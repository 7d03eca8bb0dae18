import { afterAll, expect, test } from "bun:test"
import { Duration, Effect, Exit, FastCheck, Fiber, ManagedRuntime, Option, TestClock, TestContext } from "effect"
import * as Sandbox from "../../../src/engines/sandbox/SandboxTextModel.ts"
import {
  type Generation,
  type Message,
  noFurtherSettings,
  TextModel,
  type TextRequest,
  type Tool
} from "../../../src/engines/TextModel.ts"
import { countTokens } from "../../../src/text/Tokens.ts"
import { forAll } from "../../support/Property.ts"

const user = (...texts: ReadonlyArray<string>): Message => ({
  role: "user",
  parts: texts.map((text) => ({ _tag: "Text", text }))
})

const request = (messages: ReadonlyArray<Message>, more: Partial<TextRequest> = {}): TextRequest => ({
  messages,
  tools: [],
  toolChoice: "auto",
  targetLanguage: Option.some("am"),
  temperature: Option.some(0.7),
  topP: Option.none(),
  topK: Option.none(),
  maxOutputTokens: Option.none(),
  further: noFurtherSettings,
  ...more
})

const asking = (text: string, more: Partial<TextRequest> = {}) => request([user(text)], more)

const runtime = ManagedRuntime.make(Sandbox.layer)
afterAll(() => runtime.dispose())
const model = runtime.runSync(TextModel)
const generate = (some: TextRequest) => Effect.runSync(model.generate(some))
const failure = (some: TextRequest) => Effect.runSync(Effect.flip(model.generate(some)))
/** The pieces of an answer, and the answer. */
const inPieces = (some: TextRequest) => {
  const told: Array<string> = []
  return { told, answer: Effect.runSync(model.generateInPieces(some, (text) => told.push(text))) }
}
const tool = (name: string, description: string, parameters: Tool["parameters"] = {}): Tool => ({
  name,
  description: Option.some(description),
  parameters: { type: "object", ...parameters }
})
const weather = tool("get_weather", "Current weather of a city", {
  properties: { city: { type: "string" } },
  required: ["city"]
})
const time = tool("get_time", "Clock time of a city", { properties: { city: { type: "string" } }, required: ["city"] })

/** Each call has an id of its own, also of the same request. */
const withoutIds = (generation: Generation) => ({
  ...generation,
  toolCalls: generation.toolCalls.map((call) => ({ ...call, id: "" }))
})

/** Every letter outside quotations. */
const unquoted = (text: string) => text.replace(/«[^»]*»|“[^”]*”/g, "").match(/\p{L}/gu) ?? []

test("a sandbox answer is in the target language's script, quotations aside, whatever was said", () => {
  const said = FastCheck.string({ unit: "grapheme", maxLength: 200 })
  forAll({ numRuns: 200 }, said, FastCheck.constantFrom("am" as const, "om" as const), (text, language) => {
    const letters = unquoted(generate(asking(text, { targetLanguage: Option.some(language) })).text)
    const script = language === "am" ? /\p{Script=Ethiopic}/u : /\p{Script=Latin}/u
    expect(letters.every((letter) => script.test(letter))).toBe(true)
  })
})

test("a sandbox answer says what it is, and tells the message, its words and its translation", () => {
  const { finishReason, text } = generate(asking("Good morning. How are you?"))
  expect(finishReason).toBe("stop")
  expect(text).toContain("የሙከራ ሞዴል")
  expect(text).toContain("«Good morning. How are you?»")
  expect(text).toContain("የቃላት ብዛት፦ 5።")
  expect(text).toContain("«እንደምን አደሩ? እንዴት ነዎት?»")
  expect(model.name).toBe("qal-sandbox-1")
})

test("a sandbox answer lists what was received: turns, files, pictures, tools, instructions", () => {
  const { text } = generate(
    request(
      [
        { role: "system", content: "Platform rules." },
        { role: "system", content: "You are Abebe.\nSpeak kindly." },
        user("Hi"),
        { role: "assistant", content: "Akkam", toolCalls: [] },
        {
          role: "user",
          parts: [
            { _tag: "Text", text: "Quarterly report of the coffee union" },
            { _tag: "Image", mimeType: "image/png", bytes: new Uint8Array(1234) },
            { _tag: "Text", text: "What is in them?" }
          ]
        }
      ],
      { targetLanguage: Option.some("om"), tools: [weather], toolChoice: "none" }
    )
  )
  expect(text).toContain("Kun moodeela yaalii ti")
  expect(text).toContain("fayyadamaa irraa 2, gargaaraa irraa 1, meeshaa irraa 0")
  expect(text).toContain("1) “Quarterly report of the coffee union” (jechoota 6)")
  expect(text).toContain("1) “image/png” (baayitii 1234)")
  expect(text).toContain("“get_weather”")
  expect(text).toContain("1, inni dhumaa “Speak kindly.”")
  expect(text).toContain("Ergaan keessan: “What is in them?”")
})

test("a sandbox answer says nothing of the platform's own rules", () => {
  const { text } = generate(request([{ role: "system", content: "Platform rules." }, user("Hi")]))
  expect(text).not.toContain("Platform rules.")
})

test("a sandbox answer summarises a long text in its own sentences", () => {
  const asides = ["Rain fell in June", "Nobody objected", "Trains ran late", "A bridge opened", "Lions slept soundly"]
  const more = ["Two poets met secretly", "Somebody painted a fence", "Children laughed loudly", "An old clock stopped"]
  const report = `${asides.join(". ")}. Coffee exports rose because coffee prices rose. ${more.join(". ")}. Coffee prices rose worldwide.`
  const { text } = generate(asking(report, { targetLanguage: Option.some("om") }))
  const [, summary = ""] = /Cuunfaa: (“.*?”, “.*?”)/.exec(text) ?? []
  const [first = "", second = ""] = summary.split(", ").map((quoted) => quoted.slice(1, -1))
  expect(report).toContain(first)
  expect(report).toContain(second)
  expect(summary).toContain("Coffee")
})

test("a quotation in a sandbox answer cannot be ended by what is quoted", () => {
  const { text } = generate(asking("a » b « c"))
  expect(text).toContain("«a › b ‹ c»")
})

test("a sandbox answer is the same for the same request", () => {
  expect(generate(asking("ሰላም"))).toEqual(generate(asking("ሰላም")))
})

test("pieces of a sandbox answer, joined, are the answer, and the end is the same", () => {
  const said = FastCheck.string({ unit: "grapheme", maxLength: 300 })
  forAll({ numRuns: 100 }, said, FastCheck.option(FastCheck.integer({ min: 1, max: 80 })), (text, limit) => {
    const asked = asking(text, { targetLanguage: Option.some("om"), maxOutputTokens: Option.fromNullable(limit) })
    const whole = generate(asked)
    const { answer, told } = inPieces(asked)
    expect(told.join("")).toBe(whole.text)
    expect(answer).toEqual(whole)
  })
})

test("pieces of a sandbox answer are a word each", () => {
  const words = inPieces(asking("Hello there")).told
  expect(words.length).toBeGreaterThan(8)
  for (const word of words) expect(word.trim()).toMatch(/^\S+$/u)
})

test("a sandbox answer longer than maxOutputTokens ends within it, with length, and counts what was said", () => {
  const whole = generate(asking("Hello there"))
  const all = countTokens(whole.text)
  for (let limit = 1; limit <= all + 2; limit++) {
    const { finishReason, text, usage } = generate(asking("Hello there", { maxOutputTokens: Option.some(limit) }))
    const { candidateTokens, promptTokens } = Option.getOrThrow(usage)
    expect(whole.text.startsWith(text)).toBe(true)
    expect(countTokens(text)).toBeLessThanOrEqual(limit)
    expect(finishReason).toBe(limit < all ? "length" : "stop")
    expect(candidateTokens).toBe(Math.max(1, countTokens(text)))
    expect(promptTokens).toBeGreaterThanOrEqual(1)
  }
})

test("everything that is sent to the sandbox counts: history, instructions, tools, pictures", () => {
  const prompt = (some: TextRequest) => Option.getOrThrow(generate(some).usage).promptTokens
  const bare = prompt(asking("Hello"))
  expect(prompt(request([{ role: "system", content: "Be kind." }, user("Hello")]))).toBeGreaterThan(bare)
  expect(prompt(asking("Hello", { tools: [weather], toolChoice: "none" }))).toBeGreaterThan(bare)
  expect(
    prompt(request([{ role: "user", parts: [{ _tag: "Image", mimeType: "image/png", bytes: new Uint8Array() }] }]))
  ).toBeGreaterThan(100)
})

const further = (more: Partial<TextRequest["further"]>) => ({ further: { ...noFurtherSettings, ...more } })
const schema = { type: "object", properties: { age: { type: "integer" } }, required: ["age"] }
const format = { _tag: "JsonSchema", name: "x", description: Option.none(), schema, strict: Option.none() } as const

test("a sandbox answer as JSON fits its schema, in pieces too, and is broken where the message asks for that", async () => {
  const asked = asking("Abebe is 32", further({ format }))
  const { finishReason, text } = generate(asked)
  expect([JSON.parse(text), finishReason]).toEqual([{ age: 32 }, "stop"])
  const told: Array<string> = []
  await Effect.runPromise(model.generateInPieces(asked, (piece) => told.push(piece)))
  expect(told.join("")).toBe(text)
  const broken = generate(asking("Abebe is 32 [[malformed-arguments]]", further({ format })))
  expect(() => JSON.parse(broken.text)).toThrow()
  const object = generate(asking("hello", further({ format: { _tag: "JsonObject" } })))
  expect(JSON.parse(object.text)).toEqual({ answer: expect.stringContaining("hello") })
})

test("a sandbox answer ends before the first of the sequences at which it is to stop", () => {
  const whole = generate(asking("hello")).text
  const stop = [whole.slice(30, 33), whole.slice(10, 13), "never"]
  expect(generate(asking("hello", further({ stop })))).toMatchObject({
    text: whole.slice(0, 10),
    finishReason: "stop"
  })
})

test("a sandbox answer without a language is in the user's", () => {
  const any = { targetLanguage: Option.none() }
  expect(generate(asking("Who are you?", any)).text).toContain("sandbox model")
  expect(generate(asking("ማን ነህ?", any)).text).toMatch(/^\p{Script=Ethiopic}/u)
  expect(generate(asking("Eenyu jirta?", any)).text).toContain("moodeela yaalii")
})

test("a tool that fits is called, with arguments from the message, and one that does not is not", async () => {
  const fits = generate(asking("What is the weather in Adama?", { tools: [time, weather] }))
  expect(fits).toMatchObject({ text: "", finishReason: "tool_calls" })
  expect(fits.toolCalls).toEqual([
    { id: expect.stringMatching(/^call_\w{32}$/), name: "get_weather", arguments: '{"city":"Adama"}' }
  ])
  expect(generate(asking("Who wrote this poem?", { tools: [time, weather] })).finishReason).toBe("stop")
  expect(generate(asking("What is the weather in Adama?", { tools: [weather], toolChoice: "none" })).finishReason).toBe(
    "stop"
  )
})

test("a call in pieces is that of the whole answer, and words come where no tool fits", async () => {
  const some = ["What is the weather in Adama?", "Who wrote this poem?", "The weather in Adama [[safety]]"]
  for (const asked of some.map((text) => asking(text, { tools: [time, weather] }))) {
    const told: Array<string> = []
    const answer = await Effect.runPromise(model.generateInPieces(asked, (text) => told.push(text)))
    expect(withoutIds(answer)).toEqual(withoutIds(generate(asked)))
    expect(told.join("")).toBe(answer.text)
  }
  const broken = asking("What is the weather in Adama? [[cut]]", { tools: [weather] })
  expect((await Effect.runPromise(Effect.flip(model.generateInPieces(broken, () => {}))))._tag).toBe("PROVIDER_ERROR")
})

test("a sandbox answer that is cut has no call left", async () => {
  const limited = (text: string, most?: number) =>
    generate(asking(text, { tools: [weather], maxOutputTokens: Option.fromNullable(most) }))
  const { candidateTokens } = Option.getOrThrow(limited("What is the weather in Adama?").usage)
  expect(limited("What is the weather in Adama?", candidateTokens).toolCalls).toHaveLength(1)
  const cut = limited("What is the weather in Adama?", candidateTokens - 1)
  expect(cut).toMatchObject({ text: "", toolCalls: [], finishReason: "length" })
  expect(Option.getOrThrow(cut.usage).candidateTokens).toBe(candidateTokens - 1)
  expect(limited("What is the weather in Adama? [[length]]")).toMatchObject({
    toolCalls: [],
    finishReason: "length"
  })
})

test("a required call is of the tool that fits best, and a named choice of that one", async () => {
  const required = generate(asking("Sing!", { tools: [weather, time], toolChoice: "required" }))
  expect(required.toolCalls.map(({ name }) => name)).toEqual(["get_weather"])
  const named = generate(asking("What is the weather?", { tools: [weather, time], toolChoice: { name: "get_time" } }))
  expect(named.toolCalls.map(({ name }) => name)).toEqual(["get_time"])
})

test("two tools that fit are called in two rounds, then their results are told", async () => {
  const tools = [time, weather]
  const messages: Array<Message> = [user("The weather and the time in Adama, please")]
  const names: Array<string> = []
  for (let round = 1; round <= 2; round++) {
    const { finishReason, toolCalls } = generate(request(messages, { tools }))
    expect(finishReason).toBe("tool_calls")
    const [call] = toolCalls
    expect(messages.some((message) => message.role === "tool" && message.toolCallId === call?.id)).toBe(false)
    names.push(call?.name ?? "")
    messages.push({ role: "assistant", content: "", toolCalls })
    messages.push({ role: "tool", toolCallId: call?.id ?? "", name: call?.name ?? "", content: `{"round":${round}}` })
  }
  expect(names.sort()).toEqual(["get_time", "get_weather"])
  const last = generate(request(messages, { tools }))
  expect(last.finishReason).toBe("stop")
  expect(last.text).toContain('{"round":1}')
  expect(last.text).toContain('{"round":2}')
})

test("a demanded call is met by its result, so that a client's loop ends", async () => {
  const messages: ReadonlyArray<Message> = [
    user("Sing!"),
    { role: "assistant", content: "", toolCalls: [{ id: "call_1", name: "get_time", arguments: "{}" }] },
    { role: "tool", toolCallId: "call_1", name: "get_time", content: "noon" }
  ]
  for (const toolChoice of ["required", { name: "get_time" }] as const) {
    const { finishReason, text } = generate(request(messages, { tools: [time], toolChoice }))
    expect([finishReason, text.includes("«noon»")]).toEqual(["stop", true])
  }
})

test("arguments that the sandbox cannot make are refused as what no other try brings, and so is a form of JSON", () => {
  const parameters = { properties: { code: { type: "string", pattern: "^[^a]+$" } }, required: ["code"] }
  const refused = failure(asking("weather", { tools: [tool("f", "", parameters)], toolChoice: "required" }))
  expect(refused).toMatchObject({
    _tag: "PROVIDER_NOT_CONFIGURED",
    message: expect.stringContaining('cannot make arguments for the parameters of "f": it knows no text for "code"')
  })
  expect(failure(asking("weather", further({ format: { ...format, schema: parameters } }))).message).toContain('"code"')
})

test("of a long message and a long description the beginnings alone are compared with one another", () => {
  const late = tool("f", `${"x ".repeat(200)}weather`)
  const called = (text: string, some: Tool) => generate(asking(text, { tools: [some] })).toolCalls.length
  expect([called("the weather now", late), called(`${"x ".repeat(2_000)}weather`, weather)]).toEqual([0, 0])
  expect(called("weathers now", tool("weather", "x ".repeat(20_000)))).toBe(1)
})

test("trigger phrases for refusal and length make ordinary answers", () => {
  expect(generate(asking("[[safety]]"))).toMatchObject({ finishReason: "safety", text: "ይቅርታ፣ በዚህ ጉዳይ መርዳት አልችልም።" })
  const cut = generate(asking("[[length]]"))
  expect(cut.finishReason).toBe("length")
  expect(cut.text.length).toBeGreaterThan(0)
  expect(inPieces(asking("[[length]]")).answer.finishReason).toBe("length")
})

test("trigger phrases for failures make failures of an engine", () => {
  expect(failure(asking("please [[429]]"))).toMatchObject({ _tag: "PROVIDER_UNAVAILABLE", retryAfter: 2 })
  expect(failure(asking("[[500]]"))._tag).toBe("PROVIDER_ERROR")
  expect(failure(asking("[[timeout]]"))._tag).toBe("PROVIDER_TIMEOUT")
  expect(failure(asking("[[cut]]"))._tag).toBe("PROVIDER_ERROR")
})

test("a trigger phrase for a cut stream makes one that says the first half, then fails", () => {
  const told: Array<string> = []
  const exit = Effect.runSyncExit(model.generateInPieces(asking("Tell me more [[cut]]"), (text) => told.push(text)))
  expect(Exit.isFailure(exit)).toBe(true)
  expect(told.length).toBeGreaterThan(0)
})

test("trigger phrases make malformed arguments no JSON, and a wrong language not the target's script", async () => {
  const malformed = generate(asking("weather in Adama [[malformed-arguments]]", { tools: [weather] }))
  const [call] = malformed.toolCalls
  expect(() => JSON.parse(call?.arguments ?? "{}")).toThrow()
  const letters = unquoted(generate(asking("[[wrong-language]]")).text)
  expect(letters.some((letter) => /\p{Script=Ethiopic}/u.test(letter))).toBe(false)
})

test("trigger phrases make a slow first token take its seconds, and a paced stream its pauses", () =>
  Effect.gen(function* () {
    const slow = yield* Effect.fork(model.generate(asking("[[slow]]")))
    yield* TestClock.adjust(Duration.millis(4_999))
    expect(Option.isNone(yield* Fiber.poll(slow))).toBe(true)
    yield* TestClock.adjust(Duration.millis(1))
    expect(Option.isSome(yield* Fiber.poll(slow))).toBe(true)

    const late = yield* Effect.fork(model.generate(asking("[[slow=20]] [[500]]")))
    yield* TestClock.adjust(Duration.seconds(19))
    expect(Option.isNone(yield* Fiber.poll(late))).toBe(true)
    yield* TestClock.adjust(Duration.seconds(1))
    expect(Exit.isFailure(yield* Fiber.await(late))).toBe(true)

    let heard = 0
    yield* Effect.fork(model.generateInPieces(asking("[[paced]]"), () => heard++))
    yield* TestClock.adjust(Duration.millis(350))
    expect(heard).toBe(3)
  }).pipe(Effect.provide(TestContext.TestContext), Effect.runPromise))

test("every trigger phrase of the table does something", async () => {
  const plain = generate(asking("weather in Adama", { tools: [weather] }))
  const slowly = ["[[slow]]", "[[paced]]"]
  for (const { phrase } of Sandbox.triggers.filter(({ phrase }) => !slowly.includes(phrase))) {
    const wanted = phrase === "[[malformed-arguments]]" ? { tools: [weather] } : {}
    const before = phrase === "[[malformed-arguments]]" ? plain : generate(asking("weather in Adama"))
    const after = await Effect.runPromiseExit(model.generate(asking(`weather in Adama ${phrase}`, wanted)))
    const same = Exit.isSuccess(after) && after.value.text.replace(` ${phrase}`, "") === before.text
    const sameCalls =
      Exit.isSuccess(after) && JSON.stringify(after.value.toolCalls) === JSON.stringify(before.toolCalls)
    expect([phrase, same && sameCalls && after.value.finishReason === before.finishReason]).toEqual([phrase, false])
  }
})

test("a translation of a phrase of the book is exact and counted", () => {
  const translated = Effect.runSync(model.translate({ text: "Thank you!", source: "en", target: "om" }))
  expect(translated).toMatchObject({ text: "Galatoomaa!", exact: true })
  expect(Option.isSome(translated.usage)).toBe(true)
})

test("a translation of anything else is refused, naming the setting that attaches a model", () => {
  const refused = Effect.runSync(
    Effect.flip(model.translate({ text: "The invoice is due.", source: "en", target: "om" }))
  )
  expect([refused._tag, refused.retryAfter]).toEqual(["PROVIDER_NOT_CONFIGURED", undefined])
  expect(refused.message).toContain("QAL_TEXT_URL")
})
