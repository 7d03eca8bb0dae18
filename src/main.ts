#!/usr/bin/env bun
/**
 * The command line: `serve` runs the server, the rest works on its database,
 * also while it runs. The only file that chooses live layers.
 */
import { availableParallelism } from "node:os"
import { CliConfig, Command, HelpDoc, ValidationError } from "@effect/cli"
import { FetchHttpClient, HttpApiBuilder } from "@effect/platform"
import * as BunContext from "@effect/platform-bun/BunContext"
import * as BunRuntime from "@effect/platform-bun/BunRuntime"
import * as SqlClient from "@effect/sql/SqlClient"
import { Cause, Clock, Console, Effect, Layer, Option } from "effect"
import { version } from "../package.json" with { type: "json" }
import { Api } from "./Api.ts"
import { AdminToken } from "./access/AdminToken.ts"
import { ApiKeys } from "./access/ApiKeys.ts"
import * as Authenticator from "./access/Authenticator.ts"
import * as Media from "./access/Media.ts"
import { RateLimit } from "./access/RateLimit.ts"
import { Revocations } from "./access/Revocations.ts"
import { keptSecret, SignedUrl } from "./access/SignedUrl.ts"
import * as DecoderPool from "./audio/DecoderPool.ts"
import * as EncoderPool from "./audio/EncoderPool.ts"
import { Jobs } from "./billing/Jobs.ts"
import { Prices } from "./billing/Prices.ts"
import { Wallet } from "./billing/Wallet.ts"
import { Settings, settingsHelp } from "./Config.ts"
import * as Hearing from "./chat/Hearing.ts"
import * as ChatHttp from "./chat/Http.ts"
import { FirstKey } from "./cli/Bootstrap.ts"
import { doctor } from "./cli/Doctor.ts"
import { keys } from "./cli/Keys.ts"
import { licences } from "./cli/Licences.ts"
import { voices } from "./cli/VoicesCommand.ts"
import { wallets } from "./cli/Wallets.ts"
import { warmPreviews, welcome } from "./cli/Welcome.ts"
import * as Espeak from "./engines/espeak/EspeakSynthesizer.ts"
import * as OpenAiRecognizer from "./engines/openai/Recognizer.ts"
import * as OpenAiSynthesizer from "./engines/openai/Synthesizer.ts"
import * as OpenAiTextModel from "./engines/openai/TextModel.ts"
import { Recognizer } from "./engines/Recognizer.ts"
import * as EmbeddedRecognizer from "./engines/recognizer/EmbeddedRecognizer.ts"
import { Synthesizer } from "./engines/Synthesizer.ts"
import * as SandboxTextModel from "./engines/sandbox/SandboxTextModel.ts"
import { MaxOutputTokens, TextModel } from "./engines/TextModel.ts"
import { Draining } from "./http/Draining.ts"
import * as Server from "./Server.ts"
import * as Logging from "./server/Logging.ts"
import { Readiness } from "./server/Readiness.ts"
import * as StopSignals from "./server/StopSignals.ts"
import { SocketLimits } from "./sockets/SocketLimits.ts"
import { Sockets } from "./sockets/Sockets.ts"
import * as BlobSweep from "./storage/BlobSweep.ts"
import { Blobs } from "./storage/Blobs.ts"
import { DataFolder } from "./storage/DataFolder.ts"
import * as Sql from "./storage/Sql.ts"
import { lineOf } from "./storage/StorageErrors.ts"
import { Transactions } from "./storage/Transactions.ts"
import * as TranscriptionHttp from "./transcription/Http.ts"
import * as TranscriptionSocket from "./transcription/Socket.ts"
import * as TranslationHttp from "./translation/Http.ts"
import * as VoiceHttp from "./voice/Http.ts"
import { Legacy } from "./voice/Legacy.ts"
import * as LegacyHttp from "./voice/LegacyHttp.ts"
import { RealtimeHttp } from "./voice/RealtimeHttp.ts"
import { RealtimeSessions } from "./voice/RealtimeSessions.ts"
import * as VoiceSocket from "./voice/Socket.ts"
import { Voices } from "./voice/Voices.ts"

