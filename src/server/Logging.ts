/**
 * The log of the whole program: every `Effect.log…` and the access log, pretty
 * on a terminal and JSON otherwise, one line each, on standard error so that
 * standard output holds only what a command was asked for.
 */
import { isatty } from "node:tty"
import { Cause, Context, Effect, FiberRef, FiberRefs, HashMap, Inspectable, Layer, Logger, Option } from "effect"
import { withoutSecrets } from "../http/Redaction.ts"
import { RequestInfo } from "../http/RequestInfo.ts"
import * as Spans from "../runtime/Spans.ts"
import { Settings } from "../settings/Config.ts"
import { type LogRecord, LogSink, type Render } from "./LogSink.ts"
import * as StandardError from "./StandardError.ts"

const present = (fields: LogRecord["fields"]) => Object.entries(fields).filter(([, value]) => value !== undefined)

/** Text of anything. The plain way is several times as fast, but fails for what refers to itself and for bigints. */
const stringify = (value: unknown): string => {
  try {
    return JSON.stringify(value)
  } catch {
    return Inspectable.stringifyCircular(value)
  }
}

/** `{"time":"2026-01-02T03:04:05.678Z","level":"info","message":…, …}` */
export const json: Render = ({ time, level, message, fields }) =>
  stringify({
    time: new Date(time).toISOString(),
    level: level.label.toLowerCase(),
    message,
    ...fields
  })

const colours: Readonly<Record<string, string>> = { WARN: "33", ERROR: "31", FATAL: "31", DEBUG: "2", TRACE: "2" }

/**
 * `03:04:05.678 INFO  message key=value`, in UTC; coloured by level where
 * `colour` is set. A cause follows on lines of its own.
 */
export const pretty =
  (colour: boolean): Render =>
  ({ time, level, message, fields }) => {
    const painted = colours[level.label]
    const label = level.label.padEnd(5)
    const shownLabel = colour && painted !== undefined ? `\u001b[${painted}m${label}\u001b[0m` : label
    const shown = present(fields)
      .filter(([name]) => name !== "cause")
      .map(([name, value]) => {
        const text = typeof value === "string" ? value : Inspectable.stringifyCircular(value)
        return `${name}=${/^\S+$/.test(text) ? text : JSON.stringify(text)}`
      })
    const cause = typeof fields.cause === "string" ? fields.cause.replaceAll(/^/gm, "    ") : undefined
    const first = [new Date(time).toISOString().slice(11, 23), shownLabel, message, ...shown].join(" ")
    return cause === undefined ? first : `${first}\n${cause}`
  }

const text = (message: unknown): string =>
  (Array.isArray(message) ? message : [message])
    .map((part) => (typeof part === "string" ? part : Inspectable.stringifyCircular(part)))
    .join(" ")

/** Effect's logs as records of `sink`, each with the id of the request that it was written for. */
const logger = (sink: Context.Tag.Service<LogSink>) =>
  Logger.make(({ logLevel, message, cause, date, annotations, context }) => {
    const request = Context.getOption(FiberRefs.getOrDefault(context, FiberRef.currentContext), RequestInfo)
    sink.push({
      time: date.getTime(),
      level: logLevel,
      message: withoutSecrets(text(message)),
      fields: {
        ...(Option.isSome(request) ? { request_id: request.value.id } : {}),
        ...Object.fromEntries(HashMap.entries(annotations)),
        ...Spans.logFields(context),
        ...(Cause.isEmpty(cause) ? {} : { cause: withoutSecrets(Cause.pretty(cause, { renderErrorCause: true })) })
      }
    })
  })

/** Sends every log through a given sink, from `QAL_LOG_LEVEL` on. */
export const throughSink: Layer.Layer<never, never, LogSink | Settings> = Layer.unwrapEffect(
  Effect.map(Effect.all([LogSink, Settings]), ([sink, settings]) =>
    Layer.merge(Logger.replace(Logger.defaultLogger, logger(sink)), Logger.minimumLogLevel(settings.logLevel))
  )
)

/** The log's lines on standard error, as `QAL_LOG_FORMAT` says. */
export const sink: Layer.Layer<LogSink, never, Settings> = Layer.unwrapEffect(
  Effect.map(Effect.all([Settings, StandardError.make]), ([{ logFormat }, write]) =>
    LogSink.layer(logFormat === "json" ? json : pretty(isatty(2) && process.env.NO_COLOR === undefined), write)
  )
)
