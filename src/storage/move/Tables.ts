/**
 * What is moved: every table that both databases have. `test/storage/move/Tables.test.ts` holds this list against
 * both schemas, so that a new table is moved, or is said here not to be.
 */

export interface Table {
  readonly name: string
  /** Columns that PostgreSQL keeps for its nodes; they follow from what is moved, or mean nothing elsewhere. */
  readonly ofNodes?: ReadonlyArray<string>
  /** Columns that triggers fill from other tables of this list; they are compared and not written. */
  readonly follows?: ReadonlyArray<string>
  /** Triggers, or a migration, have filled it before its turn: it is emptied and written anew. */
  readonly isReplaced?: true
  /** Its `seq` goes on past every number that was ever given, as cursors are made of it. */
  readonly isNumbered?: true
  /** Where PostgreSQL has the rows of this table, which there is a view of their sums: `part` tells them apart. */
  readonly parts?: string
}

/** In an order in which every row finds those that it refers to. */
export const TABLES: ReadonlyArray<Table> = [
  // A balance is moved by the entries of the ledger alone: so they prove each other in the target.
  { name: "wallets", ofNodes: ["held"], follows: ["balance", "spent", "last_deduction_at"] },
  { name: "jobs", ofNodes: ["node_id"] },
  { name: "ledger", isNumbered: true },
  { name: "api_keys" },
  { name: "voices" },
  { name: "default_voices" },
  { name: "previews" },
  { name: "clips", isNumbered: true },
  { name: "lexicons" },
  { name: "legacy_audio" },
  { name: "uploads" },
  { name: "upload_renditions" },
  { name: "released_blobs" },
  { name: "responses" },
  { name: "response_contents" },
  { name: "response_files" },
  { name: "stored_responses", isReplaced: true },
  { name: "call_fields" },
  { name: "dashboard_sessions" },
  { name: "sign_in_codes" },
  { name: "lent_secrets" },
  { name: "audit", isNumbered: true },
  { name: "requests", isNumbered: true },
  { name: "request_days" },
  { name: "duration_days" },
  { name: "spend_days", isReplaced: true, parts: "spend_days_parts" },
  { name: "voice_days", isReplaced: true, parts: "voice_days_parts" },
  // The database's id, which the files know it by.
  { name: "installation", isReplaced: true }
]

/**
 * What only nodes have: it lasts as long as they run, or a minute. SQLite's server has the same in its memory. The
 * dashboard's token is a file of a data folder, and moved as one (`Secrets`).
 */
export const OF_NODES: ReadonlyArray<string> = [
  "nodes",
  "tickets",
  "rate_buckets",
  "leases",
  "conversation_slots",
  "request_seconds",
  "admin_token"
]

/** Kept by the migrations of each database for itself. */
export const OF_SCHEMA: ReadonlyArray<string> = ["migrations"]
