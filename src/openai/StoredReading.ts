/**
 * Stored texts of responses made into what they say, with files apart, as bytes: what
 * goes between `StoredReadingPool` and its worker. To parse 33 MB takes a third of a second.
 */
import { createHash } from "node:crypto"
import { Schema } from "effect"
import type { LoadedFile } from "../chat/InlineFiles.ts"
import { dictionary, OpenObject } from "../http/Dictionary.ts"
import { replaceFiles } from "./ItemFiles.ts"
import { type InputPage, pageOf, resourcesOf } from "./ResponseInputItems.ts"
import { InputItem } from "./ResponseItemsApi.ts"
import { StoredResponse } from "./ResponseObjectApi.ts"
import * as StoredFiles from "./StoredFiles.ts"

/** What there is of a response that has gone. */
export const NOTHING_STORED = "[]"

/** JSON of lists of items, or of a whole response. */
export interface StoredTexts {
  readonly input: string
  readonly output: string
  /** The long files of the input, and long fields of the response. */
  readonly pieces: ReadonlyArray<StoredFiles.Piece>
}

export type ReadingRequest =
  /** `mark`: what the names of files begin with. */
  | { readonly _tag: "Items"; readonly texts: StoredTexts; readonly mark: string }
  /** What is answered with a page of the input of `response`. */
  | { readonly _tag: "Page"; readonly response: string; readonly texts: StoredTexts; readonly page: InputPage }
  /** A response as it is answered; its text as it is stored. */
  | { readonly _tag: "Whole"; readonly response: string; readonly pieces: ReadonlyArray<StoredFiles.Piece> }
  /** How much it was asked: `StoredRequest` as JSON. */
  | { readonly _tag: "Asked"; readonly asked: string }

/**
 * Which of the texts of a response are loaded; in the place of the output, `response`: all of it as it was answered, and
 * `asked`: no more of it than how much it was asked.
 */
export type What = "input" | "output" | "both" | "response" | "asked"

const StoredRequest = Schema.Struct({
  /** Tokens of its prompt; null where it has none. */
  used: Schema.NullOr(Schema.Number),
  /** Bytes of what of the prompt does not go on with it: its instructions and tools, as JSON. */
  beside: Schema.Number,
  /** Bytes of each item of the answer, as JSON. */
  answered: Schema.Array(Schema.Number)
})
export type StoredRequest = typeof StoredRequest.Type

/** `StoredRequest` of the column `response`, as SQLite makes it; null where that is no JSON. */
export const ASKED_IN_SQLITE = `CASE WHEN json_valid(response) THEN json_object(
  'used', response -> '$.usage.input_tokens',
  'beside', COALESCE(OCTET_LENGTH(response -> '$.instructions'), 0) + COALESCE(OCTET_LENGTH(response -> '$.tools'), 0)
    + COALESCE(response ->> '$.apart.bytes', 0),
  'answered', (SELECT json_group_array(OCTET_LENGTH(value)) FROM json_each(response, '$.output'))
) END`

/** The same for texts in a file of SQLite, from which the worker loads them itself: on the answering thread, loading takes longer than reading. */
export interface FileRequest {
  readonly _tag: "InFile"
  readonly file: string
  readonly id: string
  readonly what: What
  /** `texts`, and the whole `response`, and what was `asked`, are those of the file. */
  readonly request: ReadingRequest
}

export interface StoredItems {
  readonly input: ReadonlyArray<InputItem>
  readonly output: ReadonlyArray<InputItem>
  /** By the names that stand in the items in the place of their data. */
  readonly files: ReadonlyArray<readonly [name: string, file: LoadedFile]>
}

export type ReadingAnswer =
  | ({ readonly _tag: "Items" } & StoredItems)
  | { readonly _tag: "Json"; readonly bytes: Uint8Array<ArrayBuffer> }
  | ({ readonly _tag: "Asked" } & StoredRequest)
  /** The page begins behind an item that is not there, or the response has gone. */
  | { readonly _tag: "Unknown" }

