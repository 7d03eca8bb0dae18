/** The clips that were made here since the page was opened, newest first; of each wallet its own. */
import { useQuery, useQueryClient } from "@tanstack/react-query"
import type { Clip } from "../../../../voice/Api.ts"
import { useKey } from "../key.tsx"

/** Older ones are on the page of all clips. */
const MOST = 20

const none: ReadonlyArray<Clip> = []

export const useClips = () => {
  const { key } = useKey()
  const client = useQueryClient()
  const queryKey = ["playground", "clips", key.wallet_id]
  // These clips come from this page alone: they are never fetched.
  const { data: clips } = useQuery({
    queryKey,
    queryFn: () => none,
    initialData: none,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY
  })
  const keep = (clip: Clip) =>
    client.setQueryData<ReadonlyArray<Clip>>(queryKey, (kept = none) => [clip, ...kept].slice(0, MOST))
  return { clips, keep }
}
