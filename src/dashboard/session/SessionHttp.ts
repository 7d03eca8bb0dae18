/** Signing in and out over HTTP: decode, call the service, encode. */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Clock, Duration, Effect, Option, Redacted } from "effect"
import { Api } from "../../Api.ts"
import { AdminToken } from "../../access/AdminToken.ts"
import { type RateLimited, Unauthorized } from "../../Errors.ts"
import * as Payload from "../../http/Payload.ts"
import { processCommand, publicCommand } from "../../runtime/ProcessCommand.ts"
import { Settings } from "../../settings/Config.ts"
import { iso } from "../IsoTimes.ts"
import { AdminGuard } from "./AdminGuard.ts"
import { Administrator, COOKIE, PREFIX, type Session, SignIn } from "./SessionApi.ts"
import { type LiveSession, LONGEST, type Proof, Sessions } from "./Sessions.ts"
import { SignInAttempts } from "./SignInAttempts.ts"
import { redeem, SignInCodes } from "./SignInCodes.ts"

/** What prints a link. */
const PRINT = `${publicCommand(processCommand)} dashboard`

const signInRequest = Payload.reader(SignIn)

const wrongToken = () =>
  new Unauthorized({ message: `this is not the dashboard's token; \`${PRINT}\` prints a link that needs none` })
const usedCode = () =>
  new Unauthorized({ message: `the link was used, or is older than an hour; \`${PRINT}\` prints a new one` })

const sessionOf = ({ csrfToken, endsAt, sessionId }: LiveSession): Session => ({
  id: sessionId,
  csrf_token: csrfToken,
  command: processCommand,
  expires_at: iso(endsAt)
})

export const SessionHttp = HttpApiBuilder.group(
  Api,
  "dashboardSession",
  Effect.fnUntraced(function* (handlers) {
    const { assertOwnPage, sessionOf: current } = yield* AdminGuard
    const sessions = yield* Sessions
    const codes = yield* SignInCodes
    const token = yield* AdminToken
    const attempts = yield* SignInAttempts
    const { publicUrl } = yield* Settings

    /** The cookie's attributes, which its removal has to bear too. */
    const cookie = {
      httpOnly: true,
      sameSite: "strict",
      secure: publicUrl.startsWith("https:"),
      path: PREFIX
    } as const

    /** What opens a session, if what was sent does. Fails with `Unauthorized` and `RateLimited`. */
    const proofOf = (sent: SignIn, address: Option.Option<string>): Effect.Effect<Proof, Unauthorized | RateLimited> =>
      Effect.gen(function* () {
        if ("token" in sent) {
          yield* attempts.count(address)
          if (token.matches(sent.token)) return { by: "token" }
          yield* attempts.note("token", address)
          return yield* wrongToken()
        }
        if (!(yield* codes.isGood(sent.code))) {
          yield* attempts.note("link", address)
          return yield* usedCode()
        }
        return { by: "link", redeem: redeem(sent.code, yield* Clock.currentTimeMillis) }
      })

    return handlers
      .handleRaw("signIn", ({ request }) =>
        Effect.gen(function* () {
          yield* assertOwnPage(request)
          const proof = yield* proofOf(yield* signInRequest(request), request.remoteAddress)
          const begun = yield* sessions.begin(proof)
          if (Option.isNone(begun)) return yield* usedCode()
          const { secret, session } = begun.value
          return HttpServerResponse.unsafeJson({ data: sessionOf(session) }).pipe(
            HttpServerResponse.unsafeSetCookie(COOKIE, Redacted.value(secret), { ...cookie, maxAge: LONGEST })
          )
        })
      )
      .handle("session", ({ request }) => Effect.map(current(request), (session) => ({ data: sessionOf(session) })))
      .handleRaw("signOut", () =>
        Effect.gen(function* () {
          yield* sessions.end(yield* Administrator)
          return HttpServerResponse.unsafeSetCookie(HttpServerResponse.empty(), COOKIE, "", {
            ...cookie,
            maxAge: Duration.zero
          })
        })
      )
  })
)
