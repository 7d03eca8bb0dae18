/** Money, as bank messages, markets and the news have it. */
import { type Case, group } from "./Case.ts"

export const money: ReadonlyArray<Case> = [
  ...group("am", "money", "currency before or behind its amount, said behind it (bank messages, news)", [
    ["ብር 1,250.75 ከሂሳብዎ ወጥቷል።", "አንድ ሺህ ሁለት መቶ ሃምሳ ብር ከሰባ አምስት ሳንቲም ከሂሳብዎ ወጥቷል።"],
    ["የሂሳብዎ ቀሪ ብር 15,300.00 ነው።", "የሂሳብዎ ቀሪ አሥራ አምስት ሺህ ሦስት መቶ ብር ነው።"],
    ["ሂሳብዎ በETB 500 ተሞልቷል።", "ሂሳብዎ በአምስት መቶ ብር ተሞልቷል።"],
    ["ከሂሳብዎ 2,000 ETB ተቀንሷል።", "ከሂሳብዎ ሁለት ሺህ ብር ተቀንሷል።"],
    ["የአገልግሎት ክፍያ Br 20 ነው።", "የአገልግሎት ክፍያ ሃያ ብር ነው።"],
    ["የቲኬቱ ዋጋ Br. 20.50 ነው።", "የቲኬቱ ዋጋ ሃያ ብር ከሃምሳ ሳንቲም ነው።"],
    ["ለትራንስፖርት ብር500 ከፈልኩ።", "ለትራንስፖርት አምስት መቶ ብር ከፈልኩ።"],
    ["ወርሃዊ ደመወዙ 12,500 ብር ነው።", "ወርሃዊ ደመወዙ አሥራ ሁለት ሺህ አምስት መቶ ብር ነው።"],
    ["የ1,000 ብር ካርድ ገዛሁ።", "የአንድ ሺህ ብር ካርድ ገዛሁ።"],
    ["ከ500 ብር በላይ መላክ አይቻልም።", "ከአምስት መቶ ብር በላይ መላክ አይቻልም።"],
    ["በ500 ብር 3 ኪሎ ስኳር ገዛሁ።", "በአምስት መቶ ብር ሦስት ኪሎ ስኳር ገዛሁ።"],
    ["የዕለቱ ዋጋ 4 567.80 ብር ነበር።", "የዕለቱ ዋጋ አራት ሺህ አምስት መቶ ስልሳ ሰባት ብር ከሰማንያ ሳንቲም ነበር።"],
    ["ETB100.00 ወደ 0911223344 ተልኳል።", "አንድ መቶ ብር ወደ ዜሮ ዘጠኝ፣ አሥራ አንድ፣ ሃያ ሁለት፣ ሰላሳ ሦስት፣ አርባ አራት ተልኳል።"],
    ["ክፍያው Birr 350 ነው።", "ክፍያው ሦስት መቶ ሃምሳ ብር ነው።"],
    ["የመግቢያ ዋጋ 50ብር ብቻ ነው።", "የመግቢያ ዋጋ ሃምሳ ብር ብቻ ነው።"],
    ["ዋጋው 1500ብር ነው።", "ዋጋው አንድ ሺህ አምስት መቶ ብር ነው።"],
    ["ቀሪ ሂሳብዎ 0.00 ብር ነው።", "ቀሪ ሂሳብዎ ዜሮ ብር ነው።"],
    ["10ሺህ ብር ተሸለመች።", "አሥር ሺህ ብር ተሸለመች።"],
    ["ድርጅቱ 25ሺ ብር ለገሰ።", "ድርጅቱ ሃያ አምስት ሺህ ብር ለገሰ።"]
  ]),
  ...group("am", "money", "cents with ከ, as cheques and people say them; .00 is not said", [
    ["ዋጋው 1,250.05 ብር ነው።", "ዋጋው አንድ ሺህ ሁለት መቶ ሃምሳ ብር ከአምስት ሳንቲም ነው።"],
    ["ቫት 15.50 ብር ታክሏል።", "ቫት አሥራ አምስት ብር ከሃምሳ ሳንቲም ታክሏል።"],
    ["ቅጣቱ 0.50 ብር ነው።", "ቅጣቱ ሃምሳ ሳንቲም ነው።"],
    ["ወለዱ 0.75 ብር ሆነ።", "ወለዱ ሰባ አምስት ሳንቲም ሆነ።"],
    ["አንድ ዳቦ 50 ሳንቲም ነበር።", "አንድ ዳቦ ሃምሳ ሳንቲም ነበር።"],
    ["ነዳጅ በሊትር 77.65 ብር ሆነ።", "ነዳጅ በሊትር ሰባ ሰባት ብር ከስልሳ አምስት ሳንቲም ሆነ።"],
    ["ጠቅላላ ዋጋው ብር 3,450.25 ነው።", "ጠቅላላ ዋጋው ሦስት ሺህ አራት መቶ ሃምሳ ብር ከሃያ አምስት ሳንቲም ነው።"],
    ["አንድ ዶላር 57.1234 ብር ተመነዘረ።", "አንድ ዶላር ሃምሳ ሰባት ነጥብ አንድ ሁለት ሦስት አራት ብር ተመነዘረ።"],
    ["ዶላር በ45.5 ብር ተመነዘረ።", "ዶላር በአርባ አምስት ነጥብ አምስት ብር ተመነዘረ።"]
  ]),
  ...group("am", "money", "scales after the number; of a fraction the decimal is said", [
    ["ለግንባታው 2 ሚሊዮን ብር ወጪ ተደርጓል።", "ለግንባታው ሁለት ሚሊዮን ብር ወጪ ተደርጓል።"],
    ["ባንኩ 2.5 ሚሊዮን ብር አተረፈ።", "ባንኩ ሁለት ነጥብ አምስት ሚሊዮን ብር አተረፈ።"],
    ["በጀቱ 1.2 ቢሊዮን ብር ነው።", "በጀቱ አንድ ነጥብ ሁለት ቢሊዮን ብር ነው።"],
    ["500 ሺህ ብር ተለገሰ።", "አምስት መቶ ሺህ ብር ተለገሰ።"],
    ["ከ3.5 ቢሊዮን ብር በላይ ተመድቧል።", "ከሦስት ነጥብ አምስት ቢሊዮን ብር በላይ ተመድቧል።"],
    ["2 ሚሊዮን 500 ሺህ ብር ተሰበሰበ።", "ሁለት ሚሊዮን አምስት መቶ ሺህ ብር ተሰበሰበ።"],
    ["ብር 4.7 ሚሊየን ተዘረፈ።", "አራት ነጥብ ሰባት ሚሊዮን ብር ተዘረፈ።"],
    ["የ80 ሚሊዮን ዶላር ድጋፍ ተገኘ።", "የሰማንያ ሚሊዮን ዶላር ድጋፍ ተገኘ።"],
    ["ኩባንያው $1.5 million ኢንቨስት አደረገ።", "ኩባንያው አንድ ነጥብ አምስት ሚሊዮን ዶላር ኢንቨስት አደረገ።"],
    ["ስምምነቱ $2.5B ያወጣል።", "ስምምነቱ ሁለት ነጥብ አምስት ቢሊዮን ዶላር ያወጣል።"],
    ["ቡድኑ €30M ከፈለ።", "ቡድኑ ሰላሳ ሚሊዮን ዩሮ ከፈለ።"],
    ["እስከ 1.5 ትሪሊዮን ብር ይደርሳል።", "እስከ አንድ ነጥብ አምስት ትሪሊዮን ብር ይደርሳል።"],
    ["ፕሮጀክቱ ETB 3.2 billion ይፈጃል።", "ፕሮጀክቱ ሦስት ነጥብ ሁለት ቢሊዮን ብር ይፈጃል።"]
  ]),
  ...group("am", "money", "other currencies by sign, code and word", [
    ["100 ዶላር ላክልኝ።", "አንድ መቶ ዶላር ላክልኝ።"],
    ["ስልኩ $250 ነው።", "ስልኩ ሁለት መቶ ሃምሳ ዶላር ነው።"],
    ["ክፍያው USD 1,200 ነው።", "ክፍያው አንድ ሺህ ሁለት መቶ ዶላር ነው።"],
    ["መጽሐፉ €50 ያወጣል።", "መጽሐፉ ሃምሳ ዩሮ ያወጣል።"],
    ["ሸሚዙ £20 ነው።", "ሸሚዙ ሃያ ፓውንድ ነው።"],
    ["የአውሮፕላን ትኬቱ 45,000 ብር ወይም 800 USD ነው።", "የአውሮፕላን ትኬቱ አርባ አምስት ሺህ ብር ወይም ስምንት መቶ ዶላር ነው።"],
    ["ከ$5-10 ይሸጣል።", "ከአምስት እስከ አሥር ዶላር ይሸጣል።"],
    ["እቃው ¥300 ነው።", "እቃው ሦስት መቶ የን ነው።"],
    ["ከሳውዲ SAR 1500 ተላከ።", "ከሳውዲ አንድ ሺህ አምስት መቶ ሪያል ተላከ።"],
    ["ዋጋው $19.99 ነው።", "ዋጋው አሥራ ዘጠኝ ዶላር ከዘጠና ዘጠኝ ሴንት ነው።"]
  ]),
  ...group("am", "money", "a bill's end, prices for each, negative balances, ranges", [
    ["ዋጋው 500/- ነው።", "ዋጋው አምስት መቶ ብር ነው።"],
    ["የቤት ኪራይ ብር 8,000/= በወር", "የቤት ኪራይ ስምንት ሺህ ብር በወር"],
    ["ቡና ብር 450/ኪ.ግ ይሸጣል።", "ቡና አራት መቶ ሃምሳ ብር በኪሎ ግራም ይሸጣል።"],
    ["ሽንኩርት 45 ብር/ኪ.ግ ገባ።", "ሽንኩርት አርባ አምስት ብር በኪሎ ግራም ገባ።"],
    ["ክፍያው 200 ብር/ሰዓት ነው።", "ክፍያው ሁለት መቶ ብር በሰዓት ነው።"],
    ["ቀሪ ሂሳብ -500 ብር ነው።", "ቀሪ ሂሳብ ኔጋቲቭ አምስት መቶ ብር ነው።"],
    ["ቀሪ ሂሳብዎ ብር -1,200.00 ነው።", "ቀሪ ሂሳብዎ ኔጋቲቭ አንድ ሺህ ሁለት መቶ ብር ነው።"],
    ["ዋጋው ከ500-1,000 ብር ነው።", "ዋጋው ከአምስት መቶ እስከ አንድ ሺህ ብር ነው።"],
    ["የጥበቃ ደመወዝ 3,000–4,500 ብር ነው።", "የጥበቃ ደመወዝ ከሦስት ሺህ እስከ አራት ሺህ አምስት መቶ ብር ነው።"],
    ["ዋጋው 12,50 ብር ነው።", "ዋጋው አሥራ ሁለት ብር ከሃምሳ ሳንቲም ነው።"]
  ]),
  ...group(
    "om",
    "money",
    "the currency before its number, saantima behind (Wikibooks, Afaan Oromo, chapter 1: qarshii kudha tokko saantima shantama)",
    [
      [
        "Qarshii 1,250.75 herrega keessan irraa ba'eera.",
        "Qarshii kuma tokko dhibba lamaa fi shantama saantima torbaatamii shan herrega keessan irraa ba'eera."
      ],
      [
        "Haftee herrega keessanii qarshii 15,300.00 dha.",
        "Haftee herrega keessanii qarshii kuma kudha shanii fi dhibba sadii dha."
      ],
      ["Herregni keessan ETB 500 dabalame.", "Herregni keessan birrii dhibba shan dabalame."],
      ["Herrega keessan irraa 2,000 ETB hir'ate.", "Herrega keessan irraa birrii kuma lama hir'ate."],
      ["Kaffaltiin tajaajilaa Br 20 dha.", "Kaffaltiin tajaajilaa birrii digdama dha."],
      ["Gatiin tikkeettii Qr. 500 dha.", "Gatiin tikkeettii qarshii dhibba shan dha."],
      ["Mindaan isaa ji'atti birrii 12,500 dha.", "Mindaan isaa ji'atti birrii kuma kudha lamaa fi dhibba shan dha."],
      ["Gatiin isaa 500 birrii dha.", "Gatiin isaa birrii dhibba shan dha."],
      ["Birrii 45 qofa qaba.", "Birrii afurtamii shan qofa qaba."],
      ["Kaardii birrii 100 bite.", "Kaardii birrii dhibba tokko bite."],
      ["Gatiin daabboo 0.50 birrii ture.", "Gatiin daabboo saantima shantama ture."],
      [
        "Gatiin boba'aa liitira tokkotti birrii 77.65 ta'e.",
        "Gatiin boba'aa liitira tokkotti birrii torbaatamii torba saantima jaatamii shan ta'e."
      ],
      ["Qarshii 20.50 kaffale.", "Qarshii digdama saantima shantama kaffale."],
      [
        "Waliigala birrii 3,450.25 kaffali.",
        "Waliigala birrii kuma sadii dhibba afurii fi shantama saantima digdamii shan kaffali."
      ],
      [
        "Doolaarri tokko birrii 57.1234 tiin jijjiirame.",
        "Doolaarri tokko birrii shantamii torba tuqaa tokko lama sadii afur tiin jijjiirame."
      ],
      ["Saantima 50 qofa hafe.", "Saantima shantama qofa hafe."],
      ["Gatiin isaa ETB500 dha.", "Gatiin isaa birrii dhibba shan dha."],
      ["Qarshii 100n bite.", "Qarshii dhibba tokkoon bite."],
      ["Birrii 250tti gurgure.", "Birrii dhibba lamaa fi shantamatti gurgure."],
      ["Birrii 1,000f mallatteesse.", "Birrii kuma tokkoof mallatteesse."]
    ]
  ),
  ...group("om", "money", "scales before the number", [
    ["Birrii miiliyoona 2 ramadame.", "Birrii miiliyoona lama ramadame."],
    ["Baankichi qarshii miiliyoona 2.5 bu'aa argate.", "Baankichi qarshii miiliyoona lama tuqaa shan bu'aa argate."],
    ["Baajanni isaa birrii biiliyoona 1.2 dha.", "Baajanni isaa birrii biiliyoona tokko tuqaa lama dha."],
    ["Qarshii kuma 500 arjoomame.", "Qarshii kuma dhibba shan arjoomame."],
    ["Birrii 2 million kaffale.", "Birrii miiliyoona lama kaffale."],
    ["Dhaabbatichi $1.5 million invastii godhe.", "Dhaabbatichi doolaara miiliyoona tokko tuqaa shan invastii godhe."],
    ["Walii galteen kun $2.5B baasa.", "Walii galteen kun doolaara biiliyoona lama tuqaa shan baasa."],
    ["Gareen kun €30M kaffale.", "Gareen kun yuuroo miiliyoona soddoma kaffale."],
    ["Birrii biliyoona 3.2 ol baasii ta'e.", "Birrii biiliyoona sadii tuqaa lama ol baasii ta'e."],
    ["Doolaara miiliyoona 80 deeggarame.", "Doolaara miiliyoona saddeettama deeggarame."]
  ]),
  ...group("om", "money", "other currencies, prices for each, ranges, bills", [
    ["Gatiin bilbilaa $250 dha.", "Gatiin bilbilaa doolaara dhibba lamaa fi shantama dha."],
    ["USD 1,200 kaffali.", "doolaara kuma tokkoo fi dhibba lama kaffali."],
    ["Kitaabni kun €50 baasa.", "Kitaabni kun yuuroo shantama baasa."],
    ["100 doolaara naaf ergi.", "doolaara dhibba tokko naaf ergi."],
    ["Gatiin bunaa birrii 450/kg dha.", "Gatiin bunaa birrii dhibba afurii fi shantama kiiloo giraama tokkotti dha."],
    ["Shunkurtiin birrii 45/kg gurgurama.", "Shunkurtiin birrii afurtamii shan kiiloo giraama tokkotti gurgurama."],
    ["Gatiin isaa birrii 500-1,000 dha.", "Gatiin isaa birrii dhibba shanii hanga kuma tokkoo dha."],
    ["Mindaan birrii 3,000–4,500 ta'a.", "Mindaan birrii kuma sadii hanga kuma afurii fi dhibba shanii ta'a."],
    ["Gatiin isaa 500/- dha.", "Gatiin isaa birrii dhibba shan dha."],
    ["Hafteen herregaa birrii -500.00 dha.", "Hafteen herregaa birrii negaatiivii dhibba shan dha."],
    ["Kireen manaa qarshii 8,000/= ji'atti", "Kireen manaa qarshii kuma saddeet ji'atti"],
    ["£20 qofa qaba.", "paawundii digdama qofa qaba."],
    ["Riyaala 1,500 ergame.", "Riyaala kuma tokkoo fi dhibba shan ergame."],
    ["Gatiin ispoonsaraa $19.99 dha.", "Gatiin ispoonsaraa doolaara kudha sagal seentii sagaltamii sagal dha."],
    ["Kaffaltiin sa'aatii tokkoo birrii 200 dha.", "Kaffaltiin sa'aatii tokkoo birrii dhibba lama dha."]
  ]),
  ...group("om", "money", "the currency stands before its amount: a number before it is a year, a litre, a dollar", [
    [
      "Bajanni bara 2016 birrii biiliyoona 466.3 ture.",
      "Bajanni bara kuma lamaa fi kudha ja'a birrii biiliyoona dhibba afurii fi jaatamii ja'a tuqaa sadii ture."
    ],
    [
      "Boba'aan litirri 1 qar. 91.14 gale.",
      "Boba'aan litirri tokko qarshii sagaltamii tokko saantima kudha afur gale."
    ],
    [
      "Doolaarri $1 qarshii 57.30n jijjiirama.",
      "Doolaarri tokko qarshii shantamii torba saantima soddomaan jijjiirama."
    ],
    ["Hojiin kun birrii mil 3.5n hojjetame.", "Hojiin kun birrii miiliyoona sadii tuqaa shaniin hojjetame."]
  ]),
  ...group("om", "money", "qar without its stop", [
    ["Bishaan 1.5L qar 25.", "Bishaan liitira tokko tuqaa shan qarshii digdamii shan."]
  ])
]
