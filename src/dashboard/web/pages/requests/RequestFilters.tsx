/** Which requests are wanted. */
import { Capability, type RequestFilter } from "../../../requests/RequestsApi.ts"
import { useMessages } from "../../language.tsx"
import { common } from "../../messages/common.ts"
import { records } from "../../messages/records.ts"
import { requests } from "../../messages/requests.ts"
import { useRead } from "../../queries.ts"
import { Choice, Filters, Search, WalletChoice } from "../../ui/Filters.tsx"

export type RequestFilterValues = Omit<RequestFilter, "limit" | "cursor">

interface RequestFiltersProps {
  readonly values: RequestFilterValues
  readonly setValues: (change: (now: RequestFilterValues) => RequestFilterValues) => void
}

export const RequestFilters = ({ setValues, values }: RequestFiltersProps) => {
  const t = useMessages(requests)
  const { key } = useMessages(records)
  const { capabilities } = useMessages(common)
  const keys = useRead(["keys"], (client) => client.dashboardKeys.keys({ urlParams: {} }))
  const theirs = (keys.data?.data ?? []).filter(
    ({ wallet_id }) => values.wallet_id === undefined || wallet_id === values.wallet_id
  )
  return (
    <Filters>
      <Search
        label={t.search}
        description={t.searchHint}
        onSearch={(search) => setValues((now) => ({ ...now, search }))}
      />
      <Choice
        label={t.capability}
        value={values.capability}
        options={Capability.literals.map((value) => ({ value, label: capabilities[value] }))}
        onChange={(capability) => setValues((now) => ({ ...now, capability }))}
      />
      <Choice
        label={t.outcome}
        value={values.outcome}
        options={[
          { value: "ok", label: t.ok },
          { value: "error", label: t.error }
        ]}
        onChange={(outcome) => setValues((now) => ({ ...now, outcome }))}
      />
      <WalletChoice
        value={values.wallet_id}
        onChange={(wallet_id) => setValues((now) => ({ ...now, wallet_id, key_id: undefined }))}
      />
      <Choice
        label={key}
        value={values.key_id}
        options={theirs.map(({ id, last_four, name }) => ({ value: id, label: `${name} (…${last_four})` }))}
        onChange={(key_id) => setValues((now) => ({ ...now, key_id }))}
      />
    </Filters>
  )
}
