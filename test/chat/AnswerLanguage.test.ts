import { expect, test } from "bun:test"
import { FastCheck } from "effect"
import { isInLanguage } from "../../src/chat/AnswerLanguage.ts"
import { expectWithin } from "../cost/Growth.ts"
import { longTest } from "../support/Long.ts"
import { forAll } from "../support/Property.ts"

const amharic = "አዲስ አበባ የኢትዮጵያ ዋና ከተማ ናት። ከተማዋ በ1886 ዓ.ም. ተመሠረተች።"
const oromo = "Finfinneen magaalaa guddoo Itoophiyaa ti. Bara 1886 hundaa'e."
const english = "Addis Ababa is the capital of Ethiopia. It was founded in 1886."

test("an answer in the language asked for is recognised, and one in another language is not", () => {
  expect(isInLanguage(amharic, "am")).toBe(true)
  expect(isInLanguage(oromo, "om")).toBe(true)
  expect(isInLanguage(english, "am")).toBe(false)
  expect(isInLanguage(oromo, "am")).toBe(false)
  expect(isInLanguage(amharic, "om")).toBe(false)
  expect(isInLanguage("亚的斯亚贝巴是埃塞俄比亚的首都。", "am")).toBe(false)
  expect(isInLanguage("Аддис-Абеба — столица Эфиопии.", "om")).toBe(false)
})

test("code, addresses, names and quotations in an answer may be in any script", () => {
  const code = "```python\nfor city in cities:\n    print(city.name, city.founded)\n```"
  expect(isInLanguage(`ኮዱ ይኸውና፦\n${code}`, "am")).toBe(true)
  expect(isInLanguage(code, "am")).toBe(true)
  expect(isInLanguage("`git commit --amend` ይጠቀሙ።", "am")).toBe(true)
  expect(isInLanguage("ይህን ይመልከቱ፦ https://example.org/some/long/english/path እና me@example.org", "am")).toBe(true)
  expect(isInLanguage("Addis Ababa", "am")).toBe(true)
  expect(isInLanguage("ጽሑፉ “the quick brown fox jumps over the lazy dog” ይላል።", "am")).toBe(true)
  expect(isInLanguage('{"name": "city", "founded": 1886, "capital": "yes"}', "am")).toBe(true)
  expect(isInLanguage("HTTP እና JSON የሚባሉ ቃላት አሉ።", "am")).toBe(true)
  expect(isInLanguage("Jechi «ሰላም ለዓለም ሁሉ ይሁን» jedhu nagaa jechuu dha.", "om")).toBe(true)
  expect(isInLanguage("<b>ደማቅ</b> <span class='note'>ማስታወሻ</span> {user_name}", "am")).toBe(true)
  expect(isInLanguage("12, 34.5; 2025-01-01 😀", "am")).toBe(true)
  expect(isInLanguage("", "om")).toBe(true)
})

test("a code block that is never closed is code to the answer's end", () => {
  expect(isInLanguage("ኮድ፦\n```js\nconst answer = await fetch(url)\nreturn answer", "am")).toBe(true)
})

test("an answer may have a few foreign words; an English one with an Amharic name is not Amharic", () => {
  expect(isInLanguage("ይህ software የተባለ ነገር በኮምፒውተር ላይ ይሠራል።", "am")).toBe(true)
  expect(isInLanguage("The word ሰላም means peace in Amharic and is used as a greeting.", "am")).toBe(false)
  expect(isInLanguage("Gaariin ሰላም jedhame kun dhuunfaa kooti.", "om")).toBe(true)
})

const lowercase = FastCheck.array(FastCheck.stringMatching(/^[a-z]{2,9}$/), { minLength: 1, maxLength: 40 })

test("quotations and code blocks do not change which language an answer is in", () => {
  forAll({}, lowercase, FastCheck.constantFrom(amharic, oromo, english), (words, answer) => {
    for (const language of ["am", "om"] as const) {
      const plain = isInLanguage(answer, language)
      expect(isInLanguage(`${answer} “${words.join(" ")}”`, language)).toBe(plain)
      expect(isInLanguage(`${answer}\n\`\`\`\n${words.join(" ")}\n\`\`\``, language)).toBe(plain)
    }
  })
})

for (const part of ["<a", "`", '"', "“", "«", "a.", "a@", "{a", "~", "a-", "http:/", "ሀ", "a'"])
  longTest(`the language of an answer of nothing but ${part} is found in time linear in its length`, async () => {
    const answer = part.repeat(200_000)
    for (const language of ["am", "om"] as const) {
      await expectWithin(`an answer of ${part}`, 2_000, () => isInLanguage(answer, language))
    }
  })

