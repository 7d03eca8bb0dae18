/** The dashboard over HTTP: the groups of its contract, behind its sessions. */
import { Layer } from "effect"
import { SessionSecrets } from "../access/SessionSecrets.ts"
import { Audit } from "./audit/Audit.ts"
import { AuditHttp } from "./audit/AuditHttp.ts"
import { ContentHttp } from "./content/ContentHttp.ts"
import { StoredClips } from "./content/StoredClips.ts"
import { StoredTranscriptions } from "./content/StoredTranscriptions.ts"
import { StoredUploads } from "./content/StoredUploads.ts"
import { Engines } from "./engines/Engines.ts"
import { EnginesHttp } from "./engines/EnginesHttp.ts"
import { KeysHttp } from "./keys/KeysHttp.ts"
import { Overview } from "./overview/Overview.ts"
import { OverviewHttp } from "./overview/OverviewHttp.ts"
import { Playground } from "./playground/Playground.ts"
import { PlaygroundHttp } from "./playground/PlaygroundHttp.ts"
import { JobViews } from "./requests/JobViews.ts"
import { Requests } from "./requests/Requests.ts"
import { RequestsHttp } from "./requests/RequestsHttp.ts"
import * as AdminGuard from "./session/AdminGuard.ts"
import { SessionHttp } from "./session/SessionHttp.ts"
import { Sessions } from "./session/Sessions.ts"
import { SignInAttempts } from "./session/SignInAttempts.ts"
import { VoicesHttp } from "./voices/VoicesHttp.ts"
import { VoiceUsage } from "./voices/VoiceUsage.ts"
import { Ledger } from "./wallets/Ledger.ts"
import { WalletsHttp } from "./wallets/WalletsHttp.ts"

export const layer = Layer.mergeAll(
  SessionHttp,
  OverviewHttp,
  KeysHttp,
  WalletsHttp,
  VoicesHttp,
  ContentHttp,
  RequestsHttp,
  EnginesHttp,
  PlaygroundHttp,
  AuditHttp
).pipe(
  Layer.provide([
    StoredClips.Default,
    StoredTranscriptions.Default,
    StoredUploads.Default,
    VoiceUsage.Default,
    Playground.Default
  ]),
  Layer.provide([Overview.Default, Requests.Default, Engines.Default, SessionSecrets.Default, Ledger.Default]),
  Layer.provide(JobViews.Default),
  Layer.provide(AdminGuard.layer),
  Layer.provide([AdminGuard.AdminGuard.Default, Audit.Default]),
  Layer.provide([Sessions.Default, SignInAttempts.Default])
)
