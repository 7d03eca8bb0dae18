/** Pages of lists as the dashboard's contract has them. */
import type { Page } from "../http/Cursor.ts"

export const pageOf = <Row>({ nextCursor, page }: Page<Row>) => ({ data: page, meta: { next_cursor: nextCursor } })
