/** The paid jobs of a request: what they cost, how they ended, and what came of them. */
import { Anchor, Code, Stack, Text } from "@mantine/core"
import { Link } from "wouter"
import type { Job } from "../../../requests/RequestsApi.ts"
import { useFormat } from "../../format.ts"
import { useMessages } from "../../language.tsx"
import { common } from "../../messages/common.ts"
import { records } from "../../messages/records.ts"
import { requests } from "../../messages/requests.ts"
import { type Column, Listing } from "../../ui/Listing.tsx"
import { Outcome } from "./Outcome.tsx"

const kinds = { running: "running", settled: "good", failed: "bad" } as const

/** What a settled job left: clips and transcriptions are found by its id. */
const Result = ({ job: { id, operation, state } }: { readonly job: Job }) => {
  const t = useMessages(requests)
  if (state !== "settled") return "—"
  if (operation === "voice.generation")
    return (
      <Anchor component={Link} href={`/clips/${id}`} size="sm">
        {t.clip}
      </Anchor>
    )
  if (operation === "transcription" || operation === "speech_to_text")
    return (
      <Anchor component={Link} href={`/transcriptions/${id}`} size="sm">
        {t.transcription}
      </Anchor>
    )
  return "—"
}

const useColumns = (): ReadonlyArray<Column<Job>> => {
  const t = useMessages(requests)
  const { cost } = useMessages(records)
  const { operations } = useMessages(common)
  const format = useFormat()
  return [
    {
      header: t.job,
      cell: ({ client_request_id, id, operation }) => (
        <>
          <Text size="sm">{operations[operation]}</Text>
          <Text className="mono">{id}</Text>
          {client_request_id === null ? null : <Text className="mono">{client_request_id}</Text>}
        </>
      )
    },
    {
      header: t.state,
      cell: ({ failure, state }) => (
        <Stack gap={4} align="flex-start">
          <Outcome kind={kinds[state]}>{t.states[state]}</Outcome>
          {failure === null ? null : <Code>{failure}</Code>}
        </Stack>
      )
    },
    { header: t.ended, cell: ({ ended_at }) => (ended_at === null ? "—" : format.time(ended_at)) },
    { header: t.holds, cell: ({ hold, state }) => (state === "running" ? format.money(hold) : "—"), numeric: true },
    { header: cost, cell: ({ charge }) => (charge === null ? "—" : format.money(charge)), numeric: true },
    { header: t.result, cell: (job) => <Result job={job} /> }
  ]
}

export const RequestJobs = ({ jobs }: { readonly jobs: ReadonlyArray<Job> }) => {
  const t = useMessages(requests)
  const columns = useColumns()
  return jobs.length === 0 ? (
    <Text c="dimmed">{t.noJobs}</Text>
  ) : (
    <Listing label={t.jobs} rows={jobs} columns={columns} keyOf={({ id }) => id} />
  )
}
