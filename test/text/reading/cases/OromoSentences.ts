/** Numbers, amounts, dates, times and scores within sentences in Afaan Oromo, as banks, news, clinics and people in chats write them. */
import { type Case, group } from "./Case.ts"

export const oromoSentences: ReadonlyArray<Case> = [
  ...group(
    "om",
    "number",
    '-tu after one consonant, -nuu with the -n of the last numeral; "the three" and "by three"',
    [
      ["Barsiisota 35tu jira.", "Barsiisota soddomii shantu jira."],
      ["Dhukkubsattoota 1,245tu yaalame.", "Dhukkubsattoota kuma tokko dhibba lamaa fi afurtamii shantu yaalame."],
      ["Ijoolleen 15nuu gammadan.", "Ijoolleen kudha shananuu gammadan."],
      ["Namoonni 3n badhaafaman.", "Namoonni sadan badhaafaman."],
      ["Qabxii 3n caale.", "Qabxii sadiin caale."]
    ]
  ),
  ...group("om", "measure", "square and cubic metres, hectares before their number", [
    ["Lafa m² 500 irratti ijaarame.", "Lafa kaaree meetira dhibba shan irratti ijaarame."],
    ["Bishaan m³ biiliyoona 74 qabata.", "Bishaan meetira kuubii biiliyoona torbaatamii afur qabata."],
    ["Lafti ha 12,000 facaafame.", "Lafti hektaara kuma kudha lama facaafame."]
  ]),
  ...group("om", "ordinal", "Roman digits with -ffaa", [
    ["Waraana Addunyaa IIffaa keessatti.", "Waraana Addunyaa lammaffaa keessatti."]
  ]),
  ...group("om", "score", "without a word of sports: descending, or between names", [
    ["Nannoo 1-0 dursaa turte.", "Nannoo tokkoo fi duwwaa dursaa turte."],
    ["Arsenaal 1-2 Chelsii.", "Arsenaal tokkoo fi lama Chelsii."]
  ]),
  ...group("om", "range", "days before a name are no score", [
    ["Guyyaa 3-5 Adaamaa turre.", "Guyyaa sadii hanga shanii Adaamaa turre."]
  ]),
  ...group("om", "number", "so many messages are no short number", [
    ["Paakeejii SMS 100 fi daqiiqaa 60 bitadhaa.", "Paakeejii ees eem ees dhibba tokkoo fi daqiiqaa jaatama bitadhaa."]
  ]),
  ...group("om", "ordinal", "in capitals", [
    ["MO'ATTOOTA ZOORAA 3FFAA KEESSAN.", "mo'attoota zooraa sadaffaa keessan."],
    ["QORMAATA KUTAA 12FFAATTI DARBE.", "qormaata kutaa kudha lammaffaatti darbe."]
  ]),
  ...group("om", "ordinal", "the suffix of a part of an article", [
    [
      "Akka Seera Maatii kwt 74(1)tti ni diigama.",
      "Akka Seera Maatii keewwata torbaatamii afur keewwata xiqqaa tokkotti ni diigama."
    ]
  ]),
  ...group("om", "measure", "sm for a centimetre", [
    ["Cabbii sm 5 ta'etu bu'e.", "Cabbii seentii meetira shan ta'etu bu'e."]
  ]),
  ...group("om", "money", "the nominative of a currency", [
    ["Doolaarri bil. 3.5 sassaabame.", "Doolaarri biiliyoona sadii tuqaa shan sassaabame."],
    ["Birriin 500 kaffalame.", "Birriin dhibba shan kaffalame."]
  ]),
  ...group("om", "money", "an amount that ends a sentence, in one with its currency", [
    [
      "Haftee: ETB1,043.27. Gaaffii yoo qabaatte bilbili.",
      "Haftee: birrii kuma tokkoo fi afurtamii sadii saantima digdamii torba. Gaaffii yoo qabaatte bilbili."
    ]
  ]),
  ...group("om", "date", 'before "erga", which sends nothing', [
    [
      "October 7, 2023 erga waraanni jalqabee waggaan darbe.",
      "Onkololeessa torba bara kuma lamaa fi digdamii sadii erga waraanni jalqabee waggaan darbe."
    ]
  ]),
  ...group("om", "score", "with spaces, between names", [
    ["Brentford 1 - 2 Chelsea.", "brentford tokkoo fi lama cheelsii."]
  ]),
  ...group("om", "ordinal", "keeyyata as keewwata", [
    ["Seera Yakkaa Keeyyata 27(1) jalatti.", "Seera Yakkaa Keeyyata digdamii torba keewwata xiqqaa tokko jalatti."]
  ]),
  ...group("om", "year", "decades as subjects", [
    ["Barootni 1960moonni jijjiirama fidan.", "Barootni kuma tokko dhibba sagalii fi jaatamoonni jijjiirama fidan."]
  ]),
  ...group("om", "ordinal", "a day with -ffaa", [["Sadaasa 1ffaa irraa eegalee.", "Sadaasa tokkoffaa irraa eegalee."]]),
  ...group("om", "money", "the rate of a dollar before its birr", [
    [
      "Giddugaleessi 1$ birrii 131.7 dha.",
      "Giddugaleessi doolaara tokko birrii dhibba tokkoo fi soddomii tokko tuqaa torba dha."
    ]
  ]),
  ...group("om", "measure", "litres and metres in short", [
    [
      "Beenziniin ltr 1 br. 112.67 ta'eera.",
      "Beenziniin liitira tokko birrii dhibba tokkoo fi kudha lama saantima jaatamii torba ta'eera."
    ],
    ["Mirgatti m. 300 deemi.", "Mirgatti meetira dhibba sadii deemi."]
  ]),
  ...group("om", "ordinal", "one article after another", [
    [
      "Keewwata 32(1) fi 240(2) jalatti himatame.",
      "Keewwata soddomii lama keewwata xiqqaa tokko fi dhibba lamaa fi afurtama keewwata xiqqaa lama jalatti himatame."
    ]
  ]),
  ...group("om", "number", "the suffix -ttii; so many times a day", [
    ["Poolisii 3ttii kenne.", "Poolisii sadiittii kenne."],
    ["Kiniina kana guyyaatti 3x fudhadhu.", "Kiniina kana guyyaatti yeroo sadii fudhadhu."]
  ]),
  ...group("om", "fraction", "what a saver of a house pays", [
    ["Sagantaa 40/60 kan mana kondominiyeemii.", "Sagantaa afurtama jaatama kan mana kondominiyeemii."]
  ]),
  ...group("om", "time", "the hour as a subject", [["Amma sa'aan 5:00 ta'eera.", "Amma sa'aan shan ta'eera."]]),
  ...group("om", "measure", "the purity of gold", [
    ["Warqee 24K fi 18K gurgurra.", "Warqee karaatii digdamii afurii fi karaatii kudha saddeet gurgurra."]
  ]),
  ...group("om", "measure", "two scales of heat", [
    ["Amma 20°C/68°F.", "Amma digirii seelshiyeesii digdama digirii faaraanaayitii jaatamii saddeet."]
  ]),
  ...group("om", "year", "decades from one to the other", [
    [
      "Bara 1880-1900moota keessa ture.",
      "Bara kuma tokko dhibba saddeetii fi saddeettama hanga kuma tokkoo fi dhibba sagaloota keessa ture."
    ]
  ]),
  ...group("om", "date", "a month in short without its stop", [
    ["Fulb 11/2018 Ayyaana Irreechaa.", "Fulbaana kudha tokko bara kuma lamaa fi kudha saddeet Ayyaana Irreechaa."]
  ]),
  ...group("om", "money", "a scale with two decimals has no cents", [
    ["Daandiin birrii biliyoona 1.03n ijaarame.", "Daandiin birrii biiliyoona tokko tuqaa zeeroo sadiin ijaarame."],
    ["Doolaarri biliyoona 1.14 argame.", "Doolaarri biiliyoona tokko tuqaa tokko afur argame."]
  ]),
  ...group("om", "measure", "so much for each hectare", [
    ["Xaa'oo NPS kg 100/ha fayyadaman.", "Xaa'oo een pii ees hektaara tokkotti kiiloo giraama dhibba tokko fayyadaman."]
  ]),
  ...group("om", "score", "of basketball, between names", [
    ["Raayyaa 78-72 Gaambeellaa.", "Raayyaa torbaatamii saddeetii fi torbaatamii lama Gaambeellaa."]
  ]),
  ...group("om", "measure", "kilowatt hours before their number", [
    ["Kaffaltii ibsaa KWh 125 dha.", "Kaffaltii ibsaa kiiloo waatii sa'aatii dhibba tokkoo fi digdamii shan dha."]
  ]),
  ...group("om", "money", "in short with a space; a tax behind its amount", [
    ["Galiin waggaa USD 35 bn ta'e.", "Galiin waggaa doolaara biiliyoona soddomii shan ta'e."],
    [
      "Gibirri 601-1650 birrii 10%.",
      "Gibirri birrii dhibba ja'aa fi tokkoo hanga kuma tokko dhibba ja'aa fi shantamaa dhibbeentaa kudhan."
    ]
  ]),
  ...group("om", "number", "his four, the three families", [
    ["Ilmaan isaa 4n barattoota.", "Ilmaan isaa afran barattoota."],
    ["Lama lamaan (2-2n) deeman.", "Lama lamaan (lama-lamaan) deeman."]
  ]),
  ...group("om", "sign", "a word with hudhaa before a sign is no variable", [
    ["Ho'i ±2 ta'a.", "Ho'i ida'uu yookaan hir'isuu lama ta'a."]
  ]),
  ...group("om", "money", "a scale at the beginning", [
    ["Tiriliyoona 2.7 doolaara ga'e.", "doolaara Tiriiliyoona lama tuqaa torba ga'e."]
  ]),
  ...group("om", "number", "so many clients, cards, taxes; no number of an account", [
    ["Maamiltoota 15000 ol qaba.", "Maamiltoota kuma kudha shan ol qaba."],
    ["Kaardii 25000 raabsame.", "Kaardii kuma digdamii shan raabsame."],
    ["Kaffaltiin isaa 12350 dha.", "Kaffaltiin isaa kuma kudha lama dhibba sadii fi shantama dha."]
  ]),
  ...group("om", "number", "so many soldiers, letters, telephones that are sent, written, sold", [
    ["Itoophiyaan loltoota 4000 ergite.", "Itoophiyaan loltoota kuma afur ergite."],
    ["Xalayaa 150 barreesse.", "Xalayaa dhibba tokkoo fi shantama barreesse."],
    ["Bilbila 500 gurgure.", "Bilbila dhibba shan gurgure."],
    ["Loltoota 350 bilbila qaban.", "Loltoota dhibba sadii fi shantama bilbila qaban."]
  ]),
  ...group("om", "range", "so many houses, players, goals", [
    ["Mana 120-150 ijaaruuf.", "Mana dhibba tokkoo fi digdamaa hanga dhibba tokkoo fi shantamaa ijaaruuf."],
    ["Taphattoota 11-15 qabaa.", "Taphattoota kudha tokkoo hanga kudha shanii qabaa."],
    ["Goolii 2-3 galchuu danda'a.", "Goolii lamaa hanga sadii galchuu danda'a."]
  ]),
  ...group("om", "fraction", "half and half", [["Faayidaa 50/50 hiratan.", "Faayidaa shantama shantamaan hiratan."]]),
  ...group("om", "measure", "ampere hours", [
    ["Baatirii 100Ah bite.", "Baatirii ampeerii sa'aatii dhibba tokko bite."]
  ]),
  ...group("om", "number", "a measure whose number is behind it", [
    [
      "Mukni 1,600 hektaara tokko irratti dhaabama.",
      "Mukni kuma tokkoo fi dhibba ja'a hektaara tokko irratti dhaabama."
    ]
  ]),
  ...group("om", "sign", "of a name", [["Biyyoonni BRICS+ walga'an.", "Biyyoonni biriiksii pilaas walga'an."]]),
  ...group("om", "range", "before a colon", [
    ["Lakkoofsota 1-10: tokko, lama.", "Lakkoofsota tokkoo hanga kudhanii: tokko, lama."]
  ]),
  ...group("om", "number", "a month of a year", [
    ["Kaardiin hanga 12/2026 hojjeta.", "Kaardiin hanga kudha lama bara kuma lamaa fi digdamii ja'a hojjeta."]
  ]),
  ...group("om", "fraction", "at the end of a sentence", [
    ["Inni kun walakkaa fi 1/8.", "Inni kun walakkaa fi tokko saddeettaffaa."]
  ]),
  ...group("om", "number", "Ethiopic numerals before fi", [
    ["Boqonnaa ፲፪ fi ፳ dubbisi.", "Boqonnaa kudha lamaa fi digdama dubbisi."]
  ]),
  ...group("om", "sign", "of a network", [["Saffisa 4G+ fayyadamaa.", "Saffisa foor jii pilaas fayyadamaa."]]),
  ...group("om", "measure", "a comma as the point", [
    ["Buufanni 2,5 km fagaata.", "Buufanni kiiloo meetira lama tuqaa shan fagaata."]
  ]),
  ...group("om", "sign", "he who, or she who: her ending takes the place of his", [
    ["Barsiisaa/tuu barbaanna.", "Barsiisaa yookaan barsiistuu barbaanna."],
    ["Hojjetaa/ttuu kan qabu/du.", "Hojjetaa yookaan hojjettuu kan qabu yookaan qabdu."]
  ]),
  ...group("om", "acronym", "with a letter that is written with two", [
    ["DhDUO fi Waajjira Dh/D/O", "dhaa daa uu oo fi Waajjira dhaa daa oo"]
  ]),
  ...group("om", "identifier", "groups of four behind letters are digits", [
    ["ID No. ETH-2093-5512", "aay dii lakkoofsa ii tii eech lama zeeroo sagal sadii shan shan tokko lama"]
  ]),
  ...group("om", "measure", "a number has the unit before it, not that of what it is for", [
    ["Xaa'oo kg 50 hektaara tokkotti", "Xaa'oo kiiloo giraama shantama hektaara tokkotti"]
  ]),
  ...group("om", "fraction", "what a pupil brought", [
    ["Hawwiin 575/600 fidde.", "Hawwiin dhibba ja'a keessaa dhibba shanii fi torbaatamii shan fidde."]
  ]),

  ...group("om", "range", "from one to the other, each with its noun", [
    ["Daa'imman ji'a 6 – waggaa 5 jiraniif kennama.", "Daa'imman ji'a ja'a hanga waggaa shan jiraniif kennama."]
  ]),
  ...group("om", "score", "a ratio with a decimal, and after its word; the first half of a game", [
    [
      "Raashiyoon 60:40 ykn 12.5:1 dha.",
      "Raashiyoon jaatamaa fi afurtama yookaan kudha lama tuqaa shanii fi tokko dha."
    ],
    ["Adaamaa 3 - 2 Bunaa (walakkaa duraa 1-1)", "Adaamaa sadii fi lama Bunaa (walakkaa duraa tokkoo fi tokko)"]
  ]),
  ...group("om", "measure", "m. and lt before their number", [
    ["Fiigicha m.5000n mo'ate.", "Fiigicha meetira kuma shaniin mo'ate."],
    ["Naafxaan lt 1 birrii 90", "Naafxaan liitira tokko birrii sagaltama"]
  ]),

  ...group("om", "sign", "a letter behind π; a sign by itself", [
    ["Naannawa = 2πr", "Naannawa walqixa lama paay aar"],
    ["Mallattoo (-) fayyadami.", "Mallattoo (hir'isuu) fayyadami."]
  ]),
  ...group("om", "measure", "with stops; of the air", [
    ["Gara k.m 12 fagaata.", "Gara kiiloo meetira kudha lama fagaata."],
    ["Dhiibbaan hPa 1013 dha.", "Dhiibbaan heektoo paaskaalii kuma tokkoo fi kudha sadii dha."]
  ]),
  ...group("om", "number", "a colon and a space divide nothing", [["Gaafii 5: 3 guuti.", "Gaafii shan: sadii guuti."]]),
  ...group("om", "range", "of classes", [["KG–8ffaatti barsiisa.", "kee jii hanga saddeettaffaatti barsiisa."]]),

  ...group("om", "sign", "one thing and another", [
    ["Daataa 2GB + daqiiqaa 100 bitadhaa.", "Daataa giigaa baayitii lamaa fi daqiiqaa dhibba tokko bitadhaa."]
  ]),
  ...group("om", "measure", "tonnes before their number; for each quintal; an hour with hudhaa", [
    ["Biyyee t 35 dhiqame.", "Biyyee toonii soddomii shan dhiqame."],
    ["Garbuu 6,000/ku gurgure.", "Garbuu kuntaala tokkotti kuma ja'a gurgure."],
    ["Saffisa km/sa'a 120", "Saffisa sa'aatiitti kiiloo meetira dhibba tokkoo fi digdama"]
  ]),
  ...group("om", "number", "so many times", [["Yeroo 3x dogoggorte.", "Yeroo sadii dogoggorte."]]),
  ...group("om", "verse", "the page of a book that is cited", [
    ["(Gammachuu, 2010:45) akka ibsutti", "(Gammachuu, kuma lamaa fi kudhan, fuula afurtamii shan) akka ibsutti"]
  ]),

  ...group("om", "score", "of sets", [
    ["Set 3-1: 25-20, 23-25", "Set sadii fi tokko: digdamii shanii fi digdama, digdamii sadii fi digdamii shan"]
  ]),
  ...group("om", "time", "a suffix behind the half of the day", [
    [
      "Hanga 11:59 PMtti fayyadamaa.",
      "Hanga sa'aatii kudha tokkoo fi daqiiqaa shantamii sagal waaree boodatti fayyadamaa."
    ]
  ]),
  ...group("om", "date", "a day and its month", [["Har'a 5/3 beellamame.", "Har'a Sadaasa shan beellamame."]]),
  ...group("om", "range", "with a rate behind", [
    ["Gibira: 0-7,200 = 0%", "Gibira: zeeroo hanga kuma torbaa fi dhibba lamaa walqixa dhibbeentaa zeeroo"]
  ]),
  ...group("om", "measure", "of three sides; grams with a stop", [
    ["5m × 4m × 3m", "meetira shan afuriin sadiin"],
    ["Mi'eessituu g.250 bite.", "Mi'eessituu giraama dhibba lamaa fi shantama bite."]
  ]),

  ...group("om", "score", "as many on both sides", [["Taphni 1-1 xumurame.", "Taphni tokkoo fi tokko xumurame."]]),
  ...group("om", "abbreviation", "a litre of what is poured", [["Zayita L.1 bite.", "Zayita liitira tokko bite."]]),
  ...group("om", "measure", "volts before their number; a dose of four", [
    ["Humni ibsaa V 220", "Humni ibsaa vooltii dhibba lamaa fi digdama"],
    ["Tab. 4x2 guyyaa 3f", "kiniinii afur si'a lama guyyaa sadiif"]
  ]),
  ...group("om", "ordinal", "one behind the other", [["Sirna 2ffaa/3ffaa", "Sirna lammaffaa sadaffaa"]]),
  ...group("om", "money", "a word and its sign before another currency", [
    ["Doolaarri $50 birrii meeqa?", "Doolaarri shantama birrii meeqa?"],
    ["Birrii ETB 1,250.50 kaffale.", "birrii kuma tokko dhibba lamaa fi shantama saantima shantama kaffale."]
  ]),

  ...group("om", "measure", "square millimetres", [["Shiboo 2.5mm²", "Shiboo kaaree miilii meetira lama tuqaa shan"]]),
  ...group("om", "sign", "a difference, though a currency follows", [
    [
      "500 - 320 = 180 qarshii",
      "dhibba shan hir'isuu dhibba sadii fi digdama walqixa dhibba tokkoo fi saddeettama qarshii"
    ]
  ])
]
