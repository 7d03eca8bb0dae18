import { TextInput } from "@mantine/core"
import { useState } from "react"
import { newId } from "../../../../Domain.ts"
import { NewWallet } from "../../../wallets/WalletsApi.ts"
import { useMessages } from "../../language.tsx"
import { wallets as words } from "../../messages/wallets.ts"
import { useChange } from "../../queries.ts"
import { SchemaForm } from "../../ui/SchemaForm.tsx"

export const NewWalletForm = ({ close }: { readonly close: () => void }) => {
  const t = useMessages(words)
  const create = useChange(
    (payload: typeof NewWallet.Type) => (client) => client.dashboardWallets.createWallet({ payload }),
    ["wallets"]
  )
  // One for the dialog, so that what is sent twice makes one wallet.
  const [request_id] = useState(() => newId("wallet", Date.now()))
  const [name, setName] = useState("")
  const [credit, setCredit] = useState("")
  const send = async (wallet: typeof NewWallet.Type) => {
    await create.mutateAsync(wallet)
    close()
  }
  return (
    <SchemaForm
      schema={NewWallet}
      input={{ name, request_id, opening_credit: credit.trim() === "" ? null : Number(credit) }}
      rules={t.wrong}
      action={t.create}
      send={send}
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
          <TextInput
            label={t.openingCredit}
            value={credit}
            onChange={(event) => setCredit(event.currentTarget.value)}
            error={at("opening_credit")}
            inputMode="decimal"
            autoComplete="off"
          />
        </>
      )}
    </SchemaForm>
  )
}
