/** Words in capitals that are no acronyms. */
import { type Case, group } from "./Case.ts"

export const capitals: ReadonlyArray<Case> = [
  ...group("om", "capitals", "words and headings in capitals", [
    ["BEEKSISA MANA KIRAA.", "beeksisa mana kiraa."],
    ["HUBACHIISA: Balballi cufaa dha.", "hubachiisa: Balballi cufaa dha."],
    ["ITOOPHIYAA FI OROMIYAA keessatti.", "itoophiyaa fi oromiyaa keessatti."],
    ["Abbaa FI haadha.", "Abbaa fi haadha."],
    ["WAAJJIRA BARNOOTAA GODINA SHAWAA BAHAA.", "waajjira barnootaa godina shawaa bahaa."],
    ["ODUU HAAWWII har'aa.", "oduu haawwii har'aa."],
    ["MANA MURTII AANAA ADAAMAA.", "mana murtii aanaa adaamaa."],
    ["BULCHIINSA MAGAALAA FINFINNEE.", "bulchiinsa magaalaa finfinnee."],
    ["FINFINNEEtti argama.", "finfinneetti argama."],
    ["AKEEKKACHIISA! Asitti hin tamboo xuuxinaa.", "akeekkachiisa! Asitti hin tamboo xuuxinaa."],
    ["OBN ODUU GUYYAA.", "oo bii een oduu guyyaa."],
    ["DUBBISAA FI BARREESSAA.", "dubbisaa fi barreessaa."],
    ["HIN SEENINAA!", "hin seeninaa!"],
    ["BARA BARAAN yaadatama.", "bara baraan yaadatama."],
    ["NAGAA fi JAALALA qabaadhaa.", "nagaa fi jaalala qabaadhaa."],
    ["WAAMICHA HUNDAAF.", "waamicha hundaaf."],
    ["BILBILA HARKAA FI TV GURGURTAA.", "bilbila harkaa fi tii vii gurgurtaa."],
    ["GALATOOMAA!", "galatoomaa!"],
    ["GUYYAA BARSIISOTAA.", "guyyaa barsiisotaa."]
  ]),
  ...group("om", "capitals", "borrowed words in capitals are no acronyms", [
    ["ETHIO TELECOM TAJAAJILA HAARAA JALQABE", "itiyoo telekoomii tajaajila haaraa jalqabe"]
  ])
]
