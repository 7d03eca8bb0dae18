/** What narrows a list: a search, and choices. */
import { Group, NativeSelect, TextInput } from "@mantine/core"
import { useDebouncedCallback } from "@mantine/hooks"
import { type ReactNode, useState } from "react"
import type { WalletId } from "../../../Domain.ts"
import { useMessages } from "../language.tsx"
import { common } from "../messages/common.ts"
import { records } from "../messages/records.ts"
import { useRead } from "../queries.ts"

/** As in the contract, in UTF-16 code units. */
const LONGEST_SEARCH = 200
/** Milliseconds after the last letter. */
const PATIENCE = 300

export const Filters = ({ children }: { readonly children: ReactNode }) => (
  <Group component="search" align="flex-end" gap="sm" mb="md">
    {children}
  </Group>
)

interface SearchProps {
  readonly label?: string
  readonly description?: string
  readonly initial?: string | undefined
  /** Called once the typing rests; with nothing where nothing is typed. */
  readonly onSearch: (words: string | undefined) => void
}

export const Search = ({ label, description, initial = "", onSearch }: SearchProps) => {
  const t = useMessages(common)
  const [typed, setTyped] = useState(initial)
  const report = useDebouncedCallback((words: string) => onSearch(words.trim() || undefined), PATIENCE)
  return (
    <TextInput
      type="search"
      label={label ?? t.search}
      description={description}
      maxLength={LONGEST_SEARCH}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        report(value)
      }}
      flex="2 1 240px"
    />
  )
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value | undefined
  readonly options: ReadonlyArray<{ readonly value: Value; readonly label: string }>
  readonly onChange: (value: Value | undefined) => void
}

/** One of the options, or all. */
export const Choice = <Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) => {
  const t = useMessages(common)
  return (
    <NativeSelect
      label={label}
      value={value ?? ""}
      onChange={({ currentTarget }) => onChange(options.find((option) => option.value === currentTarget.value)?.value)}
      data={[{ value: "", label: t.all }, ...options]}
      flex="1 1 140px"
    />
  )
}

interface WalletChoiceProps {
  readonly value: WalletId | undefined
  readonly onChange: (wallet: WalletId | undefined) => void
}

export const WalletChoice = (props: WalletChoiceProps) => {
  const t = useMessages(records)
  const wallets = useRead(["wallets"], (client) => client.dashboardWallets.wallets())
  const options = (wallets.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return <Choice label={t.wallet} options={options} {...props} />
}
