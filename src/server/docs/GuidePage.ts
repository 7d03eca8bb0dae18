/** A guide as a page below `/docs`: it is read without scripts, and has the other guides beside it. */
import { DOCS, type Guide, guideGroups, leadsTo } from "./Guides.ts"
import { headingsOf, render } from "./Markdown.ts"
import { html, type Markup, none } from "./Markup.ts"

/** The name of the list of guides on each page, for links to it. */
const LIST = "guides"

const sections = ({ text }: Guide): Markup => {
  const headings = headingsOf(text).filter(({ level }) => level === 2)
  return headings.length === 0
    ? none
    : html`<ul>${headings.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul>`
}

/** All guides in their groups; below the one that is shown, its sections. */
export const guideList = (shown?: Guide): Markup =>
  html`${guideGroups.map(
    ({ guides, title }) => html`<div><h2>${title}</h2>
<ul>
${guides.map((guide) =>
  guide === shown
    ? html`<li><a href="${guide.address}" aria-current="page">${guide.title}</a>${sections(guide)}</li>`
    : html`<li><a href="${guide.address}">${guide.title}</a></li>`
)}
</ul></div>`
  )}`

export const guidePage = (guide: Guide, style: Markup): string =>
  html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${guide.title}: Qal</title>
<style>${style}</style>
</head>
<body class="guide">
<header><div class="bar"><a href="${DOCS}">The API, to browse and try</a> <a href="/">Dashboard</a> <a class="narrow" href="#${LIST}">All guides</a></div></header>
<main>
${render(guide.text, (href) => leadsTo(guide.path, href))}
</main>
<nav id="${LIST}" aria-label="Guides" tabindex="-1">
${guideList(guide)}
</nav>
</body>
</html>
`.text
