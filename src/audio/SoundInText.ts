/** Sound that comes as text where its own bytes are wanted, as clients of other services send it. */

/** UTF-16 code units that are looked at; the names of fields come before what they hold. */
const SEARCHED = 2_048
/** The type may have commas, as `video/webm;codecs=vp8,opus` has. */
const DATA_URL = /^\s*data:\S{0,200};base64,/i
/** Characters of base64 in a row that no word, token or id has. */
const BASE64 = /^\s*"?[A-Za-z0-9+/_-]{256}/
const IN_FIELD =
  /"(?:audio|audio_data|data|chunk|payload|sound|bytes)"\s*:\s*"(?:data:[^"]{0,200},)?[A-Za-z0-9+/_-]{64}/

/** What a text frame holds in place of a message; undefined where it is no sound, as far as can be told. */
export const soundIn = (frame: string): string | undefined => {
  const start = frame.slice(0, SEARCHED)
  if (DATA_URL.test(start)) return "a data URL"
  if (BASE64.test(start)) return "base64 text"
  return /^\s*\{/.test(start) && IN_FIELD.test(start) ? "base64 in JSON" : undefined
}
