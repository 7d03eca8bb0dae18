/** One request: how it ended and what that means, how long it took, what it cost, and its jobs. */
import { Alert, Anchor, Code, Group, Stack, Title } from "@mantine/core"
import { Effect } from "effect"
import { Link } from "wouter"
import type { RequestDetail } from "../../../requests/RequestsApi.ts"
import { useFormat } from "../../format.ts"
import { useMessages } from "../../language.tsx"
import { codes } from "../../messages/codes.ts"
import { common } from "../../messages/common.ts"
import { records } from "../../messages/records.ts"
import { requests } from "../../messages/requests.ts"
import { useRead } from "../../queries.ts"
import { Copy } from "../../ui/Copy.tsx"
import { Facts } from "../../ui/Facts.tsx"
import { PageHead } from "../../ui/PageHead.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { Waiting } from "../../ui/Waiting.tsx"
import { Outcome } from "./Outcome.tsx"
import { RequestJobs } from "./RequestJobs.tsx"

type Detail = typeof RequestDetail.Type

/** How it ended and what its code means, in words. */
const useEnding = ({ code, status }: Detail) => {
  const t = useMessages(requests)
  const meanings: Readonly<Record<string, string>> = useMessages(codes)
  if (status === null && code === null)
    return { kind: "running", outcome: t.states.running, meaning: t.meansRunning } as const
  if (code === null) return { kind: "good", outcome: t.ok, meaning: t.meansOk } as const
  const meaning = Object.hasOwn(meanings, code) ? meanings[code] : undefined
  return { kind: "bad", outcome: t.error, meaning: meaning ?? t.meansUnknown } as const
}

const colors = { running: "blue", good: "green", bad: "red" } as const

const InFull = ({ request }: { readonly request: Detail }) => {
  const t = useMessages(requests)
  const { cost, key, wallet, when } = useMessages(records)
  const { capabilities } = useMessages(common)
  const format = useFormat()
  const { at, capability, code, duration_ms, jobs, key_name, method, route, said, status, wallet_name } = request
  const { kind, meaning, outcome } = useEnding(request)
  const facts = [
    { name: t.request, value: route === null ? "—" : <Code>{`${method} ${route}`}</Code> },
    { name: t.capability, value: capabilities[capability] },
    { name: when, value: format.time(at) },
    { name: t.outcome, value: <Outcome kind={kind}>{outcome}</Outcome> },
    { name: t.status, value: status ?? "—" },
    { name: t.code, value: code === null ? "—" : <Code>{code}</Code> },
    ...(said === null ? [] : [{ name: t.said, value: said }]),
    { name: t.duration, value: format.milliseconds(duration_ms) },
    { name: cost, value: request.cost === null ? "—" : format.money(request.cost) },
    { name: wallet, value: wallet_name ?? "—" },
    { name: key, value: key_name ?? "—" }
  ]
  return (
    <Stack gap="lg">
      <Alert variant="outline" color={colors[kind]} title={t.means}>
        {meaning}
      </Alert>
      <Facts facts={facts} />
      <section>
        <Title order={2} size="h4" mb="sm">
          {t.jobs}
        </Title>
        <RequestJobs jobs={jobs} />
      </section>
    </Stack>
  )
}

const Body = ({ id }: { readonly id: string }) => {
  const { notYet } = useMessages(requests)
  const { data, error, refetch } = useRead(
    ["requests", "one", id],
    // That there is none yet is an answer: a failure without data is dropped, and the page empty, while it is fetched again.
    (client) =>
      Effect.catchTag(client.dashboardRequests.request({ path: { requestId: id } }), "NOT_FOUND", () =>
        Effect.succeed(null)
      ),
    { live: true }
  )
  if (data === null)
    return (
      <Alert variant="outline" color="blue" role="status">
        {notYet}
      </Alert>
    )
  if (data !== undefined) return <InFull request={data.data} />
  return error === null ? <Waiting /> : <Problem problem={error} again={refetch} />
}

export const RequestPage = ({ id }: { readonly id: string }) => {
  const t = useMessages(requests)
  const { copyId } = useMessages(records)
  return (
    <>
      <PageHead title={t.request} about={<span className="mono">{id}</span>}>
        <Group>
          <Copy value={id} label={copyId} />
          <Anchor component={Link} href="/requests">
            {t.back}
          </Anchor>
        </Group>
      </PageHead>
      <Body id={id} />
    </>
  )
}
