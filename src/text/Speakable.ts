/**
 * What text must be before it is spoken: whole characters, and among them
 * something that has a sound.
 */
import { Schema } from "effect"
import { isHighSurrogate, isLowSurrogate } from "./Letters.ts"
import { isSpeakable } from "./Sound.ts"

export { isSpeakable } from "./Sound.ts"

/** Whether the text has no lone surrogate, so that it has a UTF-8 form. */
export const isWellFormed = (text: string): boolean => text.isWellFormed()

/** Text without lone surrogates. */
export const WellFormedText = Schema.String.pipe(
  Schema.filter(isWellFormed, {
    identifier: "WellFormedText",
    message: () => "must be well-formed Unicode: it holds half of a surrogate pair"
  })
)

/** Whether the text can be kept as it is: it is well-formed, and has no U+0000, which is no part of any writing. */
export const isKeepable = (text: string): boolean => isWellFormed(text) && !text.includes("\0")

/** Text that can be kept as it is. */
export const KeepableText = WellFormedText.pipe(
  Schema.filter(isKeepable, { identifier: "KeepableText", message: () => "must not hold U+0000" })
)

/** Text that a voice can speak. */
export const SpeakableText = KeepableText.pipe(
  Schema.filter(isSpeakable, {
    identifier: "SpeakableText",
    message: () => "must hold at least one Ethiopic or Latin letter, or a digit"
  })
)

/** Length of a clip's `text_preview`, in UTF-16 code units (wire contract, section 5). */
export const previewLength = 80

/**
 * The beginning of the text, `length` UTF-16 code units at most; a character
 * that the cut would halve is left out.
 */
export const preview = (text: string, length: number = previewLength): string => {
  if (text.length <= length) return text
  const halves = isHighSurrogate(text.charCodeAt(length - 1)) && isLowSurrogate(text.charCodeAt(length))
  return text.slice(0, halves ? length - 1 : length)
}
