const en = {
  about: "Speak, and you are answered aloud; speak over the answer, and it stops. Headphones help.",
  language: "Language",
  system: "Instructions (system)",
  start: "Start",
  stop: "End",
  states: {
    closed: "Not connected",
    opening: "Connecting",
    ready: "Connected",
    listening: "Listening",
    deaf: "No microphone; type instead"
  },
  level: "Level of the microphone",
  said: "What was said",
  you: "You",
  qal: "Qal",
  interrupted: "Interrupted",
  typed: "Or type",
  send: "Send",
  left: (money: string) => `${money} left in the wallet`
}

const am: typeof en = {
  about: "ይናገሩ፤ በድምፅ ይመለስልዎታል። በመልሱ መሀል ከተናገሩ መልሱ ይቆማል። ማዳመጫ ቢጠቀሙ ይሻላል።",
  language: "ቋንቋ",
  system: "መመሪያ (system)",
  start: "ጀምር",
  stop: "ጨርስ",
  states: {
    closed: "አልተገናኘም",
    opening: "በመገናኘት ላይ",
    ready: "ተገናኝቷል",
    listening: "እያዳመጠ ነው",
    deaf: "ማይክሮፎን የለም፤ በጽሑፍ ይቀጥሉ"
  },
  level: "የማይክሮፎኑ መጠን",
  said: "የተባለው",
  you: "እርስዎ",
  qal: "ቃል",
  interrupted: "ተቋርጧል",
  typed: "ወይም ይጻፉ",
  send: "ላክ",
  left: (money) => `በቦርሳው ${money} ቀርቷል`
}

const om: typeof en = {
  about:
    "Dubbadhu, sagaleen siif deebifama; deebii gidduutti yoo dubbatte deebiin ni dhaabbata. Dhaggeeffattuu fayyadamuun gaariidha.",
  language: "Afaan",
  system: "Qajeelfama (system)",
  start: "Jalqabi",
  stop: "Xumuri",
  states: {
    closed: "Wal hin qunnamne",
    opening: "Walqunnamaa jira",
    ready: "Walqunnameera",
    listening: "Dhaggeeffachaa jira",
    deaf: "Maaykiroofooniin hin jiru; barreessi"
  },
  level: "Hamma maaykiroofoonii",
  said: "Kan jedhame",
  you: "Ati",
  qal: "Qal",
  interrupted: "Addaan citeera",
  typed: "Yookaan barreessi",
  send: "Ergi",
  left: (money) => `Korojoo keessatti ${money} hafeera`
}

export const conversation = { en, am, om }
