/** Makes a key, and then shows its secret until the dialog is closed. */
import { Alert, Anchor, Button, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core"
import { useEffect, useRef, useState } from "react"
import { Link } from "wouter"
import { firstWords } from "../../../../voice/SpeechApi.ts"
import { NewKey } from "../../../keys/KeysApi.ts"
import { useMessages } from "../../language.tsx"
import { common } from "../../messages/common.ts"
import { keys as words } from "../../messages/keys.ts"
import { useChange, useRead } from "../../queries.ts"
import { Block } from "../../ui/Copy.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { SchemaForm } from "../../ui/SchemaForm.tsx"

interface Closing {
  readonly close: () => void
}

const NewSecret = ({ name, secret, close }: Closing & { readonly name: string; readonly secret: string }) => {
  const t = useMessages(words)
  // The button that had the focus is gone. None that closes gets it: who presses Enter twice would never see the secret.
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => shown.current?.focus(), [])
  return (
    <Stack ref={shown} tabIndex={-1} style={{ outline: "none" }}>
      <Alert color="green" variant="outline" title={t.madeTitle(name)} role="status">
        {t.once}
      </Alert>
      <Block label={t.secret} text={secret} />
      <Text size="sm">{t.hear}</Text>
      <Block label={t.hear} text={firstWords(location.origin, secret)} />
      <Group justify="flex-end">
        <Button onClick={close}>{t.kept}</Button>
      </Group>
    </Stack>
  )
}

export const NewKeyDialog = ({ close }: Closing) => {
  const t = useMessages(words)
  const { pages } = useMessages(common)
  const wallets = useRead(["wallets"], (client) => client.dashboardWallets.wallets())
  const create = useChange(
    (payload: NewKey) => (client) => client.dashboardKeys.createKey({ payload }),
    ["keys", "wallets"]
  )
  const [name, setName] = useState("")
  const [chosen, choose] = useState<string>()
  const [limit, setLimit] = useState("")
  const choices = wallets.data?.data ?? []
  const input = {
    name,
    wallet_id: chosen ?? choices[0]?.id ?? "",
    rate_limit_per_minute: limit.trim() === "" ? null : Number(limit)
  }
  if (create.data !== undefined) {
    const { key, secret } = create.data.data
    return <NewSecret name={key.name} secret={secret} close={close} />
  }
  if (wallets.error !== null) return <Problem problem={wallets.error} again={wallets.refetch} />
  if (wallets.data?.data.length === 0) {
    return (
      <Text>
        {t.noWallet}{" "}
        <Anchor component={Link} href="/wallets">
          {pages.wallets}
        </Anchor>
      </Text>
    )
  }
  return (
    <SchemaForm
      schema={NewKey}
      input={input}
      rules={t.wrong}
      action={t.create}
      send={create.mutateAsync}
      cancel={close}
    >
      {(at) => (
        <>
          <TextInput
            label={t.name}
            description={t.nameHint}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={at("name")}
            autoComplete="off"
            data-autofocus
            required
          />
          <NativeSelect
            label={t.wallet}
            value={input.wallet_id}
            onChange={(event) => choose(event.currentTarget.value)}
            data={choices.map(({ id, name }) => ({ value: id, label: name }))}
            error={at("wallet_id")}
            required
          />
          <TextInput
            label={t.rateLimit}
            description={t.rateLimitHint}
            value={limit}
            onChange={(event) => setLimit(event.currentTarget.value)}
            error={at("rate_limit_per_minute")}
            inputMode="numeric"
            autoComplete="off"
          />
        </>
      )}
    </SchemaForm>
  )
}
