/** `GET /media/{id}`: what signed addresses open. Needs no key. */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Clock, Context, Effect, Option } from "effect"
import type { BlobId } from "../Domain.ts"
import { type EngineFailure, NotFound } from "../Errors.ts"
import { openRoute } from "../http/RouteAnnotations.ts"
import { type BlobStore, Blobs } from "../storage/Blobs.ts"
import { contentDisposition, type Presentation, serveBlob } from "./BlobResponse.ts"
import { SignedUrl } from "./SignedUrl.ts"

/** A file that a signed address may open. */
export interface Medium extends Presentation {
  readonly blob: BlobId
}

/** Knows what the ids in signed addresses stand for. */
export class MediaLibrary extends Context.Tag("media/MediaLibrary")<
  MediaLibrary,
  /** What is made only when it is first wanted may fail as its engine does. */
  { readonly find: (id: string) => Effect.Effect<Option.Option<Medium>, EngineFailure> }
>() {}

/** Any page may play what the address opens (Fetch, sections 3.3.4 and 3.7), and read where a part of it lies. */
const FOR_PAGES = {
  "cross-origin-resource-policy": "cross-origin",
  "access-control-expose-headers": "accept-ranges, content-range, content-length"
}

const only = (value: string | ReadonlyArray<string> | undefined): string => (typeof value === "string" ? value : "")

/**
 * Sends the client to the store itself for as long as the signed address is good: to
 * nothing that this address does not already give. The method is part of the store's signature.
 */
const redirected = Effect.fnUntraced(function* (
  address: NonNullable<BlobStore["address"]>,
  medium: Medium,
  expires: number
) {
  const { method } = yield* HttpServerRequest.HttpServerRequest
  const now = yield* Clock.currentTimeMillis
  const location = yield* address(medium.blob, {
    method: method === "HEAD" ? "HEAD" : "GET",
    contentType: medium.mimeType,
    contentDisposition: contentDisposition(medium.disposition ?? "inline", medium.downloadName),
    seconds: Math.max(1, Math.floor(expires - now / 1_000))
  })
  return HttpServerResponse.empty({ status: 307, headers: { location, "cache-control": "no-store" } })
})

/** Answers GET and HEAD. Fails with `UrlExpired`, or `NotFound` when the medium was deleted since. */
const serveMedium = Effect.gen(function* () {
  const { params } = yield* HttpRouter.RouteContext
  const search = yield* HttpServerRequest.ParsedSearchParams
  const id = params.id ?? ""
  yield* Effect.flatMap(SignedUrl, (urls) => urls.verify(id, only(search.expires), only(search.signature)))
  const library = yield* MediaLibrary
  const medium = yield* library.find(id)
  if (Option.isNone(medium)) return yield* new NotFound({ message: "this medium has been deleted" })
  const { address } = yield* Blobs
  const answer = yield* address === undefined
    ? serveBlob(medium.value.blob, medium.value)
    : redirected(address, medium.value, Number(search.expires))
  return HttpServerResponse.setHeaders(answer, FOR_PAGES)
}).pipe(Effect.withSpan("Media.serve"))

/** Adds the route to the server's router; HEAD comes with GET. */
export const layer = HttpApiBuilder.Router.use((router) =>
  Effect.flatMap(Effect.all([SignedUrl, MediaLibrary, Blobs]), ([urls, library, blobs]) =>
    router.addRoute(
      openRoute(
        "/media/:id",
        serveMedium.pipe(
          Effect.provideService(SignedUrl, urls),
          Effect.provideService(MediaLibrary, library),
          Effect.provideService(Blobs, blobs)
        )
      )
    )
  )
)
