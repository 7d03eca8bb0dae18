/** Feeds, shops, forms and lists in Afaan Oromo: what people write with emoji, tags, English nouns and short forms. */
import { type Case, group } from "./Case.ts"

export const oromoFeeds: ReadonlyArray<Case> = [
  ...group("om", "identifier", "the stars of a hidden part are heard", [
    ["Herrega keessan 2****7781 irraa", "Herrega keessan lama, urjiiwwan, torba torba saddeet tokko irraa"],
    ["Kaardii lakk. **** **** **** 5512 cufameera.", "Kaardii lakkoofsa urjiiwwan, shan shan tokko lama cufameera."]
  ]),
  ...group("om", "identifier", "a house and its floors", [
    ["Gamoo G+4 gurgurtaaf.", "Gamoo jii pilaas afur gurgurtaaf."]
  ]),
  ...group("om", "number", "a noun of English before its number, with fi behind it", [
    ["Suuraan kun 3K like argate.", "Suuraan kun laayikii kuma sadii argate."],
    [
      "Viidiyoon 2M views fi 500 comments argate.",
      "Viidiyoon viiwii miiliyoona lamaa fi komeentii dhibba shan argate."
    ],
    ["(1.5M followers)", "(followersii miiliyoona tokko tuqaa shan)"],
    ["Makiinaa 2012 model", "Makiinaa moodela kuma lamaa fi kudha lama"]
  ]),
  ...group("om", "loanword", "a plural of English is no -s of Afaan Oromo, and takes one ending", [
    ["Commentsiin baay'ate.", "komeentiin baay'ate."],
    ["Likes keessan", "laayikii keessan"],
    ["Teachersiin dhufan.", "tiicharoonni dhufan."],
    ["Studentoonni dhufan.", "istudentoonni dhufan."]
  ]),
  ...group("om", "sign", "a pause where an emoji ends a sentence, and before the tags that end a line", [
    ["Galatoomaa 🙏 Boru wal agarra.", "Galatoomaa, Boru wal agarra."],
    ["Ayyaana gaarii 🌼🌼 #Oromoo", "Ayyaana gaarii, Oromoo"],
    ["Kana ilaalaa 👇 @OBN", "Kana ilaalaa, at oo bii een"],
    ["Nu hordofaa #Jimma #Adaamaa", "Nu hordofaa, Jimma, Adaamaa"]
  ]),
  ...group("om", "hashtag", "within a sentence, without a pause", [
    ["Guyyaa #Jimma irratti qophaa'e.", "Guyyaa Jimma irratti qophaa'e."]
  ]),
  ...group("om", "date", "from a day of a month in short to another", [
    [
      "Galmeen Sad. 10 - Sad. 20, 2018 ta'a.",
      "Galmeen Sadaasa kudhan hanga Sadaasa digdama bara kuma lamaa fi kudha saddeet ta'a."
    ]
  ]),
  ...group("om", "date", "by the season that is a month's name", [
    ["Irreechi Birraa 2, 2018 ta'a.", "Irreechi Birraa lama bara kuma lamaa fi kudha saddeet ta'a."]
  ]),
  ...group("om", "acronym", "sizes of clothes", [
    ["Uffata S, M, L fi XL qabna.", "Uffata ees, eem, eel fi eeks eel qabna."]
  ]),
  ...group("om", "duration", "of a whole day, behind its number", [
    ["OBN 24 sa'aatii tamsaasa.", "oo bii een sa'aatii digdamii afur tamsaasa."]
  ]),
  ...group("om", "abbreviation", "of forms, ranks and schools", [
    ["Saala: Dhi/Dub", "Saala: dhiira yookaan dubartii"],
    ["Lt. Jen. Birhaanuu", "Leetenaal Jeneraal Birhaanuu"],
    ["M/B/Sad. 2ffaa Gindabarat", "mana barumsaa sadarkaa lammaffaa Gindabarat"]
  ]),
  ...group("om", "plate", "with the region between", [
    ["Bajaajii koodii 1 OR 12345 bade.", "Bajaajii koodii tokko Oromiyaa, tokko lama sadii afur shan bade."]
  ]),
  ...group("om", "ordinal", "a pause before each further item of a list", [
    ["Isaan: 1) Horata 2) Bichile qofa.", "Isaan: tokkoffaa, Horata, lammaffaa, Bichile qofa."],
    ["Fidaa: 1. Suuraa 3x4 2. Waraqaa", "Fidaa: tokkoffaa, Suuraa sadii afuriin, lammaffaa, Waraqaa"]
  ]),
  ...group("om", "verse", "spellings of Matthew", [
    ["Matewos 5:12 fi Luqaas", "Matewos boqonnaa shan lakkoofsa kudha lamaa fi Luqaas"]
  ])
]
