import { expect, test } from "bun:test"
import { assess, type TranslationPair } from "../../src/translation/Quality.ts"

const grade = (source: string, translation: string, targetLanguage: TranslationPair["targetLanguage"] = "am") =>
  assess({ source, translation, targetLanguage })

test("a translation that passes every check is high", () => {
  expect(grade("Your order 1,250 is ready, {name}.", "ትዕዛዝዎ 1250 ዝግጁ ነው፣ {name}።")).toBe("high")
  expect(grade("ትዕዛዝዎ ዝግጁ ነው።", "Ajajni keessan qophaa'eera.", "om")).toBe("high")
  expect(grade("12:30", "12:30")).toBe("high")
})

test("a translation in another script than the target's is low; a foreign name or two is not", () => {
  expect(grade("Your order is ready.", "Your parcel has come.")).toBe("low")
  expect(grade("ትዕዛዝዎ ዝግጁ ነው።", "ዕቃዎ መጥቷል።", "en")).toBe("low")
  expect(grade("Open the Telegram channel of the school today.", "የትምህርት ቤቱን የTelegram ቻናል ዛሬ ይክፈቱ።")).not.toBe("low")
})

test("a translation far shorter or far longer than the source is less than high", () => {
  const source = "The meeting of the farmers' union will be held on Monday morning at the school."
  expect(grade(source, "ስብሰባ።")).toBe("low")
  expect(grade(source, "የገበሬዎች ማኅበር ስብሰባ ሰኞ ጠዋት በትምህርት ቤቱ ይካሄዳል።")).toBe("high")
  expect(grade(source, "የገበሬዎች ማኅበር ስብሰባ ሰኞ ጠዋት በትምህርት ቤቱ ይካሄዳል። ".repeat(3))).toBe("medium")
  expect(grade(source, "የገበሬዎች ማኅበር ስብሰባ ሰኞ ጠዋት በትምህርት ቤቱ ይካሄዳል። ".repeat(8))).toBe("low")
})

test("a translation with a number that is gone, changed or new is medium", () => {
  expect(grade("It costs 50 birr.", "ዋጋው 50 ብር ነው።")).toBe("high")
  expect(grade("It costs 50 birr.", "ዋጋው 15 ብር ነው።")).toBe("medium")
  expect(grade("It costs 50 birr.", "ዋጋው ሃምሳ ብር ነው።")).toBe("medium")
  expect(grade("It costs a lot.", "ዋጋው 1000 ብር ነው።")).toBe("medium")
})

test("a translation with a placeholder that is gone or doubled is low", () => {
  expect(grade("Hello {name}, good morning.", "ሰላም፣ እንደምን አደሩ።")).toBe("low")
  expect(grade("Hello {name}, good morning.", "ሰላም {name} {name}፣ እንደምን አደሩ።")).toBe("low")
})

test("a translation that is the source again is low, unless it may be a name", () => {
  expect(grade("I will come tomorrow", "I will come tomorrow.", "om")).toBe("low")
  expect(grade("Lalibela", "Lalibela", "om")).toBe("medium")
})
