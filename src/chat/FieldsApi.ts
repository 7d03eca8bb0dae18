/** What fields of conversations have in common, whichever protocol they come by. */
import { Schema } from "effect"
import { WellFormedText } from "../text/Speakable.ts"

export const Name = WellFormedText.pipe(Schema.nonEmptyString({ message: () => "must not be empty" }))

const positiveWhole = { message: () => "must be a whole number of at least 1" }
export const Count = Schema.Number.pipe(Schema.int(positiveWhole), Schema.greaterThanOrEqualTo(1, positiveWhole))

export const between = (least: number, most: number) =>
  Schema.Number.pipe(Schema.between(least, most, { message: () => `must be a number from ${least} to ${most}` }))

/** An object of whatever the client likes. */
export const OpenObject = Schema.Record({ key: Schema.String, value: Schema.Unknown })
