/** Someone signed in to the dashboard of a real server, as the page is: with the cookie and the session's token. */
import { CSRF_HEADER, PREFIX } from "../../src/dashboard/session/SessionApi.ts"
import { lentServerForFile, madeForFile, serverForFile } from "../support/ForFile.ts"
import { LENT_ADMIN_TOKEN, type LentServer, lendServer } from "../support/Lent.ts"
import { startServer, type TestServer } from "../support/Server.ts"

/** The dashboard's token of a server that `startDashboard` starts. */
export const ADMIN_TOKEN = LENT_ADMIN_TOKEN

/** An answer with its body, decoded where it is JSON. */
export interface SessionResponse {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was answered
  readonly body: any
}

export interface Admin {
  /** `qal_session=…`, as the header `cookie` has it. */
  readonly cookie: string
  readonly csrf: string
  readonly sessionId: string
  /** A request below the dashboard's prefix (`/keys`), as the page sends it; its answer as it is. */
  readonly fetch: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>
  ) => Promise<Response>
  /** The same, with the answer's body read. */
  readonly ask: (method: string, path: string, body?: unknown) => Promise<SessionResponse>
}

/** A request to a route of the dashboard with nothing but what is said here; JSON where a body is given. */
export const send = (
  { url }: Pick<TestServer, "url">,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {}
): Promise<Response> =>
  fetch(`${url}${PREFIX}${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
  })

export const answered = async (response: Response): Promise<SessionResponse> => {
  const text = await response.text()
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

/** The cookie that an answer sets, as a request sends it back. */
const cookieOf = (response: Response): string => (response.headers.get("set-cookie") ?? "").split(";")[0] ?? ""

/** Signs in with the token, or with the code of a link. */
export const signIn = async (
  server: Pick<TestServer, "url">,
  proof: { readonly token: string } | { readonly code: string } = { token: ADMIN_TOKEN }
): Promise<Admin> => {
  const response = await send(server, "POST", "/session", proof)
  const { body, status } = await answered(response)
  if (status !== 200) throw new Error(`signing in was answered with ${status}: ${JSON.stringify(body)}`)
  const cookie = cookieOf(response)
  const csrf: string = body.data.csrf_token
  const ask: Admin["fetch"] = (method, path, sent, headers = {}) =>
    send(server, method, path, sent, { cookie, [CSRF_HEADER]: csrf, ...headers })
  return {
    cookie,
    csrf,
    sessionId: body.data.id,
    fetch: ask,
    ask: async (method, path, sent) => answered(await ask(method, path, sent))
  }
}

/** A server of a test's own, and someone signed in to it. `dispose` the server in the end. */
export const startDashboard = async (
  settings: Readonly<Record<string, string>> = {}
): Promise<{ readonly server: TestServer; readonly admin: Admin }> => {
  const server = await startServer({ QAL_ADMIN_TOKEN: ADMIN_TOKEN, ...settings })
  return { server, admin: await signIn(server) }
}

/** The lent server of the tests, with someone signed in to it. `giveBack` the server in the end. */
export const lendDashboard = async (): Promise<{ readonly server: LentServer; readonly admin: Admin }> => {
  const server = await lendServer()
  return { server, admin: await signIn(server) }
}

/** Someone signed in to `server` before the tests of a file. */
const signedInTo = (server: Pick<TestServer, "url">): Admin =>
  madeForFile(
    () => signIn(server),
    () => undefined
  )

/** A server of the file's own with a dashboard, and someone signed in to it. */
export const signedInForFile = (settings: () => Readonly<Record<string, string>> = () => ({})) => {
  const server = serverForFile(() => ({ QAL_ADMIN_TOKEN: ADMIN_TOKEN, ...settings() }))
  return { server, admin: signedInTo(server) }
}

/** The lent server, and someone signed in to it. */
export const lentSignedInForFile = () => {
  const server = lentServerForFile()
  return { server, admin: signedInTo(server) }
}
