/** What is kept of a secret, and looked up. */
import { hash } from "node:crypto"

/**
 * The SHA-256. Half a microsecond, so it is computed for every request and no
 * secret needs to be remembered. A lookup by hash may take a time that depends on
 * the hash: that shows an attacker something about the hash of a guess, which leads to no
 * secret. And no slow hash is called for: the secrets are random, not chosen by a person.
 */
export const digest = (secret: string, encoding: "hex" | "base64url" = "hex"): string =>
  hash("sha256", secret, encoding)
