/**
 * Spans at no cost where none are wanted: without an exporter
 * `FiberRef.currentTracerEnabled` is false, and what is here then does no more
 * than look at it. `Effect.fn` and `Effect.withSpan` cost 5 µs each all the same
 * (measured), too much for the way of every request; there this is used instead.
 *
 * An attribute is never a key, a ticket, or a client's text.
 */
import { Context, Effect, type Fiber, FiberRef, FiberRefs, Option, Tracer } from "effect"

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

export const isOn = (fiber: Fiber.RuntimeFiber<unknown, unknown>): boolean =>
  fiber.getFiberRef(FiberRef.currentTracerEnabled)

const present = (attributes: Attributes) =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined))

/** The effect in a span of its own. */
export const within = <A, E, R>(
  self: Effect.Effect<A, E, R>,
  name: string,
  attributes: Attributes = {},
  kind: Tracer.SpanKind = "internal"
): Effect.Effect<A, E, R> =>
  Effect.withFiberRuntime((fiber) =>
    isOn(fiber)
      ? Effect.withSpan(self, name, { kind, attributes: present(attributes), captureStackTrace: false })
      : self
  )

/** Says more of the current span. */
export const annotate = (attributes: Attributes): Effect.Effect<void> =>
  Effect.withFiberRuntime((fiber) => (isOn(fiber) ? Effect.annotateCurrentSpan(present(attributes)) : Effect.void))

/** The span that a context belongs to; none where spans are not made. */
const spanIn = (context: Context.Context<never>): Tracer.AnySpan | undefined =>
  Option.getOrUndefined(Context.getOption(context, Tracer.ParentSpan))

/** Puts what is done later, in fibers of its own, below the span of now. */
export const keep: Effect.Effect<<A, E, R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>> =
  Effect.withFiberRuntime((fiber) => {
    const span = isOn(fiber) ? spanIn(fiber.currentContext) : undefined
    return Effect.succeed((self) => (span === undefined ? self : Effect.withParentSpan(self, span)))
  })

/** Names of the current span for a line of the log. */
export const logFields = (refs: FiberRefs.FiberRefs): { readonly trace_id?: string; readonly span_id?: string } => {
  const isTraced = FiberRefs.getOrDefault(refs, FiberRef.currentTracerEnabled)
  const span = isTraced ? spanIn(FiberRefs.getOrDefault(refs, FiberRef.currentContext)) : undefined
  return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId }
}

/** The header by which the current span's trace goes on in another server (W3C Trace Context); none where spans are not made. */
export const headers: Effect.Effect<Readonly<Record<string, string>>> = Effect.withFiberRuntime((fiber) => {
  const span = isOn(fiber) ? spanIn(fiber.currentContext) : undefined
  return Effect.succeed(
    span === undefined ? {} : { traceparent: `00-${span.traceId}-${span.spanId}-${span.sampled ? "01" : "00"}` }
  )
})

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const ZEROS = /^0+$/
const SAMPLED = 1

/** The span that a request's `traceparent` names; none where it is malformed. A later version may say more at its end. */
export const fromHeader = (traceparent: string | undefined): Option.Option<Tracer.ExternalSpan> => {
  const [, version, traceId = "", spanId = "", flags = "", rest] = TRACEPARENT.exec(traceparent?.trim() ?? "") ?? []
  const isKnown = version !== undefined && version !== "ff" && (version !== "00" || rest === undefined)
  if (!isKnown || ZEROS.test(traceId) || ZEROS.test(spanId)) return Option.none()
  const sampled = (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED
  return Option.some(Tracer.externalSpan({ traceId, spanId, sampled }))
}
