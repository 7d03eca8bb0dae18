/** Telephone numbers in sentences of notices, advertisements and messages. */
import { type Case, group } from "./Case.ts"

export const telephones: ReadonlyArray<Case> = [
  ...group("am", "telephone", "Telephones numbers in pairs after the area code, as they are given out in Ethiopia", [
    ["ለበለጠ መረጃ በ0911234567 ይደውሉ።", "ለበለጠ መረጃ በዜሮ ዘጠኝ፣ አሥራ አንድ፣ ሃያ ሦስት፣ አርባ አምስት፣ ስልሳ ሰባት ይደውሉ።"],
    ["ስልክ ቁጥር 011 551 8000 ነው።", "ስልክ ቁጥር ዜሮ አሥራ አንድ፣ አምስት ሃምሳ አንድ፣ ሰማንያ፣ ዜሮ ዜሮ ነው።"],
    [
      "ዋና መሥሪያ ቤቱን በ+251 11 551 80 00 ማግኘት ይቻላል።",
      "ዋና መሥሪያ ቤቱን በፕላስ ሁለት መቶ ሃምሳ አንድ፣ አሥራ አንድ፣ አምስት ሃምሳ አንድ፣ ሰማንያ፣ ዜሮ ዜሮ ማግኘት ይቻላል።"
    ],
    ["እባክዎ በ+251911223344 ይደውሉልን።", "እባክዎ በፕላስ ሁለት መቶ ሃምሳ አንድ፣ ዘጠኝ አሥራ አንድ፣ ሃያ ሁለት፣ ሰላሳ ሦስት፣ አርባ አራት ይደውሉልን።"],
    ["የሞባይል ቁጥሬ 0922-33-44-55 ነው።", "የሞባይል ቁጥሬ ዜሮ ዘጠኝ፣ ሃያ ሁለት፣ ሰላሳ ሦስት፣ አርባ አራት፣ ሃምሳ አምስት ነው።"],
    ["ለአገልግሎት ወደ 0116 67 89 10 ይደውሉ።", "ለአገልግሎት ወደ ዜሮ አሥራ አንድ፣ ስድስት ስልሳ ሰባት፣ ሰማንያ ዘጠኝ፣ አሥር ይደውሉ።"],
    ["ቅሬታ ካለዎት በነጻ የስልክ መስመር 8100 ይደውሉ።", "ቅሬታ ካለዎት በነጻ የስልክ መስመር ሰማንያ አንድ ዜሮ ዜሮ ይደውሉ።"],
    ["ወደ 6050 አጭር የጽሑፍ መልእክት ይላኩ።", "ወደ ስልሳ ሃምሳ አጭር የጽሑፍ መልእክት ይላኩ።"],
    ["አደጋ ሲያጋጥም በ939 ይደውሉ።", "አደጋ ሲያጋጥም በዘጠኝ ሰላሳ ዘጠኝ ይደውሉ።"],
    ["ለፖሊስ በ991 ይደውሉ።", "ለፖሊስ በዘጠኝ ዘጠና አንድ ይደውሉ።"],
    ["የደንበኞች አገልግሎት ስልክ 994 ነው።", "የደንበኞች አገልግሎት ስልክ ዘጠኝ ዘጠና አራት ነው።"],
    ["በ951 በመደወል ሒሳብዎን ይጠይቁ።", "በዘጠኝ ሃምሳ አንድ በመደወል ሒሳብዎን ይጠይቁ።"],
    ["አምቡላንስ ከፈለጉ በ907 ይደውሉ።", "አምቡላንስ ከፈለጉ በዘጠኝ ዜሮ ሰባት ይደውሉ።"],
    ["ቀሪ ሒሳብ ለማወቅ *804# ይደውሉ።", "ቀሪ ሒሳብ ለማወቅ ኮከብ ስምንት ዜሮ አራት መሰላል ይደውሉ።"],
    ["ቴሌብር ለመጠቀም *127# ላይ ይደውሉ።", "ቴሌብር ለመጠቀም ኮከብ አንድ ሃያ ሰባት መሰላል ላይ ይደውሉ።"],
    ["ጥቅል ለመግዛት *999*1# ይጠቀሙ።", "ጥቅል ለመግዛት ኮከብ ዘጠኝ ዘጠና ዘጠኝ ኮከብ አንድ መሰላል ይጠቀሙ።"],
    ["ጥሪውን ለማስተላለፍ #31# ይጫኑ።", "ጥሪውን ለማስተላለፍ መሰላል ሰላሳ አንድ መሰላል ይጫኑ።"],
    ["ስልክ፦ 0911/234567", "ስልክ፦ ዜሮ ዘጠኝ፣ አሥራ አንድ፣ ሃያ ሦስት፣ አርባ አምስት፣ ስልሳ ሰባት"],
    [
      "ስልክ 0911234567/0922334455 ይደውሉ።",
      "ስልክ ዜሮ ዘጠኝ፣ አሥራ አንድ፣ ሃያ ሦስት፣ አርባ አምስት፣ ስልሳ ሰባት ወይም ዜሮ ዘጠኝ፣ ሃያ ሁለት፣ ሰላሳ ሦስት፣ አርባ አራት፣ ሃምሳ አምስት ይደውሉ።"
    ],
    ["አድራሻችን ስልክ 251911234567 ነው።", "አድራሻችን ስልክ ሁለት መቶ ሃምሳ አንድ፣ ዘጠኝ አሥራ አንድ፣ ሃያ ሦስት፣ አርባ አምስት፣ ስልሳ ሰባት ነው።"]
  ]),
  ...group("am", "telephone", "marks of direction in a number", [
    ["\u202a+251 91 123 4567\u202c ይደውሉ።", "ፕላስ ሁለት መቶ ሃምሳ አንድ፣ ዘጠኝ አሥራ አንድ፣ ሃያ ሦስት፣ አርባ አምስት፣ ስልሳ ሰባት ይደውሉ።"]
  ]),
  ...group("om", "telephone", "telephone numbers in pairs after the area code, as they are given out in Ethiopia", [
    [
      "Odeeffannoo dabalataaf 0911234567 irratti bilbilaa.",
      "Odeeffannoo dabalataaf zeeroo sagal, kudha tokko, digdamii sadii, afurtamii shan, jaatamii torba irratti bilbilaa."
    ],
    [
      "Lakkoofsi bilbilaa 011 551 8000 dha.",
      "Lakkoofsi bilbilaa zeeroo kudha tokko, shan shantamii tokko, saddeettama, zeeroo zeeroo dha."
    ],
    [
      "Waajjira keenya +251 11 551 80 00 irratti argattu.",
      "Waajjira keenya pilaas dhibba lamaa fi shantamii tokko, kudha tokko, shan shantamii tokko, saddeettama, zeeroo zeeroo irratti argattu."
    ],
    [
      "Maaloo +251911223344 irratti nuuf bilbilaa.",
      "Maaloo pilaas dhibba lamaa fi shantamii tokko, sagal kudha tokko, digdamii lama, soddomii sadii, afurtamii afur irratti nuuf bilbilaa."
    ],
    [
      "Bilbilli koo 0922-33-44-55 dha.",
      "Bilbilli koo zeeroo sagal, digdamii lama, soddomii sadii, afurtamii afur, shantamii shan dha."
    ],
    [
      "Tajaajilaaf 0116 67 89 10 bilbilaa.",
      "Tajaajilaaf zeeroo kudha tokko, ja'a jaatamii torba, saddeettamii sagal, kudhan bilbilaa."
    ],
    [
      "Komii yoo qabaattan sarara bilisaa 8100 irratti bilbilaa.",
      "Komii yoo qabaattan sarara bilisaa saddeettamii tokko zeeroo zeeroo irratti bilbilaa."
    ],
    ["Gara 6050 ergaa gabaabaa ergaa.", "Gara jaatama shantama ergaa gabaabaa ergaa."],
    ["Balaan yoo mudate 939 irratti bilbilaa.", "Balaan yoo mudate sagal soddomii sagal irratti bilbilaa."],
    ["Poolisiif 991 irratti bilbilaa.", "Poolisiif sagal sagaltamii tokko irratti bilbilaa."],
    ["Bilbila maamiltootaa lakk. 994 bilbilaa.", "Bilbila maamiltootaa lakkoofsa sagal sagaltamii afur bilbilaa."],
    ["951 irratti bilbiluun gaafadhaa.", "sagal shantamii tokko irratti bilbiluun gaafadhaa."],
    ["Ambulaansiif 907 irratti bilbilaa.", "Ambulaansiif sagal zeeroo torba irratti bilbilaa."],
    ["Hambaa beekuuf *804# bilbilaa.", "Hambaa beekuuf urjii saddeet zeeroo afur haash bilbilaa."],
    ["Telebirr fayyadamuuf *127# tuqaa.", "telebirrii fayyadamuuf urjii tokko digdamii torba haash tuqaa."],
    [
      "Paakeejii bituuf *999*1# fayyadamaa.",
      "Paakeejii bituuf urjii sagal sagaltamii sagal urjii tokko haash fayyadamaa."
    ],
    ["Bilbila dabarsuuf #31# tuqaa.", "Bilbila dabarsuuf haash soddomii tokko haash tuqaa."],
    ["Bilbila: 0911/234567", "Bilbila: zeeroo sagal, kudha tokko, digdamii sadii, afurtamii shan, jaatamii torba"],
    [
      "Bilbila 0911234567/0922334455 bilbilaa.",
      "Bilbila zeeroo sagal, kudha tokko, digdamii sadii, afurtamii shan, jaatamii torba yookaan zeeroo sagal, digdamii lama, soddomii sadii, afurtamii afur, shantamii shan bilbilaa."
    ],
    [
      "Lakk. bilbilaa 251911234567 dha.",
      "lakkoofsa bilbilaa dhibba lamaa fi shantamii tokko, sagal kudha tokko, digdamii sadii, afurtamii shan, jaatamii torba dha."
    ],
    [
      "\u202a+251 91 123 4567\u202c bilbilaa.",
      "pilaas dhibba lamaa fi shantamii tokko, sagal kudha tokko, digdamii sadii, afurtamii shan, jaatamii torba bilbilaa."
    ]
  ])
]
