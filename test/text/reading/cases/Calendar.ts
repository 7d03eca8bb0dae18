/** Days, years and times beside one another and beside what looks like them. */
import { type Case, group } from "./Case.ts"

export const calendar: ReadonlyArray<Case> = [
  ...group("am", "date", "a date beside its era, its weekday and its hour (notices)", [
    [
      "ሰኞ፣ ሐምሌ 15 ቀን 2016 ዓ.ም፣ ከጠዋቱ 3፡00 ሰዓት ይጀመራል።",
      "ሰኞ፣ ሐምሌ አሥራ አምስት ቀን ሁለት ሺህ አሥራ ስድስት ዓመተ ምሕረት፣ ከጠዋቱ ሦስት ሰዓት ይጀመራል።"
    ],
    ["ስብሰባው ሐምሌ 11 እና 12 ቀን 2016 ዓ.ም ይካሄዳል።", "ስብሰባው ሐምሌ አሥራ አንድ እና አሥራ ሁለት ቀን ሁለት ሺህ አሥራ ስድስት ዓመተ ምሕረት ይካሄዳል።"],
    [
      "ከሐምሌ 1 ቀን 2016 ዓ.ም እስከ ሐምሌ 30 ቀን 2016 ዓ.ም ድረስ ያመልክቱ።",
      "ከሐምሌ አንድ ቀን ሁለት ሺህ አሥራ ስድስት ዓመተ ምሕረት እስከ ሐምሌ ሰላሳ ቀን ሁለት ሺህ አሥራ ስድስት ዓመተ ምሕረት ድረስ ያመልክቱ።"
    ],
    ["የ12ኛ ክፍል ፈተና ሐምሌ 3-8/2016 ይሰጣል።", "የአሥራ ሁለተኛ ክፍል ፈተና ሐምሌ ከሦስት እስከ ስምንት ቀን ሁለት ሺህ አሥራ ስድስት ይሰጣል።"],
    ["ክረምቱ ሐምሌ 30–ነሐሴ 5 ቀን 2016 ዓ.ም ከባድ ነበር።", "ክረምቱ ከሐምሌ ሰላሳ እስከ ነሐሴ አምስት ቀን ሁለት ሺህ አሥራ ስድስት ዓመተ ምሕረት ከባድ ነበር።"],
    ["በዓሉ ሐምሌ 11፣ 12 እና 13 ይካሄዳል።", "በዓሉ ሐምሌ አሥራ አንድ፣ አሥራ ሁለት እና አሥራ ሦስት ይካሄዳል።"],
    ["እ.ኤ.አ በ12/11/2016 ተፈረመ።", "እንደ ኤውሮፓውያን አቆጣጠር በኖቬምበር አሥራ ሁለት ቀን ሁለት ሺህ አሥራ ስድስት ተፈረመ።"],
    ["ጥር 7፣ 2012 ዓ.ም. ተመዘገበ።", "ጥር ሰባት ቀን ሁለት ሺህ አሥራ ሁለት ዓመተ ምሕረት ተመዘገበ።"],
    ["የካቲት 12 ሆስፒታል ተመረቀ።", "የካቲት አሥራ ሁለት ሆስፒታል ተመረቀ።"],
    ["ሠልፈኞቹ መስከረም 2 አደባባይ ተሰበሰቡ።", "ሠልፈኞቹ መስከረም ሁለት አደባባይ ተሰበሰቡ።"],
    ["ሰኔ 15 2011 የተፈጸመው ግድያ", "ሰኔ አሥራ አምስት ቀን ሁለት ሺህ አሥራ አንድ የተፈጸመው ግድያ"],
    ["መጋቢት 24/2010 ዓ.ም ጠ/ሚ ዐቢይ ተሾሙ።", "መጋቢት ሃያ አራት ቀን ሁለት ሺህ አሥር ዓመተ ምሕረት ጠቅላይ ሚኒስትር ዐቢይ ተሾሙ።"],
    ["ስብሰባው ሐምሌ16 ቀን ነው።", "ስብሰባው ሐምሌ አሥራ ስድስት ቀን ነው።"],
    ["ሪፖርቱ በ16-Jul-2024 ወጣ።", "ሪፖርቱ በጁላይ አሥራ ስድስት ቀን ሁለት ሺህ ሃያ አራት ወጣ።"],
    ["ማመልከቻው በJan. 5, 2024 ገባ።", "ማመልከቻው በጃንዋሪ አምስት ቀን ሁለት ሺህ ሃያ አራት ገባ።"],
    ["ሰነዱ በ2016/11/12 ተመዘገበ።", "ሰነዱ በሐምሌ አሥራ ሁለት ቀን ሁለት ሺህ አሥራ ስድስት ተመዘገበ።"],
    ["በዓሉ ረመዳን 27፣ 1445 ዓ.ሂ ተከበረ።", "በዓሉ ረመዳን ሃያ ሰባት ቀን አሥራ አራት መቶ አርባ አምስት ዓመተ ሂጅራ ተከበረ።"],
    ["በ12/11/2016የተጻፈ ደብዳቤ", "በሐምሌ አሥራ ሁለት ቀን ሁለት ሺህ አሥራ ስድስት የተጻፈ ደብዳቤ"],
    ["ከነሐሴ 1–20፣ 2016 ይቆያል።", "ከነሐሴ አንድ እስከ ሃያ ቀን ሁለት ሺህ አሥራ ስድስት ይቆያል።"]
  ]),
  ...group("am", "year", "years beside their eras (news, history)", [
    ["ከ1997-2002 ዓ.ም የነበረው ምክር ቤት", "ከአሥራ ዘጠኝ መቶ ዘጠና ሰባት እስከ ሁለት ሺህ ሁለት ዓመተ ምሕረት የነበረው ምክር ቤት"],
    ["በ1966-67 ዓ.ም የነበረው ረሃብ", "ከአሥራ ዘጠኝ መቶ ስልሳ ስድስት እስከ ስልሳ ሰባት ዓመተ ምሕረት የነበረው ረሃብ"],
    ["በ1966/67 ዓ.ም የተከሠተ ድርቅ", "በአሥራ ዘጠኝ መቶ ስልሳ ስድስት ስልሳ ሰባት ዓመተ ምሕረት የተከሠተ ድርቅ"],
    ["በ2015/16 ዓ.ም. የተመረቁ", "በሁለት ሺህ አሥራ አምስት አሥራ ስድስት ዓመተ ምሕረት የተመረቁ"],
    ["ሥራው በ2016ዓ.ም ተጠናቀቀ።", "ሥራው በሁለት ሺህ አሥራ ስድስት ዓመተ ምሕረት ተጠናቀቀ።"],
    ["(1884-1966 ዓ.ም)", "(ከአሥራ ስምንት መቶ ሰማንያ አራት እስከ አሥራ ዘጠኝ መቶ ስልሳ ስድስት ዓመተ ምሕረት)"],
    ["ንጉሡ (እ.ኤ.አ. 1930 - 1974) ነገሡ።", "ንጉሡ (እንደ ኤውሮፓውያን አቆጣጠር ከአሥራ ዘጠኝ መቶ ሰላሳ እስከ አሥራ ዘጠኝ መቶ ሰባ አራት) ነገሡ።"],
    ["በ7500 ዓ.ዓ እንደተጻፈ", "በሰባት ሺህ አምስት መቶ ዓመተ ዓለም እንደተጻፈ"],
    ["የ1997 ዓ.ም.ቱ ምርጫ ተጠናቀቀ።", "የአሥራ ዘጠኝ መቶ ዘጠና ሰባት ዓመተ ምሕረቱ ምርጫ ተጠናቀቀ።"]
  ]),
  ...group("am", "number", "what looks like an era, a date or a time is none", [
    ["በ2012 አምራቾች ተሸለሙ።", "በሁለት ሺህ አሥራ ሁለት አምራቾች ተሸለሙ።"],
    ["በ3 ሰዓት 20 ሰዎች መጡ።", "በሦስት ሰዓት ሃያ ሰዎች መጡ።"]
  ]),
  ...group("am", "time", "times in notices and programmes", [
    ["ከጠዋቱ 2:30 ሰዓት እስከ ቀኑ 6:30 ሰዓት ክፍት ነው።", "ከጠዋቱ ሁለት ሰዓት ተኩል እስከ ቀኑ ስድስት ሰዓት ተኩል ክፍት ነው።"],
    ["ከምሽቱ 1:00 - 3:00 ሰዓት ይተላለፋል።", "ከምሽቱ አንድ ሰዓት እስከ ሦስት ሰዓት ይተላለፋል።"],
    [
      "ጠዋት ከ2:30-6:30፣ ከሰዓት ከ7:30-11:30 እንሠራለን።",
      "ጠዋት ከሁለት ሰዓት ተኩል እስከ ስድስት ሰዓት ተኩል፣ ከሰዓት ከሰባት ሰዓት ተኩል እስከ አሥራ አንድ ሰዓት ተኩል እንሠራለን።"
    ],
    ["በ 3:30 ሰዓት ይምጡ።", "በሦስት ሰዓት ተኩል ይምጡ።"],
    ["ልክ 6:00 ሲሆን ደወሉ ተደወለ።", "ልክ ስድስት ሰዓት ሲሆን ደወሉ ተደወለ።"],
    ["ሰዓቱ 3:30 ነው?", "ሰዓቱ ሦስት ሰዓት ተኩል ነው?"],
    ["ከ3:30፣ 4:30 እና 5:30 በኋላ", "ከሦስት ሰዓት ተኩል፣ አራት ሰዓት ተኩል እና አምስት ሰዓት ተኩል በኋላ"],
    ["በ12/11/2016 ዓ.ም. በ3:30 ሰዓት ይገኙ።", "በሐምሌ አሥራ ሁለት ቀን ሁለት ሺህ አሥራ ስድስት ዓመተ ምሕረት በሦስት ሰዓት ተኩል ይገኙ።"],
    ["ቅዳሜ 3:00-6:00 ይሠራል።", "ቅዳሜ ከሦስት ሰዓት እስከ ስድስት ሰዓት ይሠራል።"],
    ["ከሰኞ እስከ ዓርብ ከ2:30-11:30 ክፍት ነው።", "ከሰኞ እስከ ዓርብ ከሁለት ሰዓት ተኩል እስከ አሥራ አንድ ሰዓት ተኩል ክፍት ነው።"],
    ["በ፫፡፴ ሰዓት ተጀመረ።", "በሦስት ሰዓት ተኩል ተጀመረ።"],
    ["መልእክቱ 14:05:09 UTC ደረሰ።", "መልእክቱ አሥራ አራት ሰዓት ከአምስት ደቂቃ ከዘጠኝ ሰከንድ ዩ ቲ ሲ ደረሰ።"],
    ["ውድድሩን 1:59:40.2 ሮጠ።", "ውድድሩን አንድ ሰዓት ከሃምሳ ዘጠኝ ደቂቃ ከአርባ ነጥብ ሁለት ሰከንድ ሮጠ።"],
    ["በ3:30ሰዓት ደረሰ።", "በሦስት ሰዓት ተኩል ደረሰ።"],
    ["ዮሐንስ 3:00 ላይ መጣ።", "ዮሐንስ ሦስት ሰዓት ላይ መጣ።"],
    ["ፕሮግራሙ 00:30 ይጀምራል።", "ፕሮግራሙ ዜሮ ሰዓት ከሰላሳ ደቂቃ ይጀምራል።"],
    ["ከጠዋቱ 2.45 ተነሡ።", "ከጠዋቱ ሁለት ሰዓት ከአርባ አምስት ደቂቃ ተነሡ።"]
  ]),
  ...group("am", "duration", "durations in notices and sport", [
    ["ጉዞው 5-10 min ይፈጃል።", "ጉዞው ከአምስት እስከ አሥር ደቂቃ ይፈጃል።"],
    ["12:49.28 በሆነ ሰዓት ገባች።", "አሥራ ሁለት ደቂቃ ከአርባ ዘጠኝ ነጥብ ሁለት ስምንት ሰከንድ በሆነ ሰዓት ገባች።"],
    ["ባለ2½ ዓመት ልጅ", "ባለሁለት ዓመት ተኩል ልጅ"],
    ["ዘፈኑ 7:05 ደቂቃ ነው።", "ዘፈኑ ሰባት ደቂቃ ከአምስት ሰከንድ ነው።"],
    ["24/7 ሰዓት ክፍት ነው።", "ሃያ አራት ሰዓት ሰባቱንም ቀን ክፍት ነው።"]
  ]),
  ...group("om", "date", "dates in notices and news", [
    ["Kamisa, Adoolessa 12, 2016", "Kamisa, Adoolessa kudha lama bara kuma lamaa fi kudha ja'a"],
    [
      "Adoolessa 12/2016 A.L.I. ba'e.",
      "Adoolessa kudha lama bara kuma lamaa fi kudha ja'a akka lakkoofsa Itoophiyaatti ba'e."
    ],
    [
      "Guyyaa Adoolessa 12, 2016tti walga'ama.",
      "Guyyaa Adoolessa kudha lama bara kuma lamaa fi kudha ja'atti walga'ama."
    ],
    ["Adoolessa 12 irraa hanga 20tti", "Adoolessa kudha lama irraa hanga digdamatti"],
    ["Gaafa 12/11/2016 dhaabbate.", "Gaafa Adoolessa kudha lama bara kuma lamaa fi kudha ja'a dhaabbate."],
    [
      "Ji'a Adoolessaa keessa guyyaa 12/11/2016irraa eegalee",
      "Ji'a Adoolessaa keessa guyyaa Adoolessa kudha lama bara kuma lamaa fi kudha ja'a irraa eegalee"
    ],
    ["Gabaasni 16-Jul-2024 ba'e.", "Gabaasni Adoolessa kudha ja'a bara kuma lamaa fi digdamii afur ba'e."],
    ["Galmeen 2016/11/12 banamte.", "Galmeen Adoolessa kudha lama bara kuma lamaa fi kudha ja'a banamte."],
    ["Adoolessa 12irraa eegalee ni jalqaba.", "Adoolessa kudha lama irraa eegalee ni jalqaba."],
    ["Hanga Waxabajjii 30, 2016tti kaffalaa.", "Hanga Waxabajjii soddoma bara kuma lamaa fi kudha ja'atti kaffalaa."],
    [
      "Onkololeessa 3 – Onkololeessa 10, 2017",
      "Onkololeessa sadii hanga Onkololeessa kudhan bara kuma lamaa fi kudha torba"
    ],
    ["Adoolessa 12,2016 maxxanfame.", "Adoolessa kudha lama bara kuma lamaa fi kudha ja'a maxxanfame."],
    ["Ramadaana 27 ni kabajama.", "Ramadaana digdamii torba ni kabajama."],
    ["Hagayya 1-15/2016 galmaa'aa.", "Hagayya tokko hanga kudha shan bara kuma lamaa fi kudha ja'a galmaa'aa."],
    [
      "Muddee 23 bara 2015 A.L.I.tti",
      "Muddee digdamii sadii bara kuma lamaa fi kudha shan akka lakkoofsa Itoophiyaatti"
    ]
  ]),
  ...group("om", "year", "years in news and history", [
    ["Bara 2016/17 keessa", "Bara kuma lamaa fi kudha ja'a kudha torba keessa"],
    [
      "Bara 1966–83 bulchiinsi waraanaa ture.",
      "Bara kuma tokko dhibba sagalii fi jaatamii ja'a hanga saddeettamii sadii bulchiinsi waraanaa ture."
    ],
    [
      "Bara 1966 hanga 1983tti",
      "Bara kuma tokko dhibba sagalii fi jaatamii ja'a hanga kuma tokko dhibba sagalii fi saddeettamii sadiitti"
    ],
    ["Bara 1990'oota keessa", "Bara kuma tokko dhibba sagalii fi sagaltamoota keessa"],
    [
      "Waggoota 1970moota keessa qabsoon finiine.",
      "Waggoota kuma tokko dhibba sagalii fi torbaatamoota keessa qabsoon finiine."
    ],
    ["Bara 500 DhKD ture.", "Bara dhibba shan dhaloota Kiristoos dura ture."],
    [
      "Baatii 12 bara 2016 (A.L.I) keessatti",
      "Baatii kudha lama bara kuma lamaa fi kudha ja'a (akka lakkoofsa Itoophiyaatti) keessatti"
    ],
    ["Bara 2016/17 A.L.I. keessa", "Bara kuma lamaa fi kudha ja'a kudha torba akka lakkoofsa Itoophiyaatti keessa"],
    ["Barri 1977 bara beelaa ture.", "Barri kuma tokko dhibba sagalii fi torbaatamii torba bara beelaa ture."]
  ]),
  ...group("om", "number", "what looks like an era or a year is none", [
    ["Caamsaa 1500 barattootaaf kenname.", "Caamsaa kuma tokkoo fi dhibba shan barattootaaf kenname."]
  ]),
  ...group("om", "time", "times in notices and programmes", [
    ["Sa'aatii ganamaa 3:30tti", "Sa'aatii ganamaa sadii fi walakkaatti"],
    ["Sa'aatii waaree booda 9:30 irratti", "Sa'aatii waaree booda sagalii fi walakkaa irratti"],
    [
      "Ganama sa'aatii 2:30 irraa hanga waaree booda sa'aatii 11:30tti",
      "Ganama sa'aatii lamaa fi walakkaa irraa hanga waaree booda sa'aatii kudha tokkoo fi walakkaatti"
    ],
    [
      "Sa'aatii 2:30-6:30 fi 7:30-11:30 ni hojjenna.",
      "Sa'aatii lamaa fi walakkaa hanga sa'aatii ja'aa fi walakkaa fi sa'aatii torbaa fi walakkaa hanga sa'aatii kudha tokkoo fi walakkaa ni hojjenna."
    ],
    ["Halkan 6:00 booda", "Halkan sa'aatii ja'a booda"],
    ["Sa’aatii 3:30tti kottaa.", "Sa'aatii sadii fi walakkaatti kottaa."],
    ["Sa'aatii 3.30tti jalqaba.", "Sa'aatii sadii fi walakkaatti jalqaba."],
    ["Sagantichi 3:30irraa eegala.", "Sagantichi sa'aatii sadii fi walakkaa irraa eegala."],
    ["Sa'aatii 3:30rraa eegalee", "Sa'aatii sadii fi walakkaarraa eegalee"],
    [
      "Wiixata hanga Jimaataatti 2:30-11:30 banaadha.",
      "Wiixata hanga Jimaataatti sa'aatii lamaa fi walakkaa hanga sa'aatii kudha tokkoo fi walakkaa banaadha."
    ],
    ["Ergaan 18:00 UTC irratti dhufe.", "Ergaan sa'aatii kudha saddeet yuu tii sii irratti dhufe."],
    ["Sa'a 3:30 WD booda", "Sa'a sadii fi walakkaa waaree dura booda"],
    [
      "Maaraatoonii 1:59:40.2 fiige.",
      "Maaraatoonii sa'aatii tokko daqiiqaa shantamii sagalii fi sekondii afurtama tuqaa lama fiige."
    ],
    [
      "Guyyaa 12/11/2016 sa'aatii 3:30tti",
      "Guyyaa Adoolessa kudha lama bara kuma lamaa fi kudha ja'a sa'aatii sadii fi walakkaatti"
    ],
    ["Galgala 1.30 irratti", "Galgala sa'aatii tokkoo fi walakkaa irratti"]
  ]),
  ...group("om", "duration", "durations in notices", [
    ["Sa'aatii 24/7 banaadha.", "sa'aatii digdamii afur guyyaa torbanuu banaadha."],
    ["Imalli 5-10 min fudhata.", "Imalli daqiiqaa shan hanga kudhan fudhata."],
    ["Fiilmiin 1h30 tura.", "Fiilmiin sa'aatii tokkoo fi walakkaa tura."]
  ]),
  ...group("am", "date", "from one day to another (notices)", [
    ["ተማሪዎች ከመስከረም 3 እስከ 7/2017 ይመዝገቡ።", "ተማሪዎች ከመስከረም ሦስት እስከ ሰባት ቀን ሁለት ሺህ አሥራ ሰባት ይመዝገቡ።"],
    [
      "ምዝገባው (ከ01/11/2016 - 30/11/2016) ይካሄዳል።",
      "ምዝገባው (ከሐምሌ አንድ ቀን ሁለት ሺህ አሥራ ስድስት እስከ ሐምሌ ሰላሳ ቀን ሁለት ሺህ አሥራ ስድስት) ይካሄዳል።"
    ],
    ["እ.ኤ.አ. ከጁን 5 እስከ 10፣ 2024", "እንደ ኤውሮፓውያን አቆጣጠር ከጁን አምስት እስከ አሥር ቀን ሁለት ሺህ ሃያ አራት"],
    ["ሻምፒዮናው ጥር 19/1968-ነሐሴ 2016", "ሻምፒዮናው ጥር አሥራ ዘጠኝ ቀን አሥራ ዘጠኝ መቶ ስልሳ ስምንት እስከ ነሐሴ ሁለት ሺህ አሥራ ስድስት"],
    ["ስብሰባው ሐምሌ 11 እና 12/2016 ይካሄዳል።", "ስብሰባው ሐምሌ አሥራ አንድ እና አሥራ ሁለት ቀን ሁለት ሺህ አሥራ ስድስት ይካሄዳል።"],
    ["ከሐምሌ 1 እስከ 30 ቀን 2016 ዓ.ም ይቆያል።", "ከሐምሌ አንድ እስከ ሰላሳ ቀን ሁለት ሺህ አሥራ ስድስት ዓመተ ምሕረት ይቆያል።"],
    [
      "ጉባኤው ከ12-11-2016-14-11-2016 ይካሄዳል።",
      "ጉባኤው ከሐምሌ አሥራ ሁለት ቀን ሁለት ሺህ አሥራ ስድስት እስከ ሐምሌ አሥራ አራት ቀን ሁለት ሺህ አሥራ ስድስት ይካሄዳል።"
    ]
  ]),
  ...group("am", "year", "years of the last two centuries behind a preposition", [
    ["በ2016–18 ዓ.ም የተሠራ", "ከሁለት ሺህ አሥራ ስድስት እስከ አሥራ ስምንት ዓመተ ምሕረት የተሠራ"],
    ["ከ1983 በኋላ የወጣ ሕግ", "ከአሥራ ዘጠኝ መቶ ሰማንያ ሦስት በኋላ የወጣ ሕግ"],
    ["የ1997 ምርጫ ውጤት", "የአሥራ ዘጠኝ መቶ ዘጠና ሰባት ምርጫ ውጤት"]
  ]),
  ...group("am", "time", "from one half of the day to the other", [
    ["ቢሮው ከ8:00 AM - 5:00 PM ክፍት ነው።", "ቢሮው ከስምንት ሰዓት ኤ ኤም እስከ አምስት ሰዓት ፒ ኤም ክፍት ነው።"],
    ["ለ1:30 ሰዓት ያህል ተወያዩ።", "ለአንድ ሰዓት ተኩል ያህል ተወያዩ።"]
  ]),
  ...group("om", "date", "from one day to another (notices)", [
    ["Adoolessa 1 hanga 30 bara 2016tti", "Adoolessa tokko hanga soddoma bara kuma lamaa fi kudha ja'atti"],
    ["Sadaasa 9 fi 10, 2016 walga'ama.", "Sadaasa sagal fi kudhan bara kuma lamaa fi kudha ja'a walga'ama."],
    [
      "Galmeen 01/11/2016 - 30/11/2016 taasifama.",
      "Galmeen Adoolessa tokko bara kuma lamaa fi kudha ja'a hanga Adoolessa soddoma bara kuma lamaa fi kudha ja'a taasifama."
    ]
  ]),
  ...group("om", "year", "years in pairs with an era", [
    [
      "Bara 2016–2018 A.L.I. keessa",
      "Bara kuma lamaa fi kudha ja'a hanga kuma lamaa fi kudha saddeet akka lakkoofsa Itoophiyaatti keessa"
    ]
  ]),
  ...group("om", "time", "from one half of the day to the other", [
    [
      "Waajjirri 8:00 AM - 5:00 PM banaadha.",
      "Waajjirri sa'aatii saddeet waaree dura hanga sa'aatii shan waaree booda banaadha."
    ],
    ["Sa'aatii 8:00 WD - 5:00 WB", "Sa'aatii saddeet waaree dura hanga sa'aatii shan waaree booda"]
  ]),
  ...group("om", "duration", "time added to a half of a match", [
    ["Daqiiqaa 45+2ffaatti galche.", "Daqiiqaa afurtamii shan ida'uu lammaffaatti galche."]
  ])
]
