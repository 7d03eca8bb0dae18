/** The voices: each to be listened to, switched on and off, and made its language's default. */
import { SimpleGrid, Stack, Text, Title } from "@mantine/core"
import { useState } from "react"
import type { Language } from "../../../Domain.ts"
import type { DashboardVoice } from "../../voices/DashboardVoicesApi.ts"
import { useMessages } from "../language.tsx"
import { common } from "../messages/common.ts"
import { records } from "../messages/records.ts"
import { voices as words } from "../messages/voices.ts"
import { useRead } from "../queries.ts"
import { Choice, Filters, Search } from "../ui/Filters.tsx"
import { PageHead } from "../ui/PageHead.tsx"
import { Problem } from "../ui/Problem.tsx"
import { Waiting } from "../ui/Waiting.tsx"
import { VoiceCard } from "./voices/VoiceCard.tsx"

const LANGUAGES = ["am", "om"] as const

interface VoiceFilterValues {
  readonly words: string
  readonly language: Language | undefined
  readonly gender: DashboardVoice["gender"] | undefined
}

const fits = (voice: DashboardVoice, { gender, language, words }: VoiceFilterValues): boolean => {
  const { descriptor, id, name, script_chip, style, tags } = voice
  const about = [id, name, script_chip, descriptor, style, ...tags].join("\n").toLowerCase()
  return (
    (language === undefined || voice.language === language) &&
    (gender === undefined || voice.gender === gender) &&
    about.includes(words.toLowerCase())
  )
}

const VoicesPage = () => {
  const t = useMessages(words)
  const { languages, language } = useMessages(records)
  const { pages } = useMessages(common)
  const { data, error, refetch } = useRead(["voices"], (client) => client.dashboardVoices.dashboardVoices())
  const [wanted, want] = useState<VoiceFilterValues>({ words: "", language: undefined, gender: undefined })
  const fittingVoices = data?.data.filter((voice) => fits(voice, wanted))
  return (
    <>
      <PageHead title={pages.voices} about={t.about} />
      <Filters>
        <Search description={t.search} onSearch={(words = "") => want((now) => ({ ...now, words }))} />
        <Choice
          label={language}
          value={wanted.language}
          options={LANGUAGES.map((value) => ({ value, label: languages[value] }))}
          onChange={(language) => want((now) => ({ ...now, language }))}
        />
        <Choice
          label={t.gender}
          value={wanted.gender}
          options={[
            { value: "female", label: t.genders.female },
            { value: "male", label: t.genders.male }
          ]}
          onChange={(gender) => want((now) => ({ ...now, gender }))}
        />
      </Filters>
      {error === null ? null : <Problem problem={error} again={refetch} />}
      {fittingVoices === undefined && error === null ? <Waiting /> : null}
      {fittingVoices?.length === 0 ? <Text c="dimmed">{t.none}</Text> : null}
      <Stack gap="xl">
        {LANGUAGES.map((language) => {
          const group = fittingVoices?.filter((voice) => voice.language === language) ?? []
          return group.length === 0 ? null : (
            <section key={language} aria-label={languages[language]}>
              <Title order={2} size="h4" mb="sm">
                {languages[language]}
              </Title>
              <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
                {group.map((voice) => (
                  <VoiceCard key={voice.id} voice={voice} />
                ))}
              </SimpleGrid>
            </section>
          )
        })}
      </Stack>
    </>
  )
}

export default VoicesPage
