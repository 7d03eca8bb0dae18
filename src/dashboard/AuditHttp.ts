/** The audit log over HTTP: decode, call the service, encode. */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { DateTime, Effect } from "effect"
import { Api } from "../Api.ts"
import { Audit } from "./Audit.ts"

export const AuditHttp = HttpApiBuilder.group(
  Api,
  "dashboardAudit",
  Effect.fnUntraced(function* (handlers) {
    const audit = yield* Audit
    return handlers.handle("audit", ({ urlParams }) =>
      Effect.map(audit.list(urlParams), ({ nextCursor, page }) => ({
        data: page.map(({ seq: _, at, ...entry }) => ({ ...entry, at: DateTime.formatIso(DateTime.unsafeMake(at)) })),
        meta: { next_cursor: nextCursor }
      }))
    )
  })
)
