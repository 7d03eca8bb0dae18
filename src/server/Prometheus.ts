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

const number = (value: number | bigint): string =>
  value === Number.POSITIVE_INFINITY ? "+Inf" : value === Number.NEGATIVE_INFINITY ? "-Inf" : String(value)

const escapeHelp = (text: string) => text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")
const escapeLabel = (text: string) => escapeHelp(text).replaceAll('"', '\\"')

/** Names may hold letters, digits, `_` (and `:` for a metric); anything else becomes `_`. */
const legal = (name: string) => name.replaceAll(/[^A-Za-z0-9_:]/g, "_").replace(/^(?=\d)/, "_")

const histogram = (state: MetricState.MetricState.Histogram): ReadonlyArray<Sample> => [
  ...state.buckets
    .filter(([bound]) => Number.isFinite(bound))
    .map(([bound, count]) => sample(count, "_bucket", [["le", number(bound)]])),
  sample(state.count, "_bucket", [["le", "+Inf"]]),
  sample(state.sum, "_sum"),
  sample(state.count, "_count")
]

const summary = (state: MetricState.MetricState.Summary): ReadonlyArray<Sample> => [
  ...state.quantiles.flatMap(([quantile, value]) =>
    Option.isSome(value) ? [sample(value.value, "", [["quantile", number(quantile)]])] : []
  ),
  sample(state.sum, "_sum"),
  sample(state.count, "_count")
]

interface Read {
  readonly type: "counter" | "gauge" | "histogram" | "summary"
  readonly samples: ReadonlyArray<Sample>
}

const read = (state: MetricState.MetricState.Untyped): Option.Option<Read> => {
  if (MetricState.isCounterState(state)) return Option.some({ type: "counter", samples: [sample(state.count)] })
  if (MetricState.isGaugeState(state)) return Option.some({ type: "gauge", samples: [sample(state.value)] })
  if (MetricState.isHistogramState(state)) return Option.some({ type: "histogram", samples: histogram(state) })
  if (MetricState.isSummaryState(state)) return Option.some({ type: "summary", samples: summary(state) })
  if (MetricState.isFrequencyState(state)) {
    const samples = Array.from(state.occurrences, ([value, count]) => sample(count, "", [["value", value]]))
    return Option.some({ type: "counter", samples })
  }
  return Option.none()
}

const line = (name: string, own: Labels, { suffix, labels, value }: Sample): string => {
  const all = [...own, ...labels].map(([label, text]) => `${legal(label)}="${escapeLabel(text)}"`)
  return `${name}${suffix}${all.length === 0 ? "" : `{${all.join(",")}}`} ${number(value)}`
}

/** The text of a snapshot (`Metric.snapshot`). A type that Prometheus lacks is left out. */
export const encode = (snapshot: ReadonlyArray<MetricPair.MetricPair.Untyped>): string => {
  const families = new Map<string, { readonly help: string; readonly type: string; readonly lines: Array<string> }>()
  for (const { metricKey, metricState } of snapshot) {
    const name = legal(metricKey.name)
    const found = read(metricState)
    if (Option.isNone(found)) continue
    const { type, samples } = found.value
    const family = families.get(name) ?? {
      help: Option.getOrElse(metricKey.description, () => ""),
      type,
      lines: []
    }
    families.set(name, family)
    const own = metricKey.tags.map(({ key, value }) => [key, value] as const)
    for (const each of samples) family.lines.push(line(name, own, each))
  }
  return Array.from(families, ([name, { help, type, lines }]) =>
    [...(help === "" ? [] : [`# HELP ${name} ${escapeHelp(help)}`]), `# TYPE ${name} ${type}`, ...lines, ""].join("\n")
  ).join("")
}
