/** Measures and percent, as notices, weather and the news have them. */
import { type Case, group } from "./Case.ts"

export const measures: ReadonlyArray<Case> = [
  ...group("am", "measure", "the number and then the unit, in whatever script it is written", [
    ["ከተማዋ ከአዲስ አበባ 350 km ትርቃለች።", "ከተማዋ ከአዲስ አበባ ሦስት መቶ ሃምሳ ኪሎ ሜትር ትርቃለች።"],
    ["5km ሮጠ።", "አምስት ኪሎ ሜትር ሮጠ።"],
    ["መንገዱ 120 ኪ.ሜ ርዝመት አለው።", "መንገዱ አንድ መቶ ሃያ ኪሎ ሜትር ርዝመት አለው።"],
    ["መንገዱ 45 ኪ/ሜ ነው።", "መንገዱ አርባ አምስት ኪሎ ሜትር ነው።"],
    ["12ኪሜ ተጓዙ።", "አሥራ ሁለት ኪሎ ሜትር ተጓዙ።"],
    ["በ80 km/h ተጉዟል።", "በሰዓት በሰማንያ ኪሎ ሜትር ተጉዟል።"],
    ["ነፋሱ 60 ኪ.ሜ/ሰዓት ይነፍሳል።", "ነፋሱ በሰዓት ስልሳ ኪሎ ሜትር ይነፍሳል።"],
    ["ርቀቱ 10-15 km ነው።", "ርቀቱ ከአሥር እስከ አሥራ አምስት ኪሎ ሜትር ነው።"],
    ["ከ5km-10km ይርቃል።", "ከአምስት እስከ አሥር ኪሎ ሜትር ይርቃል።"],
    ["ቁመቱ 1.75 m ነው።", "ቁመቱ አንድ ነጥብ ሰባት አምስት ሜትር ነው።"],
    ["ጨርቁ 3 ሜ. ይበቃል።", "ጨርቁ ሦስት ሜትር ይበቃል።"],
    ["ውፍረቱ 2.5 ሚ.ሜ ነው።", "ውፍረቱ ሁለት ነጥብ አምስት ሚሊ ሜትር ነው።"],
    ["የዝናብ መጠኑ 25 mm ነበር።", "የዝናብ መጠኑ ሃያ አምስት ሚሊ ሜትር ነበር።"],
    ["ቁመቱ 170 ሴ.ሜ ነው።", "ቁመቱ አንድ መቶ ሰባ ሴንቲ ሜትር ነው።"],
    ["ከፍታው 2,400 ሜትር ነው።", "ከፍታው ሁለት ሺህ አራት መቶ ሜትር ነው።"],
    ["ስፋቱ 500 ካሬ ሜትር ነው።", "ስፋቱ አምስት መቶ ካሬ ሜትር ነው።"],
    ["መሬቱ 200 m² ነው።", "መሬቱ ሁለት መቶ ካሬ ሜትር ነው።"],
    ["ቦታው 150 ሜ² ነው።", "ቦታው አንድ መቶ ሃምሳ ካሬ ሜትር ነው።"],
    ["ጠቅላላ ስፋቱ 1.1 million km² ነው።", "ጠቅላላ ስፋቱ አንድ ነጥብ አንድ ሚሊዮን ካሬ ኪሎ ሜትር ነው።"],
    ["ግድቡ 74 billion m³ ውሃ ይይዛል።", "ግድቡ ሰባ አራት ቢሊዮን ሜትር ኪዩብ ውሃ ይይዛል።"],
    ["20 ha መሬት ታረሰ።", "ሃያ ሄክታር መሬት ታረሰ።"],
    ["መሬቱ 3.5 ሄክታር ነው።", "መሬቱ ሦስት ነጥብ አምስት ሄክታር ነው።"],
    ["የክፍሉ መጠን 3x4 m ነው።", "የክፍሉ መጠን ሦስት በአራት ሜትር ነው።"],
    ["ክፍሉ 4×5 ሜትር ነው።", "ክፍሉ አራት በአምስት ሜትር ነው።"],
    ["ሳጥኑ 30x20x10 ሴ.ሜ ነው።", "ሳጥኑ ሰላሳ በሃያ በአሥር ሴንቲ ሜትር ነው።"]
  ]),
  ...group("am", "measure", "weights and volumes", [
    ["2.5 kg ሥጋ ገዛ።", "ሁለት ነጥብ አምስት ኪሎ ግራም ሥጋ ገዛ።"],
    ["5 ኪ.ግ ስኳር ተገዛ።", "አምስት ኪሎ ግራም ስኳር ተገዛ።"],
    ["5 ኪ.ግ. ስኳር ተገዛ።", "አምስት ኪሎ ግራም ስኳር ተገዛ።"],
    ["½ ኪ.ግ ቅቤ ስጠኝ።", "ግማሽ ኪሎ ግራም ቅቤ ስጠኝ።"],
    ["½ ሊትር ዘይት ጨምር።", "ግማሽ ሊትር ዘይት ጨምር።"],
    ["በ500 ብር 3 ኪሎ ስኳር ገዛሁ፣ አምስት መቶ ብር 3 ኪሎ።", "በአምስት መቶ ብር ሦስት ኪሎ ስኳር ገዛሁ፣ አምስት መቶ ብር ሦስት ኪሎ።"],
    ["1/2 kg ቡና ግዛ።", "ግማሽ ኪሎ ግራም ቡና ግዛ።"],
    ["25ኪግ ሲሚንቶ", "ሃያ አምስት ኪሎ ግራም ሲሚንቶ"],
    ["መድኃኒቱ 500 mg ነው።", "መድኃኒቱ አምስት መቶ ሚሊ ግራም ነው።"],
    ["50 ኩንታል ማዳበሪያ ገባ።", "ሃምሳ ኩንታል ማዳበሪያ ገባ።"],
    ["በሄክታር 45 ኩንታል ተገኘ።", "በሄክታር አርባ አምስት ኩንታል ተገኘ።"],
    ["ምርቱ 25 ኩንታል/ሄክታር ነው።", "ምርቱ ሃያ አምስት ኩንታል በሄክታር ነው።"],
    ["1.5 L ውሃ ጠጣ።", "አንድ ነጥብ አምስት ሊትር ውሃ ጠጣ።"],
    ["10 ሊ. ነዳጅ ቀዳ።", "አሥር ሊትር ነዳጅ ቀዳ።"],
    ["250 ml ወተት ጨምር።", "ሁለት መቶ ሃምሳ ሚሊ ሊትር ወተት ጨምር።"],
    ["100 g ቅቤ ጨምር።", "አንድ መቶ ግራም ቅቤ ጨምር።"],
    ["3 ቶን ብረት ጫነ።", "ሦስት ቶን ብረት ጫነ።"],
    ["ኪ.ግ 12.5 ይመዝናል።", "አሥራ ሁለት ነጥብ አምስት ኪሎ ግራም ይመዝናል።"]
  ]),
  ...group("am", "measure", "degrees; ከዜሮ በታች below zero, as in the weather news", [
    ["የሙቀት መጠኑ 25°C ነው።", "የሙቀት መጠኑ ሃያ አምስት ዲግሪ ሴልሺየስ ነው።"],
    ["ነገ 28 °C ይሆናል።", "ነገ ሃያ ስምንት ዲግሪ ሴልሺየስ ይሆናል።"],
    ["ትኩሳቱ 39.5℃ ደርሷል።", "ትኩሳቱ ሰላሳ ዘጠኝ ነጥብ አምስት ዲግሪ ሴልሺየስ ደርሷል።"],
    ["ሙቀቱ -5°C ነበር።", "ሙቀቱ ከዜሮ በታች አምስት ዲግሪ ሴልሺየስ ነበር።"],
    ["ከ10°C እስከ 25°C ይሆናል።", "ከአሥር ዲግሪ ሴልሺየስ እስከ ሃያ አምስት ዲግሪ ሴልሺየስ ይሆናል።"],
    ["ሙቀቱ 10-15 °C ይሆናል።", "ሙቀቱ ከአሥር እስከ አሥራ አምስት ዲግሪ ሴልሺየስ ይሆናል።"],
    ["ሙቀቱ 25°C–30°C ነው።", "ሙቀቱ ከሃያ አምስት እስከ ሰላሳ ዲግሪ ሴልሺየስ ነው።"],
    ["ውሃው በ100 ዲግሪ ይፈላል።", "ውሃው በአንድ መቶ ዲግሪ ይፈላል።"],
    ["ማዕዘኑ 90° ነው።", "ማዕዘኑ ዘጠና ዲግሪ ነው።"]
  ]),
  ...group("am", "measure", "technical units", [
    ["ፋይሉ 16GB ነው።", "ፋይሉ አሥራ ስድስት ጊጋ ባይት ነው።"],
    ["500 MB ዳታ ገዛሁ።", "አምስት መቶ ሜጋ ባይት ዳታ ገዛሁ።"],
    ["ፍጥነቱ 10 Mbps ነው።", "ፍጥነቱ አሥር ሜጋ ቢት በሰከንድ ነው።"],
    ["20 kWh ተጠቀሙ።", "ሃያ ኪሎ ዋት ሰዓት ተጠቀሙ።"],
    ["ግድቡ 5,150 MW ያመነጫል።", "ግድቡ አምስት ሺህ አንድ መቶ ሃምሳ ሜጋ ዋት ያመነጫል።"],
    ["ቮልቴጁ 220V ነው።", "ቮልቴጁ ሁለት መቶ ሃያ ቮልት ነው።"],
    ["ድግግሞሹ 2.4 GHz ነው።", "ድግግሞሹ ሁለት ነጥብ አራት ጊጋ ኸርዝ ነው።"],
    ["የደም ግፊቱ 120/80 mmHg ነው።", "የደም ግፊቱ አንድ መቶ ሃያ በሰማንያ ሚሊ ሜትር ሜርኩሪ ነው።"],
    ["የደም ግፊቷ 140/90 ደርሷል።", "የደም ግፊቷ አንድ መቶ አርባ በዘጠና ደርሷል።"],
    ["የ2 ጊ.ባ ጥቅል ገዛ።", "የሁለት ጊጋ ባይት ጥቅል ገዛ።"],
    ["ካሜራው 48MP ነው።", "ካሜራው አርባ ስምንት ሜጋ ፒክሰል ነው።"],
    ['32" ቲቪ ገዛ።', "ሰላሳ ሁለት ኢንች ቲቪ ገዛ።"]
  ]),
  ...group("am", "percent", '"በመቶ" behind the number', [
    ["የ25% ቅናሽ አለ።", "የሃያ አምስት በመቶ ቅናሽ አለ።"],
    ["ምርቱ በ12.5% ጨመረ።", "ምርቱ በአሥራ ሁለት ነጥብ አምስት በመቶ ጨመረ።"],
    ["ወለዱ 7 % ነው።", "ወለዱ ሰባት በመቶ ነው።"],
    ["ከ10-15% ቅናሽ ተደረገ።", "ከአሥር እስከ አሥራ አምስት በመቶ ቅናሽ ተደረገ።"],
    ["ከሕዝቡ 25 በመቶ ወጣት ነው።", "ከሕዝቡ ሃያ አምስት በመቶ ወጣት ነው።"],
    ["%25 ቅናሽ", "ሃያ አምስት በመቶ ቅናሽ"],
    ["የዋጋ ንረቱ በ2.5 pp ቀነሰ።", "የዋጋ ንረቱ በሁለት ነጥብ አምስት የመቶኛ ነጥብ ቀነሰ።"],
    ["ሞት መጠኑ 5‰ ነው።", "ሞት መጠኑ አምስት በሺህ ነው።"],
    ["ከተማሪዎቹ 60%ቱ አለፉ።", "ከተማሪዎቹ ስልሳ በመቶው አለፉ።"],
    ["80%ን ይሸፍናል።", "ሰማንያ በመቶን ይሸፍናል።"],
    ["100% ዋስትና አለው።", "መቶ በመቶ ዋስትና አለው።"],
    ["0.5% ብቻ ነው።", "ዜሮ ነጥብ አምስት በመቶ ብቻ ነው።"],
    ["ግቡ ከ50% በላይ ነው።", "ግቡ ከሃምሳ በመቶ በላይ ነው።"],
    ["የ15 በመቶ ግብር ይከፈላል።", "የአሥራ አምስት በመቶ ግብር ይከፈላል።"],
    ["ወለዱ በ50 bps ጨመረ።", "ወለዱ በሃምሳ ቤዚስ ነጥብ ጨመረ።"]
  ]),
  ...group(
    "om",
    "measure",
    "the unit and then its number (Wikibooks, Afaan Oromo, chapter 1: the number follows its noun)",
    [
      [
        "Magaalattiin Finfinnee irraa 350 km fagaatti.",
        "Magaalattiin Finfinnee irraa kiiloo meetira dhibba sadii fi shantama fagaatti."
      ],
      ["5km kaate.", "kiiloo meetira shan kaate."],
      ["Dheerinni karaa kanaa km 120 dha.", "Dheerinni karaa kanaa kiiloo meetira dhibba tokkoo fi digdama dha."],
      ["Konkolaataan 80 km/h deema.", "Konkolaataan sa'aatiitti kiiloo meetira saddeettama deema."],
      ["Fageenyi isaa 10-15 km dha.", "Fageenyi isaa kiiloo meetira kudhanii hanga kudha shanii dha."],
      ["Dheerinni isaa 1.75 m dha.", "Dheerinni isaa meetira tokko tuqaa torba shan dha."],
      ["Bokkaan 25 mm roobe.", "Bokkaan miilii meetira digdamii shan roobe."],
      ["Dheerinni isaa 170 cm dha.", "Dheerinni isaa seentii meetira dhibba tokkoo fi torbaatama dha."],
      ["Olka'iinsi isaa meetira 2,400 dha.", "Olka'iinsi isaa meetira kuma lamaa fi dhibba afur dha."],
      ["Balʼinni lafaa 200 m² dha.", "Bal'inni lafaa kaaree meetira dhibba lama dha."],
      ["Lafti 20 ha qotame.", "Lafti hektaara digdama qotame."],
      ["Lafti hektaara 3.5 qotame.", "Lafti hektaara sadii tuqaa shan qotame."],
      ["Kutaan kun 3x4 m dha.", "Kutaan kun meetira sadii afuriin dha."],
      [
        "Balʼinni biyyattii 1.1 million km² dha.",
        "Bal'inni biyyattii kaaree kiiloo meetira miiliyoona tokko tuqaa tokko dha."
      ],
      ["Fageenya 5 kmtti argama.", "Fageenya kiiloo meetira shanitti argama."]
    ]
  ),
  ...group("om", "measure", "weights, volumes, degrees", [
    ["Foon 2.5 kg bite.", "Foon kiiloo giraama lama tuqaa shan bite."],
    ["Sukkaara kg 5 bite.", "Sukkaara kiiloo giraama shan bite."],
    ["½ kg dhadhaa naaf kenni.", "kiiloo giraama walakkaa dhadhaa naaf kenni."],
    ["Qorichi kun 500 mg dha.", "Qorichi kun miilii giraama dhibba shan dha."],
    ["Xaa'oo kuntaala 50 galche.", "Xaa'oo kuntaala shantama galche."],
    ["Bishaan 1.5 L dhuge.", "Bishaan liitira tokko tuqaa shan dhuge."],
    ["Aannan 250 ml itti dabali.", "Aannan miilii liitira dhibba lamaa fi shantama itti dabali."],
    ["Dhadhaa 100 g itti dabali.", "Dhadhaa giraama dhibba tokko itti dabali."],
    ["Ho'inni qilleensaa 25°C dha.", "Ho'inni qilleensaa digirii seelshiyeesii digdamii shan dha."],
    ["Ho'inni isaa 39.5℃ ga'e.", "Ho'inni isaa digirii seelshiyeesii soddomii sagal tuqaa shan ga'e."],
    ["Ho'inni isaa -5°C ture.", "Ho'inni isaa zeeroo gadi digirii seelshiyeesii shan ture."],
    ["Ho'inni isaa 10-15 °C ta'a.", "Ho'inni isaa digirii seelshiyeesii kudhanii hanga kudha shanii ta'a."],
    ["Ho'inni 25°C–30°C ta'a.", "Ho'inni digirii seelshiyeesii digdamii shanii hanga soddomaa ta'a."],
    ["Dhiibbaan dhiigaa isaa 120/80 dha.", "Dhiibbaan dhiigaa isaa dhibba tokkoo fi digdama saddeettama irratti dha."]
  ]),
  ...group("om", "measure", "technical units", [
    ["Faayilichi 16GB dha.", "Faayilichi giigaa baayitii kudha ja'a dha."],
    ["Daataa 500 MB bite.", "Daataa meegaa baayitii dhibba shan bite."],
    ["Saffisni isaa 10 Mbps dha.", "Saffisni isaa meegaa biitii sekondii tokkotti kudhan dha."],
    ["Hidhichi 5,150 MW maddisiisa.", "Hidhichi meegaa waatii kuma shan dhibba tokkoo fi shantama maddisiisa."],
    ["Humni isaa 220V dha.", "Humni isaa vooltii dhibba lamaa fi digdama dha."],
    ["20 kWh fayyadaman.", "kiiloo waatii sa'aatii digdama fayyadaman."],
    ["Kaameraan kun 48MP dha.", "Kaameraan kun meegaa piikseelii afurtamii saddeet dha."]
  ]),
  ...group("om", "percent", "dhibbeentaa before its number (Oromo news and school books: dhibbeentaa 12)", [
    ["Gatiin isaa 25% hir'ate.", "Gatiin isaa dhibbeentaa digdamii shan hir'ate."],
    ["Oomishni 12.5% dabale.", "Oomishni dhibbeentaa kudha lama tuqaa shan dabale."],
    ["Hir'ina dhibbeentaa 20 argadhaa.", "Hir'ina dhibbeentaa digdama argadhaa."],
    ["Namoota keessaa 60% dargaggoota.", "Namoota keessaa dhibbeentaa jaatama dargaggoota."],
    ["10-15% ni hir'ata.", "dhibbeentaa kudhanii hanga kudha shanii ni hir'ata."],
    ["%25 hir'isame.", "dhibbeentaa digdamii shan hir'isame."],
    ["Oomishni 25%n dabale.", "Oomishni dhibbeentaa digdamii shaniin dabale."],
    ["Bu'aan isaa 100% dha.", "Bu'aan isaa dhibbeentaa dhibba tokko dha."],
    ["Du'aatii 5‰ ture.", "Du'aatii kuma keessaa shan ture."],
    ["Dhibbeentaa 25% argate.", "dhibbeentaa digdamii shan argate."],
    ["50% ol ta'e.", "dhibbeentaa shantama ol ta'e."],
    ["Dhalli isaa 7.5 % dha.", "Dhalli isaa dhibbeentaa torba tuqaa shan dha."],
    ["Gatiin boba'aa dhibbeentaa 8 oliin dabale.", "Gatiin boba'aa dhibbeentaa saddeet oliin dabale."],
    ["0.5% qofa.", "dhibbeentaa zeeroo tuqaa shan qofa."]
  ]),
  ...group("om", "measure", "any unit before its number, as Afaan Oromo says it", [
    [
      "Guyyaatti MB 150 qarshii 5dhaan argadhu.",
      "Guyyaatti meegaa baayitii dhibba tokkoo fi shantama qarshii shaniin argadhu."
    ],
    ["Ho'inni °C 35 ol ta'uu danda'a.", "Ho'inni digirii seelshiyeesii soddomii shan ol ta'uu danda'a."],
    ["Saffisni qilleensaa km/h 20 ture.", "Saffisni qilleensaa sa'aatiitti kiiloo meetira digdama ture."],
    [
      "Saffisni konkolaataa 80km/sa ol ta'uu hin qabu.",
      "Saffisni konkolaataa sa'aatiitti kiiloo meetira saddeettama ol ta'uu hin qabu."
    ],
    ["Humna MW 5,150 maddisiisuuf.", "Humna meegaa waatii kuma shan dhibba tokkoo fi shantama maddisiisuuf."],
    ["Zayitii L 5 qarshii 1,100.", "Zayitii liitira shan qarshii kuma tokkoo fi dhibba tokko."]
  ])
]
