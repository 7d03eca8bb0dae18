/** Words of the other script and of other languages. */
import { type Case, group } from "./Case.ts"

export const latin: ReadonlyArray<Case> = [
  ...group("am", "latin", "names of Ethiopia", [
    ["Sahle-Work Zewde ንግግር አደረጉ።", "ሣህለወርቅ ዘውዴ ንግግር አደረጉ።"],
    ["Abebe Bikila በባዶ እግሩ ሮጦ አሸነፈ።", "አበበ ቢቂላ በባዶ እግሩ ሮጦ አሸነፈ።"],
    ["በAddis Ababa ከተማ ዝናብ ጣለ።", "በአዲስ አበባ ከተማ ዝናብ ጣለ።"],
    ["Haile Gebrselassie እና Tirunesh Dibaba ተሸለሙ።", "ኃይሌ ገብረሥላሴ እና ጥሩነሽ ዲባባ ተሸለሙ።"],
    ["የTigist እናት መጣች።", "የትዕግስት እናት መጣች።"],
    ["ደራሲ Tolasa Gammachuu መጽሐፍ አሳተመ።", "ደራሲ ቶላሳ ገመቹ መጽሐፍ አሳተመ።"],
    ["Caalaa Dhugaasaa ዘፈነ።", "ጫላ ዱጋሳ ዘፈነ።"],
    ["ከHawassa ወደ Arba Minch ተጓዙ።", "ከሐዋሳ ወደ አርባ ምንጭ ተጓዙ።"],
    ["የDire Dawa ነዋሪዎች ተደሰቱ።", "የድሬ ዳዋ ነዋሪዎች ተደሰቱ።"]
  ]),
  ...group("am", "latin", "borrowed English words, as their makers' Amharic pages write them", [
    ["Samsung Galaxy S24 ገበያ ላይ ዋለ።", "ሳምሰንግ ጋላክሲ ኤስ ሃያ አራት ገበያ ላይ ዋለ።"],
    ["Covid-19 ክትባት ተሰጠ።", "ኮቪድ አሥራ ዘጠኝ ክትባት ተሰጠ።"],
    ["Dr. Abebe Bekele ከProf. Tadesse ጋር መጡ።", "ዶክተር አበበ በቀለ ከፕሮፌሰር ታደሰ ጋር መጡ።"],
    ["World Bank ብድር አጸደቀ።", "ዎርልድ ባንክ ብድር አጸደቀ።"],
    ["በFacebook ገጻችን ይከታተሉን።", "በፌስቡክ ገጻችን ይከታተሉን።"],
    ["የGoogle ሠራተኞች Facebookን ተቹ።", "የጉግል ሠራተኞች ፌስቡክን ተቹ።"],
    ["አዲስ computer ገዛሁ።", "አዲስ ኮምፒዩተር ገዛሁ።"],
    ["internet ተቋርጧል።", "ኢንተርኔት ተቋርጧል።"],
    ["በemail ይላኩልን።", "በኢሜይል ይላኩልን።"],
    ["በTelegram ቻናላችን ይቀላቀሉ።", "በቴሌግራም ቻናላችን ይቀላቀሉ።"],
    ["online ክፍያ ይፈጽሙ።", "ኦንላይን ክፍያ ይፈጽሙ።"],
    ["Telebirr app አውርዱ።", "ቴሌብር አፕ አውርዱ።"],
    ["የSafaricom ደንበኞች M-Pesa ይጠቀማሉ።", "የሳፋሪኮም ደንበኞች ኤም ፔሳ ይጠቀማሉ።"],
    ["Wi-Fi እና Bluetooth አብራ።", "ዋይፋይ እና ብሉቱዝ አብራ።"],
    ["በYouTube ቪዲዮ ተመለከትኩ።", "በዩቲዩብ ቪዲዮ ተመለከትኩ።"],
    ["Ethiopian Airlines አዲስ በረራ ጀመረ።", "ኢትዮጵያን ኤርላይንስ አዲስ በረራ ጀመረ።"],
    ["ETHIO TELECOM ቅናሽ አደረገ።", "ኢትዮ ቴሌኮም ቅናሽ አደረገ።"],
    ["የManchester United ተጫዋች ጎል አስቆጠረ።", "የማንቸስተር ዩናይትድ ተጫዋች ጎል አስቆጠረ።"],
    ["laptop እና smartphone ተሰረቀ።", "ላፕቶፕ እና ስማርትፎን ተሰረቀ።"]
  ]),
  ...group("am", "text", "borrowed English words, as their makers' Amharic pages write them", [
    ["Save the Children ድጋፍ አደረገ።", "Save the Children ድጋፍ አደረገ።"],
    ["Bank of Abyssinia ቅርንጫፍ ከፈተ።", "Bank of Abyssinia ቅርንጫፍ ከፈተ።"],
    ["እሷም I love you አለችው።", "እሷም I love you አለችው።"]
  ]),
  ...group("om", "loanword", "borrowed words in English spelling", [
    ["Covid-19 ittisaa.", "koviidii kudha sagal ittisaa."],
    ["World Bank liqaa kenne.", "waarld baankii liqaa kenne."],
    ["Obbo Smith dhufe.", "Obbo smiz dhufe."],
    ["TikTok irratti ilaalaa.", "tiiktookii irratti ilaalaa."],
    ["Facebook irratti na hordofi.", "feesbuukii irratti na hordofi."],
    ["Facebookii keessatti barreesse.", "feesbuukii keessatti barreesse."],
    ["YouTube'tti viidiyoo ilaali.", "yuutuubiitti viidiyoo ilaali."],
    ["Google keessa barbaadi.", "guugilii keessa barbaadi."],
    ["Googlen odeeffannoo kenna.", "guugiliin odeeffannoo kenna."],
    ["computer haaraa bite.", "kompiitara haaraa bite."],
    ["internet hin jiru.", "intarneetii hin jiru."],
    ["email ergi.", "iimeelii ergi."],
    ["Telegram channel keenya hordofaa.", "teelegiraamii chaanaalii keenya hordofaa."],
    ["University Jimmaa keessa barata.", "yuunivarsiitii Jimmaa keessa barata."],
    ["Teknooloojiin technology jedhama.", "Teknooloojiin teeknooloojii jedhama."],
    ["Samsung fi iPhone bitan.", "saamsangii fi aayifoonii bitan."],
    ["WhatsApp fayyadama.", "waatsaappii fayyadama."],
    ["Wi-Fi banaa.", "waayifaayii banaa."],
    ["Michael fi John dhufan.", "maayikil fi joon dhufan."],
    ["London fi Paris daawwatan.", "landan fi paaris daawwatan."],
    ["Ethiopian Airlines balali'e.", "itoophiyaan ayirlaayinsii balali'e."],
    ["Safaricom tajaajila jalqabe.", "saafaarikoomii tajaajila jalqabe."],
    ["Telebirr'n kaffali.", "telebirriin kaffali."],
    ["Application download godhi.", "appilikeeshinii daawunloodii godhi."],
    ["Bluetooth bani.", "biluutuuzii bani."],
    ["Hotel Hilton keessa bule.", "hoteela hiiltan keessa bule."],
    ["Education Minister dubbatan.", "edukeeshin ministeera dubbatan."],
    ["Software kana fayyadami.", "sooftiweerii kana fayyadami."],
    ["Manchester United mo'ate.", "maanchastar yunaayitid mo'ate."],
    ["Video haaraa baase.", "viidiyoo haaraa baase."],
    ["Ethiopia fi Kenya walii galan.", "itoophiyaa fi keeniyaa walii galan."],
    ["Addis Ababa keessa jira.", "addis abaabaa keessa jira."],
    ["Haile Gebrselassie fiige.", "hayilee gebrselassii fiige."],
    ["Smart phone bitadhe.", "smart foonii bitadhe."]
  ]),
  ...group("om", "fold", "fidel in Qubee", [
    ["ሰላም jedhe.", "selaam jedhe."],
    ["Maqaan isaa አበበ dha.", "Maqaan isaa abebe dha."]
  ])
]
