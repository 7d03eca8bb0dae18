/** What running jobs hold of a wallet, as it is now. */
import { Anchor } from "@mantine/core"
import { Link } from "wouter"
import type { WalletId } from "../../../../Domain.ts"
import type { Job } from "../../../requests/RequestsApi.ts"
import { useFormat } from "../../format.ts"
import { useMessages } from "../../language.tsx"
import { common } from "../../messages/common.ts"
import { wallets as words } from "../../messages/wallets.ts"
import { useRead } from "../../queries.ts"
import { type Column, Listing, useParts } from "../../ui/Listing.tsx"

const useColumns = (): ReadonlyArray<Column<Job>> => {
  const t = useMessages(words)
  const { operations } = useMessages(common)
  const format = useFormat()
  return [
    { header: t.operation, cell: ({ operation }) => operations[operation] },
    { header: t.hold, numeric: true, cell: ({ hold }) => format.money(hold) },
    { header: t.since, cell: ({ created_at }) => format.time(created_at) },
    { header: t.job, cell: ({ id }) => <span className="mono">{id}</span> },
    {
      header: t.request,
      cell: ({ x_request_id: id }) =>
        id === null ? null : (
          <Anchor component={Link} href={`/requests/${encodeURIComponent(id)}`} className="mono">
            {id}
          </Anchor>
        )
    }
  ]
}

export const Holds = ({ wallet }: { readonly wallet: WalletId }) => {
  const t = useMessages(words)
  const { data, error } = useRead(
    ["jobs", "running", wallet],
    (client) => client.dashboardRequests.runningJobs({ urlParams: { wallet_id: wallet } }),
    { live: true }
  )
  return (
    <Listing label={t.holds} columns={useColumns()} keyOf={({ id }) => id} problem={error} {...useParts(data?.data)} />
  )
}
