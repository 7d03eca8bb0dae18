import { Anchor } from "@mantine/core"
import { Link } from "wouter"
import type { Wallet } from "../../../wallets/WalletsApi.ts"
import { useFormat } from "../../format.ts"
import { useMessages } from "../../language.tsx"
import { common } from "../../messages/common.ts"
import { wallets as words } from "../../messages/wallets.ts"
import { useRead } from "../../queries.ts"
import { Dialog } from "../../ui/Dialog.tsx"
import { type Column, Listing, useParts } from "../../ui/Listing.tsx"
import { Low } from "../../ui/Low.tsx"
import { PageHead } from "../../ui/PageHead.tsx"
import { NewWalletForm } from "./NewWalletForm.tsx"

const useColumns = (): ReadonlyArray<Column<Wallet>> => {
  const t = useMessages(words)
  const format = useFormat()
  return [
    {
      header: t.name,
      cell: ({ id, name }) => (
        <Anchor component={Link} href={`/wallets/${id}`}>
          {name}
        </Anchor>
      )
    },
    {
      header: t.balance,
      numeric: true,
      cell: (wallet) => (
        <>
          {format.money(wallet.balance)} <Low wallet={wallet} />
        </>
      )
    },
    { header: t.held, numeric: true, cell: ({ held }) => format.money(held) },
    { header: t.available, numeric: true, cell: ({ available }) => format.money(available) },
    { header: t.spent, numeric: true, cell: ({ spent }) => format.money(spent) },
    { header: t.keys, numeric: true, cell: ({ keys }) => format.number(keys) },
    {
      header: t.lastCharge,
      cell: ({ last_deduction_at: at }) => (at === null ? t.never : format.time(at))
    },
    { header: t.created, cell: ({ created_at }) => format.time(created_at) }
  ]
}

export const AllWallets = () => {
  const t = useMessages(words)
  const { pages } = useMessages(common)
  const { data, error } = useRead(["wallets"], (client) => client.dashboardWallets.wallets(), { live: true })
  return (
    <>
      <PageHead title={pages.wallets} about={t.about}>
        <Dialog action={t.create} title={t.create} isPrimary>
          {(close) => <NewWalletForm close={close} />}
        </Dialog>
      </PageHead>
      <Listing
        label={pages.wallets}
        columns={useColumns()}
        keyOf={({ id }) => id}
        problem={error}
        {...useParts(data?.data)}
      />
    </>
  )
}
