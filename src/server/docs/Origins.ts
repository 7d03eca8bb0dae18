/**
 * Where the values come from that no document can know: ids of what a wallet has made,
 * and what only the reader has. The page fills them in from what was answered
 * to an operation before; code has a variable in their place.
 */
import { type Operation, operationNameOf } from "./Document.ts"

export interface Origin {
  /** The operation, as `POST /v1/responses`, that makes one, and where its answer has the id (RFC 6901). */
  readonly maker: string
  readonly at: string
  /** The operation that lists those there are, and where its answer has the newest; asked for what changes nothing. */
  readonly list?: string
  readonly listedAt?: string
}

const kept = (maker: string, at: string, lister?: string): Origin =>
  lister === undefined ? { maker, at } : { maker, at, list: lister, listedAt: "/data/0/id" }

const clip = kept("POST /api/v1/voice/generations", "/data/id", "GET /api/v1/voice/clips")
const transcript = kept("POST /api/v1/scribe/transcribe", "/data/request_id")
const wallet = kept("POST /api/v1/admin/wallets", "/data/id", "GET /api/v1/admin/wallets")
const key = kept("POST /api/v1/admin/keys", "/data/key/id", "GET /api/v1/admin/keys")

/** By the path up to the parameter. */
const PARAMETERS: Readonly<Record<string, Origin>> = {
  "/api/v1/voice/clips/{clip_id}": clip,
  "/api/v1/scribe/requests/{id}": transcript,
  "/v1/responses/{response_id}": kept("POST /v1/responses", "/id"),
  "/api/v1/admin/wallets/{walletId}": wallet,
  "/api/v1/admin/keys/{keyId}": key,
  "/api/v1/admin/clips/{clipId}": { ...clip, list: "GET /api/v1/admin/clips", listedAt: "/data/0/id" },
  "/api/v1/admin/transcriptions/{jobId}": {
    maker: "GET /api/v1/admin/transcriptions",
    at: "/data/0/id",
    list: "GET /api/v1/admin/transcriptions",
    listedAt: "/data/0/id"
  },
  "/api/v1/admin/uploads/{uploadId}": {
    maker: "GET /api/v1/admin/uploads",
    at: "/data/0/id",
    list: "GET /api/v1/admin/uploads",
    listedAt: "/data/0/id"
  },
  "/api/v1/admin/requests/{requestId}": {
    maker: "GET /api/v1/admin/requests",
    at: "/data/0/id",
    list: "GET /api/v1/admin/requests",
    listedAt: "/data/0/id"
  }
}

/** Where the value of a parameter of the path comes from; none where its example serves everybody. */
export const originOf = (path: string, name: string): Origin | undefined => {
  const parameter = `{${name}}`
  return PARAMETERS[path.slice(0, path.indexOf(parameter) + parameter.length)]
}

/** Fields of JSON bodies of the same kind, by operation. */
const BODIES: Readonly<Record<string, Readonly<Record<string, Origin>>>> = {
  "POST /api/v1/admin/keys": { wallet_id: wallet }
}

export const bodyOriginsOf = (operation: Operation): Readonly<Record<string, Origin>> =>
  BODIES[operationNameOf(operation)] ?? {}

/** What the reader of an operation is told who cannot send it as it stands. */
const NOTES: Readonly<Record<string, string>> = {
  "POST /v1/embeddings":
    "Needs an attached engine that makes embeddings (`QAL_TEXT_URL`, `QAL_EMBEDDING_MODEL`); without one the answer is `PROVIDER_NOT_CONFIGURED`.",
  "POST /api/v1/admin/session":
    "Put in the dashboard's token (`QAL_ADMIN_TOKEN`, or as the first start printed it). The session begins in this browser, also for the dashboard itself, and the operations of this chapter can then be sent.",
  "DELETE /api/v1/admin/session": "Ends the session of this browser, also of the dashboard."
}

export const noteOf = (operation: Operation): string | undefined => NOTES[operationNameOf(operation)]
