/** Whether text has a sound. Apart from `Speakable`, whose schemas worker threads do not need and take long to load. */

/** A letter of the two scripts, or a digit of any. */
const spoken = /[[\p{Script=Ethiopic}\p{Script=Latin}]&&[\p{L}\p{N}]]|\p{Nd}/v
/** 1️⃣ and its like: emoji that begin with an ASCII digit. */
const keycaps = /[0-9#*]\ufe0f?\u20e3/g

/**
 * Whether a voice has anything to say: at least one letter of the Ethiopic or
 * Latin script, Ethiopic numeral or digit. Punctuation, symbols and emoji are none.
 */
export const isSpeakable = (text: string): boolean => spoken.test(text.replace(keycaps, ""))

const said = new RegExp(spoken.source, "gv")
/** Letters, digits and symbols of all scripts; punctuation and spaces mean nothing of their own. */
const meaning = /[\p{L}\p{N}\p{S}]/gu

/** Whether a voice says most of what the text has to say, and not just a letter of it. */
export const isMostlySpeakable = (text: string): boolean => {
  const plain = text.replace(keycaps, "")
  const spokenCharacters = plain.match(said)?.length ?? 0
  return spokenCharacters > 0 && 2 * spokenCharacters >= (plain.match(meaning)?.length ?? 0)
}
