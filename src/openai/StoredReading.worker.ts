/** Reads what stored responses say, where nobody waits for the thread. */
import { Database } from "bun:sqlite"
import { Schema } from "effect"
import { serve } from "../workers/WorkerServer.ts"
import { Piece } from "./StoredFiles.ts"
import {
  ASKED_IN_SQLITE,
  type FileRequest,
  NOTHING_STORED,
  type ReadingAnswer,
  type ReadingRequest,
  read,
  type StoredTexts
} from "./StoredReading.ts"

const decodeRows = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ input: Schema.String, output: Schema.NullOr(Schema.String) }))
)
const decodePieces = Schema.decodeUnknownSync(Schema.Array(Piece))

const COLUMNS = {
  input: "input, NULL AS output",
  output: "'[]' AS input, response -> 'output' AS output",
  both: "input, response -> 'output' AS output",
  response: "'[]' AS input, response AS output",
  asked: `'[]' AS input, ${ASKED_IN_SQLITE} AS output`
}

const PIECES = "SELECT file, piece, text FROM response_files WHERE response_id = ? ORDER BY file, piece"

const NOTHING: StoredTexts = { input: NOTHING_STORED, output: NOTHING_STORED, pieces: [] }

/** What the file has of the response; nothing where that has gone meanwhile. */
const textsIn = ({ file, id, what }: FileRequest): StoredTexts => {
  const database = new Database(file, { readonly: true })
  try {
    const [row] = decodeRows(
      database.query(`SELECT ${COLUMNS[what]} FROM response_contents WHERE response_id = ?`).all(id)
    )
    if (row === undefined) return NOTHING
    const pieces = what === "input" || what === "both" || what === "response" ? database.query(PIECES).all(id) : []
    return { input: row.input, output: row.output ?? "[]", pieces: decodePieces(pieces) }
  } finally {
    database.close()
  }
}

const loaded = (asked: FileRequest): ReadingRequest => {
  const { request } = asked
  const texts = textsIn(asked)
  switch (request._tag) {
    case "Items":
    case "Page":
      return { ...request, texts }
    case "Whole":
      return { ...request, response: texts.output, pieces: texts.pieces }
    case "Asked":
      return { ...request, asked: texts.output }
  }
}

const buffersOf = (answer: ReadingAnswer): ReadonlyArray<ArrayBufferLike> => {
  if (answer._tag === "Items") return answer.files.map(([, { bytes }]) => bytes.buffer)
  return answer._tag === "Json" ? [answer.bytes.buffer] : []
}

serve<undefined, ReadingRequest | FileRequest, ReadingAnswer>(async () => (request) => {
  const response = read(request._tag === "InFile" ? loaded(request) : request)
  return { response, transfer: buffersOf(response) }
})
