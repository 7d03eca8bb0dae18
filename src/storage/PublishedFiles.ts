/** Files that this process has published and no sweep has checked against the rows yet, with the time of each. */
import type { Sweepable } from "./Blobs.ts"

export const publishedFiles = (published: Map<string, number>): Pick<Sweepable, "takeOwn" | "isOwn"> => ({
  takeOwn: (before) => {
    const names = [...published].flatMap(([name, at]) => (at <= before ? [name] : []))
    for (const name of names) published.delete(name)
    return names
  },
  isOwn: (name) => published.has(name)
})
