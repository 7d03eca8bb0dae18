/** The observer of each request whose answer has ended. */
import { Context } from "effect"
import type { RequestRecord } from "./RequestInfo.ts"

/** A request whose answer has ended. */
export interface CompletedRequest {
  readonly record: RequestRecord
  readonly method: string
  /** Its route; where it has none, what may be shown of the path that the client sent. */
  readonly path: string
  readonly status: number
  /** Milliseconds since 1970, at the end. */
  readonly time: number
  /** From its arrival to the end of its answer. */
  readonly seconds: number
}

/** Called for each request: it must be quick and throw nothing. Without a layer there is no observer. */
export class RequestObserver extends Context.Reference<RequestObserver>()("http/RequestObserver", {
  defaultValue: (): ((answered: CompletedRequest) => void) => () => {}
}) {}
