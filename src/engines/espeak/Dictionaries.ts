/** What of the engine's data is kept in memory. */
import type { Files } from "@echogarden/espeak-ng-emscripten"
import type { Language } from "../../Domain.ts"

const FOLDER = "/usr/share/espeak-ng-data"

/** Those of the languages that are spoken, and English, which the engine begins with. */
const kept: Readonly<Record<`${Language | "en"}_dict`, true>> = { am_dict: true, om_dict: true, en_dict: true }

/** Gives all files of a folder bytes of their own. */
const copyOut = (files: Files, folder: string): void => {
  for (const name of files.readdir(folder)) {
    const path = `${folder}/${name}`
    if (name === "." || name === "..") continue
    if (files.isDir(files.stat(path).mode)) copyOut(files, path)
    else files.writeFile(path, files.readFile(path))
  }
}

/**
 * Drops the dictionaries of languages that are not spoken here, 22 of the
 * data's 24 MB, of which each worker has a copy. The rest is copied out of the
 * one buffer that all files are views of, so that nothing holds it any more.
 */
export const keepSpoken = (files: Files): void => {
  for (const name of files.readdir(FOLDER))
    if (name.endsWith("_dict") && !Object.hasOwn(kept, name)) files.unlink(`${FOLDER}/${name}`)
  copyOut(files, FOLDER)
}
