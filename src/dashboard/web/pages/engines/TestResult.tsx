/** What an engine did when it was tried. */
import { Code, Paper, Stack, Text } from "@mantine/core"
import type { EngineKind, EngineTest } from "../../../engines/EnginesApi.ts"
import { useFormat } from "../../format.ts"
import { useMessages } from "../../language.tsx"
import { codes, meaningOf } from "../../messages/codes.ts"
import { engines } from "../../messages/engines.ts"
import { Details } from "../../ui/Details.tsx"
import { Facts } from "../../ui/Facts.tsx"
import { SoundPlayer } from "../../ui/SoundPlayer.tsx"
import { Outcome } from "../requests/Outcome.tsx"

interface TestResultProps {
  readonly kind: EngineKind
  readonly result: EngineTest
}

export const TestResult = ({ kind, result }: TestResultProps) => {
  const t = useMessages(engines)
  const meanings = useMessages(codes)
  const format = useFormat()
  const { answer, audio, error, given, milliseconds, ok } = result
  const time = format.milliseconds(milliseconds)
  return (
    <Paper withBorder p="md" role="status">
      <Stack gap="sm">
        <Outcome kind={ok ? "good" : "bad"}>{ok ? t.passed(time) : t.failed(time)}</Outcome>
        <Facts
          facts={[
            { name: t.given, value: given },
            ...(answer === null ? [] : [{ name: t.answers[kind], value: answer }])
          ]}
        />
        {audio === null ? null : <SoundPlayer label={t.spoken} source={audio} text={answer ?? given} begins />}
        {error === null ? null : (
          <div>
            <Text size="sm">
              <Code>{error.code}</Code> {meaningOf(meanings, error.code)}
            </Text>
            <Details text={error.message} />
          </div>
        )}
      </Stack>
    </Paper>
  )
}
