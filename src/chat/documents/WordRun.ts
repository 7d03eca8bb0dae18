/** How a run of letters in a Word document looks, as far as it changes what is read. */
import { type Script, scriptNamed } from "./Scripts.ts"
import type { Styles } from "./WordStyles.ts"
import * as Xml from "./Xml.ts"

interface Run {
  isHidden: boolean
  script: Script
  /** Empty where only its styles say it. */
  font: string
  /** Half points by which it stands higher. */
  shift: number
}

/** Half points from which letters of the usual size are raised or lowered; smaller ones are by any. */
const LEAST_SHIFT = 6
const LEAST_SHIFT_OF_SMALL = 2

const shifted = (shift: number, least: number): Script =>
  Math.abs(shift) < least ? "line" : shift > 0 ? "raised" : "lowered"

/** A run of which nothing is said; its paragraph's style may hide it. */
export const plainRun = (isHidden = false): Run => ({ isHidden, script: "line", font: "", shift: 0 })

/** Whether the element is a property of the run, which it then says. */
export const setRunProperty = (run: Run, name: string, value: string | undefined, styles: Styles): boolean => {
  if (name === "vanish") run.isHidden = value === undefined || Xml.isTrue(value)
  else if (name === "rStyle") run.isHidden = styles.isHidden(value) ?? run.isHidden
  else if (name === "vertAlign") run.script = scriptNamed(value)
  else if (name === "position") {
    run.shift = Number(value) || 0
    run.script = shifted(run.shift, LEAST_SHIFT)
  } else if (name === "sz" && run.script === "line") run.script = shifted(run.shift, LEAST_SHIFT_OF_SMALL)
  else return false
  return true
}
