/** The requests as they are answered, and above them the jobs that run. */
import { Anchor, Code, Stack, Text } from "@mantine/core"
import { useState } from "react"
import { Link } from "wouter"
import type { RequestEntry } from "../../../requests/RequestsApi.ts"
import { useFormat } from "../../format.ts"
import { useMessages } from "../../language.tsx"
import { common } from "../../messages/common.ts"
import { records } from "../../messages/records.ts"
import { requests as words } from "../../messages/requests.ts"
import { usePages } from "../../queries.ts"
import { type Column, Listing, paged } from "../../ui/Listing.tsx"
import { PageHead } from "../../ui/PageHead.tsx"
import { addressOf } from "./address.ts"
import { Outcome } from "./Outcome.tsx"
import { RequestFilters, type RequestFilterValues } from "./RequestFilters.tsx"
import { RunningJobList } from "./RunningJobList.tsx"

/** Entries of a page. */
const PAGE = 25

const useColumns = (): ReadonlyArray<Column<RequestEntry>> => {
  const t = useMessages(words)
  const { cost, key, wallet, when } = useMessages(records)
  const { capabilities } = useMessages(common)
  const format = useFormat()
  return [
    {
      header: t.request,
      cell: ({ id, method, route }) => (
        <Anchor component={Link} href={addressOf(id)} display="block" maw={340}>
          {route === null ? null : (
            <Text size="sm">
              {method} {route}
            </Text>
          )}
          <Text className="mono">{id}</Text>
        </Anchor>
      )
    },
    { header: when, cell: ({ at }) => format.time(at) },
    { header: t.capability, cell: ({ capability }) => capabilities[capability] },
    {
      header: t.outcome,
      cell: ({ code, running, status }) => (
        <Stack gap={4} align="flex-start">
          {status === null ? null : <Outcome kind={code === null ? "good" : "bad"}>{status}</Outcome>}
          {code === null ? null : <Code>{code}</Code>}
          {running === 0 ? null : <Outcome kind="running">{t.stillRunning(format.number(running))}</Outcome>}
        </Stack>
      )
    },
    { header: t.duration, cell: ({ duration_ms }) => format.milliseconds(duration_ms), numeric: true },
    { header: cost, cell: (request) => (request.cost === null ? "—" : format.money(request.cost)), numeric: true },
    {
      header: `${wallet}, ${key}`,
      cell: ({ key_name, wallet_name }) => [wallet_name, key_name].filter((name) => name !== null).join(", ") || "—"
    }
  ]
}

export const RequestList = () => {
  const t = useMessages(words)
  const { pages } = useMessages(common)
  const [values, setValues] = useState<RequestFilterValues>({})
  const requests = usePages(
    ["requests", "list", values],
    (cursor) => (client) => client.dashboardRequests.requests({ urlParams: { ...values, limit: PAGE, cursor } }),
    { live: true }
  )
  return (
    <>
      <PageHead title={pages.requests} about={t.about} />
      <RunningJobList walletId={values.wallet_id} />
      <RequestFilters values={values} setValues={setValues} />
      <Listing label={pages.requests} columns={useColumns()} keyOf={keyOf} {...paged(requests)} />
    </>
  )
}

/** A client may give the same id to several requests. */
const keyOf = ({ at, id, route }: RequestEntry): string => `${id} ${at} ${route}`
