/**
 * Where Amharic says ɨ. Fidel of the sixth order write a consonant with ɨ or
 * with nothing; which of the two follows from the syllable, which is CV, CVC,
 * or CVCC at the end of a word (Hayward 1988, "In defence of the skeletal tier";
 * Leslau 1995, 31–34; Sande and Hedding 2014). Of all ways to say a row of
 * consonants the one with the fewest ɨ is taken; among equals the one whose
 * syllables meet without a rise in sonority (Vennemann's contact law), best in an
 * s and a stop (kɨ.rɨs.tɨn.na), and then the one that closes its first syllable first: tɨm.hɨrt, mən.gɨst, yɨ.k'ɨr.ta.
 */
import type { Segment } from "./FidelPhonemes.ts"

/** Glides, liquids, nasals, fricatives, stops. */
const sonorities = ["jw", "rl", "mnN", "fvszSZh"] as const
const leastSonorous = sonorities.length
const sonority = (consonant: string): number => {
  // n^ is a nasal; tS, dZ and the ejectives are stops by their first letter.
  const at = sonorities.findIndex((letters) => letters.includes(consonant.charAt(0)))
  return at < 0 ? 0 : leastSonorous - at
}

/** -n of the object and -m, "and", are said with ɨ after r and l (nəgərɨn), and m after w and j; but hɨlm. */
const isEnding = (one: Segment, other: Segment, afterFull: boolean): boolean =>
  (other.consonant === "n" && "rl".includes(one.consonant)) ||
  (other.consonant === "m" && afterFull && "rlwj".includes(one.consonant))

/** Two consonants end a word if the first is more sonorous, or both are stops after a full vowel (wəkʼt), or s follows (lɨbs). */
const endsWord = (one: Segment, other: Segment, afterFull: boolean): boolean => {
  if (one.long || other.long || one.consonant === "h" || one.consonant === "?") return false
  if (isEnding(one, other, afterFull)) return false
  const drop = sonority(one.consonant) - sonority(other.consonant)
  if (drop !== 0) return drop > 0 || (other.consonant.startsWith("s") && sonority(one.consonant) === 0)
  return sonority(one.consonant) === 0 && (afterFull || other.consonant === "t")
}

const forbidden = 1_000
/** What tells between ways with as many ɨ. */
const rise = 0.01
const fall = 0.001

/** What it costs that one syllable ends in `one` and the next begins with `other`. */
const contact = (one: Segment, other: Segment): number => {
  if (one.consonant === other.consonant || one.consonant === "?") return forbidden
  if (one.consonant === "s" && sonority(other.consonant) === 0) return 0
  return sonority(other.consonant) > sonority(one.consonant) ? rise : fall
}

/** A row of consonants without written vowels, and what stands around it. */
interface Row {
  readonly consonants: ReadonlyArray<Segment>
  /** Whether a full vowel comes before; else the word begins here. */
  readonly afterVowel: boolean
  /** The consonant of the next full vowel; none at the word's end. */
  readonly next: Segment | undefined
}

/** Where consonants stand together. */
interface Place {
  readonly atStart: boolean
  readonly atEnd: boolean
  /** Whether a full vowel is right before them. */
  readonly afterFull: boolean
}

/**
 * What it costs to end a word in two. r and a voiced stop do so only where
 * nothing else is as short: commands are aCCɨC (ad.rɨg, not a.dɨrg).
 */
const ending = (one: Segment, other: Segment, { afterFull }: Place, { afterVowel }: Row): number => {
  if (!endsWord(one, other, afterFull)) return forbidden
  const command = afterVowel && !afterFull && one.consonant === "r" && "bdg".includes(other.consonant)
  return command ? 2 * rise : 0
}

/** The cost of consonants that stand together between two vowels, or a vowel and an edge of the word. */
const clusterCost = (cluster: ReadonlyArray<Segment>, place: Place, row: Row): number => {
  const [one, other] = cluster
  if (one === undefined) return 0
  if (place.atStart) return cluster.length > 1 ? forbidden : 0
  if (other === undefined) return 0
  if (cluster.length > 2 || one.long || other.long) return forbidden
  return place.atEnd ? ending(one, other, place, row) : contact(one, other)
}

/** The cost of saying ɨ after those consonants whose bit, first consonant highest, is set. */
const costOf = (row: Row, bits: number): number => {
  const { afterVowel, consonants, next } = row
  let cost = 0
  let cluster: Array<Segment> = []
  let place: Place = { atStart: !afterVowel, atEnd: false, afterFull: afterVowel }
  for (const [at, segment] of consonants.entries()) {
    cluster.push(segment)
    if ((bits & (1 << (consonants.length - 1 - at))) === 0) continue
    cost += 1 + clusterCost(cluster, place, row)
    cluster = []
    place = { atStart: false, atEnd: false, afterFull: false }
  }
  if (next !== undefined) return cost + clusterCost([...cluster, next], place, row)
  // No word ends in ɨ.
  return cost + (cluster.length === 0 ? forbidden : clusterCost(cluster, { ...place, atEnd: true }, row))
}

/** Rows are as long as this at most in words; longer ones are taken in parts. */
const longestRow = 7

/** Which consonants of a row have an ɨ after them. */
const epenthesis = (row: Row): ReadonlyArray<boolean> => {
  const { length } = row.consonants
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (let bits = 0; bits < 1 << length; bits++) {
    const cost = costOf(row, bits)
    if (cost < least) {
      least = cost
      best = bits
    }
  }
  return row.consonants.map((_, at) => (best & (1 << (length - 1 - at))) !== 0)
}

/** The engine's mnemonic of ɨ. */
const central = "y"

/** The segments of a word with ɨ where it is said. */
export const withEpenthesis = (segments: ReadonlyArray<Segment>): ReadonlyArray<Segment> => {
  const said: Array<Segment> = []
  for (let at = 0; at < segments.length; ) {
    const first = segments[at]
    if (first === undefined) break
    if (first.vowel !== "") {
      said.push(first)
      at++
      continue
    }
    let end = at
    while (end < segments.length && end - at < longestRow && segments[end]?.vowel === "") end++
    const consonants = segments.slice(at, end)
    const afterVowel = at > 0 && said[at - 1]?.vowel !== ""
    const inserted = epenthesis({ consonants, afterVowel, next: segments[end] })
    said.push(...consonants.map((segment, index) => (inserted[index] ? { ...segment, vowel: central } : segment)))
    at = end
  }
  return said
}
