/**
 * Things that stay the same until the program changes, sent compressed to the
 * clients that can read it, and not at all to those that have them (RFC 9110,
 * sections 8.4, 12.5.3 and 13).
 */
import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import { envelope, InvalidRequest } from "../Errors.ts"
import { names } from "./EntityTag.ts"
import * as RequestInfo from "./RequestInfo.ts"

/** What the bytes can be sent as, the smallest first; among those that a client likes equally the first is sent. */
const CODINGS = ["br", "gzip", "identity"] as const
export type Coding = (typeof CODINGS)[number]

type Bytes = Uint8Array<ArrayBuffer>

/** A thing in the codings that it can be sent in. */
export interface Representation {
  /** Its media type. */
  readonly type: string
  /** Stands for its contents in the entity tags: letters and digits. */
  readonly tag: string
  readonly codings: Readonly<Partial<Record<Coding, () => Promise<Bytes>>>>
}

/** HTTP's own status (RFC 9110, 15.5.7); the contract has no code for it. */
const NOT_ACCEPTABLE = 406

/** How much a client likes a coding that it does not name but does not refuse either: less than any that it names. */
const UNNAMED = 0.000_1

const MEMBER = /^\s*([!#$%&'*+.^`|~\w-]+)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i

/** How much the client likes each coding that it names; members that are not well-formed name none. */
const weightsOf = (accepted: string): ReadonlyMap<string, number> =>
  new Map(
    accepted.split(",").flatMap((member) => {
      const [, name, weight = "1"] = MEMBER.exec(member) ?? []
      return name === undefined ? [] : [[name.toLowerCase().replace(/^x-/, ""), Number(weight)] as const]
    })
  )

/** The coding, of those there are, that `Accept-Encoding` likes best; none where it refuses all of them. */
export const choose = (accepted: string | undefined, codings: ReadonlySet<Coding>): Coding | undefined => {
  const weights = weightsOf(accepted ?? "")
  const any = weights.get("*")
  let best: Coding | undefined
  let liked = 0
  for (const coding of CODINGS) {
    const weight = weights.get(coding) ?? any ?? (coding === "identity" ? UNNAMED : 0)
    if (!codings.has(coding) || weight <= liked) continue
    best = coding
    liked = weight
  }
  return best
}

const isCoding = (name: string): name is Coding => CODINGS.some((coding) => coding === name)

/** The codings that a thing has. */
const codingsOf = ({ codings }: Representation): ReadonlySet<Coding> => new Set(Object.keys(codings).filter(isCoding))

const unacceptable = (codings: ReadonlySet<Coding>) =>
  new InvalidRequest({
    message: `accept-encoding refuses everything that this can be sent as: ${[...codings].join(", ")}`
  })

/** Answers the current request, a GET or HEAD, with the thing. */
export const respond = Effect.fn("Compressed.respond")(function* (
  thing: Representation,
  headers: Readonly<Record<string, string>>
) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const codings = codingsOf(thing)
  const coding = choose(RequestInfo.headerOf(request, "accept-encoding"), codings)
  const read = coding === undefined ? undefined : thing.codings[coding]
  if (coding === undefined || read === undefined) {
    const body = envelope(unacceptable(codings), yield* RequestInfo.currentId)
    return HttpServerResponse.unsafeJson(body, { status: NOT_ACCEPTABLE, headers: { vary: "accept-encoding" } })
  }
  // Each coding has other bytes, and a strong tag names bytes.
  const etag = coding === "identity" ? `"${thing.tag}"` : `"${thing.tag}-${coding}"`
  const always = { ...headers, etag, vary: "accept-encoding" }
  const known = RequestInfo.headerOf(request, "if-none-match")
  if (known !== undefined && names(known, etag)) return HttpServerResponse.empty({ status: 304, headers: always })
  const bytes = yield* Effect.promise(read)
  const options = {
    contentType: thing.type,
    contentLength: bytes.byteLength,
    headers: coding === "identity" ? always : { ...always, "content-encoding": coding }
  }
  return request.method === "HEAD"
    ? HttpServerResponse.raw(null, options)
    : HttpServerResponse.uint8Array(bytes, options)
})

/** Media types that compression makes smaller; fonts and pictures are compressed as they are. */
const COMPRESSIBLE = /^(?:text\/|application\/(?:json|manifest\+json|wasm)|image\/svg\+xml)/

/** How hard to try, as brotli's quality: 2 MB of script take 0.13 s by 9 and become 426 KB, 4.3 s by 11 and 383 KB. */
export const QUICK = 9
export const HARDEST = constants.BROTLI_MAX_QUALITY

const brotlied = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Stands for these bytes and no others. */
const tagOf = (bytes: Bytes): string => createHash("sha256").update(bytes).digest("hex").slice(0, 32)

/** A value that is made on first use, once for all users; where that fails, the next user tries again. */
export const once = <A>(make: () => Promise<A>): (() => Promise<A>) => {
  let compressed: Promise<A> | undefined
  return () => {
    compressed ??= make().catch((cause) => {
      compressed = undefined
      throw cause
    })
    return compressed
  }
}

/** The bytes as a thing that is compressed when a client first takes it so. Compression has threads of its own. */
export const make = (type: string, bytes: Bytes, quality: number): Representation => {
  const identity = () => Promise.resolve(bytes)
  const own = { type, tag: tagOf(bytes) }
  if (!COMPRESSIBLE.test(type)) return { ...own, codings: { identity } }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength
  }
  return {
    ...own,
    codings: {
      br: once(async () => new Uint8Array(await brotlied(bytes, { params }))),
      gzip: once(async () => new Uint8Array(await gzipped(bytes, { level: constants.Z_BEST_COMPRESSION }))),
      identity
    }
  }
}
