/** The secret of an API key: what it looks like, how one is made, what is kept of it. */
import { randomBytes } from "node:crypto"
import { Redacted } from "effect"
import { KEY_FORMAT } from "../Domain.ts"

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** 62^43 exceeds 2^256, so that the hash is no easier to hit than the secret. */
const RANDOM_CHARACTERS = 43

/** Bytes from here on are drawn again: 248 is the largest multiple of 62 in a byte, so none of the 62 is favoured. */
const BIASED_FROM = 248

/** What a message says of the format. */
export const FORMAT_IN_WORDS = `an API key is ${KEY_FORMAT.prefix} followed by at least ${KEY_FORMAT.least} letters and digits`

/** A new secret. */
export const make = (): Redacted.Redacted => {
  let random = ""
  while (random.length < RANDOM_CHARACTERS) {
    for (const byte of randomBytes(RANDOM_CHARACTERS - random.length)) {
      if (byte < BIASED_FROM) random += ALPHABET[byte % ALPHABET.length]
    }
  }
  return Redacted.make(KEY_FORMAT.prefix + random)
}

export const lastFour = (secret: string): string => secret.slice(-4)
