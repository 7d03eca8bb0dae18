/** Something failed: what it was, and how to try it again. */
import { Alert, Button, Code, Group, Text } from "@mantine/core"
import { useMessages } from "../language.tsx"
import { common } from "../messages/common.ts"
import { Details } from "./Details.tsx"
import { useProblemText } from "./problemText.ts"

export const Problem = ({ problem, again }: { readonly problem: unknown; readonly again?: () => unknown }) => {
  const t = useMessages(common)
  const { code, details, message } = useProblemText()(problem)
  return (
    <Alert color="red" variant="outline" title={t.failed} role="alert">
      <Text size="sm">{message}</Text>
      <Details text={details} />
      <Group mt="xs" justify="space-between">
        <Code>{code}</Code>
        {again === undefined ? null : (
          <Button size="xs" variant="default" onClick={() => void again()}>
            {t.again}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
