/** `GET /docs`, the API to browse and try, the files that it offers to try with, and the guides. */
import { createHash } from "node:crypto"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { Effect } from "effect"
import * as Compressed from "../../http/Compressed.ts"
import { openRoute } from "../../http/RouteAnnotations.ts"
import { ApiDocument } from "../ApiDocument.ts"
import { bundled } from "./BundledDocs.ts"
import { type Parts, page } from "./DocsPage.ts"
import { guidePage } from "./GuidePage.ts"
import { DOCS, guidePictures, guides, otherTexts } from "./Guides.ts"
import hours from "./hours.txt" with { type: "file" }
import { Markup } from "./Markup.ts"
import { SAMPLES } from "./Prefilled.ts"
import speech from "./speech.mp3" with { type: "file" }

/** What is kept by clients, and asked about each time. */
export const REVALIDATED = { "cache-control": "no-cache" }

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

/** The page has its own script and styles in it, and runs no others; it asks its own server alone, also for its font, and plays what that answers. */
const policyFor = ({ script, style }: Parts): string =>
  `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; connect-src 'self'; ` +
  "img-src data:; font-src 'self'; media-src 'self' blob: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A guide has its own styles in it and pictures of its own server, and runs nothing. */
const guidePolicyFor = ({ style }: Parts): string =>
  `default-src 'none'; style-src ${hashOf(style)}; img-src 'self'; font-src 'self'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A file that is made on first use, with its headers. */
interface CachedFile {
  readonly thing: Compressed.Representation
  readonly headers: Readonly<Record<string, string>>
}

const responding = (load: () => Promise<CachedFile>) =>
  Effect.flatMap(Effect.promise(load), ({ headers, thing }) => Compressed.respond(thing, headers))

const pageOf = (text: string, policy: string): CachedFile => ({
  thing: Compressed.make("text/html; charset=utf-8", new TextEncoder().encode(text), Compressed.QUICK),
  headers: { ...REVALIDATED, "content-security-policy": policy }
})

/** The guides, with the texts and pictures that they lead to. */
const guideRoutes = (loadParts: () => Promise<Parts>) => [
  ...guides.map((guide) => ({
    address: guide.address,
    load: Compressed.once(async () => {
      const parts = await loadParts()
      return pageOf(guidePage(guide, new Markup(parts.style)), guidePolicyFor(parts))
    })
  })),
  ...otherTexts.map(({ address, text }) => ({
    address,
    load: Compressed.once(async () => {
      const bytes = new TextEncoder().encode(text)
      return { thing: Compressed.make("text/plain; charset=utf-8", bytes, Compressed.QUICK), headers: REVALIDATED }
    })
  })),
  ...guidePictures.map(({ address, file, type }) => ({
    address,
    load: Compressed.once(async () => {
      const bytes = await Bun.file(file).bytes()
      return { thing: Compressed.make(type, bytes, Compressed.QUICK), headers: REVALIDATED }
    })
  }))
]

/** The page is made when it is first asked for: from source its script takes 0.1 s. */
export const layer = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function* () {
    const document = yield* ApiDocument
    const loadParts = Compressed.once(bundled)
    const loadPage = yield* Effect.cached(
      Effect.map(document, (api) =>
        Compressed.once(async () => {
          const parts = await loadParts()
          return pageOf(await page(api, parts), policyFor(parts))
        })
      )
    )
    yield* router.get(DOCS, Effect.flatMap(loadPage, responding))
    for (const { address, load } of guideRoutes(loadParts)) yield* router.get(address, responding(load))
    for (const { file, path, type } of [
      { ...SAMPLES.sound, path: speech },
      { ...SAMPLES.text, path: hours }
    ]) {
      const load = Compressed.once(async () => Compressed.make(type, await Bun.file(path).bytes(), Compressed.QUICK))
      const sent = Effect.flatMap(Effect.promise(load), (thing) => Compressed.respond(thing, REVALIDATED))
      yield* router.addRoute(openRoute(`${DOCS}/${file}`, sent))
    }
  })
)
