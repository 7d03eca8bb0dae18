/**
 * The licences of every package that a production dependency leads to, read
 * from where they are installed. A macro: it runs when the program is bundled,
 * or, from source, when `Notices.ts` is first imported, and its answer is all
 * that is left of it in the binary.
 */
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { inside, mit, type Notice } from "./Inside.ts"

const root = join(import.meta.dir, "../../..")

/**
 * What a package declares and what its sources say instead, each with the reason.
 * `@audio/decode-aac` is FAAD2 compiled as it is, which is GPL-2.0-or-later by
 * each of its files, with some JavaScript around it. It declares "GPL-2.0", "as
 * required by the included FAAD2 library": a statement of that library's licence
 * and not a narrower one. It does not say "or later" for that JavaScript in so
 * many words.
 */
const corrected: Readonly<Record<string, string>> = { "@audio/decode-aac": "GPL-2.0-or-later" }

/** The licence of a package that declares `declared`. */
const licenceOf = (name: string, declared: string): string => corrected[name] ?? declared

type Fields = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Fields => typeof value === "object" && value !== null

const namesIn = (value: unknown): ReadonlyArray<string> => (isRecord(value) ? Object.keys(value) : [])
const string = (value: unknown): string => (typeof value === "string" ? value : "")

const manifestIn = (folder: string): Fields | undefined => {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
    return isRecord(manifest) ? manifest : undefined
  } catch {
    return undefined
  }
}

/** Where `name` is found from `folder`, as the runtime looks for it; none where it is not for this machine. */
const folderOf = (name: string, folder: string): string | undefined => {
  for (let at = folder; ; at = dirname(at)) {
    const found = join(at, "node_modules", name)
    if (manifestIn(found) !== undefined) return found
    if (at === root || at === dirname(at)) return undefined
  }
}

const isText = (file: string): boolean => /^(licen[cs]e|copying|notice)/i.test(file)

const authorOf = ({ author }: Fields): string => (isRecord(author) ? string(author.name) : string(author))

/** The package's own files; where it has none, the licence that it declares. */
const textOf = (folder: string, manifest: Fields): string => {
  const files = readdirSync(folder).filter(isText).sort()
  if (files.length > 0) return files.map((file) => readFileSync(join(folder, file), "utf8").trim()).join("\n\n")
  const authors = authorOf(manifest) || `the authors of ${string(manifest.name)}`
  return manifest.license === "MIT" ? mit(authors) : `Copyright (c) ${authors}. Licence: ${string(manifest.license)}.`
}

const noticesOf = (folder: string, manifest: Fields): ReadonlyArray<Notice> => {
  const name = string(manifest.name)
  const own = {
    name,
    version: string(manifest.version),
    licence: licenceOf(name, string(manifest.license)),
    text: textOf(folder, manifest)
  }
  return [own, ...(inside[name] ?? [])]
}

/** Qal's own licence, then everything else by name. */
export const collect = (): ReadonlyArray<Notice> => {
  const notices = new Map<string, ReadonlyArray<Notice>>()
  const visit = (folder: string, dependencies: ReadonlyArray<string>) => {
    for (const name of dependencies) {
      const place = folderOf(name, folder)
      const manifest = place === undefined ? undefined : manifestIn(place)
      if (place === undefined || manifest === undefined || notices.has(place)) continue
      notices.set(place, noticesOf(place, manifest))
      visit(place, [...namesIn(manifest.dependencies), ...namesIn(manifest.optionalDependencies)])
    }
  }
  const own = manifestIn(root) ?? {}
  // Of those that are for one system each, the one of this machine is there.
  visit(root, [...namesIn(own.dependencies), ...namesIn(own.optionalDependencies)])
  const others = [...(inside[""] ?? []), ...[...notices.values()].flat()]
  const qal = {
    name: string(own.name),
    version: string(own.version),
    licence: string(own.license),
    text: readFileSync(join(root, "LICENSE"), "utf8").trim()
  }
  return [qal, ...others.toSorted((one, other) => one.name.localeCompare(other.name))]
}
