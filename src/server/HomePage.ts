/** The page at `/`: what this server is and how to begin, until the dashboard takes its place. */
import { createHash } from "node:crypto"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Build } from "./Operations.ts"

const STYLE = `
:root { color-scheme: light dark; --ink: #1d2321; --soft: #56605c; --paper: #fbfaf6; --card: #f1efe7; --line: #d9d5c7; --accent: #0b6b4f }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e6df; --soft: #a5ada8; --paper: #151917; --card: #1e2421; --line: #343c38; --accent: #6fcfa9 }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif }
main { max-width: 46rem; margin: 0 auto; padding: 3.5rem 1.25rem 4rem }
h1 { margin: 0; font-size: 2.5rem; line-height: 1.2; font-weight: 650 }
h1 [lang] { color: var(--accent); font-weight: 500 }
h2 { margin: 2.5rem 0 .5rem; font-size: 1.15rem }
p { margin: .5rem 0 }
.soft { color: var(--soft) }
a { color: var(--accent) }
ul { list-style: none; margin: .75rem 0; padding: 0; display: grid; gap: .35rem }
li a { display: inline-block; min-width: 8.5rem; font-family: ui-monospace, monospace }
h3 { margin: 1.25rem 0 0; font-size: 1rem; font-weight: 600 }
pre { margin: .4rem 0; padding: .8rem 1rem; overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; line-height: 1.5 }
code { font: .875rem ui-monospace, monospace }
`

const ICON = encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b6b4f"/><text x="16" y="23" font-size="19" text-anchor="middle" fill="#fff">ቃ</text></svg>'
)

/** Stricter than that of other pages: nothing runs, and no style but this one holds. */
const POLICY =
  `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; img-src data:; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

const links = [
  ["/docs", "the API, to browse and try"],
  ["/openapi.json", "its description (OpenAPI 3.1)"],
  ["/healthz", "whether the process lives"],
  ["/readyz", "whether the database and the engines can work"],
  ["/metrics", "how it does, for Prometheus"]
] as const

const posted = (url: string, path: string, body: string) =>
  `curl ${url}${path} \\\n  -H "x-api-key: $KEY" -H 'content-type: application/json' \\\n  -d '${body}'`

const firstCalls = (url: string) =>
  [
    ["The voices there are", `curl ${url}/api/v1/voice/voices -H "x-api-key: $KEY"`],
    [
      "Speak a sentence; the answer's audio_url plays it",
      posted(url, "/api/v1/voice/generations", '{"text":"ሰላም! እንኳን ደህና መጡ።","voice_id":"am-hamen","language":"am"}')
    ],
    ["Ask the text model", posted(url, "/api/v1/chat_generate", '{"prompt":"ሰላም","target_language":"am"}')]
  ] as const

const page = (build: Build, url: string): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Qal · ቃል</title>
<link rel="icon" href="data:image/svg+xml,${ICON}">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Qal <span lang="am">ቃል</span></h1>
<p>A language API for Amharic and Afaan Oromo: speech, transcription, chat and translation, served by this machine.</p>
<p class="soft">Version ${escaped(build.version)}${build.commit === undefined ? "" : ` (${escaped(build.commit)})`}</p>
<ul>
${links.map(([path, meaning]) => `<li><a href="${path}">${path}</a> ${meaning}</li>`).join("\n")}
</ul>
<h2>First calls</h2>
<p>Put an API key in a variable of your shell: the one that the first start printed, or a new one
(<code>bun run qal keys create --help</code> says how to make it).</p>
<pre><code>KEY=sk_…</code></pre>
${firstCalls(url)
  .map(([title, line]) => `<h3>${escaped(title)}</h3>\n<pre><code>${escaped(line)}</code></pre>`)
  .join("\n")}
<h2>The dashboard</h2>
<p>It is not part of this version. A later one will serve it at this address, and the dashboard token that the first
start printed, or <code>QAL_ADMIN_TOKEN</code>, will open it. Until then the command line manages keys and wallets,
also while the server runs: <code>bun run qal keys --help</code> and <code>bun run qal wallets --help</code>.</p>
</main>
</body>
</html>
`

/** The page, for clients that reach the server at `url`. */
export const make = (build: Build, url: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.html(page(build, url)).pipe(HttpServerResponse.setHeader("content-security-policy", POLICY))
