/** The token that opens the dashboard: made once, shown once, kept as a hash. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto"
import * as FileSystem from "@effect/platform/FileSystem"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Option, Redacted, Schema } from "effect"

/** 192 bits, written in 32 characters. */
const TOKEN_BYTES = 24

const digest = (token: string): Buffer => createHash("sha256").update(token).digest()

/** Where the hash of a made token is kept: in hexadecimal. */
export interface Keeper {
  readonly kept: Effect.Effect<Option.Option<string>, unknown>
  /** Keeps it, unless there is one; answers the one that is kept. */
  readonly keep: (hash: string) => Effect.Effect<string, unknown>
}

/** In a file, of the one process that owns its folder. */
export const fileKeeper = (file: string): Effect.Effect<Keeper, never, FileSystem.FileSystem> =>
  Effect.map(FileSystem.FileSystem, (fs) => ({
    kept: Effect.option(fs.readFileString(file)),
    keep: (hash) => Effect.as(fs.writeFileString(file, hash, { mode: 0o600 }), hash)
  }))

const decodeHashes = Schema.decodeUnknown(Schema.Array(Schema.Struct({ hash: Schema.String })))

/** In the database, for all nodes: of those that start at once, one makes it. */
export const sharedKeeper: Effect.Effect<Keeper, never, SqlClient.SqlClient> = Effect.map(
  SqlClient.SqlClient,
  (sql) => {
    const kept = sql`SELECT hash FROM admin_token WHERE one = 1`.pipe(
      Effect.flatMap(decodeHashes),
      Effect.map(([row]) => Option.map(Option.fromNullable(row), ({ hash }) => hash))
    )
    return {
      kept,
      keep: (hash) =>
        Effect.zipRight(
          sql`INSERT INTO admin_token (one, hash) VALUES (1, ${hash}) ON CONFLICT DO NOTHING`,
          Effect.flatMap(kept, (one) => one)
        )
    }
  }
)

export interface AdminTokenOptions {
  /** `QAL_ADMIN_TOKEN`, where it is set: then nothing is made or kept. */
  readonly chosen: Option.Option<Redacted.Redacted>
  readonly keeper: Keeper
}

export class AdminToken extends Effect.Service<AdminToken>()("access/AdminToken", {
  effect: Effect.fnUntraced(function* ({ chosen, keeper }: AdminTokenOptions) {
    const make = Effect.gen(function* () {
      const token = randomBytes(TOKEN_BYTES).toString("base64url")
      const own = digest(token).toString("hex")
      const kept = yield* keeper.keep(own)
      const made = kept === own ? Option.some(Redacted.make(token)) : Option.none()
      return { hash: Buffer.from(kept, "hex"), made }
    })

    const load = Effect.gen(function* () {
      if (Option.isSome(chosen)) return { hash: digest(Redacted.value(chosen.value)), made: Option.none() }
      const kept = yield* keeper.kept
      return Option.isSome(kept) ? { hash: Buffer.from(kept.value, "hex"), made: Option.none() } : yield* make
    })

    const { hash, made } = yield* Effect.orDie(load)
    return {
      /** The token, on the start that made it; to be shown once. */
      made,
      /** Tells this token from another, and opens nothing: the hash of its hash. */
      fingerprint: createHash("sha256").update(hash).digest("hex"),
      /** Whether this is the token; takes the same time for every wrong one. */
      matches: (token: string): boolean => timingSafeEqual(digest(token), hash)
    }
  })
}) {}
