/**
 * The page at `/docs`, made of the OpenAPI document once: it is read without scripts, and sent
 * with its own script and styles in it. `docs/dependencies.md` compares it with the platform's own.
 */
import { setImmediate as nextTurn } from "node:timers/promises"
import type { Json } from "../document/JsonNodes.ts"
import { LANGUAGE_NAMES, LANGUAGES } from "./CodeSamples.ts"
import { type Chapter, type Documentation, type Operation, operationNameOf, read } from "./Document.ts"
import { KEY_VARIABLE } from "./ExampleRequest.ts"
import { guideList } from "./GuidePage.ts"
import { html, inline, Markup, none, prose } from "./Markup.ts"
import { operationView } from "./OperationView.ts"
import { SAMPLES, type Titles } from "./Prefilled.ts"
import { placeOf, schemaView } from "./SchemaView.ts"
import { sockets } from "./SocketGuides.ts"
import { socketView } from "./SocketView.ts"

/** What makes the page work and look as it does. */
export interface Parts {
  readonly script: string
  readonly style: string
}

const slug = (title: string): string => `chapter.${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`

const SOCKETS = "Sockets"
const SCHEMAS = "Schemas"
const GUIDES = "Guides"

const contents = (chapters: ReadonlyArray<Chapter>): Markup => html`<nav aria-label="Contents"><details>
<summary>Contents</summary>
<label class="scripted">Find <input type="search" id="find" autocomplete="off"></label>
<ul>
<li><a href="#${slug(GUIDES)}">${GUIDES}</a></li>
${chapters.map(
  ({ operations, title }) => html`<li><a href="#${slug(title)}">${title}</a><ul>
${operations.map(({ id, method, summary }) => html`<li><a href="#${id}"><span class="method">${method}</span> ${inline(summary)}</a></li>`)}
</ul></li>`
)}
<li><a href="#${slug(SOCKETS)}">${SOCKETS}</a><ul>
${sockets.map(({ path, title }) => html`<li><a href="#socket.${path}"><span class="method">WS</span> ${title}</a></li>`)}
</ul></li>
<li><a href="#${slug(SCHEMAS)}">${SCHEMAS}</a></li>
</ul>
</details></nav>`

const languages = html`<fieldset class="languages"><legend>Code in</legend>
${LANGUAGES.map(
  (name, at) =>
    html`<label><input type="radio" name="language" id="language-${name}" value="${name}"${at === 0 ? html` checked` : none}> ${LANGUAGE_NAMES[name]}</label>`
)}
</fieldset>`

const bar = html`<div class="bar">
<label class="scripted">API key <input type="password" id="key" placeholder="sk_…" autocomplete="off" spellcheck="false" aria-describedby="key-kept"></label>
${languages}
<p id="key-kept" class="scripted">The key is for every operation. It stays in this page's memory until you leave it.</p>
<noscript><p>Operations can be sent from here in a browser that runs scripts.</p></noscript>
</div>`

const begin = (base: string): Markup => html`<section id="begin" aria-label="Begin">
<p>The code shown here is whole as it stands. It takes the key from the environment:</p>
<pre tabindex="0"><code>export ${KEY_VARIABLE}=sk_…</code></pre>
<p>The files that it sends are these, or any of yours:</p>
<pre tabindex="0"><code>${Object.values(SAMPLES).map(({ file }) => html`curl --remote-name ${base}/docs/${file}\n`)}</code></pre>
<p>The Python code needs <code>requests</code>. The same description for programs is <a href="/openapi.json">/openapi.json</a>.</p>
</section>`

type Views = ReadonlyMap<Operation, Markup>

/** Each in a turn of its own: all of them take 0.2 s, in which nobody else would be answered. */
const viewsOf = async ({ base, chapters, schemas }: Documentation, titles: Titles): Promise<Views> => {
  const views = new Map<Operation, Markup>()
  for (const operation of chapters.flatMap(({ operations }) => operations)) {
    await nextTurn()
    views.set(operation, operationView(operation, { base, schemas, titles }))
  }
  return views
}

const main = (documentation: Documentation, titles: Titles, views: Views): Markup => {
  const { base, chapters, schemas } = documentation
  return html`<main>
<h1>${documentation.title} <small>${documentation.version}</small></h1>
${prose(documentation.description)}
${begin(base)}
<nav class="guides" id="${slug(GUIDES)}" aria-label="${GUIDES}">${guideList()}</nav>
${chapters.map(
  ({ description, operations, title }) => html`<section id="${slug(title)}" aria-label="${title}">
<h2>${title}</h2>
${prose(description)}
${operations.map((operation) => views.get(operation) ?? none)}
</section>`
)}
<section id="${slug(SOCKETS)}" aria-label="${SOCKETS}">
<h2>${SOCKETS}</h2>
${sockets.map((guide) => socketView(guide, base, titles))}
</section>
<section id="${slug(SCHEMAS)}" aria-label="${SCHEMAS}">
<h2>${SCHEMAS}</h2>
${Array.from(
  schemas,
  ([name, schema]) => html`<article id="${placeOf(name)}" class="operation"><details>
<summary><h3><code>${name}</code></h3></summary>${schemaView(schema)}</details></article>`
)}
</section>
</main>`
}

const titlesOf = ({ chapters }: Documentation): Titles => {
  const named = new Map(
    chapters.flatMap(({ operations }) =>
      operations.map((each) => [operationNameOf(each), { title: each.summary, place: each.id }] as const)
    )
  )
  return (name) => named.get(name) ?? { title: name, place: "" }
}

/** The page about the API that the document describes. */
export const page = async (document: Json, { script, style }: Parts): Promise<string> => {
  const documentation = read(document)
  const titles = titlesOf(documentation)
  const views = await viewsOf(documentation, titles)
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${documentation.title}: the API</title>
<style>${new Markup(style)}</style>
</head>
<body>
<header>${bar}</header>
${contents(documentation.chapters)}
${main(documentation, titles, views)}
<script>${new Markup(script)}</script>
</body>
</html>
`.text
}
