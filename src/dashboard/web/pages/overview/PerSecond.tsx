/** The last minute, second by second. */
import { useMemo } from "react"
import type { Overview } from "../../../overview/OverviewApi.ts"
import { useFormat } from "../../format.ts"
import { useMessages } from "../../language.tsx"
import { overview as words } from "../../messages/overview.ts"
import { Chart, useChartColors } from "../../ui/Chart.tsx"

export const PerSecond = ({ perSecond }: { readonly perSecond: Overview["now"]["per_second"] }) => {
  const t = useMessages(words)
  const { number } = useFormat()
  const { series: colors, text } = useChartColors()
  const labels = useMemo(
    () =>
      perSecond.map((_, at) => (at === perSecond.length - 1 ? t.now : t.secondsAgo(number(perSecond.length - 1 - at)))),
    [perSecond, t, number]
  )
  const series = useMemo(
    () => [{ label: t.count, color: colors[0] ?? text, values: perSecond }],
    [perSecond, t, colors, text]
  )
  const total = perSecond.reduce((sum, count) => sum + count, 0)
  return (
    <Chart
      title={t.perSecond}
      caption={total === 0 ? t.nothing : t.perSecondSay(number(total), number(Math.max(...perSecond)))}
      over={t.second}
      labels={labels}
      series={series}
      format={number}
      isLow
    />
  )
}
