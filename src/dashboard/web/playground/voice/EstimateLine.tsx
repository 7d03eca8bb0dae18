/** What the text would cost, shown before it is spoken. */
import { Alert, Group, Stack, Text } from "@mantine/core"
import type { Estimate } from "../../../../voice/Api.ts"
import { useFormat } from "../../format.ts"
import { useMessages } from "../../language.tsx"
import { voice } from "../../messages/voice.ts"
import { Details } from "../../ui/Details.tsx"
import { useProblemText } from "../../ui/problemText.ts"

const Figure = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div>
    <Text component="dt" size="xs" c="dimmed">
      {name}
    </Text>
    <Text component="dd" m={0} fw={600}>
      {value}
    </Text>
  </div>
)

interface EstimateLineProps {
  readonly estimate: Estimate | undefined
  readonly problem: unknown
}

export const EstimateLine = ({ estimate, problem }: EstimateLineProps) => {
  const t = useMessages(voice)
  const problemText = useProblemText()
  const { money, seconds } = useFormat()
  return (
    <Stack gap="xs" aria-live="polite" component="section" aria-label={t.estimate}>
      {problem !== null ? (
        <div>
          <Text c="error" size="sm">
            {problemText(problem).message}
          </Text>
          <Details text={problemText(problem).details} />
        </div>
      ) : estimate === undefined ? null : (
        <Group component="dl" m={0} gap="xl">
          <Figure name={t.cost} value={money(estimate.estimated_cost)} />
          <Figure name={t.required} value={money(estimate.required_balance)} />
          <Figure name={t.duration} value={seconds(estimate.estimated_duration_seconds)} />
          <Figure name={t.balanceAfter} value={money(estimate.estimated_balance_after)} />
        </Group>
      )}
      {problem === null && estimate?.can_generate === false ? (
        <Alert color="yellow" variant="outline">
          {t.cannot}
        </Alert>
      ) : null}
    </Stack>
  )
}
