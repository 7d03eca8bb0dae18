const en = {
  about:
    "What speaks, listens and writes for this server. Another engine is attached by environment variables at the start.",
  kinds: { synthesizer: "Speech", recognizer: "Recognition", text_model: "Text" },
  does: {
    synthesizer: "Makes speech of text.",
    recognizer: "Makes text of speech.",
    text_model: "Answers chats, and translates."
  },
  forTrying: "For trying",
  trial: {
    understands_nothing:
      "A sandbox answers here, so that everything can be tried: it understands nothing. Attach a model on the page Engines.",
    hears_own_voices:
      "The embedded recogniser listens here: it was trained on the server's own voices and hears those. For people, attach another on the page Engines."
  },
  embedded: "Embedded",
  attached: "Attached",
  healthy: "Works",
  unhealthy: "Does not work now",
  models: "Models of the models folder",
  diarizes: "tells speakers apart",
  detects: "hears where somebody speaks",
  free: "free of charge",
  settings: "Its settings, as they are now",
  setting: "Setting",
  value: "Value",
  meaning: "Meaning",
  notSet: "Not set",
  meanings: {
    url: "Address of a server that speaks OpenAI's protocol, ending in /v1",
    model: "The name of its model",
    key: "Its key, where it wants one"
  },
  attach: "Attach another",
  server: "A server such as",
  command: "Start Qal with it",
  hosted: "One on the network, with a key",
  detach: "To have the embedded one again, start without these settings.",
  again: "Look again",
  test: "Test",
  passed: (time: string) => `It worked, in ${time}`,
  failed: (time: string) => `It failed, after ${time}`,
  given: "What it was given",
  answers: { synthesizer: "What it said", recognizer: "What it heard", text_model: "What it answered" },
  spoken: "What it spoke"
}

const am: typeof en = {
  about: "ለዚህ አገልጋይ የሚናገሩ፣ የሚሰሙና የሚጽፉ። ሌላ ሞተር በመነሻው ጊዜ በአካባቢ ተለዋዋጮች ይያያዛል።",
  kinds: { synthesizer: "ንግግር", recognizer: "ማዳመጥ", text_model: "ጽሑፍ" },
  does: {
    synthesizer: "ጽሑፍን ወደ ንግግር ይለውጣል።",
    recognizer: "ንግግርን ወደ ጽሑፍ ይለውጣል።",
    text_model: "ለውይይቶች ይመልሳል፤ ይተረጉማልም።"
  },
  forTrying: "ለሙከራ",
  trial: {
    understands_nothing: "እዚህ የሚመልሰው ሁሉን ለመሞከር የተዘጋጀ የሙከራ ሞዴል ነው፦ ምንም አይገባውም። በሞተሮች ገጽ ሞዴል ያያይዙ።",
    hears_own_voices:
      "እዚህ የሚያዳምጠው አብሮ የተሠራው ማዳመጫ ነው፦ የሠለጠነው በአገልጋዩ የራሱ ድምፆች ነው፤ የሚሰማውም እነዚያን ነው። ለሰዎች ንግግር በሞተሮች ገጽ ሌላ ያያይዙ።"
  },
  embedded: "አብሮ የተሠራ",
  attached: "የተያያዘ",
  healthy: "ይሠራል",
  unhealthy: "አሁን አይሠራም",
  models: "የሞዴሎች ማኅደር ሞዴሎች",
  diarizes: "ተናጋሪዎችን ይለያል",
  detects: "ሰው የሚናገርበትን ይለያል",
  free: "ያለ ክፍያ",
  settings: "አሁን ያሉት ቅንብሮቹ",
  setting: "ቅንብር",
  value: "ዋጋ",
  meaning: "ትርጉም",
  notSet: "አልተቀመጠም",
  meanings: {
    url: "በ /v1 የሚያበቃ የOpenAIን ፕሮቶኮል የሚናገር አገልጋይ አድራሻ",
    model: "የሞዴሉ ስም",
    key: "ቁልፉ፣ የሚጠይቅ ከሆነ"
  },
  attach: "ሌላ አያይዝ",
  server: "እንዲህ ያለ አገልጋይ",
  command: "ቃልን ከእሱ ጋር አስነሳ",
  hosted: "በአውታረ መረብ ላይ ያለ፣ ከቁልፍ ጋር",
  detach: "አብሮ የተሠራውን ለመመለስ ያለ እነዚህ ቅንብሮች ያስነሱ።",
  again: "እንደገና ተመልከት",
  test: "ፈትሽ",
  passed: (time) => `ሠርቷል፣ በ${time}`,
  failed: (time) => `አልተሳካም፣ ከ${time} በኋላ`,
  given: "የተሰጠው",
  answers: { synthesizer: "የተናገረው", recognizer: "የሰማው", text_model: "የመለሰው" },
  spoken: "የተናገረው ድምፅ"
}

const om: typeof en = {
  about:
    "Kan tajaajilaa kanaaf dubbatan, dhaggeeffatanii fi barreessan. Motorri biraa yeroo jalqabbii jijjiiramtoota naannootiin itti qabsiifama.",
  kinds: { synthesizer: "Dubbii", recognizer: "Dhaggeeffannaa", text_model: "Barreeffama" },
  does: {
    synthesizer: "Barreeffama gara dubbiitti jijjiira.",
    recognizer: "Dubbii gara barreeffamaatti jijjiira.",
    text_model: "Haasaawwaniif deebisa; ni hiikas."
  },
  forTrying: "Yaaliif",
  trial: {
    understands_nothing:
      "As kan deebisu moodeela yaalii, hundi akka yaalamuuf kan jiru: homaa hin hubatu. Fuula Motorootaa irratti moodeela itti qabsiisi.",
    hears_own_voices:
      "As kan dhaggeeffatu isa keessa jiru: sagaleewwan tajaajilaa kanaa irratti leenji'e, isaanuma dhaga'a. Dubbii namootaaf, fuula Motorootaa irratti kan biraa itti qabsiisi."
  },
  embedded: "Keessa kan jiru",
  attached: "Kan itti qabsiifame",
  healthy: "Ni hojjeta",
  unhealthy: "Amma hin hojjetu",
  models: "Moodeloota galmee moodelootaa",
  diarizes: "dubbattoota addaan baasa",
  detects: "bakka namni itti dubbatu adda baasa",
  free: "bilisa",
  settings: "Qindaa'inoota isaa, akka amma jiranitti",
  setting: "Qindaa'ina",
  value: "Gatii",
  meaning: "Hiika",
  notSet: "Hin kaa'amne",
  meanings: {
    url: "Teessoo tajaajilaa pirotokoolii OpenAI dubbatuu, kan /v1 dhaan xumuramu",
    model: "Maqaa moodela isaa",
    key: "Furtuu isaa, yoo barbaade"
  },
  attach: "Kan biraa itti qabsiisi",
  server: "Tajaajilaa akkasii",
  command: "Qal isa waliin kaasi",
  hosted: "Kan cimdaa irra jiru, furtuu waliin",
  detach: "Kan keessa jiru deebisuuf, qindaa'inoota kana malee kaasi.",
  again: "Irra deebi'ii ilaali",
  test: "Qori",
  passed: (time) => `Hojjeteera, ${time} keessatti`,
  failed: (time) => `Hin milkoofne, ${time} booda`,
  given: "Kan itti kenname",
  answers: { synthesizer: "Kan inni jedhe", recognizer: "Kan inni dhaga'e", text_model: "Kan inni deebise" },
  spoken: "Sagalee inni dubbate"
}

export const engines = { en, am, om }
