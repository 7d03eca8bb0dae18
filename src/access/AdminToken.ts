/** The token that opens the dashboard: made once, shown once, kept as a hash. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto"
import * as FileSystem from "@effect/platform/FileSystem"
import { Effect, Option, Redacted } from "effect"

/** 192 bits, written in 32 characters. */
const TOKEN_BYTES = 24

const digest = (token: string): Buffer => createHash("sha256").update(token).digest()

export interface AdminTokenOptions {
  /** `QAL_ADMIN_TOKEN`, where it is set: then nothing is made or kept. */
  readonly chosen: Option.Option<Redacted.Redacted>
  /** Where the hash of a made token is kept. */
  readonly file: string
}

export class AdminToken extends Effect.Service<AdminToken>()("access/AdminToken", {
  effect: Effect.fnUntraced(function* ({ chosen, file }: AdminTokenOptions) {
    const fs = yield* FileSystem.FileSystem

    const make = Effect.gen(function* () {
      const token = randomBytes(TOKEN_BYTES).toString("base64url")
      yield* fs.writeFileString(file, digest(token).toString("hex"), { mode: 0o600 })
      return { hash: digest(token), made: Option.some(Redacted.make(token)) }
    })

    const load = Effect.gen(function* () {
      if (Option.isSome(chosen)) return { hash: digest(Redacted.value(chosen.value)), made: Option.none() }
      const kept = yield* Effect.option(fs.readFileString(file))
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
