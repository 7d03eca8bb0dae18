/** How programs that open a socket begin: by the ticket of a session. */
import { py, ts, type Value } from "./writing.ts"

export const WEBSOCKETS = { python: "pip install websockets" } as const

export const socketOf = (origin: string): string => origin.replace(/^http/, "ws")

/** Has the session's data in `session`. */
export const tsSession = (url: string, request: Value): string => `const answer = await fetch(${ts(url)}, {
  method: "POST",
  headers: { "x-api-key": process.env.QAL_KEY ?? "", "content-type": "application/json" },
  body: JSON.stringify(${ts(request, "  ")})
})
if (!answer.ok) throw new Error(await answer.text())
const { data: session } = await answer.json()`

/** The same, with these modules beside its own. */
export const pySession = (url: string, request: Value, ...modules: ReadonlyArray<string>): string => `${[
  ...modules,
  "json",
  "os",
  "urllib.request"
]
  .toSorted()
  .map((name) => `import ${name}`)
  .join("\n")}

from websockets.sync.client import connect

request = urllib.request.Request(
  ${py(url)},
  data=json.dumps(${py(request, "  ")}).encode(),
  headers={"x-api-key": os.environ["QAL_KEY"], "content-type": "application/json"},
)
with urllib.request.urlopen(request) as answer:
  session = json.load(answer)["data"]`
