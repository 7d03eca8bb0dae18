/** A document without the components that nothing in it refers to. */
import { type Json, mapValues, record } from "./JsonNodes.ts"

const referred = (value: unknown): ReadonlyArray<string> =>
  Array.from(JSON.stringify(value).matchAll(/"\$ref":"#\/components\/([^"]+)"/g), ([, place = ""]) => place)

/** Every component that is referred to, from outside of the components or from one that is. */
const used = ({ components, ...others }: Json): ReadonlySet<string> => {
  const names = new Set<string>()
  const left = [...referred(others)]
  for (let place = left.pop(); place !== undefined; place = left.pop()) {
    if (names.has(place)) continue
    names.add(place)
    const [kind = "", name = ""] = place.split("/")
    left.push(...referred(record(record(components)[kind])[name] ?? null))
  }
  return names
}

/** Kinds of components that are not referred to by their place. */
const BY_NAME: ReadonlySet<string> = new Set(["securitySchemes"])

export const onlyUsed = (document: Json): Record<string, unknown> => {
  const kept = used(document)
  return {
    ...document,
    components: mapValues(document.components, (components, kind) =>
      BY_NAME.has(kind)
        ? components
        : Object.fromEntries(Object.entries(record(components)).filter(([name]) => kept.has(`${kind}/${name}`)))
    )
  }
}
