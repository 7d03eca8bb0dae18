/** One engine: which it is, how it is, its settings, how another is attached, and a try. */
import { Alert, Badge, Box, Button, Card, Code, Group, NativeSelect, Stack, Text, Title } from "@mantine/core"
import { useState } from "react"
import type { Engine } from "../../../engines/EnginesApi.ts"
import { useMessages } from "../../language.tsx"
import { engines } from "../../messages/engines.ts"
import { records } from "../../messages/records.ts"
import { useChange } from "../../queries.ts"
import { useSession } from "../../session.tsx"
import { AmberMark, AmberNote } from "../../ui/Amber.tsx"
import { Block } from "../../ui/Copy.tsx"
import { Details } from "../../ui/Details.tsx"
import { type Column, Listing } from "../../ui/Listing.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { Outcome } from "../requests/Outcome.tsx"
import { attachingOf } from "./attaching.ts"
import { TestResult } from "./TestResult.tsx"

interface EngineProps {
  readonly engine: Engine
}

type Setting = Engine["settings"][number]

/** The three settings that every engine has are described in the page's language; others in the server's words. */
const useMeaning = (): ((setting: Setting) => string) => {
  const { meanings } = useMessages(engines)
  return ({ meaning, name }) =>
    name.endsWith("_API_KEY")
      ? meanings.key
      : name.endsWith("_URL")
        ? meanings.url
        : name.endsWith("_MODEL")
          ? meanings.model
          : meaning
}

const Settings = ({ engine: { settings } }: EngineProps) => {
  const t = useMessages(engines)
  const meaningOf = useMeaning()
  const columns: ReadonlyArray<Column<Setting>> = [
    { header: t.setting, cell: ({ name }) => <Code>{name}</Code> },
    {
      header: t.value,
      cell: ({ value }) => (value === null ? <Text size="sm">{t.notSet}</Text> : <Code>{value}</Code>)
    },
    { header: t.meaning, cell: meaningOf }
  ]
  return (
    <section>
      <Title order={3} size="h6" mb={4}>
        {t.settings}
      </Title>
      <Listing label={t.settings} rows={settings} columns={columns} keyOf={({ name }) => name} />
    </section>
  )
}

const Attach = ({ engine: { embedded, kind } }: EngineProps) => {
  const t = useMessages(engines)
  const { oneOf } = useMessages(records)
  const [chosen, choose] = useState(0)
  const servers = attachingOf(kind, useSession().command)
  return (
    <section>
      <Title order={3} size="h6" mb={4}>
        {t.attach}
      </Title>
      <NativeSelect
        label={t.server}
        value={chosen}
        onChange={({ currentTarget: { value } }) => choose(Number(value))}
        data={servers.map(({ name }, index) => ({ value: String(index), label: name ?? t.hosted }))}
        maw={320}
        mb="xs"
      />
      <Block label={oneOf(t.command, t.kinds[kind])} text={servers[chosen]?.command ?? ""} />
      {embedded ? null : (
        <Text size="sm" mt="xs">
          {t.detach}
        </Text>
      )}
    </section>
  )
}

const EngineHead = ({ engine: { embedded, for_trying, healthy, kind, name } }: EngineProps) => {
  const t = useMessages(engines)
  return (
    <Box miw={0}>
      <Group gap="xs">
        <Title order={2} size="h4">
          {t.kinds[kind]}
        </Title>
        <Outcome kind={healthy ? "good" : "bad"}>{healthy ? t.healthy : t.unhealthy}</Outcome>
        <Badge tt="none" variant="default">
          {embedded ? t.embedded : t.attached}
        </Badge>
        {for_trying === null ? null : <AmberMark>{t.forTrying}</AmberMark>}
      </Group>
      <Text size="sm" c="dimmed">
        {t.does[kind]}
      </Text>
      <Code>{name}</Code>
    </Box>
  )
}

type Model = Engine["models"][number]

/** What a model is for, where that is not its languages. */
const useAim = (): ((model: Model) => string) => {
  const { detects, diarizes } = useMessages(engines)
  return ({ does, languages }) => {
    if (does === "tells_speakers_apart") return diarizes
    return does === "hears_speech" ? detects : languages.join(", ")
  }
}

/** The models of the models folder, which stand before the engine. */
const Models = ({ engine: { models } }: EngineProps) => {
  const t = useMessages(engines)
  const aimOf = useAim()
  return (
    <section>
      <Title order={3} size="h6" mb={4}>
        {t.models}
      </Title>
      {models.map((model) => (
        <Text key={model.id} size="sm">
          <Code>{model.id}</Code> {[aimOf(model), model.licence, ...(model.is_free ? [t.free] : [])].join(" · ")}
        </Text>
      ))}
    </section>
  )
}

export const EngineCard = ({ engine }: EngineProps) => {
  const t = useMessages(engines)
  const { oneOf } = useMessages(records)
  const { kind, problem } = engine
  const test = useChange(() => (client) => client.dashboardEngines.testEngine({ path: { kind } }), ["engines"])
  return (
    <Card withBorder component="article" aria-label={t.kinds[kind]}>
      <Stack>
        <Group justify="space-between" align="flex-start">
          <EngineHead engine={engine} />
          <Button
            aria-label={oneOf(t.test, t.kinds[kind])}
            loading={test.isPending}
            onClick={() => test.mutate(undefined)}
          >
            {t.test}
          </Button>
        </Group>
        {engine.for_trying === null ? null : <AmberNote>{t.trial[engine.for_trying]}</AmberNote>}
        {engine.models.length === 0 ? null : <Models engine={engine} />}
        {problem === null ? null : (
          <Alert color="red" variant="outline">
            <Details text={problem} />
          </Alert>
        )}
        {test.error === null ? null : <Problem problem={test.error} />}
        {test.data === undefined ? null : <TestResult key={test.submittedAt} kind={kind} result={test.data.data} />}
        <Settings engine={engine} />
        <Attach engine={engine} />
      </Stack>
    </Card>
  )
}
