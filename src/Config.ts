/**
 * Every setting of the server: name, default, meaning, check (wire contract,
 * section 11). All come from environment variables, all are optional, and an
 * empty value is an unset one. A bad value stops the start with a line that
 * names the variable, what is wrong with it and what is accepted; the value of
 * a secret is never shown.
 */
import { availableParallelism } from "node:os"
import {
  Config,
  ConfigError,
  ConfigProvider,
  Context,
  Data,
  Duration,
  Effect,
  Either,
  Layer,
  LogLevel,
  Option,
  type Redacted
} from "effect"
import * as Check from "./settings/Checks.ts"
import * as Prices from "./settings/Prices.ts"
import { type RemoteEngine, remoteEngine } from "./settings/RemoteEngine.ts"
import { optional, setting } from "./settings/Setting.ts"

/** Why the server did not start. The message is one or more lines for whoever started it, without a stack. */
export class StartFailed extends Data.TaggedError("StartFailed")<{ readonly message: string }> {}

/** More synthesis threads than this gain nothing on any machine we know of, and each takes some 60 MB. */
const MAX_WORKERS = 64
const cores = Math.min(MAX_WORKERS, availableParallelism())
const onTerminal = process.stderr.isTTY === true

const table = {
  host: setting("QAL_HOST", Check.host, "127.0.0.1", "127.0.0.1", "address it listens on; 0.0.0.0 for every interface"),
  port: setting("QAL_PORT", Check.integer(0, 65535), 8787, "8787", "port it listens on; 0 takes a free one"),
  relayPort: optional("QAL_RELAY_PORT", Check.integer(1, 65535), "none", "port of the realtime relay"),
  publicUrl: optional(
    "QAL_PUBLIC_URL",
    Check.baseUrl,
    "http://localhost:{port}",
    "what clients call this server: base of signed URLs and websocket_url"
  ),
  corsOrigins: setting(
    "QAL_CORS_ORIGINS",
    Check.origins,
    [],
    "none",
    "web origins whose pages may call the routes that need a key, separated by commas; * for any"
  ),
  dataDir: setting("QAL_DATA_DIR", Check.text, "./data", "./data", "folder of the database, audio and uploads"),
  bootstrapApiKey: optional(
    "QAL_BOOTSTRAP_API_KEY",
    Check.apiKey,
    "made, printed once",
    "the first wallet's first key"
  ),
  bootstrapCredit: setting(
    "QAL_BOOTSTRAP_CREDIT",
    Check.amount,
    "500",
    "500",
    "the first wallet's opening credit, ETB"
  ),
  adminToken: optional(
    "QAL_ADMIN_TOKEN",
    Check.longSecret,
    "made, printed once",
    "opens the dashboard of a later version"
  ),
  signingSecret: optional(
    "QAL_SIGNING_SECRET",
    Check.longSecret,
    "made, kept in the data folder",
    "signs URLs and tickets"
  ),
  textUrl: optional("QAL_TEXT_URL", Check.baseUrl, "none: the sandbox model", "an OpenAI-compatible /v1 for text"),
  textModel: optional("QAL_TEXT_MODEL", Check.text, "none", "its model"),
  textApiKey: optional("QAL_TEXT_API_KEY", Check.credential, "none", "its key"),
  recognizerUrl: optional(
    "QAL_RECOGNIZER_URL",
    Check.baseUrl,
    "none: the embedded recogniser",
    "an OpenAI-compatible /v1 for audio/transcriptions"
  ),
  recognizerModel: optional("QAL_RECOGNIZER_MODEL", Check.text, "none", "its model"),
  recognizerApiKey: optional("QAL_RECOGNIZER_API_KEY", Check.credential, "none", "its key"),
  synthesizerUrl: optional(
    "QAL_SYNTHESIZER_URL",
    Check.baseUrl,
    "none: the embedded synthesiser",
    "an OpenAI-compatible /v1 for audio/speech"
  ),
  synthesizerModel: optional("QAL_SYNTHESIZER_MODEL", Check.text, "none", "its model"),
  synthesizerApiKey: optional("QAL_SYNTHESIZER_API_KEY", Check.credential, "none", "its key"),
  synthesisWorkers: setting(
    "QAL_SYNTHESIS_WORKERS",
    Check.integer(1, MAX_WORKERS),
    cores,
    "number of cores",
    "synthesis threads"
  ),
  rateLimitPerMinute: setting(
    "QAL_RATE_LIMIT_PER_MINUTE",
    Check.integer(1, 1_000_000),
    600,
    "600",
    "requests a minute, per key"
  ),
  shutdownSeconds: setting(
    "QAL_SHUTDOWN_SECONDS",
    Check.integer(1, 600),
    25,
    "25",
    "seconds that what runs may still take once the server is told to stop; then it is failed, free of charge"
  ),
  maxOutputTokens: setting(
    "QAL_MAX_OUTPUT_TOKENS",
    Check.integer(1, 131_072),
    8_192,
    "8192",
    "tokens at which a text engine's answer is cut where a request asks for no other limit"
  ),
  idleTimeout: setting(
    "QAL_IDLE_TIMEOUT",
    Check.integer(5, 255),
    75,
    "75",
    "seconds after which a connection is closed that asks nothing, or does not read its answer"
  ),
  bodyTimeout: setting(
    "QAL_BODY_TIMEOUT",
    Check.integer(1, 3600),
    30,
    "30",
    "seconds that a request's body may stand still"
  ),
  bodyRate: setting(
    "QAL_BODY_RATE",
    Check.integer(1, 1_000_000),
    1024,
    "1024",
    "bytes a second that a body must come with, after the first QAL_BODY_TIMEOUT seconds"
  ),
  maxSockets: setting("QAL_MAX_SOCKETS", Check.integer(1, 1_000_000), 10_000, "10000", "sockets open at once, in all"),
  maxSocketsPerKey: setting(
    "QAL_MAX_SOCKETS_PER_KEY",
    Check.integer(1, 1_000_000),
    2_000,
    "2000",
    "sockets open at once, per key"
  ),
  maxWaitingSockets: setting(
    "QAL_MAX_WAITING_SOCKETS",
    Check.integer(1, 1_000_000),
    1_000,
    "1000",
    "sockets open at once that have not authenticated themselves yet"
  ),
  otlpUrl: optional(
    "QAL_OTLP_URL",
    Check.baseUrl,
    "none: nothing is exported",
    "an OTLP/HTTP receiver of traces, metrics and logs, such as http://localhost:4318"
  ),
  prices: setting(
    "QAL_PRICES",
    Prices.prices,
    Prices.defaultPrices,
    Prices.shownDefault,
    "prices in ETB, as JSON; what is left out stays as it is"
  ),
  logLevel: setting("QAL_LOG_LEVEL", Check.logLevel, LogLevel.Info, "info", "least level that is logged"),
  logFormat: setting(
    "QAL_LOG_FORMAT",
    Check.oneOf("pretty", "json"),
    onTerminal ? "pretty" : "json",
    "pretty on a terminal, else json",
    "how a log line is written"
  )
}

