/** A file of a form, for the document alone: handlers read forms themselves. */
import { Schema } from "effect"

/**
 * As OpenAPI 3.1 writes bytes, without a type: with one, `openapi-typescript` takes a file for a string, and its users
 * would have to cast. What is said of it stands in the schema itself.
 */
export const fileField = ({ description, example }: { readonly description: string; readonly example?: string }) =>
  Schema.Unknown.annotations({
    jsonSchema: {
      contentMediaType: "application/octet-stream",
      description,
      ...(example === undefined ? {} : { examples: [example] })
    }
  })
