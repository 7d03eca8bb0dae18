import { TextInput } from "@mantine/core"
import { Operation } from "../../../requests/RequestsApi.ts"
import { EntryKind } from "../../../wallets/WalletsApi.ts"
import { useMessages } from "../../language.tsx"
import { common } from "../../messages/common.ts"
import { wallets as words } from "../../messages/wallets.ts"
import { Choice, Filters, Search } from "../../ui/Filters.tsx"
import type { LedgerFilterValues } from "./ledgerFilter.ts"

interface LedgerFiltersProps {
  readonly choice: LedgerFilterValues
  readonly choose: (choice: LedgerFilterValues) => void
}

export const LedgerFilters = ({ choice, choose }: LedgerFiltersProps) => {
  const t = useMessages(words)
  const { operations } = useMessages(common)
  const day = (field: "from" | "to") => (
    <TextInput
      type="date"
      label={t[field]}
      value={choice[field]}
      onChange={(event) => choose({ ...choice, [field]: event.currentTarget.value })}
      flex="0 1 160px"
    />
  )
  return (
    <Filters>
      <Search description={t.searchHint} onSearch={(search) => choose({ ...choice, search })} />
      <Choice
        label={t.kind}
        value={choice.kind}
        options={EntryKind.literals.map((value) => ({ value, label: t.kinds[value] }))}
        onChange={(kind) => choose({ ...choice, kind })}
      />
      <Choice
        label={t.operation}
        value={choice.operation}
        options={Operation.literals.map((value) => ({ value, label: operations[value] }))}
        onChange={(operation) => choose({ ...choice, operation })}
      />
      {day("from")}
      {day("to")}
    </Filters>
  )
}
