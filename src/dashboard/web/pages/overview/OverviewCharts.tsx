import { SimpleGrid, Stack } from "@mantine/core"
import type { Overview } from "../../../overview/OverviewApi.ts"
import { ByCapability } from "./ByCapability.tsx"
import { ErrorsByCode } from "./ErrorsByCode.tsx"
import { Latency } from "./Latency.tsx"
import { PerSecond } from "./PerSecond.tsx"

const OverviewCharts = ({ overview }: { readonly overview: Overview }) => (
  <Stack>
    <PerSecond perSecond={overview.now.per_second} />
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      <ByCapability overview={overview} counted="requests" />
      <ByCapability overview={overview} counted="spend" />
      <Latency capabilities={overview.capabilities} />
      <ErrorsByCode errors={overview.errors} />
    </SimpleGrid>
  </Stack>
)

export default OverviewCharts
