/** Attachments are cut to what the engine's model holds, and the cut is said. */
import { expect, test } from "bun:test"
import { Effect, Either, Option } from "effect"
import * as ChatRequest from "../../src/chat/ChatRequest.ts"
import { askFitted, fit, sizeOfQuestion, withAnswerRoom } from "../../src/chat/Fitting.ts"
import * as Material from "../../src/chat/Material.ts"
import { questionOf } from "../../src/chat/Question.ts"
import { TextTooLong } from "../../src/Errors.ts"
import type { TextRequest } from "../../src/engines/TextModel.ts"
import { countTokens } from "../../src/text/Tokens.ts"
import { answerTo, asked, newWallet, says, scripted, usage, withChat, withFiles } from "./World.ts"

const oromo = "Tole, galmee kana dubbiseera."
const request = { prompt: "Maal jedha?", target_language: "om" }
const words = (count: number) => Array.from({ length: count }, (_, at) => `jecha${at}`).join(" ")

const fileTexts = (sent: TextRequest | undefined): ReadonlyArray<string> => {
  const last = sent?.messages.findLast(({ role }) => role === "user")
  return last?.role === "user" ? last.parts.flatMap((part) => (part._tag === "Text" ? [part.text] : [])) : []
}

const picture = { mimeType: "image/png", bytes: new Uint8Array(8) } as const

const documentOf = (text: string, pictures = 0): Material.ReadFile => ({
  name: "doc",
  content: { _tag: "Document", text, pictures: Array.from({ length: pictures }, () => picture), leftOut: [] }
})

/** The question with these documents, as a model that holds so much is asked it; and what of each is left out. */
const fitted = (attachments: ReadonlyArray<Material.ReadFile>, tokens: number, own: object = {}) => {
  const decoded = Either.getOrThrow(ChatRequest.decode({ ...request, ...own }))
  const ask = (material: Material.Material) => questionOf(decoded, material).request
  const sent = fit({ ...Material.nothing, attachments }, ask, { tokens, ratio: 1 })
  const asked = ask(sent)
  return {
    asked,
    texts: fileTexts(asked),
    size: sizeOfQuestion(asked),
    left: sent.attachments.map(({ content }) => content.leftOut)
  }
}

test("a document longer than the model's context is cut to fit with the answer, and the model is told", () => {
  const { left, size, texts } = fitted([documentOf(words(5_000))], 4_096)
  expect(left[0]?.[0]).toMatch(
    /^Only the first \d+ characters are included; the engine's context holds 4,096 tokens\.$/
  )
  expect(texts[0]).toContain(`[${left[0]?.[0]}]`)
  expect(texts[1]).toBe(request.prompt)
  expect(size).toBeLessThan(4_096 - 1_024)
  expect(size).toBeGreaterThan(2_500)
})

test("a document that fits the model's context is sent whole", () => {
  const { left, texts } = fitted([documentOf(words(3_000), 2)], 100_000)
  expect(left).toEqual([[]])
  expect(texts[0]).toContain("jecha2999")
})

test("several documents share the model's context: short ones are whole, the others get equal parts", () => {
  const { left, texts } = fitted(
    [words(6_000), words(20), words(4_000)].map((text) => documentOf(text)),
    6_000
  )
  expect(left.map(({ length }) => length)).toEqual([1, 0, 1])
  const [a = "", b = "", c = ""] = texts
  expect(b).toContain("jecha19")
  expect(Math.abs(countTokens(a) - countTokens(c))).toBeLessThan(200)
})

test("a document with pages is cut for the model's context where a page begins", () => {
  const pages = Array.from({ length: 30 }, (_, at) => `# Page ${at + 1}\n\n${words(100)}`).join("\n\n")
  const { left, texts } = fitted([documentOf(pages)], 4_096)
  const page = Number(/^The text from page (\d+) on is left out;/.exec(left[0]?.[0] ?? "")?.[1])
  expect(page).toBeGreaterThan(2)
  expect(texts[0]).toContain(`# Page ${page - 1}\n`)
  expect(texts[0]).not.toContain(`# Page ${page}\n`)
})

test("pictures of a document beyond the model's context are left out from the last, and its text stays", () => {
  const { asked, left, texts } = fitted([documentOf(words(100), 12)], 8_192)
  const shown = asked.messages.flatMap((message) =>
    message.role === "user" ? message.parts.filter(({ _tag }) => _tag === "Image") : []
  ).length
  expect(shown).toBeGreaterThan(3)
  expect(left[0]).toEqual([
    `Of its 12 pictures the last ${12 - shown} are left out; the engine's context holds 8,192 tokens.`
  ])
  expect(texts[0]).toContain("jecha99")
})

test("only files are cut to fit the model's context, neither the conversation nor the prompt", () => {
  const history = [
    { role: "user", content: words(3_000) },
    { role: "assistant", content: oromo }
  ]
  const { asked, left } = fitted([documentOf(words(50))], 2_048, { conversation_history: history })
  expect(JSON.stringify(asked.messages)).toContain("jecha2999")
  expect(left).toEqual([["None of the text is included; the engine's context holds 2,048 tokens."]])
})

