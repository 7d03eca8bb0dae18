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
adhanom አድኃኖም; tigist ትዕግስት; tigray ትግራይ; tilahun ጥላሁን; gessesse ገሠሠ; tola ቶላ; tolosa ቶሎሳ; tolasa ቶላሳ;
gammachuu ገመቹ; gemechu ገመቹ; tsegaye ጸጋዬ; tsehay ፀሐይ; tsion ጽዮን; wondimu ወንድሙ; wolaita ወላይታ; wolde ወልዴ;
woldemariam ወልደማርያም; wolega ወለጋ; wollega ወለጋ; wollo ወሎ; wondwosen ወንድወሰን; worku ወርቁ; yared ያሬድ; yemane የማነ;
yilma ይልማ; yodit ዮዲት; yohannes ዮሐንስ; yonas ዮናስ; yoseph ዮሴፍ; yosef ዮሴፍ; zelalem ዘላለም; zeleke ዘለቀ; zenebe ዘነበ;
zerihun ዘሪሁን; zewde ዘውዴ; sahle ሳህለ; work ወርቅ; zewditu ዘውዲቱ; enkutatash እንቁጣጣሽ; timket ጥምቀት; injera እንጀራ;
teff ጤፍ
`
