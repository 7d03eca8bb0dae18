/**
 * Effect's metrics in the text format of Prometheus, version 0.0.4: for each
 * name its help and type, then a line for each set of labels. The exporters of
 * the OpenTelemetry packages open a server of their own; this is a function.
 */
import { type MetricPair, MetricState, Option } from "effect"

export const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

type Labels = ReadonlyArray<readonly [name: string, value: string]>

/** One line: suffix of the metric's name, labels beside its own, value. */
interface Sample {
  readonly suffix: string
  readonly labels: Labels
  readonly value: number | bigint
}

const sample = (value: number | bigint, suffix = "", labels: Labels = []): Sample => ({ suffix, labels, value })

const escapeHelp = (text: string) => text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")
const escapeLabel = (text: string) => escapeHelp(text).replaceAll('"', '\\"')

const histogram = (state: MetricState.MetricState.Histogram): ReadonlyArray<Sample> => [
  ...state.buckets
    .filter(([bound]) => Number.isFinite(bound))
    .map(([bound, count]) => sample(count, "_bucket", [["le", String(bound)]])),
  sample(state.count, "_bucket", [["le", "+Inf"]]),
  sample(state.sum, "_sum"),
  sample(state.count, "_count")
]

interface Family {
  readonly type: "counter" | "gauge" | "histogram"
  readonly samples: ReadonlyArray<Sample>
}

const read = (state: MetricState.MetricState.Untyped): Family | undefined => {
  if (MetricState.isCounterState(state)) return { type: "counter", samples: [sample(state.count)] }
  if (MetricState.isGaugeState(state)) return { type: "gauge", samples: [sample(state.value)] }
  return MetricState.isHistogramState(state) ? { type: "histogram", samples: histogram(state) } : undefined
}

const line = (name: string, own: Labels, { suffix, labels, value }: Sample): string => {
  const all = [...own, ...labels].map(([label, text]) => `${label}="${escapeLabel(text)}"`)
  return `${name}${suffix}${all.length === 0 ? "" : `{${all.join(",")}}`} ${value}`
}

/** The text of a snapshot (`Metric.snapshot`): of its counters, gauges and histograms, whose names Prometheus takes as they are. */
export const encode = (snapshot: ReadonlyArray<MetricPair.MetricPair.Untyped>): string => {
  const families = new Map<string, Array<string>>()
  for (const { metricKey, metricState } of snapshot) {
    const { description, name, tags } = metricKey
    const found = read(metricState)
    if (found === undefined) continue
    const help = Option.map(description, (text) => `# HELP ${name} ${escapeHelp(text)}`)
    const lines = families.get(name) ?? [...Option.toArray(help), `# TYPE ${name} ${found.type}`]
    families.set(name, lines)
    const labels = tags.map(({ key, value }) => [key, value] as const)
    for (const each of found.samples) lines.push(line(name, labels, each))
  }
  return Array.from(families.values(), (lines) => `${lines.join("\n")}\n`).join("")
}
