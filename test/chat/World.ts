/** Chat with everything real but the engines: SQLite, jobs, uploads, workers. */
import { afterAll } from "bun:test"
import { createHash } from "node:crypto"
import { join } from "node:path"
import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Either, Exit, Layer, ManagedRuntime, Option, Scope, Stream } from "effect"
import { AudioDecoder } from "../../src/audio/Decode.ts"
import { Jobs } from "../../src/billing/Jobs.ts"
import * as Money from "../../src/billing/Money.ts"
import { Prices } from "../../src/billing/Prices.ts"
import { Wallet } from "../../src/billing/Wallet.ts"
import { Attachments } from "../../src/chat/Attachments.ts"
import { Chat } from "../../src/chat/Chat.ts"
import type { ChatCommand } from "../../src/chat/ChatCommand.ts"
import type { UploadedFile } from "../../src/chat/ChatForm.ts"
import * as ChatRequest from "../../src/chat/ChatRequest.ts"
import { ReadingPool } from "../../src/chat/documents/ReadingPool.ts"
import { ArgumentValidator } from "../../src/chat/tools/ArgumentValidator.ts"
import { Uploads } from "../../src/chat/Uploads.ts"
import { BlobId, newId, RequestId, type WalletId } from "../../src/Domain.ts"
import { type EngineFailure, ProviderUnavailable } from "../../src/Errors.ts"
import { Recognizer } from "../../src/engines/Recognizer.ts"
import {
  type Generation,
  TextModel,
  type TextModelShape,
  type TextRequest,
  type TokenUsage
} from "../../src/engines/TextModel.ts"
import * as BodyMemory from "../../src/http/BodyMemory.ts"
import * as ChatCompletions from "../../src/openai/ChatCompletions.ts"
import { Settings } from "../../src/settings/Config.ts"
import { Blobs } from "../../src/storage/Blobs.ts"
import * as FolderBlobs from "../../src/storage/FolderBlobs.ts"
import * as Sql from "../../src/storage/Sql.ts"
import type { EffectBody } from "../support/EffectBody.ts"
import { temporary } from "../support/Folder.ts"

const decode = (data: unknown) => Either.getOrThrow(ChatRequest.decode(data))

export const usage = (promptTokens: number, candidateTokens: number): Option.Option<TokenUsage> =>
  Option.some({ promptTokens, candidateTokens })

/** A whole answer; what is not said is as a good one has it. */
export const says = (text: string, more: Partial<Generation> = {}): Effect.Effect<Generation, EngineFailure> =>
  Effect.succeed({ text, toolCalls: [], finishReason: "stop", usage: usage(1_000, 500), ...more })

export const calls = (name: string, text: string, more: Partial<Generation> = {}) =>
  says("", { toolCalls: [{ id: "call_1", name, arguments: text }], finishReason: "tool_calls", ...more })

/**
 * An engine that gives the answers in turn, the last again and again, and remembers what it was asked. In pieces it
 * says `pieces`, or the same answers, each text at once.
 */
export const scripted = (
  answers: ReadonlyArray<Effect.Effect<Generation, EngineFailure>>,
  pieces?: Stream.Stream<string, EngineFailure>
) => {
  const asked: Array<TextRequest> = []
  const take = (request: TextRequest) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)]
    asked.push(request)
    return answer ?? Effect.dieMessage("nothing to say")
  }
  const model: TextModelShape = {
    name: "scripted-1",
    generate: (request) => Effect.suspend(() => take(request)),
    generateInPieces: (request, tell) =>
      Effect.gen(function* () {
        if (pieces === undefined) {
          return yield* Effect.tap(take(request), ({ text }) => Effect.sync(() => tell(text)))
        }
        asked.push(request)
        let text = ""
        yield* Stream.runForEach(pieces, (piece) =>
          Effect.sync(() => {
            text += piece
            tell(piece)
          })
        )
        return yield* says(text)
      }),
    framing: () => 0,
    translate: () => Effect.dieMessage("chat does not translate"),
    embed: () => Effect.dieMessage("not part of this"),
    ready: Effect.void
  }
  return { model, asked }
}

export const OPENING = Money.fromMicros(500_000_000)

type World = Chat | Wallet | Attachments | Blobs | SqlClient.SqlClient

const storage = Layer.unwrapScoped(
  Effect.map(temporary, (folder) =>
    Layer.merge(Sql.layer(join(folder, "qal.sqlite")), FolderBlobs.layer(join(folder, "blobs")))
  )
)

