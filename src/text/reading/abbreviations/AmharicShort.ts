/** Amharic words that are cut short. */

/** Words written by their beginning and their end; a line for each, as in `AmharicTable.ts`. */
export const contracted = `
ጋ/ጠኛ ጋዜጠኛ
ጋዜ/ኛ ጋዜጠኛ
ህ/ተሰብ ኅብረተሰብ
ኅ/ሰብ ኅብረተሰብ
ኤች/አይ/ቪ ኤች አይ ቪ
ም/ል ምክትል
ግ/ባ ግልባጭ
ዳይ/ት ዳይሬክቶሬት
ዳ/ት ዳይሬክቶሬት
ክ/ል/በ ክርስቶስ ልደት በፊት
ፊ/ማ ፊልድ ማርሻል
አስ/ር አስተዳደር
አስተ/ር አስተዳደር
ዳይ/ር ዳይሬክተር
ቢ/ሮ ቢሮ
ኮሚ/ር ኮሚሽነር
ኮሚ/ን ኮሚሽን
ሥ/አስ ሥራ አስኪያጅ
ፋይ/ስ ፋይናንስ
`

/** A letter for a word, where a number follows: ቁ. 5, ገ. 12. */
export const beforeNumbers: ReadonlyMap<string, string> = new Map([
  ["ቁ", "ቁጥር"],
  ["ቁጥ", "ቁጥር"],
  ["ገ", "ገጽ"],
  ["ወ", "ወረዳ"],
  ["አን", "አንቀጽ"],
  ["አንቀ", "አንቀጽ"],
  ["ምዕ", "ምዕራፍ"],
  ["ክፍ", "ክፍል"],
  ["ስል", "ስልክ"],
  ["ሠን", "ሠንጠረዥ"]
])

/** Words cut short, by the stop behind them. */
export const cutShort: ReadonlyMap<string, string> = new Map([
  ["ኢንጂ", "ኢንጂነር"],
  ["ኢን", "ኢንጂነር"],
  ["ፕሮፍ", "ፕሮፌሰር"],
  ["ፕሮፌ", "ፕሮፌሰር"],
  ["ፕሮ", "ፕሮፌሰር"],
  ["ዶክ", "ዶክተር"],
  ["ጄኔ", "ጄኔራል"],
  ["ኮሎ", "ኮሎኔል"],
  ["ሻም", "ሻምበል"],
  ["ኮማ", "ኮማንደር"],
  ["ኢንስ", "ኢንስፔክተር"],
  ["ፕሬዝ", "ፕሬዝዳንት"],
  ["ዶር", "ዶክተር"],
  ["አምባ", "አምባሳደር"],
  ["ኮንዶ", "ኮንዶሚኒየም"],
  ["ለምሳ", "ለምሳሌ"]
])
