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
const prefixes = ["ያ", "እንዳ", "እያ", "ካ", "ስላ", "የተባ", "እየተባ"]

/**
 * The imperfect with object suffixes, by person ("he says to me"), and what stands before it: "when", "that",
 * "which", "in order to"; what its compound ends in ("he says to me", as a main verb) is the suffix with አል.
 */
const imperfect = `
  ይል ይለኝ ይልህ ይልሽ ይለው ይላት ይለን ይላችሁ ይላቸው ይልዎት ትል ትለኝ ትልህ ትልሽ ትለው ትላት ትለን ትላችሁ ትላቸው ትይ ትይኝ
  ይሉ ይሉኝ ይሉህ ይሉሽ ይሉት ይሏት ይሉን ይሏችሁ ይሏቸው ትሉ ትሉኝ ትሉት ትሏት ትሏቸው እል እልህ እልሽ እለው እላት እላችሁ እላቸው
  እንል እንለው እንላት እንላቸው እንልህ
`
const compound = `
  ይላል ትላለች ትላለህ ትያለሽ እላለሁ እንላለን ይላሉ ትላላችሁ ይለኛል ይልሃል ይልሻል ይለዋል ይላታል ይለናል ይላችኋል ይላቸዋል
  ትለኛለች ትለዋለች ትላታለች ትላቸዋለች ትለናለች ትለኛለህ እለዋለሁ እላታለሁ እላቸዋለሁ እልሃለሁ እልሻለሁ እላችኋለሁ እንለዋለን እንላቸዋለን
  ይሉኛል ይሉታል ይሏታል ይሉናል ይሏቸዋል ይሉሃል
`
/** The gerund with its objects. */
const gerund = `
  ብሎ ብሎኝ ብሎህ ብሎሽ ብሎት ብሏት ብሎን ብሏችሁ ብሏቸው ብላ ብላኝ ብላህ ብላሽ ብላው ብላት ብላን ብላቸው ብዬ ብዬህ ብዬው ብያት ብያቸው
  ብለህ ብለሽ ብለን ብለነው ብላችሁ ብለው ብለውኝ ብለውህ ብለውት ብለዋት ብለውን ብለዋቸው ብሎም
  ብሏል ብላለች ብለሃል ብለሻል ብያለሁ ብለናል ብለዋል ብላችኋል ብሎኛል ብሎታል ብሏታል ብሎናል ብሏቸዋል ብላኛለች ብላዋለች ብላቸዋለች ብለውኛል ብለውታል ብለዋቸዋል
`
const amharicOthers = `
  ሲባል ይባላል ይባል የሚባል የሚባለው በመባል ቢል ብትል ቢሉ ቢለኝ ቢለው ቢላት በለው በላት በላቸው አይልም አይሉም አትልም አልልም አላለም አላለችም አላሉም አላልኩም
  የሚለውን የሚሉትን የምትለው በማለት ማለቱን ማለቷን ማለታቸውን ማለቴን ማለት ለማለት ማለትም ተብሎ ተብሏል ተባለ ተባለች ተባልኩ ያሉት ያለችው ያለውን ያሉትን
  ተናገረ ተናገረች ተናገሩ ተናገርኩ ተናግሮ ተናግራ ተናግሯል ተናግረዋል ተናግራለች ጠየቀ ጠየቀች ጠየቁ ጠየቅኩ ጠየቀው ጠየቀኝ ጠየቀችው ጠየቀችኝ ጠየቃት ጠየቁት ጠየቅኩት ጠየቋቸው ጠይቋል ጠይቀዋል ጠይቃለች
  መለሰ መለሰች መለሱ መለስኩ መለሰለት መለሰላት መለሰችለት መለሰልኝ መለሱለት መለስኩለት መልሷል መልሰዋል መልሳለች
  ጮኸ ጮኸች ጮሁ አስረዳ አስረዱ አስረዳች አስረድቷል አስረድተዋል አስታወቀ አስታወቁ አስታወቀች አስታውቋል አስታውቀዋል ገለጸ ገለጸች ገለጹ ገልጿል ገልጸዋል ገልጻለች ገለፁ ገለፀ
  አብራራ አብራሩ አብራርቷል አብራርተዋል አሳሰበ አሳሰቡ አሳስቧል አሳስበዋል አስጠነቀቀ አስጠነቀቁ አስጠንቅቋል አስጠንቅቀዋል አረጋገጠ አረጋገጡ አረጋግጠዋል
  ጻፈ ጻፈች ጻፉ ጽፏል ጽፈዋል ጽፋለች አከለ አከለች አከሉ አክሏል አክለዋል አክላለች ጠቆመ ጠቆሙ ጠቁሟል ጠቁመዋል አመለከቱ አመልክተዋል ዘግቧል አዘዘ አዘዙ
  ነገረኝ ነገረችኝ ነገሩኝ ነገረው ነገራት ነገሯቸው መከረ መከረች መከሩ መከረኝ መከረው ለመነ ለመነች ለመኑ
`
const beforeImperfect = ["የሚ", "ሲ", "እንዲ", "ስለሚ", "እንደሚ", "በሚ"]
/** Before the prefixes of the other persons: the ት of "she" and "you" stays, the እ of "I" and "we" goes. */
const otherPersons = ["የም", "ስ", "እንድ"]

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
  ibsaniiru ibsuun iyye iyyite iyyan beeksise beeksisan barreesse barreessite barreessan gaafatteetti deebiseera deebifteetti
  dubbatteetti himteetti ibsiteetti gorse gorsite gorsan gorsuun dhaame dhaamte dhaaman dhaamuun eere eeran eeruun hubachiise
  hubachiisan hubachiisuun akeekkachiise akeekkachiisan akeekkachiisuun mirkaneesse mirkaneessite mirkaneessan
  mirkaneessuun labse labsan kadhate kadhatte kadhatan abboome ajaje ajajan
`

const split = (text: string): ReadonlyArray<string> => text.trim().split(/\s+/u)

const amharicSaid = [...perfect, ...split(withObject)]
const says = split(imperfect)
const subordinate = says.flatMap((form) => {
  if (form.startsWith("ይ")) return beforeImperfect.map((prefix) => prefix + form.slice(1))
  return otherPersons.map((prefix) => prefix + (form.startsWith("እ") ? form.slice(1) : form))
})

/** The forms, in small letters. */
export const sayingVerbs: ReadonlySet<string> = new Set([
  ...amharicSaid,
  ...prefixes.flatMap((prefix) => amharicSaid.map((form) => prefix + form.slice(1))),
  ...says,
  ...subordinate,
  ...split(compound),
  ...split(gerund),
  ...split(amharicOthers),
  ...oromoStems.flatMap(([stem, endings]) => split(endings).map((ending) => stem + ending)),
  ...split(oromoOthers)
])

/** What a word that has not wholly arrived may begin with, to become one of them. */
export const sayingBeginnings: ReadonlySet<string> = new Set(
  Array.from(sayingVerbs, (verb) => Array.from(verb, (_, at) => verb.slice(0, at + 1))).flat()
)
