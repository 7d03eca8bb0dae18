/**
 * English spelling in Qubee. Only for words that Afaan Oromo cannot have
 * written: it has no two vowels of different kind in a row, no consonants in a
 * row at the beginning of a word, at most one at its end, and no th, ck, wh.
 */

const vowels = "aeiou"

/** What tells an English word from one of Afaan Oromo (Owens, A Grammar of Harar Oromo, 1985, on syllables). */
const isEnglish = /ck|th|wh|ght|[ts]ion|sch|[^aeiouy]y$/
const mixedVowels = /a[eiou]|e[aiou]|i[aeou]|o[aeiu]|u[aeio]/
const firstCluster = /^(?:[bcfgkps][lr]|[dt]r|s[ckmnptw]|tw|kn|wr)/
const lastCluster = /(?:[lnr][dkpstcfgm]|st|ct|pt|ft|sk|ll|ss|ff|tt|x|mp|nk)$/

/** Long vowels as Qubee writes them; and a vowel at the end, which borrowed words have (drama, klinika). */
const isQubee = /aa|ii|uu|dh|'/
const open = /[aiou]$/
/** Long vowels of both: of a foreign name in Qubee (Yoork, Hoong, Roobert) far oftener, in texts of HornMT, than of an unlisted English word. */
const isLong = /ee|oo/

/** Dassaaleny: ny is one letter of Qubee. */
const isQubeeNy = /(?:aa|ii|uu|dh|').*ny$/

const looksEnglish = (word: string): boolean => {
  if (isQubeeNy.test(word)) return false
  if (isEnglish.test(word)) return true
  if (isQubee.test(word)) return false
  if (mixedVowels.test(word)) return true
  if (isLong.test(word)) return false
  return lastCluster.test(word) || (firstCluster.test(word) && !open.test(word))
}

/** Spelling and sound, the first that fits; Qubee has c, x and q for ejectives, so that k and ks are written. */
const sounds: ReadonlyArray<readonly [spelling: RegExp, sound: string]> = [
  [/^[ts]ion(?=s?$)/, "shin"],
  [/^a(?=tion)/, "ee"],
  [/^tch/, "ch"],
  [/^sch/, "sk"],
  [/^ck/, "k"],
  [/^cc(?=[eiy])/, "ks"],
  [/^c(?=h)/, "c"],
  [/^c(?=[eiy])/, "s"],
  [/^c/, "k"],
  [/^x/, "ks"],
  [/^qu/, "kuw"],
  [/^ph/, "f"],
  [/^th/, "z"],
  [/^wh/, "w"],
  [/^kn/, "n"],
  [/^wr/, "r"],
  [/^ght/, "t"],
  [/^gh/, "g"],
  [/^(?:ee|ea|ie)/, "ii"],
  [/^oo/, "uu"],
  [/^ou/, "aw"],
  [/^(?:ai|ay|ei|ey)/, "eey"],
  [/^(?:oi|oy)/, "ooy"],
  [/^(?:au|aw)/, "aaw"],
  [/^oa/, "oo"],
  [/^(?:ue|ew|ui|eu)/, "uu"],
  [/^ia/, "iyaa"],
  [/^io/, "iyoo"],
  [/^iu/, "iyuu"],
  [/^ua/, "uwaa"],
  [/^uo/, "uwoo"],
  [/^ae/, "ee"],
  [/^ao/, "aa'oo"],
  [/^eo/, "iyoo"],
  [/^oe/, "oo"],
  [/^y$/, "ii"],
  [/^y(?![aeiou])/, "i"],
  // A silent e, with a long vowel before: tube, make.
  [/^a(?=[^aeiouy]e$)/, "ee"],
  [/^i(?=[^aeiouy]e$)/, "aay"],
  [/^o(?=[^aeiouy]e$)/, "oo"],
  [/^u(?=[^aeiouy]e$)/, "uu"],
  [/^e$/, ""]
]

/** A consonant at the end of a noun takes -ii, as borrowed ones do; a name is left as it is. */
const ended = (said: string): string => (vowels.includes(said.slice(-1)) ? said : `${said}ii`)

/** The word in Qubee, where its spelling is English. */
export const respelt = (word: string, isName: boolean): string | undefined => {
  if (!/^[a-z]{3,}$/.test(word) || !looksEnglish(word)) return undefined
  // Marathoonii: borrowed already, but for the letters that Qubee has not.
  if (/th/.test(word) && /(?:aa|ii|oo|uu)$/.test(word)) return word.replaceAll("th", "t")
  let said = ""
  let at = 0
  while (at < word.length) {
    const rest = word.slice(at)
    const rule = sounds.find(([spelling]) => spelling.test(rest))
    const match = rule?.[0].exec(rest)?.[0] ?? ""
    // An e that is the only vowel is not silent: the.
    const isAlone = match === "e" && !/[aeiou]/.test(said)
    said += match === "" || isAlone ? word.charAt(at) : (rule?.[1] ?? "")
    at += Math.max(1, match.length)
  }
  // No vowel is longer than long: milioona.
  const spelt = said.replace(/([aeiou])\1{2,}/g, "$1$1")
  return isName ? spelt : ended(spelt)
}
