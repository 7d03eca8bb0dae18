/**
 * The dashboard's page: `GET /`, and its files at `GET /assets/…`. Neither takes
 * a key, and no page of another origin may read them.
 */
import { randomBytes } from "node:crypto"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect, Option } from "effect"
import { NotFound } from "../Errors.ts"
import * as Compressed from "../http/Compressed.ts"
import { headerOf } from "../http/RequestInfo.ts"
import { processCommand, publicCommand } from "../runtime/ProcessCommand.ts"
import { Settings } from "../settings/Config.ts"
import { Assets } from "./Assets.ts"
import type { Shell } from "./PageBundle.ts"

/** Bytes of the nonce: the 128 bits that the policy's specification asks for (CSP 3, section 7.1). */
const NONCE_BYTES = 16

const ICON = encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b6b4f"/><text x="16" y="23" font-size="19" text-anchor="middle" fill="#fff">ቃ</text></svg>'
)

/** A host as browsers send it, and nothing that would begin another directive. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** Older browsers take 'self' for HTTP alone, and the page opens sockets too. */
const socketsOf = (host: string | undefined): string =>
  host !== undefined && HOST.test(host) ? ` ws://${host} wss://${host}` : ""

const policy = (nonce: string, host: string | undefined): string =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; ` +
  `media-src 'self' data: blob:; font-src 'self'; connect-src 'self'${socketsOf(host)}; manifest-src 'self'; ` +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const PERMISSIONS =
  "microphone=(self), camera=(), display-capture=(), geolocation=(), hid=(), midi=(), payment=(), serial=(), usb=()"

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** What runs the server's other commands. */
const COMMAND = escaped(publicCommand(processCommand))

/** What somebody can do whose browser runs no scripts. */
const withoutScripts = (url: string): string => `<h1>Qal <span lang="am">ቃል</span></h1>
<p>This page needs JavaScript.</p>
<p lang="am">ይህ ገጽ JavaScript ያስፈልገዋል።</p>
<p lang="om">Fuulli kun JavaScript barbaada.</p>
<p>Everything that the server does can also be asked for by a command. With an API key in the variable KEY:</p>
<pre><code>curl ${escaped(url)}/api/v1/voice/voices -H "x-api-key: $KEY"

curl ${escaped(url)}/api/v1/voice/generations \\
  -H "x-api-key: $KEY" -H 'content-type: application/json' \\
  -d '{"text":"ሰላም! እንኳን ደህና መጡ።","voice_id":"am-hamen","language":"am"}'</code></pre>
<p><a href="/openapi.json">/openapi.json</a> describes all of it. Keys and wallets are managed by
<code>${COMMAND} keys --help</code> and <code>${COMMAND} wallets --help</code>.</p>`

const page = ({ fonts, imports, script, styles }: Shell, nonce: string, url: string): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#242424">
<meta name="qal-command" content="${COMMAND}">
<meta name="csp-nonce" content="${nonce}">
<title>Qal · ቃል</title>
<link rel="icon" href="data:image/svg+xml,${ICON}">
${[
  ...fonts.map((name) => `<link rel="preload" href="/assets/${name}" as="font" type="font/woff2" crossorigin>`),
  ...styles.map((name) => `<link rel="stylesheet" href="/assets/${name}">`),
  ...imports.map((name) => `<link rel="modulepreload" href="/assets/${name}">`)
].join("\n")}
<script type="module" src="/assets/${script}"></script>
</head>
<body>
<div id="root"></div>
<noscript>
${withoutScripts(url)}
</noscript>
</body>
</html>
`

const showPage = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { publicUrl } = yield* Settings
  const shell = yield* Effect.flatMap(Assets, (assets) => assets.shell)
  const nonce = randomBytes(NONCE_BYTES).toString("base64")
  return HttpServerResponse.text(page(shell, nonce, publicUrl), {
    contentType: "text/html; charset=utf-8",
    headers: {
      "content-security-policy": policy(nonce, headerOf(request, "host")),
      "permissions-policy": PERMISSIONS,
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "no-cache"
    }
  })
}).pipe(Effect.withSpan("Page.show"))

/** Browsers ask each time for files that keep their name while they change. They keep the others for a year. */
const CACHE = { immutable: "public, max-age=31536000, immutable", asked: "no-cache" } as const

const sendAsset = Effect.gen(function* () {
  const { params } = yield* HttpRouter.RouteContext
  const assets = yield* Assets
  const asset = yield* assets.find(params["*"] ?? "")
  if (Option.isNone(asset)) return yield* new NotFound({ message: "the dashboard has no such file" })
  return yield* Compressed.respond(asset.value, {
    "cache-control": asset.value.immutable ? CACHE.immutable : CACHE.asked,
    "cross-origin-resource-policy": "same-origin"
  })
}).pipe(Effect.withSpan("Page.asset"))

/** Adds the routes to the server's router; HEAD comes with GET. */
export const layer = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function* () {
    const context = yield* Effect.context<Assets | Settings>()
    yield* router.get("/", Effect.provide(showPage, context))
    yield* router.get("/assets/*", Effect.provide(sendAsset, context))
  })
)
