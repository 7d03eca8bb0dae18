/**
 * What the program is made of: which implementation of each service is live, and
 * what it is given. Loaded only by the commands that need it.
 */
import { availableParallelism } from "node:os"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { Clock, Context, Duration, Effect, Layer, Option } from "effect"
import { Api } from "./Api.ts"
import { AdminToken, AdminTokenKeeper } from "./access/AdminToken.ts"
import { ApiKeys } from "./access/ApiKeys.ts"
import * as Authenticator from "./access/Authenticator.ts"
import { RateLimit } from "./access/RateLimit.ts"
import { Revocations } from "./access/Revocations.ts"
import * as TicketMemory from "./access/TicketMemory.ts"
import { AudioEncoder } from "./audio/AudioEncoder.ts"
import * as DecoderPool from "./audio/DecoderPool.ts"
import * as EncoderPool from "./audio/EncoderPool.ts"
import { LiveSounds } from "./audio/LiveSound.ts"
import { Jobs } from "./billing/Jobs.ts"
import { Prices } from "./billing/Prices.ts"
import { Wallet } from "./billing/Wallet.ts"
import * as ChatHttp from "./chat/Http.ts"
import { FirstKey } from "./cli/Bootstrap.ts"
import { RELAY_PATH } from "./conversation/Api.ts"
import { ConversationSessions } from "./conversation/ConversationSessions.ts"
import { ConversationSlots } from "./conversation/ConversationSlots.ts"
import * as ConversationRoutes from "./conversation/ConversationSockets.ts"
import { Conversations } from "./conversation/Conversations.ts"
import { ConversationHttp } from "./conversation/Http.ts"
import { SocketAuthentication } from "./conversation/SocketAuthentication.ts"
import { Assets } from "./dashboard/Assets.ts"
import { bundled } from "./dashboard/BundledPage.ts"
import * as DashboardPage from "./dashboard/DashboardPage.ts"
import { EngineTests } from "./dashboard/engines/EngineTests.ts"
import * as DashboardHttp from "./dashboard/Http.ts"
import * as RequestLog from "./dashboard/requests/RequestLog.ts"
import { SignInCodes } from "./dashboard/session/SignInCodes.ts"
import * as Espeak from "./engines/espeak/EspeakSynthesizer.ts"
import { ModelVoices } from "./engines/ModelVoices.ts"
import * as ObservedEngines from "./engines/ObservedEngines.ts"
import * as OpenAiRecognizer from "./engines/openai/AttachedRecognizer.ts"
import * as OpenAiSynthesizer from "./engines/openai/AttachedSynthesizer.ts"
import * as OpenAiTextModel from "./engines/openai/AttachedTextModel.ts"
import { durationsOf } from "./engines/openai/SpeechDuration.ts"
import { defaultLimits } from "./engines/openai/Transport.ts"
import { Recognizer } from "./engines/Recognizer.ts"
import * as EmbeddedRecognizer from "./engines/recognizer/EmbeddedRecognizer.ts"
import { Synthesizer } from "./engines/Synthesizer.ts"
import * as SandboxTextModel from "./engines/sandbox/SandboxTextModel.ts"
import * as ModelsFirst from "./engines/sherpa/ModelsFirst.ts"
import { ContextTokens, EmbeddingModel, MaxOutputTokens, TextModel } from "./engines/TextModel.ts"
import { Draining } from "./http/Draining.ts"
import * as Media from "./media/Media.ts"
import { keptSecret, SignedUrl } from "./media/SignedUrl.ts"
import * as OpenAiHttp from "./openai/Http.ts"
import { build } from "./runtime/Build.ts"
import * as Server from "./Server.ts"
import { Readiness } from "./server/Readiness.ts"
import * as StopSignals from "./server/StopSignals.ts"
import * as Telemetry from "./server/Telemetry.ts"
import { Settings, unsharedSecret } from "./settings/Config.ts"
import { SocketLimits } from "./sockets/SocketLimits.ts"
import { Sockets } from "./sockets/Sockets.ts"
import * as BlobSweep from "./storage/BlobSweep.ts"
import { Blobs, SweptBlobs } from "./storage/Blobs.ts"
import { DataFolder } from "./storage/DataFolder.ts"
import * as FolderBlobs from "./storage/FolderBlobs.ts"
import { JobStore } from "./storage/JobStore.ts"
import * as Sql from "./storage/Sql.ts"
import { statement } from "./storage/Statement.ts"
import * as S3Blobs from "./storage/s3/S3Blobs.ts"
import { inOrder, Writer } from "./storage/Writer.ts"
import * as TranscriptionHttp from "./transcription/Http.ts"
import * as TranscriptionSocket from "./transcription/Socket.ts"
import * as TranslationHttp from "./translation/Http.ts"
import * as VoiceHttp from "./voice/Http.ts"
import { Legacy } from "./voice/Legacy.ts"
import * as LegacyHttp from "./voice/LegacyHttp.ts"
import { walletLexicons } from "./voice/Lexicons.ts"
import { RealtimeHttp } from "./voice/RealtimeHttp.ts"
import { RealtimeSessions } from "./voice/RealtimeSessions.ts"
import * as VoiceSocket from "./voice/Socket.ts"
import { voiceChoice } from "./voice/Voices.ts"

