/**
 * What a setting may be. A check reads the trimmed, non-empty text of a
 * variable: its value, or what is wrong with it ("is not a number"). `accepts`
 * is the rest of the message: what would be right.
 */
import { isIPv6 } from "node:net"
import { Either, LogLevel, Redacted } from "effect"
import { isApiKey, KEY_FORMAT, LEAST_SECRET } from "../Domain.ts"

export interface Check<A> {
  readonly accepts: string
  /** The value is, or may hold, a secret: it is not shown again. */
  readonly hidden?: true
  readonly read: (raw: string) => Either.Either<A, string>
}

/** Longest part of a bad value that is shown again. */
const SHOWN = 60

/** A value in quotes, shortened, without control characters that would break the line. */
export const quote = (raw: string): string => {
  const line = raw.replaceAll(/\p{Cc}/gu, "?")
  return JSON.stringify(line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line)
}

export const text: Check<string> = { accepts: "any text", read: Either.right }

export const host: Check<string> = {
  accepts: "an address or host name, such as 127.0.0.1, 0.0.0.0, :: or qal.internal",
  read: (raw) => (/^[A-Za-z0-9.:_-]+$/.test(raw) ? Either.right(raw) : Either.left("is not an address or host name"))
}

/** Host and port as they stand in an address: `127.0.0.1:8787`, `[::1]:8787`. */
export const hostAndPort = (host: string, port: number): string => `${isIPv6(host) ? `[${host}]` : host}:${port}`

export const integer = (least: number, most: number): Check<number> => ({
  accepts: `a whole number from ${least} to ${most}`,
  read: (raw) => {
    if (!/^[+-]?\d+$/.test(raw)) return Either.left("is not a whole number")
    const value = Number(raw)
    return value < least || value > most ? Either.left("is out of range") : Either.right(value)
  }
})

export const oneOf = <const Words extends ReadonlyArray<string>>(...words: Words): Check<Words[number]> => ({
  accepts: words.join(", "),
  read: (raw) => {
    const word = words.find((candidate) => candidate === raw.toLowerCase())
    return word === undefined ? Either.left("is none of them") : Either.right(word)
  }
})

/** An http(s) address without credentials, query or fragment; trailing slashes are dropped. */
export const baseUrl: Check<string> = {
  hidden: true,
  accepts: "an http:// or https:// address without a user name, password, query or fragment",
  read: (raw) => {
    if (!URL.canParse(raw)) return Either.left("is not an address")
    const url = new URL(raw)
    if (url.protocol !== "http:" && url.protocol !== "https:") return Either.left("is not an http(s) address")
    if (url.username !== "" || url.password !== "") return Either.left("holds credentials")
    if (url.search !== "" || url.hash !== "") return Either.left("has a query or fragment")
    return Either.right(`${url.origin}${url.pathname}`.replace(/\/+$/, ""))
  }
}

/** Web origins separated by commas: scheme, host and port only. */
export const origins: Check<ReadonlyArray<string>> = {
  hidden: true,
  accepts: "origins such as https://example.org, separated by commas, or *",
  read: (raw) =>
    Either.all(
      raw
        .split(",")
        .map((part) => part.trim())
        .filter((part) => part !== "")
        .map((part) =>
          part === "*"
            ? Either.right(part)
            : Either.filterOrLeft(
                Either.mapLeft(baseUrl.read(part), (problem) => `holds one that ${problem}`),
                (url) => url === new URL(url).origin,
                () => "holds one with a path"
              )
        )
    )
}

/** Up to 9 whole digits, far below the integers that storage keeps exactly, and the 4 decimals of the wire. */
export const amount: Check<string> = {
  accepts: "an amount in ETB from 0 to 999999999 with at most 4 decimals",
  read: (raw) => (/^\d{1,9}(\.\d{1,4})?$/.test(raw) ? Either.right(raw) : Either.left("is not such an amount"))
}

export const apiKey: Check<Redacted.Redacted> = {
  hidden: true,
  accepts: `${KEY_FORMAT.prefix} and ${KEY_FORMAT.least} to ${KEY_FORMAT.most} letters or digits`,
  read: (raw) => (isApiKey(raw) ? Either.right(Redacted.make(raw)) : Either.left("does not look like a key"))
}

export const longSecret: Check<Redacted.Redacted> = {
  hidden: true,
  accepts: `${LEAST_SECRET} or more printable ASCII characters without spaces`,
  read: (raw) => {
    if (!/^[\x21-\x7e]+$/.test(raw)) return Either.left("holds a space or a character outside ASCII")
    return raw.length < LEAST_SECRET ? Either.left("is too short") : Either.right(Redacted.make(raw))
  }
}

/** A key of another server: whatever may stand in a header. */
export const credential: Check<Redacted.Redacted> = {
  hidden: true,
  accepts: "printable ASCII characters without spaces",
  read: (raw) =>
    /^[\x21-\x7e]+$/.test(raw)
      ? Either.right(Redacted.make(raw))
      : Either.left("holds a space or a character outside ASCII")
}

const levels: ReadonlyMap<string, LogLevel.LogLevel> = new Map([
  ["trace", LogLevel.Trace],
  ["debug", LogLevel.Debug],
  ["info", LogLevel.Info],
  ["warn", LogLevel.Warning],
  ["warning", LogLevel.Warning],
  ["error", LogLevel.Error],
  ["none", LogLevel.None]
])

export const logLevel: Check<LogLevel.LogLevel> = {
  accepts: "trace, debug, info, warn, error, none",
  read: (raw) => Either.fromNullable(levels.get(raw.toLowerCase()), () => "is none of them")
}
