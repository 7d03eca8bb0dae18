/** What went wrong where no server said so, or none that this page understands. By code. */
const en = {
  UNREACHABLE: "The server cannot be reached. See that it runs and that this device is connected, and try again.",
  UNEXPECTED_ANSWER: "The server answered something that this page does not know. It may have been upgraded: reload.",
  BROKEN_OFF: "The answer broke off before its end.",
  PAGE_FAULT: (detail: string) => `This page has a fault of its own: ${detail}`,
  refused: {
    UNAUTHORIZED: "You are not signed in: the token or the link is not right, or the session has ended.",
    FORBIDDEN: "The server takes this only from its own page, in its present session. Reload the page.",
    NOT_FOUND: "It is not there, or no longer.",
    RATE_LIMITED: "That was tried too often. Wait a moment."
  },
  reload: "Reload the page"
}

const am: typeof en = {
  UNREACHABLE: "አገልጋዩ ሊገኝ አልቻለም። አገልጋዩ መሥራቱንና ይህ መሣሪያ መገናኘቱን ያረጋግጡና እንደገና ይሞክሩ።",
  UNEXPECTED_ANSWER: "አገልጋዩ ይህ ገጽ የማያውቀው መልስ ሰጥቷል። አገልጋዩ ተሻሽሎ ሊሆን ይችላል፤ ገጹን እንደገና ይጫኑ።",
  BROKEN_OFF: "መልሱ ሳይጨርስ ተቋርጧል።",
  PAGE_FAULT: (detail) => `ይህ ገጽ የራሱ ስህተት አለበት፦ ${detail}`,
  refused: {
    UNAUTHORIZED: "አልገቡም፦ ማለፊያው ወይም አገናኙ ልክ አይደለም፣ ወይም ክፍለ ጊዜው አብቅቷል።",
    FORBIDDEN: "አገልጋዩ ይህን የሚቀበለው ከራሱ ገጽና አሁን ካለው ክፍለ ጊዜ ብቻ ነው። ገጹን እንደገና ይጫኑ።",
    NOT_FOUND: "የለም፣ ወይም ከእንግዲህ የለም።",
    RATE_LIMITED: "ይህ ከመጠን በላይ ተሞክሯል። ጥቂት ይጠብቁ።"
  },
  reload: "ገጹን እንደገና ጫን"
}

const om: typeof en = {
  UNREACHABLE:
    "Tajaajilaan argamuu hin dandeenye. Tajaajilaan hojjechuu isaa fi meeshaan kun walqunnamuu isaa mirkaneessiitii irra deebi'ii yaali.",
  UNEXPECTED_ANSWER:
    "Tajaajilaan deebii fuulli kun hin beekne deebise. Tajaajilaan fooyya'ee ta'uu danda'a; fuula kana irra deebi'ii fe'i.",
  BROKEN_OFF: "Deebiin osoo hin xumuramin addaan cite.",
  PAGE_FAULT: (detail) => `Fuulli kun dogoggora ofii isaa qaba: ${detail}`,
  refused: {
    UNAUTHORIZED: "Hin seenne: iggitni yookaan geessituun sirrii miti, yookaan seensi xumurameera.",
    FORBIDDEN: "Tajaajilaan kana fuula mataa isaa fi seensa amma jiru irraa qofa fudhata. Fuula irra deebi'ii fe'i.",
    NOT_FOUND: "Hin jiru, yookaan ammaan booda hin jiru.",
    RATE_LIMITED: "Kun yeroo baay'ee yaalameera. Xiqqoo eegi."
  },
  reload: "Fuula irra deebi'ii fe'i"
}

export const faults = { en, am, om }
