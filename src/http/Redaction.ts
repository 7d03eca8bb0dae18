/** What may be shown of what clients sent, in logs, lists and traces: nothing that opens anything. */

/** UTF-16 code units shown of a path that no route has: it is whatever a client makes up. */
export const LONGEST_PATH = 100

const MASK = "…"

/** How keys, client secrets and tickets begin (`access/KeySecret`, `access/Tickets`). */
const KINDS = "sk|ek|qcv|qrt|qsc"

/** What may be a secret whose kind is not known: as long, and with a digit. */
const LONG = /[\w-]{20,}/g

const secrets = (least: number) => new RegExp(`(?<![A-Za-z0-9])(${KINDS})_[\\w-]{${least},}`, "gi")
const ANY = secrets(1)
/** In running text, where words may begin like them. */
const WHOLE = secrets(16)

/** A text without the keys, client secrets and tickets in it. */
export const withoutSecrets = (text: string): string => text.replace(WHOLE, `$1_${MASK}`)

/** What the escapes in it stand for; those of no text stay as they are. */
const decoded = (path: string): string =>
  path.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes
    }
  })

const masked = (path: string): string =>
  path.replace(ANY, `$1_${MASK}`).replace(LONG, (run) => (/\d/.test(run) ? MASK : run))

/** What is shown of a path that no route has: its beginning, without anything like a key, however it is written. */
export const pathWithoutRoute = (path: string): string => {
  const plain = decoded(path)
  const safe = masked(plain) === plain ? masked(path) : masked(plain)
  return (safe.length > LONGEST_PATH ? `${safe.slice(0, LONGEST_PATH - MASK.length)}${MASK}` : safe).toWellFormed()
}
