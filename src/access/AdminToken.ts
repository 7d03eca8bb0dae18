/** The token that opens the dashboard: made once, shown once, kept as a hash. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto"
import * as FileSystem from "@effect/platform/FileSystem"
import * as SqlClient from "@effect/sql/SqlClient"
import { Context, Effect, Layer, Option, Redacted, Schema } from "effect"
import { type Rows, statement } from "../storage/Statement.ts"
import { inOrder, Writer } from "../storage/Writer.ts"
import { digest } from "./SecretDigest.ts"

/** 192 bits, written in 32 characters. */
const TOKEN_BYTES = 24

/** A hash as it is kept. Of a file that a start began to write, and did not finish, nothing is believed. */
const HASH = /^[0-9a-f]{64}$/

const bytesOf = (hash: string): Buffer => Buffer.from(hash, "hex")

const decodeHashes = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ hash: Schema.String })))

const KEEP = "INSERT INTO admin_token (one, hash) VALUES (1, ?) ON CONFLICT DO NOTHING"
const KEPT = "SELECT hash FROM admin_token WHERE one = 1"

/** Where the hash of a made token is kept, in hexadecimal. */
export class AdminTokenKeeper extends Context.Tag("access/AdminTokenKeeper")<
  AdminTokenKeeper,
  {
    readonly kept: Effect.Effect<Option.Option<string>, unknown>
    /** Keeps it, unless there is one; answers the one that is kept. */
    readonly keep: (hash: string) => Effect.Effect<string, unknown>
  }
>() {
  /** A file, of the one process that owns its folder. */
  static readonly inFile = (file: string): Layer.Layer<AdminTokenKeeper, never, FileSystem.FileSystem> =>
    Layer.effect(
      AdminTokenKeeper,
      Effect.map(FileSystem.FileSystem, (fs) => ({
        kept: Effect.map(
          Effect.option(fs.readFileString(file)),
          Option.filter((hash) => HASH.test(hash))
        ),
        keep: (hash) => {
          const unfinished = `${file}.new`
          return fs
            .writeFileString(unfinished, hash, { mode: 0o600 })
            .pipe(Effect.zipRight(fs.rename(unfinished, file)), Effect.as(hash))
        }
      }))
    )

  /** The database, for all of its nodes: of those that start at once, one makes it. */
  static readonly inDatabase: Layer.Layer<AdminTokenKeeper, never, SqlClient.SqlClient | Writer> = Layer.effect(
    AdminTokenKeeper,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { durable } = yield* Writer
      const hashIn = (rows: Rows) => Option.map(Option.fromNullable(decodeHashes(rows)[0]), ({ hash }) => hash)
      return {
        kept: Effect.map(sql.unsafe(KEPT), hashIn),
        keep: (hash) => Effect.flatMap(durable(inOrder(statement(KEEP, hash), statement(KEPT))), (rows) => hashIn(rows))
      }
    })
  )
}

export interface AdminTokenOptions {
  /** `QAL_ADMIN_TOKEN`, where it is set: then nothing is made or kept. */
  readonly chosen: Option.Option<Redacted.Redacted>
}

export class AdminToken extends Effect.Service<AdminToken>()("access/AdminToken", {
  effect: Effect.fnUntraced(function* ({ chosen }: AdminTokenOptions) {
    const keeper = yield* AdminTokenKeeper
    const make = Effect.gen(function* () {
      const token = randomBytes(TOKEN_BYTES).toString("base64url")
      const tokenHash = digest(token)
      const kept = yield* keeper.keep(tokenHash)
      const made = kept === tokenHash ? Option.some(Redacted.make(token)) : Option.none()
      return { hash: bytesOf(kept), made }
    })

    const load = Effect.gen(function* () {
      if (Option.isSome(chosen)) return { hash: bytesOf(digest(Redacted.value(chosen.value))), made: Option.none() }
      const kept = yield* keeper.kept
      return Option.isSome(kept) ? { hash: bytesOf(kept.value), made: Option.none() } : yield* make
    })

    const { hash, made } = yield* Effect.orDie(load)
    return {
      /** The token, on the start that made it; to be shown once. */
      made,
      /** Tells this token from another, and opens nothing: the hash of its hash. */
      fingerprint: createHash("sha256").update(hash).digest("hex"),
      /** Whether this is the token; takes the same time for every wrong one. */
      matches: (token: string): boolean => timingSafeEqual(bytesOf(digest(token)), hash)
    }
  })
}) {}