/** Answers that may be given to a client who asked for Amharic. */
const goodAmharic = [
  "ok",
  "OK",
  "42",
  "Python",
  "Addis Ababa",
  "አዎ።",
  "እሺ",
  "3.5 km",
  "+251 911 23 45 67",
  "ርቀቱ 12.5 km ነው፤ ጊዜው ደግሞ 30 min ይወስዳል።",
  "ክብደቱ 70 kg፣ ቁመቱ 175 cm ነው።",
  "ፋይሉ 25 MB ሲሆን ፍጥነቱ 100 km/h ነው።",
  "x + y = 10 ከሆነ፣ x = 4 እና y = 6 ነው።",
  "ቫይታሚን C እና D ለሰውነት ጠቃሚ ናቸው።",
  "ፎቶሲንተሲስ (photosynthesis) ተክሎች ምግብ የሚያዘጋጁበት ሂደት ነው።",
  "የሰው ሠራሽ አስተውሎት (artificial intelligence, AI) ዛሬ በብዙ ቦታ ጥቅም ላይ ይውላል።",
  "Google Chrome እና Mozilla Firefox ድር አሳሾች ናቸው።",
  "Microsoft Office Word 2016 ይክፈቱ።",
  "በPython ውስጥ ዝርዝር ለመፍጠር ቅንፍ ይጠቀሙ።",
  "የWhatsApp መልእክት ላክልኝ።",
  'git commit -m "fix" ብለው ይጻፉ።',
  "መጀመሪያ npm install express ያስገቡ፣ ከዚያ node server.js ያስኪዱ።",
  "ይህን ትዕዛዝ ያስገቡ፦\nsudo apt-get update && sudo apt-get install -y nginx\nከዚያ ይጠብቁ።",
  "ፕሮግራሙ ይኸው፦\nconst total = items.reduce((a, b) => a + b, 0);\nconsole.log(total);",
  "SELECT name FROM users WHERE age > 18\nይህ ጥያቄ የጎልማሶችን ስም ያወጣል።",
  "እንግሊዝኛው “Where is the nearest train station, please?” ነው።",
  "ደራሲው Ernest Hemingway በ1952 The Old Man and the Sea የተባለውን መጽሐፍ አሳተመ።",
  "በUniversity of Oxford እና በBank of America መካከል ስምምነት ተፈረመ።",
  "HTML፣ CSS እና JavaScript የድር ገጽ ለመሥራት ያገለግላሉ።",
  "Machine Learning፣ Deep Learning እና Natural Language Processing የዘመኑ ዘርፎች ናቸው።",
  "ኢሜይል ወደ info@example.com ይላኩ ወይም https://example.com/help ይጎብኙ።",
  "የፋይሉ ስም report_final_v2.pdf ነው።",
  "ውሃ H2O ሲሆን ካርቦን ዳይኦክሳይድ CO2 ነው።",
  "iPhone 15 እና Samsung Galaxy S24 ዋጋቸው ውድ ነው።",
  "«ከመይ ኣለኻ» በትግርኛ «እንዴት ነህ» ማለት ነው።",
  "USB ገመዱን ያገናኙ፣ ከዚያ Settings የሚለውን ይጫኑ።",
  "1. አዲስ አበባ\n2. ድሬዳዋ\n3. መቀሌ",
  "Python, Java, Go, Rust",
  "ATM ካርዱ PIN ቁጥር ያስፈልገዋል።",
  "download እና upload ፍጥነቱን ለመለካት ይህን መተግበሪያ ይጠቀሙ።",
  "Windows 11 ላይ Control Panel ክፈቱ፣ ከዚያ Network and Internet የሚለውን ይምረጡ።",
  "File > Save As ይጫኑ",
  "docker run -p 8080:80 nginx ትዕዛዙን ያስኪዱ",
  "ትግራይ ክልል ዋና ከተማዋ መቐለ ናት።",
  "ዮሐንስ ዘለቀ ትናንት ወደ ጎንደር ሄደ።",
  "ዝናብ በመዝነቡ ንግድ ቤቶች ተዘጉ።",
  "π ≈ 3.14159",
  "α እና β",
  "docker run -it ubuntu bash ብለው ይጻፉ።",
  "Real Madrid፣ Los Angeles Lakers",
  "Der Spiegel የተባለው መጽሔት ዘግቦበታል።"
]

