/** Names of Ethiopia that are written in Latin letters, and in Amharic. */
export const names = `
abebe አበበ; abebech አበበች; bikila ቢቂላ; abera አበራ; abdi አብዲ; abdu አብዱ; abel አቤል; abiy አብይ; abraham አብርሃም;
adane አዳነ; addis አዲስ; ababa አበባ; abeba አበባ; adama አዳማ; afewerki አፈወርቂ; agere አገሬ; ahmed አህመድ; ali አሊ; alem ዓለም;
alemayehu ዓለማየሁ; alemu ዓለሙ; almaz አልማዝ; amanuel አማኑኤል; amare አማረ; amhara አማራ; ambo አምቦ; andargachew አንዳርጋቸው;
arba አርባ; minch ምንጭ; arsi አርሲ; asfaw አስፋው; asella አሰላ; assefa አሰፈ; aster አስቴር; astatke አስታጥቄ; mulatu ሙላቱ;
ayele አየለ; aynalem ዓይናለም; azeb አዜብ; bahir ባሕር; dar ዳር; bale ባሌ; bekele በቀለ; belay በላይ; berhane ብርሃነ;
berhanu ብርሃኑ; birhanu ብርሃኑ; beyene በየነ; biruk ብሩክ; bishoftu ቢሾፍቱ; bole ቦሌ; chala ጫላ; caalaa ጫላ; chaltu ጫልቱ;
caaltuu ጫልቱ; daniel ዳንኤል; dawit ዳዊት; debebe ደበበ; debre ደብረ; birhan ብርሃን; berhan ብርሃን; markos ማርቆስ; demeke ደመቀ;
mekonnen መኮንን; dereje ደረጀ; derartu ደራርቱ; tulu ቱሉ; dessie ደሴ; desta ደስታ; dibaba ዲባባ; tirunesh ጥሩነሽ; genzebe ገንዘቤ;
dilla ዲላ; dire ድሬ; dawa ዳዋ; elias ኤልያስ; endale እንዳለ; ephrem ኤፍሬም; ermias ኤርምያስ; eshetu እሸቱ; ethiopia ኢትዮጵያ;
etiopia ኢትዮጵያ; eyasu እያሱ; fana ፋና; fasil ፋሲል; fekadu ፈቃዱ; fikre ፍቅሬ; fikru ፍቅሩ; finfinne ፊንፊኔ; finfinnee ፊንፊኔ;
gambela ጋምቤላ; gambella ጋምቤላ; gebre ገብረ; gebremariam ገብረማርያም; gebreselassie ገብረሥላሴ; gebrselassie ገብረሥላሴ;
haile ኃይሌ; hailu ኃይሉ; hailemariam ኃይለማርያም; desalegn ደሳለኝ; gelan ገላን; genet ገነት; getachew ጌታቸው; getahun ጌታሁን;
gezahegn ገዛኸኝ; girma ግርማ; gizaw ግዛው; gondar ጎንደር; habte ሀብቴ; habtamu ሀብታሙ; hana ሃና; hanna ሃና; harar ሐረር;
hararge ሐረርጌ; hawassa ሐዋሳ; hayat ሐያት; henok ሄኖክ; hirut ሂሩት; hiwot ሕይወት; hosaena ሆሳዕና; ibrahim ኢብራሂም; jemal ጀማል;
jigjiga ጅግጅጋ; jijiga ጅግጅጋ; jimma ጅማ; kassa ካሳ; kassahun ካሳሁን; kebede ከበደ; kenenisa ቀነኒሳ; kidane ኪዳኔ;
kidist ቅድስት; kifle ክፍሌ; kolfe ኮልፌ; lalibela ላሊበላ; lemma ለማ; megersa መገርሳ; lemlem ለምለም; letesenbet ለተሰንበት;
gidey ግደይ; lideta ልደታ; lulit ሉሊት; markato መርካቶ; mahlet ማሕሌት; mamo ማሞ; mariam ማርያም; maryam ማርያም; marta ማርታ;
mekdes መቅደስ; mekelle መቀሌ; mekele መቀሌ; meles መለስ; zenawi ዜናዊ; melaku መላኩ; menelik ምኒልክ; mengistu መንግሥቱ;
merkato መርካቶ; mercato መርካቶ; meron ሜሮን; meseret መሠረት; defar ደፋር; mesfin መስፍን; meskel መስቀል; mikael ሚካኤል;
mohammed መሐመድ; mulu ሙሉ; mulugeta ሙሉጌታ; nardos ናርዶስ; nebiyu ነብዩ; nekemte ነቀምቴ; negash ነጋሽ; nigussie ንጉሤ;
oromia ኦሮሚያ; oromiyaa ኦሮሚያ; oromo ኦሮሞ; piassa ፒያሳ; rahel ራሔል; robel ሮቤል; ruth ሩት; saba ሳባ; samuel ሳሙኤል; sara ሳራ;
selam ሰላም; selamawit ሰላማዊት; selassie ሥላሴ; semere ሰመረ; senait ሰናይት; seyoum ስዩም; shewa ሸዋ; shimelis ሽመልስ;
abdisa አብዲሳ; shiferaw ሽፈራው; sidama ሲዳማ; sisay ሲሳይ; solomon ሰለሞን; sosina ሶስና; tadesse ታደሰ; tafari ተፈሪ; taye ታዬ;
tayitu ጣይቱ; teddy ቴዲ; afro አፍሮ; tekle ተክሌ; temesgen ተመስገን; tesfaye ተስፋዬ; teshome ተሾመ; tewodros ቴዎድሮስ;
adhanom አድኃኖም; tedros ቴድሮስ; tigist ትዕግስት; tigray ትግራይ; tilahun ጥላሁን; gessesse ገሠሠ; tola ቶላ; tolosa ቶሎሳ; tolasa ቶላሳ;
gammachuu ገመቹ; gemechu ገመቹ; tsegaye ጸጋዬ; tsehay ፀሐይ; tsion ጽዮን; wondimu ወንድሙ; wolaita ወላይታ; wolde ወልዴ;
woldemariam ወልደማርያም; wolega ወለጋ; wollega ወለጋ; wollo ወሎ; wondwosen ወንድወሰን; worku ወርቁ; yared ያሬድ; yemane የማነ;
yilma ይልማ; yodit ዮዲት; yohannes ዮሐንስ; yonas ዮናስ; yoseph ዮሴፍ; yosef ዮሴፍ; zelalem ዘላለም; zeleke ዘለቀ; zenebe ዘነበ;
zerihun ዘሪሁን; zewde ዘውዴ; sahle ሳህለ; sahlework ሣህለወርቅ; sahle-work ሣህለወርቅ; zewditu ዘውዲቱ;
kaleb ካሌብ; nahom ናሆም; natnael ናትናኤል; nathan ናታን; eyob እዮብ; bereket በረከት; biniam ቢንያም; binyam ቢንያም; dagmawi ዳግማዊ;
mihret ምህረት; eden ኤደን; feven ፌቨን; helen ሔለን; liya ሊያ; rediet ረድኤት; ruhama ሩሃማ; betelhem ቤተልሔም; bethlehem ቤተልሔም;
blen ብሌን; hilina ህሊና; kalkidan ቃልኪዳን; makeda ማክዳ; mahder ማኅደር; medhanit መድኃኒት; netsanet ነጻነት; rakeb ራኬብ;
saron ሳሮን; seble ሰብለ; wongel ወንጌል; yemisrach የምሥራች; zinash ዝናሽ; tayachew ታያቸው; abdulaziz አብዱልአዚዝ; fatuma ፋጡማ;
kedir ከድር; hussein ሁሴን; hassan ሐሰን; omar ዑመር; osman ዑስማን; yusuf ዩሱፍ; mustafa ሙስጠፌ; muferiat ሙፈሪያት; kamil ካሚል;
isayas ኢሳያስ; isaias ኢሳያስ; layne ላይኔ; tamirat ታምራት; wakjira ዋቅጅራ; jaware ጃዋር; jawar ጃዋር; bekila በቂላ; reda ረዳ;
gonder ጎንደር; axum አክሱም; aksum አክሱም; asosa አሶሳ; afar አፋር; somali ሶማሊ; semera ሰመራ; gode ጎዴ; kombolcha ኮምቦልቻ;
weldiya ወልዲያ; woldia ወልዲያ; metema መተማ; moyale ሞያሌ; shashemene ሻሸመኔ; ziway ዝዋይ; batu ባቱ; mojo ሞጆ; sebeta ሰበታ;
sululta ሱሉልታ; holeta ሆለታ; burayu ቡራዩ; kality ቃሊቲ; akaki አቃቂ; megenagna መገናኛ; mexico ሜክሲኮ; sarbet ሳርቤት;
kazanchis ካዛንቺስ; gerji ገርጂ; cmc ሲ ኤም ሲ; ayat አያት; yeka የካ; gulele ጉለሌ; kirkos ቂርቆስ; arada አራዳ;
abay ዓባይ; tana ጣና; entoto እንጦጦ; ras ራስ; dashen ዳሽን; simien ሰሜን; omo ኦሞ; gurage ጉራጌ; hadiya ሀዲያ; kaffa ካፋ
`
