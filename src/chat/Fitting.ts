/**
 * Cuts the files of a request to what the engine's model holds, where that is known: the rest of the question is sent
 * whole, and its answer has room. What is cut is said, to the model in its file and to the client.
 */
import { Effect, Option } from "effect"
import { TextTooLong } from "../Errors.ts"
import type { TextRequest } from "../engines/TextModel.ts"
import { toolTexts, weigh } from "../engines/TokenCounts.ts"
import { isEthiopicLetter } from "../text/Letters.ts"
import { countMessages, countTokens, tokensPerImage } from "../text/Tokens.ts"
import { filesOf, type Material, mapFiles, type ReadFile } from "./Material.ts"
import { LEAST_ANSWER } from "./PaidBudget.ts"
import type { ReadContent } from "./Prompt.ts"

/** Tokens that an answer gets of what the model holds, where the client asks for no other limit. */
const ORDINARY_ANSWER = 1_024
/** The part of it that an answer gets at most, where the client does; without that at most a half of the part. */
const LARGEST_ANSWER = 0.5
/** What templates and marks add to a prompt: tokens, and a part of what the model holds. */
const MARGIN = 64
const MARGIN_SHARE = 0.02

/** UTF-16 code units of a text that are counted; of a longer one as many stretches of it. */
const COUNTED = 16_384
const STRETCHES = 8

/** About how many tokens a text is: 2 ms at most. */
const sizeOf = (text: string): number => {
  if (text.length <= COUNTED) return countTokens(text)
  const stretch = COUNTED / STRETCHES
  let counted = 0
  for (let at = 0; at < STRETCHES; at++) {
    const start = Math.floor((at * (text.length - stretch)) / (STRETCHES - 1))
    counted += countTokens(text.slice(start, start + stretch))
  }
  return Math.ceil((counted * text.length) / COUNTED)
}

/** About how many tokens a question is. */
export const sizeOfQuestion = ({ messages, tools }: TextRequest): number =>
  countMessages([...messages.map(weigh), ...toolTexts(tools)])

const scripts = ["Ethiopic", "other"] as const
type Script = (typeof scripts)[number]

/** What templates and marks may add to a prompt, in tokens. */
const marginOf = ({ tokens }: ContextSize): number => MARGIN + tokens * MARGIN_SHARE

/**
 * The question, of which no longer an answer is asked than the model holds beside it. One that leaves less than the
 * shortest answer that is paid for stays as it is: the model's server knows better how long it is.
 */
export const withAnswerRoom = (request: TextRequest, context: ContextSize): TextRequest => {
  const most = Option.getOrElse(request.maxOutputTokens, () => 0)
  if (most === 0) return request
  const left = Math.floor(context.tokens - marginOf(context) - sizeOfQuestion(request) * context.ratio)
  return left < LEAST_ANSWER || most <= left ? request : { ...request, maxOutputTokens: Option.some(left) }
}

const textOf = ({ content }: ReadFile): string => (content._tag === "Image" ? "" : content.text)

/** The script of most letters of the beginnings of the files. */
const scriptOf = (material: Material): Script => {
  let ethiopic = 0
  let all = 0
  for (const file of filesOf(material)) {
    const sample = textOf(file).slice(0, COUNTED / STRETCHES)
    all += sample.length
    for (let at = 0; at < sample.length; at++) if (isEthiopicLetter(sample.charCodeAt(at))) ethiopic++
  }
  return ethiopic > all / 4 ? "Ethiopic" : "other"
}

/** Below this many tokens a count says little of the next. */
const LEAST_LEARNT = 500
const LEAST_RATIO = 0.5
const MOST_RATIO = 12

/** How many tokens of an engine's there are to one of ours, in each script, as the engine's own counts show. */
export const makeMeasure = () => {
  const ratios = new Map<Script, number>()
  return {
    ratioFor: (material: Material): number => ratios.get(scriptOf(material)) ?? 1,
    /** Remembers that a question of so many of our tokens was so many of the engine's. */
    learn: (material: Material, ours: number, theirs: number): void => {
      if (ours < LEAST_LEARNT) return
      ratios.set(scriptOf(material), Math.min(MOST_RATIO, Math.max(LEAST_RATIO, theirs / ours)))
    }
  }
}

/** What a model holds, in its tokens, and how many of them there are to one of ours. */
export interface ContextSize {
  readonly tokens: number
  readonly ratio: number
}

const because = ({ tokens }: ContextSize): string =>
  `the engine's context holds ${tokens.toLocaleString("en-US")} tokens`

