/**
 * Secrets that the page is lent, one for each key, when it is first needed. They are
 * kept in memory alone. How long one is good is the server's to say, whose clock may
 * differ from the browser's: one that is refused is given up, and another is lent.
 */

/** Milliseconds after which a new secret is lent. A secret lives for an hour, and a conversation ends with the secret that it was begun with. */
const RENEWED_AFTER = 30 * 60_000

interface CachedSecret {
  readonly secret: Promise<string>
  /** By the browser's monotonic clock. */
  readonly at: number
}

export const makeSecrets = <Id extends string>(lend: (keyId: Id) => Promise<string>) => {
  const kept = new Map<Id, CachedSecret>()
  const forget = (keyId: Id, one: CachedSecret) => {
    if (kept.get(keyId) === one) kept.delete(keyId)
  }
  return {
    /** The key's present one. Rejects as `lend` does. */
    of: (keyId: Id): Promise<string> => {
      const known = kept.get(keyId)
      if (known !== undefined && performance.now() - known.at < RENEWED_AFTER) return known.secret
      const one = { secret: lend(keyId), at: performance.now() }
      kept.set(keyId, one)
      one.secret.catch(() => forget(keyId, one))
      return one.secret
    },
    /** The server has refused this one. */
    giveUp: async (keyId: Id, refused: string): Promise<void> => {
      const known = kept.get(keyId)
      if (known !== undefined && (await known.secret) === refused) forget(keyId, known)
    }
  }
}
