/** Reads the answer of a server as it comes: gives its words to whoever listens, and asks for room before it needs it. */
import { Duration, Effect, Option, Redacted } from "effect"
import { type EngineFailure, ProviderError } from "../../Errors.ts"
import type { AnswerBudget, Generation } from "../TextModel.ts"
import type * as ChatAnswer from "./ChatAnswer.ts"
import * as ChatReader from "./ChatReader.ts"
import * as EngineError from "./EngineError.ts"
import type { EngineResponse, Reading } from "./EngineResponse.ts"
import { EngineRefusal, failures, lasting, modelFault, TransientFailure } from "./Failures.ts"
import type * as Transport from "./Transport.ts"

const subject = "the text engine"

const MEGABYTE = 1024 * 1024
/** Bytes of an answer in pieces that is cut at so many tokens: each token has some 250 bytes around it. */
const largestStream = (limit: number): number => Math.min(96 * MEGABYTE, MEGABYTE + 4_096 * limit)
/** How long the count of tokens is waited for, or the end of the body, once the answer is complete. */
const afterword = Duration.seconds(2)
/** How long the end of the body is waited for after the last event, so that the connection can be used again. */
const linger = Duration.millis(100)

const OK = 200

/** The answer to what an engine filtered: what it had said before, of which it counts nothing. */
export const filtered = (text: string, said: Redacted.Redacted): Generation => ({
  text,
  toolCalls: [],
  finishReason: "safety",
  usage: Option.none(),
  isFiltered: true,
  said
})

export const isFiltered = (failure: EngineFailure | EngineRefusal): failure is EngineRefusal =>
  failure._tag === "EngineRefusal" && failure.meaning._tag === "Filtered"

/** A failure that an answer says itself; `text` came before it. */
const faulted = (
  endpoint: Transport.Endpoint,
  { status, told }: ChatAnswer.Fault,
  text: string
): Effect.Effect<Generation, EngineFailure | EngineRefusal> =>
  Effect.flatMap(
    EngineError.readEngineError(endpoint, status, told),
    ({ meaning, said }): ReturnType<typeof faulted> => {
      if (meaning._tag === "Filtered") return Effect.succeed(filtered(text, said))
      if (meaning._tag !== "Other") {
        const body = Redacted.make("")
        return Effect.fail(new EngineRefusal({ status: Option.getOrElse(status, () => OK), meaning, body, said }))
      }
      return Effect.fail(
        Option.isNone(status)
          ? failures(subject, said).failed()
          : lasting(subject, new TransientFailure({ status, retryAfter: Option.none(), said }))
      )
    }
  )

/** An ending as an answer, or as the failure that it is; `text` is what came of it. */
const settled = (
  endpoint: Transport.Endpoint,
  ending: ChatReader.Ending,
  text: string
): Effect.Effect<Generation, EngineFailure | EngineRefusal> => {
  switch (ending._tag) {
    case "Answer":
      return Effect.succeed(ending.answer)
    case "NoAnswer":
      return Effect.fail(
        ending.isModelFault
          ? modelFault(subject, ending.what)
          : new ProviderError({ message: `${subject} ${ending.what}` })
      )
    case "Fault":
      return faulted(endpoint, ending, text)
  }
}

/**
 * After what is on its way is sent, which an immediate would come before. Without it
 * the first words of a model that sends all at once come 0.35 ms later (measured).
 */
const nextTurn = () => new Promise<void>((resolve) => void setTimeout(resolve, 0))

/** Who hears an answer as it comes; nobody, where it is waited for as a whole. */
export interface Listener {
  readonly onText?: (text: string) => void
  readonly onThoughts?: (thoughts: string) => void
}

/** What is to be known to read an answer as it comes. */
interface PiecesReading extends Omit<ChatReader.Reading, "newId" | "room">, Listener {
  readonly endpoint: Transport.Endpoint
  readonly silence: Duration.Duration
  /** How long a model may think before its first word. */
  readonly thinking: Duration.Duration
  /** Is told of an answer that is whole whether it began inside a block of thoughts that its template had opened. */
  readonly onOpened: (wasOpened: boolean) => void
  readonly room: AnswerBudget | undefined
  /** Runs what makes room. */
  readonly run: (effect: Effect.Effect<void>) => Promise<void>
}

/** The part of the room by which more is asked for, where an engine sends as many pieces as it makes tokens. */
const SOON_FULL = 0.75

