/** Times of the day, durations and verses, in sentences of timetables, news and sport. */
import { type Case, group } from "./Case.ts"

export const times: ReadonlyArray<Case> = [
  ...group("am", "time", "hour, ሰዓት, then the rest: ተኩል, ከሩብ, ከ … ደቂቃ (Leslau 1995)", [
    ["ስብሰባው ከጠዋቱ 3:30 ሰዓት ይጀምራል።", "ስብሰባው ከጠዋቱ ሦስት ሰዓት ተኩል ይጀምራል።"],
    ["ዜናው በምሽቱ 2:00 ሰዓት ይቀርባል።", "ዜናው በምሽቱ ሁለት ሰዓት ይቀርባል።"],
    ["በ3፡30 እንገናኝ።", "በሦስት ሰዓት ተኩል እንገናኝ።"],
    ["ከቀኑ 8:15 ላይ አውሮፕላኑ ያርፋል።", "ከቀኑ ስምንት ሰዓት ከሩብ ላይ አውሮፕላኑ ያርፋል።"],
    ["አውቶቡሱ ከሌሊቱ 11:45 ሰዓት ይነሣል።", "አውቶቡሱ ከሌሊቱ አሥራ አንድ ሰዓት ከአርባ አምስት ደቂቃ ይነሣል።"],
    ["ፈተናው በ4:10 ሰዓት ተጀመረ።", "ፈተናው በአራት ሰዓት ከአሥር ደቂቃ ተጀመረ።"],
    ["ከሰዓት በኋላ 9፡05 ሰዓት ላይ ደረሰ።", "ከሰዓት በኋላ ዘጠኝ ሰዓት ከአምስት ደቂቃ ላይ ደረሰ።"],
    ["ከጠዋቱ 2.30 ሰዓት ጀምሮ ክፍት ነው።", "ከጠዋቱ ሁለት ሰዓት ተኩል ጀምሮ ክፍት ነው።"],
    ["ምሽት 1.30 ይጀምራል።", "ምሽት አንድ ሰዓት ተኩል ይጀምራል።"],
    ["እስከ 6:00 ሰዓት ድረስ ይጠብቁ።", "እስከ ስድስት ሰዓት ድረስ ይጠብቁ።"],
    ["ከ12:30 በኋላ አይፈቀድም።", "ከአሥራ ሁለት ሰዓት ተኩል በኋላ አይፈቀድም።"],
    ["ጨዋታው ለ10:00 ሰዓት ተቀጥሯል።", "ጨዋታው ለአሥር ሰዓት ተቀጥሯል።"],
    ["ሱቁ 7:30ና 8:30 ላይ ይዘጋል።", "ሱቁ ሰባት ሰዓት ተኩልና ስምንት ሰዓት ተኩል ላይ ይዘጋል።"],
    ["በ11:30ም ይደገማል።", "በአሥራ አንድ ሰዓት ተኩልም ይደገማል።"],
    ["የ3:30 በረራ ተሰርዟል።", "የሦስት ሰዓት ተኩል በረራ ተሰርዟል።"],
    ["ከጠዋቱ3:30 ሰዓት", "ከጠዋቱ ሦስት ሰዓት ተኩል"],
    ["ዛሬ ማታ 3፡00 ሰዓት።", "ዛሬ ማታ ሦስት ሰዓት።"],
    ["ቀጠሮው ጠዋት 4፥30 ሰዓት ነው።", "ቀጠሮው ጠዋት አራት ሰዓት ተኩል ነው።"],
    ["3:30 ሰዐት ላይ", "ሦስት ሰዓት ተኩል ላይ"]
  ]),
  ...group("am", "time", "times of 24 hours are said as they are written", [
    ["በረራው 14:05 ይነሣል።", "በረራው አሥራ አራት ሰዓት ከአምስት ደቂቃ ይነሣል።"],
    ["ባቡሩ በ16:30 ይደርሳል።", "ባቡሩ በአሥራ ስድስት ሰዓት ከሰላሳ ደቂቃ ይደርሳል።"],
    ["ስርጭቱ በ00:00 ይቋረጣል።", "ስርጭቱ በዜሮ ሰዓት ይቋረጣል።"],
    ["በ23:59 ይዘጋል።", "በሃያ ሦስት ሰዓት ከሃምሳ ዘጠኝ ደቂቃ ይዘጋል።"],
    ["ሥራ በ08:30 ይጀመራል።", "ሥራ በስምንት ሰዓት ተኩል ይጀመራል።"],
    ["08:30 – አዲስ አበባ", "ስምንት ሰዓት ተኩል – አዲስ አበባ"],
    ["13:00 ሰዓት", "አሥራ ሦስት ሰዓት"]
  ]),
  ...group("am", "time", "halves of the day and zones as abbreviations", [
    ["ስብሰባው 9:30 AM ይጀምራል።", "ስብሰባው ዘጠኝ ሰዓት ተኩል ኤ ኤም ይጀምራል።"],
    ["በ10 PM ይዘጋል።", "በአሥር ሰዓት ፒ ኤም ይዘጋል።"],
    ["በ5:00 p.m. ይጠናቀቃል።", "በአምስት ሰዓት ፒ ኤም ይጠናቀቃል።"],
    ["ስርጭቱ 18:00 GMT ላይ ነው።", "ስርጭቱ አሥራ ስምንት ሰዓት ጂ ኤም ቲ ላይ ነው።"],
    ["ጨዋታው 22:00 EAT ይጀምራል።", "ጨዋታው ሃያ ሁለት ሰዓት በምሥራቅ አፍሪካ ሰዓት አቆጣጠር ይጀምራል።"],
    ["በ3:00 UTC+3 ይጀመራል።", "በሦስት ሰዓት ዩ ቲ ሲ ፕላስ ሦስት ይጀመራል።"]
  ]),
  ...group("am", "time", "ranges: ከ … እስከ", [
    ["ሱቃችን ከ2:30 እስከ 11:30 ሰዓት ክፍት ነው።", "ሱቃችን ከሁለት ሰዓት ተኩል እስከ አሥራ አንድ ሰዓት ተኩል ክፍት ነው።"],
    ["የሥራ ሰዓት፡ 2:30-11:30", "የሥራ ሰዓት፦ ከሁለት ሰዓት ተኩል እስከ አሥራ አንድ ሰዓት ተኩል"],
    ["የምሳ ሰዓት 6:30–7:30 ነው።", "የምሳ ሰዓት ከስድስት ሰዓት ተኩል እስከ ሰባት ሰዓት ተኩል ነው።"],
    ["ሥልጠናው በ3:00-5:30 ሰዓት ይሰጣል።", "ሥልጠናው ከሦስት ሰዓት እስከ አምስት ሰዓት ተኩል ይሰጣል።"],
    ["ከጠዋቱ 2:30 – 6:30 ሰዓት", "ከጠዋቱ ሁለት ሰዓት ተኩል እስከ ስድስት ሰዓት ተኩል"],
    ["የ8:00–10:00 ክፍለ ጊዜ", "የስምንት ሰዓት እስከ አሥር ሰዓት ክፍለ ጊዜ"],
    ["ከ8-10:30 ሰዓት", "ከስምንት ሰዓት እስከ አሥር ሰዓት ተኩል"],
    ["ከ2.30 እስከ 6.30 ሰዓት ይሠራል።", "ከሁለት ሰዓት ተኩል እስከ ስድስት ሰዓት ተኩል ይሠራል።"]
  ]),
  ...group("am", "time", "with seconds, of a clock and of a race (sports news)", [
    ["ማራቶኑን በ2:03:23 አጠናቀቀ።", "ማራቶኑን በሁለት ሰዓት ከሦስት ደቂቃ ከሃያ ሦስት ሰከንድ አጠናቀቀ።"],
    ["በ1:45:30 ሰዓት ገባ።", "በአንድ ሰዓት ከአርባ አምስት ደቂቃ ከሰላሳ ሰከንድ ገባ።"],
    ["ቪዲዮው በ12:30:45 ይጀምራል።", "ቪዲዮው በአሥራ ሁለት ሰዓት ከሰላሳ ደቂቃ ከአርባ አምስት ሰከንድ ይጀምራል።"],
    ["ውድድሩን 2:01:09 በሆነ ሰዓት አሸነፈ።", "ውድድሩን ሁለት ሰዓት ከአንድ ደቂቃ ከዘጠኝ ሰከንድ በሆነ ሰዓት አሸነፈ።"]
  ]),
  ...group("am", "time", "more than 24 before the colon are minutes", [
    ["10 ሺህ ሜትሩን በ26:31 አጠናቀቀ።", "አሥር ሺህ ሜትሩን በሃያ ስድስት ደቂቃ ከሰላሳ አንድ ሰከንድ አጠናቀቀ።"]
  ]),
  ...group("am", "duration", "minutes and seconds", [
    ["ርቀቱን በ27:52.31 ሮጠ።", "ርቀቱን በሃያ ሰባት ደቂቃ ከሃምሳ ሁለት ነጥብ ሦስት አንድ ሰከንድ ሮጠ።"],
    ["በ14:12 ደቂቃ ገብታለች።", "በአሥራ አራት ደቂቃ ከአሥራ ሁለት ሰከንድ ገብታለች።"],
    ["ዘፈኑ 3:45 ደቂቃ ይረዝማል።", "ዘፈኑ ሦስት ደቂቃ ከአርባ አምስት ሰከንድ ይረዝማል።"]
  ]),
  ...group("am", "duration", "abbreviations and English units", [
    ["ጉዞው 2 ሰ. 30 ደ. ይፈጃል።", "ጉዞው ሁለት ሰዓት ተኩል ይፈጃል።"],
    ["ፊልሙ 90 min ይቆያል።", "ፊልሙ ዘጠና ደቂቃ ይቆያል።"],
    ["በ45 sec ይከፈታል።", "በአርባ አምስት ሰከንድ ይከፈታል።"],
    ["ጉዞው 2h 30m ይወስዳል።", "ጉዞው ሁለት ሰዓት ተኩል ይወስዳል።"],
    ["ስልጠናው 3 days ይቆያል።", "ስልጠናው ሦስት ቀን ይቆያል።"],
    ["የ24/7 አገልግሎት እንሰጣለን።", "የሃያ አራት ሰዓት ሰባቱንም ቀን አገልግሎት እንሰጣለን።"],
    ["24/7 ክፍት ነው።", "ሃያ አራት ሰዓት ሰባቱንም ቀን ክፍት ነው።"],
    ["1½ ሰዓት ጠበቀ።", "አንድ ሰዓት ተኩል ጠበቀ።"],
    ["በ2½ ዓመት ውስጥ ተጠናቀቀ።", "በሁለት ዓመት ተኩል ውስጥ ተጠናቀቀ።"],
    ["ጉዞው 1 1/2 ሰዓት ይወስዳል።", "ጉዞው አንድ ሰዓት ተኩል ይወስዳል።"],
    ["5 hrs. ጠበቅን።", "አምስት ሰዓት ጠበቅን።"]
  ]),
  ...group("am", "duration", "minutes of a match are counted", [
    ["ሳላህ 23' ላይ አስቆጠረ።", "ሳላህ ሃያ ሦስተኛው ደቂቃ ላይ አስቆጠረ።"],
    ["ጎሉ በ45+2' ተቆጠረ።", "ጎሉ በአርባ አምስት ሲደመር ሁለተኛው ደቂቃ ተቆጠረ።"],
    ["(ጌታነህ 67')", "(ጌታነህ ስልሳ ሰባተኛው ደቂቃ)"],
    ["በ90+4' አቻ ሆኑ።", "በዘጠና ሲደመር አራተኛው ደቂቃ አቻ ሆኑ።"]
  ]),
  ...group("am", "number", "durations and ages in words are cardinals", [
    ["የ25 ዓመት ወጣት ነው።", "የሃያ አምስት ዓመት ወጣት ነው።"],
    ["ጉዞው 5 ደቂቃ ይወስዳል።", "ጉዞው አምስት ደቂቃ ይወስዳል።"],
    ["በ24 ሰዓት ውስጥ ያሳውቁ።", "በሃያ አራት ሰዓት ውስጥ ያሳውቁ።"],
    ["ለ3 ቀናት ይቆያል።", "ለሦስት ቀናት ይቆያል።"],
    ["ጨዋታው 3 ሰዓት ላይ ነው።", "ጨዋታው ሦስት ሰዓት ላይ ነው።"]
  ]),
  ...group("am", "ordinal", "minutes of a match in words", [["በ90ኛው ደቂቃ ጎል ተቆጠረ።", "በዘጠናኛው ደቂቃ ጎል ተቆጠረ።"]]),
  ...group("am", "verse", "chapter and verse (Bible Society of Ethiopia)", [
    ["ዮሐ. 3፥16", "ዮሐንስ ምዕራፍ ሦስት ቁጥር አሥራ ስድስት"],
    ["በዮሐንስ 3:16 ተጽፏል።", "በዮሐንስ ምዕራፍ ሦስት ቁጥር አሥራ ስድስት ተጽፏል።"],
    ["ማቴ 5:3-10 አንብቡ።", "ማቴዎስ ምዕራፍ አምስት ቁጥር ሦስት እስከ አሥር አንብቡ።"],
    ["1ኛ ቆሮ. 13፥4-7", "አንደኛ ቆሮንቶስ ምዕራፍ አሥራ ሦስት ቁጥር አራት እስከ ሰባት"],
    ["መዝ. 23:1 ይነበባል።", "መዝሙር ሃያ ሦስት ቁጥር አንድ ይነበባል።"],
    ["ዘፍ. 1፥1 ላይ እንደተጻፈው", "ዘፍጥረት ምዕራፍ አንድ ቁጥር አንድ ላይ እንደተጻፈው"],
    ["ሉቃ. 2፡11፤ 14፡27", "ሉቃስ ምዕራፍ ሁለት ቁጥር አሥራ አንድ፤ ምዕራፍ አሥራ አራት ቁጥር ሃያ ሰባት"],
    ["ምዕራፍ 3፥16", "ምዕራፍ ሦስት ቁጥር አሥራ ስድስት"],
    ["በ3፥16 ላይ ያለው ቃል", "በምዕራፍ ሦስት ቁጥር አሥራ ስድስት ላይ ያለው ቃል"],
    ["ሮሜ 8:28, 31", "ሮሜ ምዕራፍ ስምንት ቁጥር ሃያ ስምንት እና ሰላሳ አንድ"],
    ["ቁርኣን 2:255", "ቁርኣን ምዕራፍ ሁለት ቁጥር ሁለት መቶ ሃምሳ አምስት"]
  ]),
  ...group(
    "om",
    "time",
    "sa'aatii, the hour, fi and the rest (Wikibooks, Afaan Oromo, chapter 8; BBC Learning English in Afaan Oromo)",
    [
      ["Walga'iin ganama sa'aatii 3:30tti jalqaba.", "Walga'iin ganama sa'aatii sadii fi walakkaatti jalqaba."],
      ["Oduun galgala sa'aatii 2:00tti dhiyaata.", "Oduun galgala sa'aatii lamatti dhiyaata."],
      ["Sa'aatii 2:15tti wal argina.", "Sa'aatii lamaa fi daqiiqaa kudha shanitti wal argina."],
      [
        "Xiyyaarri sa'aatii 8:45 irratti qubata.",
        "Xiyyaarri sa'aatii saddeetii fi daqiiqaa afurtamii shan irratti qubata."
      ],
      ["Atobisiin halkan sa'a 11:45 ka'a.", "Atobisiin halkan sa'a kudha tokkoo fi daqiiqaa afurtamii shan ka'a."],
      ["Qorumsi sa'aatii 4:10 eegale.", "Qorumsi sa'aatii afurii fi daqiiqaa kudhan eegale."],
      ["Waaree booda sa'aatii 9:05 gahe.", "Waaree booda sa'aatii sagalii fi daqiiqaa shan gahe."],
      ["Ganama 2.30 irraa eegalee banaadha.", "Ganama sa'aatii lamaa fi walakkaa irraa eegalee banaadha."],
      ["Galgala 1:30 jalqaba.", "Galgala sa'aatii tokkoo fi walakkaa jalqaba."],
      ["Hanga sa'aatii 6:00tti eegaa.", "Hanga sa'aatii ja'atti eegaa."],
      ["Sa'aatii 12:30 booda hin hayyamamu.", "Sa'aatii kudha lamaa fi walakkaa booda hin hayyamamu."],
      ["Taphni sa'aatii 10:00f qabame.", "Taphni sa'aatii kudhaniif qabame."],
      ["Sa'aatii 3፡30tti", "Sa'aatii sadii fi walakkaatti"],
      ["3:30tti kottaa.", "sa'aatii sadii fi walakkaatti kottaa."],
      [
        "Sagantaan 7:30 fi 8:30 irratti ni jira.",
        "Sagantaan sa'aatii torbaa fi walakkaa fi sa'aatii saddeetii fi walakkaa irratti ni jira."
      ],
      ["Sa'aatii 5:30n booda", "Sa'aatii shanii fi walakkaan booda"]
    ]
  ),
  ...group("om", "time", "times of 24 hours are said as they are written", [
    ["Balaliin sa'aatii 14:05 ka'a.", "Balaliin sa'aatii kudha afurii fi daqiiqaa shan ka'a."],
    ["Baaburri 16:30tti gaha.", "Baaburri sa'aatii kudha ja'aa fi daqiiqaa soddomatti gaha."],
    ["Tamsaasni 00:00tti dhaabbata.", "Tamsaasni sa'aatii zeerootti dhaabbata."],
    ["Hojiin 08:30 eegala.", "Hojiin sa'aatii saddeetii fi walakkaa eegala."],
    ["08:30 – Finfinnee", "sa'aatii saddeetii fi walakkaa – Finfinnee"],
    ["Sa'aatii 23:59tti cufama.", "Sa'aatii digdamii sadii fi daqiiqaa shantamii sagalitti cufama."]
  ]),
  ...group("om", "time", "waaree dura and booda, zones", [
    ["Walga'iin sa'aatii 3:00 WD jalqaba.", "Walga'iin sa'aatii sadii waaree dura jalqaba."],
    ["Sa'aatii 9:30 W.B. xumurama.", "Sa'aatii sagalii fi walakkaa waaree booda xumurama."],
    ["Walga'iin 9:30 AM jalqaba.", "Walga'iin sa'aatii sagalii fi walakkaa waaree dura jalqaba."],
    ["10 PM cufama.", "sa'aatii kudhan waaree booda cufama."],
    ["Tamsaasni 18:00 GMT irratti.", "Tamsaasni sa'aatii kudha saddeet jii em tii irratti."],
    ["Taphni 22:00 EAT jalqaba.", "Taphni sa'aatii digdamii lama akka sa'aatii Baha Afrikaatti jalqaba."]
  ]),
  ...group("om", "time", "ranges with hanga", [
    [
      "Suuqiin keenya sa'aatii 2:30 hanga 11:30tti banaadha.",
      "Suuqiin keenya sa'aatii lamaa fi walakkaa hanga sa'aatii kudha tokkoo fi walakkaatti banaadha."
    ],
    [
      "Sa'aatii hojii: 2:30-11:30",
      "Sa'aatii hojii: sa'aatii lamaa fi walakkaa hanga sa'aatii kudha tokkoo fi walakkaa"
    ],
    ["Sa'aatii 8:00-10:00tti kennama.", "Sa'aatii saddeet hanga sa'aatii kudhanitti kennama."],
    ["Leenjiin ganama 3:00–5:30 kennama.", "Leenjiin ganama sa'aatii sadii hanga sa'aatii shanii fi walakkaa kennama."],
    ["Sa'aatii 8:00 hanga sa'aatii 10:30tti", "Sa'aatii saddeet hanga sa'aatii kudhanii fi walakkaatti"]
  ]),
  ...group("om", "time", "with seconds", [
    ["Maaraatoonii 2:03:23 xumure.", "Maaraatoonii sa'aatii lama daqiiqaa sadii fi sekondii digdamii sadii xumure."],
    ["Sa'aatii 1:45:30n gale.", "Sa'aatii tokko daqiiqaa afurtamii shanii fi sekondii soddomaan gale."],
    [
      "Viidiyoon 12:30:45 irraa jalqaba.",
      "Viidiyoon sa'aatii kudha lama daqiiqaa soddomaa fi sekondii afurtamii shan irraa jalqaba."
    ]
  ]),
  ...group("om", "time", "more than 24 before the colon are minutes", [
    [
      "Kilomeetira kudhan 26:31 xumure.",
      "Kilomeetira kudhan daqiiqaa digdamii ja'aa fi sekondii soddomii tokko xumure."
    ]
  ]),
  ...group("om", "duration", "minutes and seconds", [
    [
      "Fageenya sana 27:52.31 fiige.",
      "Fageenya sana daqiiqaa digdamii torbaa fi sekondii shantamii lama tuqaa sadii tokko fiige."
    ],
    ["Daqiiqaa 14:12 keessatti galte.", "daqiiqaa kudha afurii fi sekondii kudha lama keessatti galte."]
  ]),
  ...group("om", "duration", "abbreviations and English units", [
    ["Imalli 2h 30m fudhata.", "Imalli sa'aatii lamaa fi walakkaa fudhata."],
    ["Fiilmiin 90 min tura.", "Fiilmiin daqiiqaa sagaltama tura."],
    ["45 sec keessatti banama.", "sekondii afurtamii shan keessatti banama."],
    ["Leenjiin 3 days tura.", "Leenjiin guyyaa sadii tura."],
    ["Tajaajila 24/7 kennina.", "Tajaajila sa'aatii digdamii afur guyyaa torbanuu kennina."],
    ["24/7 banaadha.", "sa'aatii digdamii afur guyyaa torbanuu banaadha."],
    ["2 hrs eegne.", "sa'aatii lama eegne."]
  ]),
  ...group("om", "duration", "minutes of a match are counted", [
    ["Salaah 23' irratti galche.", "Salaah daqiiqaa digdamii sadaffaa irratti galche."],
    ["Goolli 45+2' irratti galfame.", "Goolli daqiiqaa afurtamii shan ida'uu lammaffaa irratti galfame."],
    ["(Geetaanee 67')", "(Geetaanee daqiiqaa jaatamii torbaffaa)"]
  ]),
  ...group("om", "number", "durations and ages are cardinals behind their noun", [
    ["Dargaggeessa waggaa 25ti.", "Dargaggeessa waggaa digdamii shaniti."],
    ["Imalli daqiiqaa 5 fudhata.", "Imalli daqiiqaa shan fudhata."],
    ["Sa'aatii 24 keessatti beeksisaa.", "Sa'aatii digdamii afur keessatti beeksisaa."],
    ["Guyyoota 3f tura.", "Guyyoota sadiif tura."],
    ["Taphni sa'aatii 3tti jalqaba.", "Taphni sa'aatii sadiitti jalqaba."]
  ]),
  ...group("om", "ordinal", "minutes of a match in words", [
    ["Daqiiqaa 90ffaatti goolli galfame.", "Daqiiqaa sagaltamaffaatti goolli galfame."]
  ]),
  ...group("om", "verse", "chapter and verse (Bible Society of Ethiopia)", [
    ["Yoh. 3:16", "Yohaannis boqonnaa sadii lakkoofsa kudha ja'a"],
    ["Yohaannis 3:16 irratti barreeffame.", "Yohaannis boqonnaa sadii lakkoofsa kudha ja'a irratti barreeffame."],
    ["Mat. 5:3-10 dubbisaa.", "Maatewos boqonnaa shan lakkoofsa sadii hanga kudhan dubbisaa."],
    ["1 Qor. 13:4-7", "Qorontos tokkoffaa boqonnaa kudha sadii lakkoofsa afur hanga torba"],
    ["Far. 23:1 ni dubbifama.", "Faarfannaa digdamii sadii lakkoofsa tokko ni dubbifama."],
    ["Uma. 1:1 akka jedhu", "Uumama boqonnaa tokko lakkoofsa tokko akka jedhu"],
    ["Luq. 2:11; 14:27", "Luqaas boqonnaa lama lakkoofsa kudha tokko; boqonnaa kudha afur lakkoofsa digdamii torba"],
    ["Boqonnaa 3:16", "boqonnaa sadii lakkoofsa kudha ja'a"],
    ["Rom. 8:28, 31", "Roomaa boqonnaa saddeet lakkoofsa digdamii saddeet fi soddomii tokko"],
    ["Qur'aana 2:255", "Qur'aana boqonnaa lama lakkoofsa dhibba lamaa fi shantamii shan"]
  ]),
  ...group("om", "time", "the part of the day before its time", [
    [
      "WD 2:30 hanga WB 11:30 banaadha.",
      "waaree dura sa'aatii lamaa fi walakkaa hanga waaree booda sa'aatii kudha tokkoo fi walakkaa banaadha."
    ]
  ]),
  ...group("om", "duration", "minutes are not said twice", [
    [
      "Fiigicha m 10,000 daq. 29:01.03 moote.",
      "Fiigicha meetira kuma kudhan daqiiqaa digdamii sagalii fi sekondii tokko tuqaa zeeroo sadii moote."
    ]
  ])
]
