/** The files that a request may bring, in a form or within its messages. */
import { megabytes } from "../Domain.ts"

const MIB = 1024 * 1024

/** Bytes of one file (wire contract, section 3). */
export const MAX_FILE = 10 * MIB
/** Bytes of all files of a request (wire contract, section 3). */
export const MAX_FILES_TOTAL = 25 * MIB
/** Attachments of a request (wire contract, section 3); spoken input is not counted. */
export const MAX_FILES = 10

/** What one file may have, and what all of them, for descriptions. */
export const FILE_IN_WORDS = megabytes(MAX_FILE)
export const FILES_IN_WORDS = `${MAX_FILES} of ${FILE_IN_WORDS}, ${megabytes(MAX_FILES_TOTAL)} in all`
