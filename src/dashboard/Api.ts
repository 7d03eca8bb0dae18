/** The dashboard's contract: what its page asks of the server, and the page's client is derived from. */
import * as HttpApi from "@effect/platform/HttpApi"
import { AuditApi } from "./audit/AuditApi.ts"
import { ContentApi } from "./content/ContentApi.ts"
import { EnginesApi } from "./engines/EnginesApi.ts"
import { KeysApi } from "./keys/KeysApi.ts"
import { OverviewApi } from "./overview/OverviewApi.ts"
import { PlaygroundApi } from "./playground/PlaygroundApi.ts"
import { RequestsApi } from "./requests/RequestsApi.ts"
import { SessionApi } from "./session/SessionApi.ts"
import { DashboardVoicesApi } from "./voices/DashboardVoicesApi.ts"
import { WalletsApi } from "./wallets/WalletsApi.ts"

export class DashboardApi extends HttpApi.make("dashboard")
  .add(SessionApi)
  .add(OverviewApi)
  .add(KeysApi)
  .add(WalletsApi)
  .add(DashboardVoicesApi)
  .add(ContentApi)
  .add(RequestsApi)
  .add(EnginesApi)
  .add(PlaygroundApi)
  .add(AuditApi) {}
