/** What is to be spoken, and how. */
import { Button, Group, NativeSelect, Slider, Stack, Text, Textarea } from "@mantine/core"
import { useId } from "react"
import { MAX_TEXT, type Voice } from "../../../../voice/Api.ts"
import { useFormat } from "../../format.ts"
import { useMessages } from "../../language.tsx"
import { common } from "../../messages/common.ts"
import { voice as words } from "../../messages/voice.ts"

/** 50 is the voice's own pace. */
export const NEUTRAL = 50

export interface SpeechOptions {
  readonly language: "am" | "om"
  readonly voiceId: string | undefined
  readonly speed: number
  readonly text: string
}

interface SpeechFormProps {
  readonly options: SpeechOptions
  readonly voices: ReadonlyArray<Voice>
  readonly onChange: (part: Partial<SpeechOptions>) => void
}

const Speed = ({ onChange, speed }: { readonly speed: number; readonly onChange: (speed: number) => void }) => {
  const t = useMessages(words)
  const label = useId()
  const marks = [
    { value: 0, label: t.half },
    { value: NEUTRAL, label: t.normal },
    { value: 100, label: t.double }
  ]
  return (
    <Stack gap={4} mb="lg" px="xl" maw={420}>
      <Text id={label} size="sm" fw={500} ml="calc(-1 * var(--mantine-spacing-xl))">
        {t.speed}
      </Text>
      <Slider
        value={speed}
        onChange={onChange}
        marks={marks}
        thumbLabel={t.speed}
        thumbSize={24}
        aria-labelledby={label}
        styles={{ markLabel: { color: "var(--mantine-color-dimmed)" } }}
      />
    </Stack>
  )
}

/** Its counter counts as the API does, in UTF-16 code units. */
const SpeechText = ({ onChange, options: { language, text } }: Omit<SpeechFormProps, "voices">) => {
  const t = useMessages(words)
  const { number } = useFormat()
  const isTooLong = text.length > MAX_TEXT
  return (
    <>
      <Textarea
        label={t.text}
        lang={language}
        value={text}
        onChange={({ currentTarget: { value } }) => onChange({ text: value })}
        autosize
        minRows={3}
        maxRows={12}
        error={isTooLong ? t.tooLong(number(MAX_TEXT)) : undefined}
      />
      <Group justify="space-between">
        <Button size="xs" variant="default" onClick={() => onChange({ text: t.samples[language] })}>
          {t.sample}
        </Button>
        <Text size="sm" c={isTooLong ? "error" : "dimmed"}>
          {t.count(number(text.length), number(MAX_TEXT))}
        </Text>
      </Group>
    </>
  )
}

export const SpeechForm = ({ onChange, options, voices }: SpeechFormProps) => {
  const t = useMessages(words)
  const { amharic, oromo } = useMessages(common)
  const chooseLanguage = (value: string) => {
    if (value !== "am" && value !== "om") return
    const isSample = options.text === t.samples[options.language]
    onChange({ language: value, voiceId: undefined, ...(isSample ? { text: t.samples[value] } : {}) })
  }
  return (
    <Stack gap="sm">
      <Group align="flex-start">
        <NativeSelect
          label={t.language}
          value={options.language}
          onChange={({ currentTarget: { value } }) => chooseLanguage(value)}
          data={[
            { value: "am", label: amharic },
            { value: "om", label: oromo }
          ]}
        />
        <NativeSelect
          label={t.voice}
          value={options.voiceId}
          onChange={({ currentTarget: { value } }) => onChange({ voiceId: value })}
          data={voices.map(({ descriptor, gender, id, is_available, name }) => ({
            value: id,
            label: `${name} · ${t[gender]} · ${descriptor}`,
            disabled: !is_available
          }))}
        />
      </Group>
      <Speed speed={options.speed} onChange={(speed) => onChange({ speed })} />
      <SpeechText options={options} onChange={onChange} />
    </Stack>
  )
}
