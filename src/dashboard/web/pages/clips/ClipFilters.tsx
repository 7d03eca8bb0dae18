/** Which clips are wanted. */
import type { Language, WalletId } from "../../../../Domain.ts"
import { useMessages } from "../../language.tsx"
import { content } from "../../messages/content.ts"
import { records } from "../../messages/records.ts"
import { useRead } from "../../queries.ts"
import { Choice, Filters, Search, WalletChoice } from "../../ui/Filters.tsx"

/** As the contract names them. */
export interface ClipFilterValues {
  readonly search?: string | undefined
  readonly language?: Language | undefined
  readonly voice_id?: string | undefined
  readonly wallet_id?: WalletId | undefined
}

interface ClipFiltersProps {
  readonly values: ClipFilterValues
  readonly setValues: (change: (now: ClipFilterValues) => ClipFilterValues) => void
}

export const ClipFilters = ({ setValues, values }: ClipFiltersProps) => {
  const t = useMessages(records)
  const { search } = useMessages(content).clips
  const voices = useRead(["voices"], (client) => client.dashboardVoices.dashboardVoices())
  const speakers = (voices.data?.data ?? []).filter(
    ({ language }) => values.language === undefined || language === values.language
  )
  return (
    <Filters>
      <Search
        description={search}
        initial={values.search}
        onSearch={(words) => setValues((now) => ({ ...now, search: words }))}
      />
      <Choice
        label={t.language}
        value={values.language}
        options={[
          { value: "am", label: t.languages.am },
          { value: "om", label: t.languages.om }
        ]}
        onChange={(language) => setValues((now) => ({ ...now, language, voice_id: undefined }))}
      />
      <Choice
        label={t.voice}
        value={values.voice_id}
        options={speakers.map(({ id, name }) => ({ value: id, label: `${name} (${id})` }))}
        onChange={(voice_id) => setValues((now) => ({ ...now, voice_id }))}
      />
      <WalletChoice value={values.wallet_id} onChange={(wallet_id) => setValues((now) => ({ ...now, wallet_id }))} />
    </Filters>
  )
}