/** Answers that are not what a client who asked for Amharic should get. */
const badAmharic = [
  "Yes.",
  "Yes, of course.",
  "Hello! How can I help you today?",
  "The Capital Of Ethiopia Is Addis Ababa.",
  "Addis Ababa Is The Largest City In Ethiopia And The Seat Of The African Union",
  "ADDIS ABABA IS THE CAPITAL OF ETHIOPIA.",
  "Photosynthesis Is The Process By Which Plants Make Food",
  "Bonjour ! Comment puis-je vous aider ?",
  "La capitale de l’Éthiopie est Addis-Abeba.",
  "Addis Abeba Est La Capitale De L'Éthiopie",
  "Magaalada caasimadda ah ee Itoobiya waa Addis Ababa.",
  "Waxaan kuu sheegayaa in ay tahay magaalo weyn.",
  "Finfinneen magaalaa guddoo Itoophiyaa ti.",
  "Magaalaan guddoon biyya Itoophiyaa Finfinnee dha.",
  "Selam, endet neh? Ene dehna negn.",
  "ኣዲስ ኣበባ ርእሰ ከተማ ኢትዮጵያ እያ።",
  "ሰላም! ከመይ ኣለኻ? ኣነ ጽቡቕ ኣለኹ።",
  "እዚ መጽሓፍ ናይ ሓወይ እዩ፤ ነቲ ካልእ ግን ኣይፈልጦን።",
  "ካብ ኣስመራ ናብ መቐለ ክንደይ ሰዓት ይወስድ?",
  "ብዛዕባ ትምህርቲ ዘለዎ ሓሳብ ድማ ኣዝዩ ጽቡቕ እዩ።",
  "The answer is አርባ ሁለት because the sum of both numbers is forty-two.",
  "Sure! Here is the answer to your question in Amharic: ሰላም ለዓለም ሁሉ ይሁን።",
  "Sure, here is the text that you asked me to translate for you: " +
    "ዛሬ ጠዋት ወደ ገበያ ሄጄ ብዙ አትክልትና ፍራፍሬ ገዝቼ ተመለስኩ። ".repeat(3),
  "“The capital of Ethiopia is Addis Ababa.”",
  "(This answer is in English because the question was.)",
  "አዲስ አበባ።\n\nI hope this helps! Let me know if you have any other questions.",
  "I don’t know.",
  "Sorry, I cannot help with that.",
  "Mji mkuu wa Ethiopia ni Addis Ababa na ni mji mkubwa sana.",
  "La capital de Etiopía es Adís Abeba y es la ciudad más grande.",
  "አዲስ አበባ capital city and largest city of the country of Ethiopia ናት።",
  "Hola, ¿cómo estás?",
  "Guten Tag, wie kann ich Ihnen helfen?",
  "Understanding Climate Change: Causes And Effects"
]

/** Answers that may be given to a client who asked for Afaan Oromo. */
const goodOromo = [
  "ok",
  "42",
  "Python",
  "Finfinnee",
  "Eeyyee.",
  "Tole",
  "Galatoomi!",
  "Akkam jirta?",
  "12.5 km",
  "Fageenyi isaa km 12.5, yeroon isaa immoo daqiiqaa 30 dha.",
  "Machine learning jechuun kompiitaraan muuxannoo irraa barachuu isaati.",
  "Fotoosintesisiin (photosynthesis) adeemsa biqiltoonni ittiin nyaata qopheessani dha.",
  "Google Chrome fi Mozilla Firefox birawzarii dha.",
  "Jalqaba npm install express galchi, sana booda node server.js hojjechiisi.",
  "Ajaja kana galchi:\nsudo apt-get update && sudo apt-get install -y nginx\nSana booda eegi.",
  "The Old Man and the Sea kitaaba Hemingway barreesse dha.",
  "Afaan Ingiliziitiin “Where is the nearest train station, please?” jedhama.",
  "ዶክተር jechuun Afaan Oromootiin ogeessa fayyaa jechuu dha.",
  "Kaleessa halkan gara mana barumsaa deeme.",
  "Haa jiraatu! Namni lama dhufan.",
  "Of eeggannoo godhaa; an asuman jira.",
  "Qophii sagantaa: print('hello') barreessi.",
  "Microsoft, Apple, Google, Amazon, Meta",
  "Bishaan digirii dhibbatti danfa.",
  "Abbaan koo qotee bulaa.",
  "Si arguun koo na gammachiise.",
  "1. Adaamaa\n2. Jimmaa\n3. Naqamtee",
  "Tola Bekele, Chaltu Abdi",
  "H2O bishaan jechuu dha; CO2 immoo kaarboon daayi'oksaayidii dha.",
  "WhatsApp irratti ergaa naaf ergi.",
  "Du’aan namni sadii ta’uun himame.",
  "Gatiin isaa qarshii 250 dha.",
  "Rooba cimaa roobeen daandiin cufame.",
  "Eebba mana citaa haaraa irratti argamaniiru.",
  "α fi β",
  "Real Madrid, Los Angeles Lakers",
  "Das Auto jedhamu kan Jarmaniiti."
]

