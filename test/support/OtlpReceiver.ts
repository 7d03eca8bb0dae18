/** A small receiver of OTLP over HTTP, in JSON: what programs send it, in a form that tests can read. */
import { Schema } from "effect"

const Value = Schema.Struct({
  stringValue: Schema.optional(Schema.String),
  doubleValue: Schema.optional(Schema.Number),
  intValue: Schema.optional(Schema.Union(Schema.Number, Schema.String)),
  boolValue: Schema.optional(Schema.Boolean)
})

const Attributes = Schema.Array(Schema.Struct({ key: Schema.String, value: Value }))
const Resource = Schema.Struct({ attributes: Attributes })

const Span = Schema.Struct({
  traceId: Schema.String,
  spanId: Schema.String,
  parentSpanId: Schema.optional(Schema.String),
  name: Schema.String,
  kind: Schema.Number,
  startTimeUnixNano: Schema.String,
  endTimeUnixNano: Schema.String,
  attributes: Attributes,
  status: Schema.Struct({ code: Schema.Number })
})

const Log = Schema.Struct({
  severityText: Schema.String,
  body: Value,
  attributes: Attributes,
  traceId: Schema.optional(Schema.String)
})

const Point = Schema.Struct({
  attributes: Attributes,
  asDouble: Schema.optional(Schema.Number),
  count: Schema.optional(Schema.Number)
})

const Points = Schema.optional(Schema.Struct({ dataPoints: Schema.Array(Point) }))
const MetricFamily = Schema.Struct({
  name: Schema.String,
  description: Schema.String,
  sum: Points,
  gauge: Points,
  histogram: Points
})

const Message = Schema.Union(
  Schema.Struct({
    resourceSpans: Schema.Array(
      Schema.Struct({ resource: Resource, scopeSpans: Schema.Array(Schema.Struct({ spans: Schema.Array(Span) })) })
    )
  }),
  Schema.Struct({
    resourceLogs: Schema.Array(
      Schema.Struct({ resource: Resource, scopeLogs: Schema.Array(Schema.Struct({ logRecords: Schema.Array(Log) })) })
    )
  }),
  Schema.Struct({
    resourceMetrics: Schema.Array(
      Schema.Struct({
        resource: Resource,
        scopeMetrics: Schema.Array(Schema.Struct({ metrics: Schema.Array(MetricFamily) }))
      })
    )
  })
)

const decode = Schema.decodeUnknownSync(Message)

/** Attributes as a record. */
export const record = (attributes: typeof Attributes.Type): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.doubleValue ?? value.intValue ?? value.boolValue
    ])
  )

/** Receives until it is closed; `answer` may refuse, or keep a sender waiting. */
export const receive = (answer: () => Response | Promise<Response> = () => Response.json({})) => {
  const spans: Array<typeof Span.Type> = []
  const logs: Array<typeof Log.Type> = []
  const resources: Array<Readonly<Record<string, unknown>>> = []
  const bodies: Array<string> = []
  /** The newest of each name: they are sent again and again. */
  const metrics = new Map<string, typeof MetricFamily.Type>()
  const take = (body: string) => {
    bodies.push(body)
    const message = decode(JSON.parse(body))
    if ("resourceSpans" in message) {
      for (const { resource, scopeSpans } of message.resourceSpans) {
        resources.push(record(resource.attributes))
        spans.push(...scopeSpans.flatMap((scope) => scope.spans))
      }
    } else if ("resourceLogs" in message) {
      logs.push(...message.resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap((scope) => scope.logRecords)))
    } else {
      const families = message.resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((s) => s.metrics))
      for (const family of families) metrics.set(family.name, family)
    }
  }
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const body = await request.text()
      const response = await answer()
      if (response.ok) take(body)
      return response
    }
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    stop: () => server.stop(true),
    spans,
    logs,
    metrics,
    resources,
    bodies
  }
}
