/** `GET /docs`, the API to browse and try, and the files that it offers to try with. */
import { createHash } from "node:crypto"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { Effect } from "effect"
import * as Compressed from "../../http/Compressed.ts"
import { openRoute } from "../../http/RouteAnnotations.ts"
import { ApiDocument } from "../ApiDocument.ts"
import { bundled } from "./Bundled.ts"
import hours from "./hours.txt" with { type: "file" }
import { type Parts, page } from "./Page.ts"
import { SAMPLES } from "./Prefilled.ts"
import speech from "./speech.mp3" with { type: "file" }

const DOCS = "/docs"

/** What is kept by clients, and asked about each time. */
export const REVALIDATED = { "cache-control": "no-cache" }

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

/** The page has its own script and styles in it, and runs no others; it asks its own server alone, also for its font, and plays what that answers. */
const policyFor = ({ script, style }: Parts): string =>
  `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; connect-src 'self'; ` +
  "img-src data:; font-src 'self'; media-src 'self' blob: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The page is made when it is first asked for: from source its script takes 0.1 s. */
export const layer = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function* () {
    const document = yield* ApiDocument
    const loadPage = Compressed.once(async () => {
      const parts = await bundled()
      const bytes = new TextEncoder().encode(await page(document, parts))
      const thing = Compressed.make("text/html; charset=utf-8", bytes, Compressed.QUICK)
      return { thing, headers: { ...REVALIDATED, "content-security-policy": policyFor(parts) } }
    })
    yield* router.get(
      DOCS,
      Effect.flatMap(Effect.promise(loadPage), ({ headers, thing }) => Compressed.respond(thing, headers))
    )
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
