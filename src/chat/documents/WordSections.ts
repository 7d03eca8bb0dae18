/** Which heads and feet of a Word document's pages are printed (ECMA-376 part 1, 17.10). */
import type { Relationship } from "./Relationships.ts"
import { orSay } from "./Unreadable.ts"
import * as Xml from "./Xml.ts"
import type { Archive } from "./Zip.ts"

/** Bytes of the document, inflated, that are looked through before its text is read; of a longer one all are written. */
const MOST_BYTES = 4 * 1024 * 1024

const isOn = (value: string | undefined): boolean => value === undefined || Xml.isTrue(value)

/** The kinds that are printed: those of first and of even pages are switched on, by sections and by the settings. */
interface Printed {
  hasFirst: boolean
  hasEven: boolean
}

const hasEvenPages = async (archive: Archive, settings: string | undefined): Promise<boolean> => {
  let hasEven = false
  if (settings === undefined) return hasEven
  await Xml.read(archive.read(settings), {
    open: (name, attributes) => {
      if (name === "evenAndOddHeaders") hasEven = isOn(attributes.get("val"))
    }
  }).catch(orSay(() => {}))
  return hasEven
}

/** Counts what passes; past the limit nothing more comes. */
const limited = async function* (pieces: AsyncIterable<Uint8Array>, onLimit: () => void) {
  let size = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > MOST_BYTES) {
      onLimit()
      return
    }
    yield piece
  }
}

/** The names of parts that are a head or foot only of pages that the document does not print differently. */
export const unprinted = async (
  archive: Archive,
  main: string,
  related: ReadonlyMap<string, Relationship>,
  settings: string | undefined
): Promise<ReadonlySet<string>> => {
  const margins = [...related.values()].filter(({ type }) => type === "header" || type === "footer")
  if (margins.length < 2) return new Set()
  const kinds = new Map<string, Set<string>>()
  const printed: Printed = { hasFirst: false, hasEven: await hasEvenPages(archive, settings) }
  let isWhole = true
  const onLimit = () => {
    isWhole = false
  }
  await Xml.read(limited(archive.read(main), onLimit), {
    open: (name, attributes) => {
      if (name === "titlePg") printed.hasFirst ||= isOn(attributes.get("val"))
      if (name !== "headerReference" && name !== "footerReference") return
      const target = related.get(attributes.get("r:id") ?? "")?.target ?? ""
      kinds.set(target, (kinds.get(target) ?? new Set()).add(attributes.get("type") ?? "default"))
    }
  }).catch(orSay(onLimit))
  const isPrinted = (kind: string): boolean =>
    kind === "first" ? printed.hasFirst : kind === "even" ? printed.hasEven : true
  const never = [...kinds].filter(([, of]) => isWhole && ![...of].some(isPrinted))
  return new Set(never.map(([target]) => target))
}
