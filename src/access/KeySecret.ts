/** The secret of an API key: what it looks like, how one is made, what is kept of it. */
import { hash, randomBytes } from "node:crypto"
import { Redacted } from "effect"

const PREFIX = "sk_"
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** 62^43 exceeds 2^256, so that the hash is no easier to hit than the secret. */
const RANDOM_CHARACTERS = 43

/** Bytes from here on are drawn again: 248 is the largest multiple of 62 in a byte, so none of the 62 is favoured. */
const BIASED_FROM = 248

/** At least 40 random characters (wire contract, section 1); the upper bound keeps a hostile header from being hashed. */
const FORMAT = /^sk_[0-9A-Za-z]{40,200}$/

/** What a message says of the format. */
export const FORMAT_IN_WORDS = "an API key is sk_ followed by at least 40 letters and digits"

export const isSecret = (text: string): boolean => FORMAT.test(text)

/** A new secret. */
export const make = (): Redacted.Redacted => {
  let random = ""
  while (random.length < RANDOM_CHARACTERS) {
    for (const byte of randomBytes(RANDOM_CHARACTERS - random.length)) {
      if (byte < BIASED_FROM) random += ALPHABET[byte % ALPHABET.length]
    }
  }
  return Redacted.make(PREFIX + random)
}

/**
 * What is stored and looked up: the SHA-256 in hexadecimal. Half a microsecond,
 * so it is computed for every request and no secret needs to be remembered. A
 * lookup by hash may take a time that depends on the hash: that tells an
 * attacker about the hash of a guess, which leads to no secret. And no slow
 * hash is called for: the secret is random, not chosen by a person.
 */
export const digest = (secret: string): string => hash("sha256", secret, "hex")

export const lastFour = (secret: string): string => secret.slice(-4)
