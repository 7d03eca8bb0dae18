/** The dashboard's contract: what its page asks of the server, and the page's client is derived from. */
import * as HttpApi from "@effect/platform/HttpApi"
import { AuditApi } from "./AuditApi.ts"
import { ContentApi } from "./ContentApi.ts"
import { EnginesApi } from "./EnginesApi.ts"
import { KeysApi } from "./KeysApi.ts"
import { OverviewApi } from "./OverviewApi.ts"
import { RequestsApi } from "./RequestsApi.ts"
import { SessionApi } from "./SessionApi.ts"
import { VoicesApi } from "./VoicesApi.ts"
import { WalletsApi } from "./WalletsApi.ts"

export class DashboardApi extends HttpApi.make("dashboard")
  .add(SessionApi)
  .add(OverviewApi)
  .add(KeysApi)
  .add(WalletsApi)
  .add(VoicesApi)
  .add(ContentApi)
  .add(RequestsApi)
  .add(EnginesApi)
  .add(AuditApi) {}
