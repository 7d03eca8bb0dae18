/** Sentences of every kind in Afaan Oromo, as banks, news, schools, clinics and people in chats write them. */
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
  ...group("om", "abbreviation", "W/B of an office, not of a time", [
    ["W/B Aanaa Sabbataa beeksisa baase.", "waajjira barnootaa Aanaa Sabbataa beeksisa baase."],
    ["W/Bn Godina Jimmaa walga'ii waame.", "waajjira barnootaan Godina Jimmaa walga'ii waame."],
    ["Murtii Lak/Gal. 1234 kenname.", "Murtii lakkoofsa galmee kuma tokko dhibba lamaa fi soddomii afur kenname."],
    ["Piro. Birhaanuu fi Jen. Taaddasaan mari'atan.", "Piroofeesar Birhaanuu fi Jeneraal Taaddasaan mari'atan."]
  ]),
  ...group("om", "plate", "a class of two digits", [
    [
      "Gabatee OR 03-12456 qabeenya isaati.",
      "Gabatee Oromiyaa zeeroo sadii, tokko lama afur shan ja'a qabeenya isaati."
    ]
  ]),
  ...group("om", "measure", "square and cubic metres, hectares before their number", [
    ["Lafa m² 500 irratti ijaarame.", "Lafa kaaree meetira dhibba shan irratti ijaarame."],
    ["Bishaan m³ biiliyoona 74 qabata.", "Bishaan meetira kuubii biiliyoona torbaatamii afur qabata."],
    ["Lafti ha 12,000 facaafame.", "Lafti hektaara kuma kudha lama facaafame."]
  ]),
  ...group("om", "identifier", "types of blood; numbers in fours; an emergency's number", [
    ["Gosti dhiigaa O+ dha.", "Gosti dhiigaa oo poozitiivii dha."],
    ["Dhiigni O− dha.", "Dhiigni oo neegaatiivii dha."],
    [
      "Fayida lakk. 1234 5678 9012 galmaa'e.",
      "Fayida lakkoofsa tokko lama sadii afur, shan ja'a torba saddeet, sagal zeeroo tokko lama galmaa'e."
    ]
  ]),
  ...group("om", "telephone", "an emergency's number after its word", [
    [
      "Gabaasa yakkaaf 991, balaa ibiddaaf 939 bilbilaa.",
      "Gabaasa yakkaaf sagal sagaltamii tokko, balaa ibiddaaf sagal soddomii sagal bilbilaa."
    ]
  ]),
  ...group("om", "ordinal", "Roman digits with -ffaa", [
    ["Waraana Addunyaa IIffaa keessatti.", "Waraana Addunyaa lammaffaa keessatti."]
  ]),
  ...group("om", "acronym", "the network with a suffix; PM before a name", [
    ["Moobaayilli kun 5Gn hojjeta.", "Moobaayilli kun faayiv jiin hojjeta."],
    ["PM Abiyyi deebii kennan.", "Muummicha Ministeeraa Abiyyi deebii kennan."]
  ]),
  ...group("om", "score", "without a word of sports: descending, or between names", [
    ["Nannoo 1-0 dursaa turte.", "Nannoo tokkoo fi duwwaa dursaa turte."],
    ["Arsenaal 1-2 Chelsii.", "Arsenaal tokkoo fi lama Chelsii."]
  ]),
  ...group("om", "range", "days before a name are no score", [
    ["Guyyaa 3-5 Adaamaa turre.", "Guyyaa sadii hanga shanii Adaamaa turre."]
  ]),
  ...group("om", "email", "the domain's ending with a suffix", [
    ["CV keessan caalaa@gmail.comtti ergaa.", "sii vii keessan caalaa at jiimeelii tuqaa koomitti ergaa."]
  ]),
  ...group("om", "loanword", "names of firms are read and not translated", [
    ["Windows 11 fi Office 365 fe'ame.", "wiindowsii kudha tokkoo fi oofisii dhibba sadii fi jaatamii shan fe'ame."],
    ["Airbus fi Boeing bitaman.", "eerbaas fi booyingii bitaman."]
  ]),
  ...group("om", "number", "so many messages are no short number", [
    ["Paakeejii SMS 100 fi daqiiqaa 60 bitadhaa.", "Paakeejii ees eem ees dhibba tokkoo fi daqiiqaa jaatama bitadhaa."]
  ]),
  ...group("om", "telephone", "short numbers with a word between, and one after the other", [
    [
      "Bilbila bilisaa 8282 yookiin 6030 irratti nuuf dhaamaa.",
      "Bilbila bilisaa saddeettamii lama saddeettamii lama yookiin jaatama soddoma irratti nuuf dhaamaa."
    ]
  ]),
  ...group("om", "capitals", "a word that ends as banks' codes", [
    ["DHAABBANNI KEENYA HOJJETAA BARBAADA.", "dhaabbanni keenya hojjetaa barbaada."]
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
  ...group("om", "abbreviation", "masters, mistresses and chairs", [
    ["Ob. Taddasaan A/Seeraa ta'anii muudaman.", "Obbo Taddasaan abbaa seeraa ta'anii muudaman."],
    ["D/taa'aan koree Ob. Girmaa dha.", "dura taa'aan koree Obbo Girmaa dha."]
  ]),
  ...group("om", "measure", "sm for a centimetre", [
    ["Cabbii sm 5 ta'etu bu'e.", "Cabbii seentii meetira shan ta'etu bu'e."]
  ]),
  ...group("om", "identifier", "a law with lak.", [
    [
      "Qajeelfama Lak. 28/2013 irratti hundaa'uun.",
      "Qajeelfama lakkoofsa digdamii saddeet bara kuma lamaa fi kudha sadii irratti hundaa'uun."
    ]
  ]),
  ...group("om", "money", "the nominative of a currency", [
    ["Doolaarri bil. 3.5 sassaabame.", "Doolaarri biiliyoona sadii tuqaa shan sassaabame."],
    ["Birriin 500 kaffalame.", "Birriin dhibba shan kaffalame."]
  ]),
  ...group("om", "silent", "the suffix behind a quotation", [
    ['Gaazexaa "Bariisaa"n maxxanfame.', 'Gaazexaa "Bariisaan maxxanfame.']
  ]),
  ...group("om", "handle", "words in one", [["@OBNAfaanOromoo hordofaa.", "at oo bii een Afaan Oromoo hordofaa."]]),
  ...group("om", "acronym", "the service's own name", [
    ["Fuula keenya X irratti hordofaa.", "Fuula keenya eeks irratti hordofaa."]
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
  ...group("om", "identifier", "letters before a number of a passport", [
    ["Lak. Paaspoortii: EP 7654321 bade.", "lakkoofsa Paaspoortii: ii pii torba ja'a shan afur, sadii lama tokko bade."]
  ]),
  ...group("om", "plate", "the region behind", [
    ["Gabatee 3-B12345 Oro.", "Gabatee sadii, bii tokko lama sadii afur shan Oromiyaa."]
  ]),
  ...group("om", "score", "with spaces, between names", [
    ["Brentford 1 - 2 Chelsea.", "brentford tokkoo fi lama cheelsii."]
  ]),
  ...group("om", "acronym", "MM anywhere", [
    ["Preezidaantichi fi MM walga'an.", "Preezidaantichi fi Muummicha Ministeeraa walga'an."]
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
  ...group("om", "plate", "the region behind, without a hyphen", [
    ["Makiinaa koodii 3 A12345 AA bade.", "Makiinaa koodii sadii, ee tokko lama sadii afur shan Finfinnee bade."]
  ]),
  ...group("om", "time", "the hour as a subject", [["Amma sa'aan 5:00 ta'eera.", "Amma sa'aan shan ta'eera."]]),
  ...group("om", "loanword", "words in one", [
    ["ChatGPT fi JavaScript barachuu feeta?", "chaat jii pii tii fi jaavaa iskiriiptii barachuu feeta?"]
  ]),
  ...group("om", "acronym", "letters with slashes are of Afaan Oromo words", [
    ["W/A/M Oromiyaa beeksisa baase.", "waa aa maa Oromiyaa beeksisa baase."],
    ["W/H/Q fi M/G/A waliin.", "waa haa qaa fi maa gaa aa waliin."]
  ]),
  ...group("om", "abbreviation", "several in a row", [
    ["I/G/W/Barnootaa waliin mari'atan.", "itti gaafatamaa waajjira barnootaa waliin mari'atan."]
  ]),
  ...group("om", "measure", "the purity of gold", [
    ["Warqee 24K fi 18K gurgurra.", "Warqee karaatii digdamii afurii fi karaatii kudha saddeet gurgurra."]
  ]),
  ...group("om", "measure", "two scales of heat", [
    ["Amma 20°C/68°F.", "Amma digirii seelshiyeesii digdama digirii faaraanaayitii jaatamii saddeet."]
  ]),
  ...group("om", "telephone", "two numbers with a slash", [
    [
      "0910-11-12-13/0920-21-22-23 bilbilaa.",
      "zeeroo sagal, kudhan, kudha tokko, kudha lama, kudha sadii, zeeroo sagal, digdama, digdamii tokko, digdamii lama, digdamii sadii bilbilaa."
    ]
  ]),
  ...group("om", "plate", "of a motorcycle", [
    ["Doqdoqqeen koodii 1-0456 Oro.", "Doqdoqqeen koodii tokko, zeeroo afur shan ja'a Oromiyaa."]
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
  ...group("om", "verse", "psalms", [
    ["Faarfannaa Daawit 23:1-6 dubbisi.", "Faarfannaa digdamii sadii lakkoofsa tokko hanga ja'a dubbisi."]
  ]),
  ...group("om", "plate", "with spaces around the hyphen", [
    [
      "Konkolaataan koodii 3 - 67890 Oro galagale.",
      "Konkolaataan koodii sadii, ja'a torba saddeet sagal zeeroo Oromiyaa galagale."
    ]
  ]),
  ...group("om", "measure", "so much for each hectare", [
    ["Xaa'oo NPS kg 100/ha fayyadaman.", "Xaa'oo een pii ees hektaara tokkotti kiiloo giraama dhibba tokko fayyadaman."]
  ]),
  ...group("om", "score", "of basketball, between names", [
    ["Raayyaa 78-72 Gaambeellaa.", "Raayyaa torbaatamii saddeetii fi torbaatamii lama Gaambeellaa."]
  ]),
  ...group("om", "identifier", "HIV+", [
    ["Jiraattota HIV+ gargaaru.", "Jiraattota eech aay vii poozitiivii gargaaru."]
  ]),
  ...group("om", "version", "with a stop", [
    ["Sooftiweerii v.10.2 fe'i.", "Sooftiweerii vershinii kudhan tuqaa lama fe'i."]
  ]),
  ...group("om", "abbreviation", "women and men of a class", [
    ["Dhi. 45 dub. 38 qofa.", "dhiira afurtamii shan dubartii soddomii saddeet qofa."],
    ["Barattoonni dh. 45 dub. 38 jiru.", "Barattoonni dhiira afurtamii shan dubartii soddomii saddeet jiru."]
  ]),
  ...group("om", "measure", "kilowatt hours before their number", [
    ["Kaffaltii ibsaa KWh 125 dha.", "Kaffaltii ibsaa kiiloo waatii sa'aatii dhibba tokkoo fi digdamii shan dha."]
  ]),
  ...group("om", "acronym", "a letter alone behind a colon", [["Filannoo sirrii: C.", "Filannoo sirrii: caa."]]),
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
  ...group("om", "abbreviation", "an edition; a district in Amharic's letter", [
    ["Kitaaba kana, maxx. 2ffaa dubbisi.", "Kitaaba kana, maxxansa lammaffaa dubbisi."],
    ["Nifaas Silk, W. 02 keessa jiraata.", "Nifaas silk, aanaa zeeroo lama keessa jiraata."]
  ]),
  ...group("om", "sign", "a word with hudhaa before a sign is no variable", [
    ["Ho'i ±2 ta'a.", "Ho'i ida'uu yookaan hir'isuu lama ta'a."]
  ]),
  ...group("om", "money", "a scale at the beginning", [
    ["Tiriliyoona 2.7 doolaara ga'e.", "doolaara Tiriiliyoona lama tuqaa torba ga'e."]
  ]),
  ...group("om", "abbreviation", "a mayor", [["Kant. Adaanech Abeebee ibsan.", "Kantiibaa Adaanech Abeebee ibsan."]]),
  ...group("om", "identifier", "a code with two words between", [
    ["Koodiin bakkaa keessan 1021 dha.", "Koodiin bakkaa keessan tokko zeeroo lama tokko dha."]
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
  ...group("om", "identifier", "a letter's number behind a slash", [
    [
      "Lakk/BBO/1234/17 ilaali.",
      "lakkoofsa bii bii oo islaashii kuma tokko dhibba lamaa fi soddomii afur islaashii kudha torba ilaali."
    ]
  ]),
  ...group("om", "fraction", "half and half", [["Faayidaa 50/50 hiratan.", "Faayidaa shantama shantamaan hiratan."]]),
  ...group("om", "measure", "ampere hours", [
    ["Baatirii 100Ah bite.", "Baatirii ampeerii sa'aatii dhibba tokko bite."]
  ]),
  ...group("om", "identifier", "hidden accounts, codes behind a colon, secrets", [
    ["Herregni keessan (xx4567) haaromeera.", "Herregni keessan (afur shan ja'a torba) haaromeera."],
    ["Koodiin ragaa 6 lakkoofsaa: 903 118.", "Koodiin ragaa ja'a lakkoofsaa: sagal zeeroo sadii, tokko tokko saddeet."],
    ["Lakkoofsi icciitii kee 4417 dha.", "Lakkoofsi icciitii kee afur afur tokko torba dha."]
  ]),
  ...group("om", "number", "a measure whose number is behind it", [
    [
      "Mukni 1,600 hektaara tokko irratti dhaabama.",
      "Mukni kuma tokkoo fi dhibba ja'a hektaara tokko irratti dhaabama."
    ]
  ]),
  ...group("om", "sign", "of a name", [["Biyyoonni BRICS+ walga'an.", "Biyyoonni biriiksii pilaas walga'an."]]),
  ...group("om", "telephone", "with the zero in brackets", [
    [
      "Bilb. (0)11-551-22-33 qabna.",
      "bilbila zeeroo kudha tokko, shan shantamii tokko, digdamii lama, soddomii sadii qabna."
    ]
  ]),
  ...group("om", "range", "before a colon", [
    ["Lakkoofsota 1-10: tokko, lama.", "Lakkoofsota tokkoo hanga kudhanii: tokko, lama."]
  ]),
  ...group("om", "telephone", "a short number before a long one", [
    [
      "Tajaajila geejjibaa: 7575 ykn 0977 77 77 77.",
      "Tajaajila geejjibaa: torbaatamii shan torbaatamii shan yookaan zeeroo sagal, torbaatamii torba, torbaatamii torba, torbaatamii torba, torbaatamii torba."
    ]
  ]),
  ...group("om", "number", "a month of a year", [
    ["Kaardiin hanga 12/2026 hojjeta.", "Kaardiin hanga kudha lama bara kuma lamaa fi digdamii ja'a hojjeta."]
  ]),
  ...group("om", "telephone", "a message of a word to a short number", [
    [
      'Ergaa 8400 irratti "JIRRA" jedhii barreessi.',
      'Ergaa saddeettamii afur zeeroo zeeroo irratti "jirra" jedhii barreessi.'
    ]
  ]),
  ...group("om", "fraction", "at the end of a sentence", [
    ["Inni kun walakkaa fi 1/8.", "Inni kun walakkaa fi tokko saddeettaffaa."]
  ]),
  ...group("om", "number", "Ethiopic numerals before fi", [
    ["Boqonnaa ፲፪ fi ፳ dubbisi.", "Boqonnaa kudha lamaa fi digdama dubbisi."]
  ]),
  ...group("om", "identifier", "a code behind brackets", [
    [
      "Ergaa jecha darbii (OTP) 558213 namaaf hin kenninaa.",
      "Ergaa jecha darbii (oo tii pii) shan shan saddeet, lama tokko sadii namaaf hin kenninaa."
    ]
  ]),
  ...group("om", "telephone", "of a service for clients", [
    ["Lakk. tajaajila maamilaa: 994.", "lakkoofsa tajaajila maamilaa: sagal sagaltamii afur."]
  ]),
  ...group("om", "loanword", "letters of which some are small", [
    ["AfDB doolaara kenne.", "ee eef dii bii doolaara kenne."]
  ]),
  ...group("om", "abbreviation", "offices of farming and health", [
    ["Gaafatamaan W/Q Godina Horroo ibse.", "Gaafatamaan waajjira qonnaa Godina Horroo ibse."]
  ]),
  ...group("om", "sign", "of a network", [["Saffisa 4G+ fayyadamaa.", "Saffisa foor jii pilaas fayyadamaa."]]),
  ...group("om", "measure", "a comma as the point", [
    ["Buufanni 2,5 km fagaata.", "Buufanni kiiloo meetira lama tuqaa shan fagaata."]
  ]),
  ...group("om", "identifier", "an account in fours, behind a colon", [
    [
      "Lakk.: 1000-4567-8901-2 galchi.",
      "lakkoofsa: tokko zeeroo zeeroo zeeroo, afur shan ja'a torba, saddeet sagal zeeroo tokko, lama galchi."
    ]
  ]),
  ...group("om", "acronym", "the letter of a model", [
    ["Xiyyaara Bombardier Q400 bitan.", "Xiyyaara bombardiir kiiw dhibba afur bitan."]
  ]),
  ...group("om", "telephone", "to a short number", [
    ["Gara 6069 SMS ergaa.", "Gara jaatama jaatamii sagal ees eem ees ergaa."]
  ])
]
