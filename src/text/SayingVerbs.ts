/**
 * Verbs that end a quotation: "«…» አለ", "“…” jedhe". The forms of the two verbs
 * "to say" follow from their conjugation; other verbs of saying stand in the
 * forms that newspapers use.
 */

/** አለ in the perfect, by person, with the vowel that its object suffixes join (Leslau 1995, "The verb ala"). */
const perfect = ["አለ", "አለች", "አሉ", "አልኩ", "አልሁ", "አልክ", "አልህ", "አልሽ", "አልን", "አላችሁ"]
const withObject = `
  አለኝ አለህ አለሽ አለው አላት አለን አላችሁ አላቸው አለዎት አለችኝ አለችህ አለችሽ አለችው አለቻት አለችን አለቻችሁ አለቻቸው
  አሉኝ አሉህ አሉሽ አሉት አሏት አላት አሉን አሏችሁ አሏቸው አልኩት አልኩህ አልኩሽ አልኳት አልኋት አልኳችሁ አልኳቸው አልከኝ አልሽኝ አልነው አልናት አልናቸው
`
/** The perfect after a prefix that takes the place of its first vowel: "which said", "as … said", "saying". */
const prefixes = ["ያ", "እንዳ", "እያ", "ካ", "ስላ", "የተባ"]

const amharicOthers = `
  ይላል ትላለች ይላሉ እላለሁ እንላለን ትላለህ ትያለሽ ትላላችሁ ይለኛል ይለዋል ይላታል ይላቸዋል ይሉታል ይሉኛል ይል ትል ይሉ እል ቢል ብትል ቢሉ
  ሲል ስትል ሲሉ ስል ስንል ስትሉ ሲለኝ ሲለው ሲላት ሲሏት ሲላቸው ስትለው ስትለኝ ሲሉት
  ብሎ ብላ ብለው ብዬ ብለህ ብለሽ ብለን ብላችሁ ብሎኝ ብሎት ብሏት ብሏቸው ብላኝ ብላው ብለውኝ ብለውት ብሎም ብሏል ብላለች ብለዋል ብያለሁ ብለናል ብሎኛል ብሎታል ብለውኛል
  በማለት ማለቱን ማለቷን ማለታቸውን ማለት ለማለት ተብሎ ተብሏል ተባለ ተባለች የሚል የሚለው የሚለውን የሚሉ የምትል ያሉት ያለችው ያለውን ያሉትን
  ተናገረ ተናገረች ተናገሩ ተናግሯል ተናግረዋል ተናግራለች ጠየቀ ጠየቀች ጠየቁ ጠየቀው ጠየቀኝ ጠየቀችው ጠየቀችኝ ጠየቃት ጠየቁት መለሰ መለሰች መለሱ መለሰለት መለሰላት መለሰችለት መለሰልኝ
  ጮኸ ጮኸች ጮሁ አስረዳ አስረዱ አስታወቀ አስታወቁ አስታውቋል አስታውቀዋል ገለጸ ገለጸች ገለጹ ገልጿል ገልጸዋል ገልጻለች አብራራ አብራሩ አሳሰበ አሳሰቡ ጻፈ ጻፈች ጻፉ አዘዘ ነገረኝ ነገረችኝ
`

/** jechuu: jedh- before vowels, jett- of "you" and "she", jenn- of "we", jech- of the infinitive (Griefenow-Mewis 2001, "Verbs in -dh"). */
const oromoStems: ReadonlyArray<readonly [stem: string, endings: string]> = [
  ["jedh", "a e u an ani anii anis ee eera eeran aniiru aniiran us een eeti eetu uuf anis uun anuu eeyyu"],
  ["jedham", "a e u an ani anii ee eera aniiru uun us aa"],
  ["jedhamt", "e i u ee eetti"],
  ["jett", "a e u i an ani anii ee eetti aniittu eessi"],
  ["jenn", "a e u ee eerra us"],
  ["jech", "aa uu uun uudha uudhaan uuf uudhaaf isiise aas uus uutti uurra"]
]
const oromoOthers = `
  dubbate dubbatte dubbatan dubbatani dubbateera dubbataniiru dubbachuun gaafate gaafatte gaafatan gaafatani gaafateera gaafachuun
  deebise deebifte deebisan deebisani deebisuun hime himte himan himani himeera himaniiru ibse ibsite ibsan ibsani ibseera
  ibsaniiru ibsuun iyye iyyite iyyan beeksise beeksisan barreesse barreessite barreessan
`

const split = (text: string): ReadonlyArray<string> => text.trim().split(/\s+/u)

const amharicSaid = [...perfect, ...split(withObject)]

/** The forms, in small letters. */
export const sayingVerbs: ReadonlySet<string> = new Set([
  ...amharicSaid,
  ...prefixes.flatMap((prefix) => amharicSaid.map((form) => prefix + form.slice(1))),
  ...split(amharicOthers),
  ...oromoStems.flatMap(([stem, endings]) => split(endings).map((ending) => stem + ending)),
  ...split(oromoOthers)
])

/** What a word that has not wholly arrived may begin with, to become one of them. */
export const sayingBeginnings: ReadonlySet<string> = new Set(
  Array.from(sayingVerbs, (verb) => Array.from(verb, (_, at) => verb.slice(0, at + 1))).flat()
)