/** The layer that is made of a service: of the settings, mostly. */
const layerOf = <I, S, A, E, R>(
  service: Context.Tag<I, S>,
  make: (value: S) => Layer.Layer<A, E, R>
): Layer.Layer<A, E, R | I> => Layer.unwrapEffect(Effect.map(service, make))

// --- storage

const dataFolder = layerOf(Settings, ({ dataDir }) => DataFolder.ownedLayer(dataDir))

/** The database, and what nodes that share one know of each other; a node with SQLite has it to itself. */
const database = layerOf(Settings, ({ database, rateLimitPerMinute: perMinute, signingSecret }) =>
  Sql.chosen(
    database,
    Layer.mergeAll(
      layerOf(DataFolder, Sql.ownedLayer),
      layerOf(DataFolder, (paths) => AdminTokenKeeper.inFile(paths.adminToken)),
      TicketMemory.layer,
      RateLimit.Default({ perMinute }),
      ConversationSlots.Default
    ),
    (address) =>
      Layer.unwrapEffect(
        Effect.zipWith(
          Effect.promise(() => import("./SeveralNodes.ts")),
          Option.match(signingSecret, { onNone: () => unsharedSecret, onSome: Effect.succeed }),
          ({ layer }, secret) => layer(address, { perMinute, secret })
        )
      )
  )
)
const blobs = layerOf(Settings, ({ objectStore }) =>
  layerOf(DataFolder, ({ blobs, folder }) =>
    Option.match(objectStore, {
      onNone: () => FolderBlobs.layer(blobs),
      onSome: ({ redirects, ...bucket }) => S3Blobs.layer({ bucket, redirects, folder })
    })
  )
)

// --- engines: which implementation is live

/** The models of the models folder. Of their voices nothing is known but the text: they read as attached engines do. */
const models = layerOf(Settings, (settings) =>
  layerOf(DataFolder, ({ folder }) => ModelsFirst.models(settings, folder, durationsOf))
)

export const synthesizer = layerOf(Settings, ({ synthesisWorkers, synthesizer, synthesizerReads }) =>
  Option.match(synthesizer, {
    onNone: () => Espeak.layer({ workers: synthesisWorkers }),
    onSome: (endpoint) => OpenAiSynthesizer.layer(endpoint, synthesizerReads).pipe(Layer.provide(FetchHttpClient.layer))
  })
).pipe(ObservedEngines.synthesizer)

/** With the voices of models. */
const synthesizers = Layer.provide(ModelsFirst.synthesizer, [synthesizer, models])

const textModel = layerOf(Settings, ({ text, thinkingSeconds }) =>
  Option.match(text, {
    onNone: () => SandboxTextModel.layer,
    onSome: (endpoint) =>
      OpenAiTextModel.layer(endpoint, { ...defaultLimits, thinking: Duration.seconds(thinkingSeconds) })
  })
).pipe(ObservedEngines.textModel)

const embeddingModel = Layer.effect(
  EmbeddingModel,
  Effect.map(Settings, (settings) => settings.embeddingModel)
)

const maxOutputTokens = Layer.effect(
  MaxOutputTokens,
  Effect.map(Settings, (settings) => settings.maxOutputTokens)
)

const contextTokens = Layer.effect(
  ContextTokens,
  Effect.map(Settings, (settings) => settings.contextTokens)
)

/** The text engine with what settings say of its model. */
export const textEngine = Layer.provide(textModel, contextTokens)

export const lastRecognizer = layerOf(Settings, ({ recognizer }) =>
  Option.match(recognizer, {
    onNone: () => EmbeddedRecognizer.layer({ workers: availableParallelism() }),
    onSome: OpenAiRecognizer.layer
  })
).pipe(ObservedEngines.recognizer)

/** The models that hear where somebody speaks; those before the recogniser that is attached or embedded, and those that tell speakers apart. */
const activity = Layer.provide(ModelsFirst.activity, models)
const recognizer = Layer.provide(ModelsFirst.recognizer, [Layer.provide(lastRecognizer, activity), models])

// --- access

/** What signs addresses where no setting says it. */
const ownSecret = Effect.gen(function* () {
  if (Option.isSome((yield* Settings).database)) return yield* unsharedSecret
  return yield* keptSecret((yield* DataFolder).signingSecret)
})
const signedUrl = layerOf(Settings, ({ publicUrl, signingSecret }) =>
  Layer.unwrapEffect(
    Effect.map(Option.match(signingSecret, { onNone: () => ownSecret, onSome: Effect.succeed }), (secret) =>
      SignedUrl.Default({ publicUrl, secret })
    )
  )
)
const adminToken = layerOf(Settings, ({ adminToken }) => AdminToken.Default({ chosen: adminToken }))
const authentication = Authenticator.layer.pipe(Layer.provideMerge(Authenticator.Authenticator.Default))

