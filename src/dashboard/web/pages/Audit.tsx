/** What was changed by way of the dashboard. */
import { NativeSelect } from "@mantine/core"
import { Schema } from "effect"
import { useState } from "react"
import { Action } from "../../AuditApi.ts"
import { useMessages } from "../language.tsx"
import { audit as words } from "../messages/audit.ts"
import { common } from "../messages/common.ts"
import { usePages } from "../queries.ts"
import { Listing, paged } from "../ui/Listing.tsx"
import { PageHead } from "../ui/PageHead.tsx"
import { useColumns } from "./audit/columns.tsx"

/** Entries of a page. */
const LIMIT = 50

const isAction = Schema.is(Action)

const Audit = () => {
  const t = useMessages(words)
  const { all, pages } = useMessages(common)
  const [chosen, choose] = useState("")
  const action = isAction(chosen) ? chosen : undefined
  const entries = usePages(
    ["audit", action],
    (cursor) => (client) => client.dashboardAudit.audit({ urlParams: { action, cursor, limit: LIMIT } })
  )
  return (
    <>
      <PageHead title={pages.audit} about={t.about} />
      <NativeSelect
        label={t.action}
        value={chosen}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[{ value: "", label: all }, ...Action.literals.map((value) => ({ value, label: t.actions[value] }))]}
        maw={320}
        mb="md"
      />
      <Listing label={pages.audit} columns={useColumns()} keyOf={({ id }) => id} {...paged(entries)} />
    </>
  )
}

export default Audit
