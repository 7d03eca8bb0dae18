/** A wallet: what it has, what running jobs hold of it, and its ledger. */
import { Anchor, Title } from "@mantine/core"
import { Link } from "wouter"
import type { WalletId } from "../../../../Domain.ts"
import { isLow, type Wallet } from "../../../wallets/WalletsApi.ts"
import { useFormat } from "../../format.ts"
import { useMessages } from "../../language.tsx"
import { wallets as words } from "../../messages/wallets.ts"
import { useRead } from "../../queries.ts"
import { Dialog } from "../../ui/Dialog.tsx"
import { FigureTiles } from "../../ui/FigureTiles.tsx"
import { Low } from "../../ui/Low.tsx"
import { PageHead } from "../../ui/PageHead.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { Waiting } from "../../ui/Waiting.tsx"
import { Holds } from "./Holds.tsx"
import { LedgerTable } from "./LedgerTable.tsx"
import { TopUpForm } from "./TopUpForm.tsx"

const WalletDetails = ({ wallet }: { readonly wallet: Wallet }) => {
  const t = useMessages(words)
  const { money } = useFormat()
  return (
    <>
      <PageHead title={wallet.name} about={<span className="mono">{wallet.id}</span>}>
        <Dialog action={t.topUp} title={t.topUpNamed(wallet.name)} isPrimary>
          {(close) => <TopUpForm wallet={wallet} close={close} />}
        </Dialog>
      </PageHead>
      <FigureTiles
        label={wallet.name}
        figures={[
          {
            name: t.balance,
            value: money(wallet.balance),
            ...(isLow(wallet) ? { beside: <Low wallet={wallet} /> } : {})
          },
          { name: t.held, value: money(wallet.held) },
          { name: t.available, value: money(wallet.available) },
          { name: t.spent, value: money(wallet.spent) }
        ]}
      />
      <Title order={2} size="h3" mb="sm">
        {t.holds}
      </Title>
      <Holds wallet={wallet.id} />
      <Title order={2} size="h3" mt="xl" mb="sm">
        {t.ledger}
      </Title>
      <LedgerTable wallet={wallet} />
    </>
  )
}

export const OneWallet = ({ id }: { readonly id: WalletId }) => {
  const t = useMessages(words)
  const { data, error, refetch } = useRead(
    ["wallets", id],
    (client) => client.dashboardWallets.wallet({ path: { walletId: id } }),
    { live: true }
  )
  return (
    <>
      <Anchor component={Link} href="/wallets" size="sm">
        {t.all}
      </Anchor>
      {error === null ? null : <Problem problem={error} again={refetch} />}
      {data !== undefined ? <WalletDetails wallet={data.data} /> : error !== null ? null : <Waiting />}
    </>
  )
}
