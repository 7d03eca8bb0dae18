/** Ordinary sentences of messages, notices, news and lessons, each with the rule that it is a case of. */
import { type Case, group } from "./Case.ts"

export const amharicDaily: ReadonlyArray<Case> = [
  ...group(
    "am",
    "abbreviation",
    "notices and sport pages; a letter before a name of Ethiopia, letters of one sound exchanged, a suffix that shares the last consonant",
    [
      ["ቅ/ጊዮርጊስ ከኢ/ቡና ተጫወተ።", "ቅዱስ ጊዮርጊስ ከኢትዮጵያ ቡና ተጫወተ።"],
      ["ማን.ሲቲን አሸነፈ።", "ማንቸስተር ሲቲን አሸነፈ።"],
      ["የን/ስ/ላ/ክ/ከ ወረዳ 11 ጽ/ቤት", "የንፋስ ስልክ ላፍቶ ክፍለ ከተማ ወረዳ አሥራ አንድ ጽሕፈት ቤት"],
      ["በወ/መ/ስ/ስ/ህ/ቁ 130 መሰረት", "በወንጀለኛ መቅጫ ሥነ ሥርዓት ሕግ ቁጥር አንድ መቶ ሰላሳ መሰረት"],
      ["የቤ/ክኗ አባቶች", "የቤተ ክርስቲያኗ አባቶች"],
      ["ሲ/ር አስቴር ከሶ/ክ/መንግሥት ተሸለሙ።", "ሲስተር አስቴር ከሶማሌ ክልል መንግሥት ተሸለሙ።"],
      ["ፖስታ ሣ.ቁ. 5608", "ፖስታ ሣጥን ቁጥር አምስት ሺህ ስድስት መቶ ስምንት"],
      ["የመ.ቁ 23456 በሆነው መዝገብ ቀጠሮ ተሰጠ።", "የመዝገብ ቁጥር ሃያ ሦስት ሺህ አራት መቶ ሃምሳ ስድስት በሆነው መዝገብ ቀጠሮ ተሰጠ።"],
      ["ለወ/ተ ሰላም", "ለወይዘሪት ሰላም"],
      ["ልደታ ክ/ከ ወ/05 ቀ/12", "ልደታ ክፍለ ከተማ ወረዳ ዜሮ አምስት ቀበሌ አሥራ ሁለት"]
    ]
  ),
  ...group("am", "latin", "titles of Amharic that letters in Latin script have", [
    ["ለW/ro Almaz እና W/t Sara", "ለወይዘሮ አልማዝ እና ወይዘሪት ሳራ"]
  ]),
  ...group("am", "identifier", "cards and Fayda numbers by their groups of four; a password letter by letter; models", [
    [
      "FAN 1234 5678 9012 3456 ያስገቡ።",
      "ኤፍ ኤ ኤን አንድ ሁለት ሦስት አራት፣ አምስት ስድስት ሰባት ስምንት፣ ዘጠኝ ዜሮ አንድ ሁለት፣ ሦስት አራት አምስት ስድስት ያስገቡ።"
    ],
    ["Passcode: 77Kd9", "ፓስኮድ: ሰባት ሰባት ኬ ዲ ዘጠኝ"],
    ["የተማሪ መ/ቁ 1189345", "የተማሪ መለያ ቁጥር አንድ አንድ ስምንት ዘጠኝ፣ ሦስት አራት አምስት"],
    ["በሂሳብ 1000123 ብር 500 ገባ።", "በሂሳብ አንድ ዜሮ ዜሮ ዜሮ፣ አንድ ሁለት ሦስት፣ አምስት መቶ ብር ገባ።"],
    ["ኤርባስ A350-1000", "ኤርባስ ኤ ሦስት መቶ ሃምሳ አንድ ሺህ"]
  ]),
  ...group("am", "number", "the letter that is typed for zero; groups by space; a model's numbers", [
    ["የ2ዐ16 በጀት ከ1,5ዐዐ በላይ ነው።", "የሁለት ሺህ አሥራ ስድስት በጀት ከአንድ ሺህ አምስት መቶ በላይ ነው።"],
    ["ከ100 000 በላይ ሰዎች", "ከአንድ መቶ ሺህ በላይ ሰዎች"],
    ["ቦይንግ 737-800 አውሮፕላን", "ቦይንግ ሰባት መቶ ሰላሳ ሰባት-ስምንት መቶ አውሮፕላን"]
  ]),
  ...group(
    "am",
    "money",
    "banks' rates, which follow their currency; whose the birr is that stands between two numbers",
    [
      [
        "ዩሮ 134.20/136.88፣ ፓውንድ 158.01",
        "ዩሮ አንድ መቶ ሰላሳ አራት ብር ከሃያ ሳንቲም፣ አንድ መቶ ሰላሳ ስድስት ብር ከሰማንያ ስምንት ሳንቲም፣ ፓውንድ አንድ መቶ ሃምሳ ስምንት ብር ከአንድ ሳንቲም"
      ],
      ["የዛሬ ምንዛሬ፦ ዶላር 126.45", "የዛሬ ምንዛሬ፦ ዶላር አንድ መቶ ሃያ ስድስት ብር ከአርባ አምስት ሳንቲም"],
      ["በ 2024-05-12 ብር 1,200.00 ተቀናሽ ሆኗል።", "በሜይ አሥራ ሁለት ቀን ሁለት ሺህ ሃያ አራት፣ አንድ ሺህ ሁለት መቶ ብር ተቀናሽ ሆኗል።"],
      ["በ12/05/2024 ብር 500 ተልኳል።", "በሜይ አሥራ ሁለት ቀን ሁለት ሺህ ሃያ አራት፣ አምስት መቶ ብር ተልኳል።"],
      ["በሰኔ 12 ብር 500 ተልኳል።", "በሰኔ አሥራ ሁለት፣ አምስት መቶ ብር ተልኳል።"],
      ["በ2016 ብር 500,000 ነበር።", "በሁለት ሺህ አሥራ ስድስት፣ አምስት መቶ ሺህ ብር ነበር።"],
      ["1.2 ሚ ሕዝብ በ2.4810 ብር/ኪ.ዋ.ሰ", "አንድ ነጥብ ሁለት ሚሊዮን ሕዝብ በሁለት ነጥብ አራት ስምንት አንድ ዜሮ ብር በኪሎ ዋት ሰዓት"]
    ]
  ),
  ...group("am", "measure", "gold by carats; degrees with a small letter", [
    ["21K ወርቅ 9,490 ብር", "ሃያ አንድ ካራት ወርቅ ዘጠኝ ሺህ አራት መቶ ዘጠና ብር"],
    ["38.5°c ትኩሳት", "ሰላሳ ስምንት ነጥብ አምስት ዲግሪ ሴልሺየስ ትኩሳት"]
  ]),
  ...group("am", "fraction", "marks out of a whole", [["ከ700 653 ነጥብ አመጣች።", "ከሰባት መቶ ስድስት መቶ ሃምሳ ሦስት ነጥብ አመጣች።"]]),
  ...group("am", "date", "a month that stands twice", [
    ["ዛሬ ሰኔ 30/10/2016 ዓ.ም", "ዛሬ ሰኔ ሰላሳ ቀን ሁለት ሺህ አሥራ ስድስት ዓመተ ምሕረት"]
  ]),
  ...group("am", "sign", "lessons of mathematics", [["x·y ≠ 0 ነው።", "ኤክስ ሲባዛ በዋይ ከዜሮ ጋር እኩል ያልሆነ ነው።"]]),
  ...group("am", "acronym", "a letter behind a slash", [["በTwitter/X ተጀመረ።", "በትዊተር ኤክስ ተጀመረ።"]]),
  ...group("am", "ordinal", "lists within a line", [
    ["1) ውሃ አፍላ 2) ቡና ጨምር 3) 10 ደቂቃ ጠብቅ።", "አንደኛ፣ ውሃ አፍላ ሁለተኛ፣ ቡና ጨምር ሦስተኛ፣ አሥር ደቂቃ ጠብቅ።"]
  ]),
  ...group(
    "am",
    "abbreviation",
    "letterheads, courts and churches; a letter is the word that goes with the next, not a name's",
    [
      ["የሰ/መ/ቁ. 112233 ችሎት", "የሰበር መዝገብ ቁጥር አንድ አንድ ሁለት፣ ሁለት ሦስት ሦስት ችሎት"],
      ["የኢ/ን/ባ እና የል/ባ ቅ/ጽ/ቤቶች", "የኢትዮጵያ ንግድ ባንክ እና የልማት ባንክ ቅርንጫፍ ጽሕፈት ቤቶች"],
      ["ሚ/ር ዴኤታዋ ከተ/ኃላፊው ጋር", "ሚኒስትር ዴኤታዋ ከተጠባባቂ ኃላፊው ጋር"],
      ["የምዕ/ሸዋ ሀ/ስብከት መ/ር ኃ/ኢየሱስ", "የምዕራብ ሸዋ ሀገረ ስብከት መምህር ኃይለ ኢየሱስ"],
      ["ቀ/ጌታ አበበ እና መ/ጌታ ሐዲስ", "ቀኝ ጌታ አበበ እና መሪ ጌታ ሐዲስ"],
      ["የመጀ/ደረጃ እና ን/አንቀጽ", "የመጀመሪያ ደረጃ እና ንዑስ አንቀጽ"],
      ["የስ/ጾታ እና የስ/ምግባር ክፍል", "የሥርዓተ ጾታ እና የሥነ ምግባር ክፍል"],
      ["ግ/ሚ/ር እና ሰ/ሚ/ር", "ግብርና ሚኒስቴር እና ሰላም ሚኒስቴር"],
      ["የወ/ፖሊስ፣ የከ/አስተዳደሩ፣ የዞ/አስተዳደር", "የወረዳ ፖሊስ፣ የከተማ አስተዳደሩ፣ የዞን አስተዳደር"],
      ["2ኛ/ደ/ት/ቤት እና 1ኛ ደ/ት/ቤት", "ሁለተኛ ደረጃ ትምህርት ቤት እና አንደኛ ደረጃ ትምህርት ቤት"],
      ["የኢ.ህ.አ.ዴ.ግ እና የኦ.ነ.ግ አባላት", "የኢህአዴግ እና የኦነግ አባላት"],
      ["ከ330 ዓ/ዓለም በኋላ", "ከሦስት መቶ ሰላሳ ዓመተ ዓለም በኋላ"],
      ["ዶ/ር.ኢንጂነር ስለሺ", "ዶክተር.ኢንጂነር ስለሺ"]
    ]
  ),
  ...group("am", "year", "an era behind both years", [
    ["ከ2013ዓ.ም-2015ዓ.ም ድረስ", "ከሁለት ሺህ አሥራ ሦስት እስከ ሁለት ሺህ አሥራ አምስት ዓመተ ምሕረት ድረስ"]
  ]),
  ...group("am", "money", "a point that is written out; for each month", [
    ["ብር 2 ነጥብ 5 ሚሊየን ተመዘበረ።", "ሁለት ነጥብ አምስት ሚሊዮን ብር ተመዘበረ።"],
    ["በ999 ብር/በወር", "በዘጠኝ መቶ ዘጠና ዘጠኝ ብር በወር"]
  ]),
  ...group("am", "measure", "rents by the month; weights and voltage cut short; places on a map", [
    ["ኪራይ 12ሺ/ወር", "ኪራይ አሥራ ሁለት ሺህ በወር"],
    ["3 ኪ ስኳር፣ 132 ኪቮ", "ሦስት ኪሎ ስኳር፣ አንድ መቶ ሰላሳ ሁለት ኪሎ ቮልት"],
    ["9°03'N 38°44'E ላይ", "ዘጠኝ ዲግሪ ሦስት ደቂቃ ሰሜን ሰላሳ ስምንት ዲግሪ አርባ አራት ደቂቃ ምሥራቅ ላይ"],
    ["8.98° N", "ስምንት ነጥብ ዘጠኝ ስምንት ዲግሪ ሰሜን"]
  ]),
  ...group("am", "score", "sets beside a score", [
    ["ወላይታ ድቻ 3ለ1 (25-21፣ 23-25፣ 25-18)", "ወላይታ ድቻ ሦስት ለአንድ (ሃያ አምስት ለሃያ አንድ፣ ሃያ ሦስት ለሃያ አምስት፣ ሃያ አምስት ለአሥራ ስምንት)"]
  ]),
  ...group("am", "identifier", "of a meter, not a telephone", [
    ["ቆጣሪ ቁጥር 0214-556-778", "ቆጣሪ ቁጥር ዜሮ ሁለት አንድ አራት፣ አምስት አምስት ስድስት፣ ሰባት ሰባት ስምንት"]
  ]),
  ...group("am", "latin", "labels of letterheads", [
    ["FAX: 0116634152", "ፋክስ: ዜሮ አሥራ አንድ፣ ስድስት ስልሳ ሦስት፣ አርባ አንድ፣ ሃምሳ ሁለት"]
  ]),
  ...group("am", "telephone", "codes with what the caller puts in; two numbers before one verb", [
    ["*805*የካርድ ቁጥር# ይደውሉ።", "ኮከብ ስምንት ዜሮ አምስት ኮከብ የካርድ ቁጥር መሰላል ይደውሉ።"],
    ["**21*0911223344# ይደውሉ።", "ኮከብ ኮከብ ሃያ አንድ ኮከብ ዜሮ ዘጠኝ አሥራ አንድ ሃያ ሁለት ሰላሳ ሦስት አርባ አራት መሰላል ይደውሉ።"],
    ["በ8335 ወይም 952 ይደውሉ።", "በሰማንያ ሦስት ሰላሳ አምስት ወይም ዘጠኝ ሃምሳ ሁለት ይደውሉ።"]
  ]),
  ...group("am", "identifier", "messages of banks in English", [
    ["your OTP is 775533", "your ኦ ቲ ፒ is ሰባት ሰባት አምስት፣ አምስት ሦስት ሦስት"]
  ]),
  ...group(
    "am",
    "range",
    "from one half of the day to the other; the preposition before the word; ordinals with articles",
    [
      ["ከጠዋቱ 1፡30 – ማታ 3፡00 ክፍት ነው።", "ከጠዋቱ አንድ ሰዓት ተኩል እስከ ማታ ሦስት ሰዓት ክፍት ነው።"],
      ["ከገጽ 45–67 ያለው", "ከገጽ አርባ አምስት እስከ ስልሳ ሰባት ያለው"]
    ]
  ),
  ...group("am", "ordinal", "from one to another", [["ከ20ኛው–21ኛው ክፍለ ዘመን", "ከሃያኛው እስከ ሃያ አንደኛው ክፍለ ዘመን"]]),
  ...group("am", "fraction", "shares; what a preposition does to marks; cheques", [
    ["50/50 ዕድል", "ሃምሳ ሃምሳ ዕድል"],
    ["በ8/10 ውጤት", "በስምንት ከአሥር ውጤት"],
    ["በ19/20 መካከል", "በአሥራ ዘጠኝ እና ሃያ መካከል"],
    ["(አስር ሺህ ብር ከ00/100)", "(አስር ሺህ ብር ከዜሮ ሳንቲም)"]
  ]),
  ...group("am", "abbreviation", "numbers of magazines and files; initials", [
    ["ቅጽ 5 ቁ. 12 ሰኔ 1998", "ቅጽ አምስት ቁጥር አሥራ ሁለት ሰኔ አሥራ ዘጠኝ መቶ ዘጠና ስምንት"],
    ["የኮ/መ/ቁ 45678", "የኮ መዝገብ ቁጥር አርባ አምስት ሺህ ስድስት መቶ ሰባ ስምንት"],
    ["ወ/ሮ ሰ.ተ. መጡ", "ወይዘሮ ሰ ተ መጡ"],
    ["የኦሮሚያ ክ/መ/ም/ፕሬዝዳንት", "የኦሮሚያ ክልል መንግሥት ምክትል ፕሬዝዳንት"]
  ]),
  ...group("am", "score", "between two sides", [
    ["ሱዳን 2-0 ጋና (የመጀመሪያ አጋማሽ)", "ሱዳን ሁለት ለባዶ ጋና (የመጀመሪያ አጋማሽ)"],
    ["ቡና 1-2 መቻል", "ቡና አንድ ለሁለት መቻል"]
  ]),
  ...group("am", "measure", "laboratories and physics", [
    ["7.8 mmol/L ነው", "ሰባት ነጥብ ስምንት ሚሊ ሞል በሊትር ነው"],
    ["3×10⁸ ሜ/ሰ", "ሦስት ሲባዛ በአሥር ርቢ ስምንት ሜትር በሰከንድ"]
  ]),
  ...group("am", "identifier", "accounts with a possessor, and behind the name of a bank", [
    ["የባንክ ሂሳቤ 1000 1234 56789 ነው።", "የባንክ ሂሳቤ አንድ ዜሮ ዜሮ ዜሮ፣ አንድ ሁለት ሦስት አራት፣ አምስት ስድስት ሰባት ስምንት ዘጠኝ ነው።"],
    ["አቢሲኒያ ባንክ 45678912", "አቢሲኒያ ባንክ አራት አምስት ስድስት ሰባት፣ ስምንት ዘጠኝ አንድ ሁለት"]
  ]),
  ...group("am", "ordinal", "plural of an ordinal", [["2ኞቹ እና 3ኛዋ", "ሁለተኞቹ እና ሦስተኛዋ"]]),
  ...group("am", "sign", 'the sign of a sum\'s first number; a bound before "if"', [
    ["-10 + 4 = -6", "ኔጋቲቭ አሥር ሲደመር አራት እኩል ይሆናል ኔጋቲቭ ስድስት"],
    ["ውጤቱ > 50 ከሆነ አልፈሃል", "ውጤቱ ከሃምሳ በላይ ከሆነ አልፈሃል"]
  ]),
  ...group("am", "abbreviation", "parliament and regions", [
    ["የሕዝብ ተ/ም/ቤት እና የኢ.ፌ.ዲ.ሪ መንግሥት", "የሕዝብ ተወካዮች ምክር ቤት እና የኢትዮጵያ ፌዴራላዊ ዲሞክራሲያዊ ሪፐብሊክ መንግሥት"],
    ["ቤ/ጉ/ክልል እና ደ/ም/ኢትዮጵያ ክልል", "ቤኒሻንጉል ጉሙዝ ክልል እና ደቡብ ምዕራብ ኢትዮጵያ ክልል"]
  ]),
  ...group("am", "latin", "parts of Addis Ababa; what is bought", [
    ["Bole Medhanialem፣ Gerji እና Summit", "ቦሌ መድኃኔዓለም፣ ገርጂ እና Summit"],
    ["በPython እና በExcel", "በፓይተን እና በኤክሴል"]
  ]),
  ...group("am", "abbreviation", 'offices; a leader of so many; "number" written out', [
    ["የፖ.ሳ.ቁጥር 3434 እና የቤት ቁ.አዲስ", "የፖስታ ሳጥን ቁጥር ሦስት ሺህ አራት መቶ ሰላሳ አራት እና የቤት ቁጥር አዲስ"],
    ["የፌ/ፖሊስ ኮ/ሽን", "የፌዴራል ፖሊስ ኮሚሽን"],
    ["የሴ/ህ/ወ/ጉ/ሚ/ር", "የሴቶች ሕፃናትና ወጣቶች ጉዳይ ሚኒስቴር"],
    ["፶/አ ከበደ እና 50/አ አበራ", "ሃምሳ አለቃ ከበደ እና ሃምሳ አለቃ አበራ"]
  ]),
  ...group("am", "range", "clothes from size to size", [["ሱሪ (ቁጥር 32-36)", "ሱሪ (ቁጥር ከሰላሳ ሁለት እስከ ሰላሳ ስድስት)"]]),
  ...group("am", "identifier", "the year of a lottery", [["በ DV-2026 ሎተሪ", "በዲ ቪ ሁለት ሺህ ሃያ ስድስት ሎተሪ"]]),
  ...group("am", "sign", "proper fractions in a sum", [["2/3 + 1/3 = ?", "ሁለት ሦስተኛ ሲደመር አንድ ሦስተኛ እኩል ይሆናል?"]]),
  ...group("am", "acronym", "of a model", [["ለHonda CR-V መለዋወጫ", "ለሆንዳ ሲ አር ቪ መለዋወጫ"]]),
  ...group("am", "measure", "so many of something for each", [["120 ሰው/ኪ.ሜ²", "አንድ መቶ ሃያ ሰው በካሬ ኪሎ ሜትር"]]),
  ...group("am", "fraction", "two shares of one whole", [["በ30/70 ምጣኔ", "በሰላሳ ሰባ ምጣኔ"]]),
  ...group("am", "number", "millions at the end", [["ዋጋ 1.35ሚ", "ዋጋ አንድ ነጥብ ሦስት አምስት ሚሊዮን"]]),
  ...group("am", "money", "no model of a device", [["ETB1,000,000/- የተከፈለ ካፒታል", "አንድ ሚሊዮን ብር የተከፈለ ካፒታል"]]),
  ...group("am", "measure", "of data ሰ is a second", [["50ሜ.ባ/ሰ ፍጥነት", "በሰከንድ ሃምሳ ሜጋ ባይት ፍጥነት"]]),
  ...group("am", "sign", "doses", [["1 ጡባዊ x 2 በቀን", "አንድ ጡባዊ በሁለት በቀን"]]),
  ...group("am", "abbreviation", "the Lord", [["ጌ/ኢየሱስ", "ጌታ ኢየሱስ"]]),
  ...group("am", "score", "sets, the first the greater", [["በ6-4፣ 7-6 ጨዋታ ረታ", "በስድስት ለአራት፣ ሰባት ለስድስት ጨዋታ ረታ"]]),
  ...group("am", "acronym", "channels", [["ARTS TV እና NAHOO TV", "አርትስ ቲ ቪ እና ናሁ ቲ ቪ"]]),
  ...group("am", "number", "powers of a letter", [["2ⁿ እና xⁿ", "ሁለት ርቢ ኤን እና x ርቢ ኤን"]]),
  ...group("am", "identifier", "a receipt by its letter", [
    ["ደረሰኝ ቁጥር R-004512", "ደረሰኝ ቁጥር አር ዜሮ ዜሮ አራት፣ አምስት አንድ ሁለት"]
  ]),
  ...group("am", "money", "rates beside one in birr; a point for groups", [
    ["ሪያል 33.4፣ ዲርሃም 34.1 ብር", "ሪያል ሰላሳ ሦስት ነጥብ አራት ብር፣ ዲርሃም ሰላሳ አራት ነጥብ አንድ ብር"],
    ["3.000.000 ብር", "ሦስት ሚሊዮን ብር"]
  ]),
  ...group("am", "measure", "a comma for the point", [["1,5 ሊትር ውሃ", "አንድ ነጥብ አምስት ሊትር ውሃ"]]),
  ...group("am", "abbreviation", '"number" with a hyphen; benches; committees; cooperatives; a month', [
    ["ቁ-6 እና ቁ.5", "ቁጥር ስድስት እና ቁጥር አምስት"],
    ["ሰ/ሰ/ችሎት እና ሰ/ሰሚ ችሎት", "ሰበር ሰሚ ችሎት እና ሰበር ሰሚ ችሎት"],
    ["የሥ/አ/ኮሚቴ አባላት", "የሥራ አስፈጻሚ ኮሚቴ አባላት"],
    ["የኅ/ሥ/ማህበራት", "የኅብረት ሥራ ማህበራት"],
    ["በግ/ቦት 20", "በግንቦት ሃያ"]
  ]),
  ...group("am", "acronym", "universities", [["ASTU እና AASTU", "አስቱ እና አስቱ"]]),
  ...group("am", "fraction", "by its ordinal", [["በ1/10ኛ ዋጋ", "በአንድ አሥረኛ ዋጋ"]]),
  ...group("am", "sign", "times by a star; what is left", [
    ["2*3 ስንት ነው?", "ሁለት ሲባዛ በሦስት ስንት ነው?"],
    ["100-37 ስንት ነው?", "አንድ መቶ ሲቀነስ ሰላሳ ሰባት ስንት ነው?"]
  ]),
  ...group("am", "abbreviation", "a label; income tax", [
    ["ጨረታ ቁ፦ 12", "ጨረታ ቁጥር፦ አሥራ ሁለት"],
    ["የገ/ግብር ሕግ", "የገቢ ግብር ሕግ"]
  ]),
  ...group("am", "range", "no half is written so", [["2/4 ዓመት ልምድ", "ሁለት ወይም አራት ዓመት ልምድ"]]),
  ...group("am", "fraction", "stars", [["ደረጃው 4.7/5 ነው", "ደረጃው ከአምስት አራት ነጥብ ሰባት ነው"]]),
  ...group("am", "measure", "a minus sign behind a preposition", [
    ["ከ−5°C ወደ 0°C", "ከዜሮ በታች አምስት ዲግሪ ሴልሺየስ ወደ ዜሮ ዲግሪ ሴልሺየስ"]
  ]),
  ...group("am", "acronym", "keys", [["Ctrl+C ተጫን", "ኮንትሮል ፕላስ ሲ ተጫን"]]),
  ...group("am", "identifier", "hyphens of a code are not slashes", [
    ["DOC-45/2017-A", "ዲ ኦ ሲ አርባ አምስት ስላሽ ሁለት ዜሮ አንድ ሰባት ኤ"]
  ]),
  ...group("am", "abbreviation", "a century and a commission", [
    ["በ12ኛው መ/ክ/ዘመን የቆጠራ ኮ/ን", "በአሥራ ሁለተኛው መቶ ክፍለ ዘመን የቆጠራ ኮሚሽን"]
  ]),
  ...group("am", "telephone", "from abroad; in the groups that are written", [
    ["00251 911 223344 ይደውሉ", "ዜሮ ዜሮ ሁለት መቶ ሃምሳ አንድ፣ ዘጠኝ አሥራ አንድ፣ ሃያ ሁለት፣ ሰላሳ ሦስት፣ አርባ አራት ይደውሉ"],
    ["+1 (202) 555-0143 ይጻፉልን", "ፕላስ አንድ፣ ሁለት ዜሮ ሁለት፣ አምስት ሃምሳ አምስት፣ ዜሮ አንድ፣ አርባ ሦስት ይጻፉልን"]
  ]),
  ...group("am", "abbreviation", "branches, courts, customs, speakers", [
    ["046-220-1234 (ሐዋሳ ቅ/ፍ)", "ዜሮ አርባ ስድስት፣ ሁለት ሃያ፣ አሥራ ሁለት፣ ሰላሳ አራት (ሐዋሳ ቅርንጫፍ)"],
    ["የፌ/መ/ደ/ፍ/ቤት ልደታ ምድብ ችሎት", "የፌዴራል መጀመሪያ ደረጃ ፍርድ ቤት ልደታ ምድብ ችሎት"],
    ["የገ/ጉ/ባ/ስልጣን", "የገቢዎችና ጉምሩክ ባለ ስልጣን"],
    ["የአ/ጉባኤዋ እና የም/አ/ጉባኤው", "የአፈ ጉባኤዋ እና የምክትል አፈ ጉባኤው"],
    ["የጤና ጥበቃ ሚ/ር ድኤታ", "የጤና ጥበቃ ሚኒስትር ድኤታ"],
    ["አቶ ህ/ማርያም", "አቶ ኃይለ ማርያም"]
  ]),
  ...group("am", "ordinal", "a preposition before the first", [["በ20ኛ-21ኛ ደረጃ", "ከሃያኛ እስከ ሃያ አንደኛ ደረጃ"]]),
  ...group("am", "acronym", "engines; a letter that begins the sentence", [
    ["V8 ሞተር", "ቪ ስምንት ሞተር"],
    ["X (ቀድሞ Twitter) ላይ", "ኤክስ (ቀድሞ ትዊተር) ላይ"]
  ]),
  ...group("am", "fraction", "marks of an examination", [["ሜላት 675/700 አመጣች።", "ሜላት ከሰባት መቶ ስድስት መቶ ሰባ አምስት አመጣች።"]]),
  ...group("am", "score", "no range goes down to nothing", [["የ2ኛው አጋማሽ በ0-0 ተጀመረ።", "የሁለተኛው አጋማሽ በባዶ ለባዶ ተጀመረ።"]]),
  ...group("am", "abbreviation", '"number" by its beginning and end', [["የቤት ቁ/ር 333", "የቤት ቁጥር ሦስት መቶ ሰላሳ ሦስት"]]),
  ...group("am", "score", "between sides with a town's name or the currency's", [
    ["አዳማ ከተማ 2-3 ድሬዳዋ ከተማ", "አዳማ ከተማ ሁለት ለሦስት ድሬዳዋ ከተማ"],
    ["ሊቨርፑል 3-3 ሪያል ማድሪድ", "ሊቨርፑል ሦስት ለሦስት ሪያል ማድሪድ"]
  ]),
  ...group("am", "measure", "an hour that was said before", [["በሰዓት 120 ኪ.ሜ/ሰዓት", "በሰዓት አንድ መቶ ሃያ ኪሎ ሜትር"]]),
  ...group("am", "url", "a label that nobody can pronounce", [["neaea.gov.et", "ኤን ኢ ኤ ኢ ኤ ዶት ጎቭ ዶት ኢቲ"]])
]
