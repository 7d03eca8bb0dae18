/** A data folder with rows in every table and files, as servers leave it, and what a database holds. */
import { Database } from "bun:sqlite"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { SQL } from "bun"
import { Effect, Layer } from "effect"
import { pathOf } from "../../../src/storage/BlobFolder.ts"
import * as Ownership from "../../../src/storage/Ownership.ts"
import * as Sql from "../../../src/storage/Sql.ts"

const WALLETS = 7
const DAY = 86_400_000
const NOW = 1_795_000_000_000

/** Texts that one of both databases might change. */
const TEXTS = [
  "ሰላም፣ እንዴት ነህ?",
  "",
  " ",
  "'; DROP TABLE ledger; --",
  '"{},\\\\,NULL,"',
  "NULL",
  "\\x00 \\N \\.",
  "a\tb\r\nc",
  "🜚 𐎀 \u202e",
  "with\0nul\0",
  "é e\u0301",
  "x".repeat(70_000),
  "{1,2,3}",
  '{"a":"\\u0000"}'
]

const textOf = (n: number): string => TEXTS[n % TEXTS.length] ?? ""

const blobOf = (n: number): string => `blb_${String(n).padStart(6, "0")}`

/** Bytes of the file with this number: small ones, an empty one, and one of more than a piece. */
export const bytesOf = (n: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(n % 10 === 3 ? 0 : n % 10 === 7 ? 700_001 : 1 + ((n * 7919) % 5_000))
  for (let at = 0; at < bytes.length; at++) bytes[at] = (at * 31 + n) & 0xff
  return bytes
}

type Value = string | number | null

/** Rows of one table, by columns. */
const insertAll = (database: Database, table: string, rows: ReadonlyArray<Readonly<Record<string, Value>>>): void => {
  for (const row of rows) {
    const columns = Object.keys(row)
    database
      .query<never, Array<Value>>(
        `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`
      )
      .run(...Object.values(row))
  }
}

const range = <A>(count: number, make: (n: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, n) => make(n))
const walletOf = (n: number): string => `wal_${n % WALLETS}`

const entries = (count: number) => {
  const balances = new Map<string, number>()
  return range(count, (n) => {
    const wallet = walletOf(n)
    const isCredit = n < WALLETS
    const amount = isCredit ? 9_000_000_000_000 : -((n * 104_729) % 90_000_000)
    const balance = (balances.get(wallet) ?? 0) + amount
    balances.set(wallet, balance)
    return {
      id: `led_${n}`,
      wallet_id: wallet,
      kind: isCredit ? "credit" : "charge",
      amount,
      balance_after: balance,
      operation: isCredit ? null : "chat",
      job_id: isCredit ? null : `job_${n}`,
      note: isCredit ? textOf(n) : null,
      created_at: NOW - n
    }
  })
}

const job = (n: number, state: string) => ({
  id: `job_${n}`,
  wallet_id: walletOf(n),
  operation: "chat",
  request_id: `request-${n}`,
  fingerprint: "f",
  state,
  hold: n,
  result: state === "settled" ? textOf(n) : null,
  failure: null,
  created_at: NOW,
  ended_at: state === "running" ? null : NOW,
  expires_at: state === "running" ? null : NOW + DAY,
  slot: null,
  x_request_id: n % 2 === 0 ? null : "req"
})

const clip = (n: number) => ({
  id: `clip_${n}`,
  wallet_id: walletOf(n),
  job_id: `clipjob_${n}`,
  text: textOf(n),
  voice_id: "am-hamen",
  voice_name: "Hamen",
  voice_descriptor: "warm",
  language: "am",
  output_format: "mp3_44100",
  blob_id: blobOf(n),
  size: bytesOf(n).length,
  duration_millis: 1_000,
  ignored_voice_settings: "[]",
  finish_reason: "stop",
  price_per_minute: 5_000_000,
  charge: 100,
  balance_after: 1,
  created_at: NOW
})

