/** What was changed by way of the dashboard. */
import { useState } from "react"
import { Action } from "../../audit/AuditApi.ts"
import { useMessages } from "../language.tsx"
import { audit as words } from "../messages/audit.ts"
import { common } from "../messages/common.ts"
import { usePages } from "../queries.ts"
import { Choice, Filters } from "../ui/Filters.tsx"
import { Listing, paged } from "../ui/Listing.tsx"
import { PageHead } from "../ui/PageHead.tsx"
import { useColumns } from "./audit/columns.tsx"

/** Entries of a page. */
const LIMIT = 50

const AuditPage = () => {
  const t = useMessages(words)
  const { pages } = useMessages(common)
  const [action, choose] = useState<Action>()
  const entries = usePages(
    ["audit", action],
    (cursor) => (client) => client.dashboardAudit.audit({ urlParams: { action, cursor, limit: LIMIT } })
  )
  return (
    <>
      <PageHead title={pages.audit} about={t.about} />
      <Filters>
        <Choice
          label={t.action}
          value={action}
          options={Action.literals.map((value) => ({ value, label: t.actions[value] }))}
          onChange={choose}
        />
      </Filters>
      <Listing label={pages.audit} columns={useColumns()} keyOf={({ id }) => id} {...paged(entries)} />
    </>
  )
}

export default AuditPage
