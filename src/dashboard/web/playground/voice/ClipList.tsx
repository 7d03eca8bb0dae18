/** What was made: the newest clip with what it cost, and the earlier ones. */
import { Button, Card, Group, Stack, Text, Title } from "@mantine/core"
import { useState } from "react"
import type { Clip } from "../../../../voice/Api.ts"
import { useFormat } from "../../format.ts"
import { useMessages } from "../../language.tsx"
import { voice } from "../../messages/voice.ts"
import { Copy } from "../../ui/Copy.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { useKey } from "../key.tsx"
import { save } from "../save.ts"

/** By the key, so that it works however long ago the clip was made. */
const Download = ({ clip }: { readonly clip: Clip }) => {
  const t = useMessages(voice)
  const { call } = useKey()
  const [problem, setProblem] = useState<unknown>()
  const download = async () => {
    setProblem(undefined)
    try {
      const response = await call(`/api/v1/voice/clips/${clip.id}/file`)
      save(await response.blob(), clip.download_name)
    } catch (refusal) {
      setProblem(refusal)
    }
  }
  return (
    <>
      <Button size="xs" variant="default" onClick={() => void download()} aria-label={t.downloadOf(clip.text_preview)}>
        {t.download}
      </Button>
      {problem === undefined ? null : <Problem problem={problem} />}
    </>
  )
}

export const Receipt = ({ clip }: { readonly clip: Clip }) => {
  const t = useMessages(voice)
  const { money } = useFormat()
  return (
    <Group gap="md">
      <Text size="sm">
        {t.charged} <b>{money(clip.usage.credits_used)}</b> · {t.balance} {money(clip.usage.credits_remaining)}
      </Text>
      <Group gap="xs">
        <Text size="sm" component="span">
          {t.clip} <span className="mono">{clip.id}</span>
        </Text>
        <Copy value={clip.id} />
        <Download clip={clip} />
      </Group>
    </Group>
  )
}

interface ClipListProps {
  readonly clips: ReadonlyArray<Clip>
  readonly play: (clip: Clip) => void
}

export const ClipList = ({ clips, play }: ClipListProps) => {
  const t = useMessages(voice)
  const { money, seconds, time } = useFormat()
  if (clips.length === 0) return null
  return (
    <Stack gap="xs" component="section" aria-label={t.history}>
      <Title order={2} size="h4">
        {t.history}
      </Title>
      <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: "none" }}>
        {clips.map((clip) => (
          <Card key={clip.id} component="li" withBorder padding="xs">
            <Text lang={clip.language} truncate>
              {clip.text_preview}
            </Text>
            <Group justify="space-between">
              <Text size="sm" c="dimmed">
                {clip.voice_name} · {seconds(clip.duration_seconds)} · {money(clip.usage.credits_used)} ·{" "}
                {time(clip.created_at)}
              </Text>
              <Group gap="xs">
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => play(clip)}
                  aria-label={t.playAgain(clip.text_preview)}
                >
                  {t.play}
                </Button>
                <Download clip={clip} />
              </Group>
            </Group>
          </Card>
        ))}
      </Stack>
    </Stack>
  )
}
