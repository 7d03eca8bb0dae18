/** Ranges, scores, ratios and fractions. */
import { type Case, group } from "./Case.ts"

export const ranges: ReadonlyArray<Case> = [
  ...group("am", "range", '"ከ … እስከ …"; a prefix of its own stays with the first', [
    ["ለ5-10 ሰዎች ይበቃል።", "ለአምስት እስከ አሥር ሰዎች ይበቃል።"],
    ["5-10 ሰዎች መጡ።", "ከአምስት እስከ አሥር ሰዎች መጡ።"],
    ["5–10 ደቂቃ ይፈጃል።", "ከአምስት እስከ አሥር ደቂቃ ይፈጃል።"],
    ["ገጽ 12-18 ተመልከት።", "ገጽ ከአሥራ ሁለት እስከ አሥራ ስምንት ተመልከት።"],
    ["ከ5-10 ሰዎች መጡ።", "ከአምስት እስከ አሥር ሰዎች መጡ።"],
    ["የ5-10 ዓመት ልጆች ናቸው።", "የአምስት እስከ አሥር ዓመት ልጆች ናቸው።"],
    ["1,000-2,000 ተማሪዎች ተመዘገቡ።", "ከአንድ ሺህ እስከ ሁለት ሺህ ተማሪዎች ተመዘገቡ።"],
    ["ዕድሜ 18-35 የሆናችሁ አመልክቱ።", "ዕድሜ ከአሥራ ስምንት እስከ ሰላሳ አምስት የሆናችሁ አመልክቱ።"],
    ["2-3 ጊዜ ደወልኩ።", "ከሁለት እስከ ሦስት ጊዜ ደወልኩ።"],
    ["ቁጥር 10 – 20 ያሉት ይግቡ።", "ቁጥር ከአሥር እስከ ሃያ ያሉት ይግቡ።"],
    ["በ3-4 ቀናት ውስጥ ይደርሳል።", "ከሦስት እስከ አራት ቀናት ውስጥ ይደርሳል።"],
    ["ከ100-150 ሺህ ሰዎች ተፈናቀሉ።", "ከአንድ መቶ እስከ አንድ መቶ ሃምሳ ሺህ ሰዎች ተፈናቀሉ።"]
  ]),
  ...group("am", "score", '"ለ" between the two; ባዶ for nothing (commentators)', [
    ["ቡድኑ 3-1 አሸነፈ።", "ቡድኑ ሦስት ለአንድ አሸነፈ።"],
    ["በ2-0 ውጤት ተጠናቀቀ።", "በሁለት ለባዶ ውጤት ተጠናቀቀ።"],
    ["ጨዋታው 1-1 በሆነ አቻ ውጤት ተጠናቀቀ።", "ጨዋታው አንድ ለአንድ በሆነ አቻ ውጤት ተጠናቀቀ።"],
    ["ቅዱስ ጊዮርጊስ 2–0 ረታ።", "ቅዱስ ጊዮርጊስ ሁለት ለባዶ ረታ።"],
    ["አርሰናል 3ለ1 አሸነፈ።", "አርሰናል ሦስት ለአንድ አሸነፈ።"],
    ["ጨዋታው 2 ለ 0 ተጠናቀቀ።", "ጨዋታው ሁለት ለባዶ ተጠናቀቀ።"],
    ["ኢትዮጵያ ቡና ፋሲልን 2:1 አሸነፈ።", "ኢትዮጵያ ቡና ፋሲልን ሁለት ለአንድ አሸነፈ።"],
    ["ቡድኑ 0-0 ተለያየ።", "ቡድኑ ባዶ ለባዶ ተለያየ።"]
  ]),
  ...group("am", "score", "a ratio, with ለ", [
    ["መጠኑ 1:5 ነው።", "መጠኑ አንድ ለአምስት ነው።"],
    ["ካርታው በ1:50,000 ተዘጋጀ።", "ካርታው በአንድ ለሃምሳ ሺህ ተዘጋጀ።"],
    ["የመምህር ተማሪ ጥምርታ 1:40 ነው።", "የመምህር ተማሪ ጥምርታ አንድ ለአርባ ነው።"]
  ]),
  ...group(
    "am",
    "fraction",
    "ግማሽ, ሩብ, the denominator's ordinal (Leslau, Reference Grammar of Amharic); ተኩል behind a whole",
    [
      ["½ ድርሻ አለው።", "ግማሽ ድርሻ አለው።"],
      ["1/2 የሻይ ማንኪያ ጨው ጨምር።", "ግማሽ የሻይ ማንኪያ ጨው ጨምር።"],
      ["ከሕዝቡ 2/3 ገበሬ ነው።", "ከሕዝቡ ሁለት ሦስተኛ ገበሬ ነው።"],
      ["3/4ኛው ክፍል ተጠናቀቀ።", "ሦስት አራተኛው ክፍል ተጠናቀቀ።"],
      ["1/4 ኩባያ ዘይት ጨምር።", "ሩብ ኩባያ ዘይት ጨምር።"],
      ["¾ ኩባያ ውሃ ጨምር።", "ሦስት አራተኛ ኩባያ ውሃ ጨምር።"],
      ["የመሬት 1/3 ተሸፍኗል።", "የመሬት አንድ ሦስተኛ ተሸፍኗል።"],
      ["በ1/3 ቀነሰ።", "በአንድ ሦስተኛ ቀነሰ።"],
      ["2½ ኩባያ ዱቄት ጨምር።", "ሁለት ተኩል ኩባያ ዱቄት ጨምር።"],
      ["2 1/2 ሰሃን ሩዝ ጨምር።", "ሁለት ተኩል ሰሃን ሩዝ ጨምር።"],
      ["3¼ ሰሃን ሩዝ ጨምር።", "ሦስት ከሩብ ሰሃን ሩዝ ጨምር።"],
      ["ከአባላቱ የ2/3ኛ ድምጽ ያስፈልጋል።", "ከአባላቱ የሁለት ሦስተኛ ድምጽ ያስፈልጋል።"],
      ["⅓ ድርሻ አለው።", "አንድ ሦስተኛ ድርሻ አለው።"]
    ]
  ),
  ...group("am", "fraction", "so many of a whole: the whole first", [
    ["ፈተናው ላይ 8/10 አገኘ።", "ፈተናው ላይ ከአሥር ስምንት አገኘ።"],
    ["45/50 አመጣ።", "ከሃምሳ አርባ አምስት አመጣ።"],
    ["ውጤቱ 85/100 ነው።", "ውጤቱ ከአንድ መቶ ሰማንያ አምስት ነው።"],
    ["18.5/20 አገኘች።", "ከሃያ አሥራ ስምንት ነጥብ አምስት አገኘች።"]
  ]),
  ...group("om", "range", "hanga between the two, with long vowels", [
    ["Namoota 5-10 dhufan.", "Namoota shanii hanga kudhanii dhufan."],
    ["Fuula 12-18 ilaali.", "Fuula kudha lamaa hanga kudha saddeetii ilaali."],
    ["Daqiiqaa 5–10 fudhata.", "Daqiiqaa shanii hanga kudhanii fudhata."],
    ["Ijoollee waggaa 5-10 dha.", "Ijoollee waggaa shanii hanga kudhanii dha."],
    ["Barattoota 1,000-2,000 galmaa'an.", "Barattoota kuma tokkoo hanga kuma lamaa galmaa'an."],
    ["Umriin 18-35 ta'uu qaba.", "Umriin kudha saddeetii hanga soddomii shanii ta'uu qaba."],
    ["Yeroo 2-3 bilbile.", "Yeroo lamaa hanga sadii bilbile."],
    ["Guyyoota 3-4 keessatti gaha.", "Guyyoota sadii hanga afurii keessatti gaha."],
    ["Namoota kuma 100-150 buqqa'an.", "Namoota kuma dhibba tokkoo hanga dhibba tokkoo fi shantamaa buqqa'an."]
  ]),
  ...group("om", "score", "fi between the two, duwwaa for nothing (sports news: 2 fi 0)", [
    ["Gareen keenya 3-1 mo'ate.", "Gareen keenya sadii fi tokko mo'ate."],
    ["Taphni 2-0 xumurame.", "Taphni lamaa fi duwwaa xumurame."],
    ["Gareen lamaan 1-1 wal qixa ba'an.", "Gareen lamaan tokkoo fi tokko wal qixa ba'an."],
    ["Barsiilonaan 2–1 injifate.", "Barsiilonaan lamaa fi tokko injifate."],
    ["Taphni 0-0 xumurame.", "Taphni duwwaa fi duwwaa xumurame."],
    ["Arsenaal goolii 4-2 mo'ate.", "Arsenaal goolii afurii fi lama mo'ate."]
  ]),
  ...group("om", "score", "a ratio, with fi", [
    ["Reeshoon isaa 1:5 dha.", "Reeshoon isaa tokkoo fi shan dha."],
    ["Kaartaan 1:50,000 qophaa'e.", "Kaartaan tokkoo fi kuma shantama qophaa'e."]
  ]),
  ...group("om", "fraction", "walakkaa, kurmaana, the denominator's ordinal (Wikibooks, Afaan Oromo, chapter 1)", [
    ["Bishaan ½ itti dabali.", "Bishaan walakkaa itti dabali."],
    ["Shaayii maankaa 1/2 itti dabali.", "Shaayii maankaa walakkaa itti dabali."],
    ["Uummata keessaa 2/3 qonnaan bulaa dha.", "Uummata keessaa lama sadaffaa qonnaan bulaa dha."],
    ["Lafa 1/3 uwwise.", "Lafa tokko sadaffaa uwwise."],
    ["1/4 hojii xumurame.", "kurmaana hojii xumurame."],
    ["Hojii keessaa 3/4 xumurame.", "Hojii keessaa sadii afraffaa xumurame."],
    ["Kubbaayyaa 2½ itti dabali.", "Kubbaayyaa lamaa fi walakkaa itti dabali."],
    ["Ruuzii saahinii 2 1/2", "Ruuzii saahinii lamaa fi walakkaa"]
  ]),
  ...group("om", "fraction", "so many of a whole: keessaa", [
    ["Qormaata irratti 8/10 argate.", "Qormaata irratti kudhan keessaa saddeet argate."],
    ["45/50 fide.", "shantama keessaa afurtamii shan fide."],
    ["Qabxiin isaa 85/100 dha.", "Qabxiin isaa dhibba tokko keessaa saddeettamii shan dha."]
  ]),
  ...group("om", "fraction", "marks of an examination out of their whole; the ordinal's ending written apart", [
    [
      "Barattuun tun qabxii 575/600 fidde.",
      "Barattuun tun qabxii dhibba ja'a keessaa dhibba shanii fi torbaatamii shan fidde."
    ],
    ["Ummata keessaa 3/4 ffaan qonnaan bulaadha.", "Ummata keessaa sadii afraffaan qonnaan bulaadha."]
  ]),
  ...group("om", "score", "sports news without hudhaa", [
    ["Itoophiyaan Keeniyaa 3 - 0 moote.", "Itoophiyaan Keeniyaa sadii fi duwwaa moote."]
  ])
]
