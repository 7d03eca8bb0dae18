/** Days and months cut short, by the rules of `OromoTable.ts`. */
export const months = `\
wix. Wiixata
wiix. Wiixata
kib. Kibxata
rob. Roobii
roob. Roobii
kam. Kamisa
jim. Jimaata
san. Sanbata
sanb. Sanbata
dil. Dilbata
dilb. Dilbata
onk. Onkololeessa
onkol. Onkololeessa
onko. Onkololeessa
mud. Muddee
bitoot. Bitootessa
wax. Waxabajjii
caams. Caamsaa
fulb. Fulbaana
amaj. Amajjii
gurr. Gurraandhala
caam. Caamsaa
waxa. Waxabajjii
adool. Adoolessa
hag. Hagayya
`
