import { Text } from "@mantine/core"
import type { Key } from "../../../keys/KeysApi.ts"
import { useFormat } from "../../format.ts"
import { useMessages } from "../../language.tsx"
import { common } from "../../messages/common.ts"
import { keys as words } from "../../messages/keys.ts"
import { useChange, useRead } from "../../queries.ts"
import { Confirm } from "../../ui/Confirm.tsx"
import { type Column, Listing, useParts } from "../../ui/Listing.tsx"
import { Low } from "../../ui/Low.tsx"

const Revoke = ({ id, last_four, last_used_at, name, wallet_name }: Key) => {
  const t = useMessages(words)
  const { time } = useFormat()
  const revoke = useChange(
    () => (client) => client.dashboardKeys.revokeKey({ path: { keyId: id } }),
    ["keys", "wallets"]
  )
  return (
    <Confirm
      action={t.revoke}
      label={t.revokeNamed(name)}
      title={t.revokeTitle(name)}
      consequence={t.revokeMeans}
      facts={[
        { name: t.wallet, value: wallet_name },
        { name: t.secret, value: <span className="mono">…{last_four}</span> },
        { name: t.lastUsed, value: last_used_at === null ? t.never : time(last_used_at) }
      ]}
      run={() => revoke.mutateAsync(undefined)}
    />
  )
}

const useColumns = (): ReadonlyArray<Column<Key>> => {
  const t = useMessages(words)
  const { actions } = useMessages(common)
  const format = useFormat()
  const { data } = useRead(["wallets"], (client) => client.dashboardWallets.wallets())
  const wallets = new Map(data?.data.map((wallet) => [wallet.id, wallet]))
  return [
    { header: t.name, cell: ({ name }) => name },
    {
      header: t.wallet,
      cell: ({ revoked_at, wallet_id, wallet_name }) => (
        <>
          {wallet_name} {revoked_at === null ? <Low wallet={wallets.get(wallet_id)} /> : null}
        </>
      )
    },
    { header: t.secret, cell: ({ last_four }) => <span className="mono whole">…{last_four}</span> },
    { header: t.created, cell: ({ created_at }) => format.time(created_at) },
    { header: t.lastUsed, cell: ({ last_used_at }) => (last_used_at === null ? t.never : format.time(last_used_at)) },
    {
      header: t.rateLimit,
      numeric: true,
      cell: ({ rate_limit_per_minute: limit }) => (limit === null ? t.serverLimit : format.number(limit))
    },
    {
      header: t.state,
      cell: ({ revoked_at }) =>
        revoked_at === null ? (
          <Text size="sm">{t.works}</Text>
        ) : (
          <Text size="sm" c="dimmed">
            {t.revokedAt(format.time(revoked_at))}
          </Text>
        )
    },
    { header: actions, cell: (key) => (key.revoked_at === null ? <Revoke {...key} /> : null) }
  ]
}

interface KeyListProps {
  readonly keys: ReadonlyArray<Key> | undefined
  readonly problem: unknown
}

export const KeyList = ({ keys, problem }: KeyListProps) => (
  <Listing
    label={useMessages(common).pages.keys}
    columns={useColumns()}
    keyOf={({ id }) => id}
    problem={problem}
    {...useParts(keys)}
  />
)
