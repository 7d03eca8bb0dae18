/** Amharic words that are cut short. */

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
  ["ለምሳ", "ለምሳሌ"]
])
