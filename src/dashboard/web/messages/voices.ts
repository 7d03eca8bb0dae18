const en = {
  about: "Every voice of the catalog. One that is switched off is refused to clients and hidden from their catalog.",
  search: "Name, id, style or tag",
  gender: "Gender",
  genders: { female: "Female", male: "Male" },
  none: "No voice fits",
  isOff: "Switched off",
  available: "Available",
  makeDefault: "Make it the default",
  defaultOf: (language: string) => `Default of ${language}`,
  unused: "Not used in 30 days",
  usage: (clips: string, duration: string, cost: string) => `Clips in 30 days: ${clips} (${duration}, ${cost})`,
  lastUsed: (day: string) => `Last used ${day}`
}

const am: typeof en = {
  about: "በዝርዝሩ ያሉ ድምፆች በሙሉ። የጠፋ ድምፅ ለደንበኞች አይሰጥም፤ በዝርዝራቸውም አይታይም።",
  search: "ስም፣ መለያ፣ አነጋገር ወይም መለያ ቃል",
  gender: "ጾታ",
  genders: { female: "ሴት", male: "ወንድ" },
  none: "የሚስማማ ድምፅ የለም",
  isOff: "ጠፍቷል",
  available: "ይገኛል",
  makeDefault: "ነባሪ አድርግ",
  defaultOf: (language) => `የ${language} ነባሪ`,
  unused: "በ30 ቀናት ውስጥ አልተጠቀሙበትም",
  usage: (clips, duration, cost) => `በ30 ቀናት የተሠሩ ቅንጥቦች፦ ${clips} (${duration}፣ ${cost})`,
  lastUsed: (day) => `መጨረሻ የተጠቀሙበት፦ ${day}`
}

const om: typeof en = {
  about:
    "Sagaleewwan tarree keessa jiran hunda. Kan dhaamfame maamiltootaaf hin kennamu, tarree isaaniittis hin mul'atu.",
  search: "Maqaa, eenyummeessaa, akkaataa yookaan mallattoo",
  gender: "Saala",
  genders: { female: "Dubartii", male: "Dhiira" },
  none: "Sagaleen walsimu hin jiru",
  isOff: "Dhaamfameera",
  available: "Ni argama",
  makeDefault: "Durtii godhi",
  defaultOf: (language) => `Durtii ${language}`,
  unused: "Guyyoota 30 keessatti itti hin fayyadamamne",
  usage: (clips, duration, cost) => `Kutaalee guyyoota 30 keessatti: ${clips} (${duration}, ${cost})`,
  lastUsed: (day) => `Kan dhumaaf itti fayyadaman: ${day}`
}

export const voices = { en, am, om }
