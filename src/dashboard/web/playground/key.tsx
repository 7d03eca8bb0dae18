/**
 * The key that the playground acts by. The server keeps only hashes of secrets, so
 * the page is lent one that is as good as the key's own for an hour. It stays in
 * memory, and ends with the session.
 */
import { Button, Group, NativeSelect } from "@mantine/core"
import { Option } from "effect"
import { createContext, type ReactNode, use, useMemo, useRef, useState } from "react"
import type { WalletId } from "../../../Domain.ts"
import type { Key } from "../../KeysApi.ts"
import { ask } from "../client.ts"
import { useMessages } from "../language.tsx"
import { playground } from "../messages/playground.ts"
import { useChange, useRead } from "../queries.ts"
import { useSession } from "../session.tsx"
import { Problem } from "../ui/Problem.tsx"
import { Failure, failureOf } from "./publicApi.ts"

/** Milliseconds before its end from which a secret is not used any more. */
const MARGIN = 60_000

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

interface Lent {
  readonly secret: string
  readonly until: number
}

/** A secret for each key, lent when it is first needed. */
const useSecrets = () => {
  const { csrf } = useSession()
  const secrets = useRef(new Map<string, Promise<Lent>>())
  const lend = async (key: Key): Promise<Lent> => {
    const { data } = await ask((client) => client.dashboardKeys.lendSecret({ path: { keyId: key.id } }), csrf)
    return { secret: data.secret, until: Date.parse(data.expires_at) - MARGIN }
  }
  const fresh = (key: Key): Promise<Lent> => {
    const lent = lend(key)
    secrets.current.set(key.id, lent)
    lent.catch(() => secrets.current.delete(key.id))
    return lent
  }
  return async (key: Key): Promise<string> => {
    const kept = await secrets.current.get(key.id)
    const { secret } = kept !== undefined && kept.until > Date.now() ? kept : await fresh(key)
    return secret
  }
}

const useCall = (key: Key | undefined) => {
  const secretOf = useSecrets()
  return async (path: string, init: RequestInit = {}): Promise<Response> => {
    if (key === undefined) throw new Error("no key is chosen")
    const headers = new Headers(init.headers)
    headers.set("x-api-key", await secretOf(key))
    const response = await fetch(path, { ...init, headers, credentials: "omit" }).catch((problem: unknown) => {
      throw problem instanceof TypeError ? new Failure("UNREACHABLE", problem.message, null) : problem
    })
    if (!response.ok) throw await failureOf(response)
    return response
  }
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
  const call = useCall(key)
  const acting = useMemo(() => (key === undefined ? undefined : { key, call }), [key, call])
  const wallet = wallets.data?.data[0]
  if (keys.error !== null) return <Problem problem={keys.error} again={keys.refetch} />
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
