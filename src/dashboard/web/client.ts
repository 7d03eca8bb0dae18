/** The dashboard's own client: derived from the contract, with the session's token on every change. */
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpApiClient from "@effect/platform/HttpApiClient"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import { Cause, Effect, Exit, ManagedRuntime, Predicate } from "effect"
import { DashboardApi } from "../Api.ts"
import { CSRF_HEADER } from "../SessionApi.ts"
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
export const ask = async <A, E>(use: (client: DashboardClient) => Effect.Effect<A, E>, csrf?: string): Promise<A> => {
  const exit = await runtime.runPromiseExit(Effect.flatMap(clientWith(csrf), use))
  if (Exit.isSuccess(exit)) return exit.value
  throw Cause.squash(exit.cause)
}

/** What a person is told of something that failed: the code is the API's, the message the server's own words. */
export interface Told {
  readonly code: string
  readonly message: string
}

export const told = (problem: unknown): Told => ({
  code: Predicate.hasProperty(problem, "_tag") ? String(problem._tag) : "INTERNAL_ERROR",
  message: problem instanceof Error ? problem.message : String(problem)
})

/** Not where the public API refuses a key: that is no matter of the session. */
export const isSignedOut = (problem: unknown): boolean =>
  !(problem instanceof Failure) && told(problem).code === "UNAUTHORIZED"
