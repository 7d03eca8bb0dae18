/** Requests as the server tells of them once they are answered. */

import { pathWithoutRoute } from "../../src/http/Redaction.ts"
import * as RequestInfo from "../../src/http/RequestInfo.ts"
import type { CompletedRequest } from "../../src/http/RequestObserver.ts"

export interface Described {
  readonly id?: string
  readonly route?: string | undefined
  readonly path?: string
  readonly method?: string
  readonly status?: number
  readonly code?: string | undefined
  readonly said?: string | undefined
  readonly time?: number
  readonly seconds?: number
  readonly keyId?: string | undefined
  readonly walletId?: string | undefined
  readonly jobs?: ReadonlyArray<string>
  readonly upgraded?: boolean
}

export const VOICES = "/api/v1/voice/voices"

/** Of `GET /voices`, that went well now in a millisecond, where nothing else is said. */
export const answered = ({
  id = `req_${Bun.randomUUIDv7()}`,
  method = "GET",
  status = 200,
  ...more
}: Described): CompletedRequest => {
  const { time = Date.now(), seconds = 0.001, route = VOICES, path = VOICES } = more
  const { code, jobs = [], keyId, said, upgraded = false, walletId } = more
  const record = RequestInfo.make(id)
  const known = { route: "route" in more ? more.route : route, code, said, jobs, keyId, upgraded, walletId }
  const shown = known.route ?? pathWithoutRoute(path)
  return { record: Object.assign(record, known), method, path: shown, status, time, seconds }
}
