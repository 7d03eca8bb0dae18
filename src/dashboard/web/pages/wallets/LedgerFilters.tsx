import { NativeSelect, SimpleGrid, TextInput } from "@mantine/core"
import { Operation } from "../../../RequestsApi.ts"
import { EntryKind } from "../../../WalletsApi.ts"
import { useMessages } from "../../language.tsx"
import { common } from "../../messages/common.ts"
import { wallets as words } from "../../messages/wallets.ts"
import type { LedgerChoice } from "./ledgerFilter.ts"

interface LedgerFiltersProps {
  readonly choice: LedgerChoice
  readonly choose: (choice: LedgerChoice) => void
}

export const LedgerFilters = ({ choice, choose }: LedgerFiltersProps) => {
  const t = useMessages(words)
  const { all, operations, search } = useMessages(common)
  const anything = { value: "", label: all }
  /** The properties of the control that holds `field`. */
  const control = (field: keyof LedgerChoice, label: string) => ({
    label,
    value: choice[field],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      choose({ ...choice, [field]: event.currentTarget.value })
  })
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 5 }} spacing="sm" mb="md" role="search" aria-label={t.ledger}>
      <NativeSelect
        {...control("kind", t.kind)}
        data={[anything, ...EntryKind.literals.map((value) => ({ value, label: t.kinds[value] }))]}
      />
      <NativeSelect
        {...control("operation", t.operation)}
        data={[anything, ...Operation.literals.map((value) => ({ value, label: operations[value] }))]}
      />
      <TextInput {...control("from", t.from)} type="date" />
      <TextInput {...control("to", t.to)} type="date" />
      <TextInput {...control("search", search)} placeholder={t.searchHint} type="search" maxLength={200} />
    </SimpleGrid>
  )
}
