/**
 * Every setting of the server: name, default, meaning, check (wire contract,
 * section 11). All come from environment variables, all are optional, and an
 * empty value is an unset one. A bad value stops the start with a line that
 * names the variable, what is wrong with it and what is accepted; the value of
 * a secret is never shown.
 */
import { availableParallelism, totalmem } from "node:os"
import { Config, ConfigError, ConfigProvider, Context, Data, Duration, Effect, Layer, LogLevel, Option } from "effect"
import { LEAST_SECRET } from "../Domain.ts"
import * as Check from "./Checks.ts"
import { databaseUrl } from "./DatabaseUrl.ts"
import { objectStore } from "./ObjectStore.ts"
import * as PriceTable from "./PriceTable.ts"
import { remoteEngine } from "./RemoteEngine.ts"
import { optional, setting } from "./Setting.ts"

/** Why the server did not start. The message is one or more lines for whoever started it, without a stack. */
export class StartFailed extends Data.TaggedError("StartFailed")<{ readonly message: string }> {}

/** Why nodes do not start that share a database, and no secret. */
export const unsharedSecret = new StartFailed({
  message: `QAL_SIGNING_SECRET: is not set; nodes that share a database (QAL_DATABASE_URL) need the same one, of at least ${LEAST_SECRET} characters`
})

/** More synthesis threads than this gain nothing on any machine we know of, and each takes some 60 MB. */
const MAX_WORKERS = 64
const cores = Math.min(MAX_WORKERS, availableParallelism())
const MEBIBYTE = 1024 * 1024
const onTerminal = process.stderr.isTTY === true

