/** Abbreviations of written Afaan Oromo; see `Oromo.ts` for their sources. */
import { months } from "./OromoMonths.ts"
import { offices } from "./OromoOffices.ts"

/**
 * A line for each. One that is a word as well, or a letter, ends in a stop that
 * must be there; one that may end a sentence, so that its stop ends it too
 * where a capital follows, in `!`.
 */
export const table = `
fkn fakkeenyaaf
fkf fakkeenyaaf
fkk fakkeenyaaf
fak. fakkeenyaaf
kkf! kan kana fakkaatan
k/k/f! kan kana fakkaatan
kwf! kan wal fakkaatan
k/w/f! kan wal fakkaatan
kwk! kan kana fakkaatan
kwt! kan kana fakkaatan
k/w/t! kan kana fakkaatan
wkf! waan kana fakkaatan
w/k/f! waan kana fakkaatan
ykn yookaan
y/k/n yookaan
jech. jechuun
hub. hubachiisa
a/l/i! akka lakkoofsa Itoophiyaatti
a/l/h! akka lakkoofsa Habashaatti
a/l/a! akka lakkoofsa Awurooppaatti
a/l/w! akka lakkoofsa warra Awurooppaatti
e/c! akka lakkoofsa Itoophiyaatti
g/c! akka lakkoofsa Awurooppaatti
dh/k! Dhaloota Kiristoos
dh/k/d! Dhaloota Kiristoos dura
d/dh/k! dura Dhaloota Kiristoos
dh/k/b! Dhaloota Kiristoos booda
d/k/d! Dhaloota Kiristoos dura
d/k/b! Dhaloota Kiristoos booda
k/d/k! Dhaloota Kiristoos dura
w/d! waaree dura
w/b! waaree booda
mno Mootummaa Naannoo Oromiyaa
rdfi Rippaabliika Dimookraatawaa Federaalawaa Itoophiyaa
rfdi Rippaabliika Federaalawaa Dimookraatawaa Itoophiyaa
mrdfi Mootummaa Rippaabliika Dimookraatawaa Federaalawaa Itoophiyaa
txn tiraanzaakshinii
trx tiraanzaakshinii
trans. tiraanzaakshinii
xal xalayaa
g/g garagalcha
g/galchaa garagalcha
g/galcha garagalcha
gg. garagalcha
dh/dhi dhalaa yookaan dhiira
dhi dhiira
dhal. dhalaa
dub. dubartii
durb. durba
wal. waliigala
wal/gal waliigala
guy. guyyaa
konk. konkolaataa
mod. moodeela
kod. koodii
univ. Yuunivarsiitii
yuun. Yuunivarsiitii
yuuniv. Yuunivarsiitii
dhi/dub dhiira yookaan dubartii
dhi/dha dhiira yookaan dhalaa
dhi/dh dhiira yookaan dhalaa
dig. digirii
dip. dippiloomaa
hek. hektaara
hekt. hektaara
ku. kuntaala
kut. kutaa
kut/mag kutaa magaalaa
ebl. Ebla
bitt. Bitootessa
sad/lam sadarkaa lammaffaa
dr Doktar
dok. Doktar
dir. Daarektara
d/r Doktar
prof Piroofeesar
ast. gargaaraa
asst gargaaraa
pirof Piroofeesar
piroof Piroofeesar
piro. Piroofeesar
pir. Pirezidaantii
pirez. Pirezidaantii
inj Injiinar
inji. Injiinar
eng. Injiinar
obb Obbo
ob. Obbo
add. Aadde
aad. Aadde
aadd Aadde
ad. Aadde
w/ro Aadde
w/rit Aadde
mr Obbo
mrs Aadde
ms. Aadde
obbo. Obbo
aadde. Aadde
inc. inkorporeetid
ltd limiitid
co. kaampaanii
miss. Aadde
barr. barreessaa
b/saa barsiisaa
bars. barsiisaa
b/stuu barsiistuu
jen. Jeneraal
jan. Jeneraal
l/jen Leetenaal Jeneraal
lt. Leetenaal
sgt. Saajin
m/b/sad. mana barumsaa sadarkaa
m/jen Meejar Jeneraal
b/jen Birgaader Jeneraal
kol. Koloneel
l/kol Leetenaal Koloneel
maj. Meejar
meej. Meejar
shaa. Shaambala
shaal. Shaambala
kom. Komishinara
kant. Kantiibaa
kantib. Kantiibaa
komish. Komishinara
i/kom Itti aanaa Komishinaraa
insp. Inispeektara
ins. Inispeektara
kom/r Komaandara
saaj. Saajiin
muux. muuxannoo
h/gudruu Horroo Guduruu
h/guduruu Horroo Guduruu
h/g/wallaggaa Horroo Guduruu Wallaggaa
q/wallaggaa Qeellam Wallaggaa
q/wallagga Qeellam Wallagga
g/sh/lixaa godina Shawaa Lixaa
g/sh/bahaa godina Shawaa Bahaa
g/sh/kaabaa godina Shawaa Kaabaa
g/sh/k/lixaa godina Shawaa Kibba Lixaa
g/w/bahaa godina Wallagga Bahaa
g/w/lixaa godina Wallagga Lixaa
g/h/bahaa godina Harargee Bahaa
g/h/lixaa godina Harargee Lixaa
g/a/lixaa godina Arsii Lixaa
sr. Sistar
br. Biraazar
qes. Qeesii
rev. Reverend
st. Qulqulluu
jr. Juuniyer
f/fi Finfinnee
finf. Finfinnee
d/dh Dirree Dhawaa
d/dhawaa Dirree Dhawaa
k/m kutaa magaalaa
k/magaalaa kutaa magaalaa
mag. magaalaa
m/gaalaa magaalaa
god. godina
godn. godina
aan. aanaa
gand. ganda
gur. guraandhala
${months}lakk lakkoofsa
lak. lakkoofsa
lakk/bil lakkoofsa bilbilaa
lakk/bilb lakkoofsa bilbilaa
lakk/gal lakkoofsa galmee
lak/gal lakkoofsa galmee
l/g lakkoofsa galmee
lakk/b lakkoofsa bilbilaa
lakk/tar lakkoofsa tartiibaa
l/bil lakkoofsa bilbilaa
l/b lakkoofsa bilbilaa
l/t lakkoofsa tartiibaa
t/l tartiiba lakkoofsaa
l/m lakkoofsa manaa
lakk/m lakkoofsa manaa
lakk/s/p lakkoofsa saanduqa poostaa
lakk/h lakkoofsa herregaa
l/h lakkoofsa herregaa
bil bilbila
bilb bilbila
tel bilbila
tel/fax bilbilaa fi faaksii
mob. moobaayila
sem. seemisteera
kurm. kurmaana
ida. ida'ama
af. Afaan
ing. Ingiliffa
vit. vitaamin
ob/gyn oo bii jii waay een
tab. kiniinii
cap. kaapsulii
ext ekisteenshinii
min. xiqqaan
max. olaanaan
l/s/p lakkoofsa saanduqa poostaa
s/l/p saanduqa lakkoofsa poostaa
s/p saanduqa poostaa
p/o/box saanduqa poostaa
p/o/b saanduqa poostaa
no. lakkoofsa
vol. jildii
jild. jildii
maxx. maxxansa
maxxn. maxxansa
fuul. fuula
ful. fuula
boq. boqonnaa
kew. keewwata
keew. keewwata
sad. sadarkaa
lab. labsii
gab. gabatee
anqas. anqasa
qaj. qajeelfama
fig. fakkii
fakk. fakkii
daq. daqiiqaa
dh/i/m dhaabbata itti gaafatamummaan isaa murtaa'e
w/a waldaa aksiyoonaa
h/m haadha manaa
a/m abbaa manaa
a/g abbaa gadaa
a/gadaa abbaa gadaa
s/y seera yakkaa
s/d/f/y seera deemsa falmii yakkaa
s/h/h seera hariiroo hawaasaa
s/d/f/h/h seera deemsa falmii hariiroo hawaasaa
a/murtii abbaa murtii
a/seeraa abbaa seeraa
a/seera abbaa seeraa
a/taayitaa abbaa taayitaa
a/qabeenyaa abbaa qabeenyaa
a/duulaa abbaa duulaa
a/warraa abbaa warraa
h/warraa haadha warraa
h/mana haadha manaa
q/bulaa qonnaan bulaa
q/bultoota qonnaan bultoota
q/bultoonni qonnaan bultoonni
h/bulaa horsiisee bulaa
h/bultoota horsiisee bultoota
d/taa'aa dura taa'aa
d/teessuu dura teessuu
a/alangaa abbaa alangaa
a/al abbaa alangaa
a/taa'ee abbaa taa'ee
w/w waldaa waaqeffannaa
s/a/w sallallaahu aleeyhi wasallam
s/w/t subhaanahu wata'aalaa
m/k mana kiristaanaa
ph/d! pii eech dii
phd! pii eech dii
b/sc! bii ees sii
bsc! bii ees sii
m/sc! eem ees sii
msc! eem ees sii
b/a! bii ee
m/a! eem ee
m/b/a! eem bii ee
m/d! eem dii
etc! kan kana fakkaatan
i/e jechuun
e/g fakkeenyaaf
vs veersas
a/k/a kan jedhamuunis beekamu
km kiiloo meetira
cm seentii meetira
mm. miilii meetira
kg kiiloo giraama
${offices}`
