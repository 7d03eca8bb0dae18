/** The first words of Amharic compounds that are written with their first letter. */
import { rows } from "./AmharicTable.ts"

/**
 * Letters for the first word of a compound, whose last is written out: ፍ/ቤት,
 * ም/ዋና, ገ/ማርያም. A line: the letter, what is said, and what the next word
 * begins with; "*" for whatever it is. The first line that fits is taken.
 */
const first = `
ም ምክር ቤት ቤቱ ቤቶ ቤታ ቤቴ ቤቷ
ም ምዕራብ ጎጃም ሐረርጌ ሀረርጌ ወለጋ ጉጂ አርሲ
ም ምክትል *
ት ትግራይ ክልል
ት ትምህርት *
ትም ትምህርት *
ትምህ ትምህርት *
አስ አስተዳደር ጽ ፅ ቢሮ
ፍ ፍርድ ቤት ቤቱ ቤቶ ቤታ ቤቴ ቤቷ
ፍ ፍትሕ ሚኒስ ቢሮ
ፍ ፍሥሐ ጽዮን ፅዮን
ፍ ፍቅረ *
ጽ ጽሕፈት ቤ
ፅ ጽሕፈት ቤ
ጽ ጽጌ *
ፅ ጽጌ *
መ መሥሪያ ቤት ቤቱ ቤቶ ቤታ ቤቴ ቤቷ
መ መቶ አለቃ
መ መከላከያ ሚኒስ
መ መልአከ ክርስቶስ ፀሐይ ገነት ብርሃን ሰላም
መ መንግሥታዊ ያልሆ
መቶ መቶ አለቃ
ማ ማረሚያ ቤት ቤቱ ቤቶ ቤታ
ማ ማዕከላዊ ኮሚቴ
ማ ማኅተመ ሥላሴ ስላሴ ወርቅ
ቤ ቤተ *
ሊ ሊቀ *
ሥ ሥራ አስ አመ መሪ
ስ ሥራ አስ አመ መሪ
ስ ስልክ ቁጥር
ሥ ሥነ *
ሰ ሰንበት ትምህርት ተማሪ
ሰ ሰሜን ሸዋ ጎንደር ጐንደር ወሎ ኦሞ አሜሪካ ኮሪያ አፍሪካ ሱዳን ምዕ ምሥ ምስ ዕዝ እዝ
ሰ ሠራተኛ ማኅ ማህ
ሰ ሰሌዳ ቁጥር
ሰ ሰይፈ *
ማን ማንቸስተር ሲቲ ዩናይ
ምዕ ምዕራብ *
ምስ ምሥራቅ *
ምሥ ምሥራቅ *
ደ ደቡብ አፍሪካ ሱዳን ኮሪያ ክልል ኦሞ ሸዋ ምዕ ምሥ ምስ ጎንደር ወሎ አሜሪካ አፍሪቃ
ደ ደብረ *
ባ ባሕር ዳር
ባ ባለ *
ድ ድሬ ዳዋ
ን ንግድ *
ኦ ኦሮሚያ ክልል
ሶ ሶማሌ ክልል
አ አማራ ክልል
አ አዲስ አበባ አለም ከተማ ዘመን
አ አርባ ምንጭ
አ አየር መንገ ኃይል
አ አክሲዮን ማኅበ ማህበ ማሕበ ማኀበ
አ አምደ ጽዮን ፅዮን ሚካኤል ብርሃን
አ አስተዳደር ጽ ቢሮ
ኢ ኢትዮጵያ *
ክ ክልል መንግ ምክር ፕሬ ርዕሰ
ክ ክፍለ *
ሌ ሌተናል ጄ ጀ ኮ
ብ ብርጋዴር ጄ ጀ
ሜ ሜጀር ጄ ጀ
ብ ብርሃነ መስቀል ሥላሴ ስላሴ ማርያም
ብ ብሔራዊ *
ጠ ጠቅላላ ጉባ አገልግ ዕውቀ እውቀ ወጪ ድምር
ጠ ጠቅላይ *
ፌ ፌዴራል *
ፖ ፖሊስ *
ፊ ፊልድ ማርሻል
ቦ ቦርድ ሰብሳ አባል
ጤ ጤና *
ዋ ዋና *
ረ ረዳት *
ተቀ ተቀዳሚ *
ቀ ቀዳማዊ ኃይለ ኃ ኃ/ ኃይለሥላሴ
ቀ ቀዳማዊት እመ
ቀ ቀበሌ *
ወ ወህኒ ቤት ቤቱ ቤቶ
ማዘ ማዘጋጃ ቤ
ሕ ሕገ መንግ ወጥ
ህ ሕገ መንግ ወጥ
አ አርሶ አደር አደሩ አደሮ
ወ ወረዳ ፍርድ አስተዳደር ጽሕፈት ምክር ግብርና ጤና
ወ ወንጀል ሕግ ህግ መዝገብ ችሎት
ወ ወልደ *
ገ ገበሬ ማኅበ ማህበ ማሕበ
ገ ገንዘብ ሚኒስ ቢሮ
ገ ገብረ *
ኃ ኃይለ *
ሃ ሃምሳ አለቃ
ሃ ኃይለ *
ሐ ኃይለ *
ሀ ሀብተ ወልድ ጊዮርጊስ ሚካኤል
ሀ ኃይለ *
ሀብ ሀብተ *
ኪ ኪዳነ *
ተ ተባባሪ ፕሮፌ
ተ ተጠባባቂ ምክትል ም ዋና ሊቀ ኮሚሽ ፕሬ ዳይሬ ሥራ ስራ አሰል አስተ ኃላፊ
ተ ተስፋ ጽዮን ፅዮን ሥላሴ ስላሴ ኢየሱስ እየሱስ አብ
ተ ተክለ *
ሣ ሣህለ *
ሳ ሣህለ ማርያም ሥላሴ ስላሴ ሚካኤል
ዘ ዘርዐ ያዕቆብ ብሩክ
ው ውጭ ጉዳይ ንግድ
እ እግር ኳስ
ከ ከፍተኛ ፍርድ ትምህርት ባለሙያ ኤክስ ክሊኒክ
ዐ ዐቃቤ ሕግ ህግ
ዓ ዓለም አቀፍ
ኦ ኦርቶዶክስ *
ር ርዕሰ *
ጸ ጸሐፊ ሚኒስ
`

/** Compounds with ቅ/ of women and of what is feminine; others are ቅዱስ. */
const holyFeminine = "ማርያም ድንግል ሥላሴ ስላሴ ሐና ሃና አርሴማ ሶፍያ ኪዳነ ባርባራ ባርቤራ እየሉጣ ልደታ ቤተ ቤ ሀገር ክርስቶስ ኤልሳቤጥ"

const firsts = rows(first).map(([letter = "", said = "", ...before]) => ({ letter, said, before }))

const holyPlural = /^መ[ጻፃ]ሕ?ህ?ፍት/
const branch = /^[ጽፅ]/

const holy = (next: string): string => {
  if (branch.test(next)) return "ቅርንጫፍ"
  if (holyPlural.test(next)) return "ቅዱሳት"
  return holyFeminine.split(" ").some((name) => next.startsWith(name)) ? "ቅድስት" : "ቅዱስ"
}

/** What a letter stands for before a word, or undefined where none is known. */
export const firstWord = (letter: string, next: string): string | undefined => {
  if (letter === "ቅ") return holy(next)
  return firsts.find(
    (one) => one.letter === letter && one.before.some((beginning) => beginning === "*" || next.startsWith(beginning))
  )?.said
}
