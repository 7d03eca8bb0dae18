/** What of the engine's data is kept in memory. */
import type { Files } from "@echogarden/espeak-ng-emscripten"
import type { Language } from "../../Domain.ts"

const FOLDER = "/usr/share/espeak-ng-data"

/** Those of the languages that are spoken, and English, which the engine begins with. */
const kept: Readonly<Record<`${Language | "en"}_dict`, true>> = { am_dict: true, om_dict: true, en_dict: true }

/** Gives a file bytes of its own, or all files of a folder. */
const copyOut = (files: Files, path: string): void => {
  if (!files.isDir(files.stat(path).mode)) {
    files.writeFile(path, files.readFile(path))
    return
  }
  for (const name of files.readdir(path)) if (name !== "." && name !== "..") copyOut(files, `${path}/${name}`)
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
