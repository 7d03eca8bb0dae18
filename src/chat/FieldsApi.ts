/** What fields of conversations have in common, whichever protocol they come by. */
import { Schema } from "effect"
import { KeepableText } from "../text/Speakable.ts"

export const Name = KeepableText.pipe(Schema.nonEmptyString({ message: () => "must not be empty" }))

const positiveWhole = { message: () => "must be a whole number of at least 1" }
export const Count = Schema.Number.pipe(Schema.int(positiveWhole), Schema.greaterThanOrEqualTo(1, positiveWhole))

export const between = (least: number, most: number) =>
  Schema.Number.pipe(Schema.between(least, most, { message: () => `must be a number from ${least} to ${most}` }))

/** Where a file may not come from, and what to send instead. */
export const notTaken = (what: string, as = "file_data") =>
  Schema.optional(
    Schema.Null.annotations({ message: () => `must be left out: ${what} not taken; send the file itself as ${as}` })
  ).annotations({ description: "Not taken: null; the file itself is sent" })
