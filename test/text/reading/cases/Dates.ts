/** Days, years and eras, in sentences of notices, news and letters. */
import { type Case, group } from "./Case.ts"

export const dates: ReadonlyArray<Case> = [
  ...group("am", "date", "numeric dates of the Ethiopian calendar, day first: the month is named (news of the radio)", [
    ["ማስታወቂያው የወጣው በ02/11/2016 ነው።", "ማስታወቂያው የወጣው በሐምሌ ሁለት ቀን ሁለት ሺህ አሥራ ስድስት ነው።"],
    ["ምዝገባው ከ01/01/2017 ጀምሮ ይካሄዳል።", "ምዝገባው ከመስከረም አንድ ቀን ሁለት ሺህ አሥራ ሰባት ጀምሮ ይካሄዳል።"],
    ["ማመልከቻ ማስገቢያ ጊዜ እስከ 30/10/2016 ድረስ ነው።", "ማመልከቻ ማስገቢያ ጊዜ እስከ ሰኔ ሰላሳ ቀን ሁለት ሺህ አሥራ ስድስት ድረስ ነው።"],
    ["ጨረታው 12-11-2016 ከጠዋቱ 4:00 ሰዓት ይከፈታል።", "ጨረታው ሐምሌ አሥራ ሁለት ቀን ሁለት ሺህ አሥራ ስድስት ከጠዋቱ አራት ሰዓት ይከፈታል።"],
    ["የትውልድ ቀን፡ 05.03.1985", "የትውልድ ቀን፦ ኅዳር አምስት ቀን አሥራ ዘጠኝ መቶ ሰማንያ አምስት"],
    ["ደብዳቤው በቀን 15/06/2015 ዓ.ም. ተጽፏል።", "ደብዳቤው በቀን የካቲት አሥራ አምስት ቀን ሁለት ሺህ አሥራ አምስት ዓመተ ምሕረት ተጽፏል።"],
    ["ክፍያው በ5/13/2016 ይጠናቀቃል።", "ክፍያው በጳጉሜን አምስት ቀን ሁለት ሺህ አሥራ ስድስት ይጠናቀቃል።"],
    [
      "ፈተናው ከ12/11/2016 እስከ 14/11/2016 ይሰጣል።",
      "ፈተናው ከሐምሌ አሥራ ሁለት ቀን ሁለት ሺህ አሥራ ስድስት እስከ ሐምሌ አሥራ አራት ቀን ሁለት ሺህ አሥራ ስድስት ይሰጣል።"
    ],
    ["የ23/04/2014ቱ ውል ጸንቶ ይቆያል።", "የታኅሣሥ ሃያ ሦስት ቀን ሁለት ሺህ አሥራ አራቱ ውል ጸንቶ ይቆያል።"],
    ["ደረሰኙ በ12/11/16 ተቆርጧል።", "ደረሰኙ በሐምሌ አሥራ ሁለት ቀን ሁለት ሺህ አሥራ ስድስት ተቆርጧል።"],
    ["ቀን 12/11/2016", "ቀን ሐምሌ አሥራ ሁለት ቀን ሁለት ሺህ አሥራ ስድስት"],
    ["በ7/9/1983 ተወለደ።", "በግንቦት ሰባት ቀን አሥራ ዘጠኝ መቶ ሰማንያ ሦስት ተወለደ።"]
  ]),
  ...group("am", "date", "from 2020 on and under እ.ኤ.አ. a date is European; ISO 8601 dates are European", [
    ["ውሉ በ19/07/2024 ተፈረመ።", "ውሉ በጁላይ አሥራ ዘጠኝ ቀን ሁለት ሺህ ሃያ አራት ተፈረመ።"],
    ["ሪፖርቱ እስከ 2024-07-19 ድረስ ይቀርባል።", "ሪፖርቱ እስከ ጁላይ አሥራ ዘጠኝ ቀን ሁለት ሺህ ሃያ አራት ድረስ ይቀርባል።"],
    ["የተሻሻለበት ቀን፦ 2025-01-05", "የተሻሻለበት ቀን፦ ጃንዋሪ አምስት ቀን ሁለት ሺህ ሃያ አምስት"],
    ["ስምምነቱ በ20/07/2018 እ.ኤ.አ. ተፈረመ።", "ስምምነቱ በጁላይ ሃያ ቀን ሁለት ሺህ አሥራ ስምንት እንደ ኤውሮፓውያን አቆጣጠር ተፈረመ።"],
    ["ማመልከቻው በ12/11/2016 G.C. ቀረበ።", "ማመልከቻው በኖቬምበር አሥራ ሁለት ቀን ሁለት ሺህ አሥራ ስድስት በአውሮፓውያን አቆጣጠር ቀረበ።"],
    ["ቪዛው በ07/25/2024 ያበቃል።", "ቪዛው በጁላይ ሃያ አምስት ቀን ሁለት ሺህ ሃያ አራት ያበቃል።"],
    ["ፋይሉ በ2024-07-19T14:05:00Z ተቀምጧል።", "ፋይሉ በጁላይ አሥራ ዘጠኝ ቀን ሁለት ሺህ ሃያ አራት አሥራ አራት ሰዓት ከአምስት ደቂቃ ተቀምጧል።"]
  ]),
  ...group("am", "date", "month, day and year in words' order (Leslau 1995; newspapers)", [
    ["ሐምሌ 12 ቀን 2016 ዓ.ም. አዲስ አበባ", "ሐምሌ አሥራ ሁለት ቀን ሁለት ሺህ አሥራ ስድስት ዓመተ ምሕረት አዲስ አበባ"],
    ["ጉባኤው በሐምሌ 12 ቀን 2016 ዓ.ም ተጀመረ።", "ጉባኤው በሐምሌ አሥራ ሁለት ቀን ሁለት ሺህ አሥራ ስድስት ዓመተ ምሕረት ተጀመረ።"],
    ["ሐምሌ 12/2016 (ኢዜአ)", "ሐምሌ አሥራ ሁለት ቀን ሁለት ሺህ አሥራ ስድስት (ኢዜአ)"],
    ["አዲስ አበባ፣ ሐምሌ 12፣ 2016 (ኤፍ ቢ ሲ)", "አዲስ አበባ፣ ሐምሌ አሥራ ሁለት ቀን ሁለት ሺህ አሥራ ስድስት (ኤፍ ቢ ሲ)"],
    ["ቤተ መንግሥቱ በ12 ሐምሌ 2016 ለሕዝብ ክፍት ሆነ።", "ቤተ መንግሥቱ በሐምሌ አሥራ ሁለት ቀን ሁለት ሺህ አሥራ ስድስት ለሕዝብ ክፍት ሆነ።"],
    ["መስከረም 1 ቀን የዘመን መለወጫ ነው።", "መስከረም አንድ ቀን የዘመን መለወጫ ነው።"],
    ["ትምህርት ከመስከረም 7 ጀምሮ ይሰጣል።", "ትምህርት ከመስከረም ሰባት ጀምሮ ይሰጣል።"],
    ["ምርጫው ሰኞ ሰኔ 14 ቀን 2013 ዓ.ም. ተካሄደ።", "ምርጫው ሰኞ ሰኔ አሥራ አራት ቀን ሁለት ሺህ አሥራ ሦስት ዓመተ ምሕረት ተካሄደ።"],
    ["ውድድሩ እሑድ ኅዳር 9/2016 በአዲስ አበባ ተካሄደ።", "ውድድሩ እሑድ ኅዳር ዘጠኝ ቀን ሁለት ሺህ አሥራ ስድስት በአዲስ አበባ ተካሄደ።"],
    ["የዓድዋ ድል የካቲት 23 ቀን 1888 ዓ.ም. ተገኘ።", "የዓድዋ ድል የካቲት ሃያ ሦስት ቀን አሥራ ስምንት መቶ ሰማንያ ስምንት ዓመተ ምሕረት ተገኘ።"],
    ["ሥልጠናው ከጥቅምት 5-9 ይሰጣል።", "ሥልጠናው ከጥቅምት አምስት እስከ ዘጠኝ ይሰጣል።"],
    ["ኤግዚቢሽኑ ከግንቦት 1–5 ቀን 2016 ዓ.ም. ይቆያል።", "ኤግዚቢሽኑ ከግንቦት አንድ እስከ አምስት ቀን ሁለት ሺህ አሥራ ስድስት ዓመተ ምሕረት ይቆያል።"],
    ["ምዝገባው ከነሐሴ 20 እስከ መስከረም 5 ድረስ ይካሄዳል።", "ምዝገባው ከነሐሴ ሃያ እስከ መስከረም አምስት ድረስ ይካሄዳል።"],
    ["በዓሉ ከሰኔ 28 – ሐምሌ 3 ይከበራል።", "በዓሉ ከሰኔ ሃያ ስምንት እስከ ሐምሌ ሦስት ይከበራል።"],
    ["የጳጉሜ 5 ዝግጅት ተጠናቋል።", "የጳጉሜ አምስት ዝግጅት ተጠናቋል።"],
    ["እስከ ታኅሣሥ 30/2016 ይክፈሉ።", "እስከ ታኅሣሥ ሰላሳ ቀን ሁለት ሺህ አሥራ ስድስት ይክፈሉ።"],
    ["ሚያዝያ 27 የአርበኞች ቀን ነው።", "ሚያዝያ ሃያ ሰባት የአርበኞች ቀን ነው።"],
    ["በጥር 2015 ዋጋው ጨምሯል።", "በጥር ሁለት ሺህ አሥራ አምስት ዋጋው ጨምሯል።"],
    ["በመጋቢት 2010 ዓ.ም. ሹመቱ ጸደቀ።", "በመጋቢት ሁለት ሺህ አሥር ዓመተ ምሕረት ሹመቱ ጸደቀ።"],
    ["ስብሰባው ወደ ታህሳስ 10 ተዛውሯል።", "ስብሰባው ወደ ታህሳስ አሥር ተዛውሯል።"],
    ["ግንቦት 20ን አስመልክቶ ንግግር አደረጉ።", "ግንቦት ሃያን አስመልክቶ ንግግር አደረጉ።"],
    ["ከሐምሌ 1 እና 2 ውጭ ክፍት ነው።", "ከሐምሌ አንድ እና ሁለት ውጭ ክፍት ነው።"],
    ["በዓሉ ጥር 11 እና 12 ይከበራል።", "በዓሉ ጥር አሥራ አንድ እና አሥራ ሁለት ይከበራል።"],
    ["ሐምሌ ፲፪ ቀን ፳፻፲፮ ዓ.ም. ታተመ።", "ሐምሌ አሥራ ሁለት ቀን ሁለት ሺህ አሥራ ስድስት ዓመተ ምሕረት ታተመ።"]
  ]),
  ...group("am", "date", "European months in Amharic letters and in English (CLDR am; newspapers)", [
    ["ጁላይ 12, 2024 የተካሄደው ስብሰባ", "ጁላይ አሥራ ሁለት ቀን ሁለት ሺህ ሃያ አራት የተካሄደው ስብሰባ"],
    ["ስብሰባው July 12, 2024 ይካሄዳል።", "ስብሰባው ጁላይ አሥራ ሁለት ቀን ሁለት ሺህ ሃያ አራት ይካሄዳል።"],
    ["ጉባኤው ከ12-14 March 2024 ይካሄዳል።", "ጉባኤው ከማርች አሥራ ሁለት እስከ አሥራ አራት ቀን ሁለት ሺህ ሃያ አራት ይካሄዳል።"],
    ["በጁን 5 ቀን 2023 እ.ኤ.አ. ተፈረመ።", "በጁን አምስት ቀን ሁለት ሺህ ሃያ ሦስት እንደ ኤውሮፓውያን አቆጣጠር ተፈረመ።"],
    ["ኢትዮጵያ በSeptember 2023 ወደ ብሪክስ ተቀላቀለች።", "ኢትዮጵያ በሴፕቴምበር ሁለት ሺህ ሃያ ሦስት ወደ ብሪክስ ተቀላቀለች።"],
    ["እ.ኤ.አ. ሜይ 28 ቀን 1991", "እንደ ኤውሮፓውያን አቆጣጠር ሜይ ሃያ ስምንት ቀን አሥራ ዘጠኝ መቶ ዘጠና አንድ"],
    ["ውድድሩ ከኦገስት 19 እስከ 27 ተካሂዷል።", "ውድድሩ ከኦገስት አሥራ ዘጠኝ እስከ ሃያ ሰባት ተካሂዷል።"],
    ["ቀኑ 3rd of May 2024 ነበር።", "ቀኑ ሜይ ሦስት ቀን ሁለት ሺህ ሃያ አራት ነበር።"],
    ["በዓሉ ጃንዩወሪ 7 ይከበራል።", "በዓሉ ጃንዩወሪ ሰባት ይከበራል።"]
  ]),
  ...group("am", "year", "eras behind and before years (Leslau 1995)", [
    ["በ2016 ዓ.ም. ሥራ ጀመረ።", "በሁለት ሺህ አሥራ ስድስት ዓመተ ምሕረት ሥራ ጀመረ።"],
    ["ኩባንያው በ1998 እ.ኤ.አ. ተቋቋመ።", "ኩባንያው በአሥራ ዘጠኝ መቶ ዘጠና ስምንት እንደ ኤውሮፓውያን አቆጣጠር ተቋቋመ።"],
    ["ከ1966 ዓ.ም እስከ 1983 ዓ.ም ደርግ ገዛ።", "ከአሥራ ዘጠኝ መቶ ስልሳ ስድስት ዓመተ ምሕረት እስከ አሥራ ዘጠኝ መቶ ሰማንያ ሦስት ዓመተ ምሕረት ደርግ ገዛ።"],
    ["በ500 ዓ.ዓ. የተሠራ ሐውልት ነው።", "በአምስት መቶ ዓመተ ዓለም የተሠራ ሐውልት ነው።"],
    ["በ300 ቅ.ል.ክ የነበረ ሥልጣኔ ነው።", "በሦስት መቶ ቅድመ ልደተ ክርስቶስ የነበረ ሥልጣኔ ነው።"],
    ["በ1445 ዓ.ሂ. የተጻፈ ነው።", "በአሥራ አራት መቶ አርባ አምስት ዓመተ ሂጅራ የተጻፈ ነው።"],
    ["በ2016 E.C. የተመረቁ ተማሪዎች", "በሁለት ሺህ አሥራ ስድስት በኢትዮጵያ አቆጣጠር የተመረቁ ተማሪዎች"],
    ["በ2024 G.C. የወጣ መመሪያ", "በሁለት ሺህ ሃያ አራት በአውሮፓውያን አቆጣጠር የወጣ መመሪያ"],
    ["በ1888 ዓ/ም የተደረገ ጦርነት", "በአሥራ ስምንት መቶ ሰማንያ ስምንት ዓመተ ምሕረት የተደረገ ጦርነት"],
    ["በ2009 ዓ. ም. ተመረቀ።", "በሁለት ሺህ ዘጠኝ ዓመተ ምሕረት ተመረቀ።"],
    ["በ2012 ዓም ተጀመረ።", "በሁለት ሺህ አሥራ ሁለት ዓመተ ምሕረት ተጀመረ።"],
    [
      "እ.ኤ.አ ከ1936-1941 ጣልያን ኢትዮጵያን ወረረ።",
      "እንደ ኤውሮፓውያን አቆጣጠር ከአሥራ ዘጠኝ መቶ ሰላሳ ስድስት እስከ አሥራ ዘጠኝ መቶ አርባ አንድ ጣልያን ኢትዮጵያን ወረረ።"
    ],
    ["በ፲፱፻፷፮ ዓ.ም. የተነሣ ሕዝባዊ አመፅ", "በአሥራ ዘጠኝ መቶ ስልሳ ስድስት ዓመተ ምሕረት የተነሣ ሕዝባዊ አመፅ"],
    ["የ2008 ዓ.ም. በጀት ጸደቀ።", "የሁለት ሺህ ስምንት ዓመተ ምሕረት በጀት ጸደቀ።"],
    ["በ1000 BC አካባቢ የተመሠረተ መንግሥት", "ከክርስቶስ ልደት በፊት በአንድ ሺህ አካባቢ የተመሠረተ መንግሥት"]
  ]),
  ...group("am", "year", "years in pairs: ከ … እስከ; school and budget years as two numbers", [
    ["በ2015/16 የትምህርት ዘመን", "በሁለት ሺህ አሥራ አምስት አሥራ ስድስት የትምህርት ዘመን"],
    ["የ2016/2017 በጀት ዓመት ዕቅድ", "የሁለት ሺህ አሥራ ስድስት ሁለት ሺህ አሥራ ሰባት በጀት ዓመት ዕቅድ"],
    ["የ1966–1983 ታሪክ", "የአሥራ ዘጠኝ መቶ ስልሳ ስድስት እስከ አሥራ ዘጠኝ መቶ ሰማንያ ሦስት ታሪክ"],
    ["(1923–1967) ንጉሠ ነገሥት ነበሩ።", "(ከአሥራ ዘጠኝ መቶ ሃያ ሦስት እስከ አሥራ ዘጠኝ መቶ ስልሳ ሰባት) ንጉሠ ነገሥት ነበሩ።"],
    ["ከ1997-2002 ድረስ ሠርቷል።", "ከአሥራ ዘጠኝ መቶ ዘጠና ሰባት እስከ ሁለት ሺህ ሁለት ድረስ ሠርቷል።"],
    ["ከ2008–12 ባለው ጊዜ", "ከሁለት ሺህ ስምንት እስከ አሥራ ሁለት ባለው ጊዜ"],
    ["በ'97ቱ ምርጫ", "በዘጠና ሰባቱ ምርጫ"]
  ]),
  ...group("am", "abbreviation", "an era before its year", [
    ["እ.ኤ.አ. በ2024 የተካሄደው ጉባኤ", "እንደ ኤውሮፓውያን አቆጣጠር በሁለት ሺህ ሃያ አራት የተካሄደው ጉባኤ"]
  ]),
  ...group("am", "year", "years alone and decades with their affixes", [
    ["የ1966ቱ አብዮት ታሪክ", "የአሥራ ዘጠኝ መቶ ስልሳ ስድስቱ አብዮት ታሪክ"],
    ["በ1960ዎቹ የተማሪዎች ንቅናቄ ነበር።", "በአሥራ ዘጠኝ መቶ ስልሳዎቹ የተማሪዎች ንቅናቄ ነበር።"],
    ["በ1997ቱ ምርጫ ተወዳደረ።", "በአሥራ ዘጠኝ መቶ ዘጠና ሰባቱ ምርጫ ተወዳደረ።"]
  ]),
  ...group("am", "ordinal", "centuries", [
    ["በ20ኛው ክፍለ ዘመን የተሠራ ቤት", "በሃያኛው ክፍለ ዘመን የተሠራ ቤት"],
    ["የ4ኛው ክፍለ ዘመን ሐውልት ነው።", "የአራተኛው ክፍለ ዘመን ሐውልት ነው።"]
  ]),
  ...group("am", "range", "weekdays and months in pairs", [
    ["ከሰኞ–ዓርብ ክፍት ነን።", "ከሰኞ እስከ ዓርብ ክፍት ነን።"],
    ["የሥራ ቀናት፦ ሰኞ - ቅዳሜ", "የሥራ ቀናት፦ ከሰኞ እስከ ቅዳሜ"],
    ["ክረምት ሰኔ–ነሐሴ ይቆያል።", "ክረምት ከሰኔ እስከ ነሐሴ ይቆያል።"]
  ]),
  ...group("om", "date", "numeric dates of the Ethiopian calendar, day first; the number follows its noun", [
    [
      "Walga'iin kun guyyaa 12/11/2016tti taasifama.",
      "Walga'iin kun guyyaa Adoolessa kudha lama bara kuma lamaa fi kudha ja'atti taasifama."
    ],
    [
      "Galmeen 01/01/2017 irraa eegalee ni godhama.",
      "Galmeen Fulbaana tokko bara kuma lamaa fi kudha torba irraa eegalee ni godhama."
    ],
    ["Hanga 30/10/2016tti galmaa'aa.", "Hanga Waxabajjii soddoma bara kuma lamaa fi kudha ja'atti galmaa'aa."],
    [
      "Xalayaan kun guyyaa 15/06/2015 barreeffame.",
      "Xalayaan kun guyyaa Gurraandhala kudha shan bara kuma lamaa fi kudha shan barreeffame."
    ],
    [
      "Guyyaa dhalootaa: 05.03.1985",
      "Guyyaa dhalootaa: Sadaasa shan bara kuma tokko dhibba sagalii fi saddeettamii shan"
    ],
    ["Caalbaasiin 12-11-2016 banama.", "Caalbaasiin Adoolessa kudha lama bara kuma lamaa fi kudha ja'a banama."],
    [
      "Qorumsi 12/11/2016 hanga 14/11/2016tti kennama.",
      "Qorumsi Adoolessa kudha lama bara kuma lamaa fi kudha ja'a hanga Adoolessa kudha afur bara kuma lamaa fi kudha ja'atti kennama."
    ],
    ["Kaffaltiin 5/13/2016 xumurama.", "Kaffaltiin Qaammee shan bara kuma lamaa fi kudha ja'a xumurama."],
    ["Nagaheen 12/11/16 murame.", "Nagaheen Adoolessa kudha lama bara kuma lamaa fi kudha ja'a murame."],
    ["Guyyaa 7/9/1983 dhalate.", "Guyyaa Caamsaa torba bara kuma tokko dhibba sagalii fi saddeettamii sadii dhalate."],
    [
      "Beeksisni 02/11/2016 A.L.I. ba'e.",
      "Beeksisni Adoolessa lama bara kuma lamaa fi kudha ja'a akka lakkoofsa Itoophiyaatti ba'e."
    ]
  ]),
  ...group("om", "date", "from 2020 on and under A.L.A. a date is European; months have one name in both calendars", [
    [
      "Waliigalteen 19/07/2024 mallattaa'e.",
      "Waliigalteen Adoolessa kudha sagal bara kuma lamaa fi digdamii afur mallattaa'e."
    ],
    [
      "Gabaasni hanga 2024-07-19tti dhiyaata.",
      "Gabaasni hanga Adoolessa kudha sagal bara kuma lamaa fi digdamii afuritti dhiyaata."
    ],
    [
      "Guyyaa 20/07/2018 A.L.A. mallattaa'e.",
      "Guyyaa Adoolessa digdama bara kuma lamaa fi kudha saddeet akka lakkoofsa Awurooppaatti mallattaa'e."
    ],
    ["Viizaan 07/25/2024 dhumata.", "Viizaan Adoolessa digdamii shan bara kuma lamaa fi digdamii afur dhumata."],
    [
      "Faayiliin 2024-07-19T14:05:00Z kaa'ame.",
      "Faayiliin Adoolessa kudha sagal bara kuma lamaa fi digdamii afur sa'aatii kudha afurii fi daqiiqaa shan kaa'ame."
    ]
  ]),
  ...group("om", "date", "month, day, then bara with the year (datelines of VOA and BBC Afaan Oromoo)", [
    ["Adoolessa 12, 2016", "Adoolessa kudha lama bara kuma lamaa fi kudha ja'a"],
    ["Adoolessa 12 bara 2016 eebbifame.", "Adoolessa kudha lama bara kuma lamaa fi kudha ja'a eebbifame."],
    ["Finfinnee, Adoolessa 12/2016", "Finfinnee, Adoolessa kudha lama bara kuma lamaa fi kudha ja'a"],
    [
      "Fulbaana 1/2017 ayyaanni bara haaraa kabajama.",
      "Fulbaana tokko bara kuma lamaa fi kudha torba ayyaanni bara haaraa kabajama."
    ],
    ["Gaafa Adoolessa 12 bara 2016tti", "Gaafa Adoolessa kudha lama bara kuma lamaa fi kudha ja'atti"],
    [
      "Waxabajjii 14, 2013tti filannoon taasifame.",
      "Waxabajjii kudha afur bara kuma lamaa fi kudha sadiitti filannoon taasifame."
    ],
    ["12 Adoolessa 2016 eebbifame.", "Adoolessa kudha lama bara kuma lamaa fi kudha ja'a eebbifame."],
    ["Barnoonni Fulbaana 7 irraa eegalee kennama.", "Barnoonni Fulbaana torba irraa eegalee kennama."],
    ["Leenjiin Onkololeessa 5-9 kennama.", "Leenjiin Onkololeessa shan hanga sagal kennama."],
    ["Walga'iin 1-3 Adoolessa ni taasifama.", "Walga'iin Adoolessa tokko hanga sadii ni taasifama."],
    [
      "Caamsaa 1–5 bara 2016 agarsiisni ni jira.",
      "Caamsaa tokko hanga shan bara kuma lamaa fi kudha ja'a agarsiisni ni jira."
    ],
    ["Hagayya 20 hanga Fulbaana 5tti galmaa'aa.", "Hagayya digdama hanga Fulbaana shanitti galmaa'aa."],
    ["Waxabajjii 28 – Adoolessa 3 kabajama.", "Waxabajjii digdamii saddeet hanga Adoolessa sadii kabajama."],
    ["Qaammee 5 ayyaanni ni kabajama.", "Qaammee shan ayyaanni ni kabajama."],
    [
      "Wiixata Waxabajjii 14 bara 2013 taasifame.",
      "Wiixata Waxabajjii kudha afur bara kuma lamaa fi kudha sadii taasifame."
    ],
    [
      "Gurraandhala 23, 1888 Adwaatti mo'ame.",
      "Gurraandhala digdamii sadii bara kuma tokko dhibba saddeetii fi saddeettamii saddeet Adwaatti mo'ame."
    ],
    ["Guyyaa 12 ji'a Adoolessaa bara 2016", "Guyyaa kudha lama ji'a Adoolessaa bara kuma lamaa fi kudha ja'a"],
    ["Amajjii 2015 gatiin dabale.", "Amajjii bara kuma lamaa fi kudha shan gatiin dabale."],
    ["Bitootessa bara 2010 aangootti dhufe.", "Bitootessa bara kuma lamaa fi kudhan aangootti dhufe."],
    ["Muddee 10tti darbe.", "Muddee kudhanitti darbe."],
    ["Ebla 27 guyyaa injifannooti.", "Ebla digdamii torba guyyaa injifannooti."],
    ["Caamsaa 20f qophiin taasifame.", "Caamsaa digdamaaf qophiin taasifame."],
    ["Sadaasa 9 fi 10 walga'iin ni jira.", "Sadaasa sagal fi kudhan walga'iin ni jira."],
    [
      "Irreechi Onkololeessa 5 bara 2024 kabajame.",
      "Irreechi Onkololeessa shan bara kuma lamaa fi digdamii afur kabajame."
    ]
  ]),
  ...group("om", "date", "English months become Oromo ones", [
    [
      "Walga'iin July 12, 2024 taasifama.",
      "Walga'iin Adoolessa kudha lama bara kuma lamaa fi digdamii afur taasifama."
    ],
    ["12 July 2024 mallattaa'e.", "Adoolessa kudha lama bara kuma lamaa fi digdamii afur mallattaa'e."],
    [
      "Kora 12-14 March 2024 taasifamu",
      "Kora Bitootessa kudha lama hanga kudha afur bara kuma lamaa fi digdamii afur taasifamu"
    ],
    ["September 2023 keessa", "Fulbaana bara kuma lamaa fi digdamii sadii keessa"]
  ]),
  ...group("om", "year", "eras (A.L.I. akka lakkoofsa Itoophiyaatti, Dh.K.D. dhaloota Kiristoos dura)", [
    ["Bara 2016 A.L.I. hojii eegale.", "Bara kuma lamaa fi kudha ja'a akka lakkoofsa Itoophiyaatti hojii eegale."],
    ["Bara 2016 A.L.I.tti hundeeffame.", "Bara kuma lamaa fi kudha ja'a akka lakkoofsa Itoophiyaatti hundeeffame."],
    ["Bara 2024 A.L.A. bahe.", "Bara kuma lamaa fi digdamii afur akka lakkoofsa Awurooppaatti bahe."],
    [
      "Bara 1888 A.L.H. lolame.",
      "Bara kuma tokko dhibba saddeetii fi saddeettamii saddeet akka lakkoofsa Habashaatti lolame."
    ],
    ["Bara 500 Dh.K.D. ijaarame.", "Bara dhibba shan dhaloota Kiristoos dura ijaarame."],
    ["Bara 300 Dh.K.B. ture.", "Bara dhibba sadii dhaloota Kiristoos booda ture."],
    ["Bara 2016 E.C. eebbifaman.", "Bara kuma lamaa fi kudha ja'a akka lakkoofsa Itoophiyaatti eebbifaman."],
    ["Bara 2024 G.C. mallattaa'e.", "Bara kuma lamaa fi digdamii afur akka lakkoofsa Awurooppaatti mallattaa'e."],
    [
      "Bara 1445 A.H. barreeffame.",
      "Bara kuma tokko dhibba afurii fi afurtamii shan akka lakkoofsa Hijiraatti barreeffame."
    ],
    ["Bara 2012 ALI eegale.", "Bara kuma lamaa fi kudha lama akka lakkoofsa Itoophiyaatti eegale."],
    ["Bara 1000 K.D. ture.", "Bara kuma tokko Kiristoos dura ture."]
  ]),
  ...group("om", "year", "bara with its year, decades and pairs", [
    ["Bara 2016tti hojii jalqabe.", "Bara kuma lamaa fi kudha ja'atti hojii jalqabe."],
    ["Warraaqsi bara 1966 ture.", "Warraaqsi bara kuma tokko dhibba sagalii fi jaatamii ja'a ture."],
    [
      "Bara 1960moota keessa barattoonni gaaffii lafaa kaasan.",
      "Bara kuma tokko dhibba sagalii fi jaatamoota keessa barattoonni gaaffii lafaa kaasan."
    ],
    ["Bara 1980ootaa keessa", "Bara kuma tokko dhibba sagalii fi saddeettamootaa keessa"],
    ["Waggoota 90moota keessa", "Waggoota sagaltamoota keessa"],
    [
      "Bara 1966-1983 Dargiitu bulche.",
      "Bara kuma tokko dhibba sagalii fi jaatamii ja'a hanga kuma tokko dhibba sagalii fi saddeettamii sadii Dargiitu bulche."
    ],
    ["(1923–1967)", "(kuma tokko dhibba sagalii fi digdamii sadii hanga kuma tokko dhibba sagalii fi jaatamii torba)"],
    ["Bara barnootaa 2015/16", "Bara barnootaa kuma lamaa fi kudha shan kudha ja'a"],
    ["Bara baajataa 2016/2017tti", "Bara baajataa kuma lamaa fi kudha ja'a kuma lamaa fi kudha torbatti"],
    ["Bara 2016 irraa eegalee", "Bara kuma lamaa fi kudha ja'a irraa eegalee"],
    ["Barri 2016 bara nagaati.", "Barri kuma lamaa fi kudha ja'a bara nagaati."],
    ["Filannoo '97", "Filannoo sagaltamii torba"],
    ["Bara 2008n dhalate.", "Bara kuma lamaa fi saddeetiin dhalate."]
  ]),
  ...group("om", "ordinal", "centuries", [
    ["Jaarraa 20ffaa keessa ijaarame.", "Jaarraa digdamaffaa keessa ijaarame."],
    ["Siidaan kun kan jaarraa 4ffaati.", "Siidaan kun kan jaarraa afraffaati."]
  ]),
  ...group("om", "range", "weekdays and months in pairs", [
    ["Wiixata-Jimaata banaadha.", "Wiixata hanga Jimaata banaadha."],
    ["Guyyoota hojii: Wiixata - Sanbata", "Guyyoota hojii: Wiixata hanga Sanbata"],
    ["Ganni Waxabajjii–Hagayya tura.", "Ganni Waxabajjii hanga Hagayya tura."]
  ])
]
