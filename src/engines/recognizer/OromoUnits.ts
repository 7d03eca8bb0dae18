/**
 * Afaan Oromo in units: a long vowel, a geminate and a digraph are one each. The
 * apostrophe counts between vowels alone: beside a consonant it has no sound.
 */
import { letterPairs } from "../../text/LetterPairs.ts"
import type { Units } from "./Units.ts"

const symbolOfDouble = (letter: string): string => (letter === "c" ? "Č" : letter.toUpperCase())

/** Units of more than one letter, each with its symbol; longer ones first. `cch` sounds as `cc`. */
const compounds = [
  ...letterPairs("cch:Č ch:ċ dh:ɗ ny:ñ ph:ṗ sh:š"),
  // Long vowels and geminates, in the order of the model's outputs.
  ...Array.from("aeioubcdfgjklmnpqrstwxy", (letter) => [letter + letter, symbolOfDouble(letter)] as const)
]
const singles = "abcdefghijklmnopqrstuvwxyz'"

const symbolOf = new Map([...compounds, ...Array.from(singles, (letter) => [letter, letter] as const)])
/** The plain spelling of each symbol: the last listed, so that Č is written cc. */
const writtenOf = new Map(Array.from(symbolOf, ([written, symbol]) => [symbol, written]))
const symbols = ` ${Array.from(writtenOf.keys()).join("")}`
const pattern = new RegExp(`${compounds.map(([written]) => written).join("|")}|[${singles}]`, "g")

/** The hudhaa in all the ways it is typed. */
const hudhaa = /[’‘ʼʻʹˈ`´′]/gu
const silentHudhaa = /(?<![aeiou])'|'(?![aeiou])/g

export const oromoUnits: Units = {
  symbols,
  read: (text) =>
    text
      .toLowerCase()
      .replace(hudhaa, "'")
      .replace(silentHudhaa, "")
      .split(/[^a-z']+/)
      .map((word) => (word.match(pattern) ?? []).map((unit) => symbolOf.get(unit) ?? "").join(""))
      .filter((word) => word !== "")
      .join(" "),
  write: (word) => Array.from(word, (symbol) => writtenOf.get(symbol) ?? "").join("")
}
