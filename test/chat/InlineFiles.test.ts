/** Files and speech that stand in `messages`: read as those of a form are, within the same limits, and held for alike. */
import { describe, expect, test } from "bun:test"
import { Effect, Either } from "effect"
import * as ChatRequest from "../../src/chat/ChatRequest.ts"
import { MAX_FILE, MAX_FILES } from "../../src/chat/FilesApi.ts"
import { UndecodableAudio } from "../../src/Errors.ts"
import type { TextRequest } from "../../src/engines/TextModel.ts"
import { docx, wordParagraph } from "./Files.ts"
import { answerTo, asked, completion, newWallet, saying, says, scripted, withChat } from "./World.ts"

const base64 = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString("base64")
const WAV = base64("RIFF\x24\0\0\0WAVEfmt ")
const file = (file_data: string, filename?: string) => ({ type: "file", file: { file_data, filename } })
const speech = (data = WAV) => ({ type: "input_audio", input_audio: { data, format: "wav" } })
const text = (text: string) => ({ type: "text", text })
const user = (...content: ReadonlyArray<object>) => ({ role: "user", content })

/** What the model is given for messages, whose recordings say "አንድ ሁለት". */
const given = (...messages: ReadonlyArray<object>): Promise<TextRequest["messages"]> => {
  const { asked: seen, model } = scripted([says("ሰላም")])
  return withChat(
    model,
    function* () {
      yield* answerTo(completion(yield* newWallet(), { messages }))
      return seen[0]?.messages.filter(({ role }) => role !== "system") ?? []
    },
    saying(Effect.succeed("አንድ ሁለት"))
  )
}

const failure = (messages: ReadonlyArray<object>, said = Effect.succeed("")) =>
  withChat(
    scripted([says("ሰላም")]).model,
    function* () {
      return yield* Effect.flip(answerTo(completion(yield* newWallet(), { messages })))
    },
    saying(said)
  )

/** The field that the JSON of a request is refused for. */
const refused = (...content: ReadonlyArray<object>) =>
  Either.match(ChatRequest.decode({ target_language: "am", messages: [user(...content)] }), {
    onLeft: ({ _tag, message, param }) => ({ _tag, message, param }),
    onRight: () => expect.unreachable("it should have been refused")
  })

describe("what stands in a message", () => {
  test("documents in a message are read as attachments are: by their bytes, with names, before the words", async () => {
    const word = docx(wordParagraph("የስብሰባው ቃለ ጉባኤ"))
    const [only] = await given(
      user(
        text("ይህን አንብብ"),
        file(`data:application/msword;base64,${base64(word)}`, "minutes.docx"),
        file(base64("plain words"))
      )
    )
    expect(only).toMatchObject({
      role: "user",
      parts: [
        { text: '<file kind="document" name="minutes.docx">\nየስብሰባው ቃለ ጉባኤ\n</file>' },
        { text: '<file kind="document" name="file">\nplain words\n</file>' },
        { text: "ይህን አንብብ" }
      ]
    })
  })

  test("speech in a message is what its user says; a recording as a file is transcribed between delimiters", async () => {
    const [earlier, , last] = await given(
      user(speech()),
      { role: "assistant", content: "እሺ" },
      user(speech(`data:audio/wav;codecs=1,2;base64,${WAV}`), file(WAV, "call.wav"), text("ተርጉም"))
    )
    expect(earlier).toMatchObject({ parts: [{ text: "አንድ ሁለት" }] })
    expect(last).toMatchObject({
      parts: [
        { text: '<file kind="recording, transcribed" name="call.wav">\nአንድ ሁለት\n</file>' },
        { text: "አንድ ሁለት" },
        { text: "ተርጉም" }
      ]
    })
  })

  test("a file or speech in a message is enough for a question without words", async () => {
    expect(await given(user(speech()))).toMatchObject([{ parts: [{ text: "አንድ ሁለት" }] }])
  })

  test("the name of a message's speaker reaches the engine", async () => {
    const [one, two] = await given(
      { role: "user", name: "abebe", content: "ሰላም" },
      { role: "user", name: "chaltu", content: [text("እኔም")] }
    )
    expect([one, two]).toMatchObject([{ name: "abebe" }, { name: "chaltu" }])
  })
})

describe("what cannot be taken is refused by its field", () => {
  test.each([
    [file("https://example.org/a.pdf"), "VALIDATION_ERROR", "messages[0].content[0].file.file_data"],
    [file("no base64!"), "VALIDATION_ERROR", "messages[0].content[0].file.file_data"],
    [file("data:text/plain,hello"), "VALIDATION_ERROR", "messages[0].content[0].file.file_data"],
    [file(""), "UNREADABLE_ATTACHMENT", "messages[0].content[0].file.file_data"],
    [{ type: "file", file: { file_id: "file_1" } }, "VALIDATION_ERROR", "messages[0].content[0].file.file_data"],
    [speech("file:///etc/passwd"), "VALIDATION_ERROR", "messages[0].content[0].input_audio.data"],
    [file(base64(new Uint8Array(MAX_FILE + 1))), "PAYLOAD_TOO_LARGE", "messages[0].content[0].file.file_data"]
  ])("a part of a message that cannot be taken is refused by its field: %#", (part, tag, param) => {
    expect(refused(part)).toMatchObject({ _tag: tag, param })
  })

  test("more pictures, files or recordings in messages than are taken are refused by field", () => {
    const many = Array.from({ length: MAX_FILES }, () => file(base64("a")))
    expect(refused(...many, speech())).toMatchObject({
      _tag: "VALIDATION_ERROR",
      param: `messages[0].content[${MAX_FILES}].input_audio.data`
    })
  })

  test("a file in a message of a type that is not read, or speech that is none, is refused by field", async () => {
    const noise = base64(new Uint8Array([0, 1, 2, 3]))
    expect(await failure([user(file(noise))])).toMatchObject({
      _tag: "UNSUPPORTED_MEDIA_TYPE",
      param: "messages[0].content[0].file.file_data"
    })
    expect(await failure([user(speech(base64("words")))])).toMatchObject({
      _tag: "UNSUPPORTED_MEDIA_TYPE",
      param: "messages[0].content[0].input_audio.data"
    })
  })

  test("a recording in a message in which nobody speaks is refused by field", async () => {
    const silent = await failure([user(speech())])
    expect(silent).toBeInstanceOf(UndecodableAudio)
    expect(silent).toMatchObject({ param: "messages[0].content[0].input_audio.data" })
  })
})

test("a request id stands for the files that were sent in its messages, and for their names", async () => {
  const { model } = scripted([says("ሰላም")])
  const outcomes = await withChat(model, function* () {
    const id = yield* newWallet()
    const ask = (data: string, name: string) =>
      Effect.either(answerTo(asked(id, { target_language: "am", messages: [user(file(base64(data), name))] }, "one")))
    return [yield* ask("a", "x"), yield* ask("a", "x"), yield* ask("b", "x"), yield* ask("a", "y")]
  })
  expect(outcomes).toMatchObject([
    { right: { replayed: false } },
    { right: { replayed: true } },
    { left: { _tag: "IDEMPOTENCY_CONFLICT" } },
    { left: { _tag: "IDEMPOTENCY_CONFLICT" } }
  ])
})
