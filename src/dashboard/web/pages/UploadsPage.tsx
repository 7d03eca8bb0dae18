/** Files that were sent to chats: found, looked at, taken along, deleted. */
import { Group, Text } from "@mantine/core"
import { useState } from "react"
import type { WalletId } from "../../../Domain.ts"
import type { StoredUpload } from "../../content/ContentApi.ts"
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
import { UploadReader } from "./uploads/UploadReader.tsx"

/** Entries of a page. */
const PAGE = 25

const useColumns = (remove: (uploadId: string) => Promise<unknown>): ReadonlyArray<Column<StoredUpload>> => {
  const t = useMessages(records)
  const { uploads } = useMessages(content)
  const { actions, remove: action } = useMessages(common)
  const format = useFormat()
  return [
    {
      header: uploads.title,
      cell: ({ id, text }) => (
        <>
          <Text className="mono">{id}</Text>
          {text === null || text === "" ? null : <Beginning text={text} />}
        </>
      )
    },
    { header: t.kind, cell: ({ kind, mime_type }) => `${uploads.kinds[kind]}, ${mime_type}` },
    { header: t.size, cell: ({ size }) => format.size(size), numeric: true },
    { header: t.wallet, cell: ({ wallet_name }) => wallet_name },
    { header: t.when, cell: ({ created_at }) => format.time(created_at) },
    { header: t.expires, cell: ({ expires_at }) => format.time(expires_at) },
    {
      header: actions,
      cell: (upload) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <UploadReader upload={upload} />
          <Confirm
            action={action}
            label={t.oneOf(action, upload.id)}
            title={uploads.remove}
            consequence={uploads.consequence}
            run={() => remove(upload.id)}
          />
        </Group>
      )
    }
  ]
}

interface UploadFilterValues {
  readonly search?: string | undefined
  readonly wallet_id?: WalletId | undefined
}

const UploadsPage = () => {
  const t = useMessages(content).uploads
  const { pages } = useMessages(common)
  const [values, setValues] = useState<UploadFilterValues>({})
  const listing = usePages(
    ["uploads", values],
    (cursor) => (client) => client.dashboardContent.keptUploads({ urlParams: { ...values, limit: PAGE, cursor } })
  )
  const remove = useChange(
    (uploadId: string) => (client) => client.dashboardContent.deleteKeptUpload({ path: { uploadId } }),
    ["uploads"]
  )
  const columns = useColumns(remove.mutateAsync)
  return (
    <>
      <PageHead title={pages.uploads} about={t.about} />
      <Filters>
        <Search description={t.search} onSearch={(search) => setValues((now) => ({ ...now, search }))} />
        <WalletChoice value={values.wallet_id} onChange={(wallet_id) => setValues((now) => ({ ...now, wallet_id }))} />
      </Filters>
      <Listing label={pages.uploads} columns={columns} keyOf={({ id }) => id} {...paged(listing)} />
    </>
  )
}

export default UploadsPage
