/** Forms of Oromo nouns that follow from their last vowel. */

const ending = /^(.*?)([aeiou])([aeiou]?)$/

/** The noun with its cases, postpositions and plural: mana, manaan, manaaf, manatti, manarraa, manoota. */
export const nounForms = (noun: string): ReadonlyArray<string> => {
  const parts = ending.exec(noun)
  if (parts === null) return [noun]
  const [, stem = "", vowel = "", second = ""] = parts
  const long = stem + vowel + vowel
  const cases = second === "" ? ["n", "f", "s"] : ["n", "f", "s", "dhaan", "dhaaf"]
  return [
    noun,
    long,
    ...(second === "" ? [`${stem}ni`] : []),
    ...cases.map((suffix) => long + suffix),
    ...["tti", "rraa", "rra", "dha", "dhaa"].map((suffix) => noun + suffix),
    ...["oota", "ootaaf", "ootaan", "ootatti", "oonni", "icha", "ichi"].map((suffix) => stem + suffix),
    `${long}wwan`
  ]
}
