/** The jobs that run now, with what they hold. */
import { Anchor, Paper, Text, Title } from "@mantine/core"
import { Link } from "wouter"
import type { WalletId } from "../../../../Domain.ts"
import type { Job } from "../../../requests/RequestsApi.ts"
import { type Format, useFormat } from "../../format.ts"
import { useMessages } from "../../language.tsx"
import { common } from "../../messages/common.ts"
import { records } from "../../messages/records.ts"
import { requests } from "../../messages/requests.ts"
import { useRead } from "../../queries.ts"
import { type Column, Listing, useParts } from "../../ui/Listing.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { addressOf } from "./address.ts"

/** The browser's clock may differ from the server's a little. */
const since = (iso: string, format: Format): string =>
  format.seconds(Math.max(0, Math.round((Date.now() - Date.parse(iso)) / 1_000)))

const useColumns = (): ReadonlyArray<Column<Job>> => {
  const t = useMessages(requests)
  const { wallet } = useMessages(records)
  const { operations } = useMessages(common)
  const format = useFormat()
  return [
    { header: t.operation, cell: ({ operation }) => operations[operation] },
    {
      header: t.request,
      cell: ({ id, x_request_id }) =>
        x_request_id === null ? (
          <Text className="mono">{id}</Text>
        ) : (
          <Anchor component={Link} href={addressOf(x_request_id)} className="mono">
            {x_request_id}
          </Anchor>
        )
    },
    { header: wallet, cell: ({ wallet_name }) => wallet_name },
    { header: t.runningFor, cell: ({ created_at }) => since(created_at, format), numeric: true },
    { header: t.holds, cell: ({ hold }) => format.money(hold), numeric: true }
  ]
}

export const RunningJobList = ({ walletId }: { readonly walletId: WalletId | undefined }) => {
  const t = useMessages(requests)
  const format = useFormat()
  const columns = useColumns()
  const { data, error, refetch } = useRead(
    ["jobs", "running", walletId],
    (client) => client.dashboardRequests.runningJobs({ urlParams: { wallet_id: walletId } }),
    { live: true }
  )
  const jobs = data?.data ?? []
  const shown = useParts(jobs)
  return (
    <Paper component="section" withBorder p="md" mb="md" aria-label={t.running}>
      <Title order={2} size="h5">
        {t.running}
      </Title>
      <Text size="sm" c="dimmed" role="status" mb={jobs.length === 0 ? 0 : "xs"}>
        {jobs.length === 0 ? t.idle : t.runningCount(format.number(jobs.length))}
      </Text>
      {error === null ? null : <Problem problem={error} again={refetch} />}
      {jobs.length === 0 ? null : <Listing label={t.running} columns={columns} keyOf={({ id }) => id} {...shown} />}
    </Paper>
  )
}
