/** A wallet's ledger, newest first, with filters; the same as CSV. */
import { Button, Group } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { Schema } from "effect"
import { useEffect, useRef, useState } from "react"
import { Operation } from "../../../requests/RequestsApi.ts"
import type { LedgerEntry, Wallet } from "../../../wallets/WalletsApi.ts"
import { type Format, useFormat } from "../../format.ts"
import { useMessages } from "../../language.tsx"
import { common } from "../../messages/common.ts"
import { wallets as words } from "../../messages/wallets.ts"
import { usePages } from "../../queries.ts"
import { type Column, Listing, paged } from "../../ui/Listing.tsx"
import { LedgerFilters } from "./LedgerFilters.tsx"
import { csvAddress, filterOf, type LedgerFilterValues } from "./ledgerFilter.ts"

/** Entries of a page. */
const LIMIT = 50

const isOperation = Schema.is(Operation)

const signed = (format: Format, amount: number): string =>
  amount < 0 ? `−${format.money(-amount)}` : `+${format.money(amount)}`

const useColumns = (): ReadonlyArray<Column<LedgerEntry>> => {
  const t = useMessages(words)
  const { operations } = useMessages(common)
  const format = useFormat()
  return [
    { header: t.time, cell: ({ created_at }) => format.time(created_at) },
    { header: t.kind, cell: ({ kind }) => t.kinds[kind] },
    { header: t.amount, numeric: true, cell: ({ amount }) => signed(format, amount) },
    { header: t.balanceAfter, numeric: true, cell: ({ balance_after }) => format.money(balance_after) },
    { header: t.operation, cell: ({ operation }) => (isOperation(operation) ? operations[operation] : operation) },
    { header: t.note, cell: ({ note }) => note },
    { header: t.job, cell: ({ job_id }) => (job_id === null ? null : <span className="mono">{job_id}</span>) }
  ]
}

export const LedgerTable = ({ wallet: { id, balance } }: { readonly wallet: Wallet }) => {
  const t = useMessages(words)
  const client = useQueryClient()
  const [choice, choose] = useState<LedgerFilterValues>({ from: "", to: "" })
  const filter = filterOf(choice)
  const entries = usePages(
    ["wallets", id, "ledger", filter],
    (cursor) => (api) =>
      api.dashboardWallets.ledger({ path: { walletId: id }, urlParams: { ...filter, cursor, limit: LIMIT } })
  )
  // Whatever is entered changes the balance, which is looked at all the time.
  const known = useRef(balance)
  useEffect(() => {
    if (known.current === balance) return
    known.current = balance
    void client.invalidateQueries({ queryKey: ["wallets", id, "ledger"] })
  }, [client, id, balance])
  return (
    <>
      <LedgerFilters choice={choice} choose={choose} />
      <Group justify="flex-end" mb="sm">
        <Button component="a" href={csvAddress(id, filter)} download variant="default" size="xs">
          {t.csv}
        </Button>
      </Group>
      <Listing label={t.ledger} columns={useColumns()} keyOf={({ id }) => id} {...paged(entries)} />
    </>
  )
}
