/**
 * A page of what passes a filter that no index knows. The list is read in pieces,
 * and no more than so many rows are looked at for one page: then it is shorter
 * than asked for, or empty, and says where the next one goes on.
 */
import { Effect } from "effect"

/** Rows that are looked at for one page. */
export const MOST_SCANNED = 20_000

/** A list in its order. */
export interface ScanSource<Row, Place> {
  /** The rows behind `place`; fewer than `count` where there are no more. */
  readonly read: (place: Place, count: number) => Effect.Effect<ReadonlyArray<Row>>
  readonly placeOf: (row: Row) => Place
  readonly isWanted: (row: Row) => boolean
  /** Waits for a turn of the event loop, of which the pieces of all pages that are read at once have one each. */
  readonly turn: Effect.Effect<void>
  /** Rows that are read at once, as many as take some milliseconds, where most are not wanted. */
  readonly piece: number
}

export interface ScanPage<Row, Place> {
  readonly rows: ReadonlyArray<Row>
  /** Where the next page begins; undefined where there is none. */
  readonly next: Place | undefined
}

/** The page of at most `limit` rows that begins behind `place`. Other requests get their turns between two pieces. */
export const page = Effect.fn("Scan.page")(function* <Row, Place>(
  { isWanted, piece, placeOf, read, turn }: ScanSource<Row, Place>,
  limit: number,
  place: Place
): Effect.fn.Return<ScanPage<Row, Place>> {
  const rows: Array<Row> = []
  let last = place
  let looked = 0
  // Where everything is wanted the first piece is enough: one row more says that there is a next page.
  let count = Math.min(limit + 1, piece)
  while (looked < MOST_SCANNED) {
    yield* turn
    const batchSize = Math.min(count, MOST_SCANNED - looked)
    const next = yield* read(last, batchSize)
    for (const row of next) {
      if (isWanted(row)) {
        if (rows.length === limit) return { rows, next: last }
        rows.push(row)
      }
      last = placeOf(row)
    }
    if (next.length < batchSize) return { rows, next: undefined }
    looked += batchSize
    count = piece
  }
  return { rows, next: last }
})
