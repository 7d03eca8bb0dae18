/**
 * Where the values come from that no document can know: ids of what a wallet has made,
 * and what only the reader has. The page fills them in from what was answered
 * to an operation before; code has a variable in their place.
 */
import { type Field, type Operation, operationNameOf } from "./Document.ts"

export interface Origin {
  /** The operation, as `POST /v1/responses`, that makes one, and where its answer has the id (RFC 6901). */
  readonly maker: string
  readonly at: string
  /** The operation that lists those there are, and where its answer has the newest; asked for what changes nothing. */
  readonly list?: string
  readonly listedAt?: string
  /** The parameter of the query that is meant, where an address stands there. */
  readonly part?: string
}

const kept = (maker: string, at: string, lister?: string): Origin =>
  lister === undefined ? { maker, at } : { maker, at, list: lister, listedAt: "/data/0/id" }

/** What others make: of it there is a list alone. */
const listedAlone = (lister: string): Origin => kept(lister, "/data/0/id", lister)

const clip = kept("POST /api/v1/voice/generations", "/data/id", "GET /api/v1/voice/clips")
const signed = { ...clip, at: "/data/audio_url", listedAt: "/data/0/audio_url" }
const transcript = kept("POST /api/v1/scribe/transcribe", "/data/request_id")
const wallet = kept("POST /api/v1/admin/wallets", "/data/id", "GET /api/v1/admin/wallets")
const key = kept("POST /api/v1/admin/keys", "/data/key/id", "GET /api/v1/admin/keys")

/** By the path up to the parameter, or to the query and its parameter. */
const PARAMETERS: Readonly<Record<string, Origin>> = {
  "/api/v1/voice/clips/{clip_id}": clip,
  "/media/{id}": clip,
  "/media/{id}?expires": { ...signed, part: "expires" },
  "/media/{id}?signature": { ...signed, part: "signature" },
  "/api/v1/scribe/requests/{id}": transcript,
  "/v1/responses/{response_id}": kept("POST /v1/responses", "/id"),
  "/api/v1/admin/wallets/{walletId}": wallet,
  "/api/v1/admin/keys/{keyId}": key,
  "/api/v1/admin/clips/{clipId}": { ...clip, list: "GET /api/v1/admin/clips", listedAt: "/data/0/id" },
  "/api/v1/admin/transcriptions/{jobId}": listedAlone("GET /api/v1/admin/transcriptions"),
  "/api/v1/admin/uploads/{uploadId}": listedAlone("GET /api/v1/admin/uploads"),
  "/api/v1/admin/requests/{requestId}": listedAlone("GET /api/v1/admin/requests")
}

/** Where the value of a parameter comes from; none where its example serves everybody. */
export const originOf = (path: string, { name, where }: Pick<Field, "name" | "where">): Origin | undefined => {
  if (where !== "path") return PARAMETERS[`${path}?${name}`]
  const parameter = `{${name}}`
  return PARAMETERS[path.slice(0, path.indexOf(parameter) + parameter.length)]
}

/** Fields of JSON bodies of the same kind, by operation. */
const BODIES: Readonly<Record<string, Readonly<Record<string, Origin>>>> = {
  "POST /api/v1/admin/keys": { wallet_id: wallet }
}

export const bodyOriginsOf = (operation: Operation): Readonly<Record<string, Origin>> =>
  BODIES[operationNameOf(operation)] ?? {}

/** What an operation puts a whole new one in the place of: the operation that reads it, and where its answer has it. */
export interface ReplacedResource {
  readonly reader: string
  readonly at: string
}

/** Their forms begin with what there is, so that nothing is lost that the reader did not take out. */
const REPLACED: Readonly<Record<string, ReplacedResource>> = {
  "PUT /api/v1/voice/lexicon": { reader: "GET /api/v1/voice/lexicon", at: "/data" }
}

export const replacedBy = (operation: Operation): ReplacedResource | undefined => REPLACED[operationNameOf(operation)]

/** Fields of JSON bodies that only the reader knows: empty until they are filled in, and kept out of the code. */
const TYPED: Readonly<Record<string, ReadonlyArray<string>>> = { "POST /api/v1/admin/session": ["token"] }

export const typedIn = (operation: Operation): ReadonlyArray<string> => TYPED[operationNameOf(operation)] ?? []

/** What the reader of an operation is told who cannot send it as it stands. */
const NOTES: Readonly<Record<string, string>> = {
  "POST /v1/embeddings":
    "Needs an attached engine that makes embeddings (`QAL_TEXT_URL`, `QAL_EMBEDDING_MODEL`); without one the answer is `PROVIDER_NOT_CONFIGURED`.",
  "POST /api/v1/admin/session":
    "Put in the dashboard's token (`QAL_ADMIN_TOKEN`, or as the first start printed it). The session begins in this browser, also for the dashboard itself, and the operations of this chapter can then be sent.",
  "DELETE /api/v1/admin/session": "Ends the session of this browser, also of the dashboard."
}

export const noteOf = (operation: Operation): string | undefined => NOTES[operationNameOf(operation)]