const ask = (text: string, own: object = {}) =>
  Effect.gen(function* () {
    const id = yield* newWallet()
    const doc = { field: "doc", name: "doc.txt", bytes: new TextEncoder().encode(text) }
    const form = yield* withFiles(asked(id, { ...request, attachment_field_names: ["doc"], ...own }), [doc])
    return yield* answerTo(form.asked)
  })

const tooLong = (asked: number | null, holds: number | null) =>
  Effect.fail(new TextTooLong({ message: "too long", isContext: true, extent: { asked, holds } }))

test("the client is told of a cut; an engine that refuses a prompt as too long is sent less, by its own numbers", () => {
  const amharic = "ሰላም ለዓለም ሕዝብ ሁሉ ይሁን። ".repeat(800)
  const known = scripted([
    tooLong(60_000, 8_192),
    says("ሰላም ነው።", { usage: usage(7_000, 10) }),
    says("ሰላም ነው።", { usage: usage(7_000, 10) })
  ])
  return withChat({ ...known.model, contextTokens: Effect.succeed(Option.some(8_192)) }, function* () {
    const own = { prompt: "ምን ይላል?", target_language: "am" }
    const { answer } = yield* ask(amharic, own)
    expect(answer.uploaded_attachments?.[0]?.left_out?.[0]).toContain("the engine's context holds 8,192 tokens")
    yield* ask(amharic, own)
    expect(known.asked).toHaveLength(3)
    const [first = 0, second = 0, third = 0] = known.asked.map((sent) => sizeOfQuestion(sent))
    expect((second * 60_000) / first).toBeLessThan(8_192)
    expect(third).toBeLessThan(2 * second)
  })
})

test("a question without files that is too long for the model is refused as it is", () => {
  const { asked: seen, model } = scripted([tooLong(16_000, 4_096)])
  return withChat(model, function* () {
    const id = yield* newWallet()
    const failure = yield* Effect.flip(answerTo(asked(id, request)))
    expect(failure._tag).toBe("TEXT_TOO_LONG")
    expect(seen).toHaveLength(1)
  })
})

test.each([
  [8_000, 5_000],
  [8_000, 20],
  [100_000, 5_000],
  [200, 5_000]
])(
  "a question with files and the answer that is asked for are together no longer than the model's context: %d tokens, %d words",
  (maxOutputTokens, length) => {
    const { model, asked: seen } = scripted([says("Tole.", { usage: usage(100, 10) })])
    return withChat({ ...model, contextTokens: Effect.succeed(Option.some(8_192)) }, function* () {
      const { answer } = yield* ask(words(length), { generation_config: { maxOutputTokens } })
      const [sent] = seen
      if (sent === undefined) return yield* Effect.dieMessage("nothing was asked")
      const most = Option.getOrThrow(sent.maxOutputTokens)
      expect(sizeOfQuestion(sent) + most).toBeLessThanOrEqual(8_192)
      expect(most).toBe(Math.min(maxOutputTokens, most))
      if (maxOutputTokens === 200) expect(most).toBe(200)
      const left = answer.uploaded_attachments?.[0]?.left_out ?? []
      expect(left.length).toBe(length === 20 ? 0 : 1)
    })
  }
)

/** The answers' lengths that an engine was asked for in turn, and what became of it: the answer's tokens, or its failure. */
const lengths = (
  answers: Parameters<typeof scripted>[0],
  maxOutputTokens: number | undefined,
  { prompt = request.prompt, stream = false }: { readonly prompt?: string; readonly stream?: boolean } = {}
) => {
  const { model, asked: seen } = scripted(answers)
  return withChat({ ...model, contextTokens: Effect.succeed(Option.some(8_192)) }, function* () {
    const question = { ...request, prompt, generation_config: { stream, maxOutputTokens } }
    const answered = yield* Effect.either(answerTo(asked(yield* newWallet(), question)))
    return {
      sent: seen.map((sent) => Option.getOrUndefined(sent.maxOutputTokens)),
      became: Either.match(answered, {
        onLeft: ({ _tag }) => _tag,
        onRight: ({ answer }) => answer.usage_metadata.candidates_token_count
      })
    }
  })
}

test.each([
  ["of Arabic, which the model counts as less", "سلام ".repeat(780), 6_000],
  ["of Amharic, which the model counts as more", "ሰላም ".repeat(3_000), 2_000],
  ["that is short", "Maal jedha?", 100_000],
  ["without a length", "Maal jedha?", undefined]
])("the length of an answer goes to the engine as it is asked for, beside words alone: %s", async (_, prompt, most) => {
  expect(await lengths([says(oromo)], most, { prompt })).toStrictEqual({ sent: [most], became: 500 })
})

test.each([false, true])(
  "a question that an engine refuses with its answer is asked once more for what its numbers leave: stream %p",
  async (stream) => {
    const { became, sent } = await lengths([tooLong(12_000, 8_192), says(oromo)], 8_000, { stream })
    expect({ sent, became }).toStrictEqual({ sent: [8_000, 4_192], became: 500 })
  }
)

