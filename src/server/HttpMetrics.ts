/** What `/metrics` says of requests: how many, by route and outcome, and how long they took. */
import { Context, Effect, Layer, Metric, MetricBoundaries, MetricKey, MetricLabel } from "effect"

/** Seconds: from an answer out of memory to a generation of minutes. */
const BOUNDARIES = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]

const requests = MetricKey.counter("qal_http_requests_total", {
  description: "Requests answered, by method, route and class of status"
})

const seconds = MetricKey.histogram(
  "qal_http_request_duration_seconds",
  MetricBoundaries.fromIterable(BOUNDARIES),
  "Seconds from a request's arrival to the end of its answer"
)

export interface HttpMetricsShape {
  /** Counts one answered request. The route is a pattern, so that there are only so many; `duration` in seconds. */
  readonly count: (method: string, route: string, status: number, duration: number) => void
}

/**
 * Finding a metric by its labels costs a hash of all of them, more than the
 * rest of this; there are few, so each is found once and kept.
 */
const make = Effect.sync((): HttpMetricsShape => {
  const known = new Map<string, (duration: number) => void>()
  const resolve = (method: string, route: string, status: string) => {
    const labels = [MetricLabel.make("method", method), MetricLabel.make("route", route)]
    const count = Metric.fromMetricKey(
      MetricKey.taggedWithLabels(requests, [...labels, MetricLabel.make("status", status)])
    )
    const time = Metric.fromMetricKey(MetricKey.taggedWithLabels(seconds, labels))
    return (duration: number) => {
      count.unsafeUpdate(1, [])
      time.unsafeUpdate(duration, [])
    }
  }
  return {
    count: (method, route, status, duration) => {
      const statusClass = `${Math.floor(status / 100)}xx`
      const key = `${method} ${statusClass} ${route}`
      const update = known.get(key) ?? resolve(method, route, statusClass)
      known.set(key, update)
      update(duration)
    }
  }
})

export class HttpMetrics extends Context.Tag("server/HttpMetrics")<HttpMetrics, HttpMetricsShape>() {
  static readonly layer: Layer.Layer<HttpMetrics> = Layer.effect(HttpMetrics, make)
}
