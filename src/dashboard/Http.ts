/** The dashboard over HTTP: the groups of its contract, behind its sessions. */
import { Layer } from "effect"
import { LentSecrets } from "../access/LentSecrets.ts"
import * as AdminGuard from "./AdminGuard.ts"
import { Audit } from "./Audit.ts"
import { AuditHttp } from "./AuditHttp.ts"
import { KeysHttp } from "./KeysHttp.ts"
import { Ledger } from "./Ledger.ts"
import { SessionHttp } from "./SessionHttp.ts"
import { Sessions } from "./Sessions.ts"
import { SignInAttempts } from "./SignInAttempts.ts"
import { WalletsHttp } from "./WalletsHttp.ts"

export const layer = Layer.mergeAll(SessionHttp, AuditHttp, KeysHttp, WalletsHttp).pipe(
  Layer.provide(AdminGuard.layer),
  Layer.provide(Layer.mergeAll(AdminGuard.AdminGuard.Default, Audit.Default, LentSecrets.Default, Ledger.Default)),
  Layer.provide(Layer.merge(Sessions.Default, SignInAttempts.Default))
)
