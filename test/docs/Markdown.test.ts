/** Documents as HTML. */
import { expect, test } from "bun:test"
import { headingsOf, render } from "../../src/server/docs/Markdown.ts"

const htmlOf = (text: string) => render(text, (href) => (href.startsWith("no") ? undefined : href)).text

test("HTML in a document is shown as text", () => {
  const text =
    'A <b onclick="x">b</b> `<i>` &lt;u>\n\n<script>alert(1)</script>\n\n| <img src=x> |\n|---|\n| <p> |\n\n```html\n<s>\n```\n'
  const tags = Array.from(htmlOf(text).matchAll(/<(\w+)/g), ([, name]) => name)
  expect([...new Set(tags)].toSorted()).toEqual(
    ["code", "div", "p", "pre", "table", "tbody", "td", "th", "thead", "tr"].filter(
      (name) => name !== "tbody" || tags.includes("tbody")
    )
  )
  expect(htmlOf(text)).toContain("&lt;script&gt;alert(1)&lt;/script&gt;")
})

test("addresses of links and texts of pictures cannot leave their attributes", () => {
  const link = htmlOf('[a](<x" onclick="y> "t")')
  expect(link).toContain('href="x&quot; onclick=&quot;y"')
  expect(htmlOf('![a" onerror="b](p.png)')).toContain('alt="a&quot; onerror=&quot;b"')
})

test("a link that leads nowhere is its text alone", () => {
  expect(htmlOf("[a **b**](nowhere)").trim()).toBe("<p>a <strong>b</strong></p>")
})

test("headings have the anchors of git hosts, each its own", () => {
  const ids = headingsOf("# Qal (ቃል, `word`)\n## Try it: *now*\n## Try it: now\n## OpenAI's\n## a_b & c\n").map(
    ({ id }) => id
  )
  expect(ids).toEqual(["qal-ቃል-word", "try-it-now", "try-it-now-1", "openais", "a_b--c"])
  expect(htmlOf("## Try it")).toContain('<h2 id="try-it">Try it</h2>')
})
