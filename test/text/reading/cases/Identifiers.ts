/** Numbers of accounts, papers, laws, plates, versions and houses, in messages of banks, news and forms. */
import { type Case, group } from "./Case.ts"

export const identifiers: ReadonlyArray<Case> = [
  ...group("am", "identifier", "digit by digit in fours, as call centres of banks read them out", [
    [
      "የሒሳብ ቁጥር 1000123456789 ላይ ገቢ ያድርጉ።",
      "የሒሳብ ቁጥር አንድ ዜሮ ዜሮ ዜሮ፣ አንድ ሁለት ሦስት አራት፣ አምስት ስድስት ሰባት ስምንት ዘጠኝ ላይ ገቢ ያድርጉ።"
    ],
    ["ሒሳብዎ 1000****5678 ላይ 500 ብር ገቢ ሆኗል።", "ሒሳብዎ አንድ ዜሮ ዜሮ ዜሮ፣ አምስት ስድስት ሰባት ስምንት ላይ አምስት መቶ ብር ገቢ ሆኗል።"],
    ["ከሒሳብ 1*****1234 ወጪ ተደርጓል።", "ከሒሳብ አንድ፣ አንድ ሁለት ሦስት አራት ወጪ ተደርጓል።"],
    [
      "የካርድ ቁጥርዎ 4567 1234 5678 9012 ነው።",
      "የካርድ ቁጥርዎ አራት አምስት ስድስት ሰባት፣ አንድ ሁለት ሦስት አራት፣ አምስት ስድስት ሰባት ስምንት፣ ዘጠኝ ዜሮ አንድ ሁለት ነው።"
    ],
    ["የማረጋገጫ ኮድዎ 483920 ነው።", "የማረጋገጫ ኮድዎ አራት ስምንት ሦስት፣ ዘጠኝ ሁለት ዜሮ ነው።"],
    ["የይለፍ ኮድ 4821 ያስገቡ።", "የይለፍ ኮድ አራት ስምንት ሁለት አንድ ያስገቡ።"],
    ["የግብይት ቁጥር FT24123ABC ነው።", "የግብይት ቁጥር ኤፍ ቲ ሁለት አራት አንድ ሁለት ሦስት ኤ ቢ ሲ ነው።"],
    ["ደረሰኝ ቁጥር 00123456 ተቆርጧል።", "ደረሰኝ ቁጥር ዜሮ ዜሮ አንድ ሁለት፣ ሦስት አራት አምስት ስድስት ተቆርጧል።"],
    ["የግብር ከፋይ መለያ ቁጥር 0012345678 ነው።", "የግብር ከፋይ መለያ ቁጥር ዜሮ ዜሮ አንድ ሁለት፣ ሦስት አራት አምስት፣ ስድስት ሰባት ስምንት ነው።"],
    ["የፋይዳ ቁጥር 1234 5678 9012 ነው።", "የፋይዳ ቁጥር አንድ ሁለት ሦስት አራት፣ አምስት ስድስት ሰባት ስምንት፣ ዘጠኝ ዜሮ አንድ ሁለት ነው።"],
    ["ፓስፖርት ቁጥሩ EP1234567 ነው።", "ፓስፖርት ቁጥሩ ኢ ፒ አንድ ሁለት ሦስት አራት፣ አምስት ስድስት ሰባት ነው።"],
    ["መታወቂያ ቁጥር 12345/08 ጠፍቷል።", "መታወቂያ ቁጥር አንድ ሁለት ሦስት አራት አምስት ስላሽ ዜሮ ስምንት ጠፍቷል።"],
    ["የሎተሪ ቁጥር 0123456 አሸነፈ።", "የሎተሪ ቁጥር ዜሮ አንድ ሁለት ሦስት፣ አራት አምስት ስድስት አሸነፈ።"],
    ["የጭነቱ መከታተያ ቁጥር RR123456789ET ነው።", "የጭነቱ መከታተያ ቁጥር አር አር አንድ ሁለት ሦስት አራት፣ አምስት ስድስት ሰባት ስምንት ዘጠኝ ኢ ቲ ነው።"],
    ["የተማሪው መለያ UGR/1234/12 ነው።", "የተማሪው መለያ ዩ ጂ አር ስላሽ አንድ ሁለት ሦስት አራት ስላሽ አሥራ ሁለት ነው።"],
    ["ደረሰኙ INV-2024-0012 ነው።", "ደረሰኙ አይ ኤን ቪ ሁለት ዜሮ ሁለት አራት ዜሮ ዜሮ አንድ ሁለት ነው።"],
    ["አዋጅ ቁጥር 1113/2011 ጸድቋል።", "አዋጅ ቁጥር አንድ ሺህ አንድ መቶ አሥራ ሦስት በሁለት ሺህ አሥራ አንድ ጸድቋል።"],
    ["በመመሪያ ቁጥር 30/2012 መሠረት ይሠራል።", "በመመሪያ ቁጥር ሰላሳ በሁለት ሺህ አሥራ ሁለት መሠረት ይሠራል።"],
    ["ደንብ ቁጥር 156/2001 ተሻሽሏል።", "ደንብ ቁጥር አንድ መቶ ሃምሳ ስድስት በሁለት ሺህ አንድ ተሻሽሏል።"],
    ["በቁጥር 12/345/16 በተጻፈ ደብዳቤ ተገለጸ።", "በቁጥር አሥራ ሁለት ስላሽ ሦስት መቶ አርባ አምስት ስላሽ አሥራ ስድስት በተጻፈ ደብዳቤ ተገለጸ።"],
    ["ቁጥር መ/12/345/2016 ደብዳቤ ደርሶናል።", "ቁጥር መ ስላሽ አሥራ ሁለት ስላሽ ሦስት መቶ አርባ አምስት ስላሽ ሁለት ሺህ አሥራ ስድስት ደብዳቤ ደርሶናል።"],
    ["የቪዛ ካርዱ **** 4321 ነው።", "የቪዛ ካርዱ አራት ሦስት ሁለት አንድ ነው።"],
    ["በረራ ቁጥር ET 302 ዘግይቷል።", "በረራ ቁጥር ኢ ቲ ሦስት መቶ ሁለት ዘግይቷል።"],
    ["ET308 ናይሮቢ አረፈ።", "ኢ ቲ ሦስት መቶ ስምንት ናይሮቢ አረፈ።"],
    ["የአየር ኃይሉ F-16 ገዛ።", "የአየር ኃይሉ ኤፍ አሥራ ስድስት ገዛ።"],
    [
      "የመጽሐፉ መለያ ISBN 978-99944-2-123-4 ነው።",
      "የመጽሐፉ መለያ አይ ኤስ ቢ ኤን ዘጠኝ ሰባት ስምንት፣ ዘጠኝ ዘጠኝ ዘጠኝ አራት አራት፣ ሁለት፣ አንድ ሁለት ሦስት፣ አራት ነው።"
    ],
    ["H1N1 ተገኘ።", "ኤች አንድ ኤን አንድ ተገኘ።"],
    ["CO2 ይጨምራል።", "ሲ ኦ ሁለት ይጨምራል።"],
    ["MP3 ፋይል ነው።", "ኤም ፒ ሦስት ፋይል ነው።"],
    ["የPM2.5 መጠን ጨምሯል።", "የፒ ኤም ሁለት ነጥብ አምስት መጠን ጨምሯል።"],
    ["ቀለሙ #FF5733 ነው።", "ቀለሙ ኤፍ ኤፍ አምስት ሰባት ሦስት ሦስት ነው።"],
    ["ኮድ 007 የሚባል ሰላይ ነው።", "ኮድ ዜሮ ዜሮ ሰባት የሚባል ሰላይ ነው።"],
    ["የውል ቁጥር AB/123/2016 ይታይ።", "የውል ቁጥር ኤ ቢ ስላሽ አንድ መቶ ሃያ ሦስት ስላሽ ሁለት ሺህ አሥራ ስድስት ይታይ።"]
  ]),
  ...group("am", "plate", "class, then sign by sign", [
    ["ኮድ 3-12345 አ.አ የሆነ መኪና ተሰረቀ።", "ኮድ ሦስት፣ አንድ ሁለት ሦስት አራት አምስት አዲስ አበባ የሆነ መኪና ተሰረቀ።"],
    ["የሰሌዳ ቁጥር አ.አ 3-12345 ነው።", "የሰሌዳ ቁጥር አዲስ አበባ ሦስት፣ አንድ ሁለት ሦስት አራት አምስት ነው።"],
    ["ታርጋ ቁጥር ኦሮ 3-45678 ታይቷል።", "ታርጋ ቁጥር ኦሮሚያ ሦስት፣ አራት አምስት ስድስት ሰባት ስምንት ታይቷል።"],
    ["ኮድ 2 A12345 መኪና ቆሟል።", "ኮድ ሁለት፣ ኤ አንድ ሁለት ሦስት አራት አምስት መኪና ቆሟል።"],
    ["መኪናው AA 2-B54321 ነው።", "መኪናው አዲስ አበባ ሁለት፣ ቢ አምስት አራት ሦስት ሁለት አንድ ነው።"],
    ["ኮድ 1-23456 ታክሲ ነው።", "ኮድ አንድ፣ ሁለት ሦስት አራት አምስት ስድስት ታክሲ ነው።"]
  ]),
  ...group("am", "version", "dots are said", [
    ["ስሪት 2.0.1 ወጥቷል።", "ስሪት ሁለት ነጥብ ዜሮ ነጥብ አንድ ወጥቷል።"],
    ["አዲሱ v3 ቀርቧል።", "አዲሱ ቨርዥን ሦስት ቀርቧል።"],
    ["iOS 17.2.1 ይጫኑ።", "አይ ኦ ኤስ አሥራ ሰባት ነጥብ ሁለት ነጥብ አንድ ይጫኑ።"],
    ["የአይፒ አድራሻው 192.168.1.1 ነው።", "የአይፒ አድራሻው አንድ መቶ ዘጠና ሁለት ነጥብ አንድ መቶ ስልሳ ስምንት ነጥብ አንድ ነጥብ አንድ ነው።"],
    ["Python 3.12 ይጠቀማል።", "ፓይተን ሦስት ነጥብ አሥራ ሁለት ይጠቀማል።"],
    ["በአንቀጽ 3.2.1 ተገልጿል።", "በአንቀጽ ሦስት ነጥብ ሁለት ነጥብ አንድ ተገልጿል።"]
  ]),
  ...group("am", "house", "numbers by their parts", [
    ["የቤት ቁጥር 234/5 ነው።", "የቤት ቁጥር ሁለት መቶ ሰላሳ አራት ስላሽ አምስት ነው።"],
    ["ወረዳ 03 ቀበሌ 05 ይኖራል።", "ወረዳ ዜሮ ሦስት ቀበሌ ዜሮ አምስት ይኖራል።"],
    ["የቤት ቁጥር B-12 ተከራይቷል።", "የቤት ቁጥር ቢ አሥራ ሁለት ተከራይቷል።"],
    ["ቢሮ ቁጥር 4/201 ይግቡ።", "ቢሮ ቁጥር አራት ስላሽ ሁለት መቶ አንድ ይግቡ።"],
    ["ክፍል 05 ተዘግቷል።", "ክፍል ዜሮ አምስት ተዘግቷል።"]
  ]),
  ...group("om", "identifier", "digit by digit in fours, as call centres of banks read them out", [
    [
      "Lakkoofsa herregaa 1000123456789 irratti galchaa.",
      "Lakkoofsa herregaa tokko zeeroo zeeroo zeeroo, tokko lama sadii afur, shan ja'a torba saddeet sagal irratti galchaa."
    ],
    [
      "Herrega keessan 1000****5678 irraa qarshii 500 baheera.",
      "Herrega keessan tokko zeeroo zeeroo zeeroo, urjiiwwan, shan ja'a torba saddeet irraa qarshii dhibba shan baheera."
    ],
    ["Herregni 1*****1234 cufameera.", "Herregni tokko, urjiiwwan, tokko lama sadii afur cufameera."],
    [
      "Lakkoofsi kaardii 4567 1234 5678 9012 dha.",
      "Lakkoofsi kaardii afur shan ja'a torba, tokko lama sadii afur, shan ja'a torba saddeet, sagal zeeroo tokko lama dha."
    ],
    ["Koodiin mirkaneessaa 483920 dha.", "Koodiin mirkaneessaa afur saddeet sadii, sagal lama zeeroo dha."],
    ["Koodii iccitii 4821 galchaa.", "Koodii iccitii afur saddeet lama tokko galchaa."],
    ["Lakkoofsi daldalaa FT24123ABC dha.", "Lakkoofsi daldalaa eef tii lama afur tokko lama sadii ee bii sii dha."],
    ["Lakkoofsi nagahee 00123456 dha.", "Lakkoofsi nagahee zeeroo zeeroo tokko lama, sadii afur shan ja'a dha."],
    [
      "Lakkoofsi eenyummaa gibiraa 0012345678 dha.",
      "Lakkoofsi eenyummaa gibiraa zeeroo zeeroo tokko lama, sadii afur shan, ja'a torba saddeet dha."
    ],
    [
      "Lakkoofsi Faayidaa 1234 5678 9012 dha.",
      "Lakkoofsi Faayidaa tokko lama sadii afur, shan ja'a torba saddeet, sagal zeeroo tokko lama dha."
    ],
    ["Paaspoortiin EP1234567 bade.", "Paaspoortiin ii pii tokko lama sadii afur, shan ja'a torba bade."],
    [
      "Eenyummeessaan lakk. 12345/08 badeera.",
      "Eenyummeessaan lakkoofsa tokko lama sadii afur shan islaashii zeeroo saddeet badeera."
    ],
    ["Lakkoofsi lootorii 0123456 mo'ate.", "Lakkoofsi lootorii zeeroo tokko lama sadii, afur shan ja'a mo'ate."],
    [
      "Lakkoofsi hordoffii RR123456789ET dha.",
      "Lakkoofsi hordoffii aar aar tokko lama sadii afur, shan ja'a torba saddeet sagal ii tii dha."
    ],
    [
      "Barataan UGR/1234/12 dhiyaate.",
      "Barataan yuu jii aar islaashii tokko lama sadii afur islaashii kudha lama dhiyaate."
    ],
    ["Nagaheen INV-2024-0012 dha.", "Nagaheen aay een vii lama zeeroo lama afur zeeroo zeeroo tokko lama dha."],
    [
      "Labsiin lakk. 1113/2011 bahe.",
      "Labsiin lakkoofsa kuma tokko dhibba tokkoo fi kudha sadii bara kuma lamaa fi kudha tokko bahe."
    ],
    ["Qajeelfama lakk. 30/2012 ilaali.", "Qajeelfama lakkoofsa soddoma bara kuma lamaa fi kudha lama ilaali."],
    [
      "Dambii lakk. 156/2001 fooyya'e.",
      "Dambii lakkoofsa dhibba tokkoo fi shantamii ja'a bara kuma lamaa fi tokko fooyya'e."
    ],
    [
      "Xalayaa lakk. 12/345/16 barreeffame.",
      "Xalayaa lakkoofsa kudha lama islaashii dhibba sadii fi afurtamii shan islaashii kudha ja'a barreeffame."
    ],
    [
      "Lakk. BO/123/2016 ilaali.",
      "lakkoofsa bii oo islaashii dhibba tokkoo fi digdamii sadii islaashii kuma lamaa fi kudha ja'a ilaali."
    ],
    ["Kaardiin **** 4321 dha.", "Kaardiin urjiiwwan, afur sadii lama tokko dha."],
    ["Balaliin ET 302 ture.", "Balaliin ii tii dhibba sadii fi lama ture."],
    ["ET308 Naayiroobii gahe.", "ii tii dhibba sadii fi saddeet Naayiroobii gahe."],
    ["Xiyyaarri F-16 bitame.", "Xiyyaarri eef kudha ja'a bitame."],
    [
      "Kitaabni ISBN 978-99944-2-123-4 qaba.",
      "Kitaabni aay ees bii een sagal torba saddeet, sagal sagal sagal afur afur, lama, tokko lama sadii, afur qaba."
    ],
    ["Dhukkubni H1N1 argame.", "Dhukkubni eech tokko een tokko argame."],
    ["Gaasiin CO2 dabale.", "Gaasiin sii oo lama dabale."],
    ["Faayilii MP3 dha.", "Faayilii eem pii sadii dha."],
    ["Hangi PM2.5 dabale.", "Hangi pii eem lama tuqaa shan dabale."],
    ["Halluun #FF5733 dha.", "Halluun eef eef shan torba sadii sadii dha."],
    ["Basaasaan 007 dhufe.", "Basaasaan zeeroo zeeroo torba dhufe."],
    [
      "Waliigalteen lakk. AB/123/2016 haa ilaalamu.",
      "Waliigalteen lakkoofsa ee bii islaashii dhibba tokkoo fi digdamii sadii islaashii kuma lamaa fi kudha ja'a haa ilaalamu."
    ]
  ]),
  ...group("om", "plate", "class, then sign by sign", [
    ["Koodii 3-12345 hatame.", "Koodii sadii, tokko lama sadii afur shan hatame."],
    ["Gabatee Oro 3-45678 ilaalle.", "Gabatee Oromiyaa sadii, afur shan ja'a torba saddeet ilaalle."],
    ["Taargaan AA 3-12345 dha.", "Taargaan Finfinnee sadii, tokko lama sadii afur shan dha."],
    ["Koodii 2 A12345 dhaabate.", "Koodii lama, ee tokko lama sadii afur shan dhaabate."],
    ["Konkolaataan OR 2-B54321 dha.", "Konkolaataan Oromiyaa lama, bii shan afur sadii lama tokko dha."],
    ["Koodii 1-23456 taaksii dha.", "Koodii tokko, lama sadii afur shan ja'a taaksii dha."]
  ]),
  ...group("om", "version", "dots are said", [
    ["Vershiniin 2.0.1 bahe.", "Vershiniin lama tuqaa zeeroo tuqaa tokko bahe."],
    ["Haaraan v3 dhiyaate.", "Haaraan vershinii sadii dhiyaate."],
    ["iOS 17.2.1 fe'aa.", "aay oo ees kudha torba tuqaa lama tuqaa tokko fe'aa."],
    [
      "Teessoon 192.168.1.1 dha.",
      "Teessoon dhibba tokkoo fi sagaltamii lama tuqaa dhibba tokkoo fi jaatamii saddeet tuqaa tokko tuqaa tokko dha."
    ],
    ["Python 3.12 fayyadama.", "pizon sadii tuqaa kudha lama fayyadama."],
    ["Kutaa 3.2.1 keessatti ibsame.", "Kutaa sadii tuqaa lama tuqaa tokko keessatti ibsame."]
  ]),
  ...group("om", "house", "numbers by their parts", [
    ["Mana lakk. 234/5 jiraata.", "Mana lakkoofsa dhibba lamaa fi soddomii afur islaashii shan jiraata."],
    ["Ganda 05 keessa jiraata.", "Ganda zeeroo shan keessa jiraata."],
    ["Aanaa 03 keessatti argama.", "Aanaa zeeroo sadii keessatti argama."],
    ["Mana lakk. B-12 kireeffame.", "Mana lakkoofsa bii kudha lama kireeffame."],
    ["Biiroo lakk. 4/201 seenaa.", "Biiroo lakkoofsa afur islaashii dhibba lamaa fi tokko seenaa."]
  ]),
  ...group("om", "plate", "region, class, then sign by sign", [
    [
      "Konkolaataan lakkoofsi gabatee isaa OR-3-45621 ta'e.",
      "Konkolaataan lakkoofsi gabatee isaa Oromiyaa sadii, afur shan ja'a lama tokko ta'e."
    ]
  ])
]
