const en = {
  title: "Sign in to the dashboard",
  token: "Dashboard token",
  where: "Printed when the server was first started, or set as QAL_ADMIN_TOKEN",
  show: "Show or hide the token",
  enter: "Sign in",
  link: "No token at hand? This command prints a link that signs you in:",
  documentation: "API documentation"
}

const am: typeof en = {
  title: "ወደ መቆጣጠሪያ ሰሌዳው ይግቡ",
  token: "የመቆጣጠሪያ ሰሌዳ ማለፊያ",
  where: "አገልጋዩ መጀመሪያ ሲነሳ የታተመው፣ ወይም በ QAL_ADMIN_TOKEN የተቀመጠው",
  show: "ማለፊያውን አሳይ ወይም ደብቅ",
  enter: "ግባ",
  link: "ማለፊያው የለዎትም? ይህ ትእዛዝ የሚያስገባ አገናኝ ያትማል፦",
  documentation: "የኤፒአይ መመሪያ"
}

const om: typeof en = {
  title: "Gara gabatee to'annootti seeni",
  token: "Iggita gabatee to'annoo",
  where: "Yeroo tajaajilaan jalqaba ka'u kan maxxanfame, yookaan QAL_ADMIN_TOKEN kan jedhame",
  show: "Iggita mul'isi yookaan dhoksi",
  enter: "Seeni",
  link: "Iggita hin qabduu? Ajajni kun geessituu si galchu maxxansa:",
  documentation: "Qajeelfama API"
}

export const signIn = { en, am, om }
