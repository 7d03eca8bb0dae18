/** What is said of the microphone and of playing. */
const en = {
  player: "Player",
  words: "Words with their times. Press one to play from there; the arrow keys go from word to word.",
  cues: "Captions. Press one to play from there.",
  level: "Loudness of the microphone",
  unplayable: "This browser cannot play this file. The server may read it all the same.",
  microphone: {
    denied: "The microphone is not allowed. Allow it for this page in the browser's settings, and try again.",
    missing: "No microphone was found. Connect one, and try again.",
    taken: "The microphone cannot be used. Another program may be using it.",
    insecure: "Browsers lend the microphone only to pages under https, or opened at localhost.",
    lost: "The microphone was disconnected."
  }
}

const am: typeof en = {
  player: "ማጫወቻ",
  words: "ቃላት ከነጊዜያቸው። ከዚያ ለማጫወት ቃሉን ይጫኑ፤ በቀስት ቁልፎች ከቃል ወደ ቃል ይሂዱ።",
  cues: "መግለጫ ጽሑፎች። ከዚያ ለማጫወት አንዱን ይጫኑ።",
  level: "የማይክሮፎኑ ድምፅ መጠን",
  unplayable: "ይህ አሳሽ ይህን ፋይል ማጫወት አይችልም። አገልጋዩ ግን ሊያነበው ይችላል።",
  microphone: {
    denied: "ማይክሮፎኑ አልተፈቀደም። በአሳሹ ቅንብር ለዚህ ገጽ ይፍቀዱና እንደገና ይሞክሩ።",
    missing: "ማይክሮፎን አልተገኘም። አንድ ያገናኙና እንደገና ይሞክሩ።",
    taken: "ማይክሮፎኑን መጠቀም አልተቻለም። ሌላ ፕሮግራም እየተጠቀመበት ሊሆን ይችላል።",
    insecure: "አሳሾች ማይክሮፎን የሚሰጡት በ https ወይም በ localhost ለተከፈቱ ገጾች ብቻ ነው።",
    lost: "ማይክሮፎኑ ተቋርጧል።"
  }
}

const om: typeof en = {
  player: "Taphachiisaa",
  words:
    "Jechoota yeroo isaanii wajjin. Achii taphachiisuuf jecha tuqi; furtuuwwan xiyyaatiin jechaa gara jechaatti deemi.",
  cues: "Barreeffama ibsaa. Achii taphachiisuuf tokko tuqi.",
  level: "Guddina sagalee maaykiroofoonii",
  unplayable: "Biraawzariin kun faayila kana taphachiisuu hin danda'u. Tajaajilaan garuu dubbisuu danda'a.",
  microphone: {
    denied:
      "Maaykiroofooniin hin eeyyamamne. Qindaa'ina biraawzarii keessatti fuula kanaaf eeyyamiitii irra deebi'ii yaali.",
    missing: "Maaykiroofooniin hin argamne. Tokko walitti qabsiisiitii irra deebi'ii yaali.",
    taken: "Maaykiroofoonicha fayyadamuun hin danda'amne. Sagantaan biraa itti fayyadamaa jiraachuu danda'a.",
    insecure: "Biraawzaroonni maaykiroofoonii fuulota https yookaan localhost irratti banaman qofaaf kennu.",
    lost: "Maaykiroofoonichi addaan cite."
  }
}

export const audio = { en, am, om }
