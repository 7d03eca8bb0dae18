const en = {
  from: "From",
  to: "To",
  swap: "Swap",
  text: "Text",
  result: "Translation",
  translate: "Translate",
  quality: { high: "High quality", medium: "Medium quality", low: "Low quality" },
  tokens: (count: string) => `${count} tokens`
}

const am: typeof en = {
  from: "ከዚህ ቋንቋ",
  to: "ወደዚህ ቋንቋ",
  swap: "አቀያይር",
  text: "ጽሑፍ",
  result: "ትርጉም",
  translate: "ተርጉም",
  quality: { high: "ከፍተኛ ጥራት", medium: "መካከለኛ ጥራት", low: "ዝቅተኛ ጥራት" },
  tokens: (count) => `${count} ቶከኖች`
}

const om: typeof en = {
  from: "Afaan kanarraa",
  to: "Gara afaan kanaa",
  swap: "Wal jijjiiri",
  text: "Barreeffama",
  result: "Hiikkaa",
  translate: "Hiiki",
  quality: { high: "Qulqullina olaanaa", medium: "Qulqullina giddugaleessaa", low: "Qulqullina gadaanaa" },
  tokens: (count) => `tookenii ${count}`
}

export const translation = { en, am, om }
