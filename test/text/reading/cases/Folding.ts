/** What is typed in several ways. */
import { type Case, group } from "./Case.ts"

export const folding: ReadonlyArray<Case> = [
  ...group("am", "fold", "one spelling for what is typed in several ways", [
    ["𝗦𝗮𝗹𝗮𝗺 ለሁላችሁ።", "Salam ለሁላችሁ።"],
    ["ሰ\u00adላም ለሁሉም።", "ሰላም ለሁሉም።"]
  ]),
  ...group("am", "number", "digits of other scripts and forms", [
    ["ዋጋው １２ ነው።", "ዋጋው አሥራ ሁለት ነው።"],
    ["በ٢٥ ቀን ተገኘ ነገር የለም።", "በሃያ አምስት ቀን ተገኘ ነገር የለም።"],
    ["𝟏𝟎 ሰዎች መጡ።", "አሥር ሰዎች መጡ።"],
    ["የ\u202a12\u202c ልጆች እናት ናት።", "የአሥራ ሁለት ልጆች እናት ናት።"]
  ]),
  ...group("am", "text", "Ethiopic marks in their usual form", [
    ["ሰላም፡ለኪ፡ማርያም፡፡", "ሰላም ለኪ ማርያም።"],
    ["ነገ ይመጣል::", "ነገ ይመጣል።"]
  ]),
  ...group("om", "text", "hudhaa and marks in one form", [
    ["Har’a re´een ba`e.", "Har'a re'een ba'e."],
    ['Mulʼata du‘a ka"aa jedhe.', "Mul'ata du'a ka'aa jedhe."],
    ["‘Nagaa’ jedhe.", "‘Nagaa’ jedhe."]
  ]),
  ...group("om", "number", "digits of other scripts and forms", [
    ["Gatiin １２ dha.", "Gatiin kudha lama dha."],
    ["Namoonni 𝟏𝟎 dhufan.", "Namoonni kudhan dhufan."],
    ["Guyyaa ٢٥ ture.", "Guyyaa digdamii shan ture."]
  ]),
  ...group("om", "fold", "one spelling for what is typed in several ways", [
    ["Baay'ee ﬁlatamaa dha.", "Baay'ee filatamaa dha."],
    ["Ka\u00adtabe dhufe.", "Katabe dhufe."],
    ["𝗡𝗮𝗴𝗮𝗮 qabdu.", "Nagaa qabdu."]
  ])
]