/** The commit is written in by `bun run build`. */
const build = { version, commit: process.env.QAL_COMMIT }

// --- storage, for every command

const dataFolder = Layer.unwrapEffect(Effect.map(Settings, ({ dataDir }) => DataFolder.layer(dataDir)))
const ownedDataFolder = Layer.unwrapEffect(Effect.map(Settings, ({ dataDir }) => DataFolder.ownedLayer(dataDir)))
const database = Layer.unwrapEffect(Effect.map(DataFolder, (paths) => Sql.layer(paths.database)))
const ownedDatabase = Layer.unwrapEffect(Effect.map(DataFolder, Sql.ownedLayer))
const blobs = Layer.unwrapEffect(Effect.map(DataFolder, (paths) => Blobs.Default(paths.blobs)))

// --- engines: which implementation is live

const synthesizer = Layer.unwrapEffect(
  Effect.map(Settings, ({ synthesisWorkers, synthesizer }) =>
    Option.match(synthesizer, {
      onNone: () => Espeak.layer({ workers: synthesisWorkers }),
      onSome: (endpoint) => OpenAiSynthesizer.layer(endpoint).pipe(Layer.provide(FetchHttpClient.layer))
    })
  )
)

const textModel = Layer.unwrapEffect(
  Effect.map(Settings, ({ text }) =>
    Option.match(text, {
      onNone: () => SandboxTextModel.layer,
      onSome: (endpoint) => OpenAiTextModel.layer(endpoint)
    })
  )
)

const maxOutputTokens = Layer.effect(
  MaxOutputTokens,
  Effect.map(Settings, (settings) => settings.maxOutputTokens)
)

const recognizer = Layer.unwrapEffect(
  Effect.map(Settings, ({ recognizer }) =>
    Option.match(recognizer, {
      onNone: () => EmbeddedRecognizer.layer({ workers: availableParallelism() }),
      onSome: (endpoint) => OpenAiRecognizer.layer(endpoint)
    })
  )
)

// --- access

const signedUrl = Layer.unwrapEffect(
  Effect.gen(function* () {
    const { publicUrl, signingSecret } = yield* Settings
    const paths = yield* DataFolder
    const secret = yield* Option.match(signingSecret, {
      onNone: () => keptSecret(paths.signingSecret),
      onSome: Effect.succeed
    })
    return SignedUrl.Default({ publicUrl, secret })
  })
)
const adminToken = Layer.unwrapEffect(
  Effect.gen(function* () {
    const { adminToken } = yield* Settings
    const paths = yield* DataFolder
    return AdminToken.Default({ chosen: adminToken, file: paths.adminToken })
  })
)
const rateLimit = Layer.unwrapEffect(
  Effect.map(Settings, ({ rateLimitPerMinute }) => RateLimit.Default({ perMinute: rateLimitPerMinute }))
)
const authentication = Authenticator.layer.pipe(
  Layer.provideMerge(Authenticator.Authenticator.Default),
  Layer.provide(rateLimit)
)

// --- the server

const readiness = Layer.effect(
  Readiness,
  Effect.gen(function* () {
    const { durable } = yield* Transactions
    const sql = yield* SqlClient.SqlClient
    const files = yield* Blobs
    // Another value each time: SQLite does not write what is there already.
    const probe = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      durable(sql`UPDATE installation SET probed_at = ${now} WHERE one = 1`)
    )
    const engine = yield* Synthesizer
    const text = yield* TextModel
    const ears = yield* Recognizer
    return {
      checks: [
        { name: "database", check: probe },
        { name: "files", check: files.probe },
        { name: "synthesizer", check: engine.ready },
        { name: "text_model", check: text.ready },
        { name: "recognizer", check: ears.ready }
      ]
    }
  })
)

const mediaLibrary = Layer.effect(
  Media.MediaLibrary,
  Effect.map(VoiceHttp.media, (find) => ({ find }))
)

