/**
 * Answers that are in memory, given before a request is routed. The long way,
 * through the routes of the API, says the same for every request; a shortcut may
 * take it at any time, and must where it would have to wait. What is asked for
 * most by many clients at once has one.
 */
import type { HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import type { RequestRecord } from "./RequestInfo.ts"

/** The answer, or nothing, with nothing changed, where the request is to go the long way. */
export type Shortcut = (
  request: HttpServerRequest.HttpServerRequest,
  record: RequestRecord
) => HttpServerResponse.HttpServerResponse | undefined

export class Shortcuts extends Effect.Service<Shortcuts>()("http/Shortcuts", {
  sync: () => {
    const known = new Map<string, Shortcut>()
    return {
      /** Adds the shortcut of `GET path`; the path is also its route's pattern. */
      add: (path: `/${string}`, shortcut: Shortcut): void => {
        known.set(path, shortcut)
      },
      /** Whether there is an answer in memory for the `GET` request to `path`. */
      find: (path: string, ...[request, record]: Parameters<Shortcut>) => {
        const answer = known.get(path)?.(request, record)
        if (answer !== undefined) record.route = path
        return answer
      }
    }
  }
}) {}
