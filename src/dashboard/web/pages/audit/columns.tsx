import { Anchor, Stack, Text } from "@mantine/core"
import { Link } from "wouter"
import type { AuditEntry } from "../../../audit/AuditApi.ts"
import { useFormat } from "../../format.ts"
import { useMessages } from "../../language.tsx"
import { audit as words } from "../../messages/audit.ts"
import type { Column } from "../../ui/Listing.tsx"

/** What has a page of its own is linked to it. */
const Target = ({ action, target }: AuditEntry) =>
  target === null ? null : action.startsWith("wallet.") ? (
    <Anchor component={Link} href={`/wallets/${encodeURIComponent(target)}`} className="mono">
      {target}
    </Anchor>
  ) : (
    <span className="mono">{target}</span>
  )

/** Details whose value is a word of the contract, not a person's. */
const WORDS = ["by"]
/** Details that are in birr. */
const AMOUNTS = ["amount", "opening_credit"]

const Details = ({ details }: AuditEntry) => {
  const t = useMessages(words)
  const { money, number } = useFormat()
  const read = (name: string, value: string | number | boolean) => {
    if (typeof value === "number") return AMOUNTS.includes(name) ? money(value) : number(value)
    return typeof value === "boolean" || WORDS.includes(name) ? (t.values[String(value)] ?? String(value)) : value
  }
  return (
    <Stack gap={0}>
      {Object.entries(details).map(([name, value]) => (
        <Text key={name} size="sm">
          {t.details[name] ?? name}: {read(name, value)}
        </Text>
      ))}
    </Stack>
  )
}

export const useColumns = (): ReadonlyArray<Column<AuditEntry>> => {
  const t = useMessages(words)
  const { time } = useFormat()
  return [
    { header: t.time, cell: ({ at }) => time(at) },
    { header: t.action, cell: ({ action }) => t.actions[action] },
    { header: t.target, cell: (entry) => <Target {...entry} /> },
    { header: t.detailsColumn, cell: (entry) => <Details {...entry} /> },
    {
      header: t.session,
      cell: ({ session_id, via }) => (session_id === null ? t.without[via] : <span className="mono">{session_id}</span>)
    }
  ]
}