const decodeItems = Schema.decodeUnknownSync(Schema.parseJson(Schema.Array(InputItem)))

const decodeName = Schema.decodeUnknownSync(Schema.parseJson(Schema.String))

const decodeAsked = Schema.decodeUnknownSync(Schema.parseJson(StoredRequest))

const decodeObject = Schema.decodeUnknownSync(Schema.parseJson(OpenObject))

const decodeApart = Schema.decodeUnknownSync(
  Schema.Struct({ apart: Schema.optional(Schema.Struct({ fields: dictionary(Schema.String) })) })
)

const decodeResponse = Schema.decodeUnknownSync(StoredResponse)

/** The response with its long fields in their places. Undefined where one is gone: they are deleted just before their response. */
const responseOf = (json: string, pieces: StoredTexts["pieces"]) => {
  const stored = decodeObject(json)
  const read = StoredFiles.reading(pieces)
  const fields: Array<readonly [string, unknown]> = []
  for (const [name, reference] of Object.entries(decodeApart(stored).apart?.fields ?? {})) {
    const text = read(reference)
    if (text === undefined) return undefined
    fields.push([name, JSON.parse(text)])
  }
  return decodeResponse({ ...stored, ...Object.fromEntries(fields) })
}

/** The input's items with their long files in their places. None where a file is gone: files are deleted just before their response. */
const inputOf = ({ input, pieces }: StoredTexts): ReadonlyArray<InputItem> | undefined => {
  const read = StoredFiles.reading(pieces)
  let isWhole = true
  const fileOf = (data: string): string => {
    const file = read(data)
    isWhole &&= file !== undefined
    return file ?? data
  }
  const json = input.startsWith('"') ? fileOf(decodeName(input)) : input
  const items = isWhole ? decodeItems(json).map(replaceFiles(fileOf)) : []
  return isWhole ? items : undefined
}

/** Base64, alone or in a data URL, that was looked at before it was stored. */
const bytesOf = (data: string): Uint8Array => {
  const start = data.startsWith("data:") ? data.indexOf(",") + 1 : 0
  return new Uint8Array(Buffer.from(data.slice(start), "base64"))
}

const withoutFiles = (mark: string) => {
  const files: Array<readonly [string, LoadedFile]> = []
  const put = (data: string): string => {
    const name = `${mark}${files.length}`
    const bytes = bytesOf(data)
    files.push([name, { bytes, sha256: createHash("sha256").update(bytes).digest("base64url") }])
    return name
  }
  return { files, itemOf: replaceFiles(put) }
}

const jsonOf = (value: unknown): ReadingAnswer => ({
  _tag: "Json",
  bytes: new TextEncoder().encode(JSON.stringify(value))
})

/** Reads. Throws where a text is not what was stored. */
export const read = (request: ReadingRequest): ReadingAnswer => {
  switch (request._tag) {
    case "Items": {
      const { files, itemOf } = withoutFiles(request.mark)
      const input = inputOf(request.texts)?.map(itemOf)
      return input === undefined
        ? { _tag: "Unknown" }
        : { _tag: "Items", input, output: decodeItems(request.texts.output), files }
    }
    case "Page": {
      const input = inputOf(request.texts)
      if (input === undefined) return { _tag: "Unknown" }
      const page = pageOf(resourcesOf(request.response, input), request.page)
      return page._tag === "Left" ? { _tag: "Unknown" } : jsonOf(page.right)
    }
    case "Whole": {
      const response = request.response === NOTHING_STORED ? undefined : responseOf(request.response, request.pieces)
      return response === undefined ? { _tag: "Unknown" } : jsonOf(response)
    }
    case "Asked":
      return request.asked === NOTHING_STORED ? { _tag: "Unknown" } : { _tag: "Asked", ...decodeAsked(request.asked) }
  }
}
