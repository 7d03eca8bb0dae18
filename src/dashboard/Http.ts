/** The dashboard over HTTP: the groups of its contract, behind its sessions. */
import { Layer } from "effect"
import * as AdminGuard from "./AdminGuard.ts"
import { Audit } from "./Audit.ts"
import { AuditHttp } from "./AuditHttp.ts"
import { SessionHttp } from "./SessionHttp.ts"
import { Sessions } from "./Sessions.ts"

export const layer = Layer.mergeAll(SessionHttp, AuditHttp).pipe(
  Layer.provide(AdminGuard.layer),
  Layer.provide(Layer.merge(AdminGuard.AdminGuard.Default, Audit.Default)),
  Layer.provide(Sessions.Default)
)