const routes = HttpApiBuilder.api(Api).pipe(
  Layer.provide([
    VoiceHttp.VoiceHttp,
    LegacyHttp.LegacyHttp,
    RealtimeHttp,
    ChatHttp.ChatHttp,
    TranslationHttp.TranslationHttp,
    TranscriptionHttp.TranscriptionHttp,
    TranscriptionHttp.SpeechToTextHttp
  ]),
  Layer.provide(authentication),
  Layer.merge(Media.layer.pipe(Layer.provide(mediaLibrary))),
  Layer.merge(
    Layer.merge(VoiceSocket.layer, TranscriptionSocket.layer).pipe(
      Layer.provide([Sockets.Default, SocketLimits.Default, Revocations.Default])
    )
  ),
  Layer.provide(RealtimeSessions.Default)
)

const capabilities = Layer.mergeAll(
  Legacy.Default,
  ChatHttp.layer,
  TranslationHttp.layer,
  TranscriptionHttp.layer
).pipe(
  Layer.provideMerge(VoiceHttp.layer),
  Layer.provideMerge(Layer.mergeAll(Jobs.Default, Wallet.Default, ApiKeys.Default, signedUrl)),
  Layer.provideMerge(
    Layer.mergeAll(
      synthesizer,
      textModel,
      Layer.provideMerge(Hearing.live, Layer.merge(recognizer, DecoderPool.layer)),
      EncoderPool.layer,
      BlobSweep.layer
    )
  ),
  Layer.provideMerge(maxOutputTokens),
  Layer.provideMerge(blobs)
)

const server = Server.layer(routes, { build, routeHeaders: LegacyHttp.routeHeaders }).pipe(
  Layer.provide(readiness),
  Layer.provideMerge(FirstKey.Default),
  Layer.provideMerge(capabilities),
  Layer.provideMerge(adminToken),
  Layer.provideMerge(ownedDatabase),
  Layer.provideMerge(ownedDataFolder),
  Layer.provideMerge(Logging.layer),
  Layer.provideMerge(StopSignals.layer),
  Layer.provideMerge(Draining.Default),
  Layer.provideMerge(Prices.Default),
  Layer.provideMerge(Settings.layer)
)

const serve = Command.make("serve", {}, () =>
  Effect.zipRight(Effect.zip(welcome, warmPreviews), Effect.never).pipe(
    Effect.scoped,
    Effect.provide(server),
    // Spans cost as much as a cheap request, and there is no exporter to send them to.
    Effect.withTracerEnabled(false)
  )
).pipe(
  Command.withDescription(
    HelpDoc.blocks([
      HelpDoc.p("Run the server until it is told to stop (SIGINT, SIGTERM). Settings are environment variables:"),
      HelpDoc.p(settingsHelp)
    ])
  )
)

// --- the commands beside it

const offline = Layer.mergeAll(ApiKeys.Default, Wallet.Default, Voices.Default).pipe(
  Layer.provideMerge(database),
  Layer.provideMerge(dataFolder),
  Layer.provideMerge(Settings.layer)
)

const qal = Command.make("qal").pipe(
  Command.withDescription("A self-hosted language API for Amharic and Afaan Oromo"),
  Command.withSubcommands([
    serve,
    keys.pipe(Command.provide(offline)),
    wallets.pipe(Command.provide(offline)),
    voices.pipe(Command.provide(offline)),
    doctor.pipe(Command.provide(Layer.provideMerge(synthesizer, offline))),
    licences
  ])
)

const cli = Command.run(qal, {
  name: "qal",
  version: build.commit === undefined ? version : `${version} (${build.commit})`
})

/** What went wrong, in a line for the person at the terminal; a stack only for a defect. */
const complain = (cause: Cause.Cause<unknown>): Effect.Effect<void> => {
  const failure = Cause.squash(cause)
  if (Cause.isInterruptedOnly(cause) || ValidationError.isValidationError(failure)) return Effect.void
  const expected = Cause.isFailure(cause) && failure instanceof Error && failure.message !== ""
  const told = expected ? failure.message : lineOf(failure)
  return Console.error(told ?? Cause.pretty(cause))
}

cli(process.argv).pipe(
  Effect.tapErrorCause(complain),
  Effect.provide(Layer.merge(BunContext.layer, CliConfig.layer({ showBuiltIns: false }))),
  (program) => BunRuntime.runMain(program, { disableErrorReporting: true, disablePrettyLogger: true })
)
