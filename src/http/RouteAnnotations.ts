/** What routes say of themselves where they are made, and the server holds to. */
import * as HttpRouter from "@effect/platform/HttpRouter"
import { Context } from "effect"

/** Headers of all answers of an endpoint or group of the API, errors too, beside those of every answer. */
export class AnswerHeaders extends Context.Tag("http/AnswerHeaders")<
  AnswerHeaders,
  Readonly<Record<string, string>>
>() {}

/** How a session of the server's own page is shown in requests. */
export interface CookieSession {
  /** The cookie's name. */
  readonly cookie: string
  /** The header that every change has beside it, which no other page can send. */
  readonly header: string
}

/**
 * Endpoints of the API whose answers depend on a cookie: no page of another origin
 * may ever read them, whatever is configured.
 */
export class ByCookie extends Context.Tag("http/ByCookie")<ByCookie, CookieSession>() {}

const OPEN = Symbol.for("qal/http/OpenRoute")

/**
 * A route outside the API that takes no key, so that pages of any origin may
 * read its answers. An endpoint of the API that takes none needs not say so.
 */
export const openRoute = <E, R>(path: HttpRouter.PathInput, handler: HttpRouter.Route.Handler<E, R>) =>
  Object.assign(HttpRouter.makeRoute("GET", path, handler), { [OPEN]: true })

export const isOpenRoute = (route: object): boolean => OPEN in route
