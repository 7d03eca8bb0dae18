/**
 * Words whose long consonants, which fidel do not write, are known: a colon
 * stands after the fidel that begins long (Leslau 1976, Concise Amharic
 * Dictionary; Kane 1990; Wiktionary). A word that is written alike and said in
 * two ways, as አለ ("he said" and "there is"), is in no list.
 */
const words = (list: string): ReadonlyArray<string> => list.trim().split(/\s+/)

/** Said so in this form alone, or after a preposition. */
export const wholeWords = words(`
  እሱ: እሱ:ን እሱ:ም እሷ: እሷ:ን እሷ:ም እሺ: እቺ: ይቺ: ልብ: ልቡ: ልቤ: ሕግ: ህግ: ሐቅ: ህጉ: ሕጉ: ህጉ:ን ሕጉ:ን ህጎ:ች ሕጎ:ች እጅ: እጁ: እጄ: እጆ:ች በር: በሩ: በሩ:ን ቀይ: ቀዩ: ነጭ:
  ነጩ: ደግ: ሰፊ: ሰፊ:ው ሁሉ: ሁሉ:ም ሁሉ:ን ልዩ: ዋና: ዋና:ው ቡና: ቡና:ው ዳቦ: ዳቦ:ው ውሻ: ውሻ:ው ውሾ:ች ብቻ: ብቻ:ውን ልክ: ጸጋ: ፀጋ: የለ:ም የለ:ውም የለ:ኝም አይደለ:ም አለ:ሁ
  አስ:ር አሥ:ር ዐሥ:ር ዐስ:ር የሱ: የሷ: በሱ: ለሱ: ከሱ: በሷ: ለሷ: ከሷ: ያቺ: ይህቺ: ጠጣ: ወኔ: ዐባ:ይ አባ:ይ የርሱ የርሷ የርሳቸው በርሱ ለርሱ ከርሱ
  እዚ:ህ እዚ:ያ እዚ:ሁ በዚ:ህ በዚ:ያ በዚ:ሁ ለዚ:ህ ለዚ:ያ ከዚ:ህ ከዚ:ያ የዚ:ህ የዚ:ያ ስለዚ:ህ ስለዚ:ያ ወደዚ:ህ ወደዚ:ያ እንደዚ:ህ እንደዚ:ያ
`)

/** Beginnings of words; the vowel of the last fidel may be another, as endings are written into it. */
export const stems = words(`
  ሁለት: አራት: አም:ስት ስድ:ስት ሰባት: ስም:ንት እነ:ሱ: እነ:ርሱ እነ:ዚ:ህ እነ:ዚ:ያ እነ:ማን እሳ:ቸው እና:ንተ እና:ት አባ:ት እያ:ንዳንድ
  ትል:ቅ አዲ:ስ ቅዱ:ስ ትን:ሽ ትክክ:ል ከባ:ድ ቀላ:ል ደካ:ማ ረጅ:ም ረዥ:ም አጭ:ር ጠንካራ: አስፈላ:ጊ ልዩ:ነት ዋነ:ኛ ድመ:ት ጓደ:ኛ ደመ:ና ሳም:ንት ወንድም: ምላ:ሽ
  ምልክ:ት ምስክ:ር ሀሳ:ብ ሃሳ:ብ ሐሳ:ብ ችግ:ር ዕድ:ል እድ:ል ጠረጴ:ዛ ስኳ:ር ፍየ:ል ጎመ:ን ድን:ች ጉዳ:ይ ውሳ:ኔ ነጋ:ዴ ሠራ:ተኛ ሰራ:ተኛ ወታ:ደ:ር ቅና:ሽ ጭማ:ሪ
  ጥያ:ቄ ውጤ:ት ድጋ:ፍ ዝግጅ:ት ንግግ:ር ልምም:ድ ብልጽግና: ብልፅግና: ክርስትና: ቀበቶ: ረዳ:ት ጥንቃ:ቄ ሽማግሌ: ውድድ:ር ሽል:ማት የነ:ሱ: በነ:ሱ: ለነ:ሱ: ከነ:ሱ:
  የነ:ርሱ የና:ንተ ማን:ኛ ምሽ:ት ሽጉ:ጥ ጭንቅላ:ት ጉማሬ: ጉበ:ት ደንዳና: ደብዳቤ: ቀዝቃዛ: ኑዛ:ዜ አንበሳ: አምበሳ: ቢራ:ቢሮ: ሙሽራ: ሩጫ: ሰውዬ: ሴትዮ: መጨረ:ሻ መጀመ:ሪያ መጀመ:ር መፈለ:ግ
  መጠበ:ቅ መጨረ:ስ መጠየ:ቅ መወሰ:ን መቀጠ:ል መሞከ:ር መፈጸ:ም መጨመ:ር መቀነ:ስ መለወ:ጥ ነበ:ር አመሰግ:ን እናመሰግ:ን እባክ:ህ እባክ:ሽ እባክ:ዎ እባካ:ችሁ
`)

/** Stems of verbs, after a sign of the person: ይፈልጋል, የሚጠይቅ, እንዲጀምር. */
export const verbStems = words(`
  ፈል:ግ ጀም:ር ጨም:ር ጨር:ስ ቀጥ:ል ፈጽ:ም ወስ:ን ሞክ:ር ለው:ጥ ጠይ:ቅ መል:ስ ጠብ:ቅ ቀን:ስ መሰግ:ን ደግ:ፍ ገል:ጽ ዘግ:ብ
`)