/** Where a page, a slide or a sheet begins in the text of a document. */
const HEADING = /^# (?:(Page|Slide) (\d+)|Sheet: (.{1,60}))/gm

/** How far a cut may be brought forward to the beginning of a page, or of a word. */
const FORWARD_TO_PAGE = 0.5
const FORWARD_TO_WORD = 200

/** What a document says of its own text that was too long; it does not hold of a shorter one. */
const isOwnCut = (sentence: string): boolean => sentence.startsWith("Only the first ")

/** The text up to a length, and what is said of the rest. */
const beginning = (text: string, length: number, context: ContextSize) => {
  const why = because(context)
  const headings = Array.from(text.matchAll(HEADING))
  const next = headings.findLast(({ index }) => index > 0 && index <= length)
  if (next !== undefined && next.index >= length * FORWARD_TO_PAGE) {
    const [, kind = "sheet", number = next[3] ?? ""] = next
    return {
      text: text.slice(0, next.index).trimEnd(),
      said: `The text from ${kind.toLowerCase()} ${number} on is left out; ${why}.`
    }
  }
  const kept = text.slice(0, length)
  const space = kept.search(/\s\S*$/)
  const whole = (length - space < FORWARD_TO_WORD && space > 0 ? kept.slice(0, space) : kept).trimEnd()
  const end = /[\uD800-\uDBFF]$/.test(whole) ? whole.slice(0, -1) : whole
  return {
    text: end,
    said:
      end === ""
        ? `None of the text is included; ${why}.`
        : `Only the first ${end.length} characters are included; ${why}.`
  }
}

/** The content with so many tokens of text at most, by our count. */
const cutText = <Content extends Exclude<ReadContent, { readonly _tag: "Image" }>>(
  content: Content,
  tokens: number,
  size: number,
  context: ContextSize
): Content => {
  if (size <= tokens) return content
  const { said, text } = beginning(
    content.text,
    Math.floor((content.text.length * Math.max(0, tokens)) / size),
    context
  )
  return { ...content, text, leftOut: [said, ...content.leftOut.filter((sentence) => !isOwnCut(sentence))] }
}

/** How much each gets of a room: all that it needs, or as much as any other. */
const shares = (sizes: ReadonlyArray<number>, room: number): ReadonlyArray<number> => {
  const given = sizes.map(() => 0)
  const ascending = sizes.map((size, index) => ({ size, index })).toSorted((one, other) => one.size - other.size)
  let left = Math.max(0, room)
  for (const [at, { index, size }] of ascending.entries()) {
    const share = Math.min(size, Math.floor(left / (ascending.length - at)))
    given[index] = share
    left -= share
  }
  return given
}

/** The content of a document with so many of its pictures at most. */
const withPictures = (content: ReadContent, most: number, context: ContextSize): ReadContent => {
  if (content._tag !== "Document" || content.pictures.length <= most) return content
  const all = content.pictures.length
  const said = `Of its ${all} pictures the last ${all - most} are left out; ${because(context)}.`
  return { ...content, pictures: content.pictures.slice(0, most), leftOut: [said, ...content.leftOut] }
}

const picturesOf = ({ content }: ReadFile): number => (content._tag === "Document" ? content.pictures.length : 0)

/** Tokens that the answer keeps of what the model holds. */
const answerRoom = (asked: Option.Option<number>, { tokens }: ContextSize): number =>
  Option.match(asked, {
    onNone: () => Math.min(ORDINARY_ANSWER, Math.floor((tokens * LARGEST_ANSWER) / 2)),
    onSome: (most) => Math.min(most, Math.floor(tokens * LARGEST_ANSWER))
  })

const withoutText = (file: ReadFile): ReadFile =>
  file.content._tag === "Image"
    ? file
    : { ...file, content: { ...file.content, text: "", ...(file.content._tag === "Document" ? { pictures: [] } : {}) } }

/** Changes each file of the material by its place among them. */
const eachFile = (material: Material, change: (file: ReadFile, index: number) => ReadFile): Material => {
  let index = 0
  return mapFiles(material, (file) => change(file, index++))
}

/**
 * The material with its files cut so that the question that `questionOf` makes of it fits. What files there are share
 * the room; pictures that a user sent are never left out, nor is anything that was said.
 */
