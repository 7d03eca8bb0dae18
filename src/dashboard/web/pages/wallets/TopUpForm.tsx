import { TextInput } from "@mantine/core"
import { useState } from "react"
import { newId } from "../../../../Domain.ts"
import { NewCredit, type Wallet } from "../../../wallets/WalletsApi.ts"
import { useMessages } from "../../language.tsx"
import { wallets as words } from "../../messages/wallets.ts"
import { useChange } from "../../queries.ts"
import { SchemaForm } from "../../ui/SchemaForm.tsx"

interface TopUpFormProps {
  readonly wallet: Wallet
  readonly close: () => void
}

export const TopUpForm = ({ wallet: { id }, close }: TopUpFormProps) => {
  const t = useMessages(words)
  const credit = useChange(
    (payload: NewCredit) => (client) => client.dashboardWallets.topUp({ path: { walletId: id }, payload }),
    ["wallets", "overview"]
  )
  // One for the dialog, so that what is sent twice is credited once.
  const [request_id] = useState(() => newId("credit", Date.now()))
  const [amount, setAmount] = useState("")
  const [note, setNote] = useState("")
  const send = async (payload: NewCredit) => {
    await credit.mutateAsync(payload)
    close()
  }
  return (
    <SchemaForm
      schema={NewCredit}
      input={{ amount: amount.trim() === "" ? Number.NaN : Number(amount), note, request_id }}
      rules={t.wrong}
      action={t.topUp}
      send={send}
      cancel={close}
    >
      {(at) => (
        <>
          <TextInput
            label={t.amount}
            description={t.amountHint}
            value={amount}
            onChange={(event) => setAmount(event.currentTarget.value)}
            error={at("amount")}
            inputMode="decimal"
            autoComplete="off"
            data-autofocus
            required
          />
          <TextInput
            label={t.note}
            description={t.noteHint}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            error={at("note")}
            autoComplete="off"
            required
          />
        </>
      )}
    </SchemaForm>
  )
}
