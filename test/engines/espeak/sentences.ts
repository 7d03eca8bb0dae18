/** Sentences of the kinds that clients send: prose, numbers, abbreviations, marks of every sort. */
import type { Language } from "../../../src/Domain.ts"

export const sentences: Readonly<Record<Language, ReadonlyArray<string>>> = {
  am: [
    "ሰላም ለዓለም፣ ዛሬ ብዙ ሰዎች ወደ ከተማው መጥተው ትልቅ ስብሰባ አደረጉ።",
    "ዋጋው 3.5 ብር ነው፤ ትናንት ግን 1,250 ብር ነበር።",
    "በ1966 ዓ.ም. የተወለደው ልጅ አሁን 58 ዓመቱ ነው።",
    "ት/ቤቱ ፲፪ ክፍሎችና ፫፻ ተማሪዎች አሉት!",
    "«ምን አልክ?» ብላ ጠየቀች፤ እሱም፦ ምንም አለ።",
    "ቡና፡ሻይ፡ወተት፡እና፡ውሃ፡አለ።",
    "ስልክ ቁጥሬ +251 911 23 45 67 ነው (ቤት)።",
    "ABC ባንክ 25% ወለድ ይሰጣል & ይቀበላል።",
    "ቐልብ ኇ ሗ ፇ ዏ",
    "እ",
    "😀 ደስ ብሎኛል 🎉 — በጣም…",
    "ጤና ይስጥልኝ\nእንኳን ደህና መጡ\t[[a]] መልካም ቀን"
  ],
  om: [
    "Akkam jirtu, namoonni baay'een har'a gara magaalaa dhufanii walga'ii guddaa taasisan.",
    "Gatiin isaa qarshii 3.5 dha; kaleessa garuu 1,250 ture.",
    "Bara 1966 dhalate, amma umuriin isaa waggaa 58 dha.",
    "Dr. Tolaa fi Obbo Gammachuu barsiisota, hojjettoota fkn. namoota hedduu waamani.",
    "Maaltu ta’e? jettee gaafatte; innis: homaa, jedhe!",
    "Buna, shaayii, aannan, bishaan fi kkf. ni jira.",
    "Lakkoofsi bilbilaa koo +251 911 23 45 67 (mana) dha.",
    "Baankiin ABC dhala 25% ni kenna & ni fudhata.",
    "Re'een bosonaʼa keessa jirti, ka'ee deeme.",
    "Ani",
    "😀 Baay'ee gammadeera 🎉 — galatoomaa…",
    "Nagaan bulaa\nBor wal agarra\tguyyaa gaarii"
  ]
}
