/** Ordinals, Roman numerals and numbered lists. */
import { type Case, group } from "./Case.ts"

export const ordinals: ReadonlyArray<Case> = [
  ...group("am", "ordinal", "ኛ after the first order of the last consonant (Leslau, Reference Grammar of Amharic)", [
    ["1ኛ ደረጃ ትምህርት ቤት", "አንደኛ ደረጃ ትምህርት ቤት"],
    ["2ኛ ደረጃ ትምህርት ቤት", "ሁለተኛ ደረጃ ትምህርት ቤት"],
    ["በ3ኛው ዙር አሸነፈ።", "በሦስተኛው ዙር አሸነፈ።"],
    ["4ኛ ክፍል ተማሪ ነው።", "አራተኛ ክፍል ተማሪ ነው።"],
    ["5ኛዋ ተወዳዳሪ ሴት ናት።", "አምስተኛዋ ተወዳዳሪ ሴት ናት።"],
    ["6ኛውን ጎል አስቆጠረ።", "ስድስተኛውን ጎል አስቆጠረ።"],
    ["7ኛ ቀን ሆነ።", "ሰባተኛ ቀን ሆነ።"],
    ["8ኛ ክፍል ፈተና ተሰጠ።", "ስምንተኛ ክፍል ፈተና ተሰጠ።"],
    ["9ኛ ክፍል ገባች።", "ዘጠነኛ ክፍል ገባች።"],
    ["የ10ኛ ክፍል ውጤት ተለቀቀ።", "የአሥረኛ ክፍል ውጤት ተለቀቀ።"],
    ["የ11ኛ ክፍል ተማሪ ናት።", "የአሥራ አንደኛ ክፍል ተማሪ ናት።"],
    ["የ12ኛ ክፍል ፈተና ተጀመረ።", "የአሥራ ሁለተኛ ክፍል ፈተና ተጀመረ።"],
    ["በ20ኛው ክፍለ ዘመን ተገነባ።", "በሃያኛው ክፍለ ዘመን ተገነባ።"],
    ["በ21ኛው ክፍለ ዘመን እንኖራለን።", "በሃያ አንደኛው ክፍለ ዘመን እንኖራለን።"],
    ["30ኛ ዓመት በዓል ተከበረ።", "ሰላሳኛ ዓመት በዓል ተከበረ።"],
    ["50ኛ ዓመቱን አከበረ።", "ሃምሳኛ ዓመቱን አከበረ።"],
    ["100ኛ ዓመት በዓል ነው።", "መቶኛ ዓመት በዓል ነው።"],
    ["1000ኛ ደንበኛ ተሸለመ።", "ሺኛ ደንበኛ ተሸለመ።"],
    ["ውድድሩን በ2ኛነት አጠናቀቀ።", "ውድድሩን በሁለተኛነት አጠናቀቀ።"],
    ["125ኛው የዓድዋ ድል በዓል ተከበረ።", "አንድ መቶ ሃያ አምስተኛው የዓድዋ ድል በዓል ተከበረ።"],
    ["1ኛ፣ 2ኛና 3ኛ የወጡት ተሸለሙ።", "አንደኛ፣ ሁለተኛና ሦስተኛ የወጡት ተሸለሙ።"],
    ["4ተኛ ሆኖ ገባ።", "አራተኛ ሆኖ ገባ።"],
    ["ከ1ኛ-4ኛ ክፍል ያስተምራል።", "ከአንደኛ እስከ አራተኛ ክፍል ያስተምራል።"],
    ["ከ9-12ኛ ክፍል ተማሪዎች", "ከዘጠነኛ እስከ አሥራ ሁለተኛ ክፍል ተማሪዎች"],
    ["የ2-ኛ ዓመት ተማሪ", "የሁለተኛ ዓመት ተማሪ"],
    ["ቀዳሚው በ15ኛ ደቂቃ ጎል አገባ።", "ቀዳሚው በአሥራ አምስተኛ ደቂቃ ጎል አገባ።"]
  ]),
  ...group("am", "ordinal", "Roman numerals after chapters as cardinals, after names as ordinals; lists by ordinals", [
    ["ምዕራፍ IV ይመልከቱ።", "ምዕራፍ አራት ይመልከቱ።"],
    ["2ኛው የዓለም ጦርነት ተጀመረ።", "ሁለተኛው የዓለም ጦርነት ተጀመረ።"],
    ["ኤልሳቤጥ II ንግሥት ነበሩ።", "ኤልሳቤጥ ሁለተኛ ንግሥት ነበሩ።"],
    ["1. መታወቂያ ይዘው ይምጡ።", "አንደኛ፣ መታወቂያ ይዘው ይምጡ።"],
    ["2) ቅጹን ይሙሉ።", "ሁለተኛ፣ ቅጹን ይሙሉ።"],
    ["3. ክፍያ ይፈጽሙ።", "ሦስተኛ፣ ክፍያ ይፈጽሙ።"]
  ]),
  ...group(
    "om",
    "ordinal",
    "-ffaa on the stem: lammaffaa, sadaffaa, afraffaa, kurnaffaa (Wikibooks, Afaan Oromo, chapter 1)",
    [
      ["Kutaa 1ffaa barata.", "Kutaa tokkoffaa barata."],
      ["Sadarkaa 2ffaa argate.", "Sadarkaa lammaffaa argate."],
      ["Marsaa 3ffaan jalqabame.", "Marsaa sadaffaan jalqabame."],
      ["Kutaa 4ffaatti darbe.", "Kutaa afraffaatti darbe."],
      ["Guyyaa 5ffaa irratti argaman.", "Guyyaa shanaffaa irratti argaman."],
      ["Kutaa 6ffaa fi 7ffaa", "Kutaa ja'affaa fi torbaffaa"],
      ["Kutaa 8ffaa qorama.", "Kutaa saddeettaffaa qorama."],
      ["Kutaa 9ffaa galte.", "Kutaa saglaffaa galte."],
      ["Qormaanni kutaa 10ffaa kenname.", "Qormaanni kutaa kurnaffaa kenname."],
      ["Barattoota kutaa 12ffaa", "Barattoota kutaa kudha lammaffaa"],
      ["Ayyaana waggaa 20ffaa kabaje.", "Ayyaana waggaa digdamaffaa kabaje."],
      ["Jaarraa 21ffaa keessa jirra.", "Jaarraa digdamii tokkoffaa keessa jirra."],
      ["Waggaa 100ffaa isaa kabaje.", "Waggaa dhibbaffaa isaa kabaje."],
      ["Maamila 1000ffaa badhaase.", "Maamila kumaffaa badhaase."],
      ["Waraana Addunyaa 2ffaan booda", "Waraana Addunyaa lammaffaan booda"],
      ["1ffaa, 2ffaa fi 3ffaa ba'an.", "tokkoffaa, lammaffaa fi sadaffaa ba'an."],
      ["Sadarkaa 1ffaarratti argama.", "Sadarkaa tokkoffaarratti argama."],
      ["Ayyaana 125ffaa", "Ayyaana dhibba tokkoo fi digdamii shanaffaa"],
      ["Kutaa 9-12ffaa barsiisa.", "Kutaa saglaffaa hanga kudha lammaffaa barsiisa."],
      ["Sadarkaa 2ffaadhaan xumure.", "Sadarkaa lammaffaadhaan xumure."],
      ["Kutaa 11ffaa barata.", "Kutaa kudha tokkoffaa barata."],
      ["Marsaa 15ffaa", "Marsaa kudha shanaffaa"]
    ]
  ),
  ...group("om", "ordinal", "Roman numerals; lists by ordinals", [
    ["Waraana Addunyaa II booda", "Waraana Addunyaa lammaffaa booda"],
    ["Boqonnaa III dubbisi.", "Boqonnaa sadii dubbisi."],
    ["1. Waraqaa eenyummaa fidaa.", "tokkoffaa, Waraqaa eenyummaa fidaa."],
    ["2) Unka guutaa.", "lammaffaa, Unka guutaa."]
  ]),
  ...group("om", "ordinal", "suffixes on an ordinal, with a space too; Roman numerals behind an abbreviation", [
    ["Liigii keessatti sadarkaa 3ffaarra jira.", "Liigii keessatti sadarkaa sadaffaarra jira."],
    ["Waggaa 50ffaasaa kabajate.", "Waggaa shantamaffaasaa kabajate."],
    ["Ogeessa sad. VIII barbaanna.", "Ogeessa sadarkaa saddeet barbaanna."],
    ["Haayilasillaasee I mootii turan.", "Haayilasillaasee tokkoffaa mootii turan."]
  ])
]
