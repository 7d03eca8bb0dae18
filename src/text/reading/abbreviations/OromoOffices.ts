/** Abbreviations of offices, courts and codes of law, by the rules of `OromoTable.ts`. */
export const offices = `\
m/b mana barumsaa
m/barumsaa mana barumsaa
m/barnootaa mana barnootaa
m/m mana murtii
m/murtii mana murtii
m/murti mana murtii
m/mar mana marii
m/maree mana maree
m/q mana qopheessaa
m/kitaabaa mana kitaabaa
hosp. hospitaala
b/s barsiisaa
m/muummee Ministira Muummee
m/muummeen Ministirri Muummeen
m/ministeeraa Muummicha Ministeeraa
m/ministeera Muummicha Ministeeraa
m/ministiraa Muummicha Ministiraa
m/h/m Mana Hojii Mootummaa
m/hojii mana hojii
w/m waajjira mootummaa
w/barnootaa waajjira barnootaa
w/b/a waajjira barnoota aanaa
w/b/g waajjira barnoota godinaa
w/b/m waajjira barnoota magaalaa
w/b/x waajjira barnoota xaa
w/fayyaa waajjira fayyaa
w/q waajjira qonnaa
w/f waajjira fayyaa
dh/hariiroo dhaddacha hariiroo
dh/yakkaa dhaddacha yakkaa
waaj. waajjira
waajj. waajjira
biir. biiroo
b/b/o Biiroo Barnoota Oromiyaa
b/m bulchiinsa magaalaa
bul/m bulchiinsa magaalaa
bul/magaalaa bulchiinsa magaalaa
bul. bulchiinsa
bulch. bulchiinsa
i/a itti aanaa
i/aanaa itti aanaa
i/g itti gaafatamaa
i/gaaf itti gaafatamaa
i/gaafatamaa itti gaafatamaa
nat/sc naachuraal saayinsii
soc/sc sooshaal saayinsii
comp/sc kompiitara saayinsii
a/a Addis Ababaa
`
