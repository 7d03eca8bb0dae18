/** Cardinals with their affixes, powers, multiples and Ethiopic numerals. */
import { type Case, group } from "./Case.ts"

export const numbers: ReadonlyArray<Case> = [
  ...group("am", "number", "cardinals of n2words, one before hundred and thousand (news)", [
    ["በስብሰባው 25 ሰዎች ተገኝተዋል።", "በስብሰባው ሃያ አምስት ሰዎች ተገኝተዋል።"],
    ["100 ሰዎች ተመረቁ።", "አንድ መቶ ሰዎች ተመረቁ።"],
    ["በአደጋው 1,250 ቤቶች ተቃጠሉ።", "በአደጋው አንድ ሺህ ሁለት መቶ ሃምሳ ቤቶች ተቃጠሉ።"],
    ["12 500 ነዋሪዎች ተፈናቀሉ።", "አሥራ ሁለት ሺህ አምስት መቶ ነዋሪዎች ተፈናቀሉ።"],
    ["የከተማዋ ሕዝብ 3,500,000 ነው።", "የከተማዋ ሕዝብ ሦስት ሚሊዮን አምስት መቶ ሺህ ነው።"],
    ["1000000 ችግኝ ተተከለ።", "አንድ ሚሊዮን ችግኝ ተተከለ።"],
    ["የኢትዮጵያ ሕዝብ ከ120 ሚሊዮን በላይ ነው።", "የኢትዮጵያ ሕዝብ ከአንድ መቶ ሃያ ሚሊዮን በላይ ነው።"],
    ["አጠቃላይ ቁጥሩ 999,999,999 ደረሰ።", "አጠቃላይ ቁጥሩ ዘጠኝ መቶ ዘጠና ዘጠኝ ሚሊዮን ዘጠኝ መቶ ዘጠና ዘጠኝ ሺህ ዘጠኝ መቶ ዘጠና ዘጠኝ ደረሰ።"],
    ["ከ3.14 ጋር እኩል ነው።", "ከሦስት ነጥብ አንድ አራት ጋር እኩል ነው።"],
    ["አማካይ ውጤቱ 2.75 ነበር።", "አማካይ ውጤቱ ሁለት ነጥብ ሰባት አምስት ነበር።"],
    ["ልዩነቱ 0.5 ነው።", "ልዩነቱ ዜሮ ነጥብ አምስት ነው።"],
    ["0 ሰዎች ቀሩ።", "ዜሮ ሰዎች ቀሩ።"],
    ["ርቀቱ 384,400 ሆነ።", "ርቀቱ ሦስት መቶ ሰማንያ አራት ሺህ አራት መቶ ሆነ።"]
  ]),
  ...group("am", "number", "prefixes and suffixes join the number's own words (Leslau, Reference Grammar of Amharic)", [
    ["በ12 ከተሞች ተካሄደ።", "በአሥራ ሁለት ከተሞች ተካሄደ።"],
    ["ለ3 ቀናት ዝናብ ዘነበ።", "ለሦስት ቀናት ዝናብ ዘነበ።"],
    ["ከ15 ሰዎች 2ቱ ቀሩ።", "ከአሥራ አምስት ሰዎች ሁለቱ ቀሩ።"],
    ["3ቱም ልጆች ተገኙ።", "ሦስቱም ልጆች ተገኙ።"],
    ["5ቱን ሰጠኝ።", "አምስቱን ሰጠኝ።"],
    ["10ሩ ትእዛዛት", "አሥሩ ትእዛዛት"],
    ["10ሩም ክፍለ ከተሞች ተሳተፉ።", "አሥሩም ክፍለ ከተሞች ተሳተፉ።"],
    ["4ቱ ወቅቶች", "አራቱ ወቅቶች"],
    ["12ቱ ሐዋርያት", "አሥራ ሁለቱ ሐዋርያት"],
    ["20ዎቹ ተማሪዎች አለፉ።", "ሃያዎቹ ተማሪዎች አለፉ።"],
    ["100ዎች ተፈናቀሉ።", "መቶዎች ተፈናቀሉ።"],
    ["1000ዎች ተሰለፉ።", "ሺዎች ተሰለፉ።"],
    ["3ትም ሆነ አራት ይበቃል።", "ሦስትም ሆነ አራት ይበቃል።"],
    ["በየ3 ቀኑ ይመጣል።", "በየሦስት ቀኑ ይመጣል።"],
    ["ባለ4 ኮከብ ሆቴል", "ባለአራት ኮከብ ሆቴል"],
    ["ባለ 5 ኮከብ ሆቴል", "ባለአምስት ኮከብ ሆቴል"],
    ["እስከ 50 ሰዎች ይይዛል።", "እስከ ሃምሳ ሰዎች ይይዛል።"],
    ["እንደ2 ሰው ይበላል።", "እንደሁለት ሰው ይበላል።"],
    ["5ና 6 ቀን ይፈጃል።", "አምስትና ስድስት ቀን ይፈጃል።"],
    ["በ 25 ሰዎች ተሞላ።", "በሃያ አምስት ሰዎች ተሞላ።"],
    ["የ5ቱ ልጆች እናት", "የአምስቱ ልጆች እናት"],
    ["ስለ10 ሰዎች ተወራ።", "ስለአሥር ሰዎች ተወራ።"],
    ["7ም ሆነ 8 ይሁን።", "ሰባትም ሆነ ስምንት ይሁን።"]
  ]),
  ...group("am", "number", "numbered things, powers, multiples", [
    ["ቁጥር 5 አውቶቡስ ተሳፈር።", "ቁጥር አምስት አውቶቡስ ተሳፈር።"],
    ["№5 ተመልከት።", "ቁጥር አምስት ተመልከት።"],
    ["3x ፈጣን ነው።", "ሦስት እጥፍ ፈጣን ነው።"],
    ["ፋይሉ በ2x ፍጥነት ይሠራል።", "ፋይሉ በሁለት እጥፍ ፍጥነት ይሠራል።"],
    ["ርቀቱ 1.5×10⁸ ነው።", "ርቀቱ አንድ ነጥብ አምስት ሲባዛ በአሥር ርቢ ስምንት ነው።"],
    ["የ10² ዋጋ", "የአሥር ካሬ ዋጋ"],
    ["2^3 ስንት ነው?", "ሁለት ኪዩብ ስንት ነው?"]
  ]),
  ...group("am", "number", "Ethiopic numerals; years in hundreds as they are written", [
    ["በ፲፱፻፺፱ ተወለደ።", "በአሥራ ዘጠኝ መቶ ዘጠና ዘጠኝ ተወለደ።"],
    ["ምዕራፍ ፫ ተመልከት።", "ምዕራፍ ሦስት ተመልከት።"],
    ["፲፪ ሐዋርያት", "አሥራ ሁለት ሐዋርያት"],
    ["ገጽ ፻፳፭", "ገጽ አንድ መቶ ሃያ አምስት"],
    ["በ፳፻፲፮ ተጀመረ።", "በሁለት ሺህ አሥራ ስድስት ተጀመረ።"]
  ]),
  ...group("am", "acronym", "the mobile networks by their English names", [
    ["4G ኔትወርክ ተጀመረ።", "ፎር ጂ ኔትወርክ ተጀመረ።"],
    ["ከ4G ወደ 5G ተሸጋገረ።", "ከፎር ጂ ወደ ፋይቭ ጂ ተሸጋገረ።"]
  ]),
  ...group(
    "om",
    "number",
    "cardinals: kudha, digdamii, fi before the last group (Wikibooks, Afaan Oromo, chapter 1; the Oromo Bible for the long vowel)",
    [
      ["Namoonni 25 walga'ii irratti argaman.", "Namoonni digdamii shan walga'ii irratti argaman."],
      ["Barattoota 100 eebbifaman.", "Barattoota dhibba tokko eebbifaman."],
      ["Manneen 1,250 gubatan.", "Manneen kuma tokko dhibba lamaa fi shantama gubatan."],
      ["Jiraattota 12 500 buqqa'an.", "Jiraattota kuma kudha lamaa fi dhibba shan buqqa'an."],
      ["Uummanni magaalattii 3,500,000 dha.", "Uummanni magaalattii miiliyoona sadii fi kuma dhibba shan dha."],
      ["Biqiltuu 1000000 dhaabame.", "Biqiltuu miiliyoona tokko dhaabame."],
      ["Namoota 11 hidhaman.", "Namoota kudha tokko hidhaman."],
      ["Namoota 15 du'an.", "Namoota kudha shan du'an."],
      ["Namoota 21 madaa'an.", "Namoota digdamii tokko madaa'an."],
      [
        "Lakkoofsi isaa 999,999 ga'e.",
        "Lakkoofsi isaa kuma dhibba sagalii fi sagaltamii sagal dhibba sagalii fi sagaltamii sagal ga'e."
      ],
      ["Qabxiin isaa 2.75 ture.", "Qabxiin isaa lama tuqaa torba shan ture."],
      ["Garaagarummaan 0.5 dha.", "Garaagarummaan zeeroo tuqaa shan dha."],
      ["Namoota 60 fi 80 gidduutti.", "Namoota jaatamaa fi saddeettama gidduutti."],
      ["Mana 1998 ijaarame.", "Mana kuma tokko dhibba sagalii fi sagaltamii saddeet ijaarame."],
      ["Uummata miiliyoona 120 ol qaba.", "Uummata miiliyoona dhibba tokkoo fi digdama ol qaba."],
      ["Namoota 250,000 tajaajile.", "Namoota kuma dhibba lamaa fi shantama tajaajile."],
      ["Barattoota 2,043 qaba.", "Barattoota kuma lamaa fi afurtamii sadii qaba."],
      ["Loon 5327 qaba.", "Loon kuma shan dhibba sadii fi digdamii torba qaba."],
      ["Re'oota 101 bite.", "Re'oota dhibba tokkoo fi tokko bite."],
      ["Hoolaa 200 gurgure.", "Hoolaa dhibba lama gurgure."]
    ]
  ),
  ...group("om", "number", "suffixes on the last word (Griefenow-Mewis, A Grammatical Sketch of Written Oromo)", [
    ["Gareewwan 4n dorgoman.", "Gareewwan afran dorgoman."],
    ["Lamaan keessaa 1tu mo'ate.", "Lamaan keessaa tokkotu mo'ate."],
    ["Namoota 10f kenne.", "Namoota kudhaniif kenne."],
    ["Daqiiqaa 5tti xumure.", "Daqiiqaa shanitti xumure."],
    ["Guyyaa 7tti deebi'e.", "Guyyaa torbatti deebi'e."],
    ["Godinaalee 3nuu keessatti.", "Godinaalee sadanuu keessatti."],
    ["Namoota 5s dabale.", "Namoota shanis dabale."],
    ["Wiirtuu 12tti geggeeffame.", "Wiirtuu kudha lamatti geggeeffame."],
    ["Kilaasii 6rraa jalqabe.", "Kilaasii ja'arraa jalqabe."],
    ["Namoota 3'f kenne.", "Namoota sadiif kenne."],
    ["5 fi 6 gidduutti argama.", "shanii fi ja'a gidduutti argama."],
    ["2 fi 3 walitti ida'i.", "lamaa fi sadii walitti ida'i."],
    ["Namoota 20f kenname.", "Namoota digdamaaf kenname."],
    ["Guyyaa 30tti xumurama.", "Guyyaa soddomatti xumurama."]
  ]),
  ...group("om", "number", "numbered things, powers, multiples", [
    ["Lakk. 5 ilaali.", "lakkoofsa shan ilaali."],
    ["Konkolaataa lakkoofsa 12 yaabbadhu.", "Konkolaataa lakkoofsa kudha lama yaabbadhu."],
    ["3x caala.", "dachaa sadii caala."],
    ["Fageenyi isaa 1.5×10⁸ dha.", "Fageenyi isaa tokko tuqaa shan si'a kudhan paawarii saddeet dha."],
    ["Gatii 10² shallagi.", "Gatii kudhan iskuweerii shallagi."],
    ["2^3 meeqa?", "lama kuubii meeqa?"],
    ["No. 7 ilaali.", "lakkoofsa torba ilaali."]
  ]),
  ...group("om", "number", "Ethiopic numerals", [["Boqonnaa ፫ dubbisi.", "Boqonnaa sadii dubbisi."]]),
  ...group("om", "acronym", "the mobile networks by their English names", [
    ["Tajaajilli 4G jalqabame.", "Tajaajilli foor jii jalqabame."],
    ["Neetworkii 5G fayyadama.", "Neetworkii faayiv jii fayyadama."]
  ]),
  ...group("om", "number", "fi adds to the hundreds that count a scale; what comes behind them has none", [
    ["Uummata 145,000 qabdi.", "Uummata kuma dhibba tokkoo fi afurtamii shan qabdi."],
    ["Uummata 100,045 qabdi.", "Uummata kuma dhibba tokko afurtamii shan qabdi."]
  ]),
  ...group("om", "number", "short forms of scales", [
    ["Ummanni Oromoo mil. 40 ol.", "Ummanni Oromoo miiliyoona afurtama ol."],
    ["Bilbila haaraa, gatii 85k.", "Bilbila haaraa, gatii kuma saddeettamii shan."]
  ])
]
