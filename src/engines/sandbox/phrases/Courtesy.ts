/** Greetings, thanks, consent and requests. */
import type { Entry } from "../Phrasebook.ts"

export const greetings: ReadonlyArray<Entry> = [
  ["ሰላም | ጤና ይስጥልኝ", "Akkam", "Hello | Hi"],
  ["እንደምን አደሩ? | እንደምን አደርክ? | እንደምን አደርሽ?", "Akkam bultan? | Akkam bulte?", "Good morning"],
  ["እንደምን ዋሉ? | እንደምን ዋልክ? | እንደምን ዋልሽ?", "Akkam ooltan? | Akkam oolte?", "Good afternoon"],
  ["መልካም ምሽት", "Galgala gaarii", "Good evening"],
  ["ደህና ይደሩ | ደህና እደር | ደህና እደሪ | መልካም ሌሊት", "Nagaan bulaa | Nagaan buli | Halkan gaarii", "Good night"],
  ["መልካም ቀን", "Guyyaa gaarii", "Have a nice day | Have a good day"],
  ["እንዴት ነዎት? | እንዴት ነህ? | እንዴት ነሽ?", "Akkam jirtu? | Akkam jirta?", "How are you?"],
  ["ደህና ነኝ።", "Nagaan jira.", "I am fine. | I am well."],
  ["ደህና ነኝ፣ አመሰግናለሁ።", "Nagaan jira, galatoomaa. | Nagaan jira, galatoomi.", "I am fine, thank you."],
  ["ቤተሰብዎ እንዴት ነው? | ቤተሰብህ እንዴት ነው? | ቤተሰብሽ እንዴት ነው?", "Maatiin keessan akkam jiru?", "How is your family?"],
  [
    "እንኳን ደህና መጡ። | እንኳን ደህና መጣህ። | እንኳን ደህና መጣሽ። | እንኳን ደህና መጣችሁ።",
    "Baga nagaan dhuftan. | Baga nagaan dhufte.",
    "Welcome"
  ],
  ["ደህና ይሁኑ | ደህና ሁን | ደህና ሁኚ | ደህና ሁኑ", "Nagaatti", "Goodbye | Bye"],
  ["በኋላ እንገናኛለን።", "Booda wal argina.", "See you later."],
  ["ነገ እንገናኛለን።", "Boru wal argina.", "See you tomorrow."],
  ["መቼ እንገናኝ?", "Yoom wal argina?", "When shall we meet?"],
  ["መልካም ጉዞ", "Imala gaarii | Karaa nagaa", "Have a good trip | Have a nice trip"],
  ["መልካም ዕድል", "Carraa gaarii", "Good luck"],
  ["እንኳን ደስ አለዎት | እንኳን ደስ አለህ | እንኳን ደስ አለሽ | እንኳን ደስ አላችሁ", "Baga gammaddan | Baga gammadde", "Congratulations"],
  ["መልካም ልደት", "Guyyaa dhalootaa gaarii", "Happy birthday"],
  ["መልካም አዲስ ዓመት", "Bara haaraa gaarii | Waggaa haaraa gaarii", "Happy New Year"],
  ["መልካም በዓል", "Ayyaana gaarii", "Happy holiday"],
  ["መልካም ምግብ", "Nyaata gaarii", "Enjoy your meal"],
  ["ስለተዋወቅን ደስ ብሎኛል።", "Wal baruu keenyatti gammadeera.", "Nice to meet you."]
]

export const courtesy: ReadonlyArray<Entry> = [
  ["አመሰግናለሁ።", "Galatoomaa. | Galatoomi.", "Thank you. | Thanks."],
  ["በጣም አመሰግናለሁ።", "Baay'ee galatoomaa. | Baay'ee galatoomi.", "Thank you very much. | Many thanks. | Thanks a lot."],
  ["ምንም አይደለም።", "Homaa miti.", "No problem. | It is nothing."],
  ["እባክዎ | እባክዎን | እባክህ | እባክሽ", "Maaloo", "Please"],
  ["ይቅርታ", "Dhiifama", "Sorry | Excuse me"],
  ["ይቅርታ ያድርጉልኝ። | ይቅርታ አድርግልኝ። | ይቅርታ አድርጊልኝ።", "Dhiifama naaf godhaa. | Dhiifama naaf godhi.", "Forgive me."],
  ["አዎ | አዎን", "Eeyyee | Eyyee | Eeyyeen", "Yes"],
  ["አይ", "Lakki", "No"],
  ["አይ፣ አመሰግናለሁ።", "Lakki, galatoomaa. | Lakki, galatoomi.", "No, thank you. | No, thanks."],
  ["አዎ፣ እባክዎ።", "Eeyyee, maaloo.", "Yes, please."],
  ["እሺ", "Tole", "OK | Okay"],
  ["ምናልባት", "Tarii", "Maybe | Perhaps"],
  ["ችግር የለም።", "Rakkoon hin jiru.", "There is no problem."],
  ["እውነት ነው።", "Dhugaa dha. | Dhugaadha.", "It is true. | That is true."],
  ["ልክ ነው።", "Sirrii dha. | Sirriidha.", "It is correct. | That is correct."],
  ["ስህተት ነው።", "Dogoggora dha.", "It is a mistake."],
  ["ጥሩ ነው።", "Gaarii dha. | Gaariidha.", "It is good. | That is good."],
  ["መጥፎ ነው።", "Badaa dha. | Badaadha.", "It is bad. | That is bad."],
  ["በጣም ጥሩ", "Baay'ee gaarii", "Very good"],
  ["በቂ ነው።", "Ga'aa dha.", "It is enough. | That is enough."]
]

