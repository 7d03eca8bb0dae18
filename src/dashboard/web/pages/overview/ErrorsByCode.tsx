import { useMemo } from "react"
import type { Overview } from "../../../overview/OverviewApi.ts"
import { useFormat } from "../../format.ts"
import { useMessages } from "../../language.tsx"
import { overview as words } from "../../messages/overview.ts"
import { Chart, useChartColors } from "../../ui/Chart.tsx"

export const ErrorsByCode = ({ errors }: { readonly errors: Overview["errors"] }) => {
  const t = useMessages(words)
  const { number } = useFormat()
  const { error } = useChartColors()
  const labels = useMemo(() => errors.map(({ code }) => code), [errors])
  const series = useMemo(
    () => [{ label: t.count, color: error, values: errors.map(({ count }) => count) }],
    [errors, t, error]
  )
  const total = errors.reduce((sum, { count }) => sum + count, 0)
  const [commonest] = errors
  return (
    <Chart
      title={t.errors}
      caption={
        commonest === undefined ? t.nothing : t.errorsSay(number(total), commonest.code, number(commonest.count))
      }
      over={t.code}
      labels={labels}
      series={series}
      format={number}
      isHorizontal
    />
  )
}
