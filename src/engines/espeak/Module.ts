/** eSpeak NG with its voices. */
import { readFileSync } from "node:fs"
import load, { type FileNode, type Module } from "@echogarden/espeak-ng-emscripten"
import voices from "@echogarden/espeak-ng-emscripten/espeak-ng.data" with { type: "file" }

const ROOT = "/usr/share/espeak-ng-data"

/** What both voices use; English is for words in Latin letters. */
const OWN_DICTIONARIES: ReadonlySet<string> = new Set(["am_dict", "om_dict", "en_dict"])

/** The bytes of the node are read when they are first asked for. */
const readLater = (node: FileNode, from: number, to: number): void => {
  Object.defineProperty(node, "contents", {
    configurable: true,
    get: () => {
      const value = new Uint8Array(readFileSync(voices).subarray(from, to))
      Object.defineProperty(node, "contents", { value, writable: true })
      return value
    }
  })
}

/**
 * Keeps of the voices' data, 24 MB of a hundred languages, what the voices need. Dictionaries of other languages, whose
 * words in their own script are spoken by them, are read with the first such word.
 */
const keepOwn = ({ FS }: Pick<Module, "FS">, folder: string): void => {
  for (const name of FS.readdir(folder)) {
    if (name === "." || name === "..") continue
    const path = `${folder}/${name}`
    const { node } = FS.lookupPath(path)
    const { contents } = node
    if (!(contents instanceof Uint8Array)) keepOwn({ FS }, path)
    else if (!name.endsWith("_dict") || OWN_DICTIONARIES.has(name)) node.contents = contents.slice()
    else readLater(node, contents.byteOffset, contents.byteOffset + contents.length)
  }
}

/** A module of its own, for one thread. It takes half a second. */
export const loadModule = async (): Promise<Module> => {
  let data = await Bun.file(voices).arrayBuffer()
  const module = await load({
    getPreloadedPackage: () => {
      const whole = data
      // The package keeps this function.
      data = new ArrayBuffer(0)
      return whole
    }
  })
  keepOwn(module, ROOT)
  return module
}
