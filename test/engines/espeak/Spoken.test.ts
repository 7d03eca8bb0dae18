/** What the engine makes of the phonemes that it is given. */
import { expect, test } from "bun:test"
import type { Language } from "../../../src/Domain.ts"
import { makeEngine } from "../../../src/engines/espeak/Engine.ts"
import { sampleRate } from "../../../src/engines/espeak/EspeakMessages.ts"
import { makePhonemes } from "../../../src/engines/espeak/Explain.ts"
import { loadModule } from "../../../src/engines/espeak/Module.ts"
import { longTest } from "../../support/Long.ts"

const engine = makeEngine(await loadModule())
const phonemes = makePhonemes(await loadModule())

const speak = (language: Language, text: string) =>
  engine({ text, language, variant: "f2", pitch: 50, wordsPerMinute: 175 })

/** Seconds without the silence at the end. */
const spoken = (language: Language, text: string): number => speak(language, text).words.at(-1)?.end ?? 0

const isSpokenAsOne = (language: Language, word: string): void => {
  expect([word, phonemes(language, word)]).not.toEqual([word, expect.stringMatching(/[( ]|^$/)])
  const { samples, words } = speak(language, word)
  expect([word, words.length]).toEqual([word, 1])
  expect(samples.length / sampleRate).toBeWithin(0.15, 1.4)
}

longTest("every fidel has a sound, and none is spelt out", () => {
  const fidel = Array.from({ length: 0x135b - 0x1200 }, (_, at) => String.fromCharCode(0x1200 + at))
  for (const one of fidel.filter((letter) => /\p{L}/u.test(letter))) isSpokenAsOne("am", `ሰ${one}ላ`)
})

longTest("every letter and digraph of Qubee has a sound, short and long, and none is spelt out", () => {
  for (const one of "b c d f g h j k l m n p q r s t v w x y z ch dh ny ph sh ts zy '".split(" "))
    for (const word of [`ma${one}a`, `ma${one}${one}ii`, `ma${one}na`]) isSpokenAsOne("om", word)
})

test("long sounds are longer than short ones, and a hudhaa is no pause", () => {
  const longer = (long: string, short: string) => expect(spoken("om", long) - spoken("om", short)).toBeWithin(0.02, 0.3)
  for (const [long, short] of [
    ["baaga", "baga"],
    ["baddaa", "badaa"],
    ["caccabe", "cacabe"],
    ["hojjaa", "hojaa"],
    ["qadhdhaa", "qadhaa"],
    ["nannyaa", "nanyaa"]
  ] as const)
    longer(long, short)
  expect(spoken("om", "mul'ata") - spoken("om", "mulata")).toBeWithin(0, 0.12)
  expect(spoken("om", "ba'aa") - spoken("om", "bagaa")).toBeWithin(-0.1, 0.1)
})

test("a hudhaa closes the glottis, after a long vowel too", () => {
  for (const word of ["ba'a", "gaa'e", "har'a"]) {
    const { samples } = speak("om", word)
    const frame = Math.round(0.01 * sampleRate)
    const energies = Array.from(
      { length: Math.floor(spoken("om", word) / 0.01) },
      (_, at) => Math.hypot(...samples.subarray(at * frame, (at + 1) * frame)) / Math.sqrt(frame)
    )
    const inner = energies.slice(8, -8)
    // 15 dB below the loudest at least.
    expect(Math.min(...inner)).toBeLessThan(Math.max(...energies) / 5.6)
  }
})

const spokenOnce = (counts: ReadonlyArray<number>): void => {
  for (const [language, words] of [
    ["am", "መንግሥት ትምህርት ብርሃን ክፍል ይሄዳል ነው ልብስ ምክንያት"],
    ["om", "barattootaaf walga'ii guddaa taasisan dhaabbatichaa mul'ata ijoollee"]
  ] as const)
    for (const count of counts) {
      const list = Array.from({ length: count }, (_, at) => words.split(" ")[at % words.split(" ").length] ?? "")
      const alone = new Map(list.map((word) => [word, phonemes(language, word)]))
      const bare = (text: string) => text.replaceAll(/[^\p{L}?:]/gu, "")
      expect(bare(phonemes(language, list.join(" ")))).toBe(bare(list.map((word) => alone.get(word)).join("")))
      const marks = speak(language, list.join(" ")).words
      expect(marks.map(({ text }) => text)).toEqual(list)
      for (const [at, { start }] of marks.entries()) expect(start).toBeGreaterThanOrEqual(marks[at - 1]?.start ?? 0)
    }
}

test("every word in a phrase of ten and of seventy words is spoken once, and its mark rises", () =>
  spokenOnce([10, 70]))
longTest("every word in a phrase of two hundred words is spoken once, and its mark rises", () => spokenOnce([200]))

test("a client's brackets are no phonemes, however they come", () => {
  expect(phonemes("om", "[[j'ero:]] mana")).toBe(phonemes("om", "  j'ero:]] mana"))
  expect(phonemes("om", "[\u0002mana]]")).toBe(phonemes("om", "[ mana]]"))
})

test("English words in Amharic are spoken as the engine says them", () => {
  expect(phonemes("am", "ሰላም computer")).toMatch(/^s_'@_l_a_m \(en\)_k/)
})
