/** What is spoken. Lengths of sound as the voice `am-hamen` speaks them. */

/** About 1.3 s. */
export const short = "እንዴት ነህ?"

/** Three phrases, about 4 s; begins with a greeting, as speech does. */
export const threePhrases = "ሰላም! እንኳን ደህና መጡ። ዛሬ ስለ አዲሱ የከተማችን ትምህርት ቤት እንነጋገራለን።"

/** Three phrases of which the first is a sentence of 16 letters. */
export const threeSentences = "ዛሬ ጠዋት ዝናብ ዘነበ። ልጆቹ በቤት ውስጥ ሲጫወቱ ዋሉ። ማታ ላይ ሰማዩ ጠራና ጨረቃ ወጣች።"

/** About 30 s. */
export const long = [
  "ኢትዮጵያ በአፍሪካ ቀንድ የምትገኝ ታሪካዊ አገር ናት።",
  "ዋና ከተማዋ አዲስ አበባ ስትሆን፣ ብዙ ዓለም አቀፍ ድርጅቶች በውስጧ ይገኛሉ።",
  "የአገሪቱ ሕዝብ ከሰማንያ በላይ ቋንቋዎችን ይናገራል፤ ከእነዚህም መካከል አማርኛ እና አፋን ኦሮሞ በስፋት ይነገራሉ።",
  "በየዓመቱ በመስከረም ወር አዲስ ዓመት ይከበራል፣ ልጆችም አበባ ይዘው ይዘምራሉ።",
  "ቡና ከዚህች አገር ወደ ዓለም እንደተስፋፋ ይነገራል።"
].join(" ")