/** Answers that are not what a client who asked for Afaan Oromo should get. */
const badOromo = [
  "Yes.",
  "Hello! How can I help you today?",
  "The Capital Of Ethiopia Is Addis Ababa.",
  "Addis Ababa is the capital of Ethiopia.",
  "ADDIS ABABA IS THE CAPITAL OF ETHIOPIA",
  "Coffee Was First Discovered In The Kaffa Region Of Ethiopia",
  "There are three books on the table, and they need to be seen soon.",
  "I do not understand the question.",
  "La capitale de l’Éthiopie est Addis-Abeba.",
  "Bonjour, comment allez-vous aujourd'hui ?",
  "Le Café Est Une Boisson Très Appréciée Dans Le Monde",
  "Magaalada caasimadda ah ee Itoobiya waa Addis Ababa.",
  "Waxaan jeclahay inaan shaah cabbo subaxdii.",
  "Waan ku salaamayaa walaal",
  "Xiddigga ugu dhow dhulka waa qorraxda.",
  "Aduunku wuu wareegaa qorraxda hareeraheeda.",
  "Salaan, sideed tahay?",
  "Je ne sais pas.",
  "The Sun Rises In The East",
  "Dadka reer Soomaaliya waxay ku hadlaan af Soomaali.",
  "Haa, waan fahmay su'aashaada, laakiin ma garanayo jawaabta.",
  "Waxbarashadu waa furaha nolosha, waxayna ka caawisaa dadka inay horumaraan.",
  "አዲስ አበባ የኢትዮጵያ ዋና ከተማ ናት።",
  "ኣዲስ ኣበባ ርእሰ ከተማ ኢትዮጵያ እያ።",
  "Selam new, endet adersh?",
  "Sure! Here is the answer in Afaan Oromo: Finfinneen magaalaa guddoo Itoophiyaa ti.",
  "Mji mkuu wa Ethiopia ni Addis Ababa na ni mji mkubwa sana katika nchi hiyo.",
  "La capital de Etiopía es Adís Abeba y es la ciudad más grande.",
  "“The capital of Ethiopia is Addis Ababa.”",
  "Nagaa dha. I hope this helps! Let me know if you have any other questions about it.",
  "Die Hauptstadt von Äthiopien ist Addis Abeba.",
  "Hola, ¿cómo estás?",
  "Asante sana, karibu tena.",
  "Understanding Climate Change: Causes And Effects"
]

test.each(goodAmharic)("an answer counts as Amharic: %s", (answer) => {
  expect(isInLanguage(answer, "am")).toBe(true)
})

test.each(badAmharic)("an answer does not count as Amharic: %s", (answer) => {
  expect(isInLanguage(answer, "am")).toBe(false)
})

test.each(goodOromo)("an answer counts as Afaan Oromo: %s", (answer) => {
  expect(isInLanguage(answer, "om")).toBe(true)
})

test.each(badOromo)("an answer does not count as Afaan Oromo: %s", (answer) => {
  expect(isInLanguage(answer, "om")).toBe(false)
})

test("numbers, units, names and glosses do not change which language an answer is in", () => {
  const additions = [
    "12.5 km",
    "GPS",
    "Addis Ababa",
    "(the European Union)",
    "`npm run build`",
    "v2.1.0",
    "B",
    "175 cm"
  ]
  for (const language of ["am", "om"] as const) {
    const answers = [amharic, oromo, english, ...badAmharic, ...badOromo].filter((answer) => !/^[“(]/u.test(answer))
    for (const answer of answers) {
      const plain = isInLanguage(answer, language)
      for (const addition of additions) {
        expect([answer, addition, isInLanguage(`${answer}\n${addition}`, language)]).toEqual([answer, addition, plain])
      }
    }
  }
})
