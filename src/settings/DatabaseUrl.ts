/** The address of a PostgreSQL database: `postgres://user:password@host:5432/qal?sslmode=verify-full&pool=10`. */
import { Either, Redacted } from "effect"
import type { Check } from "./Checks.ts"

export interface DatabaseUrl {
  /** As the driver takes it. */
  readonly url: Redacted.Redacted
  /** Connections that this process opens at most. */
  readonly connections: number
}

/** The database's address without credentials, as messages show it. */
export const nameOf = (url: string): string => {
  const { host, pathname } = new URL(url)
  return `postgres://${host}${pathname}`
}

/** Connections without `pool=`: enough for two cores, and ten nodes stay below PostgreSQL's own default of 100. */
const CONNECTIONS = 10
const MOST_CONNECTIONS = 200

/**
 * The values of `sslmode`, with the driver's options: it checks the server's certificate in all modes but the first and
 * the last, whatever their names say, and warns of the names of the others.
 */
const SSL_MODES: Readonly<Record<string, string>> = {
  disable: "disable",
  prefer: "verify-full",
  require: "verify-full",
  "verify-ca": "verify-full",
  "verify-full": "verify-full",
  "no-verify": "no-verify"
}

const isEscaped = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** What is wrong with the address, apart from what its parameters are. */
const problemOf = (raw: string): string | undefined => {
  if (!/^postgres(ql)?:\/\//.test(raw)) return "is not a postgres:// address"
  if (/[\s\p{Cc}]/u.test(raw)) return "holds a space"
  if (!isEscaped(raw)) return "holds a % that escapes nothing (a % itself is %25)"
  if (!URL.canParse(raw)) return "is not an address"
  const url = new URL(raw)
  if (url.hash !== "") return "has a fragment (a # of the password is %23)"
  if (url.host.includes(",")) return "names several hosts"
  return url.pathname.length > 1 ? undefined : "names no database"
}

const connectionsOf = (parameters: URLSearchParams): number | undefined => {
  const poolSize = parameters.get("pool")
  if (poolSize === null) return CONNECTIONS
  const pool = /^\d{1,3}$/.test(poolSize) ? Number(poolSize) : 0
  return pool >= 1 && pool <= MOST_CONNECTIONS ? pool : undefined
}

export const databaseUrl: Check<DatabaseUrl> = {
  hidden: true,
  accepts:
    "an address such as postgres://user:password@host:5432/qal, or postgresql://host/qal?sslmode=verify-full&pool=20 with TLS and the number of connections",
  read: (raw) => {
    const problem = problemOf(raw)
    if (problem !== undefined) return Either.left(problem)
    const url = new URL(raw)
    const connections = connectionsOf(url.searchParams)
    if (connections === undefined)
      return Either.left(`has a pool that is no whole number from 1 to ${MOST_CONNECTIONS}`)
    const mode = url.searchParams.get("sslmode")
    const known = Object.entries(SSL_MODES).find(([name]) => name === mode)?.[1]
    if (mode !== null && known === undefined) {
      return Either.left(`has an sslmode that is none of ${Object.keys(SSL_MODES).join(", ")}`)
    }
    url.searchParams.delete("pool")
    if (known !== undefined) url.searchParams.set("sslmode", known)
    return Either.right({ url: Redacted.make(url.href), connections })
  }
}
