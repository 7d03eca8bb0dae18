/** Who is signed in. */
import { Center } from "@mantine/core"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { createContext, type ReactNode, use } from "react"
import type { SignIn as Credentials, Session } from "../session/SessionApi.ts"
import { callApi, isSignedOut } from "./client.ts"
import { SignIn } from "./SignIn.tsx"
import { Problem } from "./ui/Problem.tsx"
import { Waiting } from "./ui/Waiting.tsx"

interface SignedInSession {
  readonly csrf: string
  /** What runs the server's other commands. */
  readonly command: string
  readonly signOut: () => Promise<void>
}

const Current = createContext<SignedInSession | undefined>(undefined)

export const useSession = () => {
  const session = use(Current)
  if (session === undefined) throw new Error("there is no session here")
  return session
}

const find = async (): Promise<Session | null> => {
  try {
    return (await callApi((client) => client.dashboardSession.session())).data
  } catch (problem) {
    if (isSignedOut(problem)) return null
    throw problem
  }
}

/** Shows its children to whoever is signed in, and the way in to others. */
export const SessionProvider = ({ children }: { readonly children: ReactNode }) => {
  const client = useQueryClient()
  const {
    data: session,
    error,
    refetch
  } = useQuery({ queryKey: ["session"], queryFn: find, staleTime: Number.POSITIVE_INFINITY })
  const signIn = async (payload: Credentials) => {
    const { data } = await callApi(({ dashboardSession: { signIn } }) =>
      "token" in payload ? signIn({ payload }) : signIn({ payload })
    )
    client.setQueryData(["session"], data)
  }
  const signOut = async () => {
    try {
      await callApi((api) => api.dashboardSession.signOut(), session?.csrf_token)
    } catch (problem) {
      // It has ended already.
      if (!isSignedOut(problem)) throw problem
    }
    // Not all at once: observers of the session would not be notified.
    client.setQueryData(["session"], null)
    client.removeQueries({ predicate: ({ queryKey: [name] }) => name !== "session" })
    client.getMutationCache().clear()
  }
  if (session === undefined)
    return error === null ? (
      <Waiting height="100vh" />
    ) : (
      <Center mih="100vh">
        <Problem problem={error} again={refetch} />
      </Center>
    )
  if (session === null) return <SignIn signIn={signIn} />
  return <Current value={{ csrf: session.csrf_token, command: session.command, signOut }}>{children}</Current>
}
