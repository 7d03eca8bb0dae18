/** The dashboard's own client: derived from the contract, with the session's token on every change. */
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpApiClient from "@effect/platform/HttpApiClient"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import { Cause, Effect, Exit, ManagedRuntime, Predicate } from "effect"
import { DashboardApi } from "../Api.ts"
import { CSRF_HEADER } from "../session/SessionApi.ts"
import { Failure } from "./playground/publicApi.ts"

const runtime = ManagedRuntime.make(FetchHttpClient.layer)

const clientWith = (csrf: string | undefined) =>
  HttpApiClient.make(DashboardApi, {
    baseUrl: location.origin,
    transformClient: HttpClient.mapRequest((request) =>
      csrf === undefined ? request : HttpClientRequest.setHeader(request, CSRF_HEADER, csrf)
    )
  })

export type DashboardClient = Effect.Effect.Success<ReturnType<typeof clientWith>>

/** Asks the server. Rejects with the error of the taxonomy where it answers one. */
export const callApi = async <A, E>(
  use: (client: DashboardClient) => Effect.Effect<A, E>,
  csrf?: string
): Promise<A> => {
  const exit = await runtime.runPromiseExit(Effect.flatMap(clientWith(csrf), use))
  if (Exit.isSuccess(exit)) return exit.value
  throw Cause.squash(exit.cause)
}

/** A failure: the API's code and the server's message, where the server answered. */
export interface ClientProblem {
  readonly code: string
  readonly message: string
}

/** What the client fails with where it has no answer of the contract, and what that is called here. */
const faults: Readonly<Record<string, string>> = {
  RequestError: "UNREACHABLE",
  ResponseError: "UNEXPECTED_ANSWER",
  ParseError: "UNEXPECTED_ANSWER"
}

const codeOf = (problem: unknown): string => {
  if (problem instanceof SyntaxError) return "UNEXPECTED_ANSWER"
  if (!Predicate.hasProperty(problem, "_tag")) return "PAGE_FAULT"
  const tag = String(problem._tag)
  return faults[tag] ?? tag
}

export const problemOf = (problem: unknown): ClientProblem => ({
  code: codeOf(problem),
  message: problem instanceof Error ? problem.message : String(problem)
})

/** Not where the public API refuses a key: that is no matter of the session. */
export const isSignedOut = (problem: unknown): boolean =>
  !(problem instanceof Failure) && problemOf(problem).code === "UNAUTHORIZED"

/** The token that was sent is not that of the cookie's session. */
export const isOfAnotherSession = (problem: unknown): boolean =>
  !(problem instanceof Failure) && problemOf(problem).code === "FORBIDDEN"
