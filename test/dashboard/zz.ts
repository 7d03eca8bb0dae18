import { T } from "./Looks.ts"
import { launch } from "./Chromium.ts"
import { openLooks } from "./Looks.ts"
import { full, empty, makeData } from "./Places.ts"
import { ADMIN_TOKEN, startDashboard } from "./Session.ts"
const { server } = await startDashboard()
const browser = await launch()
if (browser === undefined) throw 1
const opened = await browser.open(server)
const looks = await openLooks(server, { context: opened.page.context(), secrets: [ADMIN_TOKEN] })
const made = await makeData(server, opened.admin)
const wanted = new RegExp(process.argv[2] ?? ".")
const end = performance.now() + Number(process.argv[3] ?? 200) * 1000
try {
for (const place of [...full(made), ...empty.slice(2)].filter(({ name }) => wanted.test(name))) {
  if (performance.now() > end) { console.log("left out", place.name); continue }
  const at = performance.now()
  const flaws = await looks.look(place).catch((e) => [String(e)])
  const groups = new Map<string, number>()
  for (const flaw of flaws) { const k = flaw.replace(/^[^,]*, (light|dark), /, ""); groups.set(k, (groups.get(k) ?? 0) + 1) }
  console.log(place.name, Math.round(performance.now() - at), "ms")
  for (const [k, n] of groups) console.log("   ", n, k.slice(0, 330).replaceAll("\n", " "))
}
console.log(T)
} finally { await browser.dispose(); await server.dispose() }
