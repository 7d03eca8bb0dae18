/** The audit log over HTTP: decode, call the service, encode. */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { iso } from "../IsoTimes.ts"
import { pageOf } from "../Pages.ts"
import { Audit, sourceOf } from "./Audit.ts"

export const AuditHttp = HttpApiBuilder.group(
  Api,
  "dashboardAudit",
  Effect.fnUntraced(function* (handlers) {
    const audit = yield* Audit
    return handlers.handle("audit", ({ urlParams }) =>
      Effect.map(audit.list(urlParams), ({ nextCursor, page }) =>
        pageOf({
          nextCursor,
          page: page.map(({ seq: _, at, session_id: session, ...entry }) => ({
            ...entry,
            ...sourceOf(session),
            at: iso(at)
          }))
        })
      )
    )
  })
)
