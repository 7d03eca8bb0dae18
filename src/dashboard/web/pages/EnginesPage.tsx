/** The engines: which are live, how they are, how another is attached, and a try of each. */
import { Button, Stack } from "@mantine/core"
import type { Engine } from "../../engines/EnginesApi.ts"
import { useMessages } from "../language.tsx"
import { common } from "../messages/common.ts"
import { engines as words } from "../messages/engines.ts"
import { useRead } from "../queries.ts"
import { PageHead } from "../ui/PageHead.tsx"
import { Problem } from "../ui/Problem.tsx"
import { Waiting } from "../ui/Waiting.tsx"
import { EngineCard } from "./engines/EngineCard.tsx"

const someFail = ({ data }: { readonly data: ReadonlyArray<Engine> }): boolean => data.some(({ healthy }) => !healthy)

const EnginesPage = () => {
  const t = useMessages(words)
  const { pages } = useMessages(common)
  const { data, error, isFetching, refetch } = useRead(["engines"], (client) => client.dashboardEngines.engines(), {
    live: someFail
  })
  // A refresh in the background does not take the button away.
  const isAsked = isFetching && !(data !== undefined && someFail(data))
  return (
    <>
      <PageHead title={pages.engines} about={t.about}>
        <Button variant="default" size="xs" loading={isAsked} onClick={() => void refetch()}>
          {t.again}
        </Button>
      </PageHead>
      {error === null ? null : <Problem problem={error} again={refetch} />}
      {data === undefined && error === null ? <Waiting /> : null}
      <Stack>
        {data?.data.map((engine) => (
          <EngineCard key={engine.kind} engine={engine} />
        ))}
      </Stack>
    </>
  )
}

export default EnginesPage
