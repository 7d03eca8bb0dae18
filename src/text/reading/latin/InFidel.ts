/**
 * A name of Ethiopia from Latin letters into fidel. What the Latin letters leave
 * open (k or q, t or x, ts, a first or fourth order) is guessed as most names
 * have it; names that are frequent are listed instead (`EthiopianNames.ts`).
 */

/** The first fidel of each consonant's row: as Amharic names are written in Latin letters. */
const amharic: ReadonlyMap<string, string> = new Map(
  "h ሀ;l ለ;m መ;s ሰ;r ረ;sh ሸ;q ቀ;b በ;v ቨ;t ተ;ch ቸ;n ነ;ny ኘ;gn ኘ;k ከ;kh ከ;w ወ;z ዘ;zh ዠ;y የ;d ደ;dh ደ;j ጀ;g ገ;gh ገ;ts ጸ;tz ጸ;f ፈ;ph ፈ;p ፐ;th ተ;c ከ"
    .split(";")
    .map((pair) => [pair.split(" ")[0] ?? "", pair.split(" ")[1] ?? ""])
)

/** As Qubee writes: c, x, ph and q are ejectives. */
const qubee: ReadonlyMap<string, string> = new Map([...amharic, ["c", "ጨ"], ["x", "ጠ"], ["ph", "ጰ"], ["'", ""]])

/** The orders of the vowels. A short a of Qubee is the first order; i is often not written. */
const amharicOrders: ReadonlyMap<string, number> = new Map(
  Object.entries({ e: 0, u: 1, i: 2, a: 3, ie: 4, ee: 4, ae: 4, "": 5, o: 6, oo: 6, ou: 1, aa: 3, ii: 2, uu: 1 })
)
const qubeeOrders: ReadonlyMap<string, number> = new Map(
  Object.entries({ a: 0, aa: 3, u: 1, uu: 1, i: 5, ii: 2, e: 4, ee: 4, "": 5, o: 6, oo: 6 })
)

const finalOrders: ReadonlyMap<string, number> = new Map(Object.entries({ a: 3, i: 2 }))

const initialVowels: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: "አ",
    aa: "አ",
    u: "ኡ",
    uu: "ኡ",
    i: "ኢ",
    ii: "ኢ",
    e: "ኤ",
    ee: "ኤ",
    o: "ኦ",
    oo: "ኦ",
    ie: "ኤ",
    ou: "ኡ",
    ae: "ኤ"
  })
)

const syllable =
  /(sh|ch|ny|gn|kh|zh|dh|gh|ts|tz|ph|th|[bcdfghjklmnpqrstvwxyz'])?\1?(aa|ee|ii|oo|uu|ie|ou|ae|[aeiou])?/gy

/** How Afaan Oromo is written: long vowels, and consonants that names in Amharic are not written with. */
export const isQubee = (name: string): boolean => /aa|ii|uu|oo|ee|dh|x|c(?!h)/.test(name)

/** The fidel of a row by its first, in an order. */
const fidel = (first: string, order: number): string => String.fromCharCode(first.charCodeAt(0) + order)

const oneOf = (name: string, consonant: string, vowel: string, isLast: boolean): string => {
  const inQubee = isQubee(name)
  if (consonant === "" || consonant === "'") return initialVowels.get(vowel) ?? ""
  const row = (inQubee ? qubee : amharic).get(consonant) ?? ""
  if (row === "") return ""
  // At the end short vowels of Qubee are said in full.
  const order =
    inQubee && isLast && finalOrders.has(vowel)
      ? finalOrders.get(vowel)
      : (inQubee ? qubeeOrders : amharicOrders).get(vowel)
  return fidel(row, order ?? 5)
}

/** The name in fidel; undefined where a letter has none. */
export const inFidel = (written: string): string | undefined => {
  const name = written.toLowerCase().replace(/[’ʼ]/g, "'")
  if (!/^[a-z']+$/.test(name)) return undefined
  let said = ""
  for (const match of name.matchAll(syllable)) {
    if (match[0] === "") break
    said += oneOf(name, match[1] ?? "", match[2] ?? "", match.index + match[0].length === name.length)
  }
  return said
}
