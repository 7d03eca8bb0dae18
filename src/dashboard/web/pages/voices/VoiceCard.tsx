/** One voice: what it is, how it sounds, and what an operator may change of it. */
import { Badge, Button, Card, Group, Stack, Switch, Text, Title } from "@mantine/core"
import type { DashboardVoice } from "../../../voices/DashboardVoicesApi.ts"
import { useFormat } from "../../format.ts"
import { useMessages } from "../../language.tsx"
import { records } from "../../messages/records.ts"
import { voices as words } from "../../messages/voices.ts"
import { callOnce, useChange } from "../../queries.ts"
import { sameOrigin } from "../../sameOrigin.ts"
import { Problem } from "../../ui/Problem.tsx"
import { Listen } from "../../ui/SoundPlayer.tsx"

const previewOf = async (voiceId: string): Promise<string> => {
  const { data } = await callOnce((client) => client.dashboardVoices.dashboardPreview({ path: { voiceId } }))
  return sameOrigin(data.audio_url)
}

const CHOSEN = { color: "var(--mantine-color-anchor)", borderColor: "var(--mantine-color-anchor)" }

interface VoiceProps {
  readonly voice: DashboardVoice
}

const VoiceHead = ({ voice: { descriptor, gender, id, language, name, script_chip, style, tags } }: VoiceProps) => {
  const t = useMessages(words)
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <div>
        <Group gap="xs">
          <Title order={3} size="h5">
            {name}
          </Title>
          <Badge variant="default" tt="none" lang={language}>
            {script_chip}
          </Badge>
        </Group>
        <Text size="sm" lang="en">
          {descriptor}
        </Text>
        <Text size="sm" c="dimmed">
          {[t.genders[gender], style, ...tags].join(" · ")}
        </Text>
        <Text size="sm" c="dimmed" className="mono">
          {id}
        </Text>
      </div>
      <Listen label={name} source={() => previewOf(id)} />
    </Group>
  )
}

const Usage = ({ voice: { usage } }: VoiceProps) => {
  const t = useMessages(words)
  const format = useFormat()
  const { charged, clips, last_used_on, seconds } = usage
  return (
    <Text size="sm">
      {clips === 0 ? t.unused : t.usage(format.number(clips), format.seconds(seconds), format.money(charged))}
      {last_used_on === null ? null : (
        <>
          <br />
          {t.lastUsed(format.day(last_used_on))}
        </>
      )}
    </Text>
  )
}

export const VoiceCard = ({ voice }: VoiceProps) => {
  const t = useMessages(words)
  const { languages, oneOf } = useMessages(records)
  const { id, is_available, is_default, language, name } = voice
  const change = useChange(
    (payload: { readonly is_available: boolean } | { readonly is_default: true }) => (client) =>
      client.dashboardVoices.changeVoice({ path: { voiceId: id }, payload }),
    ["voices"]
  )
  return (
    <Card withBorder padding="md" component="article" aria-label={name}>
      <Stack h="100%" gap="sm" justify="space-between">
        <VoiceHead voice={voice} />
        <Usage voice={voice} />
        {is_default || !is_available ? (
          <Group gap="xs">
            {is_default ? (
              <Badge tt="none" variant="outline" style={CHOSEN}>
                {t.defaultOf(languages[language])}
              </Badge>
            ) : null}
            {is_available ? null : (
              <Badge tt="none" variant="default">
                {t.isOff}
              </Badge>
            )}
          </Group>
        ) : null}
        {change.error === null ? null : <Problem problem={change.error} />}
        <Group justify="space-between">
          <Switch
            label={t.available}
            aria-label={oneOf(t.available, name)}
            checked={is_available}
            onChange={({ currentTarget: { checked } }) => change.mutate({ is_available: checked })}
          />
          {is_default ? null : (
            <Button
              size="xs"
              variant="default"
              aria-label={oneOf(t.makeDefault, name)}
              loading={change.isPending}
              onClick={() => change.mutate({ is_default: true })}
            >
              {t.makeDefault}
            </Button>
          )}
        </Group>
      </Stack>
    </Card>
  )
}
