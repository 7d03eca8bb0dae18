/** Posts, papers and timetables: each a rule in short. */
import { type Case, group } from "./Case.ts"

export const amharicPosts: ReadonlyArray<Case> = [
  ...group("am", "url", "words that are written in one within an address; an ending of its own word", [
    ["combanketh.et ን ይጎብኙ።", "ኮም ባንክ ኢት ዶት ኢቲን ይጎብኙ።"]
  ]),
  ...group("am", "handle", "words that are written in one", [["በ@tikvahethiopia ላይ", "በአት tikvah ኢትዮጵያ ላይ"]]),
  ...group("am", "percent", 'a range says "until" by itself, so that the word before it is not said again', [
    ["ዋጋው እስከ 20-30% ጨምሯል።", "ዋጋው ከሃያ እስከ ሰላሳ በመቶ ጨምሯል።"]
  ]),
  ...group("am", "range", "as above, in one with its number", [
    ["እስከ2-3 ሳምንት ይወስዳል።", "ከሁለት እስከ ሦስት ሳምንት ይወስዳል።"],
    ["ወደ 20-30 ሺህ ሰዎች", "ከሃያ እስከ ሰላሳ ሺህ ሰዎች"]
  ]),
  ...group("am", "time", "halves of the day on both sides of a range, which make a whole number an hour", [
    ["ከ2 pm-4:30 pm እና በ3-5 PM", "ከሁለት ሰዓት ፒ ኤም እስከ አራት ሰዓት ተኩል ፒ ኤም እና ከሦስት ሰዓት እስከ አምስት ሰዓት ፒ ኤም"]
  ]),
  ...group("am", "verse", "psalms of both counts; a chapter alone; suras", [
    ["በመዝ 22(23)፥1 እና ማቴ. 5 ላይ", "በመዝሙር ሃያ ሁለት ወይም ሃያ ሦስት ቁጥር አንድ እና ማቴዎስ ምዕራፍ አምስት ላይ"],
    ["ሱረቱል በቀራህ 2፡255", "ሱረቱል በቀራህ ምዕራፍ ሁለት ቁጥር ሁለት መቶ ሃምሳ አምስት"]
  ]),
  ...group("am", "money", "what one of a currency is worth", [
    ["$1 = 126.35 ብር", "አንድ ዶላር እኩል ይሆናል አንድ መቶ ሃያ ስድስት ብር ከሰላሳ አምስት ሳንቲም"]
  ]),
  ...group("am", "measure", "a relay by its hundred; sides with a star; for each hectare", [
    ["የ4*100 ሜ ሪሌ እና 10*15 ሜትር ቦታ", "የአራት በመቶ ሜትር ሪሌ እና አሥር በአሥራ አምስት ሜትር ቦታ"],
    ["100 ኪ.ግ/ሄ. ይጨምሩ።", "በሄክታር አንድ መቶ ኪሎ ግራም ይጨምሩ።"]
  ]),
  ...group("am", "year", "the era before its year, whose last letter is no preposition", [
    ["ከክ.ል.በ 500 ዓ.ዓ ገደማ", "ከክርስቶስ ልደት በፊት አምስት መቶ ዓመተ ዓለም ገደማ"]
  ]),
  ...group("am", "acronym", "small letters that nobody can pronounce", [["የ80gsm ወረቀት", "የሰማንያ ጂ ኤስ ኤም ወረቀት"]]),
  ...group("am", "number", "so many times a day", [["በቀን 3x ይውሰዱ።", "በቀን ሦስት ጊዜ ይውሰዱ።"]]),
  ...group("am", "time", '"hour" behind a day is at that hour', [
    ["ቀን 12/02/17 ሰዓት 14:32።", "ቀን ጥቅምት አሥራ ሁለት ቀን ሁለት ሺህ አሥራ ሰባት በአሥራ አራት ሰዓት ከሰላሳ ሁለት ደቂቃ።"]
  ]),
  ...group("am", "sign", "one thing and another beside each other", [
    ["1GB + 30 ደቂቃ + 50 SMS", "አንድ ጊጋ ባይት እና ሰላሳ ደቂቃ እና ሃምሳ ኤስ ኤም ኤስ"]
  ]),
  ...group("am", "ordinal", "parts of articles in a row", [
    ["አንቀጽ 39(1)፣ 40፣ እና 51(3)-(5)", "አንቀጽ ሰላሳ ዘጠኝ ንዑስ አንቀጽ አንድ፣ አርባ፣ እና ሃምሳ አንድ ንዑስ አንቀጽ ሦስት እስከ አምስት"],
    ["የፍ/ብ/ሕ/ቁ 33(2) እና 231(1)", "የፍትሐ ብሔር ሕግ ቁጥር ሰላሳ ሦስት ንዑስ አንቀጽ ሁለት እና ሁለት መቶ ሰላሳ አንድ ንዑስ አንቀጽ አንድ"]
  ]),
  ...group("am", "abbreviation", "a number's sign before letters and Ethiopic numerals; words cut short in brackets", [
    ["በረራ ቁ. ET 501፣ መዝሙር ቁ. ፻፶", "በረራ ቁጥር ኢ ቲ አምስት መቶ አንድ፣ መዝሙር ቁጥር አንድ መቶ ሃምሳ"],
    ["ፍ.ቅ.ም በሻ/ባሻ ከበደ (አምባ.)", "ፍጹም ቅጣት ምት በሻምበል ባሻ ከበደ (አምባሳደር)"],
    ["ኤች.አይ.ቪ/ኤድስ", "ኤች አይ ቪ ኤድስ"]
  ]),
  ...group("am", "measure", "so much in so much; a stop of a unit before a number", [
    ["250mg/5ml ሽሮፕ ከ5000ሜ. 10000ሜ. በኋላ", "ሁለት መቶ ሃምሳ ሚሊ ግራም በአምስት ሚሊ ሊትር ሽሮፕ ከአምስት ሺህ ሜትር አሥር ሺህ ሜትር በኋላ"]
  ]),
  ...group("am", "acronym", "of small and large letters", [["AfDB እና GPT-4o", "ኤ ኤፍ ዲ ቢ እና ጂ ፒ ቲ አራት ኦ"]]),
  ...group("am", "identifier", "the number of an agent, digit by digit", [
    ["የቴሌብር ወኪል ቁ. 778812", "የቴሌብር ወኪል ቁጥር ሰባት ሰባት ስምንት፣ ስምንት አንድ ሁለት"]
  ]),
  ...group("am", "time", "a time behind its day; from one half of the day to another; a zone's shift", [
    ["2017-03-12 10:45 ተልኳል።", "ማርች አሥራ ሁለት ቀን ሁለት ሺህ አሥራ ሰባት በአሥር ሰዓት ከአርባ አምስት ደቂቃ ተልኳል።"],
    ["ከምሽቱ 12፡00–ጠዋት 12፡00 (UTC+3)", "ከምሽቱ አሥራ ሁለት ሰዓት እስከ ጠዋት አሥራ ሁለት ሰዓት ዩ ቲ ሲ ፕላስ ሦስት"]
  ]),
  ...group("am", "abbreviation", "a number's sign before letters; letters without marks", [
    [
      "ማስታወቂያ ቁ. ኢ.ን.ባ/አአ/02/17 ለሰ/ኃ/ል/ዳይሬክቶሬት",
      "ማስታወቂያ ቁጥር የኢትዮጵያ ንግድ ባንክ አዲስ አበባ ዜሮ ሁለት፣ አሥራ ሰባት ለሰው ኃይል ልማት ዳይሬክቶሬት"
    ],
    ["በአአ ጠሚ ዐቢይ", "በአዲስ አበባ ጠቅላይ ሚኒስትር ዐቢይ"]
  ]),
  ...group("am", "ordinal", "parts between slashes in a row", [
    ["አንቀጽ 692/1/ እና 669(2)", "አንቀጽ ስድስት መቶ ዘጠና ሁለት ንዑስ አንቀጽ አንድ እና ስድስት መቶ ስልሳ ዘጠኝ ንዑስ አንቀጽ ሁለት"]
  ]),
  ...group("am", "measure", "inches of screens and pipes", [
    ['1½" ቫልቭ እና 14.1" ስክሪን', "አንድ ተኩል ኢንች ቫልቭ እና አሥራ አራት ነጥብ አንድ ኢንች ስክሪን"]
  ]),
  ...group("am", "latin", "an ending of its own word", [["WhatsApp ን ክፈት።", "ዋትስአፕን ክፈት።"]]),
  ...group("am", "verse", "a book that is called one", [
    ["መጽሐፈ ሄኖክ 1፡9 እና ዕዝራ 7፡10", "መጽሐፈ ሄኖክ ምዕራፍ አንድ ቁጥር ዘጠኝ እና ዕዝራ ምዕራፍ ሰባት ቁጥር አሥር"]
  ]),
  ...group("am", "year", "both ends with their era", [["ከ3000 ዓ.ዓ. – 400 ዓ.ዓ. ድረስ", "ከሦስት ሺህ እስከ አራት መቶ ዓመተ ዓለም ድረስ"]]),
  ...group("am", "measure", "pressure by its letters; how big an engine is", [
    ["ቢ.ፒ. 120/80 ሲሆን 1300cc ነው።", "ቢ ፒ አንድ መቶ ሃያ በሰማንያ ሲሆን አንድ ሺህ ሦስት መቶ ሲ ሲ ነው።"]
  ]),
  ...group("am", "abbreviation", "an era without marks, a city's administration", [
    ["በ1978 (እኤአ) ከ/አ/ት/ቢሮ", "በአሥራ ዘጠኝ መቶ ሰባ ስምንት (እንደ ኤውሮፓውያን አቆጣጠር) ከተማ አስተዳደር ትምህርት ቢሮ"]
  ]),
  ...group("am", "identifier", "a password sign by sign", [
    ["የይለፍ ቃልዎ Abc@1234 ነው።", "የይለፍ ቃልዎ ኤ ቢ ሲ አት አንድ ሁለት ሦስት አራት ነው።"]
  ]),
  ...group("am", "sign", "a slash before the next label; from a version on", [
    ["Wi-Fi: Kaldis / Password: x", "ዋይፋይ: Kaldis፣ ፓስወርድ: x"],
    ["አንድሮይድ 8.0+ ይፈልጋል።", "አንድሮይድ ስምንት ነጥብ ዜሮ ፕላስ ይፈልጋል።"]
  ]),
  ...group("am", "text", "the mark of a label that stands apart", [["ጉዳዩ ፡ የሥራ ልምድ", "ጉዳዩ ፦ የሥራ ልምድ"]]),
  ...group("am", "measure", "millions of hectares; a stop of a unit before a comma", [
    ["2.3 ሚ/ሄ ታርሷል፤ በር 2.1×0.9 ሜ.፣ መስኮት", "ሁለት ነጥብ ሦስት ሚሊዮን ሄክታር ታርሷል፤ በር ሁለት ነጥብ አንድ በዜሮ ነጥብ ዘጠኝ ሜትር፣ መስኮት"]
  ]),
  ...group("am", "range", "halves at its ends", [["½–1 የሻይ ማንኪያ", "ከግማሽ እስከ አንድ የሻይ ማንኪያ"]]),
  ...group("am", "identifier", "laws in a row", [
    [
      "በአዋጅ ቁጥር 847/2006፣ 985/2009 እና 1097/2011",
      "በአዋጅ ቁጥር ስምንት መቶ አርባ ሰባት በሁለት ሺህ ስድስት፣ ዘጠኝ መቶ ሰማንያ አምስት በሁለት ሺህ ዘጠኝ እና አንድ ሺህ ዘጠና ሰባት በሁለት ሺህ አሥራ አንድ"
    ]
  ]),
  ...group("am", "verse", "the chapter's letter", [["በማቴዎስ ወንጌል ም. 6 ቁ. 9", "በማቴዎስ ወንጌል ምዕራፍ ስድስት ቁጥር ዘጠኝ"]]),
  ...group("am", "duration", "hours and seconds by their letter", [
    ["ደሴ—መቀሌ (9 ሰ.) እና 9.58 ሰ. ነው።", "ደሴ—መቀሌ (ዘጠኝ ሰዓት) እና ዘጠኝ ነጥብ አምስት ስምንት ሰከንድ ነው።"]
  ]),
  ...group("am", "acronym", "formulas and signs of medicine", [["NaCl እና Rh", "ኤን ኤ ሲ ኤል እና አር ኤች"]]),
  ...group("am", "date", "days with a short year, and of two months, from one to the other", [
    [
      "ከ11/03/17–25/03/17 ወይም ከ11-25/03/17 ድረስ",
      "ከኅዳር አሥራ አንድ ቀን ሁለት ሺህ አሥራ ሰባት እስከ ኅዳር ሃያ አምስት ቀን ሁለት ሺህ አሥራ ሰባት ወይም ከኅዳር አሥራ አንድ እስከ ሃያ አምስት ቀን ሁለት ሺህ አሥራ ሰባት ድረስ"
    ],
    ["ከ11 Jun – 19 Jul ይካሄዳል።", "ከጁን አሥራ አንድ ቀን እስከ ጁላይ አሥራ ዘጠኝ ቀን ይካሄዳል።"]
  ]),
  ...group("am", "sign", "names in a row; sums of measures", [
    ["(አሜሪካ/ካናዳ/ሜክሲኮ) 2×23ኪ.ግ + 7ኪ.ግ", "(አሜሪካ፣ ካናዳ፣ ሜክሲኮ) ሁለት በሃያ ሦስት ኪሎ ግራም እና ሰባት ኪሎ ግራም"]
  ]),
  ...group("am", "measure", "below zero at the first end of a range", [
    ["ከ-1 እስከ 3 ዲግሪ ይሆናል።", "ከዜሮ በታች አንድ እስከ ሦስት ዲግሪ ይሆናል።"]
  ]),
  ...group("am", "abbreviation", "a word in three parts; the letter of a list", [
    ["የኢ/ኦ/ተ/ቤ/ክ/ን ሲኖዶስ", "የኢትዮጵያ ኦርቶዶክስ ተዋሕዶ ቤተ ክርስቲያን ሲኖዶስ"],
    ["ሀ. 12ኛ ክፍል ለ. ዕድሜ ሐ. ቁመት በለ/ኩራ ክ/ከ", "ሀ. አሥራ ሁለተኛ ክፍል ለ. ዕድሜ ሐ. ቁመት በለሚ ኩራ ክፍለ ከተማ"]
  ]),
  ...group("am", "identifier", "two numbers beside each other do not run into one; the number of a contract", [
    [
      "Contract No: 10023456 በ2030 150 ሚ. ብር",
      "Contract No: አንድ ዜሮ ዜሮ ሁለት፣ ሦስት አራት አምስት ስድስት በሁለት ሺህ ሰላሳ፣ አንድ መቶ ሃምሳ ሚሊዮን ብር"
    ]
  ]),
  ...group("am", "percent", "percent for each day", [["ቅጣት 0.05%/ቀን ይታሰባል።", "ቅጣት ዜሮ ነጥብ ዜሮ አምስት በመቶ በቀን ይታሰባል።"]]),
  ...group("am", "ordinal", "levels with a slash", [["COC ደረጃ III/IV ያለው", "ሲ ኦ ሲ ደረጃ ሦስት አራት ያለው"]]),
  ...group("am", "time", "the hour that begins a sentence", [
    ["ሰዓት 11፡45 ላይ ደረሰ።", "አሥራ አንድ ሰዓት ከአርባ አምስት ደቂቃ ላይ ደረሰ።"]
  ]),
  ...group("am", "abbreviation", "laws of procedure, and wishes behind names", [
    ["የፍ/ሥ/ሥ/ሕ/ቁ 231 ነቢዩ ሙሐመድ (ሰ.ዐ.ወ)", "የፍትሐ ብሔር ሥነ ሥርዓት ሕግ ቁጥር ሁለት መቶ ሰላሳ አንድ ነቢዩ ሙሐመድ (ሰለላሁ ዐለይሂ ወሰለም)"]
  ]),
  ...group("am", "measure", "no room, but from one to another", [
    ["በሰሜኑ ክፍል ከ30-60 ሚ.ሜ ዝናብ", "በሰሜኑ ክፍል ከሰላሳ እስከ ስልሳ ሚሊ ሜትር ዝናብ"]
  ]),
  ...group("am", "measure", "sides with a unit each", [
    ["በ2 ሜ x 3 ሜ ርቀት BP ≥140/90", "በሁለት በሦስት ሜትር ርቀት ቢ ፒ ቢያንስ አንድ መቶ አርባ በዘጠና"]
  ]),
  ...group("am", "measure", "what transformers have; paces; degrees in a heading", [
    ["15kVA ትራንስፎርመር ሙቀት (°C) 28", "አሥራ አምስት ኬ ቪ ኤ ትራንስፎርመር ሙቀት (ዲግሪ ሴልሺየስ) ሃያ ስምንት"]
  ]),
  ...group("am", "duration", "so long for each kilometre", [
    ["በ5:45/km ሮጥኩ።", "በአምስት ደቂቃ ከአርባ አምስት ሰከንድ በኪሎ ሜትር ሮጥኩ።"]
  ]),
  ...group("am", "identifier", "grades of oil", [["ዘይት 20W-50", "ዘይት ሃያ ደብሊው ሃምሳ"]]),
  ...group("am", "fraction", "so many points of so many; shares of a house before its rooms", [
    ["በ6 ጨዋታ 16/18 ነጥብ፣ 40/60 ባለ 3 መኝታ", "በስድስት ጨዋታ ከአሥራ ስምንት አሥራ ስድስት ነጥብ፣ አርባ ስልሳ ባለሦስት መኝታ"]
  ]),
  ...group("am", "score", "the first half's, beside another", [
    ["ሲቲ 4-0 ስፐርስ (ሃፍ ታይም 0-2)", "ሲቲ አራት ለባዶ ስፐርስ (ሃፍ ታይም ባዶ ለሁለት)"]
  ]),
  ...group("am", "number", "billions by their letter; so many times", [
    ["283.2ቢ ለካፒታል፣ ከ2.5X በላይ", "ሁለት መቶ ሰማንያ ሦስት ነጥብ ሁለት ቢሊዮን ለካፒታል፣ ከሁለት ነጥብ አምስት እጥፍ በላይ"]
  ]),
  ...group("am", "abbreviation", "sub-city and district in one", [
    ["ለ/ኩራ ክ/ከ/ወ 13 መጋ/ሐ ሮዳስ ለፋይ/ዳ/ት", "ለሚ ኩራ ክፍለ ከተማ ወረዳ አሥራ ሦስት መጋቤ ሐዲስ ሮዳስ ለፋይናንስ ዳይሬክቶሬት"]
  ]),
  ...group("am", "url", "a path with fidel", [
    ["ፋይሉ C:\\Users\\Abebe\\ማስታወሻ.txt ነው።", "ፋይሉ ሲ ኮለን ባክስላሽ Users ባክስላሽ አበበ ባክስላሽ ማስታወሻ ዶት ቲ ኤክስ ቲ ነው።"]
  ]),
  ...group("am", "identifier", "what is hidden behind dots", [
    ["በሒሳብ 0134...900 ገባ።", "በሒሳብ ዜሮ አንድ ሦስት አራት፣ ዘጠኝ ዜሮ ዜሮ ገባ።"]
  ]),
  ...group("am", "handle", "an acronym within a name", [["@MoH_Ethiopia እንዳለው", "አት ኤም ኦ ኤች አንደርስኮር ኢትዮጵያ እንዳለው"]]),
  ...group("am", "sign", "more than so many thousands", [["1M+ ዳውንሎድ አለው።", "ከአንድ ሚሊዮን በላይ ዳውንሎድ አለው።"]]),
  ...group("am", "sign", "one thing by two names", [["የኤችአይቪ/ኤድስ ምርመራ", "የኤችአይቪ ኤድስ ምርመራ"]]),
  ...group("am", "date", "the month of a bill or of a term", [
    ["የ03/2017 የውሃ ክፍያዎን አልከፈሉም።", "የኅዳር ሁለት ሺህ አሥራ ሰባት የውሃ ክፍያዎን አልከፈሉም።"],
    ["ፈቃዱ እስከ 11/2019 ያገለግላል።", "ፈቃዱ እስከ ሐምሌ ሁለት ሺህ አሥራ ዘጠኝ ያገለግላል።"]
  ]),
  ...group("am", "identifier", "a law's number and year", [["መመሪያ 08/2017 ወጣ።", "መመሪያ ዜሮ ስምንት በሁለት ሺህ አሥራ ሰባት ወጣ።"]]),
  ...group("am", "ordinal", "a day or a year that is counted, behind a month", [
    ["የረመዳን 27ኛው ሌሊት እና የጥር 1ኛ ቀን", "የረመዳን ሃያ ሰባተኛው ሌሊት እና የጥር አንደኛ ቀን"]
  ]),
  ...group("am", "plate", "the region behind, cut short", [
    ["ኮድ 3-B12345 ኦሮ. የሆነ ሲኖትራክ", "ኮድ ሦስት፣ ቢ አንድ ሁለት ሦስት አራት አምስት ኦሮሚያ የሆነ ሲኖትራክ"],
    ["ታርጋ ቁጥር 3-78901 ትግ", "ታርጋ ቁጥር ሦስት፣ ሰባት ስምንት ዘጠኝ ዜሮ አንድ ትግራይ"]
  ]),
  ...group("am", "duration", "a race of the track", [
    ["1500 ሜትርን በ3፡53 ጨረሰች።", "አንድ ሺህ አምስት መቶ ሜትርን በሦስት ደቂቃ ከሃምሳ ሦስት ሰከንድ ጨረሰች።"]
  ]),
  ...group("am", "time", "the hour of a race", [
    ["የ1500 ሜትር ፍጻሜ 3፡30 ላይ ይካሄዳል።", "የአንድ ሺህ አምስት መቶ ሜትር ፍጻሜ ሦስት ሰዓት ተኩል ላይ ይካሄዳል።"]
  ]),
  ...group("am", "fraction", "shares of houses", [["20/80 ቤቶች ተላለፉ።", "ሃያ ሰማንያ ቤቶች ተላለፉ።"]]),
  ...group("am", "abbreviation", "a town; a police force; a passport's number", [
    ["ፍ/ሰላም ከተማ የፌ/ፖ/ኮ አባል", "ፍኖተ ሰላም ከተማ የፌዴራል ፖሊስ ኮሚሽን አባል"],
    ["ፓስፖርት ቁ EP1234567", "ፓስፖርት ቁጥር ኢ ፒ አንድ ሁለት ሦስት አራት፣ አምስት ስድስት ሰባት"]
  ]),
  ...group("am", "score", "who wins tells a score from a range", [
    ["ቡድኑን 85-79 አሸነፉ።", "ቡድኑን ሰማንያ አምስት ለሰባ ዘጠኝ አሸነፉ።"],
    ["21-18 አሸነፉ።", "ሃያ አንድ ለአሥራ ስምንት አሸነፉ።"]
  ]),
  ...group("am", "abbreviation", "a ministry, and a minister by the title behind the name", [
    ["የገንዘብ ሚ/ር ከበደ ዓለሙ (ዶ/ር)", "የገንዘብ ሚኒስትር ከበደ ዓለሙ (ዶክተር)"],
    ["የጤና ሚ/ር አስታወቀ (ኢዜአ)", "የጤና ሚኒስቴር አስታወቀ (ኢዜአ)"]
  ]),
  ...group("am", "number", "points of a club whose name is a currency", [
    ["1ኛ ባርሳ 45፣ 2ኛ ሪያል 43", "አንደኛ ባርሳ አርባ አምስት፣ ሁለተኛ ሪያል አርባ ሦስት"]
  ]),
  ...group("am", "measure", "the most of a day before its least", [
    ["ሐሙስ 22°/11° ይሆናል።", "ሐሙስ ሃያ ሁለት እና አሥራ አንድ ዲግሪ ይሆናል።"]
  ]),
  ...group("am", "sign", "the name of a model", [["ስፓርክ 20 ፕሮ+ አለን።", "ስፓርክ ሃያ ፕሮ ፕላስ አለን።"]])
]
