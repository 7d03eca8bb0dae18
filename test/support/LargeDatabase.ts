/** A database as a busy server has it after some months, filled in seconds: in bulk, with the triggers put aside. */
import { Database } from "bun:sqlite"
import { Effect, Layer } from "effect"
import * as Sql from "../../src/storage/Sql.ts"

/** How much there is of each. */
export interface Amounts {
  readonly wallets: number
  readonly entries: number
  readonly clips: number
  readonly requests: number
}

/** What an overview has to bear. */
export const LARGE: Amounts = { wallets: 1_000, entries: 1_000_000, clips: 1_000_000, requests: 1_000_000 }

const DAY = 86_400_000
/** Days over which all of it is spread, of which the last is today. */
const DAYS = 90

const OPERATIONS = "'voice.generation', 'chat', 'translation', 'transcription', 'conversation', 'speech_to_text'"
const CAPABILITIES = "'voice', 'chat', 'translation', 'transcription', 'conversation', 'speech_to_text', 'other'"
const CODES = "'', '', '', '', 'VALIDATION_ERROR', 'UNAUTHORIZED', 'RATE_LIMITED', 'PROVIDER_ERROR', 'NOT_FOUND'"

/** One of a list, by a number. */
const pick = (list: string, number: string) => {
  const all = list.split(", ")
  return `CASE (${number}) % ${all.length} ${all.map((one, at) => `WHEN ${at} THEN ${one}`).join(" ")} END`
}

/** The numbers from 1 on, as `n`. */
const numbers = (count: number) =>
  `(WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted LIMIT ${count}) SELECT n FROM counted)`

const statements = ({ clips, entries, requests, wallets }: Amounts, now: number): ReadonlyArray<string> => {
  const at = (count: number) => `${now - DAYS * DAY} + n * ${Math.floor((DAYS * DAY) / count)}`
  const wallet = `'wal_' || (n % ${wallets})`
  return [
    `INSERT INTO wallets (id, name, created_at) SELECT 'wal_' || (n - 1), 'wallet ' || n, ${at(wallets)} FROM ${numbers(wallets)}`,
    `INSERT INTO api_keys (id, wallet_id, name, hash, last_four, created_at)
      SELECT 'key_' || n, ${wallet}, 'key ' || n, 'hash_' || n, '0000', ${at(wallets)} FROM ${numbers(wallets)}`,
    `INSERT INTO ledger (id, wallet_id, kind, amount, balance_after, operation, job_id, created_at)
      SELECT 'led_' || n, ${wallet}, CASE WHEN n <= ${wallets} THEN 'credit' ELSE 'charge' END,
        CASE WHEN n <= ${wallets} THEN 1000000000 ELSE -100 * (n % 1000) END, 0,
        CASE WHEN n > ${wallets} THEN ${pick(OPERATIONS, "n")} END, CASE WHEN n > ${wallets} THEN 'job_' || n END,
        ${at(entries)} FROM ${numbers(entries)}`,
    `INSERT INTO clips (id, wallet_id, job_id, text, voice_id, voice_name, voice_descriptor, language, output_format,
        blob_id, size, duration_millis, ignored_voice_settings, finish_reason, price_per_minute, charge, balance_after,
        created_at)
      SELECT 'clip_' || n, ${wallet}, 'job_' || n, 'ሰላም ' || n, 'am-hamen', 'Hamen', 'Warm', 'am', 'mp3_44100',
        'blb_' || n, 1000, n % 10000, '[]', 'stop', 5000000, 100 * (n % 1000), 0, ${at(clips)} FROM ${numbers(clips)}`,
    `INSERT INTO requests (id, at, method, route, capability, status, code, micros, wallet_id, key_id)
      SELECT printf('req_%012x', n), ${at(requests)}, 'POST', '/api/v1/chat_generate', ${pick(CAPABILITIES, "n")}, 200,
        NULLIF(${pick(CODES, "n / 7")}, ''), (n % 5000) * (n % 4999), ${wallet}, 'key_' || (1 + n % ${wallets})
      FROM ${numbers(requests)}`,
    `INSERT INTO request_days (day, capability, code, requests)
      SELECT at / ${DAY}, capability, COALESCE(code, ''), COUNT(*) FROM requests GROUP BY 1, 2, 3`,
    `INSERT INTO duration_days (day, capability, class, requests)
      SELECT at / ${DAY}, capability, micros % 60, COUNT(*) FROM requests GROUP BY 1, 2, 3`,
    `INSERT INTO spend_days (day, operation, charges, charged)
      SELECT created_at / ${DAY}, operation, COUNT(*), -SUM(amount) FROM ledger WHERE kind = 'charge' GROUP BY 1, 2`,
    `INSERT INTO voice_days (day, voice_id, clips, millis, charged)
      SELECT created_at / ${DAY}, voice_id, COUNT(*), SUM(duration_millis), SUM(charge) FROM clips GROUP BY 1, 2`,
    `UPDATE wallets SET (balance, spent) = (
      SELECT SUM(amount), SUM(CASE kind WHEN 'charge' THEN -amount ELSE 0 END) FROM ledger WHERE wallet_id = wallets.id)`,
    `INSERT INTO jobs (id, wallet_id, operation, fingerprint, state, hold, created_at, x_request_id)
      SELECT 'run_' || n, ${wallet}, 'chat', '', 'running', 100 * n, ${now}, 'asked_' || n FROM ${numbers(100)}`
  ]
}

/** Fills a new database at `filename`. */
export const fill = async (filename: string, amounts: Amounts, now = Date.now()): Promise<void> => {
  await Effect.runPromise(Effect.scoped(Layer.build(Sql.layer(filename))))
  const database = new Database(filename)
  try {
    // It is thrown away where the power fails.
    for (const pragma of ["synchronous = OFF", "foreign_keys = OFF", "cache_size = -200000"]) {
      database.query(`PRAGMA ${pragma}`).all()
    }
    const triggers = database
      .query<{ name: string; sql: string }, []>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
      .all()
    database.transaction(() => {
      for (const { name } of triggers) database.run(`DROP TRIGGER ${name}`)
      for (const text of statements(amounts, now)) database.run(text)
      for (const { sql } of triggers) database.run(sql)
    })()
  } finally {
    database.close()
  }
}
