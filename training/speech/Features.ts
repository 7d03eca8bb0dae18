/** A whole sound as the network sees it, with the silence around it. */
import { makeFrontEnd } from "../../src/engines/recognizer/FrontEnd.ts"
import { padded } from "../../src/engines/recognizer/Padding.ts"

export const featuresOf = (samples: Int16Array): Float32Array => {
  const frontEnd = makeFrontEnd()
  const known = frontEnd.push(padded(samples))
  const rest = frontEnd.finish()
  const all = new Float32Array(known.length + rest.length)
  all.set(known)
  all.set(rest, known.length)
  return all
}
