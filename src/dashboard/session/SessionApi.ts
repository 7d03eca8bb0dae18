/**
 * The dashboard's contract: signing in and out. A session is a cookie that no
 * script can read; whatever changes something also needs the session's token
 * against cross-site requests, in the header `x-csrf-token`.
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Context, Schema } from "effect"
import { mostCharacters } from "../../Domain.ts"
import * as Errors from "../../Errors.ts"

/** Where all of the dashboard's routes are. */
export const PREFIX = "/api/v1/admin"

/** Sent only to the dashboard's own routes. */
export const COOKIE = "qal_session"
export const CSRF_HEADER = "x-csrf-token"

/** The session that the current request belongs to. */
export interface Administration {
  /** Named in the audit log; opens nothing. */
  readonly sessionId: string
}

export class Administrator extends Context.Tag("dashboard/session/Administrator")<Administrator, Administration>() {}

/** Demands a session of a route, and the session's token where the request changes something. */
export class AdminSession extends HttpApiMiddleware.Tag<AdminSession>()("dashboard/session/AdminSession", {
  provides: Administrator,
  failure: Schema.Union(Errors.wire(Errors.Unauthorized), Errors.wire(Errors.Forbidden))
}) {}

const Proof = Schema.String.pipe(mostCharacters(1_000))

export const SignIn = Schema.Union(
  Schema.Struct({
    token: Proof.annotations({ description: "The dashboard's token (`QAL_ADMIN_TOKEN`)" })
  }).annotations({ description: "By the dashboard's token", examples: [{ token: "the dashboard's token" }] }),
  Schema.Struct({
    code: Proof.annotations({
      description: "The code of a sign-in link, as printed at the start or by `qal dashboard`; it works once"
    })
  }).annotations({ description: "By the code of a link", examples: [{ code: "the code of a link" }] })
).annotations({
  identifier: "SignIn",
  description: "Who one is: the dashboard's token, or the code of a sign-in link"
})
export type SignIn = typeof SignIn.Type

export const Session = Schema.Struct({
  id: Schema.String.annotations({ description: "As the audit log names it", examples: ["ses_…"] }),
  csrf_token: Schema.String.annotations({ description: `To be sent as \`${CSRF_HEADER}\` with every change` }),
  command: Schema.String.annotations({
    description: "What runs the server's other commands, as the server was started",
    examples: ["bun run qal"]
  }),
  expires_at: Schema.String.annotations({ description: "When it ends at the latest (ISO 8601, UTC)" })
}).annotations({
  identifier: "DashboardSession",
  description: "A session of the dashboard",
  examples: [
    {
      id: "ses_01kafr1a3c5e7g9j1k3n5p7r9t",
      csrf_token: "pW0n…",
      command: "qal",
      expires_at: "2026-12-22T08:00:00.000Z"
    }
  ]
})
export type Session = typeof Session.Type

export class SessionApi extends HttpApiGroup.make("dashboardSession")
  .add(
    HttpApiEndpoint.post("signIn", "/session")
      .setPayload(SignIn)
      .addSuccess(Schema.Struct({ data: Session }))
      .addError(Errors.wire(Errors.Unauthorized))
      .addError(Errors.wire(Errors.Forbidden))
      .addError(Errors.wire(Errors.RateLimited))
      .addError(Errors.InvalidInput)
      .annotate(OpenApi.Identifier, "signIn")
      .annotate(OpenApi.Summary, "Begin a session: the answer sets its cookie")
      .annotate(
        OpenApi.Description,
        "With the dashboard's token, or with a code that the command line printed. Some failures in a row have to be waited for."
      )
  )
  .add(
    HttpApiEndpoint.get("session", "/session")
      .addSuccess(Schema.Struct({ data: Session }))
      .middleware(AdminSession)
      .annotate(OpenApi.Identifier, "getSession")
      .annotate(OpenApi.Summary, "The session of the cookie")
      .annotate(OpenApi.Description, "Until when it lasts, and the token that every change has beside the cookie.")
  )
  .add(
    HttpApiEndpoint.del("signOut", "/session")
      .addSuccess(HttpApiSchema.NoContent)
      .middleware(AdminSession)
      .annotate(OpenApi.Identifier, "signOut")
      .annotate(OpenApi.Summary, "End the session, and every secret that it lent")
      .annotate(OpenApi.Description, "It can be begun again with the dashboard's token.")
  )
  .prefix(PREFIX)
  .annotate(OpenApi.Title, "Dashboard")
  .annotate(OpenApi.Description, "What the dashboard's own page asks for; everybody else uses an API key") {}
