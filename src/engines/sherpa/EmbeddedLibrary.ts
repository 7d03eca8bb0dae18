/**
 * The files of the native library within the program. From source there are none: they are those of its package.
 * `.ci/native.ts` puts a module in the place of this one that has them in the binary.
 */

/** One file, and where it can be read. */
export interface EmbeddedFile {
  readonly name: string
  readonly path: string
}

/** `version` distinguishes the files of one release of the program from those of others. */
export const embeddedLibrary = (): { readonly version: string; readonly files: ReadonlyArray<EmbeddedFile> } => ({
  version: "",
  files: []
})
