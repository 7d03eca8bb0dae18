/** What the texts, captions and forms of clients cost: all are read on the thread that answers. */
import { expect, test } from "bun:test"
import { Multipart } from "@effect/platform"
import { Effect, Either, Stream } from "effect"
import * as AnswerLanguage from "../../src/chat/AnswerLanguage.ts"
import { estimateSeconds } from "../../src/engines/espeak/DurationEstimate.ts"
import { translationIn } from "../../src/engines/openai/ChatTranslation.ts"
import { durationsOf } from "../../src/engines/openai/SpeechDuration.ts"
import * as AnswerPieces from "../../src/engines/sandbox/AnswerPieces.ts"
import * as Clues from "../../src/engines/sandbox/Clues.ts"
import * as OutcomeTriggers from "../../src/engines/sandbox/OutcomeTriggers.ts"
import * as Phrasebook from "../../src/engines/sandbox/Phrasebook.ts"
import * as WordCounts from "../../src/engines/sandbox/WordCounts.ts"
import * as Forms from "../../src/http/Forms.ts"
import * as EthiopicNumerals from "../../src/text/EthiopicNumerals.ts"
import * as Phrases from "../../src/text/Phrases.ts"
import { read } from "../../src/text/reading/Reading.ts"
import { isSpeakable } from "../../src/text/Speakable.ts"
import { countTokens } from "../../src/text/Tokens.ts"
import * as Captions from "../../src/transcription/Captions.ts"
import * as Placeholders from "../../src/translation/Placeholders.ts"
import * as Segments from "../../src/translation/Segments.ts"
import { expectLinear } from "./Growth.ts"

const SIZE = 8_192

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  speakable: isSpeakable,
  tokens: countTokens,
  numerals: EthiopicNumerals.find,
  "a reading in Amharic": (text) => read("am", text),
  "a reading in Afaan Oromo": (text) => read("om", text),
  phrases: Phrases.phrases,
  sentences: Phrases.sentences,
  "estimate of a length": (text) => estimateSeconds({ voice: { language: "am", rate: 1 }, speed: 50, text }),
  "estimate of a remote engine's": (text) => durationsOf(text, 1),
  placeholders: Placeholders.protect,
  "parts of a translation": Segments.divide,
  "a translation's ends": (text) => translationIn("x", { text, source: "am", target: "om" }),
  "the phrase book": (text) => Phrasebook.translate(text, "am", "en"),
  "clues of the sandbox": Clues.read,
  "words of the sandbox": (text) => WordCounts.summary(text, 5),
  "triggers of the sandbox": OutcomeTriggers.withoutTriggers,
  "pieces of the sandbox": AnswerPieces.pieces,
  "the language of an answer": (text) => AnswerLanguage.isInLanguage(text, "am"),
  "the language of an answer in Qubee": (text) => AnswerLanguage.isInLanguage(text, "om"),
  "captions of one word": (text) => Captions.srt(Captions.cues([{ text, start: 0, end: 1 }])),
  "captions of many": (text) =>
    Captions.vtt(Captions.cues(text.split(" ").map((word, at) => ({ text: word, start: at, end: at + 0.5 }))))
}

/** What patterns are built of: letters, marks, openings without an end, and all that may come many times. */
const UNITS =
  "a|A|1| |.|-|_|'|’|\"|(|)|[|{|<|&|%|@|#|/|\\|,|፡|።|ሰ|ሰ |a |Aa |1 |1.|1,|a.|a'|a-|to A|in Aa |\n|\t| \n|\u00a0|…|«|“|``|⟦1|{{|${|%(a|&#1|<a|http://|www.|a@|\u0301|😀|\u20e3|\u200d|[[slow=1|x: |ዓ.ም |1/2/|፲| .|- |* ".split(
    "|"
  )
const ENDINGS = ["a", " !x"]

test.each(Object.entries(readers))(
  "reading a text takes time in proportion to its length: %s",
  async (name, reader) => {
    for (const unit of UNITS) {
      for (const ending of ENDINGS) {
        const make = (size: number) => unit.repeat(Math.ceil(size / unit.length)) + ending
        await expectLinear(`${name} of ${JSON.stringify(unit)}…${ending}`, make, reader, SIZE)
      }
    }
  }
)

// --- forms

const BOUNDARY = "b0undary"
const header = (rest: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${rest}\r\n\r\n`
const END = `\r\n--${BOUNDARY}--\r\n`

/** Bodies of about `size` bytes. */
const forms: Readonly<Record<string, (size: number) => string>> = {
  "of many fields": (size) => `${header('name="a"')}x\r\n`.repeat(size / 70) + header('name="a"') + END,
  "of many files": (size) => `${header('name="a"; filename="b"')}x\r\n`.repeat(size / 85) + header('name="a"') + END,
  "with a long field": (size) => header('name="a"') + "x".repeat(size) + END,
  "with a long name": (size) => header(`name="${"a".repeat(size)}"`) + END,
  "with a long header": (size) => header(`name="a"\r\nX: ${"a".repeat(size)}`) + END,
  "with many headers": (size) => header(`name="a"\r\n${"X: a\r\n".repeat(size / 6)}Y: b`) + END,
  "with many parameters": (size) => header(`name="a"${"; b=c".repeat(size / 5)}`) + END,
  "with an open quotation": (size) => header(`name="${'\\"'.repeat(size / 2)}`) + END,
  "of beginnings of boundaries": (size) => header('name="a"') + "\r\n--b0undar".repeat(size / 11) + END,
  "of line breaks": (size) => header('name="a"') + "\r\n".repeat(size / 2) + END,
  "without an end": (size) => header('name="a"; filename="b"') + "x".repeat(size),
  "without a beginning": (size) => "-".repeat(size)
}

const readForm = (body: string, piece: number): Promise<unknown> => {
  const bytes = new TextEncoder().encode(body)
  const count = Math.ceil(bytes.length / piece)
  const pieces = Array.from({ length: count }, (_, at) => bytes.subarray(at * piece, (at + 1) * piece))
  const parts = Forms.parts(
    { "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
    Stream.fromIterable(pieces)
  )
  return Effect.runPromise(
    parts.pipe(
      Stream.runForEach((part) => (part._tag === "File" ? Stream.runDrain(part.content) : Effect.void)),
      Multipart.withLimits({}),
      Effect.either
    )
  )
}

test.each(Object.entries(forms))(
  "a form %s is read in time in proportion to its length, in pieces of any size",
  async (name, make) => {
    for (const piece of [64 * 1024, 64]) {
      await expectLinear(`a form ${name}, by ${piece}`, make, (body) => readForm(body, piece), 128 * 1024)
    }
    expect(Either.isEither(await readForm(make(1_000), 1))).toBe(true)
  }
)
