/** Talking: questions, understanding, who one is, how one feels, the telephone. */
import type { Entry } from "../Phrasebook.ts"

export const questions: ReadonlyArray<Entry> = [
  ["ማን?", "Eenyu?", "Who?"],
  ["ምን?", "Maal?", "What?"],
  ["የት?", "Eessa?", "Where?"],
  ["መቼ?", "Yoom?", "When?"],
  ["ለምን?", "Maaliif?", "Why?"],
  ["እንዴት?", "Akkamitti?", "How?"],
  ["ስንት?", "Meeqa?", "How many?"],
  ["የትኛው?", "Isa kam?", "Which one?"],
  ["ይህ ምንድን ነው? | ይሄ ምንድን ነው?", "Kun maali?", "What is this?"],
  ["ያ ምንድን ነው?", "Sun maali?", "What is that?"],
  ["ምን ማለት ነው?", "Maal jechuu dha? | Maal jechuudha?", "What does it mean?"],
  ["ምን ሆነ? | ምን ተፈጠረ?", "Maal ta'e?", "What happened?"],
  ["ማን መጣ?", "Eenyutu dhufe?", "Who came?"],
  ["የት ነዎት? | የት ነህ? | የት ነሽ?", "Eessa jirtu? | Eessa jirta?", "Where are you?"],
  ["ምን ይፈልጋሉ? | ምን ትፈልጋለህ? | ምን ትፈልጊያለሽ?", "Maal barbaaddu? | Maal barbaadda?", "What do you want?"],
  ["መቼ ይመጣሉ? | መቼ ትመጣለህ? | መቼ ትመጪያለሽ?", "Yoom dhuftu? | Yoom dhufta?", "When will you come?"]
]

export const understanding: ReadonlyArray<Entry> = [
  ["አውቃለሁ።", "Nan beeka.", "I know."],
  ["አላውቅም።", "Ani hin beeku. | Hin beeku.", "I do not know."],
  ["ይገባኛል።", "Naaf gala.", "I understand."],
  ["አይገባኝም።", "Naaf hin galu.", "I do not understand."],
  ["ገባኝ።", "Naaf gale.", "I understood."],
  ["አልገባኝም።", "Naaf hin galle.", "I did not understand."],
  ["እችላለሁ።", "Nan danda'a.", "I can."],
  ["አልችልም።", "Ani hin danda'u.", "I cannot."],
  [
    "አማርኛ ይናገራሉ? | አማርኛ ትናገራለህ? | አማርኛ ትናገሪያለሽ?",
    "Amaariffa ni dubbattuu? | Amaariffa ni dubbattaa?",
    "Do you speak Amharic?"
  ],
  [
    "ኦሮምኛ ይናገራሉ? | ኦሮምኛ ትናገራለህ? | ኦሮምኛ ትናገሪያለሽ?",
    "Afaan Oromoo ni dubbattuu? | Afaan Oromoo ni dubbattaa?",
    "Do you speak Afaan Oromo? | Do you speak Afaan Oromoo? | Do you speak Oromo?"
  ],
  [
    "እንግሊዝኛ ይናገራሉ? | እንግሊዝኛ ትናገራለህ? | እንግሊዝኛ ትናገሪያለሽ?",
    "Afaan Ingilizii ni dubbattuu? | Afaan Ingilizii ni dubbattaa?",
    "Do you speak English?"
  ],
  ["አማርኛ እናገራለሁ።", "Amaariffa nan dubbadha.", "I speak Amharic."],
  ["ኦሮምኛ እናገራለሁ።", "Afaan Oromoo nan dubbadha.", "I speak Afaan Oromo. | I speak Afaan Oromoo. | I speak Oromo."],
  ["ኦሮምኛ ትንሽ እናገራለሁ።", "Afaan Oromoo xiqqoo nan dubbadha.", "I speak a little Afaan Oromo. | I speak a little Oromo."],
  ["አማርኛ አልናገርም።", "Ani Amaariffa hin dubbadhu.", "I do not speak Amharic."],
  ["ኦሮምኛ እማራለሁ።", "Afaan Oromoo nan baradha.", "I am learning Afaan Oromo. | I am learning Oromo."],
  ["አማርኛ እማራለሁ።", "Amaariffa nan baradha.", "I am learning Amharic."]
]

