import { expect, test } from "bun:test"
import load from "@echogarden/espeak-ng-emscripten"
import voices from "@echogarden/espeak-ng-emscripten/espeak-ng.data" with { type: "file" }
import { makeEngine } from "../../../src/engines/espeak/Engine.ts"
import { loadModule } from "../../../src/engines/espeak/Module.ts"

const module = await loadModule()

test("of the voices' 24 MB a module keeps less than 3 until a word of another script is spoken", () => {
  const { FS } = module
  const root = "/usr/share/espeak-ng-data"
  const isLater = (name: string) =>
    Object.getOwnPropertyDescriptor(FS.lookupPath(`${root}/${name}`).node, "contents")?.get !== undefined
  expect(["am_dict", "om_dict", "en_dict", "phondata"].filter(isLater)).toEqual([])
  const others = FS.readdir(root).filter((name) => name.endsWith("_dict") && !/^(?:am|om|en)_/.test(name))
  expect(others.length).toBeGreaterThan(90)
  expect(others.filter((name) => !isLater(name))).toEqual([])
  const { contents } = FS.lookupPath(`${root}/phondata`).node
  expect(contents instanceof Uint8Array && contents.buffer.byteLength).toBeLessThan(3_000_000)
})

test("words in other scripts sound as with all dictionaries at hand, which are read when they are needed", async () => {
  const whole = await Bun.file(voices).arrayBuffer()
  const [own, full] = [makeEngine(module), makeEngine(await load({ getPreloadedPackage: () => whole }))]
  for (const [language, text] of [
    ["am", "Привет እና Καλημέρα"],
    ["om", "مرحبا fi hello"]
  ] as const) {
    const phrase = { text, language, variant: "f2", pitch: 50, wordsPerMinute: 170 }
    expect([text, Bun.hash(own(phrase).samples)]).toEqual([text, Bun.hash(full(phrase).samples)])
  }
})
