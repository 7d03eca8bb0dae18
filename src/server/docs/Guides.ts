/** The guides' addresses below `/docs`, and where links between their files lead. */
import { type GuideFile, groups, pictures, texts } from "./GuideFiles.ts"
import { headingsOf } from "./Markdown.ts"

export const DOCS = "/docs" as const

/** Where a guide, or what it leads to, is served. */
type Address = `${typeof DOCS}/${string}`

export interface Guide extends GuideFile {
  readonly title: string
  readonly address: Address
}

/** `docs/api.md` is `/docs/api`; files that are no Markdown keep their names. */
const addressOf = (path: string): Address => {
  const name = path.slice(path.lastIndexOf("/") + 1)
  return `${DOCS}/${name.endsWith(".md") ? name.slice(0, -".md".length).toLowerCase() : name}`
}

const guideOf = (file: GuideFile): Guide => ({
  ...file,
  title: headingsOf(file.text).find(({ level }) => level === 1)?.text ?? file.path,
  address: addressOf(file.path)
})

export const guideGroups = groups.map(({ files, title }) => ({ title, guides: files.map(guideOf) }))
export const guides: ReadonlyArray<Guide> = guideGroups.flatMap((group) => group.guides)
export const otherTexts = texts.map((file) => ({ ...file, address: addressOf(file.path) }))
export const guidePictures = pictures.map((picture) => ({ ...picture, address: addressOf(picture.path) }))

const addresses: ReadonlyMap<string, Address> = new Map(
  [...guides, ...otherTexts, ...guidePictures].map(({ address, path }) => [path, address])
)

const ELSEWHERE = /^https?:\/\//

/**
 * Where a link of a guide's file leads to: another guide, or an address of the web as it stands. Undefined for a file
 * that is not served, and for every other kind of address.
 */
export const leadsTo = (from: string, href: string): string | undefined => {
  if (ELSEWHERE.test(href) || href.startsWith("#")) return href
  const target = new URL(href, `file:///${from}`)
  const address = target.protocol === "file:" ? addresses.get(decodeURIComponent(target.pathname.slice(1))) : undefined
  return address === undefined ? undefined : address + target.hash
}