export const requests: ReadonlyArray<Entry> = [
  [
    "እባክዎ ይርዱኝ። | እባክህ እርዳኝ። | እባክሽ እርጂኝ። | እባክዎን ይርዱኝ።",
    "Maaloo na gargaaraa. | Maaloo na gargaari.",
    "Please help me."
  ],
  ["እርዱኝ። | እርዳኝ። | እርጂኝ። | ይርዱኝ።", "Na gargaaraa. | Na gargaari.", "Help me."],
  [
    "ሊረዱኝ ይችላሉ? | ልትረዳኝ ትችላለህ? | ልትረጂኝ ትችያለሽ?",
    "Na gargaaruu dandeessuu? | Na gargaaruu dandeessaa?",
    "Can you help me? | Could you help me?"
  ],
  ["መግባት እችላለሁ?", "Seenuu nan danda'aa?", "May I come in? | Can I come in?"],
  ["መጠየቅ እችላለሁ?", "Gaafachuu nan danda'aa?", "May I ask? | Can I ask?"],
  ["እባክዎ ይድገሙት። | እባክህ ድገመው። | እባክሽ ድገሚው።", "Maaloo irra deebi'aa.", "Please repeat. | Please repeat it."],
  ["እባክዎ ቀስ ብለው ይናገሩ።", "Maaloo suuta dubbadhaa.", "Please speak slowly."],
  ["እባክዎ ይጠብቁ። | እባክህ ጠብቅ። | እባክሽ ጠብቂ።", "Maaloo eegaa. | Maaloo eegi.", "Please wait."],
  ["አንድ ደቂቃ ይጠብቁ። | አንድ ደቂቃ ጠብቅ። | አንድ ደቂቃ ጠብቂ።", "Daqiiqaa tokko eegaa. | Daqiiqaa tokko eegi.", "Wait one minute."],
  ["ይጠብቁኝ። | ጠብቀኝ። | ጠብቂኝ።", "Na eegaa. | Na eegi.", "Wait for me."],
  ["እዚህ ይምጡ። | እዚህ ና። | እዚህ ነይ።", "As kottaa. | As koottaa. | As kottu. | As koottu.", "Come here."],
  ["ይግቡ። | ግባ። | ግቢ።", "Seenaa. | Seeni.", "Come in."],
  ["እባክዎ ይግቡ። | እባክህ ግባ። | እባክሽ ግቢ።", "Maaloo seenaa. | Maaloo seeni.", "Please come in."],
  ["ይቀመጡ። | ተቀመጥ። | ተቀመጪ።", "Taa'aa. | Taa'i.", "Sit down."],
  ["እባክዎ ይቀመጡ። | እባክህ ተቀመጥ። | እባክሽ ተቀመጪ።", "Maaloo taa'aa. | Maaloo taa'i.", "Please sit down."],
  ["ስሙኝ። | ስማኝ። | ስሚኝ።", "Na dhaggeeffadhaa.", "Listen to me."],
  ["እንሂድ።", "Haa deemnu.", "Let us go."],
  [
    "እባክዎ ይጻፉልኝ። | እባክህ ጻፍልኝ። | እባክሽ ጻፊልኝ።",
    "Maaloo naaf barreessaa. | Maaloo naaf barreessi.",
    "Please write it for me."
  ],
  [
    "እባክዎ በሩን ይክፈቱ። | እባክህ በሩን ክፈት። | እባክሽ በሩን ክፈቺ።",
    "Maaloo balbala banaa. | Maaloo balbala bani.",
    "Please open the door."
  ],
  [
    "እባክዎ በሩን ይዝጉ። | እባክህ በሩን ዝጋ። | እባክሽ በሩን ዝጊ።",
    "Maaloo balbala cufaa. | Maaloo balbala cufi.",
    "Please close the door."
  ],
  ["እባክዎ ያሳዩኝ። | እባክህ አሳየኝ። | እባክሽ አሳዪኝ።", "Maaloo na agarsiisaa. | Maaloo na agarsiisi.", "Please show me."],
  ["እባክዎ ይንገሩኝ። | እባክህ ንገረኝ። | እባክሽ ንገሪኝ።", "Maaloo natti himaa. | Maaloo natti himi.", "Please tell me."]
]
