/** Acronyms and single letters. */
import { type Case, group } from "./Case.ts"

export const acronyms: ReadonlyArray<Case> = [
  ...group("am", "acronym", "English letter names in fidel, as EBC and BBC Amharic say them", [
    ["በX (Twitter) ገጹ ላይ ጻፈ።", "በኤክስ (ትዊተር) ገጹ ላይ ጻፈ።"],
    ["የDNA ምርመራ ተደረገ።", "የዲ ኤን ኤ ምርመራ ተደረገ።"],
    ["VAT እና TIN ያስፈልጋሉ።", "ቫት እና ቲን ያስፈልጋሉ።"],
    ["AI ቴክኖሎጂ እና QR ኮድ ተጠቀሙ።", "ኤ አይ ቴክኖሎጂ እና ኪው አር ኮድ ተጠቀሙ።"],
    ["የPP አባላት ተሰበሰቡ።", "የፒ ፒ አባላት ተሰበሰቡ።"],
    ["EBC ዜናውን አሰራጨ።", "ኢ ቢ ሲ ዜናውን አሰራጨ።"],
    ["የCBE ደንበኞች በATM ገንዘብ አወጡ።", "የሲ ቢ ኢ ደንበኞች በኤ ቲ ኤም ገንዘብ አወጡ።"],
    ["በSMS መልእክት ተልኳል።", "በኤስ ኤም ኤስ መልእክት ተልኳል።"],
    ["SMSን ክፈት እና ኮዱን አስገባ።", "ኤስ ኤም ኤስን ክፈት እና ኮዱን አስገባ።"],
    ["ATM-ን ለመጠቀም PIN ያስገቡ።", "ኤ ቲ ኤምን ለመጠቀም ፒን ያስገቡ።"],
    ["የUN እና የAU ተወካዮች ተወያዩ።", "የዩ ኤን እና የኤ ዩ ተወካዮች ተወያዩ።"],
    ["WHO ማስጠንቀቂያ አወጣ።", "ደብሊው ኤች ኦ ማስጠንቀቂያ አወጣ።"],
    ["NGOs ድጋፍ አደረጉ።", "ኤን ጂ ኦዎች ድጋፍ አደረጉ።"],
    ["በርካታ NGOዎች ይሠራሉ።", "በርካታ ኤን ጂ ኦዎች ይሠራሉ።"],
    ["የIDዎን ኮፒ ያምጡ።", "የአይ ዲዎን ኮፒ ያምጡ።"],
    ["PDF ፋይሉን በUSB ቅዳ።", "ፒ ዲ ኤፍ ፋይሉን በዩ ኤስ ቢ ቅዳ።"],
    ["TV እና DSTV አገልግሎት አለ።", "ቲ ቪ እና ዲ ኤስ ቲ ቪ አገልግሎት አለ።"],
    ["የGDP ዕድገት ተመዘገበ።", "የጂ ዲ ፒ ዕድገት ተመዘገበ።"],
    ["U.N. ስብሰባ ጠራ።", "ዩ ኤን ስብሰባ ጠራ።"],
    ["በU.S.A. የሚኖሩ ኢትዮጵያውያን ረዱ።", "በዩ ኤስ ኤ የሚኖሩ ኢትዮጵያውያን ረዱ።"],
    ["UNESCO ላሊበላን መዘገበ።", "ዩኔስኮ ላሊበላን መዘገበ።"],
    ["የUNICEF ድጋፍ ደረሰ።", "የዩኒሴፍ ድጋፍ ደረሰ።"],
    ["COVID-19 ክትባት ተሰጠ።", "ኮቪድ አሥራ ዘጠኝ ክትባት ተሰጠ።"],
    ["FIFA እና CAF ስምምነት ፈረሙ።", "ፊፋ እና ካፍ ስምምነት ፈረሙ።"],
    ["HIV/AIDS መከላከያ ዘመቻ ተጀመረ።", "ኤች አይ ቪ ኤድስ መከላከያ ዘመቻ ተጀመረ።"],
    ["የIGAD ጉባኤ በጅቡቲ ተካሄደ።", "የኢጋድ ጉባኤ በጅቡቲ ተካሄደ።"],
    ["PhD ዲግሪውን ተቀበለ።", "ፒ ኤች ዲ ዲግሪውን ተቀበለ።"],
    ["ቪታሚን C ጠቃሚ ነው።", "ቪታሚን ሲ ጠቃሚ ነው።"],
    ["NATO ጦሩን አሰማራ።", "ኔቶ ጦሩን አሰማራ።"]
  ]),
  ...group("am", "acronym", "a letter beside a number, as EBC and BBC Amharic say it", [
    ["የ5G አገልግሎት ተጀመረ።", "የአምስት ጂ አገልግሎት ተጀመረ።"],
    ["የG20 አባል ሀገራት ተሰበሰቡ።", "የጂ ሃያ አባል ሀገራት ተሰበሰቡ።"]
  ]),
  ...group("am", "text", "English letter names in fidel, as EBC and BBC Amharic say them", [
    ["ኢዜአ እና ተመድ መግለጫ ሰጡ።", "ኢዜአ እና ተመድ መግለጫ ሰጡ።"]
  ]),
  ...group("om", "acronym", "letters, as people say them", [
    ["VAT fi TIN gaafata.", "vaatii fi tiin gaafata."],
    ["PP fi TPLF mari'atan.", "pii pii fi tii pii eel eef mari'atan."],
    ["ABOn ibsa kenne.", "aa baa oon ibsa kenne."],
    ["QR code agarsiisi.", "kiiw aar koodii agarsiisi."],
    ["OBN oduu dabarse.", "oo bii een oduu dabarse."],
    ["ODP fi ABO mari'atan.", "oo dii pii fi aa baa oo mari'atan."],
    ["WBO keessa ture.", "waa baa oo keessa ture."],
    ["CBE irraa liqaa fudhate.", "sii bii ii irraa liqaa fudhate."],
    ["UN-tti himatan.", "yuu eenitti himatan."],
    ["TVn cufame.", "tii viin cufame."],
    ["ATM fayyadami.", "ee tii eem fayyadami."],
    ["SMS ergi.", "ees eem ees ergi."],
    ["WHO akeekkachiise.", "dabaliyuu eech oo akeekkachiise."],
    ["NGOn gargaare.", "een jii oon gargaare."],
    ["NGOs hedduutu hojjeta.", "een jii oowwan hedduutu hojjeta."],
    ["U.N. walga'ii waame.", "yuu een walga'ii waame."],
    ["ID kee fidi.", "aay dii kee fidi."],
    ["USB fi PDF.", "yuu ees bii fi pii dii eef."],
    ["UNESCO galmeesse.", "yuuneeskoo galmeesse."],
    ["UNICEF gargaarsa kenne.", "yuuniseef gargaarsa kenne."],
    ["COVID-19 ittisuu.", "koviidii kudha sagal ittisuu."],
    ["HIV/AIDS irraa of eegaa.", "eech aay vii eedsii irraa of eegaa."],
    ["FIFA fi CAF walii galan.", "fiifaa fi kaaf walii galan."],
    ["AU fi IGAD walga'an.", "ee yuu fi igaad walga'an."],
    ["BBO beeksisa baase.", "baa baa oo beeksisa baase."],
    ["Gareen A mo'ate.", "Gareen aa mo'ate."],
    ["KG keessa barata.", "kee jii keessa barata."]
  ]),
  ...group("om", "identifier", "letters, as people say them", [
    ["5G Finfinneetti jalqabame.", "shan jii Finfinneetti jalqabame."]
  ]),
  ...group("om", "abbreviation", "letters, as people say them", [["PhD qaba.", "pii eech dii qaba."]])
]
