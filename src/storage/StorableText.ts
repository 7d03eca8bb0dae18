/**
 * What texts a database can hold. PostgreSQL holds no U+0000, and none holds half of a surrogate pair, which has no UTF-8
 * form. Clients can send both, also escaped in JSON, where drivers do not see them.
 */

/** Whether every database holds the text as it is. No row has one that is not so. */
export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed()

/** The text with U+FFFD in the place of what no database holds. */
export const storable = (text: string): string =>
  isStorable(text) ? text : text.replaceAll("\0", "\uFFFD").toWellFormed()