export const fit = (
  material: Material,
  questionOf: (material: Material) => TextRequest,
  context: ContextSize
): Material => {
  const files = filesOf(material)
  if (files.length === 0) return material
  const bare = questionOf(eachFile(material, withoutText))
  const all = context.tokens - marginOf(context) - answerRoom(bare.maxOutputTokens, context)
  const room = Math.floor(all / context.ratio) - sizeOfQuestion(bare)
  const sizes = files.map((file) => sizeOf(textOf(file)))
  const needed = sizes.reduce((sum, size) => sum + size, 0)
  const pictures = files.map(picturesOf)
  const shown = pictures.reduce((sum, count) => sum + count, 0)
  if (needed + shown * tokensPerImage <= room) return material
  // Text says more than pictures in the same room: they get what it leaves, or half.
  const forPictures = Math.max(0, Math.floor(Math.max(room - needed, room / 2) / tokensPerImage))
  const kept = shares(pictures, Math.min(shown, forPictures))
  const texts = shares(sizes, room - kept.reduce((sum, count) => sum + count, 0) * tokensPerImage)
  return eachFile(material, ({ content, name }, index) => {
    const fewer = withPictures(content, kept[index] ?? 0, context)
    if (fewer._tag === "Image") return { name, content: fewer }
    return { name, content: cutText(fewer, texts[index] ?? 0, sizes[index] ?? 0, context) }
  })
}

/** How often a question is asked again with less of its files. */
const MOST_AGAIN = 2

/** A question with its files: as they are, and as they are sent. */
export interface FittedQuestion {
  readonly material: Material
  readonly sent: Material
  readonly request: TextRequest
}

/** How much longer a question must be taken to be than it was, where an engine that refused it does not say. */
const LONGER = 2
const A_LITTLE_LONGER = 1.1

/** Tokens that were asked of an engine, of those its prompt's, and those that it holds; null where it does not say. */
interface RefusedExtent {
  readonly asked: number | null
  readonly prompt: number | null
  readonly holds: number | null
}

/** The answer that is asked for, in tokens; without end where the engine bounds it. */
const lengthOf = ({ maxOutputTokens }: TextRequest): number =>
  Option.getOrElse(maxOutputTokens, () => Number.POSITIVE_INFINITY)

/**
 * The question with less of its files, or a shorter answer, after an engine has refused it as too long; none where it has
 * no more to leave out, or the engine has not said what it holds.
 */
const withLess = (
  { material, request }: FittedQuestion,
  questionOf: (material: Material) => TextRequest,
  refused: RefusedExtent,
  ratio: number
): Option.Option<FittedQuestion & { readonly ratio: number }> => {
  if (refused.holds === null) return Option.none()
  const ours = sizeOfQuestion(request)
  // Its own length where the engine says that: what was asked may be the answer's too.
  const stated = refused.prompt ?? refused.asked
  // Then it is the answer that is too long: the question is as long as it says.
  const fits = refused.prompt !== null && refused.prompt < refused.holds
  const least = fits ? 0 : A_LITTLE_LONGER * ratio
  const theirs = stated === null ? LONGER * ratio : Math.max(least, stated / ours)
  const context = { tokens: refused.holds, ratio: theirs }
  const sent = fit(material, questionOf, context)
  const next = withAnswerRoom(questionOf(sent), context)
  const isLess = sizeOfQuestion(next) < ours || lengthOf(next) < lengthOf(request)
  return isLess ? Option.some({ material, sent, request: next, ratio: theirs }) : Option.none()
}

/**
 * Asks a question with files, and again with less of them where the engine refuses it as too long before it has said
 * anything. `holds`: what the model holds, where that is known.
 */
export const askFitted = <A, E, R>(
  fitted: FittedQuestion,
  questionOf: (material: Material) => TextRequest,
  { holds, ratio }: { readonly holds: Option.Option<number>; readonly ratio: number },
  ask: (fitted: FittedQuestion) => Effect.Effect<A, E | TextTooLong, R>,
  isBegun: () => boolean,
  again = MOST_AGAIN
): Effect.Effect<A, E | TextTooLong, R> =>
  Effect.catchIf(
    ask(fitted),
    (failure): failure is TextTooLong => failure instanceof TextTooLong && failure.isContext === true,
    (failure) => {
      const { asked = null, holds: stated = null, prompt = null } = failure.extent ?? {}
      const limit = stated ?? Option.getOrNull(holds)
      const less = withLess(fitted, questionOf, { asked, prompt, holds: limit }, ratio)
      return again === 0 || isBegun() || Option.isNone(less)
        ? Effect.fail(failure)
        : askFitted(less.value, questionOf, { holds, ratio: less.value.ratio }, ask, isBegun, again - 1)
    }
  )