export interface SettingsShape {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  readonly relayPort: Option.Option<number>
  /** Without a trailing slash. */
  readonly publicUrl: string
  /** Origins such as `https://example.org`; `*` for any. */
  readonly corsOrigins: ReadonlyArray<string>
  readonly dataDir: string
  readonly bootstrapApiKey: Option.Option<Redacted.Redacted>
  /** ETB as a decimal number of at most 4 decimals, not yet money. */
  readonly bootstrapCredit: string
  readonly adminToken: Option.Option<Redacted.Redacted>
  readonly signingSecret: Option.Option<Redacted.Redacted>
  readonly text: Option.Option<RemoteEngine>
  readonly recognizer: Option.Option<RemoteEngine>
  readonly synthesizer: Option.Option<RemoteEngine>
  readonly synthesisWorkers: number
  readonly rateLimitPerMinute: number
  /** From being told to stop until what still runs is failed. */
  readonly shutdownPatience: Duration.Duration
  /** Tokens at which an answer is cut where a request asks for no other limit. */
  readonly maxOutputTokens: number
  /** Seconds. */
  readonly idleTimeout: number
  /** Seconds. */
  readonly bodyTimeout: number
  /** Bytes a second. */
  readonly bodyRate: number
  readonly maxSockets: number
  readonly maxSocketsPerKey: number
  readonly maxWaitingSockets: number
  /** Where telemetry goes; without a trailing slash, and without `/v1/…`. */
  readonly otlpUrl: Option.Option<string>
  readonly prices: Prices.PriceTexts
  readonly logLevel: LogLevel.LogLevel
  readonly logFormat: "pretty" | "json"
}

/** What takes more than one variable: engines need all their parts, the public address follows the port. */
const all: Config.Config<SettingsShape> = Config.all(table).pipe(
  Config.mapOrFail((raw) =>
    Either.all({
      text: remoteEngine("TEXT", raw.textUrl, raw.textModel, raw.textApiKey),
      recognizer: remoteEngine("RECOGNIZER", raw.recognizerUrl, raw.recognizerModel, raw.recognizerApiKey),
      synthesizer: remoteEngine("SYNTHESIZER", raw.synthesizerUrl, raw.synthesizerModel, raw.synthesizerApiKey)
    }).pipe(
      Either.map((engines) => ({
        ...raw,
        ...engines,
        shutdownPatience: Duration.seconds(raw.shutdownSeconds),
        publicUrl: Option.getOrElse(raw.publicUrl, () => `http://localhost:${raw.port}`)
      }))
    )
  )
)

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
export class Settings extends Context.Tag("Settings")<Settings, SettingsShape>() {
  /** Read from the environment, or whatever Effect's `ConfigProvider` is; fails with a line for each bad variable. */
  static readonly layer: Layer.Layer<Settings, StartFailed> = Layer.effect(
    Settings,
    Effect.mapError(all, (error) => new StartFailed({ message: lines(error).join("\n") }))
  )

  /** Read from a given record of variables and nowhere else. */
  static readonly layerFrom = (variables: Readonly<Record<string, string>>): Layer.Layer<Settings, StartFailed> =>
    Layer.provide(Settings.layer, Layer.setConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(variables)))))
}

/** The names of all settings. */
export const settingNames: ReadonlyArray<string> = Object.values(table).map(({ about }) => about.name)

/** The settings as `qal serve --help` lists them: name, default, meaning. */
export const settingsHelp: string = (() => {
  const rows = Object.values(table).map(({ about }) => about)
  const width = Math.max(...rows.map(({ name }) => name.length))
  return rows
    .map(({ name, shownDefault, meaning }) => `${name.padEnd(width)}  ${meaning} (default: ${shownDefault})`)
    .join("\n")
})()
