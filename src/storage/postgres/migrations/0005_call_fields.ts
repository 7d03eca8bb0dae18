/** What engines need back with their calls, JSON, by the ids that clients know, for a day. */
export default [
  `CREATE TABLE call_fields (
    wallet_id TEXT COLLATE "C" NOT NULL REFERENCES wallets (id),
    call_id TEXT COLLATE "C" NOT NULL,
    fields TEXT COLLATE "C" NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (wallet_id, call_id)
  )`,
  "CREATE INDEX call_fields_expiry ON call_fields (expires_at)",
  "CREATE INDEX call_fields_by_wallet ON call_fields (wallet_id, expires_at)"
]
