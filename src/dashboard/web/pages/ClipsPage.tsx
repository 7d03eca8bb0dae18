/** The clips of all wallets: found, listened to, read, taken along, deleted. */
import { Group, Text } from "@mantine/core"
import { useState } from "react"
import { useParams } from "wouter"
import { ClipId } from "../../../Domain.ts"
import type { StoredClip } from "../../content/ContentApi.ts"
import { useFormat } from "../format.ts"
import { useMessages } from "../language.tsx"
import { common } from "../messages/common.ts"
import { content } from "../messages/content.ts"
import { records } from "../messages/records.ts"
import { useChange, usePages } from "../queries.ts"
import { sameOrigin } from "../sameOrigin.ts"
import { Confirm } from "../ui/Confirm.tsx"
import { type Column, Listing, paged } from "../ui/Listing.tsx"
import { Beginning } from "../ui/LongText.tsx"
import { PageHead } from "../ui/PageHead.tsx"
import { Listen } from "../ui/SoundPlayer.tsx"
import { ClipFilters, type ClipFilterValues } from "./clips/ClipFilters.tsx"
import { ClipReader } from "./clips/ClipReader.tsx"

const useColumns = (remove: (clip: StoredClip) => Promise<unknown>): ReadonlyArray<Column<StoredClip>> => {
  const t = useMessages(records)
  const { clips } = useMessages(content)
  const { actions, remove: action } = useMessages(common)
  const format = useFormat()
  return [
    { header: t.text, cell: ({ language, text_preview }) => <Beginning text={text_preview} lang={language} /> },
    {
      header: t.voice,
      cell: ({ language, voice_name }) => (
        <Text size="sm">
          {voice_name}, {t.languages[language]}
        </Text>
      )
    },
    { header: t.wallet, cell: ({ wallet_name }) => wallet_name },
    { header: t.when, cell: ({ created_at }) => format.time(created_at) },
    { header: t.length, cell: ({ duration_seconds }) => format.seconds(duration_seconds), numeric: true },
    { header: t.cost, cell: ({ usage }) => format.money(usage.credits_used), numeric: true },
    {
      header: actions,
      cell: (clip) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Listen label={clip.text_preview} text={clip.text} source={() => sameOrigin(clip.audio_url)} />
          <ClipReader clip={clip} />
          <Confirm
            action={action}
            label={t.oneOf(action, clip.text_preview)}
            title={clips.remove}
            consequence={clips.consequence}
            run={() => remove(clip)}
          />
        </Group>
      )
    }
  ]
}

/** Entries of a page. */
const PAGE = 25

const ClipsOf = ({ id }: { readonly id: string | undefined }) => {
  const t = useMessages(content).clips
  const { pages } = useMessages(common)
  const [values, setValues] = useState<ClipFilterValues>({ search: id })
  const clips = usePages(
    ["clips", values],
    (cursor) => (client) => client.dashboardContent.keptClips({ urlParams: { ...values, limit: PAGE, cursor } })
  )
  const remove = useChange(
    (clipId: ClipId) => (client) => client.dashboardContent.deleteKeptClip({ path: { clipId } }),
    ["clips"]
  )
  const columns = useColumns((clip) => remove.mutateAsync(ClipId.make(clip.id)))
  return (
    <>
      <PageHead title={pages.clips} about={t.about} />
      <ClipFilters values={values} setValues={setValues} />
      <Listing label={pages.clips} columns={columns} keyOf={({ id }) => id} {...paged(clips)} />
    </>
  )
}

/** `/clips/:id` shows one alone. */
const ClipsPage = () => {
  const { id } = useParams<{ readonly id?: string }>()
  return <ClipsOf key={id} id={id} />
}

export default ClipsPage
