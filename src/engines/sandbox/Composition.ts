/** The sandbox's answer: true statements about the request, in the target language. */
import { Option } from "effect"
import type { TextRequest, WrittenLanguage } from "../TextModel.ts"
import type { Conversation } from "./ConversationReading.ts"
import { withoutTriggers } from "./OutcomeTriggers.ts"
import * as Phrasebook from "./Phrasebook.ts"
import { countWords, head, summary } from "./WordCounts.ts"
import { type Wording, wordings } from "./Wording.ts"

/** Lengths of what is quoted, in UTF-16 code units. */
const MESSAGE_HEAD = 160
const FILE_HEAD = 80
const INSTRUCTION_HEAD = 80
const RESULT_HEAD = 400
const SENTENCE_HEAD = 160
/** From this many words on a text is summarised. */
const LONG_TEXT = 30
const SUMMARY_SENTENCES = 2
/** Longer messages are not looked up in the phrase book, in UTF-16 code units: they are seldom made of its phrases. */
const LOOKED_UP = 2_000
/** Lists name at most this many things. */
const LISTED = 12

const languages = ["am", "om", "en"] as const

/** What the phrase book says of the message, where that is another language's phrase. */
const translation = (message: string, target: WrittenLanguage): Option.Option<string> =>
  Option.firstSomeOf(
    languages
      .filter((language) => language !== target && message.length <= LOOKED_UP)
      .map((language) => Phrasebook.translate(message, language, target))
  ).pipe(Option.filter((translated) => translated !== message))

const when = <A>(condition: boolean, line: () => A): ReadonlyArray<A> => (condition ? [line()] : [])

const aboutMessage = (conversation: Conversation, language: WrittenLanguage, say: Wording): ReadonlyArray<string> => {
  const own = conversation.texts.at(-1) ?? ""
  const said = withoutTriggers(own)
  const all = conversation.texts.map(withoutTriggers).join("\n")
  return [
    say.message(say.quote(head(own, MESSAGE_HEAD))),
    say.wordCount(countWords(said)),
    ...Option.match(translation(said, language), {
      onNone: () => [],
      onSome: (translated) => [say.translation(say.quote(head(translated, MESSAGE_HEAD)))]
    }),
    ...when(countWords(all) >= LONG_TEXT, () =>
      say.summary(summary(all, SUMMARY_SENTENCES).map((sentence) => say.quote(head(sentence, SENTENCE_HEAD))))
    )
  ]
}

const aboutRequest = (request: TextRequest, conversation: Conversation, say: Wording): ReadonlyArray<string> => {
  const { images, system, texts, turns } = conversation
  const instruction = system.at(-1)?.trim().split("\n").at(-1) ?? ""
  return [
    ...when(texts.length > 1, () =>
      say.texts(
        texts
          .slice(0, LISTED)
          .map((text) => say.textItem(say.quote(head(text, FILE_HEAD)), countWords(withoutTriggers(text))))
      )
    ),
    ...when(images.length > 0, () =>
      say.images(
        images.slice(0, LISTED).map(({ bytes, mimeType }) => say.imageItem(say.quote(mimeType), bytes.byteLength))
      )
    ),
    ...when(turns.user + turns.assistant + turns.tool > 1, () => say.turns(turns)),
    ...when(request.tools.length > 0, () =>
      say.tools(request.tools.slice(0, LISTED).map(({ name }) => say.quote(name)))
    ),
    ...when(system.length > 0, () => say.instructions(system.length, say.quote(head(instruction, INSTRUCTION_HEAD))))
  ]
}

/** The whole answer in `language`. */
export const compose = (request: TextRequest, conversation: Conversation, language: WrittenLanguage): string => {
  const say = wordings[language]
  return [
    ...conversation.results
      .slice(0, LISTED)
      .map(({ content, name }) => say.toolResult(say.quote(name), say.quote(head(content, RESULT_HEAD)))),
    say.sandbox,
    ...aboutMessage(conversation, language, say),
    ...aboutRequest(request, conversation, say)
  ].join(" ")
}

/** The answer to what must not be answered. */
export const refusal = (language: WrittenLanguage): string => wordings[language].refusal
