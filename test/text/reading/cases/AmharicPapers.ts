/** Prescriptions, court papers, messages and forms: each a rule in short. */
import { type Case, group } from "./Case.ts"

export const amharicPapers: ReadonlyArray<Case> = [
  ...group("am", "sign", "how long a medicine is taken", [
    ["Amoxicillin 500mg TID x 7 days ታዞለታል", "አሞክሲሲሊን አምስት መቶ ሚሊ ግራም ቲ አይ ዲ ለሰባት ቀን ታዞለታል"]
  ]),
  ...group("am", "score", "kicks from the mark are counted, and no range", [
    ["በፍጹም ቅጣት ምት 4-5 ተሸነፈ። በመለያ ምት 3-4 ወጣ።", "በፍጹም ቅጣት ምት አራት ለአምስት ተሸነፈ። በመለያ ምት ሦስት ለአራት ወጣ።"]
  ]),
  ...group("am", "fraction", "marks of a whole, by the result's word with its article", [
    ["ውጤቱ 478/600 ነው።", "ውጤቱ ከስድስት መቶ አራት መቶ ሰባ ስምንት ነው።"]
  ]),
  ...group("am", "number", "millions in short before a bracket, and without a space before the currency", [
    ["ዋጋ 18.5ሚ (ድርድር አለው) ወይም 31 ሚ.ብር ገደማ", "ዋጋ አሥራ ስምንት ነጥብ አምስት ሚሊዮን (ድርድር አለው) ወይም ሰላሳ አንድ ሚሊዮን ብር ገደማ"]
  ]),
  ...group("am", "score", "a mixture's ratio is no time", [["የአሲድና የውሃ ድብልቅ 1:10 ነው", "የአሲድና የውሃ ድብልቅ አንድ ለአሥር ነው"]]),
  ...group("am", "abbreviation", "the sign of a number at the end of a label", [
    ["ሀ) ስም ለ) ስልክ ቁ.", "ሀ) ስም ለ) ስልክ ቁጥር"]
  ]),
  ...group("am", "abbreviation", "a vice president", [["ከባንኩ ም/ፕ ጋር ተወያዩ", "ከባንኩ ምክትል ፕሬዚዳንት ጋር ተወያዩ"]]),
  ...group("am", "ordinal", "parts of a text by Roman numerals, at the beginning of a line and within it", [
    ["I. መግቢያ  II. ዋና ክፍል", "አንደኛ፣ መግቢያ  ሁለተኛ፣ ዋና ክፍል"]
  ]),
  ...group("am", "sign", "and more, of percent", [["ቢያንስ 60%+ ማምጣት", "ቢያንስ ከስልሳ በመቶ በላይ ማምጣት"]]),
  ...group("am", "sign", "a result below zero", [["7-9=-2", "ሰባት ሲቀነስ ዘጠኝ እኩል ይሆናል ኔጋቲቭ ሁለት"]]),
  ...group("am", "latin", "words of messages and stations", [
    ["Ref: ወይም (ext. 105) በGate 12", "ሪፈረንስ: ወይም (የውስጥ መስመር አንድ መቶ አምስት) በጌት አሥራ ሁለት"]
  ]),
  ...group("am", "abbreviation", "education, cut short", [["የትም/ት ደረጃ", "የትምህርት ደረጃ"]]),
  ...group("am", "acronym", "a class and its section", [["11-B ክፍል ተማሪዎች", "አሥራ አንድ ቢ ክፍል ተማሪዎች"]]),
  ...group("am", "fraction", "a mean grade of four", [["CGPA 3.65/4.00", "ሲ ጂ ፒ ኤ ከአራት ሦስት ነጥብ ስድስት አምስት"]]),
  ...group("am", "time", "a long race's time with the mark ፡", [
    ["በ2፡15፡16.2 አሸነፈ", "በሁለት ሰዓት ከአሥራ አምስት ደቂቃ ከአሥራ ስድስት ነጥብ ሁለት ሰከንድ አሸነፈ"]
  ]),
  ...group("am", "measure", "one, so many times a day", [
    ["400mg ከምግብ በኋላ 1×3", "አራት መቶ ሚሊ ግራም ከምግብ በኋላ አንድ በቀን ሦስት ጊዜ"]
  ]),
  ...group("am", "measure", "a screen's inches, behind its word", [['TV 55" 4K Smart', "ቲ ቪ ሃምሳ አምስት ኢንች ፎር ኬ ስማርት"]]),
  ...group("am", "latin", "labels of telephones", [
    ["Tel: 0115 15 15 15", "ስልክ: ዜሮ አሥራ አንድ፣ አምስት አሥራ አምስት፣ አሥራ አምስት፣ አሥራ አምስት"]
  ]),
  ...group("am", "range", "thousands on both sides", [["በሬ 95ሺ-140ሺ", "በሬ ከዘጠና አምስት ሺህ እስከ አንድ መቶ አርባ ሺህ"]]),
  ...group("am", "identifier", "codes of telephones and of one time, digit by digit", [
    ["PUK: 48291034 እና Password: 771 204", "ፒ ዩ ኬ: አራት ስምንት ሁለት ዘጠኝ፣ አንድ ዜሮ ሦስት አራት እና ፓስወርድ: ሰባት ሰባት አንድ፣ ሁለት ዜሮ አራት"]
  ]),
  ...group("am", "identifier", "the number of a card in two parts, digit by digit", [
    ["ካርድ ቁ. 23-4567", "ካርድ ቁጥር ሁለት ሦስት፣ አራት አምስት ስድስት ሰባት"]
  ]),
  ...group("am", "measure", "quintals for each hectare", [["በቆሎ 25-30ኩ/ሄ", "በቆሎ ከሃያ አምስት እስከ ሰላሳ ኩንታል በሄክታር"]]),
  ...group("am", "ordinal", "parts of an article behind a point", [
    ["አንቀጽ 35.3 እና 39.1-4", "አንቀጽ ሰላሳ አምስት ንዑስ አንቀጽ ሦስት እና ሰላሳ ዘጠኝ ንዑስ አንቀጽ አንድ እስከ አራት"]
  ]),
  ...group("am", "acronym", "letters without a vowel, of a laboratory", [["Hgb 13.2", "ኤች ጂ ቢ አሥራ ሦስት ነጥብ ሁለት"]]),
  ...group("am", "ordinal", "ዉ is typed for ው", [["በ2ኛዉ ወሰነ ትምህርት", "በሁለተኛው ወሰነ ትምህርት"]]),
  ...group("am", "abbreviation", "a class behind its number; elsewhere a region", [
    ["የ12ኛ ክ/ል ተማሪዎች በአማራ ክ/ል", "የአሥራ ሁለተኛ ክፍል ተማሪዎች በአማራ ክልል"]
  ]),
  ...group("am", "money", "a stop between thousands", [
    ["10.000 ብር ከፍዬ 2.500 ብር ቀረ።", "አሥር ሺህ ብር ከፍዬ ሁለት ሺህ አምስት መቶ ብር ቀረ።"]
  ]),
  ...group("am", "url", "a copy of a file", [["report_final(2).docx", "ሪፖርት ፋይናል(ሁለት) ዶት ዶክ ኤክስ"]]),
  ...group("am", "measure", "the pressure of the air", [["ግፊት 1013 hPa", "ግፊት አንድ ሺህ አሥራ ሦስት ሄክቶ ፓስካል"]]),
  ...group("am", "sign", 'a rate beside a rate; what is added and taken away behind "is"', [
    ["ጡረታ 7%/11%", "ጡረታ ሰባት በመቶ፣ አሥራ አንድ በመቶ"],
    ["የተጣራ ደመወዝ = ጠቅላላ - (ግብር + ጡረታ)", "የተጣራ ደመወዝ እኩል ይሆናል ጠቅላላ ሲቀነስ (ግብር ሲደመር ጡረታ)"]
  ]),
  ...group("am", "number", "the square of a sum", [
    ["የ(a+b)² = a²+2ab+b² ማስረጃ", "የ(ኤ ሲደመር ቢ) ካሬ እኩል ይሆናል ኤ ካሬ ሲደመር ሁለት ኤ ቢ ሲደመር ቢ ካሬ ማስረጃ"]
  ]),
  ...group("am", "acronym", "a letter behind a comma", [["ቫይታሚን B12፣ C፣ D3", "ቫይታሚን ቢ አሥራ ሁለት፣ ሲ፣ ዲ ሦስት"]]),
  ...group("am", "telephone", "of America, in its groups", [
    ["በ1-800-555-0199 ይደውሉ", "በአንድ፣ ስምንት ዜሮ ዜሮ፣ አምስት ሃምሳ አምስት፣ ዜሮ አንድ፣ ዘጠና ዘጠኝ ይደውሉ"]
  ]),
  ...group("am", "date", "a day behind a court is no number of a house", [
    ["ፍ/ቤት በ18/7/17 ቀነ ቀጠሮ ሰጠ", "ፍርድ ቤት በመጋቢት አሥራ ስምንት ቀን ሁለት ሺህ አሥራ ሰባት ቀነ ቀጠሮ ሰጠ"]
  ]),
  ...group("am", "time", "a time with spaces within", [["በ 2 : 30 እና በ 8፡ 00 ሰዓት", "በሁለት ሰዓት ተኩል እና በስምንት ሰዓት"]]),
  ...group("am", "latin", "a day of the week before its date", [
    ["Fri, 17 Oct 2025", "ዓርብ, ኦክቶበር አሥራ ሰባት ቀን ሁለት ሺህ ሃያ አምስት"]
  ]),
  ...group("am", "latin", "an acronym and a name with a hyphen", [["የUSA-China ንግድ", "የዩ ኤስ ኤ ቻይና ንግድ"]]),
  ...group("am", "abbreviation", "the head of a board", [["የቦርድ ሰ/ቢ", "የቦርድ ሰብሳቢ"]]),
  ...group("am", "measure", "the least and the most warmth of a day", [
    ["ነገ 13°/26°፤ ድሬዳዋ 21/34°C", "ነገ ከአሥራ ሦስት እስከ ሃያ ስድስት ዲግሪ፤ ድሬዳዋ ከሃያ አንድ እስከ ሰላሳ አራት ዲግሪ ሴልሺየስ"]
  ]),
  ...group("am", "identifier", "the year of an old proclamation, in hundreds", [
    ["አዋጅ 1/1987", "አዋጅ አንድ በአሥራ ዘጠኝ መቶ ሰማንያ ሰባት"]
  ]),
  ...group("am", "ordinal", "the part of an article behind a range of them", [
    ["አንቀጽ 1-10፣ 13(2)ን ጨምሮ", "አንቀጽ ከአንድ እስከ አሥር፣ አሥራ ሦስት ንዑስ አንቀጽ ሁለትን ጨምሮ"]
  ]),
  ...group("am", "sign", "times a word", [["ካሳው 6 ወር × ደመወዝ ነው", "ካሳው ስድስት ወር ሲባዛ በደመወዝ ነው"]]),
  ...group("am", "verse", "of the Quran, by its name", [["ቁርዓን 49፡13", "ቁርዓን ምዕራፍ አርባ ዘጠኝ ቁጥር አሥራ ሦስት"]]),
  ...group("am", "version", "a network by its address and mask", [
    ["አይፒ 10.0.0.1/24", "አይፒ አሥር ነጥብ ዜሮ ነጥብ ዜሮ ነጥብ አንድ፣ ሃያ አራት"]
  ]),
  ...group("am", "ordinal", "items in brackets, within a line", [
    ["(1) ስም፤ (2) ዕድሜ፤ (3) አድራሻ", "አንደኛ፣ ስም፤ ሁለተኛ፣ ዕድሜ፤ ሦስተኛ፣ አድራሻ"]
  ]),
  ...group("am", "date", "a date with spaces beside its slashes", [
    ["ቀን 22/ 06 /2017", "ቀን የካቲት ሃያ ሁለት ቀን ሁለት ሺህ አሥራ ሰባት"]
  ]),
  ...group("am", "identifier", "groups with hyphens, which are no date; a password", [
    [
      "MTCN 483-221-9087 እና የይለፍ ቃል: 12345678",
      "ኤም ቲ ሲ ኤን አራት ስምንት ሦስት፣ ሁለት ሁለት አንድ፣ ዘጠኝ ዜሮ ስምንት ሰባት እና የይለፍ ቃል: አንድ ሁለት ሦስት አራት፣ አምስት ስድስት ሰባት ስምንት"
    ]
  ]),
  ...group("am", "ordinal", "a rank of so many", [["ደረጃ፡ 3ኛ/42", "ደረጃ፦ ከአርባ ሁለት ሦስተኛ"]]),
  ...group("am", "measure", "a price for each of what a word names", [
    ["በወር 3,200/ልጅ እና $125,000/ፕሮጀክት", "በወር ሦስት ሺህ ሁለት መቶ በልጅ እና አንድ መቶ ሃያ አምስት ሺህ ዶላር በፕሮጀክት"]
  ]),
  ...group("am", "identifier", "a law by its number and year", [
    ["የወንጀል ሕግ ቁ. 414/1996", "የወንጀል ሕግ ቁጥር አራት መቶ አሥራ አራት በአሥራ ዘጠኝ መቶ ዘጠና ስድስት"]
  ]),
  ...group("am", "handle", "a name with a dot", [["@habesha.tube ን ይከተሉ", "አት habesha ዶት ቲዩብን ይከተሉ"]]),
  ...group("am", "score", "of cement, sand and gravel", [["ድብልቁ 1፡2፡3 ነው", "ድብልቁ አንድ ለሁለት ለሦስት ነው"]]),
  ...group("am", "time", "a word before a time, though books are shortened to it", [
    ["ምሳ 6:20–7:20፣ ዜና 2:30፣ ነገ 3:15", "ምሳ ከስድስት ሰዓት ከሃያ ደቂቃ እስከ ሰባት ሰዓት ከሃያ ደቂቃ፣ ዜና ሁለት ሰዓት ተኩል፣ ነገ ሦስት ሰዓት ከሩብ"]
  ]),
  ...group("am", "url", "an address whose path begins with a sign", [
    ["t.me/+AbC123", "ቲ ዶት ሚ ስላሽ ፕላስ ኤ ቢ ሲ አንድ መቶ ሃያ ሦስት"]
  ]),
  ...group("am", "date", "the last of several days, with their year", [
    ["ፈተናው ሰኔ 23፣ 24 እና 25/2017 ዓ.ም ይሰጣል።", "ፈተናው ሰኔ ሃያ ሦስት፣ ሃያ አራት እና ሃያ አምስት ቀን ሁለት ሺህ አሥራ ሰባት ዓመተ ምሕረት ይሰጣል።"]
  ]),
  ...group("am", "identifier", "floors below the ground", [["2B+G+15 ሲሆን", "ሁለት ቢ ፕላስ ጂ ፕላስ አሥራ አምስት ሲሆን"]]),
  ...group("am", "acronym", "the network's generation, with its letter in fidel", [["የ5ጂ አገልግሎት", "የፋይቭ ጂ አገልግሎት"]]),
  ...group("am", "acronym", "a letter of a formula", [["r=7ሴ.ሜ ቢሆን", "አር እኩል ይሆናል ሰባት ሴንቲ ሜትር ቢሆን"]]),
  ...group("am", "sign", "to him or to her, and he or she", [
    ["እንኳን አደረሰህ/ሽ! ተማሪው/ዋ", "እንኳን አደረሰህ ወይም አደረሰሽ! ተማሪው ወይም ተማሪዋ"]
  ]),
  ...group("am", "number", "a table in thousands", [["ንጽጽር (በ'000 ብር)", "ንጽጽር (በሺህ ብር)"]]),
  ...group("am", "date", "from tomorrow, which is no page", [["ከነገ 20/05/18 ጀምሮ", "ከነገ ጥር ሃያ ቀን ሁለት ሺህ አሥራ ስምንት ጀምሮ"]]),
  ...group("am", "number", "dots between the ends of a number", [["በ09...45 የሚያልቅ", "በዜሮ ዘጠኝ...አርባ አምስት የሚያልቅ"]]),
  ...group("am", "measure", "a current, beside other measures of electricity", [
    ["220V፣ 50Hz፣ 15A", "ሁለት መቶ ሃያ ቮልት፣ ሃምሳ ኸርዝ፣ አሥራ አምስት አምፒር"]
  ]),
  ...group("am", "acronym", "sizes, behind a label", [["መጠን፡ S፣ M፣ XL", "መጠን፦ ኤስ፣ ኤም፣ ኤክስ ኤል"]]),
  ...group("am", "measure", "a price for each, of what is sold so", [["ጎመን 15/እስር", "ጎመን አሥራ አምስት በእስር"]]),
  ...group("am", "abbreviation", "items of a list without a space", [["ሀ.ስም ለ.እድሜ ሐ.ስራ", "ሀ. ስም ለ. እድሜ ሐ. ስራ"]]),
  ...group("am", "measure", "seconds of a race", [['ማርታ 400ሜ በ50.2" ጨረሰች', "ማርታ አራት መቶ ሜትር በሃምሳ ነጥብ ሁለት ሰከንድ ጨረሰች"]]),
  ...group("am", "abbreviation", "words cut short", [["የኢት.ንግድ ባንክ እና የገ/ዘብ ሚ/ር", "የኢትዮጵያ ንግድ ባንክ እና የገንዘብ ሚኒስቴር"]]),
  ...group("am", "telephone", "groups with dots", [
    ["የኔ ስልክ 0912.34.56.78 ነው", "የኔ ስልክ ዜሮ ዘጠኝ፣ አሥራ ሁለት፣ ሰላሳ አራት፣ ሃምሳ ስድስት፣ ሰባ ስምንት ነው"]
  ]),
  ...group("am", "ordinal", "the part of an article behind a slash", [
    ["አንቀጽ 20/6 ሥር የተደነገገው", "አንቀጽ ሃያ ንዑስ አንቀጽ ስድስት ሥር የተደነገገው"]
  ]),
  ...group("am", "abbreviation", "courts below and of appeal", [
    ["የሥ/ፍ/ቤት እና የይ/ሰሚ ችሎት ውሳኔ", "የሥር ፍርድ ቤት እና የይግባኝ ሰሚ ችሎት ውሳኔ"]
  ]),
  ...group("am", "measure", "the flow of a river is of a second", [
    ["ፍሰት 2,830 ሜ³/ሰ", "ፍሰት በሰከንድ ሁለት ሺህ ስምንት መቶ ሰላሳ ሜትር ኪዩብ"]
  ]),
  ...group("am", "sign", "a zone of time", [["UTC+3 ነው", "ዩ ቲ ሲ ፕላስ ሦስት ነው"]]),
  ...group("am", "range", "from a day's time to another's", [
    ["እሑድ 12:00–ሰኞ 12:00", "እሑድ አሥራ ሁለት ሰዓት እስከ ሰኞ አሥራ ሁለት ሰዓት"]
  ]),
  ...group("am", "verse", "a chapter of a book that is one of several", [
    ["1ኛ ሳሙ 17 እና ራዕ 12፡7", "አንደኛ ሳሙኤል ምዕራፍ አሥራ ሰባት እና ራእይ ምዕራፍ አሥራ ሁለት ቁጥር ሰባት"]
  ]),
  ...group("am", "acronym", "languages of programs", [["C++ እና C# ይማራል።", "ሲ ፕላስ ፕላስ እና ሲ ሻርፕ ይማራል።"]]),
  ...group("am", "fraction", "shares of a saver and of the bank", [["የ10/90 ቤቶች", "የአሥር ዘጠና ቤቶች"]]),
  ...group("am", "telephone", "the number of a call centre with its possessor", [
    ["ጥሪ ማዕከላችን 951 ነው", "ጥሪ ማዕከላችን ዘጠኝ ሃምሳ አንድ ነው"]
  ]),
  ...group("am", "time", "a quake's measure is no map's", [
    ["በሬክተር ስኬል 5.6 የሆነው ከሌሊቱ 9፡52 ላይ ነው", "በሬክተር ስኬል አምስት ነጥብ ስድስት የሆነው ከሌሊቱ ዘጠኝ ሰዓት ከሃምሳ ሁለት ደቂቃ ላይ ነው"]
  ]),
  ...group("am", "verse", "an epistle's full name; a psalm of both counts", [
    [
      "ሮሜ ሰዎች 12፡1-2፣ መዝ 118(119)፡105",
      "ሮሜ ሰዎች ምዕራፍ አሥራ ሁለት ቁጥር አንድ እስከ ሁለት፣ መዝሙር አንድ መቶ አሥራ ስምንት ወይም አንድ መቶ አሥራ ዘጠኝ ቁጥር አንድ መቶ አምስት"
    ]
  ]),
  ...group("am", "abbreviation", "the council of ministers; a country's bank", [
    ["ለሚ/ር ም/ቤት እና ለኢት/ን/ባንክ", "ለሚኒስትሮች ምክር ቤት እና ለኢትዮጵያ ንግድ ባንክ"]
  ]),
  ...group("am", "percent", "all of it", [["ሥራው 100% ተጠናቋል፣ በ100 በመቶ", "ሥራው መቶ በመቶ ተጠናቋል፣ በመቶ በመቶ"]]),
  ...group("am", "abbreviation", "the plural as a part of its own", [
    ["የኃ.የተ.የግ.ማ.ዎች እና የኤን.ጂ.ኦ.ዎች", "የኃላፊነቱ የተወሰነ የግል ማኅበሮች እና የኤን ጂ ኦዎች"]
  ]),
  ...group("am", "number", "Ethiopic commas and quotation marks between thousands", [
    ["በ1፣000፣000 ብር፤ 1’500 ፍራንክ", "በአንድ ሚሊዮን ብር፤ አንድ ሺህ አምስት መቶ ፍራንክ"]
  ]),
  ...group("am", "plate", "the region between the class and the number", [
    [
      "ኮድ 3-አ.አ-A45678፤ የመኪና ቁ.፡ 3 አአ 12345",
      "ኮድ ሦስት አዲስ አበባ፣ ኤ አራት አምስት ስድስት ሰባት ስምንት፤ የመኪና ቁጥር ሦስት አዲስ አበባ፣ አንድ ሁለት ሦስት አራት አምስት"
    ]
  ]),
  ...group("am", "sign", "about so many, behind a preposition", [["በ~50 ሰዎች", "በግምት በሃምሳ ሰዎች"]]),
  ...group("am", "number", "times a day behind a slash", [["3x/ቀን ይውሰዱ", "በቀን ሦስት ጊዜ ይውሰዱ"]]),
  ...group("am", "range", "until today", [["ከ2010-ዛሬ", "ከሁለት ሺህ አሥር እስከ ዛሬ"]]),
  ...group("am", "sign", "marks by the names of letters", [["ቢ+ አገኘ", "ቢ ፕላስ አገኘ"]]),
  ...group("am", "sign", "a bar between cells", [["ገቢ|ወጪ|ቀሪ", "ገቢ፣ ወጪ፣ ቀሪ"]]),
  ...group("am", "money", "currencies of more countries", [
    ["CAD 75፣ AUD 60 እና QAR 42", "ሰባ አምስት የካናዳ ዶላር፣ ስልሳ የአውስትራሊያ ዶላር እና አርባ ሁለት የኳታር ሪያል"]
  ]),
  ...group("am", "date", "a day behind a day of the week", [
    ["ማክሰኞ 18/03 ከቀኑ 8:15", "ማክሰኞ ኅዳር አሥራ ስምንት ከቀኑ ስምንት ሰዓት ከሩብ"]
  ]),
  ...group("am", "number", "a number in Ethiopic numerals behind its sign", [["መዝገብ ቁ፲፪", "መዝገብ ቁጥር አሥራ ሁለት"]]),
  ...group("am", "acronym", "endings after letters", [["SMSኡን እና SMSኦቹን", "ኤስ ኤም ኤሱን እና ኤስ ኤም ኤሶቹን"]]),
  ...group("am", "sign", "so many of what a word names, with a star", [
    ["5ኪሎ ሽንኩርት*45=225", "አምስት ኪሎ ሽንኩርት በአርባ አምስት እኩል ይሆናል ሁለት መቶ ሃያ አምስት"]
  ]),
  ...group("am", "money", "cents behind a comma, behind the currency", [["ብር 500,00 ተቀብያለሁ", "አምስት መቶ ብር ተቀብያለሁ"]]),
  ...group("am", "number", "a decimal comma behind what is measured so", [["ሙቀት 37,5 ነው", "ሙቀት ሰላሳ ሰባት ነጥብ አምስት ነው"]]),
  ...group("am", "sign", "minutes that are added", [["90' ላይ አገባ +6 ተጨመረ", "ዘጠናኛው ደቂቃ ላይ አገባ ፕላስ ስድስት ተጨመረ"]]),
  ...group("am", "duration", "seconds of a race", [["100m በ10.2s ሮጠ", "አንድ መቶ ሜትር በአሥር ነጥብ ሁለት ሰከንድ ሮጠ"]]),
  ...group("am", "percent", "a percentile", [["88.5%ile አመጣች", "ሰማንያ ስምንት ነጥብ አምስት ፐርሰንታይል አመጣች"]]),
  ...group("am", "duration", "the length of a container is no minute", [
    ["የኮንቴይነር ክፍያ ለ20' 850 ዶላር", "የኮንቴይነር ክፍያ ለሃያ ጫማ ስምንት መቶ ሃምሳ ዶላር"]
  ]),
  ...group("am", "score", "a ratio whose word stands behind it", [
    ["በት/ቤት 1:45 የመምህር ተማሪ ጥምርታ", "በትምህርት ቤት አንድ ለአርባ አምስት የመምህር ተማሪ ጥምርታ"]
  ]),
  ...group("am", "measure", "the unit of one side alone", [
    ["ሳሙና 250ml × 12 ካርቶን", "ሳሙና ሁለት መቶ ሃምሳ ሚሊ ሊትር በአሥራ ሁለት ካርቶን"]
  ]),
  ...group("am", "range", "numbers of a code of law", [
    ["የፍ/ሕ/ቁ 1678-1681", "የፍትሐ ብሔር ሕግ ቁጥር ከአንድ ሺህ ስድስት መቶ ሰባ ስምንት እስከ አንድ ሺህ ስድስት መቶ ሰማንያ አንድ"]
  ]),
  ...group("am", "year", "decades without a preposition", [["1960ዎቹ እና 70ዎቹ ሙዚቃ", "አሥራ ዘጠኝ መቶ ስልሳዎቹ እና ሰባዎቹ ሙዚቃ"]]),
  ...group("am", "measure", "seconds of a race, with hundredths", [
    ['የ100 ሜ. ፍጻሜ 9.79" በሆነ ሰዓት', "የአንድ መቶ ሜትር ፍጻሜ ዘጠኝ ነጥብ ሰባት ዘጠኝ ሰከንድ በሆነ ሰዓት"]
  ]),
  ...group("am", "range", "Ethiopic numerals", [["ገጽ ፴፪-፴፭", "ገጽ ሰላሳ ሁለት እስከ ሰላሳ አምስት"]]),
  ...group("am", "telephone", "a number to which a quoted letter is sent", [
    ['መልዕክት ወደ 8100 ላይ "A" ብለው በመላክ ድጋፍ ያድርጉ።', 'መልዕክት ወደ ሰማንያ አንድ ዜሮ ዜሮ ላይ "A" ብለው በመላክ ድጋፍ ያድርጉ።']
  ]),
  ...group("am", "score", "a victory with its article", [["የ2-1 ድሉን አበረከተ።", "የሁለት ለአንድ ድሉን አበረከተ።"]]),
  ...group("am", "number", "the root of a square, which is no area", [
    ["የ15 ካሬ ሥሩ ስንት ነው?", "የአሥራ አምስት ካሬ ሥሩ ስንት ነው?"]
  ]),
  ...group("am", "fraction", "parts that are reckoned with", [
    ["2/5 እና 3/10 ሲደመሩ 7/10 ይሆናሉ።", "ሁለት አምስተኛ እና ሦስት አሥረኛ ሲደመሩ ሰባት አሥረኛ ይሆናሉ።"]
  ]),
  ...group("am", "abbreviation", "an office's work, in its first letters", [
    ["ከፋ/ግ/ን/አስ/ደ/የሥራ ሂደት ቢሮ", "ከፋይናንስ ግዥና ንብረት አስተዳደር ደጋፊ የሥራ ሂደት ቢሮ"]
  ]),
  ...group("am", "abbreviation", "a court's file, by the court's word with its article", [
    ["ችሎቱ በመ/ቁ 45123 ወሰነ።", "ችሎቱ በመዝገብ ቁጥር አርባ አምስት ሺህ አንድ መቶ ሃያ ሦስት ወሰነ።"]
  ]),
  ...group("am", "measure", "millions of quintals", [["120 ሚ.ኩ ይጠበቃል።", "አንድ መቶ ሃያ ሚሊዮን ኩንታል ይጠበቃል።"]]),
  ...group("am", "number", "a club and a championship, which are no money", [
    ["ሪያል 3-ባርሳ 2፣ በዩሮ 2024 ስፔን አሸነፈች።", "ሪያል ሦስት-ባርሳ ሁለት፣ በዩሮ ሁለት ሺህ ሃያ አራት ስፔን አሸነፈች።"]
  ]),
  ...group("am", "date", "one day or the next", [["ጳጉሜን 5/6 ላይ", "ጳጉሜን አምስት ወይም ስድስት ላይ"]]),
  ...group("am", "telephone", "short numbers of services", [
    ["ኢትዮ ቴሌኮም 994፣ እሳት 939", "ኢትዮ ቴሌኮም ዘጠኝ ዘጠና አራት፣ እሳት ዘጠኝ ሰላሳ ዘጠኝ"]
  ]),
  ...group("am", "percent", "a bar behind percent", [
    ["| 2016 | 12.4% | 2017 |", " ሁለት ሺህ አሥራ ስድስት፣ አሥራ ሁለት ነጥብ አራት በመቶ፣ ሁለት ሺህ አሥራ ሰባት "]
  ]),
  ...group("am", "sign", "one or the other: telephones, degrees", [
    ["BSc/MSc በኮምፒውተር", "ቢ ኤስ ሲ ወይም ኤም ኤስ ሲ በኮምፒውተር"],
    [
      "ስልክ፦ 0115-15-72-44 / 0913 45 67 89",
      "ስልክ፦ ዜሮ አሥራ አንድ፣ አምስት አሥራ አምስት፣ ሰባ ሁለት፣ አርባ አራት ወይም ዜሮ ዘጠኝ፣ አሥራ ሦስት፣ አርባ አምስት፣ ስልሳ ሰባት፣ ሰማንያ ዘጠኝ"
    ]
  ]),
  ...group("am", "latin", "one team against the other", [["ሲዳማ ቡና vs ቅ/ጊዮርጊስ ዛሬ", "ሲዳማ ቡና ከቅዱስ ጊዮርጊስ ዛሬ"]]),
  ...group("am", "date", "until when a thing lasts, by its month and year", [
    ["ጊዜው የሚያልፍበት፦ 08/2027", "ጊዜው የሚያልፍበት፦ ኦገስት ሁለት ሺህ ሃያ ሰባት"]
  ]),
  ...group("am", "measure", "spacing of plants; a screen by its size alone", [
    ["በ75 ሳ.ሜ × 25 ሳ.ሜ ርቀት", "በሰባ አምስት በሃያ አምስት ሴንቲ ሜትር ርቀት"],
    ['ባለ 55" ሳምሰንግ አለን።', "ባለሃምሳ አምስት ኢንች ሳምሰንግ አለን።"]
  ]),
  ...group("am", "acronym", "a letter of a sum, by itself", [["ከሆነ x ስንት ነው?", "ከሆነ ኤክስ ስንት ነው?"]]),
  ...group("am", "identifier", "how many, with a zero before", [["ብዛት፦ 03፤", "ብዛት፦ ሦስት፤"]]),
  ...group("am", "url", "languages in addresses, as they are written there", [
    ["bbc.com/amharic", "ቢ ቢ ሲ ዶት ኮም ስላሽ አምሃሪክ"]
  ]),
  ...group("am", "hashtag", "tags in a row, each one", [["#ኢትዮጵያ #አዲስ_አበባ", "ኢትዮጵያ፣ አዲስ አበባ"]]),
  ...group("am", "abbreviation", "a federation", [["የአትሌቲክስ ፌ/ን ፕሬዝዳንት", "የአትሌቲክስ ፌዴሬሽን ፕሬዝዳንት"]])
  // more
]
