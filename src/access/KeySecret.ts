/** The secret of an API key: what it looks like, how one is made, what is kept of it. */
import { randomBytes } from "node:crypto"
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

export const lastFour = (secret: string): string => secret.slice(-4)
