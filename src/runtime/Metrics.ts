/**
 * Metrics with labels, for every part of the program; those without are Effect's
 * own. `/metrics` and the exporter read both from Effect's registry. Names follow Prometheus: `qal_`,
 * the unit, `_total` for what only grows. A label's values must be few: never
 * an id, nor anything that a client makes up.
 */
import { Metric, MetricBoundaries, MetricKey, type MetricKeyType, MetricLabel } from "effect"

/** What the names of our metrics begin with. The runtime's own, of its fibers, are shown nowhere. */
export const PREFIX = "qal_"

/** Seconds: from an answer out of memory to a generation of minutes. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]

/** Adds `amount` (observes it, of a histogram) for these values of the labels. */
export type Update<Labels extends ReadonlyArray<string>> = (
  amount: number,
  ...values: { readonly [At in keyof Labels]: string }
) => void

/**
 * Finding a metric by its labels costs a hash of all of them; as their values
 * are few, each is found once and kept.
 */
const labelled = <const Labels extends ReadonlyArray<string>, State>(
  key: MetricKey.MetricKey<MetricKeyType.MetricKeyType<number, State>>,
  labels: Labels,
  method: "unsafeModify" | "unsafeUpdate" = "unsafeUpdate"
): Update<Labels> => {
  const known = new Map<string, Metric.Metric<MetricKeyType.MetricKeyType<number, State>, number, State>>()
  const find = (name: string, values: ReadonlyArray<string>) => {
    const tags = labels.map((label, at) => MetricLabel.make(label, values[at] ?? ""))
    const metric = Metric.fromMetricKey(MetricKey.taggedWithLabels(key, tags))
    known.set(name, metric)
    return metric
  }
  return (amount, ...values) => {
    const name = values.length === 1 ? (values[0] ?? "") : values.join("\n")
    const metric = known.get(name) ?? find(name, values)
    metric[method](amount, [])
  }
}

/** What only grows. */
export const counter = <const Labels extends ReadonlyArray<string>>(
  name: `qal_${string}_total`,
  description: string,
  labels: Labels
): Update<Labels> => labelled(MetricKey.counter(name, { description, incremental: true }), labels)

/** What grows and shrinks. */
export const gauge = <const Labels extends ReadonlyArray<string>>(
  name: `qal_${string}`,
  description: string,
  labels: Labels
): Update<Labels> => labelled(MetricKey.gauge(name, { description }), labels, "unsafeModify")

/** Durations, in seconds. */
export const seconds = <const Labels extends ReadonlyArray<string>>(
  name: `qal_${string}_seconds`,
  description: string,
  labels: Labels
): Update<Labels> => labelled(MetricKey.histogram(name, MetricBoundaries.fromIterable(SECONDS), description), labels)
