/** Banks' messages, notices, letters and forms in Afaan Oromo. */
import { type Case, group } from "./Case.ts"

export const oromoNotices: ReadonlyArray<Case> = [
  ...group("om", "money", "a billion in short beside its currency; elsewhere bil. is a telephone", [
    ["Bu'aa birrii bil. 3.4 argate.", "Bu'aa birrii biiliyoona sadii tuqaa afur argate."],
    ["Baankiin kun doolaara bil. 1.5 waliigale.", "Baankiin kun doolaara biiliyoona tokko tuqaa shan waliigale."],
    ["Kaappitaalli birrii 18.7 bil. gahe.", "Kaappitaalli birrii biiliyoona kudha saddeet tuqaa torba gahe."],
    [
      "Gatii qamadii kuntaala 1 birrii 5,500-6,200",
      "Gatii qamadii kuntaala tokko birrii kuma shanii fi dhibba shanii hanga kuma ja'aa fi dhibba lamaa"
    ],
    ["Gatii €50m bitame.", "Gatii yuuroo miiliyoona shantama bitame."],
    ["Re'een 1 birrii 6000-9000 gurgurama.", "Re'een tokko birrii kuma ja'aa hanga kuma sagalii gurgurama."]
  ]),
  ...group("om", "date", "months cut short before a day and a year; sad. before an ordinal is sadarkaa", [
    ["Sad. 12, 2017", "Sadaasa kudha lama bara kuma lamaa fi kudha torba"],
    [
      "Fulb. 3, 2016 hanga Fulb. 10, 2016",
      "Fulbaana sadii bara kuma lamaa fi kudha ja'a hanga Fulbaana kudhan bara kuma lamaa fi kudha ja'a"
    ],
    ["Mud. 1/2016", "Muddee tokko bara kuma lamaa fi kudha ja'a"]
  ]),
  ...group("om", "ordinal", "parts of articles, of texts and of lists", [
    [
      "Labsii Lakk. 1156/2011 kwt. 24(2) jalatti",
      "Labsii lakkoofsa kuma tokko dhibba tokkoo fi shantamii ja'a bara kuma lamaa fi kudha tokko keewwata digdamii afur keewwata xiqqaa lama jalatti"
    ],
    [
      "Seera yakkaa kwt. 540 (1) fi (2) jalatti",
      "Seera yakkaa keewwata dhibba shanii fi afurtama keewwata xiqqaa tokko fi keewwata xiqqaa lama jalatti"
    ],
    ["Anqas. 39(2)", "anqasa soddomii sagal keewwata xiqqaa lama"],
    ["I. Seensa", "tokkoffaa, Seensa"],
    ["II. Kaayyoo Qorannoo", "lammaffaa, Kaayyoo Qorannoo"],
    [
      "Koreen kun 1. Dura taa'aa 2. Barreessaa 3. Miseensa qaba.",
      "Koreen kun tokkoffaa, Dura taa'aa lammaffaa, Barreessaa sadaffaa, Miseensa qaba."
    ]
  ]),
  ...group("om", "abbreviation", "offices' letters and forms", [
    ["G.G. Waajjira Daldalaa", "garagalcha Waajjira Daldalaa"],
    ["Saala: Dhi/Dha", "Saala: dhiira yookaan dhalaa"],
    ["Obbo W/Giyorgis T/Haayimaanot", "Obbo Walda Giyorgis Takla Haayimaanot"],
    ["D.K.D 500", "Dhaloota Kiristoos dura dhibba shan"],
    ["Barattoota keessaa dhi. 600", "Barattoota keessaa dhiira dhibba ja'a"],
    ["Bilb. 011 551 2345", "bilbila zeeroo kudha tokko, shan shantamii tokko, digdamii sadii, afurtamii shan"]
  ]),
  ...group("om", "number", "a price without its currency; a year before ergu; numbers from one to the other", [
    ["Gatiin duraa 500.00, amma 350.00", "Gatiin duraa dhibba shan, amma dhibba sadii fi shantama"],
    ["Shaakala 2.3: 5 + 3 = 8", "Shaakala lama tuqaa sadii: shan ida'uu sadii walqixa saddeet"]
  ]),
  ...group("om", "telephone", "bil. before a telephone", [
    ["Bil. 0911223344", "bilbila zeeroo sagal, kudha tokko, digdamii lama, soddomii sadii, afurtamii afur"]
  ]),
  ...group("om", "abbreviation", "sad. before an ordinal is sadarkaa", [
    ["M/B Sad. 1ffaa", "mana barumsaa sadarkaa tokkoffaa"]
  ]),
  ...group("om", "year", "a year before ergu is no telephone", [
    ["Gabaasa bara 2016 ergu ilaala", "Gabaasa bara kuma lamaa fi kudha ja'a ergu ilaala"]
  ]),
  ...group("om", "range", "exercises from one to the other", [
    ["lakk. 12-15 dubbisaa.", "lakkoofsa kudha lamaa hanga kudha shanii dubbisaa."]
  ]),
  ...group("om", "acronym", "two letters with fi between", [["X fi Y walqixa.", "xaa fi yaa walqixa."]]),
  ...group("om", "money", "the vowel before fi is long", [
    ["Birrii 30 fi 50", "Birrii soddomaa fi shantama"],
    ["Mindaan Br. 11,300 fi faayidaa biroo.", "Mindaan birrii kuma kudha tokkoo fi dhibba sadii fi faayidaa biroo."]
  ]),
  ...group("om", "measure", "the vowel before fi is long", [
    ["km 20 fi kg 5 bite.", "kiiloo meetira digdamaa fi kiiloo giraama shan bite."]
  ]),
  ...group("om", "percent", "the vowel before fi is long", [
    ["40% fi 60% argatan.", "dhibbeentaa afurtamaa fi dhibbeentaa jaatama argatan."]
  ]),
  ...group("om", "acronym", "letters of classes", [["Barattoota kutaa 7A hunda", "Barattoota kutaa torba aa hunda"]]),
  ...group("om", "sign", "a difference with a letter in it", [
    ["Yoo ta'e, 2x - 3 meeqa?", "Yoo ta'e, lama eeks hir'isuu sadii meeqa?"]
  ]),
  ...group("om", "acronym", "the service's own name, as it is said", [
    ["M-PESA tti baga nagaan dhuftan!", "eempeesaa tti baga nagaan dhuftan!"]
  ]),
  ...group("om", "identifier", "accounts of banks' messages with a suffix", [
    [
      "herrega kee lakk. 01320xxxx5500tti galeera.",
      "herrega kee lakkoofsa zeeroo tokko sadii lama zeeroo, shan shan zeeroo zeerootti galeera."
    ],
    [
      "Herrega lakk. 1000123456789tti galeera.",
      "Herrega lakkoofsa tokko zeeroo zeeroo zeeroo, tokko lama sadii afur, shan ja'a torba saddeet sagalitti galeera."
    ]
  ])
]
