/** Reading and changing, with what is read kept, shared and refreshed by TanStack Query. */
import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient
} from "@tanstack/react-query"
import type { Effect } from "effect"
import { callApi, type DashboardClient, isOfAnotherSession, isSignedOut } from "./client.ts"
import { useSession } from "./session.tsx"

/** Milliseconds between two looks at what moves. */
const LIVE = 2_000

/**
 * Whoever is signed out somewhere is shown the way in everywhere. And where another
 * session was begun in another tab, its cookie is sent by this one too, whose token
 * is refused then: it is fetched again.
 */
const noticeSession = (problem: unknown): void => {
  if (isSignedOut(problem)) queryClient.setQueryData(["session"], null)
  if (isOfAnotherSession(problem)) void queryClient.invalidateQueries({ queryKey: ["session"] })
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSession }),
  mutationCache: new MutationCache({ onError: noticeSession }),
  // What a change answered may be a secret: nothing keeps it once nothing shows it.
  defaultOptions: { queries: { retry: 1, staleTime: 1_000 }, mutations: { retry: false, gcTime: 0 } }
})

type Use<A, E> = (client: DashboardClient) => Effect.Effect<A, E>

/** Asks for what is kept by nobody here. */
export const callOnce = async <A, E>(use: Use<A, E>, csrf?: string): Promise<A> => {
  try {
    return await callApi(use, csrf)
  } catch (problem) {
    noticeSession(problem)
    throw problem
  }
}

/** What the server has under `name`; fetched again every two seconds where it is `live`, or while its data is. */
export const useRead = <A, E>(
  name: ReadonlyArray<unknown>,
  use: Use<A, E>,
  { live = false }: { readonly live?: boolean | ((read: A) => boolean) } = {}
) =>
  useQuery({
    queryKey: name,
    queryFn: () => callApi(use),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => {
      const isLive = typeof live === "boolean" ? live : data !== undefined && live(data)
      return isLive ? LIVE : false
    }
  })

const FIRST: string | undefined = undefined

export interface Page<A> {
  readonly data: ReadonlyArray<A>
  readonly meta: { readonly next_cursor: string | null }
}

/** A list that is read page by page. */
export const usePages = <A, E>(
  name: ReadonlyArray<unknown>,
  use: (cursor: string | undefined) => Use<Page<A>, E>,
  options?: { readonly live?: boolean }
) =>
  useInfiniteQuery({
    queryKey: name,
    queryFn: ({ pageParam }) => callApi(use(pageParam)),
    initialPageParam: FIRST,
    getNextPageParam: ({ meta }: Page<A>) => meta.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: options?.live === true ? LIVE : false
  })

/** A change; what stands under the first words of `changes` is read anew then. */
export const useChange = <Input, A, E>(use: (input: Input) => Use<A, E>, changes: ReadonlyArray<string>) => {
  const client = useQueryClient()
  const { csrf } = useSession()
  return useMutation({
    mutationFn: (input: Input) => callApi(use(input), csrf),
    onSuccess: () => Promise.all(changes.map((name) => client.invalidateQueries({ queryKey: [name] })))
  })
}
