/**
 * One spelling for what is typed in several ways. Letter for letter, so that
 * the rules see a text of the same length; what has no sound, or another
 * length, is read by a rule of its own.
 */
import type { Rule } from "./Rule.ts"

/** Full-width forms (U+FF01 to U+FF5E) stand this far above ASCII. */
const fullWidth = 0xff01 - 0x21

/** Digits of other scripts; each script's ten stand in a row, zero first. */
const asciiDigit = (digit: string): string => {
  const unit = digit.charCodeAt(0)
  let below = 0
  while (/\p{Nd}/u.test(String.fromCharCode(unit - below - 1))) below++
  return String(below % 10)
}

/** What is folded, one code unit each, to one code unit. */
const foldable =
  /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]|[‐‑‒]|(?<![፡0-9፩-፼])፡(?![፡\-0-9፩-፼])|[ʼʻʹˈ]|(?<=\p{L})[’‘`´′](?=\p{L})|[！-～]|[[\p{Nd}--[0-9]]&&[\u0080-\uffff]]/gv

const fold = (character: string): string => {
  const unit = character.charCodeAt(0)
  if (/[‐‑‒]/.test(character)) return "-"
  if (/[\s፡]/.test(character)) return " "
  if (unit >= 0xff01 && unit <= 0xff5e) return String.fromCharCode(unit - fullWidth)
  if (/\p{Nd}/u.test(character)) return asciiDigit(character)
  return "'"
}

/** The text as rules see it: of the same length, unit for unit. */
export const folded = (text: string): string => text.replace(foldable, fold)

/** Emoji, which an engine would describe. © ® ™ are words, and stay. */
const emoji: Rule = {
  kind: "silent",
  needs: ["symbol"],
  pattern: "[0-9#*]\\ufe0f?\\u20e3|[[\\p{Extended_Pictographic}--[©®™]]\\p{RI}\\p{EMod}]+",
  read: () => " "
}

/** Controls, bidi marks, joiners, private and unassigned characters, lone surrogates, variation marks. */
const unseen: Rule = {
  kind: "silent",
  needs: ["symbol"],
  pattern: "[[\\p{C}--[\\t\\n\\v\\f\\r\\u0085]]\\ufe00-\\ufe0f\\u20e3]+",
  read: () => ""
}

/** A letter with combining marks that is one code point as well: e and U+0301. */
const decomposed: Rule = {
  kind: "fold",
  needs: ["symbol"],
  pattern: "\\p{Script=Latin}\\p{M}+",
  read: ({ found }) => {
    const composed = found.normalize("NFC")
    return composed === found ? undefined : composed
  }
}

export const folding: ReadonlyArray<Rule> = [emoji, unseen, decomposed]
