/**
 * The key that the playground acts by: its own, whose wallet is for trying, or one that was chosen. The server keeps only hashes of secrets, so
 * the page is lent one that is as good as the key's own for an hour (`secrets.ts`),
 * and that ends with the session.
 */
import { Anchor, Group, NativeSelect, Text } from "@mantine/core"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from "react"
import { Link } from "wouter"
import type { ApiKeyId, WalletId } from "../../../Domain.ts"
import type { Key } from "../../keys/KeysApi.ts"
import type { DashboardClient } from "../client.ts"
import { useFormat } from "../format.ts"
import { useMessages } from "../language.tsx"
import { playground } from "../messages/playground.ts"
import { callOnce, useRead } from "../queries.ts"
import { useSession } from "../session.tsx"
import { Low } from "../ui/Low.tsx"
import { Problem } from "../ui/Problem.tsx"
import { Failure, failureOf } from "./publicApi.ts"
import { makeSecrets } from "./secrets.ts"

interface PlaygroundKey {
  readonly key: Key
  /** Asks the public API by the chosen key. Rejects with `Failure` where it answers an error. */
  readonly call: (path: string, init?: RequestInit) => Promise<Response>
}

const Chosen = createContext<PlaygroundKey | undefined>(undefined)

/** The key that was chosen, and requests by it. */
export const useKey = (): PlaygroundKey => {
  const acting = use(Chosen)
  if (acting === undefined) throw new Error("no key is chosen here")
  return acting
}

const UNAUTHORIZED = 401

const send = (path: string, init: RequestInit, secret: string): Promise<Response> => {
  const headers = new Headers(init.headers)
  headers.set("x-api-key", secret)
  return fetch(path, { ...init, headers, credentials: "omit" }).catch((problem: unknown) => {
    throw problem instanceof TypeError ? new Failure("UNREACHABLE", problem.message, null) : problem
  })
}

const useCall = () => {
  const { csrf } = useSession()
  // Those of a session end with it.
  const secrets = useMemo(
    () =>
      makeSecrets(async (keyId: ApiKeyId) => {
        const lend = (client: DashboardClient) => client.dashboardKeys.lendSecret({ path: { keyId } })
        return (await callOnce(lend, csrf)).data.secret
      }),
    [csrf]
  )
  return useCallback(
    async (key: Key, path: string, init: RequestInit = {}): Promise<Response> => {
      const secret = await secrets.of(key.id)
      let response = await send(path, init, secret)
      if (response.status === UNAUTHORIZED) {
        await secrets.giveUp(key.id, secret)
        response = await send(path, init, await secrets.of(key.id))
      }
      if (!response.ok) throw await failureOf(response)
      return response
    },
    [secrets]
  )
}

/** Where the browser keeps which key was chosen: its id, which opens nothing. */
const STORED = "qal.playground.key"

/** Stands for the playground's own, which is there once it is used. */
const OWN = ""

const useChosen = () => {
  const [chosen, setChosen] = useState(() => localStorage.getItem(STORED) ?? OWN)
  const choose = (id: string) => {
    if (id === OWN) localStorage.removeItem(STORED)
    else localStorage.setItem(STORED, id)
    setChosen(id)
  }
  return { chosen, choose }
}

/** The playground's own key. The first request creates it, so it is requested only when it is used. */
const useOwnKey = (isWanted: boolean) => {
  const { csrf } = useSession()
  const client = useQueryClient()
  return useQuery({
    queryKey: ["playground", "key"],
    queryFn: async () => {
      const { data } = await callOnce((api) => api.dashboardPlayground.playgroundKey(), csrf)
      void client.invalidateQueries({ queryKey: ["keys"] })
      void client.invalidateQueries({ queryKey: ["wallets"] })
      return data
    },
    enabled: isWanted,
    retry: false
  })
}

/** The keys that can be chosen, and the one that is. */
const useKeys = () => {
  const keys = useRead(["keys"], (client) => client.dashboardKeys.keys({ urlParams: {} }))
  const { choose, chosen } = useChosen()
  const working = (keys.data?.data ?? []).filter(({ revoked_at }) => revoked_at === null)
  const other = working.find(({ id }) => id === chosen)
  // One that was revoked is not kept; what is under way goes on where the keys could only not be read anew.
  const isOwn = chosen === OWN || (keys.data !== undefined && other === undefined)
  const own = useOwnKey(isOwn)
  const problem = isOwn ? own : keys
  return {
    choose,
    key: isOwn ? own.data : other,
    value: isOwn ? OWN : chosen,
    others: working.filter(({ id }) => id !== own.data?.id),
    failed: problem.data === undefined && problem.error !== null ? problem : undefined
  }
}

/** What the key's wallet has, as it changes. */
const Balance = ({ walletId }: { readonly walletId: WalletId }) => {
  const t = useMessages(playground)
  const { money } = useFormat()
  const { data } = useRead(["wallets"], (client) => client.dashboardWallets.wallets(), { live: true })
  const wallet = data?.data.find(({ id }) => id === walletId)
  if (wallet === undefined) return null
  return (
    <Group gap="xs" mih={36}>
      <Text size="sm">
        {t.balance(wallet.name)} <b>{money(wallet.available)}</b>
      </Text>
      <Low wallet={wallet} />
      <Anchor
        component={Link}
        href={`/wallets/${wallet.id}`}
        size="sm"
        display="inline-flex"
        mih={24}
        miw={24}
        style={{ alignItems: "center" }}
      >
        {t.wallet}
      </Anchor>
    </Group>
  )
}

/** The playground's own key, unless another is chosen; shows its children once there is one. */
export const KeyProvider = ({ children }: { readonly children: ReactNode }) => {
  const t = useMessages(playground)
  const { choose, failed, key, others, value } = useKeys()
  const call = useCall()
  const acting = useMemo(
    (): PlaygroundKey | undefined =>
      key === undefined ? undefined : { key, call: (path, init) => call(key, path, init) },
    [key, call]
  )
  return (
    <>
      <Group align="flex-end" mb="md">
        <NativeSelect
          label={t.key}
          value={value}
          onChange={(event) => choose(event.currentTarget.value)}
          data={[
            { value: OWN, label: t.own },
            ...others.map(({ id, last_four, name, wallet_name }) => ({
              value: id,
              label: `${name} (…${last_four}), ${wallet_name}`
            }))
          ]}
        />
        {key === undefined ? null : <Balance walletId={key.wallet_id} />}
      </Group>
      {failed === undefined ? null : <Problem problem={failed.error} again={failed.refetch} />}
      {acting === undefined ? null : <Chosen value={acting}>{children}</Chosen>}
    </>
  )
}
