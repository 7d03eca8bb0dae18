/** Waiting for the disk, on another thread. */
import * as Fs from "node:fs"

/** Resolves once everything written to the open file is on the disk; rejects where the disk fails. */
export const datasync = (file: number): Promise<void> =>
  new Promise((resolve, reject) => {
    Fs.fdatasync(file, (cause) => (cause === null ? resolve() : reject(cause)))
  })
