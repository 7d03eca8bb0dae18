/** Requests or money by day, each capability's part of it in its colour. */
import { useMemo } from "react"
import type { Overview } from "../../../overview/OverviewApi.ts"
import { Capability } from "../../../requests/RequestsApi.ts"
import { useFormat } from "../../format.ts"
import { useMessages } from "../../language.tsx"
import { common } from "../../messages/common.ts"
import { overview as words } from "../../messages/overview.ts"
import { Chart, useChartColors } from "../../ui/Chart.tsx"
import { sumOf } from "./sums.ts"

interface ByCapabilityProps {
  readonly overview: Overview
  readonly counted: "requests" | "spend"
}

/** The capabilities that were used, in the contract's order, whose colours they keep whichever are there. */
const useSeries = ({ overview: { days, capabilities }, counted }: ByCapabilityProps) => {
  const { capabilities: names } = useMessages(common)
  const colors = useChartColors()
  return useMemo(() => {
    const used = new Set(capabilities.filter((sums) => sums[counted] > 0).map(({ capability }) => capability))
    return Capability.literals.flatMap((capability, at) =>
      used.has(capability)
        ? [
            {
              label: names[capability],
              color: colors.series[at] ?? colors.text,
              values: days.map((day) => day.capabilities.find((sums) => sums.capability === capability)?.[counted] ?? 0)
            }
          ]
        : []
    )
  }, [days, capabilities, counted, names, colors])
}

const useCaption = ({ overview: { days, capabilities }, counted }: ByCapabilityProps): string => {
  const t = useMessages(words)
  const format = useFormat()
  const read = counted === "spend" ? format.money : format.number
  const sums = days.map(({ capabilities }) => sumOf(capabilities, counted))
  const most = Math.max(0, ...sums)
  if (most === 0) return t.nothing
  const peak = {
    total: read(sumOf(capabilities, counted)),
    days: format.number(days.length),
    day: format.day(days[sums.indexOf(most)]?.day ?? ""),
    most: read(most)
  }
  return counted === "spend" ? t.spendSay(peak) : t.requestsSay(peak, format.number(sumOf(capabilities, "errors")))
}

export const ByCapability = (props: ByCapabilityProps) => {
  const t = useMessages(words)
  const format = useFormat()
  const { overview, counted } = props
  const labels = useMemo(() => overview.days.map(({ day }) => format.day(day)), [overview.days, format])
  return (
    <Chart
      title={t[counted]}
      caption={useCaption(props)}
      over={t.day}
      labels={labels}
      series={useSeries(props)}
      format={counted === "spend" ? format.money : format.number}
      isStacked
    />
  )
}
