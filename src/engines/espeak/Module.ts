/** eSpeak NG with its voices. */
import load, { type Module } from "@echogarden/espeak-ng-emscripten"
import voices from "@echogarden/espeak-ng-emscripten/espeak-ng.data" with { type: "file" }

/** A module of its own, for one thread. It takes half a second. */
export const loadModule = async (): Promise<Module> => {
  const data = await Bun.file(voices).arrayBuffer()
  return load({ getPreloadedPackage: () => data })
}
