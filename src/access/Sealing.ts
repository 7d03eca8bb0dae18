/** Sealed texts: only the signing secret opens them. For what is kept where others may look, such as a database, its log or a back-up. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto"
import { Option, Redacted } from "effect"

const CIPHER = "aes-256-gcm"
const KEY_BYTES = 32
/** Bytes as NIST SP 800-38D has them; drawn at random, they may be 2^32 for one key. */
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** How sealed texts begin; JSON begins otherwise. */
const VERSION = "v1."

export interface Sealing {
  /** `place`: where the text is kept, and the only place at which it can be opened. */
  readonly seal: (text: string, place: string) => string
  /** None where it was sealed with another secret, for another place, or was changed. */
  readonly open: (sealed: string, place: string) => Option.Option<string>
}

export const isSealed = (text: string): boolean => text.startsWith(VERSION)

/** `purpose` names what is sealed: what was sealed for one opens for no other. */
export const make = (secret: Redacted.Redacted, purpose: string): Sealing => {
  const key = new Uint8Array(hkdfSync("sha256", Redacted.value(secret), "", `qal ${purpose}`, KEY_BYTES))
  return {
    seal: (text, place) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(place))
      const bytes = Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()])
      return VERSION + bytes.toString("base64url")
    },
    open: (sealed, place) => {
      const bytes = Buffer.from(sealed.slice(VERSION.length), "base64url")
      const isWhole = bytes.length >= NONCE_BYTES + TAG_BYTES && VERSION + bytes.toString("base64url") === sealed
      if (!isWhole) return Option.none()
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
        return Option.some(text.toString("utf8"))
      } catch {
        return Option.none()
      }
    }
  }
}
