const en = {
  conversation: "Conversation",
  you: "You",
  model: "Model",
  prompt: "Message",
  samples: { am: "ሰላም! እንዴት ነህ?", om: "Akkam! Nagaadhaa?" },
  language: "Language of the answer",
  files: "Files (images, documents, sound)",
  sound: "Spoken message",
  removeFiles: "Remove the chosen files",
  system: "Instructions (system)",
  temperature: "Temperature, 0 to 1",
  streams: "Show the answer as it comes",
  notStreamed: "Not with files or a spoken message",
  send: "Send",
  stop: "Stop reading",
  options: "Options",
  forget: "Begin anew",
  tokens: (count: string) => `${count} tokens`,
  finish: { stop: "complete", length: "cut at its length", safety: "refused", tool_calls: "calls a tool" }
}

const am: typeof en = {
  conversation: "ውይይት",
  you: "እርስዎ",
  model: "ሞዴሉ",
  prompt: "መልእክት",
  samples: en.samples,
  language: "የመልሱ ቋንቋ",
  files: "ፋይሎች (ምስል፣ ሰነድ፣ ድምፅ)",
  sound: "የድምፅ መልእክት",
  removeFiles: "የተመረጡትን ፋይሎች አስወግድ",
  system: "መመሪያ (system)",
  temperature: "የፈጠራ መጠን፣ ከ0 እስከ 1",
  streams: "መልሱን እየመጣ አሳይ",
  notStreamed: "ከፋይል ወይም ከድምፅ መልእክት ጋር አይሆንም",
  send: "ላክ",
  stop: "ማንበብ አቁም",
  options: "አማራጮች",
  forget: "እንደ አዲስ ጀምር",
  tokens: (count) => `${count} ቶከኖች`,
  finish: { stop: "ተጠናቋል", length: "በርዝመቱ ተቆርጧል", safety: "አልተፈቀደም", tool_calls: "መሣሪያ ይጠራል" }
}

const om: typeof en = {
  conversation: "Haasaa",
  you: "Ati",
  model: "Moodela",
  prompt: "Ergaa",
  samples: en.samples,
  language: "Afaan deebii",
  files: "Faayiloota (suuraa, sanada, sagalee)",
  sound: "Ergaa sagalee",
  removeFiles: "Faayiloota filataman haqi",
  system: "Qajeelfama (system)",
  temperature: "Safara uumuu, 0 hanga 1",
  streams: "Deebii akkuma dhufuun mul'isi",
  notStreamed: "Faayila yookaan ergaa sagalee waliin hin ta'u",
  send: "Ergi",
  stop: "Dubbisuu dhaabi",
  options: "Filannoowwan",
  forget: "Haaraatti jalqabi",
  tokens: (count) => `tookenii ${count}`,
  finish: { stop: "xumurameera", length: "dheerinaan murame", safety: "hin eeyyamamne", tool_calls: "meeshaa waama" }
}

export const chat = { en, am, om }
