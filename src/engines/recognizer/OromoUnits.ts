/**
 * Afaan Oromo in units: a long vowel, a geminate and a digraph are one each. The
 * apostrophe counts inside a word: at its edges it has no sound.
 */
import { letterPairs } from "../../text/LetterPairs.ts"
import type { Units } from "./AcousticUnits.ts"

const symbolOfDouble = (letter: string): string => (letter === "c" ? "Č" : letter.toUpperCase())

/** Units of more than one letter, each with its symbol; longer ones first. A digraph that is doubled is rare, and taken for one. */
const compounds = [
  ...letterPairs("cch:ċ ddh:ɗ nny:ñ pph:ṗ ssh:š ch:ċ dh:ɗ ny:ñ ph:ṗ sh:š"),
  // Long vowels and geminates, in the order of the model's outputs.
  ...Array.from("aeioubcdfgjklmnpqrstwxy", (letter) => [letter + letter, symbolOfDouble(letter)] as const)
]
const singles = "abcdefghijklmnopqrstuvwxyz'"

const symbolOf = new Map([...compounds, ...Array.from(singles, (letter) => [letter, letter] as const)])
/** The plain spelling of each symbol: the last listed, so that ċ is written ch. */
const writtenOf = new Map(Array.from(symbolOf, ([written, symbol]) => [symbol, written]))
const symbols = ` ${Array.from(writtenOf.keys()).join("")}`
const pattern = new RegExp(`${compounds.map(([written]) => written).join("|")}|[${singles}]`, "g")

/** The hudhaa in all the ways it is typed. */
const hudhaa = /[’‘ʼʻʹˈ`´′']+/gu
const silentHudhaa = /(?<![a-z])'|'(?![a-z])/g

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
