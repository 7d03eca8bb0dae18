/** Rules by Owens 1985 (A Grammar of Harar Oromo), Gragg 1976, Lloret 1997; mnemonics by the engine's `ph_oromo`. */
import { expect, test } from "bun:test"
import { spellings } from "../../../../src/engines/espeak/phonemes/PhonemeSpelling.ts"

/** A word's phonemes, without stress. */
const said = (word: string): string =>
  spellings("om", word)
    .join(" ")
    .replaceAll(/%%|_?\||[',]/g, "")

test.each([
  // y is [j] (Owens, 11); the engine's own rules make a front vowel of it.
  ["yeroo", "jero:"],
  ["biyya", "bij:a"],
  ["hayyuu", "haj:u:"],
  // z is [z], in loanwords.
  ["zeeroo", "ze:ro:"],
  // Hudhaa is a glottal stop, between vowels and beside consonants (Owens, 12).
  ["har'a", "har?a"],
  ["mul'ata", "mul?ata"],
  ["bu'aa", "bu?a:"],
  ["ta'e", "ta?e"],
  ["gaa'ela", "ga:?ela"],
  ["re''ee", "re?e:"],
  // Ejectives c, q, x, ph, and dh (Owens, 9–10).
  ["caccabsa", "tS`atS`:absa"],
  ["qaqqaba", "k`ak`:aba"],
  ["xaxxaree", "t`at`:are:"],
  ["buuphaa", "bu:Pa:"],
  ["dhadhaa", "DaDa:"],
  // Other digraphs.
  ["nyaata", "n^a:ta"],
  ["bishaan", "bISa:n"],
  ["barachuu", "baratSu:"],
  ["tsegaayee", "tsega:je:"],
  // Doubled digraphs, written in full or by their first letter.
  ["nannyaa", "nan^:a:"],
  ["nanynyaa", "nan^:a:"],
  ["qadhdhaa", "k`aD:a:"],
  ["qaddhaa", "k`aD:a:"],
  ["isshee", "IS:e:"],
  ["biiccha", "bi:tS:a"],
  ["mattsa", "mat:sa"],
  // Long consonants of every kind.
  ["hojjechuu", "hodZ:etSu:"],
  ["lammaffaa", "lam:af:a:"],
  ["dhiibbaa", "Di:b:a:"],
  ["awwaaluu", "aw:a:lu:"],
  // Three of a letter are no longer than two.
  ["aaaa", "a:"],
  ["soddooom", "sod:o:m"],
  // Loanwords.
  ["poolisii", "po:lIsi:"],
  ["viidiyoo", "vi:dIjo:"]
])("the Afaan Oromo word %s is said %s", (word, phonemes) => expect(said(word)).toBe(phonemes))

test("two letters of Qubee whose mnemonics would make a third are kept apart", () => {
  expect(spellings("om", "matshaa")).toEqual(["matsh'a:"])
  expect(spellings("om", "hordzama").join()).not.toContain("dZ")
  expect(spellings("om", "dinagdee")[0]).toContain("gd")
})

test("a letter of Qubee by itself is named, and so is each of a word without a vowel", () => {
  expect(spellings("om", "b")).toEqual(["b'a:"])
  expect(spellings("om", "a")).toEqual(["'a:"])
  expect(spellings("om", "dh")).toEqual(["D'a:"])
  expect(spellings("om", "kwt")).toEqual(["k'a:", "w'a:", "t'a:"])
  expect(spellings("om", "'")).toEqual([])
})

test("Oromo stress is on the last syllable but one, or on the last where it alone is long", () => {
  expect(spellings("om", "nama")).toEqual(["n'am%%a"])
  expect(spellings("om", "gadi")).toEqual(["g'ad%%I"])
  expect(spellings("om", "guddaa")).toEqual(["gud:|'a:"])
  expect(spellings("om", "magaalaa")).toEqual(["mag'a:l%%a:"])
  expect(spellings("om", "barattoota")).toEqual(["b,arat:|'o:t%%a"])
  expect(spellings("om", "hin")).toEqual(["h'in"])
})

test("no word of Afaan Oromo has more phonemes than the engine has room for", () => {
  for (const word of ["ab".repeat(2_000), "bcd'".repeat(500), "aa".repeat(5_000)])
    for (const part of spellings("om", word)) expect(part.length).toBeLessThan(200)
})