// --- the server

const readiness = Layer.effect(
  Readiness,
  Effect.gen(function* () {
    const { durable } = yield* Writer
    const attached = yield* Settings
    const files = yield* Blobs
    const { models: hearing = Effect.succeed([]) } = yield* Recognizer
    const { models: speaking = Effect.succeed([]) } = yield* Synthesizer
    // Another value each time: SQLite does not write what is there already.
    const probe = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      durable(inOrder(statement("UPDATE installation SET probed_at = ? WHERE one = 1", now)))
    )
    return {
      models: ModelsFirst.idsOf([hearing, speaking, ...(yield* ModelsFirst.others)]),
      checks: [
        { name: "database", check: probe },
        { name: "files", check: files.probe },
        { name: "synthesizer", check: (yield* Synthesizer).ready, starts: Option.isNone(attached.synthesizer) },
        { name: "text_model", check: (yield* TextModel).ready },
        { name: "recognizer", check: (yield* Recognizer).ready, starts: Option.isNone(attached.recognizer) }
      ]
    }
  })
)

const mediaLibrary = Layer.effect(
  Media.MediaLibrary,
  Effect.map(VoiceHttp.media, (find) => ({ find }))
)

const conversationSockets = Layer.merge(ConversationRoutes.relay, ConversationRoutes.realtime).pipe(
  Layer.provide([SocketAuthentication.Default, Conversations.Default]),
  Layer.provide(authentication)
)

const routes = HttpApiBuilder.api(Api).pipe(
  Layer.provide([
    VoiceHttp.VoiceHttp,
    LegacyHttp.LegacyHttp,
    RealtimeHttp,
    ChatHttp.ChatHttp,
    TranslationHttp.TranslationHttp,
    TranscriptionHttp.TranscriptionHttp,
    TranscriptionHttp.SpeechToTextHttp,
    ConversationHttp,
    OpenAiHttp.layer,
    Layer.provide(DashboardHttp.layer, EngineTests.Default({ embedded: Espeak.layer({ workers: 1 }) }))
  ]),
  Layer.provide(authentication),
  Layer.merge(Layer.provide(Media.layer, mediaLibrary)),
  Layer.merge(Layer.provide(DashboardPage.layer, Assets.Default(bundled))),
  Layer.merge(
    Layer.provide(Layer.mergeAll(VoiceSocket.layer, TranscriptionSocket.layer, conversationSockets), [
      Sockets.Default,
      SocketLimits.Default,
      Revocations.Default,
      LiveSounds.Default
    ])
  ),
  Layer.provide([RealtimeSessions.Default, ConversationSessions.Default])
)

const capabilities = Layer.mergeAll(
  Legacy.Default,
  ChatHttp.layer,
  TranslationHttp.layer,
  TranscriptionHttp.layer
).pipe(
  Layer.provideMerge(Layer.merge(voiceChoice, walletLexicons)),
  Layer.provideMerge(VoiceHttp.layer),
  Layer.provideMerge(Layer.mergeAll(Jobs.Default, Wallet.Default, ApiKeys.Default, signedUrl)),
  Layer.provideMerge(
    Layer.mergeAll(synthesizers, textEngine, recognizer, DecoderPool.layer, EncoderPool.layer, BlobSweep.layer)
  ),
  Layer.provideMerge(Layer.mergeAll(maxOutputTokens, embeddingModel, activity)),
  Layer.provideMerge(blobs)
)

/**
 * What no route asks for. Handlers bring all that they were built with, and the platform copies it for each request: with
 * more than 64 services that took two and a half times as long as with 60, 1.5 % of a chat. References (`Context.Reference`)
 * must stay: no type tells who reads them.
 */
const withoutParts = Context.omit(AdminTokenKeeper, AudioEncoder, DataFolder, JobStore, ModelVoices, SweptBlobs)

const services = Layer.mergeAll(readiness, RequestLog.layer, FirstKey.Default, SignInCodes.Default).pipe(
  Layer.provideMerge(capabilities),
  Layer.provideMerge(adminToken),
  Layer.provideMerge(database),
  Layer.provideMerge(dataFolder),
  Layer.provideMerge(Telemetry.layer(build.version)),
  Layer.provideMerge(StopSignals.layer),
  Layer.provideMerge(Draining.Default),
  Layer.provideMerge(Prices.Default),
  Layer.provideMerge(Layer.provide(Server.settings, Settings.layer))
)

/** Everything that `serve` runs. */
export const server = Server.layer(routes, { build, relayPaths: [RELAY_PATH] }).pipe(
  Layer.provideMerge(Layer.map(services, withoutParts))
)
