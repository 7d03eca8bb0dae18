/**
 * Where traces, metrics and logs go: to `QAL_OTLP_URL` in OTLP over HTTP, by
 * Effect's own exporters, as JSON. Without that setting no span is made at all.
 */
import * as OtlpLogger from "@effect/opentelemetry/OtlpLogger"
import * as OtlpMetrics from "@effect/opentelemetry/OtlpMetrics"
import { OtlpSerialization } from "@effect/opentelemetry/OtlpSerialization"
import * as OtlpTracer from "@effect/opentelemetry/OtlpTracer"
import * as HttpBody from "@effect/platform/HttpBody"
import * as HttpClient from "@effect/platform/HttpClient"
import {
  Cause,
  Context,
  Duration,
  Effect,
  Exit,
  FiberId,
  FiberRef,
  FiberRefs,
  HashMap,
  Layer,
  List,
  Option,
  Predicate,
  Tracer
} from "effect"
import { isProblem, statusOf } from "../Errors.ts"
import type { Draining } from "../http/Draining.ts"
import { withoutSecrets } from "../http/Redaction.ts"
import * as Metrics from "../runtime/Metrics.ts"
import { Settings } from "../settings/Config.ts"
import * as Delivery from "./Delivery.ts"
import { sink, throughSink } from "./Logging.ts"
import { type LogRecord, LogSink } from "./LogSink.ts"

/** Records in one message: a message of spans takes some 1 ms to write out. */
const BATCH = 256
/** How long spans and log lines wait to be sent together. */
const LINGER = Duration.seconds(1)
const METRICS_EVERY = Duration.seconds(10)
/** The exporters hand over what they have left at once; `Delivery` bounds the sending. */
const HANDED_OVER = Duration.seconds(1)

const isOurs = (metric: unknown): boolean =>
  Predicate.hasProperty(metric, "name") && String(metric.name).startsWith(Metrics.PREFIX)

/** Leaves out the runtime's own metrics. */
const ours = (key: string, value: unknown): unknown =>
  key === "metrics" && Array.isArray(value) ? value.filter(isOurs) : value

/**
 * What the exporters put at the end of the attributes: that any span which failed
 * was interrupted, and the empty name of a fiber. It is cut out of the text,
 * where no value can look like it, as quotes are escaped there: a replacer in
 * `JSON.stringify` costs 25 µs a span (measured), several times the rest.
 */
const NOISE =
  /,?\{"key":"span\.label","value":\{"stringValue":"[^"]*"\}\},\{"key":"status\.interrupted","value":\{"boolValue":true\}\}|,?\{"key":"fiberId","value":\{"stringValue":"[^"]*"\}\}/g

const json = (text: string) => HttpBody.text(text, "application/json")
const withoutNoise = (data: unknown) => json(withoutSecrets(JSON.stringify(data).replaceAll(NOISE, "")))
const serialization = Layer.succeed(OtlpSerialization, {
  traces: withoutNoise,
  logs: withoutNoise,
  metrics: (data) => json(JSON.stringify(data, ours))
})

const FIRST_SERVER_ERROR = 500

/** The end of a span as it is exported: what is refused for good reason is named, but is no failure of the server's. */
const seen = (span: Tracer.Span, exit: Exit.Exit<unknown, unknown>): Exit.Exit<unknown, unknown> => {
  const failure = Exit.isFailure(exit) ? Option.getOrUndefined(Cause.failureOption(exit.cause)) : undefined
  if (!isProblem(failure)) return exit
  span.attribute("error.type", failure._tag)
  return statusOf(failure) < FIRST_SERVER_ERROR ? Exit.void : exit
}

/** A tracer that exports nothing of a trace whose caller does not record it. */
const refined = (exporter: Tracer.Tracer): Tracer.Tracer =>
  Tracer.make({
    context: exporter.context,
    span: (name, parent, context, links, startTime, kind, options) => {
      const span = exporter.span(name, parent, context, links, startTime, kind, options)
      const sampled = Option.isNone(parent) || parent.value.sampled
      const end = span.end.bind(span)
      return Object.assign(span, {
        sampled,
        end: (time: bigint, exit: Exit.Exit<unknown, unknown>) => {
          if (sampled) end(time, seen(span, exit))
        }
      })
    }
  })

/** A line of the log as the exporter takes it. */
const optionsOf = ({ fields, level, message, time }: LogRecord) => {
  const { cause, span_id, trace_id, ...others } = fields
  const named = cause === undefined ? others : { ...others, "exception.stacktrace": cause }
  const present = Object.entries(named).filter(([, value]) => value !== undefined)
  const span =
    Predicate.isString(trace_id) && Predicate.isString(span_id)
      ? Context.make(Tracer.ParentSpan, Tracer.externalSpan({ traceId: trace_id, spanId: span_id }))
      : Context.empty()
  return {
    fiberId: FiberId.none,
    logLevel: level,
    message,
    cause: Cause.empty,
    context: FiberRefs.unsafeMake(new Map([[FiberRef.currentContext, [[FiberId.unsafeMake(), span] as const]]])),
    spans: List.empty(),
    annotations: HashMap.fromIterable(present),
    date: new Date(time)
  }
}

/** The exporters, whose every message goes through `Delivery`, as long as the scope is open. `version` is the program's. */
const exporters = (url: string, version: string) =>
  Effect.gen(function* () {
    const options = (signal: string, exportInterval: Duration.Duration) => ({
      url: `${url}/v1/${signal}`,
      resource: { serviceName: "qal", serviceVersion: version },
      exportInterval,
      maxBatchSize: BATCH,
      shutdownTimeout: HANDED_OVER
    })
    yield* OtlpMetrics.make(options("metrics", METRICS_EVERY))
    const logger = yield* OtlpLogger.make(options("logs", LINGER))
    const tracer = yield* OtlpTracer.make(options("traces", LINGER))
    return { logger, tracer }
  }).pipe(Effect.provideServiceEffect(HttpClient.HttpClient, Delivery.make), Effect.provide(serialization))

/** The log's sink, each of whose records is exported too, and the tracer; or the sink as it is, and no tracer. */
const exported = (version: string) =>
  Layer.unwrapScoped(
    Effect.gen(function* () {
      const sink = yield* LogSink
      const { otlpUrl } = yield* Settings
      if (Option.isNone(otlpUrl)) return Layer.merge(Layer.succeed(LogSink, sink), Layer.setTracerEnabled(false))
      const { logger, tracer } = yield* exporters(otlpUrl.value, version)
      const push = (record: LogRecord): void => {
        sink.push(record)
        logger.log(optionsOf(record))
      }
      return Layer.mergeAll(
        Layer.succeed(LogSink, { ...sink, push }),
        Layer.setTracer(refined(tracer)),
        Layer.setTracerEnabled(true)
      )
    })
  )

/** The log, and with `QAL_OTLP_URL` the export of traces, metrics and logs. */
export const layer = (version: string): Layer.Layer<LogSink, never, Draining | Settings> =>
  Layer.provideMerge(throughSink, Layer.provide(exported(version), sink))