/** Every recording is 1.5 s long, and says `text`. */
export const saying = (text: Effect.Effect<string, EngineFailure>): Layer.Layer<AudioDecoder | Recognizer> =>
  Layer.merge(
    Layer.succeed(AudioDecoder, { decode: () => Stream.make(new Int16Array(24_000)) }),
    Layer.succeed(Recognizer, {
      name: "fake",
      recognize: (_, sound) =>
        Stream.concat(
          Stream.drain(sound),
          Stream.map(Stream.fromEffect(text), (text) => ({ _tag: "Final", text, words: [], confidence: 0.9 }) as const)
        ),
      prepare: Effect.void,
      ready: Effect.void
    })
  )

type Processes = ReadingPool | ArgumentValidator

/** The processes that read files and check calls, for all tests of a file: they know nothing of wallets. */
let processes: ManagedRuntime.ManagedRuntime<Processes, never> | undefined
afterAll(async () => {
  const started = processes
  processes = undefined
  await started?.dispose()
})

const shared: Layer.Layer<Processes> = Layer.effectContext(
  Effect.suspend(() => {
    processes ??= ManagedRuntime.make(Layer.merge(ReadingPool.Default({ workers: 1 }), ArgumentValidator.Default))
    return Effect.map(processes.runtimeEffect, ({ context }) => context)
  })
)

/** For tests in which nothing is to be heard: every recording is turned down. */
const deaf = saying(Effect.fail(new ProviderUnavailable({ message: "set QAL_RECOGNIZER_URL" })))

export const withChat = <A>(
  model: TextModelShape,
  body: EffectBody<World, [], A>,
  hearing: Layer.Layer<AudioDecoder | Recognizer> = deaf
): Promise<A> =>
  Effect.gen(body).pipe(
    Effect.provide(
      Chat.Default.pipe(
        Layer.provideMerge(Attachments.Default),
        Layer.provide([Layer.succeed(TextModel, model), hearing, shared, Uploads.Default({})]),
        Layer.provideMerge(Layer.merge(Jobs.Default, Wallet.Default)),
        Layer.provide(Prices.Default.pipe(Layer.provide(Settings.layerFrom({})))),
        Layer.provideMerge(storage)
      )
    ),
    Effect.scoped,
    Effect.runPromise
  )

const holdingOf = BodyMemory.make({ inAll: Number.POSITIVE_INFINITY, perKey: Number.POSITIVE_INFINITY })

/** A wallet with 500 ETB, or as much as is said. */
export const newWallet = (credit = OPENING) =>
  Effect.flatMap(Wallet, (wallet) => Effect.map(wallet.create("chat", credit), ({ id }) => id))

export const asked = (walletId: WalletId, request: unknown, requestId?: string): ChatCommand => ({
  walletId,
  requestId: Option.map(Option.fromNullable(requestId), (id) => RequestId.make(id)),
  request: decode(request),
  uploaded: Option.none(),
  held: holdingOf("key"),
  protocol: "native"
})

/** The same as it comes by OpenAI's protocol. */
export const completion = (walletId: WalletId, request: unknown, requestId?: string): ChatCommand => ({
  walletId,
  requestId: Option.map(Option.fromNullable(requestId), (id) => RequestId.make(id)),
  request: Either.getOrThrow(ChatCompletions.decode(request)).request,
  uploaded: Option.none(),
  held: holdingOf("key"),
  protocol: "chat_completions"
})

/** A form's files on disk, released as a form's are. */
export const withFiles = (
  command: ChatCommand,
  files: ReadonlyArray<{ readonly field: string; readonly name: string; readonly bytes: Uint8Array }>
) =>
  Effect.gen(function* () {
    const blobs = yield* Blobs
    const scope = yield* Scope.make()
    const uploaded = yield* Effect.forEach(files, ({ bytes, field, name }) =>
      Effect.gen(function* () {
        const writer = yield* Scope.extend(blobs.create(BlobId.make(newId("blb", 0))), scope)
        yield* writer.append(bytes)
        const sha256 = createHash("sha256").update(bytes).digest("hex")
        return { field, name, size: bytes.length, sha256, writer } satisfies UploadedFile
      })
    )
    let released = false
    const release = Effect.zipRight(
      Effect.sync(() => {
        released = true
      }),
      Scope.close(scope, Exit.void)
    )
    return {
      asked: {
        ...command,
        uploaded: Option.some({ files: uploaded, claim: Effect.void, release })
      } satisfies ChatCommand,
      isReleased: () => released
    }
  })

/** Asks and waits for the answer. */
export const answerTo = (command: ChatCommand) =>
  Effect.gen(function* () {
    const submission = yield* (yield* Chat).ask(command)
    if (submission._tag === "Replayed") return { answer: submission.result, replayed: true, charge: Money.zero }
    const { receipt, result } = yield* submission.settled
    return { answer: result, replayed: false, charge: receipt.charge }
  })
