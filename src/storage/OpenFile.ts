/**
 * A file under way is written and read where we stand: its bytes go to and come
 * from the system's memory in microseconds, a hundredth of what the way to
 * another thread and back costs on the path to the first sound. What waits for
 * the disk (`datasync`, `fsync`) goes that way.
 */
import * as FsSync from "node:fs"

/** Writes all of the bytes from `offset` on. */
export const writeAt = (file: number, bytes: Uint8Array, offset: number): void => {
  for (let done = 0; done < bytes.length; ) {
    done += FsSync.writeSync(file, bytes, done, bytes.length - done, offset + done)
  }
}

/** Up to `length` bytes from `offset`, fewer at the end of the file. */
export const readWritten = (file: number, offset: number, length: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(length)
  let done = 0
  while (done < length) {
    const count = FsSync.readSync(file, bytes, done, length - done, offset + done)
    if (count === 0) break
    done += count
  }
  return bytes.subarray(0, done)
}
