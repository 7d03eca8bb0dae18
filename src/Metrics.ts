/**
 * Metrics with labels, for every part of the program; `/metrics` and the
 * exporter read them from Effect's registry. Names follow Prometheus: `qal_`,
 * the unit, `_total` for what only grows. A label's values must be few: never
 * an id, nor anything that a client makes up.
 */
import { Metric, MetricBoundaries, MetricKey, MetricLabel } from "effect"

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
const labelled = <const Labels extends ReadonlyArray<string>>(
  labels: Labels,
  find: (tags: ReadonlyArray<MetricLabel.MetricLabel>) => (amount: number) => void
): Update<Labels> => {
  const known = new Map<string, (amount: number) => void>()
  return (amount, ...values) => {
    const name = values.join("\n")
    const update = known.get(name) ?? find(labels.map((label, at) => MetricLabel.make(label, values[at] ?? "")))
    known.set(name, update)
    update(amount)
  }
}

/** What only grows. */
export const counter = <const Labels extends ReadonlyArray<string>>(
  name: `qal_${string}_total`,
  description: string,
  labels: Labels
): Update<Labels> => {
  const key = MetricKey.counter(name, { description, incremental: true })
  return labelled(labels, (tags) => {
    const metric = Metric.fromMetricKey(MetricKey.taggedWithLabels(key, tags))
    return (amount) => metric.unsafeUpdate(amount, [])
  })
}

/** What grows and shrinks. */
export const gauge = <const Labels extends ReadonlyArray<string>>(
  name: `qal_${string}`,
  description: string,
  labels: Labels
): Update<Labels> => {
  const key = MetricKey.gauge(name, { description })
  return labelled(labels, (tags) => {
    const metric = Metric.fromMetricKey(MetricKey.taggedWithLabels(key, tags))
    return (amount) => metric.unsafeModify(amount, [])
  })
}

/** Durations, in seconds. */
export const seconds = <const Labels extends ReadonlyArray<string>>(
  name: `qal_${string}_seconds`,
  description: string,
  labels: Labels
): Update<Labels> => {
  const key = MetricKey.histogram(name, MetricBoundaries.fromIterable(SECONDS), description)
  return labelled(labels, (tags) => {
    const metric = Metric.fromMetricKey(MetricKey.taggedWithLabels(key, tags))
    return (amount) => metric.unsafeUpdate(amount, [])
  })
}