/** What is in each table; `count` of the large ones. */
const rows = (count: number): ReadonlyArray<readonly [string, ReadonlyArray<Readonly<Record<string, Value>>>]> => [
  ["wallets", range(WALLETS, (n) => ({ id: walletOf(n), name: textOf(n), created_at: NOW }))],
  ["jobs", [...range(count, (n) => job(n, "settled")), job(count, "running"), job(count + 1, "running")]],
  ["ledger", entries(count)],
  [
    "api_keys",
    range(3, (n) => ({
      id: `key_${n}`,
      wallet_id: walletOf(n),
      name: textOf(n),
      hash: `h${n}`,
      last_four: "abcd",
      created_at: NOW,
      rate_limit: n + 1
    }))
  ],
  ["voices", [{ id: "am-hamen", is_available: 0, changed_at: NOW }]],
  ["default_voices", [{ language: "am", voice_id: "am-hamen", changed_at: NOW }]],
  [
    "previews",
    [{ voice_id: "am-hamen", fingerprint: "f", blob_id: blobOf(100_001), duration_millis: 3, created_at: NOW }]
  ],
  ["clips", range(20, clip)],
  ["call_fields", [{ wallet_id: "wal_1", call_id: "call_1", fields: '{"extra":{"x":1}}', expires_at: NOW }]],
  ["lexicons", [{ wallet_id: "wal_1", entries: '{"am":{"a\\u0000":"b"}}', updated_at: NOW }]],
  ["legacy_audio", [{ job_id: "job_1", blob_id: blobOf(100_002) }]],
  [
    "uploads",
    [
      {
        id: "upl_1",
        wallet_id: "wal_1",
        kind: "Document",
        mime_type: "text/plain",
        size: 5,
        blob_id: blobOf(100_003),
        text: "a\0b",
        created_at: NOW,
        expires_at: NOW + DAY
      }
    ]
  ],
  [
    "upload_renditions",
    range(2, (n) => ({ upload_id: "upl_1", position: n, mime_type: "image/png", blob_id: blobOf(100_004 + n) }))
  ],
  ["released_blobs", [{ id: blobOf(999_999) }]],
  [
    "responses",
    range(5, (n) => ({
      id: `resp_${n}`,
      wallet_id: walletOf(n),
      previous_id: n === 0 ? null : `resp_${n - 1}`,
      size: 10 + n,
      expires_at: NOW + DAY
    }))
  ],
  [
    "response_contents",
    range(5, (n) => ({ response_id: `resp_${n}`, input: textOf(n), response: "x".repeat(n * 1_000_000) }))
  ],
  [
    "response_files",
    range(5, (n) => ({ response_id: "resp_1", file: n, piece: 0, written_at: NOW, text: "A".repeat(n * 100_000) }))
  ],
  [
    "dashboard_sessions",
    [{ id: "ses_1", hash: "h", created_at: NOW, used_at: NOW, expires_at: NOW + DAY, token: "t" }]
  ],
  ["sign_in_codes", [{ hash: "h", expires_at: NOW + DAY }]],
  ["lent_secrets", [{ hash: "h", key_id: "key_0", session_id: "ses_1", expires_at: NOW }]],
  [
    "audit",
    range(4, (n) => ({
      id: `aud_${n}`,
      at: NOW,
      session_id: "ses_1",
      action: "key.create",
      target: null,
      details: textOf(n)
    }))
  ],
  [
    "requests",
    range(count, (n) => ({
      id: `req_${n}`,
      at: NOW,
      method: "POST",
      route: "/x",
      capability: "chat",
      status: 200,
      code: null,
      micros: n,
      wallet_id: walletOf(n),
      key_id: null,
      jobs: '["job_1"]',
      said: textOf(n)
    }))
  ],
  ["request_days", [{ day: 20_000, capability: "chat", code: "", requests: 5 }]],
  ["duration_days", [{ day: 20_000, capability: "chat", class: 3, requests: 5 }]],
  // Of clips that are gone.
  ["voice_days", [{ day: 1, voice_id: "am-gone", clips: 3, millis: 4, charged: 5 }]]
]

/** The folder of a server that was killed: rows in every table, two jobs under way, files with and without rows. */
export const fill = async (folder: string, count = 300): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  const paths = {
    folder,
    database: join(folder, "qal.sqlite"),
    blobs: join(folder, "blobs"),
    lock: "",
    signingSecret: "",
    adminToken: ""
  }
  await Effect.runPromise(
    Effect.scoped(Layer.build(Layer.provide(Layer.effectDiscard(Ownership.claim(paths)), Sql.layer(paths.database))))
  )
  const database = new Database(paths.database)
  try {
    database.run("PRAGMA foreign_keys = ON")
    database.transaction(() => {
      for (const [table, all] of rows(count)) insertAll(database, table, all)
      // The last numbers are those of rows that are gone.
      database.run("DELETE FROM clips WHERE seq = (SELECT MAX(seq) FROM clips)")
    })()
  } finally {
    database.close()
  }
  for (const n of [...range(19, (n) => n), ...range(5, (n) => 100_001 + n)]) {
    writeFileSync(pathOf(paths.blobs, blobOf(n)), bytesOf(n))
  }
  writeFileSync(pathOf(paths.blobs, blobOf(500_000)), "no row refers to this")
  writeFileSync(join(folder, "admin-token.sha256"), "ab".repeat(32))
  writeFileSync(join(folder, "signing-secret"), "0123456789abcdef0123456789abcdef")
}

/** The numbers of the files that rows refer to. */
export const FILES: ReadonlyArray<number> = [...range(19, (n) => n), ...range(5, (n) => 100_001 + n)]

export const fileOf = (folder: string, n: number): string => pathOf(join(folder, "blobs"), blobOf(n))

export const ask = async <A>(url: string, use: (sql: SQL) => Promise<A>): Promise<A> => {
  const sql = new SQL(url, { max: 1 })
  return await use(sql).finally(() => sql.close({ timeout: 0 }))
}

/** One number that a query answers. */
export const numberIn = (url: string, text: string): Promise<number> =>
  ask(url, async (sql) => Number(Object.values((await sql.unsafe(text))[0])[0]))

export const read = (folder: string, text: string): ReadonlyArray<Readonly<Record<string, unknown>>> => {
  const database = new Database(join(folder, "qal.sqlite"), { readonly: true })
  try {
    return database.query<Record<string, unknown>, []>(text).all()
  } finally {
    database.close()
  }
}
