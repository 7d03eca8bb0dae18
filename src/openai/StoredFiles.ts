/**
 * The long files of stored input: they stand apart from its words, in pieces, each written and deleted in a transaction of
 * its own. One of 29 MB in one row keeps the thread that answers for 0.3 s, and its deletion for 0.2 s.
 */
import type * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Duration, Effect, Schema } from "effect"
import * as BatchedDeletion from "../storage/BatchedDeletion.ts"
import { rowsOf } from "../storage/DecodedRows.ts"
import { insert, listed, statement } from "../storage/Statement.ts"
import { inOrder, type Writer } from "../storage/Writer.ts"
import { replaceFiles } from "./ItemFiles.ts"
import type { InputItem } from "./ResponseItemsApi.ts"
import type { ResponseObject } from "./ResponseObjectApi.ts"

/** UTF-16 code units of a file that stands apart. */
const LONG = 64 * 1024
/** The same of a piece: it takes some milliseconds to be written. */
const PIECE = 256 * 1024
/** Pieces deleted at once, which are overwritten. */
const DELETED_AT_ONCE = 4
/** How long a response may take to be settled once its files are written. */
const UNSETTLED = Duration.hours(1)

/** The placeholder of a file in an item: its number and its length. It is no base64 and no data URL. */
const REFERENCE = /^qal:(\d{1,6}):(\d{1,9})$/
const referenceTo = (file: number, data: string): string => `qal:${file}:${data.length}`

/** What was said in a request as it is stored. */
export interface StoredInput {
  /** Its items; of items that are long themselves, what stands in the place of their JSON. */
  readonly json: string
  /** The long files that stand apart, in base64 or as data URLs, in the order of their numbers. */
  readonly files: ReadonlyArray<string>
}

const storedInputOf = (items: ReadonlyArray<InputItem>): StoredInput => {
  const files: Array<string> = []
  const put = (data: string): string => (data.length < LONG ? data : referenceTo(files.push(data) - 1, data))
  const json = JSON.stringify(items.map(replaceFiles(put)))
  return { json: json.length <= PIECE ? json : JSON.stringify(put(json)), files }
}

/** What a response repeats of its request, which may be as long as that. */
type Repeated = Pick<ResponseObject, "instructions" | "text" | "tools">

/** The placeholder of a stored response's long fields. `bytes`: of its instructions and tools, as JSON. */
export interface FieldsApart {
  readonly bytes: number
  readonly fields: Readonly<Partial<Record<keyof Repeated, string>>>
}

const NAMES = ["instructions", "text", "tools"] as const

/** Takes the long fields out of a response that is to be stored; they follow its `files`. Undefined where none is long. */
const storedFieldsOf = (response: Repeated, files: StoredInput["files"]) => {
  const apart: Array<string> = []
  const fields: Partial<Record<keyof Repeated, string>> = {}
  let bytes = 0
  for (const name of NAMES) {
    const json = JSON.stringify(response[name])
    if (name !== "text") bytes += Buffer.byteLength(json)
    if (json.length >= LONG) fields[name] = referenceTo(files.length + apart.push(json) - 1, json)
  }
  const stored: FieldsApart = { bytes, fields }
  return { files: [...files, ...apart], apart: apart.length === 0 ? undefined : stored }
}

/** What was said in a request, and what its response repeats of it, as they are stored. */
export const storedRequestOf = (items: ReadonlyArray<InputItem>, repeated: Repeated) => {
  const said = storedInputOf(items)
  const { apart, files } = storedFieldsOf(repeated, said.files)
  return { input: { json: said.json, files }, apart }
}

/** The response as it is stored. */
export const storedResponseOf = (response: ResponseObject, apart: FieldsApart | undefined): string =>
  JSON.stringify(
    apart === undefined
      ? response
      : { ...response, ...Object.fromEntries(Object.keys(apart.fields).map((name) => [name, null])), apart }
  )

/** Where the piece ends that begins at `start`: not within a character. */
const endOfPiece = (text: string, start: number): number => {
  const end = start + PIECE
  return end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end - 1 : end
}

/** A part of a long file, in the order of the files and of their parts. */
export const Piece = Schema.Struct({ file: Schema.Int, piece: Schema.Int, text: Schema.String })
export type Piece = typeof Piece.Type

/** Reads the data in an item: a placeholder is replaced by its file, from these pieces. Undefined for a file of which a piece is gone. */
export const reading = (pieces: ReadonlyArray<Piece>) => {
  const files = new Map<number, string>()
  for (const { file, text } of pieces) files.set(file, (files.get(file) ?? "") + text)
  return (data: string): string | undefined => {
    const [, file, length] = REFERENCE.exec(data) ?? []
    if (file === undefined) return data
    const storedFile = files.get(Number(file))
    return storedFile?.length === Number(length) ? storedFile : undefined
  }
}

const readPieces = rowsOf(Piece)

const DELETE = `
  DELETE FROM response_files WHERE (response_id, file, piece) IN (
    SELECT response_id, file, piece FROM response_files
    WHERE response_id IN (SELECT key FROM json_each(?)) LIMIT ${DELETED_AT_ONCE}) RETURNING file`
const DELETE_UNSETTLED = `
  DELETE FROM response_files WHERE (response_id, file, piece) IN (
    SELECT response_id, file, piece FROM response_files
    WHERE written_at <= ? AND NOT EXISTS (SELECT 1 FROM responses WHERE responses.id = response_files.response_id)
    LIMIT ${DELETED_AT_ONCE}) RETURNING file`

export const make = (sql: SqlClient.SqlClient, { relaxed }: Writer) =>
  Effect.gen(function* () {
    // However many are written at once, a transaction has one piece.
    const alone = yield* Effect.makeSemaphore(1)

    /** Writes the files of a response that is about to be settled; durable with its settlement. */
    const write = Effect.fn("StoredFiles.write")(function* (responseId: string, files: StoredInput["files"]) {
      const writtenAt = yield* Clock.currentTimeMillis
      for (const [file, data] of files.entries()) {
        for (let piece = 0, start = 0, end = 0; start < data.length; piece++, start = end) {
          end = endOfPiece(data, start)
          const text = data.slice(start, end)
          const row = { response_id: responseId, file, piece, written_at: writtenAt, text }
          yield* Effect.orDie(alone.withPermits(1)(relaxed(inOrder(insert("response_files", row)))))
        }
      }
    })

    const deleteAll = (text: string, parameter: string | number) =>
      BatchedDeletion.deleteUntilNone(Effect.orDie(alone.withPermits(1)(relaxed(inOrder(statement(text, parameter))))))

    /** Deletes the files of these responses, which are deleted next. */
    const remove = (responseIds: ReadonlyArray<string>) => deleteAll(DELETE, listed(responseIds))

    /** Deletes the files of responses that were never settled. */
    const sweep = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      deleteAll(DELETE_UNSETTLED, now - Duration.toMillis(UNSETTLED))
    )

    /** The pieces of a response's files, loaded one at a time. */
    const load = Effect.fn("StoredFiles.load")(function* (responseId: string) {
      const pieces: Array<Piece> = []
      let last = { file: -1, piece: -1 }
      while (true) {
        const rows = yield* sql`
          SELECT file, piece, text FROM response_files
          WHERE response_id = ${responseId} AND (file, piece) > (${last.file}, ${last.piece})
          ORDER BY file, piece LIMIT 1`.pipe(readPieces)
        const [next] = rows
        if (next === undefined) return pieces
        pieces.push(next)
        last = next
      }
    })

    return { write, remove, sweep, load }
  })
