/** Why nothing is made of a file. Plain, for worker threads. */

/** The bytes are no format that is accepted. */
export class Unsupported extends Error {
  /** `format` is what they are, with its article, where that is known. */
  constructor(readonly format?: string) {
    super()
  }
}

/** It is one, and nothing can be made of it. The message goes after "the file". */
export class Undecodable extends Error {}

/** It has no sound track of the number that was asked for. The message goes after "track". */
export class NoSuchTrack extends Error {}

export const NOTHING = "holds no sound that can be decoded"

/** What is said of a file that ends before all that it announces, and of one whose format has an end that it lacks. */
export const CUT_OFF = "the file was cut off before its end; what is there was heard"
/** What is said of damage between what is heard. */
export const DAMAGED = "a part of the file is damaged; what is there was heard"
/** What is said of samples whose length is more than what is there: some writers state what they hoped for. */
export const SHORT =
  "the file says that it has more than is there, as one does that was cut off; what is there was heard"
export const NO_END = "the file has no end mark and may have been cut off; what is there was heard"
