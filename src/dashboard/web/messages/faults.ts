/** What went wrong where no server said so, or none that this page understands. By code. */
const en = {
  UNREACHABLE: "The server cannot be reached. See that it runs and that this device is connected, and try again.",
  UNEXPECTED_ANSWER: "The server answered something that this page does not know. It may have been upgraded: reload.",
  BROKEN_OFF: "The answer broke off before its end.",
  PAGE_FAULT: (detail: string) => `This page has a fault of its own: ${detail}`,
  reload: "Reload the page"
}

const am: typeof en = {
  UNREACHABLE: "አገልጋዩ ሊገኝ አልቻለም። አገልጋዩ መሥራቱንና ይህ መሣሪያ መገናኘቱን ያረጋግጡና እንደገና ይሞክሩ።",
  UNEXPECTED_ANSWER: "አገልጋዩ ይህ ገጽ የማያውቀው መልስ ሰጥቷል። አገልጋዩ ተሻሽሎ ሊሆን ይችላል፤ ገጹን እንደገና ይጫኑ።",
  BROKEN_OFF: "መልሱ ሳይጨርስ ተቋርጧል።",
  PAGE_FAULT: (detail) => `ይህ ገጽ የራሱ ስህተት አለበት፦ ${detail}`,
  reload: "ገጹን እንደገና ጫን"
}

const om: typeof en = {
  UNREACHABLE:
    "Tajaajilaan argamuu hin dandeenye. Tajaajilaan hojjechuu isaa fi meeshaan kun walqunnamuu isaa mirkaneessiitii irra deebi'ii yaali.",
  UNEXPECTED_ANSWER:
    "Tajaajilaan deebii fuulli kun hin beekne deebise. Tajaajilaan fooyya'ee ta'uu danda'a; fuula kana irra deebi'ii fe'i.",
  BROKEN_OFF: "Deebiin osoo hin xumuramin addaan cite.",
  PAGE_FAULT: (detail) => `Fuulli kun dogoggora ofii isaa qaba: ${detail}`,
  reload: "Fuula irra deebi'ii fe'i"
}

export const faults = { en, am, om }
