/** The audit log over HTTP: decode, call the service, encode. */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { Effect } from "effect"
import { Api } from "../Api.ts"
import { Audit } from "./Audit.ts"
import { pageOf } from "./Pages.ts"
import { iso } from "./Times.ts"

export const AuditHttp = HttpApiBuilder.group(
  Api,
  "dashboardAudit",
  Effect.fnUntraced(function* (handlers) {
    const audit = yield* Audit
    return handlers.handle("audit", ({ urlParams }) =>
      Effect.map(audit.list(urlParams), ({ nextCursor, page }) =>
        pageOf({ nextCursor, page: page.map(({ seq: _, at, ...entry }) => ({ ...entry, at: iso(at) })) })
      )
    )
  })
)