/** Gives a reader room as it needs it. */
const giveRoom = ({ limit, room, run }: Pick<PiecesReading, "limit" | "room" | "run">) => {
  const tokens = () => Math.min(limit, room?.tokens() ?? limit)
  let asked = 0
  const extend = async (): Promise<boolean> => {
    const before = tokens()
    if (room === undefined || before === limit) return false
    asked = before
    await run(room.extend)
    return tokens() > before
  }
  return {
    tokens,
    extend,
    /** Asks once for what will be needed before it is. */
    extendSoon: async (pieces: number): Promise<void> => {
      if (pieces >= SOON_FULL * tokens() && asked !== tokens()) await extend()
    }
  }
}

/**
 * The time of a model that thinks: what an answer may take in all is put off while it does, and the wait for its
 * next piece ends with the time for thinking.
 */
const timing = ({ silence, thinking }: PiecesReading, { now, putOff }: EngineResponse) => {
  let until: number | undefined
  let isOver = false
  return {
    /** To be told after each step. */
    note: (isThinking: boolean) => {
      if (isThinking && until === undefined) {
        until = now() + Duration.toMillis(thinking)
        putOff(Duration.toMillis(thinking))
      }
      if (isThinking || until === undefined || isOver) return
      isOver = true
      putOff(Math.min(0, now() - until))
    },
    /** How long the next piece is waited for, after one that brought something. */
    patience: () =>
      until === undefined || isOver ? silence : Duration.min(silence, Duration.millis(Math.max(0, until - now())))
  }
}

/** Gives what a step tells, and lets the first words be sent before anything else is done with the answer. */
const telling = ({ onText, onThoughts }: Listener) => {
  let spoken = ""
  let hasThought = false
  const tell = async ({ texts, thoughts }: ChatReader.Step): Promise<void> => {
    for (const thought of thoughts) {
      const thoughtText = hasThought ? thought : thought.trimStart()
      if (thoughtText !== "") onThoughts?.(thoughtText)
      hasThought ||= thoughtText !== ""
    }
    const isFirst = spoken === "" && texts.length > 0
    spoken += texts.join("")
    if (onText === undefined) return
    for (const text of texts) onText(text)
    if (isFirst) await nextTurn()
  }
  return { tell, spoken: () => spoken }
}

/** Has room for all that the engine counts of an answer whose thoughts it does not show in full. */
const roomForCount = async (ending: ChatReader.Ending, room: ReturnType<typeof giveRoom>): Promise<void> => {
  if (ending._tag !== "Answer") return
  const usage = Option.getOrUndefined(ending.answer.usage)
  if ((usage?.reasoningTokens ?? 0) === 0) return
  while ((usage?.candidateTokens ?? 0) > room.tokens() && (await room.extend())) {}
}

/**
 * Reads an answer as it comes. Only text, thoughts and calls count as progress: keep-alives do
 * not make a server quick.
 */
export const readingPieces =
  (asked: PiecesReading, newId: () => string): Reading<Generation, EngineRefusal> =>
  async (body) => {
    const room = giveRoom(asked)
    const reader = ChatReader.make({ ...asked, newId, room: room.tokens() })
    const { spoken, tell } = telling(asked)
    const time = timing(asked, body)
    const largest = largestStream(asked.limit)
    const nothing = () => undefined
    const end = async (ending: ChatReader.Ending) => {
      const isWhole = ending._tag === "Answer" && ending.answer.finishReason !== "length"
      if (isWhole || reader.wasOpened()) asked.onOpened(reader.wasOpened())
      await roomForCount(ending, room)
      return settled(asked.endpoint, ending, spoken())
    }
    let isCut = false
    let complete = false
    let length = 0
    let piece = body.first
    while (true) {
      length += piece?.length ?? 0
      if (length > largest) return Effect.fail(failures(subject).tooLarge())
      let step = piece === undefined ? reader.end() : reader.feed(piece)
      await tell(step)
      while (step.short) {
        isCut = !(await room.extend())
        step = isCut ? reader.cut() : reader.resume(room.tokens())
        await tell(step)
      }
      if (Option.isSome(step.ending)) {
        if (step.ending.value._tag === "Answer" && !isCut) await body.next(Option.some(linger)).catch(nothing)
        return end(step.ending.value)
      }
      time.note(reader.isThinking())
      await room.extendSoon(reader.pieces())
      const ends = step.complete && !complete
      complete = step.complete
      const next = body.next(ends ? Option.some(afterword) : step.grown ? Option.some(time.patience()) : Option.none())
      // Nothing but a count was still to come.
      piece = await (complete ? next.catch(nothing) : next)
    }
  }
