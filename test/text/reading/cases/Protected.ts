/** Addresses, names of accounts, tags, files, emoji and marks of mark-up, in posts and chat. */
import { type Case, group } from "./Case.ts"

export const protecteds: ReadonlyArray<Case> = [
  ...group("am", "url", "dots by name, letters as words or by name", [
    ["https://www.ethiotelecom.et ይጎብኙ።", "ደብሊው ደብሊው ደብሊው ዶት ኢትዮ ቴሌኮም ዶት ኢቲ ይጎብኙ።"],
    ["ዝርዝሩን www.cbe.com.et ላይ ይመልከቱ።", "ዝርዝሩን ደብሊው ደብሊው ደብሊው ዶት ሲ ቢ ኢ ዶት ኮም ዶት ኢቲ ላይ ይመልከቱ።"],
    ["በwww.moe.gov.et ይመዝገቡ።", "በደብሊው ደብሊው ደብሊው ዶት ኤም ኦ ኢ ዶት ጎቭ ዶት ኢቲ ይመዝገቡ።"],
    ["ድረ ገጻችን t.me/qalnews ነው።", "ድረ ገጻችን ቲ ዶት ሚ ስላሽ qalnews ነው።"],
    ["ሰነዱ report.pdf ይባላል።", "ሰነዱ ሪፖርት ዶት ፒ ዲ ኤፍ ይባላል።"],
    ["ፋይሉን ደብዳቤ.docx ይክፈቱ።", "ፋይሉን ደብዳቤ ዶት ዶክ ኤክስ ይክፈቱ።"],
    ["ፋይሉ /home/abebe/notes.txt ነው።", "ፋይሉ ስላሽ ሆም ስላሽ አበበ ስላሽ notes ዶት ቲ ኤክስ ቲ ነው።"]
  ]),
  ...group("am", "email", "@ and dots by name", [
    ["በinfo@ethiotelecom.et ይጻፉልን።", "በኢንፎ አት ኢትዮ ቴሌኮም ዶት ኢቲ ይጻፉልን።"],
    ["ኢሜይል abebe_k@gmail.com ነው።", "ኢሜይል አበበ አንደርስኮር ኬ አት ጂሜይል ዶት ኮም ነው።"]
  ]),
  ...group("am", "handle", "@ and the name", [
    ["@abebe ን ይከተሉ።", "አት አበበን ይከተሉ።"],
    ["በቴሌግራም @tikvah ይቀላቀሉ።", "በቴሌግራም አት tikvah ይቀላቀሉ።"]
  ]),
  ...group("am", "hashtag", "words of a tag are apart", [
    ["#ኢትዮጵያ_ታሸንፋለች በሚል ተሰራጨ።", "ኢትዮጵያ ታሸንፋለች በሚል ተሰራጨ።"],
    ["ዛሬ #AddisAbaba ደማቅ ነው።", "ዛሬ አዲስ አበባ ደማቅ ነው።"],
    ["#ሰላም ይሁን።", "ሰላም ይሁን።"]
  ]),
  ...group("am", "silent", "emoji and marks of mark-up have no sound", [
    ["እንኳን ደስ አላችሁ 🎉🎉 ሁላችሁም።", "እንኳን ደስ አላችሁ   ሁላችሁም።"],
    ["የኢትዮጵያ ባንዲራ 🇪🇹 ነው።", "የኢትዮጵያ ባንዲራ   ነው።"],
    ["ቤተሰብ 👩\u200d👩\u200d👧 ደስ ይላል።", "ቤተሰብ   ደስ ይላል።"],
    ["**ማሳሰቢያ** ዛሬ ስብሰባ አለ።", "ማሳሰቢያ ዛሬ ስብሰባ አለ።"],
    ["[እዚህ](https://qal.et/x) ይጫኑ።", "እዚህ ይጫኑ።"],
    ["<b>ትኩረት</b> ይስጡ።", "ትኩረት ይስጡ።"],
    ["`ሰላም` በል።", "ሰላም በል።"],
    ["ቃል™ ተመዘገበ።", "ቃል ተመዘገበ።"],
    ["እና/ወይም ብለው ይምረጡ።", "እና ወይም ብለው ይምረጡ።"]
  ]),
  ...group("om", "url", "dots by name, letters as words or by name", [
    [
      "https://www.ethiotelecom.et daawwadhaa.",
      "dabaliyuu dabaliyuu dabaliyuu tuqaa itiyoo teelekoomii tuqaa iitii daawwadhaa."
    ],
    [
      "Bal'inaan www.cbe.com.et irratti ilaalaa.",
      "Bal'inaan dabaliyuu dabaliyuu dabaliyuu tuqaa sii bii ii tuqaa koom tuqaa iitii irratti ilaalaa."
    ],
    [
      "Marsariitii www.moe.gov.et irratti galmaa'aa.",
      "Marsariitii dabaliyuu dabaliyuu dabaliyuu tuqaa eem oo ii tuqaa goov tuqaa iitii irratti galmaa'aa."
    ],
    ["Chaanaaliin keenya t.me/qalnews dha.", "Chaanaaliin keenya tii tuqaa mii islaashii qalnews dha."],
    ["Sanadni gabaasa.pdf jedhama.", "Sanadni gabaasa tuqaa pii dii eef jedhama."],
    ["Faayilii xalayaa.docx banaa.", "Faayilii xalayaa tuqaa dook eeks banaa."],
    [
      "Faayilli /home/tolaa/yaada.txt dha.",
      "Faayilli islaashii home islaashii tolaa islaashii yaada tuqaa tii eeks tii dha."
    ]
  ]),
  ...group("om", "email", "@ and dots by name", [
    ["Gara info@obn.com.et barreessaa.", "Gara iinfoo at oo bii een tuqaa koom tuqaa iitii barreessaa."],
    ["Imeelli tolaa_k@gmail.com dha.", "Imeelli tolaa andarskoor kee at jiimeelii tuqaa koom dha."]
  ]),
  ...group("om", "handle", "@ and the name", [
    ["@tolaa hordofaa.", "at tolaa hordofaa."],
    ["Teelegiraama @finfinne irratti nu argaa.", "Teelegiraama at finfinne irratti nu argaa."]
  ]),
  ...group("om", "hashtag", "words of a tag are apart", [
    ["#OromiyaaTiyya jedhame.", "Oromiyaa Tiyya jedhame."],
    ["Har'a #Irreecha2017 kabajame.", "Har'a Irreecha kuma lamaa fi kudha torba kabajame."],
    ["#nagaa haa ta'u.", "nagaa haa ta'u."]
  ]),
  ...group("om", "silent", "emoji and marks of mark-up have no sound", [
    ["Baga gammaddan 🎉🎉 hundi keessan.", "Baga gammaddan   hundi keessan."],
    ["Alaabaan 🇪🇹 ni mul'ata.", "Alaabaan   ni mul'ata."],
    ["Maatiin 👩\u200d👩\u200d👧 ni gammada.", "Maatiin   ni gammada."],
    ["**Hubachiisa** har'a walga'iin jira.", "Hubachiisa har'a walga'iin jira."],
    ["[Asitti](https://qal.et/x) tuqaa.", "Asitti tuqaa."],
    ["<b>Xiyyeeffannoo</b> kennaa.", "Xiyyeeffannoo kennaa."],
    ["`nagaa` jedhi.", "nagaa jedhi."],
    ["Maqaan™ galmaa'e.", "Maqaan galmaa'e."],
    ["Fi/yookiin jedhanii filatu.", "Fi yookiin jedhanii filatu."]
  ])
]
