/** Words in the other script: fidel within Afaan Oromo, Latin words within Amharic. */
import { inLatin } from "../Fidel.ts"
import type { Rule } from "./Rule.ts"

/** Qubee readers write fidel in Qubee. */
const fidelInQubee: Rule = {
  kind: "fold",
  language: "om",
  needs: ["ethiopic"],
  pattern: "[\\p{Script=Ethiopic}&&\\p{L}]+",
  read: ({ found }) => inLatin(found)
}

export const latin: ReadonlyArray<Rule> = [fidelInQubee]
