/**
 * The key that the playground acts by. The server keeps only hashes of secrets, so
 * the page is lent one that is as good as the key's own for an hour (`secrets.ts`),
 * and that ends with the session.
 */
import { Button, Group, NativeSelect } from "@mantine/core"
import { Option } from "effect"
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from "react"
import type { ApiKeyId, WalletId } from "../../../Domain.ts"
import type { Key } from "../../KeysApi.ts"
import type { DashboardClient } from "../client.ts"
import { useMessages } from "../language.tsx"
import { playground } from "../messages/playground.ts"
import { askOnce, useChange, useRead } from "../queries.ts"
import { useSession } from "../session.tsx"
import { Problem } from "../ui/Problem.tsx"
import { Failure, failureOf } from "./publicApi.ts"
import { makeSecrets } from "./secrets.ts"

interface Acting {
  readonly key: Key
  /** Asks the public API by the chosen key. Rejects with `Failure` where it answers an error. */
  readonly call: (path: string, init?: RequestInit) => Promise<Response>
}

const Chosen = createContext<Acting | undefined>(undefined)

/** The key that was chosen, and requests by it. */
export const useKey = (): Acting => {
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
        return (await askOnce(lend, csrf)).data.secret
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

/** Lets a key be chosen or made, and shows its children once there is one. */
export const KeyProvider = ({ children }: { readonly children: ReactNode }) => {
  const t = useMessages(playground)
  const keys = useRead(["keys"], (client) => client.dashboardKeys.keys({ urlParams: {} }))
  const wallets = useRead(["wallets"], (client) => client.dashboardWallets.wallets())
  const create = useChange(
    (wallet: WalletId) => (client) =>
      client.dashboardKeys.createKey({
        payload: { wallet_id: wallet, name: t.ownKey, rate_limit_per_minute: Option.none() }
      }),
    ["keys", "wallets"]
  )
  const [chosen, choose] = useState<string>()
  const working = (keys.data?.data ?? []).filter(({ revoked_at }) => revoked_at === null)
  const key = working.find(({ id }) => id === chosen) ?? working[0]
  // A key that is made elsewhere meanwhile is not to take its place.
  if (chosen === undefined && key !== undefined) choose(key.id)
  const call = useCall()
  const acting = useMemo(
    (): Acting | undefined => (key === undefined ? undefined : { key, call: (path, init) => call(key, path, init) }),
    [key, call]
  )
  const wallet = wallets.data?.data[0]
  // What is under way goes on where the keys could only not be read anew.
  if (keys.data === undefined && keys.error !== null) return <Problem problem={keys.error} again={keys.refetch} />
  return (
    <>
      <Group align="flex-end" mb="md">
        {working.length === 0 ? null : (
          <NativeSelect
            label={t.key}
            value={key?.id}
            onChange={(event) => choose(event.currentTarget.value)}
            data={working.map(({ id, last_four, name, wallet_name }) => ({
              value: id,
              label: `${name} (…${last_four}), ${wallet_name}`
            }))}
          />
        )}
        {working.length > 0 || keys.data === undefined || wallet === undefined ? null : (
          // What it answers has the key's own secret, which the page does not need.
          <Button onClick={() => create.mutate(wallet.id, { onSuccess: create.reset })} loading={create.isPending}>
            {t.makeKey}
          </Button>
        )}
      </Group>
      {create.error === null ? null : <Problem problem={create.error} />}
      {acting === undefined ? null : <Chosen value={acting}>{children}</Chosen>}
    </>
  )
}
