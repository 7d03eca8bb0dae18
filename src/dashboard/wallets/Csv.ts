/**
 * Entries of the ledger as CSV (RFC 4180). It begins with a byte order mark:
 * without it Excel reads the file in the code page of the machine, and every
 * Ethiopic note becomes gibberish; other readers skip it.
 *
 * A text that a spreadsheet would take for a formula, and run, begins with an
 * apostrophe here; and so does one that begins with an apostrophe itself, so that
 * whoever takes one apostrophe from the beginning of each text has what was there.
 */

import * as Money from "../../billing/Money.ts"
import type * as Wallet from "../../billing/Wallet.ts"
import { iso } from "../IsoTimes.ts"

const BYTE_ORDER_MARK = "\ufeff"

/** The beginnings of a formula, also in the wide forms that Excel takes for the same, and behind characters that some programs skip. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠']|^[\t\r\n]/u

/** What divides cells in a spreadsheet of some language, and what some trim. */
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/

const quoted = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const textCell = (text: string | null): string => (text === null ? "" : quoted(FORMULA.test(text) ? `'${text}` : text))

const line = (cells: ReadonlyArray<string>): string => `${cells.join(",")}\r\n`

export const HEAD =
  BYTE_ORDER_MARK +
  line(["created_at", "kind", "amount", "balance_after", "currency", "operation", "note", "id", "job_id"])

/** Amounts are numbers, of which one below zero is no formula. */
export const lineOf = (entry: Wallet.LedgerEntry): string =>
  line([
    iso(entry.createdAt),
    entry.kind,
    Money.toText(entry.amount),
    Money.toText(entry.balanceAfter),
    "ETB",
    textCell(entry.operation),
    textCell(entry.note),
    textCell(entry.id),
    textCell(entry.jobId)
  ])