test.each([
  ["nothing", null, null],
  ["what it holds alone", null, 8_192],
  ["only that it is beyond", 8_193, 8_192],
  ["the answer alone", 9_000, 8_192]
])(
  "a question that an engine refuses with its answer is asked once more without its length, where it tells %s",
  async (_, said, holds) => {
    expect(await lengths([tooLong(said, holds), says(oromo)], 9_000)).toStrictEqual({
      sent: [9_000, undefined],
      became: 500
    })
  }
)

test("an answer that an engine bounds itself is charged no more tokens than were asked for", async () => {
  const answers = [tooLong(null, null), says(oromo, { usage: usage(100, 5_000) })]
  expect(await lengths(answers, 300)).toStrictEqual({ sent: [300, undefined], became: 300 })
})

test.each([
  ["beyond what it holds", 9_000, 500],
  ["that leaves less than the shortest answer", 8_192 + 745, 1_000],
  ["that leaves less than a short answer", 8_192 + 50, 200]
])("a question is TEXT_TOO_LONG at once by the engine's numbers: %s", async (_, said, most) => {
  expect(await lengths([tooLong(said, 8_192), says(oromo)], most)).toStrictEqual({
    sent: [most],
    became: "TEXT_TOO_LONG"
  })
})

test("a question that leaves just the shortest answer is asked for that", async () => {
  expect((await lengths([tooLong(8_192 + 744, 8_192), says(oromo)], 1_000)).sent).toEqual([1_000, 256])
})

test("a question that an engine refuses twice is TEXT_TOO_LONG, and is not asked a third time", async () => {
  expect(await lengths([tooLong(12_000, 8_192), tooLong(9_000, 8_192), says(oromo)], 8_000)).toStrictEqual({
    sent: [8_000, 4_192],
    became: "TEXT_TOO_LONG"
  })
})

/** The question with an answer of so many tokens, and a model's context that leaves so many beside it. */
const leaving = (left: number, maxOutputTokens: number) => {
  const decoded = Either.getOrThrow(
    ChatRequest.decode({ ...request, prompt: words(500), generation_config: { maxOutputTokens } })
  )
  const question = questionOf(decoded, Material.nothing).request
  return { question, context: { tokens: (sizeOfQuestion(question) + 64 + left + 0.5) / 0.98, ratio: 1 } }
}

test.each([
  [-2_000, 500],
  [0, 500],
  [1, 500],
  [255, 500],
  [100, 200],
  [600, 500]
])(
  "an answer is not cut to less than the shortest that is paid for, nor where there is room: %d left for %d",
  (left, most) => {
    const { context, question } = leaving(left, most)
    expect(withAnswerRoom(question, context)).toBe(question)
  }
)

test.each([256, 499])("an answer of 500 tokens is cut to the %d that a context leaves", (left) => {
  const { context, question } = leaving(left, 500)
  expect(withAnswerRoom(question, context).maxOutputTokens).toEqual(Option.some(left))
})

/** The questions that an engine gets of a document of so many words, with so long an answer, that refuses the first as too long. */
const askedAgain = (
  count: number,
  maxOutputTokens: number,
  extent: NonNullable<TextTooLong["extent"]>
): ReadonlyArray<TextRequest> => {
  const decoded = Either.getOrThrow(ChatRequest.decode({ ...request, generation_config: { maxOutputTokens } }))
  const ask = (material: Material.Material) => questionOf(decoded, material).request
  const material = { ...Material.nothing, attachments: [documentOf(words(count))] }
  const got: Array<TextRequest> = []
  const answered = askFitted(
    { material, sent: material, request: ask(material) },
    ask,
    { holds: Option.none(), ratio: 1 },
    ({ request: asked }) => {
      got.push(asked)
      return got.length === 1
        ? Effect.fail(new TextTooLong({ message: "too long", isContext: true, extent }))
        : Effect.void
    },
    () => false
  )
  Effect.runSync(answered)
  return got
}

test("a document is sent whole with a shorter answer where the engine says that the question itself fits", () => {
  const [first, second] = askedAgain(1_000, 6_000, { asked: 9_000, prompt: 3_000, holds: 8_192 })
  expect(fileTexts(second)).toEqual(fileTexts(first))
  expect(Option.getOrThrow(second?.maxOutputTokens ?? Option.none())).toBeWithin(4_500, 8_192 - 3_000 + 1)
})

test("a document is cut by the engine's count of the question, and not by its sum with the answer", () => {
  const kept = (extent: NonNullable<TextTooLong["extent"]>) => {
    const [first, second] = askedAgain(2_000, 3_000, extent)
    return (fileTexts(second)[0]?.length ?? 0) / (fileTexts(first)[0]?.length ?? 1)
  }
  const own = kept({ asked: 11_000, prompt: 8_000, holds: 8_192 })
  // 8,192 less the answer and the margin, of 8,000.
  expect(own).toBeWithin(0.5, 0.65)
  expect(kept({ asked: 11_000, prompt: null, holds: 8_192 })).toBeLessThan(own - 0.1)
})
