/** How a run of letters in a Word document looks, as far as it changes what is read. */
import { type Script, scriptNamed } from "./Scripts.ts"
import type { Styles } from "./WordStyles.ts"
import * as Xml from "./Xml.ts"

interface Run {
  isHidden: boolean
  script: Script
}

/** A run of which nothing is said; its paragraph's style may hide it. */
export const plainRun = (isHidden = false): Run => ({ isHidden, script: "line" })

/** Whether the element is a property of the run, which it then says. */
export const setRunProperty = (run: Run, name: string, value: string | undefined, styles: Styles): boolean => {
  if (name === "vanish") run.isHidden = value === undefined || Xml.isTrue(value)
  else if (name === "rStyle") run.isHidden = styles.isHidden(value) ?? run.isHidden
  else if (name === "vertAlign") run.script = scriptNamed(value)
  else return false
  return true
}
