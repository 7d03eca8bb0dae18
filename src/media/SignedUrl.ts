/**
 * Addresses that need no key: each lets its holder read one medium until it
 * expires. `{public_url}/media/{id}?expires={unix}&signature={base64url HMAC-SHA256}`
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import * as FileSystem from "@effect/platform/FileSystem"
import { Clock, DateTime, Duration, Effect, Redacted } from "effect"
import { LEAST_SECRET } from "../Domain.ts"
import { UrlExpired } from "../Errors.ts"
import { DataFolderError } from "../storage/DataFolder.ts"

/** How long an address is good for, at the least (wire contract, section 1). */
const TTL = Duration.hours(1)

/**
 * Expiry is rounded up to a whole minute: a medium listed twice within one has
 * one address, which browsers and proxies can then cache by. So an address
 * lives at most a minute longer than its TTL.
 */
const EXPIRES_EVERY_SECONDS = 60

/** 256 bits, as many as the HMAC's hash gives. */
const SECRET_BYTES = 32

/** 403, whatever was wrong with the address: an attacker learns nothing from the difference. */
const expired = () =>
  new UrlExpired({ message: "this address has expired or is not genuine; ask the API for the medium again" })

/** Whole seconds since 1970 as they are written in an address. */
const UNIX_SECONDS = /^[1-9][0-9]{0,11}$/

/** An address that opens one medium, and until when. */
interface SignedAddress {
  readonly url: string
  /** ISO 8601, UTC. */
  readonly expiresAt: string
}

export interface SignedUrlOptions {
  /** Base of the addresses, without a trailing slash. */
  readonly publicUrl: string
  readonly secret: Redacted.Redacted
}

export class SignedUrl extends Effect.Service<SignedUrl>()("media/SignedUrl", {
  effect: ({ publicUrl, secret }: SignedUrlOptions) =>
    Effect.sync(() => {
      const key = Redacted.value(secret)
      const mac = (id: string, expires: string) => createHmac("sha256", key).update(`media\n${id}\n${expires}`)

      return {
        /** The address of one medium. Signing costs about two microseconds. */
        sign: (id: string, ttl: Duration.Duration = TTL): Effect.Effect<SignedAddress> =>
          Effect.map(Clock.currentTimeMillis, (now) => {
            const atLeast = (now + Duration.toMillis(ttl)) / 1000
            const expires = Math.ceil(atLeast / EXPIRES_EVERY_SECONDS) * EXPIRES_EVERY_SECONDS
            const signature = mac(id, String(expires)).digest("base64url")
            return {
              url: `${publicUrl}/media/${encodeURIComponent(id)}?expires=${expires}&signature=${signature}`,
              expiresAt: DateTime.formatIso(DateTime.unsafeMake(expires * 1000))
            }
          }),
        /** Whether the two parameters, as they came, open the medium `id`; else `UrlExpired`. */
        verify: (id: string, expires: string, signature: string): Effect.Effect<void, UrlExpired> =>
          Effect.flatMap(Clock.currentTimeMillis, (now) => {
            // As text: decoding would accept several spellings of one signature.
            const genuine = Buffer.from(mac(id, expires).digest("base64url"))
            const signatureBytes = Buffer.from(signature)
            return UNIX_SECONDS.test(expires) &&
              signatureBytes.length === genuine.length &&
              timingSafeEqual(signatureBytes, genuine) &&
              now < Number(expires) * 1000
              ? Effect.void
              : Effect.fail(expired())
          })
      }
    })
}) {}

/**
 * The secret kept in `file` (mode 0600), made on the first start. For the one
 * process that owns the data folder. Fails with one line for who starts it.
 */
export const keptSecret = Effect.fn("SignedUrl.keptSecret")(
  function* (file: string) {
    const fs = yield* FileSystem.FileSystem
    if (yield* fs.exists(file)) return Redacted.make((yield* fs.readFileString(file)).trim())
    const secret = randomBytes(SECRET_BYTES).toString("base64url")
    const unfinished = `${file}.new`
    yield* fs.remove(unfinished, { force: true })
    yield* Effect.scoped(
      Effect.gen(function* () {
        const handle = yield* fs.open(unfinished, { flag: "wx", mode: 0o600 })
        yield* handle.writeAll(new TextEncoder().encode(`${secret}\n`))
        yield* handle.sync
      })
    )
    yield* fs.rename(unfinished, file)
    return Redacted.make(secret)
  },
  Effect.mapError(
    () => new DataFolderError({ message: "QAL_DATA_DIR: cannot read or write the signing secret in it" })
  ),
  Effect.filterOrFail(
    (secret) => Redacted.value(secret).length >= LEAST_SECRET,
    () =>
      new DataFolderError({
        message: `QAL_DATA_DIR: the signing secret kept in it is shorter than ${LEAST_SECRET} characters; remove it and a new one is made`
      })
  )
)
