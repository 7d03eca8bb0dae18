import { expect, test } from "bun:test"
import { Effect, Metric, MetricBoundaries } from "effect"
import * as Prometheus from "../../src/server/Prometheus.ts"

/** The text of the metrics whose name starts with `prefix`, as every metric of the process is in one registry. */
const text = (prefix: string) =>
  Prometheus.encode(Effect.runSync(Metric.snapshot).filter(({ metricKey }) => metricKey.name.startsWith(prefix)))

test("a counter for Prometheus has its help, its type and a line for each set of labels", () => {
  const jobs = Metric.counter("p1_jobs_total", { description: "Jobs\nby \\ outcome", incremental: true })
  jobs.pipe(Metric.tagged("outcome", "settled")).unsafeUpdate(3, [])
  jobs.pipe(Metric.tagged("outcome", 'a "quoted\\ thing\n')).unsafeUpdate(1, [])
  expect(text("p1_").split("\n").toSorted()).toEqual(
    [
      "",
      "# HELP p1_jobs_total Jobs\\nby \\\\ outcome",
      "# TYPE p1_jobs_total counter",
      'p1_jobs_total{outcome="settled"} 3',
      'p1_jobs_total{outcome="a \\"quoted\\\\ thing\\n"} 1'
    ].toSorted()
  )
})

test("a gauge for Prometheus is its value, of either kind of number", () => {
  Metric.gauge("p2_queue").unsafeUpdate(1.5, [])
  Metric.gauge("p2_total_micro", { bigint: true }).unsafeUpdate(9007199254740993n, [])
  expect(text("p2_")).toContain("# TYPE p2_queue gauge\np2_queue 1.5\n")
  expect(text("p2_")).toContain("p2_total_micro 9007199254740993\n")
})

test("a histogram for Prometheus has cumulative buckets up to infinity, a sum and a count", () => {
  const seconds = Metric.histogram("p3_seconds", MetricBoundaries.fromIterable([0.1, 1, 10]))
  for (const value of [0.05, 0.5, 0.6, 5, 50]) seconds.unsafeUpdate(value, [])
  expect(text("p3_")).toBe(
    [
      "# TYPE p3_seconds histogram",
      'p3_seconds_bucket{le="0.1"} 1',
      'p3_seconds_bucket{le="1"} 3',
      'p3_seconds_bucket{le="10"} 4',
      'p3_seconds_bucket{le="+Inf"} 5',
      "p3_seconds_sum 56.15",
      "p3_seconds_count 5",
      ""
    ].join("\n")
  )
})
