/** The dashboard over HTTP: the groups of its contract, behind its sessions. */
import { Layer } from "effect"
import { LentSecrets } from "../access/LentSecrets.ts"
import * as AdminGuard from "./AdminGuard.ts"
import { Audit } from "./Audit.ts"
import { AuditHttp } from "./AuditHttp.ts"
import { ContentHttp } from "./ContentHttp.ts"
import { Engines } from "./Engines.ts"
import { EnginesHttp } from "./EnginesHttp.ts"
import { JobViews } from "./JobViews.ts"
import { KeptClips } from "./KeptClips.ts"
import { KeptTranscriptions } from "./KeptTranscriptions.ts"
import { KeptUploads } from "./KeptUploads.ts"
import { KeysHttp } from "./KeysHttp.ts"
import { Ledger } from "./Ledger.ts"
import { Overview } from "./Overview.ts"
import { OverviewHttp } from "./OverviewHttp.ts"
import { Requests } from "./Requests.ts"
import { RequestsHttp } from "./RequestsHttp.ts"
import { SessionHttp } from "./SessionHttp.ts"
import { Sessions } from "./Sessions.ts"
import { SignInAttempts } from "./SignInAttempts.ts"
import { VoicesHttp } from "./VoicesHttp.ts"
import { VoiceUsage } from "./VoiceUsage.ts"
import { WalletsHttp } from "./WalletsHttp.ts"

export const layer = Layer.mergeAll(
  SessionHttp,
  OverviewHttp,
  KeysHttp,
  WalletsHttp,
  VoicesHttp,
  ContentHttp,
  RequestsHttp,
  EnginesHttp,
  AuditHttp
).pipe(
  Layer.provide([KeptClips.Default, KeptTranscriptions.Default, KeptUploads.Default, VoiceUsage.Default]),
  Layer.provide([Overview.Default, Requests.Default, Engines.Default, LentSecrets.Default, Ledger.Default]),
  Layer.provide(JobViews.Default),
  Layer.provide(AdminGuard.layer),
  Layer.provide([AdminGuard.AdminGuard.Default, Audit.Default]),
  Layer.provide([Sessions.Default, SignInAttempts.Default])
)
