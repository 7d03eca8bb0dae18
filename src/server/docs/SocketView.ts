/** A socket: how it is opened, and its messages, to be copied. */
import { html, inline, type Markup, prose } from "./Markup.ts"
import { codeView } from "./OperationView.ts"
import type { Titles } from "./Prefilled.ts"
import type { Frame, SocketGuide } from "./sockets/SocketGuide.ts"

/** Characters of a message that is shown on one line. */
const SHORT = 70

const frameView = ({ frame, meaning }: Frame): Markup => {
  const line = JSON.stringify(frame)
  return html`<li>${codeView(meaning, line.length > SHORT ? JSON.stringify(frame, null, 2) : line)}</li>`
}

const framesView = (title: string, frames: ReadonlyArray<Frame>): Markup =>
  html`<h4>${title}</h4><ul class="frames">${frames.map(frameView)}</ul>`

export const socketView = (guide: SocketGuide, base: string, titles: Titles): Markup => {
  const { client, closes, description, operations, path, program, server, title } = guide
  const link = (name: string) => html`<li><a href="#${titles(name).place}">${inline(titles(name).title)}</a></li>`
  return html`<article id="socket.${path}" class="operation">
<details>
<summary><h3><span class="method">WS</span> <code>${path}</code> <span>${title}</span></h3></summary>
<p>Address: <code>${base.replace(/^http/, "ws")}${path}</code></p>
${prose(description)}
<p>See also:</p><ul>${operations.map(link)}</ul>
${codeView("TypeScript (Bun, Deno, Node 22)", program(base))}
${framesView("What the client sends", client)}
${framesView("What the server sends", server)}
<h4>How it is closed</h4>
<ul class="properties">${Object.entries(closes).map(([code, meaning]) => html`<li><code>${code}</code> ${inline(meaning)}</li>`)}</ul>
</details>
</article>`
}
