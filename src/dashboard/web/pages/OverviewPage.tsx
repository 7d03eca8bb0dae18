/** How the server does, at a glance; the numbers move while requests run. */
import { Box, SegmentedControl } from "@mantine/core"
import { lazy, Suspense, useState } from "react"
import { useFormat } from "../format.ts"
import { useMessages } from "../language.tsx"
import { common } from "../messages/common.ts"
import { overview as words } from "../messages/overview.ts"
import { useRead } from "../queries.ts"
import { PageHead } from "../ui/PageHead.tsx"
import { Problem } from "../ui/Problem.tsx"
import { Waiting } from "../ui/Waiting.tsx"
import { FirstSteps } from "./overview/FirstSteps.tsx"
import { KeyFigures } from "./overview/KeyFigures.tsx"

/** The figures are read before the charts are loaded. */
const Charts = lazy(() => import("./overview/OverviewCharts.tsx"))

const PERIODS = [7, 30, 90]

const OverviewPage = () => {
  const t = useMessages(words)
  const { pages } = useMessages(common)
  const format = useFormat()
  const [days, setDays] = useState(30)
  const { data, error, refetch } = useRead(
    ["overview", days],
    (client) => client.dashboardOverview.overview({ urlParams: { days } }),
    { live: true }
  )
  const overview = data?.data
  const isUnused = overview !== undefined && overview.capabilities.length === 0
  return (
    <>
      <PageHead title={pages.overview} about={t.utc}>
        <SegmentedControl
          aria-label={t.period}
          value={String(days)}
          onChange={(value) => setDays(Number(value))}
          data={PERIODS.map((period) => ({ value: String(period), label: t.lastDays(format.number(period)) }))}
        />
      </PageHead>
      {error === null ? null : (
        <Box mb="md">
          <Problem problem={error} again={refetch} />
        </Box>
      )}
      {overview === undefined ? (
        error === null ? (
          <Waiting height={240} />
        ) : null
      ) : (
        <>
          {isUnused ? <FirstSteps /> : null}
          <KeyFigures overview={overview} />
          <Suspense fallback={<Waiting height={240} />}>
            <Charts overview={overview} />
          </Suspense>
        </>
      )}
    </>
  )
}

export default OverviewPage
