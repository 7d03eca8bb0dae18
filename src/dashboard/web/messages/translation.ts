const en = {
  from: "From",
  to: "To",
  swap: "Swap",
  text: "Text",
  result: "Translation",
  translate: "Translate",
  checks: {
    high: "Simple checks found no fault; nobody has judged it",
    medium: "Simple checks leave doubts",
    low: "Simple checks found faults"
  },
  tokens: (count: string) => `${count} tokens`
}

const am: typeof en = {
  from: "ከዚህ ቋንቋ",
  to: "ወደዚህ ቋንቋ",
  swap: "አቀያይር",
  text: "ጽሑፍ",
  result: "ትርጉም",
  translate: "ተርጉም",
  checks: {
    high: "ቀላል ፍተሻዎች ስህተት አላገኙም፤ ማንም አልመዘነውም",
    medium: "ቀላል ፍተሻዎች ጥርጣሬ አላቸው",
    low: "ቀላል ፍተሻዎች ስህተት አግኝተዋል"
  },
  tokens: (count) => `${count} ቶከኖች`
}

const om: typeof en = {
  from: "Afaan kanarraa",
  to: "Gara afaan kanaa",
  swap: "Wal jijjiiri",
  text: "Barreeffama",
  result: "Hiikkaa",
  translate: "Hiiki",
  checks: {
    high: "Qorannoon salphaan dogoggora hin argine; namni tokkollee hin madaalle",
    medium: "Qorannoon salphaan shakkii qaba",
    low: "Qorannoon salphaan dogoggora argateera"
  },
  tokens: (count) => `tookenii ${count}`
}

export const translation = { en, am, om }
