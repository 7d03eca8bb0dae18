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
      "Koreen kun tokkoffaa, Dura taa'aa, lammaffaa, Barreessaa, sadaffaa, Miseensa qaba."
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
  ]),
  ...group("om", "number", "so many of them: before a possessive", [
    ["Kessumoota 4n isaanii.", "Kessumoota afran isaanii."]
  ]),
  ...group("om", "identifier", "a code, and whose it is", [
    ["OTP keessan 483920 dha.", "oo tii pii keessan afur saddeet sadii, sagal lama zeeroo dha."]
  ]),
  ...group("om", "abbreviation", "Ref No before the number of a payment", [
    ["Ref No FT240X1.", "lakkoofsa wabii eef tii lama afur zeeroo eeks tokko."]
  ]),
  ...group("om", "url", "words that run together, in English or with capitals", [
    ["coopbankoromia.com banaa.", "koop baankii oromiyaa tuqaa koom banaa."],
    ["fb.com/BBCAfaanOromoo dubbisaa.", "feesbuukii tuqaa koom islaashii bii bii sii Afaan Oromoo dubbisaa."]
  ]),
  ...group("om", "hashtag", "words that run together; of tags in a row each one", [
    ["#oromoprotests", "oromo protestsii"],
    ["#Irreecha2017 #OromoMedia", "Irreecha kuma lamaa fi kudha torba, Oromo miidiyaa"]
  ]),
  ...group("om", "measure", "so much in so much; a harvest of each hectare", [
    ["250 mg/5 ml, guyyaa 7f", "miilii giraama dhibba lamaa fi shantama miilii liitira shan keessatti, guyyaa torbaaf"],
    ["Oomishni ku/ha 45 ture.", "Oomishni hektaaratti kuntaala afurtamii shan ture."],
    ["Oomishni 45 ku/ha ture.", "Oomishni hektaaratti kuntaala afurtamii shan ture."]
  ]),
  ...group("om", "acronym", "one of Afaan Oromo, by the letters of Qubee", [["Heera FDRI", "Heera faa daa raa ii"]]),
  ...group("om", "sign", "one degree or the other", [["BSc/MSc qabu.", "bii ees sii yookaan eem ees sii qabu."]]),
  ...group("om", "loanword", "within single quotation marks; ny is a letter of Qubee", [
    ["'Facebook' fi Dassaaleeny.", "'feesbuukii' fi Dassaaleeny."]
  ]),
  ...group("om", "abbreviation", "accounts, codes of law, days of the week", [
    ["A/C 1000****12 irraa", "lakkoofsa herregaa tokko zeeroo zeeroo zeeroo, urjiiwwan, tokko lama irraa"],
    ["S/Y kwt 32", "seera yakkaa keewwata soddomii lama"],
    ["Wix.-Jim. banaa, Dil. cufaa", "Wiixata hanga Jimaata banaa, Dilbata cufaa"]
  ]),
  ...group("om", "money", "slashes as brackets around an amount in words", [
    ["qar. 10,000/kuma kudhan/ kaffale", "qarshii kuma kudhan(kuma kudhan) kaffale"]
  ]),
  ...group("om", "fraction", "out of the same whole twice", [
    [
      "Uumamaa 180/600, Hawaasaa 170/600",
      "Uumamaa dhibba ja'a keessaa dhibba tokkoo fi saddeettama, Hawaasaa dhibba ja'a keessaa dhibba tokkoo fi torbaatama"
    ]
  ]),
  ...group("om", "measure", "the least and the most; a rate without an amount", [
    ["Jimmaa 14/26°C", "Jimmaa digirii seelshiyeesii kudha afurii hanga digdamii ja'a"],
    ["saffisa (km/h)", "saffisa (sa'aatiitti kiiloo meetira)"],
    ["ku. 35/ha", "hektaara tokkotti kuntaala soddomii shan"]
  ]),
  ...group("om", "silent", "a currency that a word says already", [
    ["Doolaara biiliyoona $61 kenne.", "Doolaara biiliyoona jaatamii tokko kenne."]
  ]),
  ...group("om", "measure", "doses of a day", [
    ["Paracetamol 500mg 1x3", "paaraasitaamoolii miilii giraama dhibba shan tokko si'a sadii"]
  ]),
  ...group("om", "number", "a power of what stands in brackets", [["(a + b)²", "(ee ida'uu bii) iskuweerii"]]),
  ...group("om", "acronym", "the choices of a question", [["Eessa? A) Adaamaa", "Eessa? aa) Adaamaa"]]),
  ...group("om", "handle", "a known acronym in small letters", [
    ["@obn_tv ilaalaa.", "at oo bii een andarskoor tii vii ilaalaa."]
  ]),

  ...group("om", "abbreviation", "an article without a stop", [
    ["kew 12(4) jalatti", "keewwata kudha lama keewwata xiqqaa afur jalatti"]
  ]),
  ...group("om", "verse", "books by their short names", [
    [
      "2Tim 3:16; Uum 1:1.",
      "Ximootewos lammaffaa boqonnaa sadii lakkoofsa kudha ja'a; Uumama boqonnaa tokko lakkoofsa tokko."
    ]
  ]),
  ...group("om", "duration", "so long", [["Daqiiqaa 95' ture.", "Daqiiqaa sagaltamii shan ture."]]),
  ...group("om", "acronym", "dh, sh, ch in capitals", [["DH.D.U.O irraa", "dhaa daa uu oo irraa"]]),
  ...group("om", "loanword", "what is electronic", [["E-birr fi e-learning", "ii birrii fi ii liirningii"]]),

  ...group("om", "identifier", "a long account with an ending; a card of which a part is hidden", [
    ["1000987654321tti", "tokko zeeroo zeeroo zeeroo, sagal saddeet torba ja'a, shan afur sadii lama tokkotti"],
    ["4567-XXXX-XXXX-8901", "afur shan ja'a torba, saddeet sagal zeeroo tokko"]
  ]),
  ...group("om", "acronym", "of the words before it; an ending behind brackets", [
    ["Mana Murtii Waliigalaa (MMW)", "Mana Murtii Waliigalaa (maa maa waa)"],
    ["Dhaabbata Fayyaa Addunyaa (WHO)n ibse", "Dhaabbata Fayyaa Addunyaa (dabaliyuu eech oon ibse"],
    ["Inistitiyuutii Qorannoo Qonnaa Oromiyaa (IQQO)", "Inistitiyuutii Qorannoo Qonnaa Oromiyaa (ii qaa qaa oo)"]
  ]),
  ...group("om", "measure", "degrees with a slash; more than a rate", [
    ["23°/11°", "digirii digdamii sadii fi kudha tokko"]
  ]),
  ...group("om", "sign", "more than a rate", [
    ["Sukkaarri >126 mg/dL", "Sukkaarri deesii liitira tokkotti miilii giraama dhibba tokkoo fi digdamii ja'aa ol"]
  ]),
  ...group("om", "number", "a scale cut short, without a space", [
    ["re'oota mil.2.3", "re'oota miiliyoona lama tuqaa sadii"]
  ]),
  ...group("om", "range", "to another part of the day", [
    ["ganama 2:00-galgala 11:00", "ganama sa'aatii lama hanga galgala sa'aatii kudha tokko"]
  ]),

  ...group("om", "score", "ratios, parts of a mixture, votes", [
    [
      "Raashoon barsiisaa fi barataa 1:50 irraa 1:40tti",
      "Raashoon barsiisaa fi barataa tokkoo fi shantama irraa tokkoo fi afurtamatti"
    ],
    ["Simintoo fi cirracha 1:2:4", "Simintoo fi cirracha tokko, lama, afur"],
    ["Sagalee 14-0n raggaasan.", "Sagalee kudha afurii fi duwwaan raggaasan."]
  ]),
  ...group("om", "number", "three out of many", [
    ["Kilaba 10 keessaa 3n mo'atan.", "Kilaba kudhan keessaa sadan mo'atan."]
  ]),
  ...group("om", "abbreviation", "the part of the day before the hour's word", [
    ["WD sa'a 3:30 ilaalama.", "waaree dura sa'a sadii fi walakkaa ilaalama."]
  ]),
  ...group("om", "measure", "a product with its result", [
    ["Guyyaa 5 x 500 = birrii 2,500", "Guyyaa shan si'a dhibba shan walqixa birrii kuma lamaa fi dhibba shan"]
  ]),

  ...group("om", "acronym", "letters by name: in a row, within quotation marks", [
    ["Qubee: a, b, ch.", "Qubee: aa, baa, chaa."],
    ['"Dh" fi "Ny" dacha.', '"dhaa" fi "nyaa" dacha.']
  ]),
  ...group("om", "measure", "so many for each, without a currency", [
    ["misira 160/kg", "misira kiiloo giraama tokkotti dhibba tokkoo fi jaatama"]
  ]),
  ...group("om", "telephone", "of a call centre", [["Call center 951.", "kool seentarii sagal shantamii tokko."]]),

  ...group("om", "range", "from one to the other, each with what is counted", [
    ["dabalata %7.5 - %8.4", "dabalata dhibbeentaa torba tuqaa shan hanga dhibbeentaa saddeet tuqaa afur"]
  ]),
  ...group("om", "telephone", "a slash behind the first digits, pairs behind it", [
    ["0911/12-34-56", "zeeroo sagal, kudha tokko, kudha lama, soddomii afur, shantamii ja'a"]
  ]),
  ...group("om", "fraction", "all of five", [["(5/5)", "(shan keessaa shan)"]]),

  ...group("om", "loanword", "a name, and what it takes behind hudhaa; a borrowed word with -ii and more", [
    ["Liverpuul'n mo'e.", "Liverpuuliin mo'e."],
    ["Facebookiirraa haqi.", "feesbuukiirraa haqi."]
  ]),
  ...group("om", "identifier", "the year of a letter's number", [
    ["BBO/123/2017", "bii bii oo islaashii dhibba tokkoo fi digdamii sadii islaashii kuma lamaa fi kudha torba"]
  ]),

  ...group("om", "ordinal", "items by small Roman digits", [
    ["Kanneen: (i) biiroo, (ii) teessuma.", "Kanneen: (tokkoffaa) biiroo, (lammaffaa) teessuma."]
  ]),
  ...group("om", "identifier", "years of school and behind them", [
    ["Dippiloomaa (10+3) qaba.", "Dippiloomaa (kudhan pilaas sadii) qaba."]
  ]),
  ...group("om", "money", "one currency by two names", [
    ["Doolaara US$ 500 mil. fi $3", "Doolaara miiliyoona dhibba shanii fi doolaara sadii"],
    ["Birrii 500 ETB kaffale.", "Birrii dhibba shan kaffale."],
    ["$1,200 doolaara kenne.", "doolaara kuma tokkoo fi dhibba lama kenne."]
  ]),
  ...group("om", "fraction", "a word that ends as aanaa is no place", [
    ["Qabxii Olaanaa: 589/600", "Qabxii Olaanaa: dhibba ja'a keessaa dhibba shanii fi saddeettamii sagal"]
  ]),
  ...group("om", "year", "a vowel before the era's suffix", [
    [
      "Lola bara 1896 A.L.Aatti ta'e.",
      "Lola bara kuma tokko dhibba saddeetii fi sagaltamii ja'a akka lakkoofsa Awurooppaatti ta'e."
    ]
  ]),

  ...group("om", "ordinal", "the part of an article, behind a slash", [
    ["Keewwata 671/1/b cabse.", "Keewwata dhibba ja'aa fi torbaatamii tokko keewwata xiqqaa tokko baa cabse."]
  ]),
  ...group("om", "identifier", "a law with words before its number", [
    [
      "Labsii Gibiraa Lak. 979/2008",
      "Labsii Gibiraa lakkoofsa dhibba sagalii fi torbaatamii sagal bara kuma lamaa fi saddeet"
    ],
    [
      "Dambii Ministeerotaa Lakk. 410/2009",
      "Dambii Ministeerotaa lakkoofsa dhibba afurii fi kudhan bara kuma lamaa fi sagal"
    ]
  ]),
  ...group("om", "telephone", "the zero of calls within the country", [
    [
      "+251(0)911-45 67 89",
      "pilaas dhibba lamaa fi shantamii tokko, sagal kudha tokko, afurtamii shan, jaatamii torba, saddeettamii sagal"
    ]
  ]),
  ...group("om", "fraction", "of four", [["GPA 3.5/4.0", "jii pii ee afur keessaa sadii tuqaa shan"]]),
  ...group("om", "money", "a bill's sign is of its own amount; a price behind a sign", [
    ["Kuntaalli 1 qr 6,500/-", "Kuntaalli tokko qarshii kuma ja'aa fi dhibba shan"],
    ["Hoolaa 1=6000 birrii", "Hoolaa tokko walqixa birrii kuma ja'a"]
  ]),
  ...group("om", "verse", "a chapter alone beside another place; half a verse; a sura", [
    [
      "Isa. 53:4–6; Far 23; 1Qor 13:4-8a",
      "Isaayyaas boqonnaa shantamii sadii lakkoofsa afur hanga ja'a; Faarfannaa digdamii sadii; Qorontos tokkoffaa boqonnaa kudha sadii lakkoofsa afur hanga saddeet aa"
    ],
    ["Suuraa Al-Faatihaa (1:1-7)", "Suuraa Al-Faatihaa (boqonnaa tokko lakkoofsa tokko hanga torba)"]
  ]),

  ...group("om", "money", "the scale before the sign of its currency", [
    ["Yunaayitid Isteetis bil. $61 kennite.", "Yunaayitid Isteetis doolaara biiliyoona jaatamii tokko kennite."],
    [
      "Galiin biliyoona $4.3'n dabale, liqaan tiriiliyoona £2 ($2.61tn) caale.",
      "Galiin doolaara biiliyoona afur tuqaa sadiin dabale, liqaan paawundii tiriiliyoona lama (doolaara tiriiliyoona lama tuqaa ja'a tokko) caale."
    ]
  ]),
  ...group("om", "money", "a trillion behind a year", [
    [
      "Baajanni bara 2017 birrii tiriiliyoona 1.26 ta'e.",
      "Baajanni bara kuma lamaa fi kudha torba birrii tiriiliyoona tokko tuqaa lama ja'a ta'e."
    ]
  ]),
  ...group("om", "ordinal", "parts of articles in brackets; a rank", [
    [
      "Labsii 1234/2013 keewwata xiqqaa (2) fi (3)tti",
      "Labsii kuma tokko dhibba lamaa fi soddomii afur bara kuma lamaa fi kudha sadii keewwata xiqqaa lamaa fi sadiitti"
    ],
    ["Sadarkaa: PSR-IX fi sadarkaa-II", "Sadarkaa: pii ees aar sagal fi sadarkaa lama"]
  ]),
  ...group("om", "range", "from one letter to the other", [
    ['Keewwata 39(4) "a – e"', 'Keewwata soddomii sagal keewwata xiqqaa afur "aa hanga ee"']
  ]),
  ...group("om", "identifier", "an ending in one with a letter's number", [
    [
      "Galmee lakk. KMW/214/17tiin",
      "Galmee lakkoofsa kee eem dabaliyuu islaashii dhibba lamaa fi kudha afur islaashii kudha torbaatiin"
    ]
  ]),
  ...group("om", "plate", "with koodii cut short", [
    ["Makiinaan Kod.3-77321 A.A. qabame.", "Makiinaan koodii sadii, torba torba sadii lama tokko Finfinnee qabame."]
  ]),

  ...group("om", "date", "a month cut short, between hyphens", [
    ["Nagahee gaafa 12-Fulb-2017", "Nagahee gaafa Fulbaana kudha lama bara kuma lamaa fi kudha torba"]
  ]),
  ...group("om", "range", "from one letter to the other, in capitals", [
    ["Qabxii A–F", "Qabxii aa hanga faa"],
    ["Kurmaana Q1–Q4", "Kurmaana kiiw tokko hanga kiiw afur"]
  ]),
  ...group("om", "sign", "of a sum in brackets", [
    ["(80+90+70)/3 = 80", "(saddeettama ida'uu sagaltama ida'uu torbaatama) hiruu sadii walqixa saddeettama"]
  ]),
  ...group("om", "money", "one currency by two names: pounds", [
    ["Paawundii £50 kaffale.", "Paawundii shantama kaffale."]
  ])
]