const table = {
  host: setting("QAL_HOST", Check.host, "127.0.0.1", "address it listens on; 0.0.0.0 for every interface"),
  port: setting("QAL_PORT", Check.integer(0, 65535), 8787, "port it listens on; 0 takes a free one"),
  relayPort: optional(
    "QAL_RELAY_PORT",
    Check.integer(1, 65535),
    "a port of its own for conversations, which the main port serves too"
  ),
  publicUrl: optional(
    "QAL_PUBLIC_URL",
    Check.baseUrl,
    "what clients call this server: base of signed URLs and websocket_url",
    "http://localhost:{port}"
  ),
  corsOrigins: setting(
    "QAL_CORS_ORIGINS",
    Check.origins,
    [],
    "web origins whose pages may call the routes that need a key, separated by commas; * for any",
    "none"
  ),
  dataDir: setting("QAL_DATA_DIR", Check.text, "./data", "folder of the database, audio and uploads"),
  database: optional(
    "QAL_DATABASE_URL",
    databaseUrl,
    "the PostgreSQL database of several nodes, such as postgres://user:password@host:5432/qal?pool=10",
    "SQLite in the data folder"
  ),
  objectStore: objectStore(),
  modelsDir: optional("QAL_MODELS_DIR", Check.text, "folder of the models", "models in the data folder"),
  nonCommercialModels: setting(
    "QAL_MODELS_NONCOMMERCIAL",
    Check.oneOf("free", "charge"),
    "free",
    "whether work with models whose licence forbids commercial use is free of charge, or costs what other work does"
  ),
  modelsIdleMinutes: setting(
    "QAL_MODELS_IDLE_MINUTES",
    Check.integer(1, 1440),
    5,
    "minutes without work after which the process of a model is ended; the next use loads it again"
  ),
  modelsMemoryMegabytes: setting(
    "QAL_MODELS_MEMORY_MB",
    Check.integer(64, 1_048_576),
    Math.floor(totalmem() / 2 / MEBIBYTE),
    "memory that all models together may take, in MiB; what was used longest ago gives way",
    "half of the machine's"
  ),
  modelsWorkers: setting(
    "QAL_MODELS_WORKERS",
    Check.integer(1, MAX_WORKERS),
    1,
    "processes of one model at most, each with the whole model in memory"
  ),
  voiceActivity: setting(
    "QAL_VOICE_ACTIVITY",
    Check.oneOf("model", "embedded"),
    "model",
    "what hears where somebody speaks: a model of the kind activity where there is one, or the embedded rules"
  ),
  bootstrapApiKey: optional(
    "QAL_BOOTSTRAP_API_KEY",
    Check.apiKey,
    "the first wallet's first key",
    "made, printed once"
  ),
  /** As decimal text, not yet money. */
  bootstrapCredit: setting("QAL_BOOTSTRAP_CREDIT", Check.amount, "500", "the first wallet's opening credit, ETB"),
  adminToken: optional("QAL_ADMIN_TOKEN", Check.longSecret, "opens the dashboard", "made, printed once"),
  signingSecret: optional(
    "QAL_SIGNING_SECRET",
    Check.longSecret,
    "signs URLs and tickets",
    "made, kept in the data folder"
  ),
  text: remoteEngine("QAL_TEXT", "text", "the sandbox model"),
  embeddingModel: optional(
    "QAL_EMBEDDING_MODEL",
    Check.text,
    "the model of QAL_TEXT_URL that makes embeddings",
    "QAL_TEXT_MODEL"
  ),
  recognizer: remoteEngine("QAL_RECOGNIZER", "audio/transcriptions", "the embedded recogniser"),
  synthesizer: remoteEngine("QAL_SYNTHESIZER", "audio/speech", "the embedded synthesiser"),
  synthesizerReads: setting(
    "QAL_SYNTHESIZER_READS",
    Check.oneOf("words", "raw"),
    "words",
    "whether an attached synthesiser gets numbers and abbreviations as words, or raw text, which it reads itself"
  ),
  synthesisWorkers: setting(
    "QAL_SYNTHESIS_WORKERS",
    Check.integer(1, MAX_WORKERS),
    cores,
    "synthesis threads at most",
    "number of cores"
  ),
  rateLimitPerMinute: setting(
    "QAL_RATE_LIMIT_PER_MINUTE",
    Check.integer(1, 1_000_000),
    600,
    "requests a minute, per key"
  ),
  shutdownSeconds: setting(
    "QAL_SHUTDOWN_SECONDS",
    Check.integer(1, 600),
    25,
    "seconds that what runs may still take once the server is told to stop; then it is failed, free of charge"
  ),
  maxOutputTokens: setting(
    "QAL_MAX_OUTPUT_TOKENS",
    Check.integer(1, 131_072),
    8_192,
    "tokens at which a text engine's answer is cut where a request asks for no other limit"
  ),
  thinkingSeconds: setting(
    "QAL_TEXT_THINKING_SECONDS",
    Check.integer(1, 86_400),
    600,
    "seconds that a text engine's model may think before the first word of its answer"
  ),
  contextTokens: optional(
    "QAL_TEXT_CONTEXT_TOKENS",
    Check.integer(1, 100_000_000),
    "tokens that the text engine's model holds, prompt and answer together; attachments are cut to that",
    "what the engine says"
  ),
  idleTimeout: setting(
    "QAL_IDLE_TIMEOUT",
    Check.integer(5, 255),
    75,
    "seconds after which a connection is closed that asks nothing, or does not read its answer"
  ),
  bodyTimeout: setting("QAL_BODY_TIMEOUT", Check.integer(1, 3600), 30, "seconds that a request's body may stand still"),
  bodyRate: setting(
    "QAL_BODY_RATE",
    Check.integer(1, 1_000_000),
    1024,
    "bytes a second that a body must come with, after the first QAL_BODY_TIMEOUT seconds"
  ),
  maxSockets: setting("QAL_MAX_SOCKETS", Check.integer(1, 1_000_000), 10_000, "sockets open at once, in all"),
  maxSocketsPerKey: setting(
    "QAL_MAX_SOCKETS_PER_KEY",
    Check.integer(1, 1_000_000),
    2_000,
    "sockets open at once, per key"
  ),
  maxWaitingSockets: setting(
    "QAL_MAX_WAITING_SOCKETS",
    Check.integer(1, 1_000_000),
    1_000,
    "sockets open at once that have not authenticated themselves yet"
  ),
  maxConversationsPerKey: setting(
    "QAL_MAX_CONVERSATIONS_PER_KEY",
    Check.integer(1, 1_000_000),
    1,
    "spoken conversations at once, per key"
  ),
  otlpUrl: optional(
    "QAL_OTLP_URL",
    Check.baseUrl,
    "an OTLP/HTTP receiver of traces, metrics and logs, such as http://localhost:4318",
    "none: nothing is exported"
  ),
  prices: setting(
    "QAL_PRICES",
    PriceTable.prices,
    PriceTable.defaultPrices,
    "prices in ETB, as JSON; what is left out stays as it is",
    PriceTable.shownDefault
  ),
  logLevel: setting("QAL_LOG_LEVEL", Check.logLevel, LogLevel.Info, "least level that is logged", "info"),
  logFormat: setting(
    "QAL_LOG_FORMAT",
    Check.oneOf("pretty", "json"),
    onTerminal ? "pretty" : "json",
    "how a log line is written",
    "pretty on a terminal, else json"
  )
}

