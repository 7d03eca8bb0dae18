/**
 * Against uroman's own published data (https://github.com/isi-nlp/uroman, version of July 2024): `uroman.tsv` is what its
 * `romanization-auto-table.txt` has for Ethiopic syllables, with those of its `romanization-table.txt` in their place. This
 * project uses the universal romanizer software "uroman" written by Ulf Hermjakob, USC Information Sciences Institute
 * (2015-2020).
 */
import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { spokenLetters } from "../../../src/engines/sherpa/SpokenLetters.ts"
import { romanized } from "../../../src/engines/sherpa/Uroman.ts"

const published = readFileSync(join(import.meta.dir, "uroman.tsv"), "utf8")
  .trim()
  .split("\n")
  .map((line) => line.split("\t"))

test("every Ethiopic letter is written as in uroman's tables", () => {
  expect(published).toHaveLength(453)
  const written = published.map(([letter = ""]) => [letter, romanized(letter)])
  expect(written).toEqual(published)
})

test("an Amharic sentence is written as in uroman's own test", () => {
  expect(romanized("ኢትዮጵያ ከዓለም ሶስቱ ትልቅ የአብርሃም ሀይማኖቶች ጋር ታሪካዊ ግንኙነት አላት።")).toBe(
    "iteyopheyaa kaaalame sosetu teleqe yaaberehaame hayemaanotoche gaare taarikaawi genenyunate alaate."
  )
})

test("Ethiopic marks become those of Latin writing, of two that are one the one", () => {
  expect(romanized("ሀ፡ሁ፡፡ ሂ፡- ሃ፡ ሄ፣ ህ፤ ሆ፥ ለ፦ ሉ፧ ሊ።")).toBe("ha hu. hi: haa, hee, he; ho: la: lu? li.")
  expect(romanized("አለ\u135fም")).toBe("alame")
})

test("what is no Ethiopic writing stays, without accents over Latin letters", () => {
  expect(romanized("Qophii, café dha'a 12 ፩ Ж")).toBe("Qophii, cafe dha'a 12 ፩ Ж")
})

test("MMS models get small letters on one line, with one sign for hudhaa, and others the words as they are", () => {
  expect(spokenLetters("mms", " ሰላም፣\n እንኳን\u00a0ደህና ")).toBe("salaame, enekwaane dahenaa")
  expect(spokenLetters("mms", "Mana Har’aa ‘ya Baʼe")).toBe("mana har'aa 'ya ba'e")
  expect(spokenLetters("vits", " ሰላም፣\n Har’a ")).toBe("ሰላም፣ Har’a")
})

test("a long hostile text takes time in proportion to its length", () => {
  const text = "፡ ".repeat(100_000) + "á\u0301\u0302".repeat(100_000)
  expect(romanized(text)).toHaveLength(300_000)
})
