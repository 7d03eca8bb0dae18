/** What was heard in speech: found, read, copied, deleted. */
import { Group, Text } from "@mantine/core"
import { useState } from "react"
import { useParams } from "wouter"
import type { JobId, WalletId } from "../../../Domain.ts"
import type { StoredTranscription } from "../../content/ContentApi.ts"
import { useFormat } from "../format.ts"
import { useMessages } from "../language.tsx"
import { common } from "../messages/common.ts"
import { content } from "../messages/content.ts"
import { records } from "../messages/records.ts"
import { useChange, usePages } from "../queries.ts"
import { Confirm } from "../ui/Confirm.tsx"
import { Filters, Search, WalletChoice } from "../ui/Filters.tsx"
import { type Column, Listing, paged } from "../ui/Listing.tsx"
import { Beginning } from "../ui/LongText.tsx"
import { PageHead } from "../ui/PageHead.tsx"
import { TranscriptionReader } from "./transcriptions/TranscriptionReader.tsx"

/** Entries of a page. */
const PAGE = 25

const useColumns = (remove: (jobId: JobId) => Promise<unknown>): ReadonlyArray<Column<StoredTranscription>> => {
  const t = useMessages(records)
  const { transcriptions } = useMessages(content)
  const { actions, operations, remove: action } = useMessages(common)
  const format = useFormat()
  return [
    {
      header: t.text,
      cell: ({ language, text }) =>
        text === "" ? (
          <Text size="sm" c="dimmed">
            {transcriptions.empty}
          </Text>
        ) : (
          <Beginning text={text} lang={language ?? undefined} />
        )
    },
    { header: t.kind, cell: ({ operation }) => operations[operation] },
    { header: t.language, cell: ({ language }) => (language === null ? "—" : t.languages[language]) },
    { header: t.wallet, cell: ({ wallet_name }) => wallet_name },
    { header: t.when, cell: ({ created_at }) => format.time(created_at) },
    {
      header: t.length,
      cell: ({ seconds }) => (seconds === null ? "—" : format.seconds(seconds)),
      numeric: true
    },
    { header: t.cost, cell: ({ charge }) => (charge === null ? "—" : format.money(charge)), numeric: true },
    {
      header: actions,
      cell: (transcription) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <TranscriptionReader transcription={transcription} />
          <Confirm
            action={action}
            label={t.oneOf(action, transcription.id)}
            title={transcriptions.remove}
            consequence={transcriptions.consequence}
            run={() => remove(transcription.id)}
          />
        </Group>
      )
    }
  ]
}

interface TranscriptionFilterValues {
  readonly search?: string | undefined
  readonly wallet_id?: WalletId | undefined
}

const TranscriptionsOf = ({ id }: { readonly id: string | undefined }) => {
  const t = useMessages(content).transcriptions
  const { pages } = useMessages(common)
  const [values, setValues] = useState<TranscriptionFilterValues>({ search: id })
  const listing = usePages(
    ["transcriptions", values],
    (cursor) => (client) =>
      client.dashboardContent.keptTranscriptions({ urlParams: { ...values, limit: PAGE, cursor } })
  )
  const remove = useChange(
    (jobId: JobId) => (client) => client.dashboardContent.deleteKeptTranscription({ path: { jobId } }),
    ["transcriptions"]
  )
  const columns = useColumns(remove.mutateAsync)
  return (
    <>
      <PageHead title={pages.transcriptions} about={t.about} />
      <Filters>
        <Search
          description={t.search}
          initial={values.search}
          onSearch={(search) => setValues((now) => ({ ...now, search }))}
        />
        <WalletChoice value={values.wallet_id} onChange={(wallet_id) => setValues((now) => ({ ...now, wallet_id }))} />
      </Filters>
      <Listing label={pages.transcriptions} columns={columns} keyOf={({ id }) => id} {...paged(listing)} />
    </>
  )
}

/** `/transcriptions/:id` shows one alone. */
const TranscriptionsPage = () => {
  const { id } = useParams<{ readonly id?: string }>()
  return <TranscriptionsOf key={id} id={id} />
}

export default TranscriptionsPage
