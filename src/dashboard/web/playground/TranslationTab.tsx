/** Translation between all six pairs. */
import { Button, Group, NativeSelect, Paper, SimpleGrid, Stack, Text, Textarea } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { Schema } from "effect"
import { type FormEvent, useState } from "react"
import { MAX_TEXT, TranslationResponse } from "../../../translation/Api.ts"
import { useFormat } from "../format.ts"
import { useMessages } from "../language.tsx"
import { common } from "../messages/common.ts"
import { translation as words } from "../messages/translation.ts"
import { Copy } from "../ui/Copy.tsx"
import { Problem } from "../ui/Problem.tsx"
import { Commands } from "./Commands.tsx"
import { translationCommands } from "./commands/translationCommands.ts"
import { useKey } from "./key.tsx"
import { Trial } from "./Trial.tsx"

const PATH = "/api/v1/translate"
const languages = ["am", "om", "en"] as const
type SourceLanguage = (typeof languages)[number]

/** What the sandbox can translate too. */
const samples: Readonly<Record<SourceLanguage, string>> = { am: "እንደምን አደሩ?", om: "Akkam bulte?", en: "Good morning" }

const decode = Schema.decodeUnknownPromise(TranslationResponse)

const spokenOf = (value: string): SourceLanguage => languages.find((language) => language === value) ?? "en"
/** Another language than this one. */
const otherThan = (language: SourceLanguage): SourceLanguage => (language === "am" ? "en" : "am")

const useTranslation = () => {
  const { call } = useKey()
  return useMutation({
    mutationFn: async (request: {
      readonly text: string
      readonly source_language: SourceLanguage
      readonly target_language: SourceLanguage
    }) => {
      const response = await call(PATH, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(request)
      })
      return (await decode(await response.json())).data
    }
  })
}

const TranslationTab = () => {
  const t = useMessages(words)
  const { amharic, english, oromo } = useMessages(common)
  const format = useFormat()
  const names = { am: amharic, om: oromo, en: english }
  const [source, setSource] = useState<SourceLanguage>("en")
  const [target, setTarget] = useState<SourceLanguage>("am")
  const [text, setText] = useState(samples.en)
  const translate = useTranslation()
  const request = { text, source_language: source, target_language: target }

  const chooseSource = (language: SourceLanguage) => {
    if (text === samples[source]) setText(samples[language])
    setSource(language)
    if (language === target) setTarget(source === language ? otherThan(language) : source)
  }
  const chooseTarget = (language: SourceLanguage) => {
    setTarget(language)
    if (language === source) chooseSource(target === language ? otherThan(language) : target)
  }
  const swap = () => {
    setSource(target)
    setTarget(source)
    setText(translate.data?.translation ?? samples[target])
    translate.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    translate.mutate(request)
  }
  const options = languages.map((value) => ({ value, label: names[value] }))

  return (
    <Stack>
      <Trial of={["text_model"]} />
      <form onSubmit={submit}>
        <Stack>
          <Group align="flex-end">
            <NativeSelect
              label={t.from}
              value={source}
              data={options}
              onChange={(event) => chooseSource(spokenOf(event.currentTarget.value))}
            />
            <Button variant="default" onClick={swap}>
              {t.swap}
            </Button>
            <NativeSelect
              label={t.to}
              value={target}
              data={options}
              onChange={(event) => chooseTarget(spokenOf(event.currentTarget.value))}
            />
          </Group>
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <Textarea
              label={t.text}
              lang={source}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              maxLength={MAX_TEXT}
              autosize
              minRows={5}
              required
            />
            <Stack gap={4} aria-live="polite">
              <Text size="sm" fw={500}>
                {t.result}
              </Text>
              <Paper withBorder p="sm" mih={120}>
                <Text lang={target} style={{ whiteSpace: "pre-wrap" }}>
                  {translate.data?.translation ?? ""}
                </Text>
              </Paper>
              {translate.data === undefined ? null : (
                <Group justify="space-between">
                  <Text size="sm" c="dimmed">
                    {t.checks[translate.data.quality]},{" "}
                    {t.tokens(format.number(translate.data.usage_metadata.total_token_count))}
                  </Text>
                  <Copy value={translate.data.translation} />
                </Group>
              )}
            </Stack>
          </SimpleGrid>
          <Group>
            <Button type="submit" loading={translate.isPending}>
              {t.translate}
            </Button>
          </Group>
        </Stack>
      </form>
      {translate.error === null ? null : <Problem problem={translate.error} />}
      {translate.variables === undefined ? null : (
        <Commands of={translationCommands(location.origin, PATH, translate.variables)} />
      )}
    </Stack>
  )
}

export default TranslationTab
