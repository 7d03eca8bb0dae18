/** Names, letters, codes and telephones within sentences in Afaan Oromo, as banks, news, offices and people in chats write them. */
import { type Case, group } from "./Case.ts"

export const oromoNames: ReadonlyArray<Case> = [
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
  ...group("om", "acronym", "the network with a suffix; PM before a name", [
    ["Moobaayilli kun 5Gn hojjeta.", "Moobaayilli kun faayiv jiin hojjeta."],
    ["PM Abiyyi deebii kennan.", "Muummicha Ministeeraa Abiyyi deebii kennan."]
  ]),
  ...group("om", "email", "the domain's ending with a suffix", [
    ["CV keessan caalaa@gmail.comtti ergaa.", "sii vii keessan caalaa at jiimeelii tuqaa koomitti ergaa."]
  ]),
  ...group("om", "loanword", "names of firms are read and not translated", [
    ["Windows 11 fi Office 365 fe'ame.", "wiindowsii kudha tokkoo fi oofisii dhibba sadii fi jaatamii shan fe'ame."],
    ["Airbus fi Boeing bitaman.", "eerbaas fi booyingii bitaman."]
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
  ...group("om", "abbreviation", "masters, mistresses and chairs", [
    ["Ob. Taddasaan A/Seeraa ta'anii muudaman.", "Obbo Taddasaan abbaa seeraa ta'anii muudaman."],
    ["D/taa'aan koree Ob. Girmaa dha.", "dura taa'aan koree Obbo Girmaa dha."]
  ]),
  ...group("om", "identifier", "a law with lak.", [
    [
      "Qajeelfama Lak. 28/2013 irratti hundaa'uun.",
      "Qajeelfama lakkoofsa digdamii saddeet bara kuma lamaa fi kudha sadii irratti hundaa'uun."
    ]
  ]),
  ...group("om", "silent", "the suffix behind a quotation", [
    ['Gaazexaa "Bariisaa"n maxxanfame.', 'Gaazexaa "Bariisaan maxxanfame.']
  ]),
  ...group("om", "handle", "words in one", [["@OBNAfaanOromoo hordofaa.", "at oo bii een Afaan Oromoo hordofaa."]]),
  ...group("om", "acronym", "the service's own name", [
    ["Fuula keenya X irratti hordofaa.", "Fuula keenya eeks irratti hordofaa."]
  ]),
  ...group("om", "identifier", "letters before a number of a passport", [
    ["Lak. Paaspoortii: EP 7654321 bade.", "lakkoofsa Paaspoortii: ii pii torba ja'a shan afur, sadii lama tokko bade."]
  ]),
  ...group("om", "plate", "the region behind", [
    ["Gabatee 3-B12345 Oro.", "Gabatee sadii, bii tokko lama sadii afur shan Oromiyaa."]
  ]),
  ...group("om", "acronym", "MM anywhere", [
    ["Preezidaantichi fi MM walga'an.", "Preezidaantichi fi Muummicha Ministeeraa walga'an."]
  ]),
  ...group("om", "plate", "the region behind, without a hyphen", [
    ["Makiinaa koodii 3 A12345 AA bade.", "Makiinaa koodii sadii, ee tokko lama sadii afur shan Finfinnee bade."]
  ]),
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
  ...group("om", "telephone", "two numbers with a slash", [
    [
      "0910-11-12-13/0920-21-22-23 bilbilaa.",
      "zeeroo sagal, kudhan, kudha tokko, kudha lama, kudha sadii yookaan zeeroo sagal, digdama, digdamii tokko, digdamii lama, digdamii sadii bilbilaa."
    ]
  ]),
  ...group("om", "plate", "of a motorcycle", [
    ["Doqdoqqeen koodii 1-0456 Oro.", "Doqdoqqeen koodii tokko, zeeroo afur shan ja'a Oromiyaa."]
  ]),
  ...group("om", "verse", "psalms", [
    ["Faarfannaa Daawit 23:1-6 dubbisi.", "Faarfannaa Daawit digdamii sadii lakkoofsa tokko hanga ja'a dubbisi."]
  ]),
  ...group("om", "plate", "with spaces around the hyphen", [
    [
      "Konkolaataan koodii 3 - 67890 Oro galagale.",
      "Konkolaataan koodii sadii, ja'a torba saddeet sagal zeeroo Oromiyaa galagale."
    ]
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
  ...group("om", "acronym", "a letter alone behind a colon", [["Filannoo sirrii: C.", "Filannoo sirrii: caa."]]),
  ...group("om", "abbreviation", "an edition; a district in Amharic's letter", [
    ["Kitaaba kana, maxx. 2ffaa dubbisi.", "Kitaaba kana, maxxansa lammaffaa dubbisi."],
    ["Nifaas Silk, W. 02 keessa jiraata.", "Nifaas silk, aanaa zeeroo lama keessa jiraata."]
  ]),
  ...group("om", "abbreviation", "a mayor", [["Kant. Adaanech Abeebee ibsan.", "Kantiibaa Adaanech Abeebee ibsan."]]),
  ...group("om", "identifier", "a code with two words between", [
    ["Koodiin bakkaa keessan 1021 dha.", "Koodiin bakkaa keessan tokko zeeroo lama tokko dha."]
  ]),
  ...group("om", "identifier", "a letter's number behind a slash", [
    [
      "Lakk/BBO/1234/17 ilaali.",
      "lakkoofsa bii bii oo islaashii kuma tokko dhibba lamaa fi soddomii afur islaashii kudha torba ilaali."
    ]
  ]),
  ...group("om", "identifier", "hidden accounts, codes behind a colon, secrets", [
    ["Herregni keessan (xx4567) haaromeera.", "Herregni keessan (afur shan ja'a torba) haaromeera."],
    ["Koodiin ragaa 6 lakkoofsaa: 903 118.", "Koodiin ragaa ja'a lakkoofsaa: sagal zeeroo sadii, tokko tokko saddeet."],
    ["Lakkoofsi icciitii kee 4417 dha.", "Lakkoofsi icciitii kee afur afur tokko torba dha."]
  ]),
  ...group("om", "telephone", "with the zero in brackets", [
    [
      "Bilb. (0)11-551-22-33 qabna.",
      "bilbila zeeroo kudha tokko, shan shantamii tokko, digdamii lama, soddomii sadii qabna."
    ]
  ]),
  ...group("om", "telephone", "a short number before a long one", [
    [
      "Tajaajila geejjibaa: 7575 ykn 0977 77 77 77.",
      "Tajaajila geejjibaa: torbaatamii shan torbaatamii shan yookaan zeeroo sagal, torbaatamii torba, torbaatamii torba, torbaatamii torba, torbaatamii torba."
    ]
  ]),
  ...group("om", "telephone", "a message of a word to a short number", [
    [
      'Ergaa 8400 irratti "JIRRA" jedhii barreessi.',
      'Ergaa saddeettamii afur zeeroo zeeroo irratti "jirra" jedhii barreessi.'
    ]
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
  ]),
  ...group("om", "text", "a name that an era's letters would make", [
    ["Obbo Ahmed Ali dubbatan.", "Obbo Ahmed Ali dubbatan."]
  ]),
  ...group("om", "text", "a foreign name in Qubee is no English spelling", [
    ["Niwu Yoork fi Hoong Koong", "Niwu Yoork fi Hoong Koong"],
    ["Roobert Loong", "Roobert Loong"]
  ]),
  ...group("om", "loanword", "no vowel is longer than long", [["milioona keessatti", "miliyoona keessatti"]]),

  ...group("om", "abbreviation", "names of saints with other first letters; a sheikh, and halves of regions", [
    [
      "Pirez. Taayyee A/Sillaasee fi obbo G/Egzi'aabiher B/Masqal",
      "Pirezidaantii Taayyee Atsqa Sillaasee fi obbo Gabra Egzi'aabiher Birhaana Masqal"
    ],
    ["Sh. Aliyyii Godina Sh. Lixaa keessatti dhalatan.", "Sheek Aliyyii Godina Shawaa Lixaa keessatti dhalatan."]
  ]),
  ...group("om", "abbreviation", "a father's initial behind the name", [
    ["Dr. Gaaddisaa B. (PhD) fi Tolaa M. ibsan.", "Doktar Gaaddisaa bii (pii eech dii) fi Tolaa eem ibsan."]
  ]),
  ...group("om", "acronym", "letters with stops at the end are a name, no suffix", [
    ["Gabaasa A.M.N. ilaali.", "Gabaasa ee eem een ilaali."]
  ]),
  ...group("om", "acronym", "the long vowel before fi; a virus by its name", [
    ["KFO'nii fi ABO'nii mari'atan.", "kaa faa oonii fi aa baa oonii mari'atan."],
    ["Vaayirasiin SARS-CoV-2 jedhama.", "Vaayirasiin saars-koovii-lama jedhama."]
  ]),
  ...group("om", "acronym", "several classes; parts of articles; items of a list", [
    ["Kutaa 10A, 10B fi 11C qormaata qabu.", "Kutaa kudhan aa, kudhan baa fi kudha tokko caa qormaata qabu."],
    ["Keewwata 12(1)(c)tti", "Keewwata kudha lama keewwata xiqqaa tokko caatti"],
    ["Armaan gadii: (a) maqaa (b) umrii", "Armaan gadii: (aa) maqaa (baa) umrii"]
  ]),
  ...group("om", "acronym", "beside a Roman number it is in no heading", [
    ["Level III COC fudhate.", "leeveelii sadii sii oo sii fudhate."]
  ]),
  ...group("om", "abbreviation", "a case in one with what has no vowel; the extension of a telephone", [
    ["Timaatimii kgn 35 gurgure.", "Timaatimii kiiloo giraamaan soddomii shan gurgure."],
    [
      "Bilbila 011-667-2234 (ext. 105)",
      "Bilbila zeeroo kudha tokko, ja'a jaatamii torba, digdamii lama, soddomii afur (ekisteenshinii dhibba tokkoo fi shan)"
    ]
  ]),
  ...group("om", "abbreviation", "his and hers in brackets; a file's number", [
    [
      "Barattoota 2,300 (dhi=1,100, dha-1,200)",
      "Barattoota kuma lamaa fi dhibba sadii (dhiira kuma tokkoo fi dhibba tokko, dhalaa kuma tokkoo fi dhibba lama)"
    ],
    ["Lakk. Gal. Himannaa", "lakkoofsa galmee Himannaa"]
  ]),

  ...group("om", "acronym", "choices of a question, and its answers", [
    [
      "Magaalaa guddoon kami? A. Finfinnee B. Adaamaa C. Jimmaa",
      "Magaalaa guddoon kami? aa, Finfinnee baa, Adaamaa caa, Jimmaa"
    ],
    ["Deebii: 1-A 2-C 3-D", "Deebii: tokko aa lama caa sadii daa"]
  ]),
  ...group("om", "acronym", "any ending behind an apostrophe; the prime minister's", [
    ["Loltoota NTC'tin ajjeefaman.", "Loltoota een tii siitin ajjeefaman."],
    ["Waajjira MM'chaatti mari'atan.", "Waajjira Muummichaa Ministeeraatti mari'atan."]
  ]),
  ...group("om", "acronym", "of an English name, whose vowels are not long", [
    ["Coffee Berry Disease (CBD)", "koofii berrii disiis (sii bii dii)"]
  ]),
  ...group("om", "abbreviation", "initials in a row; a firm; forms of sir and madam", [
    [
      "Ministeerri, R. K. Siing, Merk & Co., D.r Kuusaa.",
      "Ministeerri, aar kee Siing, merk fi kaampaanii, Doktar Kuusaa."
    ],
    ["Maqaa Ob./Ad. kan jedhamu (8 dh, 4 dhi)", "Maqaa Obbo yookaan Aadde kan jedhamu (saddeet dhalaa, afur dhiira)"]
  ]),
  ...group("om", "abbreviation", "a half-year; a tablet", [
    ["Sem. 1ffaa keessa tab. 2 fudhate.", "seemisteera tokkoffaa keessa kiniinii lama fudhate."]
  ]),
  ...group("om", "loanword", "each ending that a borrowed word may have", [
    ["TVn fi internetiin", "tii viin fi intarneetiin"]
  ]),

  ...group("om", "abbreviation", "directors; letters of an office that is not known", [
    ["Dir. Tolaan W/D/D/Magaalaa Bishooftuu hogganu.", "Daarektara Tolaan waa daa daa Magaalaa Bishooftuu hogganu."]
  ]),
  ...group("om", "acronym", "of the words before it, without fi", [
    ["Muummee Afaanii fi Ogbarruu Afaan Oromoo (AOAO)", "Muummee Afaanii fi Ogbarruu Afaan Oromoo (aa oo aa oo)"]
  ]),
  ...group("om", "acronym", "vitamins", [
    ["Vit. C fi Vitaamin B12 fudhadhu.", "vitaamin sii fi Vitaamin bii kudha lama fudhadhu."]
  ]),
  ...group("om", "abbreviation", "initials behind a colon; days, months and volumes cut short", [
    ["Dr Taammiruu (Ob/Gyn)", "Doktar Taammiruu (oo bii jii waay een)"],
    ["Barreessaa: T. Bulchaa, Jild. 2", "Barreessaa: tii Bulchaa, jildii lama"],
    ["Roob. fi Kam. Mud. 28 cufaa dha.", "Roobii fi Kamisa Muddee digdamii saddeet cufaa dha."]
  ]),
  ...group("om", "handle", "with a point", [["IG: @oromo.fashion", "aay jii: at oromo tuqaa fashiyoonii"]]),

  ...group("om", "abbreviation", "a ward; names of zones cut short; years of work", [
    ["Bulchiinsa M/Amboo, G/02", "Bulchiinsa magaalaa Amboo, ganda zeeroo lama"],
    ["H/Gudruu fi Q/Wallaggaa", "Horroo Guduruu fi Qeellam Wallaggaa"],
    ["Muux. w. 2", "muuxannoo waggaa lama"]
  ]),
  ...group("om", "loanword", "with th, and borrowed already", [["Fiigicha marathoonii", "Fiigicha maratoonii"]]),
  ...group("om", "acronym", "a channel", [["DSTv ilaali.", "dii ees tii vii ilaali."]]),

  ...group("om", "acronym", "beside another acronym it is one; a plural", [
    ["INSA, EHRC, NEBE fi ESL", "insaa, ii eech aar sii, een ii bii ii fi ii ees eel"],
    ["DVDwwan bite.", "dii vii diiwwan bite."]
  ]),
  ...group("om", "abbreviation", "a telephone that is a fax as well", [
    [
      "Tel/Fax: 011 551 7700",
      "bilbilaa fi faaksii: zeeroo kudha tokko, shan shantamii tokko, torbaatamii torba, zeeroo zeeroo"
    ]
  ]),
  ...group("om", "loanword", "of hotels", [
    ["Check-in 14:00, check-out 12:00", "cheek iin sa'aatii kudha afur, cheek awut sa'aatii kudha lama"]
  ]),

  ...group("om", "abbreviation", "an ordinal behind a stop; a minister; sciences; the least and the most", [
    ["Sad.1ffaa M/B Amboo", "sadarkaa tokkoffaa mana barumsaa Amboo"],
    ["M/Muummeen ibsan.", "Ministirri Muummeen ibsan."],
    ["Nat. Sc. fi Soc. Sc. baratan.", "naachuraal saayinsii fi sooshaal saayinsii baratan."],
    ["Min. 12°C, max. 26°C", "xiqqaan digirii seelshiyeesii kudha lama, olaanaan digirii seelshiyeesii digdamii ja'a"]
  ]),
  ...group("om", "abbreviation", "an era before its year; from one month to the other", [
    ["ALA bara 1945", "akka lakkoofsa Awurooppaatti bara kuma tokko dhibba sagalii fi afurtamii shan"],
    ["A.L.A.tti 1945", "akka lakkoofsa Awurooppaatti kuma tokko dhibba sagalii fi afurtamii shan"],
    ["Gabaasa Ado.–Fulb. 2017", "Gabaasa Adoolessa hanga Fulbaana kuma lamaa fi kudha torba"]
  ]),
  ...group("om", "acronym", "classes with so many in each", [
    ["Kutaa 12A(35), 12B(42)", "Kutaa kudha lama aa(soddomii shan), kudha lama baa(afurtamii lama)"]
  ]),

  ...group("om", "abbreviation", "hospitals, quarters, sums, subjects, teachers", [
    ["Hosp. Adaamaa kurm. 3ffaa gabaase.", "hospitaala Adaamaa kurmaana sadaffaa gabaase."],
    [
      "Ida. 42; Af. Oromoo 92; Ing. 79",
      "ida'ama afurtamii lama; Afaan Oromoo sagaltamii lama; Ingiliffa torbaatamii sagal"
    ],
    ["B/S Gammachuu barsiisan.", "barsiisaa Gammachuu barsiisan."]
  ]),
  ...group("om", "abbreviation", "an initial before a time", [
    [
      "Qananiisaa B. 2:03:51n xumure.",
      "Qananiisaa bii sa'aatii lama daqiiqaa sadii fi sekondii shantamii tokkoon xumure."
    ]
  ]),
  ...group("om", "telephone", "a word to a short number; the police, carelessly", [
    ['SMS gara 9222 "EEYYEE" jedhaa ergaa.', 'ees eem ees gara sagaltamii lama digdamii lama "eeyyee" jedhaa ergaa.'],
    ["Polisii: 991", "Polisii: sagal sagaltamii tokko"]
  ]),

  ...group("om", "abbreviation", "the head of a table", [["T.L. maqaa barataa", "tartiiba lakkoofsaa maqaa barataa"]])
]