export const introductions: ReadonlyArray<Entry> = [
  ["ስምዎ ማን ነው? | ስምህ ማን ነው? | ስምሽ ማን ነው?", "Maqaan keessan eenyu? | Maqaan kee eenyu?", "What is your name?"],
  ["ስሜ ጫልቱ ነው።", "Maqaan koo Caaltuu dha.", "My name is Chaltu."],
  ["ከየት መጡ? | ከየት መጣህ? | ከየት መጣሽ?", "Eessaa dhuftan? | Eessaa dhufte?", "Where did you come from?"],
  ["ከኢትዮጵያ መጣሁ።", "Itoophiyaa irraan dhufe.", "I came from Ethiopia."],
  ["የት ይኖራሉ? | የት ትኖራለህ? | የት ትኖሪያለሽ?", "Eessa jiraattu? | Eessa jiraatta?", "Where do you live?"],
  ["አዲስ አበባ እኖራለሁ።", "Ani Finfinnee keessa jiraadha.", "I live in Addis Ababa."],
  ["ዕድሜዎ ስንት ነው? | ዕድሜህ ስንት ነው? | ዕድሜሽ ስንት ነው?", "Umuriin keessan meeqa? | Umuriin kee meeqa?", "How old are you?"],
  ["ተማሪ ነኝ።", "Ani barataa dha.", "I am a student."],
  ["አስተማሪ ነኝ። | መምህር ነኝ።", "Ani barsiisaa dha.", "I am a teacher."],
  ["ገበሬ ነኝ።", "Ani qonnaan bulaa dha.", "I am a farmer."],
  ["ነጋዴ ነኝ።", "Ani daldalaa dha.", "I am a merchant."],
  ["ልጆች አሉኝ።", "Ani ijoollee qaba.", "I have children."],
  ["ሁለት ልጆች አሉኝ።", "Ani ijoollee lama qaba.", "I have two children."],
  ["ወንድም አለኝ።", "Ani obboleessa qaba.", "I have a brother."],
  ["እህት አለችኝ።", "Ani obboleettii qaba.", "I have a sister."],
  ["እሱ ጓደኛዬ ነው።", "Inni hiriyaa koo ti.", "He is my friend."],
  ["እሷ ጓደኛዬ ናት።", "Isheen hiriyaa koo ti.", "She is my friend."],
  ["እሱ ወንድሜ ነው።", "Inni obboleessa koo ti.", "He is my brother."],
  ["እሷ እህቴ ናት።", "Isheen obboleettii koo ti.", "She is my sister."],
  ["እሱ አባቴ ነው።", "Inni abbaa koo ti.", "He is my father."],
  ["እሷ እናቴ ናት።", "Isheen haadha koo ti.", "She is my mother."],
  ["እኔ", "Ani", "I"],
  ["እሱ | እርሱ", "Inni", "He"],
  ["እሷ | እርሷ", "Isheen", "She"],
  ["እኛ", "Nuti | Nuyi", "We"],
  ["እነሱ | እነርሱ", "Isaan", "They"]
]

export const feelings: ReadonlyArray<Entry> = [
  ["ደስ ብሎኛል።", "Ani gammadeera.", "I am happy."],
  ["አዝኛለሁ።", "Ani gaddeera.", "I am sad."],
  ["ደክሞኛል።", "Ani dadhabeera.", "I am tired."],
  ["ፈርቻለሁ።", "Ani sodaadheera.", "I am afraid."],
  ["ተናድጃለሁ።", "Ani aareera.", "I am angry."],
  ["ተስፋ አለኝ።", "Ani abdii qaba.", "I have hope."],
  ["ዝግጁ ነኝ።", "Ani qophaa'eera.", "I am ready."],
  ["ቡና እወዳለሁ።", "Buna nan jaalladha.", "I like coffee."],
  ["ሙዚቃ እወዳለሁ።", "Muuziqaa nan jaalladha.", "I like music."],
  ["ኢትዮጵያን እወዳለሁ።", "Itoophiyaa nan jaalladha.", "I love Ethiopia."],
  ["ደስታ", "Gammachuu", "Joy"],
  ["እውነት", "Dhugaa", "Truth"],
  ["ሕይወት", "Jireenya", "Life"]
]

export const telephone: ReadonlyArray<Entry> = [
  ["ስልክ", "Bilbila", "Telephone | Phone"],
  ["መልእክት", "Ergaa", "Message"],
  ["ኢሜይል", "Imeelii", "Email"],
  ["ቁጥር", "Lakkoofsa", "Number"],
  [
    "ስልክ ቁጥርዎ ስንት ነው? | ስልክ ቁጥርህ ስንት ነው? | ስልክ ቁጥርሽ ስንት ነው?",
    "Lakkoofsi bilbilaa keessan meeqa? | Lakkoofsi bilbilaa kee meeqa?",
    "What is your phone number? | What is your telephone number?"
  ],
  ["ይደውሉልኝ። | ደውልልኝ። | ደውይልኝ።", "Naaf bilbilaa. | Naaf bilbili.", "Call me."],
  ["በኋላ እደውላለሁ።", "Booda nan bilbila.", "I will call later."],
  ["ነገ እደውላለሁ።", "Boru nan bilbila.", "I will call tomorrow."],
  ["ማን ነው የሚናገረው?", "Eenyutu dubbata?", "Who is speaking?"],
  ["መልእክት ይላኩልኝ። | መልእክት ላክልኝ። | መልእክት ላኪልኝ።", "Ergaa naaf ergaa. | Ergaa naaf ergi.", "Send me a message."],
  ["ይሰሙኛል? | ትሰማኛለህ? | ትሰሚኛለሽ?", "Na dhageessuu? | Na dhageessaa?", "Can you hear me? | Do you hear me?"],
  ["አይሰማኝም።", "Naaf hin dhaga'amu.", "I cannot hear."],
  ["መስመሩ ተቋርጧል።", "Sararri citeera.", "The line was cut."],
  ["ባትሪዬ አልቋል።", "Baatiriin koo dhumeera.", "My battery is dead."]
]
