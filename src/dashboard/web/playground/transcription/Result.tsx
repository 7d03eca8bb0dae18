/** A transcript, what it cost, and its words and captions in time with the sound. */
import { Button, Group, Stack, Text, Title } from "@mantine/core"
import { useState } from "react"
import type { TranscriptAnswer } from "../../../../transcription/Api.ts"
import { useFormat } from "../../format.ts"
import { useMessages } from "../../language.tsx"
import { audio as audioWords } from "../../messages/audio.ts"
import { transcription } from "../../messages/transcription.ts"
import { Copy } from "../../ui/Copy.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { TimedText } from "../audio/TimedText.tsx"
import type { TimedPart } from "../audio/useCurrent.ts"
import { useKey } from "../key.tsx"
import { save } from "../save.ts"
import { captionsOf } from "./file.ts"

const formats = [
  { format: "srt", name: "SRT" },
  { format: "vtt", name: "WebVTT" }
] as const

const Downloads = ({ requestId }: { readonly requestId: string }) => {
  const t = useMessages(transcription)
  const { call } = useKey()
  const [problem, setProblem] = useState<unknown>()
  const download = async (format: "srt" | "vtt") => {
    setProblem(undefined)
    try {
      save(await captionsOf(call, requestId, format), `${requestId}.${format}`)
    } catch (refusal) {
      setProblem(refusal)
    }
  }
  return (
    <>
      <Group gap="xs">
        {formats.map(({ format, name }) => (
          <Button key={format} size="xs" variant="default" onClick={() => void download(format)}>
            {t.download(name)}
          </Button>
        ))}
      </Group>
      {problem === undefined ? null : <Problem problem={problem} />}
    </>
  )
}

const Receipt = ({ result: { request_id, usage } }: { readonly result: TranscriptAnswer }) => {
  const t = useMessages(transcription)
  const { money, number } = useFormat()
  return (
    <Group gap="md">
      <Text size="sm">
        {t.charged} <b>{money(usage.credits_used)}</b> · {t.characters(number(usage.characters))} · {t.balance}{" "}
        {money(usage.credits_remaining)}
      </Text>
      <Group gap="xs">
        <Text size="sm" component="span">
          {t.request} <span className="mono">{request_id}</span>
        </Text>
        <Copy value={request_id} />
      </Group>
    </Group>
  )
}

interface ResultProps {
  readonly result: TranscriptAnswer
  readonly audio: HTMLAudioElement | null
  /** Where times are known. */
  readonly words: ReadonlyArray<TimedPart>
}

export const Result = ({ audio, result, words }: ResultProps) => {
  const t = useMessages(transcription)
  const labels = useMessages(audioWords)
  const { language, request_id, segments = [], text } = result
  return (
    <Stack gap="sm" component="section" aria-label={t.text}>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t.text}
        </Title>
        <Copy value={text} />
      </Group>
      {text === "" ? (
        <Text c="dimmed">{t.nothing}</Text>
      ) : words.length === 0 ? (
        <Text lang={language}>{text}</Text>
      ) : (
        <TimedText audio={audio} parts={words} text={text} label={labels.words} lang={language} />
      )}
      {segments.length === 0 ? null : (
        <>
          <Group justify="space-between">
            <Title order={2} size="h4">
              {t.captions}
            </Title>
            <Downloads requestId={request_id} />
          </Group>
          <TimedText audio={audio} parts={segments} label={labels.cues} lang={language} />
        </>
      )}
      <Receipt result={result} />
    </Stack>
  )
}
