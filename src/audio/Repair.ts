/** Files of frames behind one another (FLAC, AAC in ADTS) as their reader comes past those that are damaged. */
import * as AdtsRepair from "./AdtsRepair.ts"
import { CUT_OFF, DAMAGED } from "./DecodingFailures.ts"
import * as FlacRepair from "./FlacRepair.ts"
import type { Note } from "./Pieces.ts"
import * as Tags from "./Tags.ts"
import { missingSound } from "./Timeline.ts"

/** The file, or what is read in its place; says what is lost. Other files stay as they are. */
export const repaired = (given: Uint8Array, note: Note): Uint8Array => {
  if (Tags.isFlac(given)) {
    const { file, gaps } = FlacRepair.repaired(given)
    for (const { at, seconds } of gaps) note(missingSound(seconds, at))
    return file
  }
  if (!Tags.beginsAsAdts(given)) return given
  const { file, isCutOff, lost } = AdtsRepair.repaired(given)
  if (lost > 0) note(DAMAGED)
  if (isCutOff) note(CUT_OFF)
  return file
}
