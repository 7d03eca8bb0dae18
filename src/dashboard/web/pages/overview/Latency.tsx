/** How long answers took, by capability. */
import { useMemo } from "react"
import type { Overview } from "../../../overview/OverviewApi.ts"
import { Capability } from "../../../requests/RequestsApi.ts"
import { useFormat } from "../../format.ts"
import { useMessages } from "../../language.tsx"
import { common } from "../../messages/common.ts"
import { overview as words } from "../../messages/overview.ts"
import { Chart, useChartColors } from "../../ui/Chart.tsx"

/** Each with the colour of the contract's capability of that number: any three that differ well. */
const QUANTILES = [
  { label: "p50", name: "p50_ms", color: 0 },
  { label: "p95", name: "p95_ms", color: 3 },
  { label: "p99", name: "p99_ms", color: 5 }
] as const

export const Latency = ({ capabilities }: { readonly capabilities: Overview["capabilities"] }) => {
  const t = useMessages(words)
  const { capabilities: names } = useMessages(common)
  const format = useFormat()
  const colors = useChartColors()
  const timed = useMemo(
    () =>
      Capability.literals.flatMap((name) =>
        capabilities.filter(({ capability, p50_ms }) => capability === name && p50_ms !== null)
      ),
    [capabilities]
  )
  const labels = useMemo(() => timed.map(({ capability }) => names[capability]), [timed, names])
  const series = useMemo(
    () =>
      QUANTILES.map(({ label, name, color }) => ({
        label,
        color: colors.series[color] ?? colors.text,
        values: timed.map((times) => times[name] ?? 0)
      })),
    [timed, colors]
  )
  const slowest = timed.toSorted((one, other) => (other.p95_ms ?? 0) - (one.p95_ms ?? 0))[0]
  return (
    <Chart
      title={t.latency}
      caption={
        slowest === undefined
          ? t.nothing
          : t.latencySay(names[slowest.capability], format.milliseconds(slowest.p95_ms ?? 0))
      }
      over={t.capability}
      labels={labels}
      series={series}
      format={format.milliseconds}
      isHorizontal
    />
  )
}