/** What clients on this machine call the server at this port. */
const localAddress = (port: number): string => `http://localhost:${port}`

const all = Config.map(Config.all(table), (settings) => ({
  ...settings,
  /** From the signal to stop until what still runs is failed. */
  shutdownPatience: Duration.seconds(settings.shutdownSeconds),
  /** Without a trailing slash; it follows the port where it is not set. */
  publicUrl: Option.getOrElse(settings.publicUrl, () => localAddress(settings.port))
}))

type SettingValues = Config.Config.Success<typeof all>

/** One line for each bad variable, in the order of the table. */
const lines = ConfigError.reduceWithContext<void, ReadonlyArray<string>>(undefined, {
  andCase: (_, left, right) => [...left, ...right],
  orCase: (_, left, right) => [...left, ...right],
  invalidDataCase: (_, path, message) => [`${path.join("_")}: ${message}`],
  missingDataCase: (_, path) => [`${path.join("_")}: is not set`],
  sourceUnavailableCase: (_, path) => [`${path.join("_")}: cannot be read`],
  unsupportedCase: (_, path) => [`${path.join("_")}: cannot be read`]
})

/** The decoded settings. */
export class Settings extends Context.Tag("Settings")<Settings, SettingValues>() {
  /** Read from the environment, or whatever Effect's `ConfigProvider` is; fails with a line for each bad variable. */
  static readonly layer: Layer.Layer<Settings, StartFailed> = Layer.effect(
    Settings,
    Effect.mapError(all, (error) => new StartFailed({ message: lines(error).join("\n") }))
  )

  /** Read from a given record of variables and nowhere else. */
  static readonly layerFrom = (variables: Readonly<Record<string, string>>): Layer.Layer<Settings, StartFailed> =>
    Layer.provide(Settings.layer, Layer.setConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(variables)))))
}

/** Whether the public address has a port in it that only the server knows, as it takes a free one. */
export const isAddressOpen = ({ port, publicUrl }: Pick<SettingValues, "port" | "publicUrl">): boolean =>
  port === 0 && publicUrl === localAddress(port)

/** The settings with this port in the place of any free one, in the public address too where that follows the port. */
export const atPort = (settings: SettingValues, port: number): SettingValues => ({
  ...settings,
  port,
  publicUrl: isAddressOpen(settings) ? localAddress(port) : settings.publicUrl
})

/** What attaches each engine, as the help says it. */
export const attaching = {
  synthesizer: table.synthesizer.about,
  recognizer: table.recognizer.about,
  text: table.text.about
}

const described = Object.values(table).flatMap(({ about }) => about)

/** The names of all settings. */
export const settingNames: ReadonlyArray<string> = described.map(({ name }) => name)

const width = Math.max(...settingNames.map(({ length }) => length))

/** The settings as `qal serve --help` lists them: name, default, meaning. */
export const settingsHelp: string = described
  .map(({ meaning, name, shownDefault }) => `${name.padEnd(width)}  ${meaning} (default: ${shownDefault})`)
  .join("\n")
