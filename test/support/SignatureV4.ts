/**
 * Whether a request is signed as Amazon's Signature Version 4 asks for, in its headers or in its address
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html). Written from that text,
 * and not from what signs in the program.
 */
import { createHash, createHmac } from "node:crypto"

export interface Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
  readonly region: string
}

const MAX_SKEW_MILLIS = 15 * 60_000

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex")
const hmac = (key: string | Uint8Array, data: string) => createHmac("sha256", key).update(data).digest()

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

const canonicalQuery = (url: URL) =>
  [...url.searchParams]
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .toSorted(([one, a], [other, b]) => (one < other ? -1 : one > other ? 1 : a < b ? -1 : a > b ? 1 : 0))
    .map((pair) => pair.join("="))
    .join("&")

const canonicalPath = (url: URL) =>
  url.pathname
    .split("/")
    .map((part) => encode(decodeURIComponent(part)))
    .join("/")

const timeOf = (stamp: string) =>
  Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"))

interface Claim {
  readonly credential: string
  readonly signedHeaders: string
  readonly signature: string
  readonly stamp: string
  readonly payload: string
}

const signatureOf = (request: Request, url: URL, claim: Claim, { region, secretAccessKey }: Credentials) => {
  const day = claim.stamp.slice(0, 8)
  const headers = claim.signedHeaders
    .split(";")
    .map((name) => `${name}:${(request.headers.get(name) ?? "").trim().replace(/ +/g, " ")}\n`)
    .join("")
  const canonical = [
    request.method,
    canonicalPath(url),
    canonicalQuery(url),
    headers,
    claim.signedHeaders,
    claim.payload
  ].join("\n")
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ["AWS4-HMAC-SHA256", claim.stamp, scope, sha256(canonical)].join("\n")
  const key = [region, "s3", "aws4_request"].reduce<Uint8Array>(hmac, hmac(`AWS4${secretAccessKey}`, day))
  return hmac(key, toSign).toString("hex")
}

const inHeaders = (request: Request): Claim | undefined => {
  const given = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
    request.headers.get("authorization") ?? ""
  )
  if (given === null) return undefined
  const [, credential = "", signedHeaders = "", signature = ""] = given
  const stamp = request.headers.get("x-amz-date") ?? ""
  return { credential, signedHeaders, signature, stamp, payload: request.headers.get("x-amz-content-sha256") ?? "" }
}

const inAddress = ({ searchParams }: URL): Claim | undefined => {
  if (searchParams.get("X-Amz-Algorithm") !== "AWS4-HMAC-SHA256") return undefined
  const of = (name: string) => searchParams.get(name) ?? ""
  return {
    credential: of("X-Amz-Credential"),
    signedHeaders: of("X-Amz-SignedHeaders"),
    signature: of("X-Amz-Signature"),
    stamp: of("X-Amz-Date"),
    payload: "UNSIGNED-PAYLOAD"
  }
}

const tokenOf = (request: Request, url: URL) =>
  request.headers.get("x-amz-security-token") ?? url.searchParams.get("X-Amz-Security-Token") ?? undefined

/** What is wrong with the request, as S3's code for it; undefined where nothing is. */
export const refusalOf = (
  request: Request,
  body: Uint8Array,
  credentials: Credentials,
  now: number
): string | undefined => {
  const url = new URL(request.url)
  const fromHeaders = inHeaders(request)
  const claim = fromHeaders ?? inAddress(url)
  if (claim === undefined) return "AccessDenied"
  const [id, day, region, service, end] = claim.credential.split("/")
  if (id !== credentials.accessKeyId || tokenOf(request, url) !== credentials.sessionToken) return "InvalidAccessKeyId"
  const isScope = day === claim.stamp.slice(0, 8) && region === credentials.region && service === "s3"
  if (!isScope || end !== "aws4_request") return "AuthorizationHeaderMalformed"
  const mustSign = ["host", ...[...request.headers.keys()].filter((name) => name.startsWith("x-amz-"))]
  const signed = new Set(claim.signedHeaders.split(";"))
  if (!mustSign.every((name) => signed.has(name))) return "AccessDenied"
  const age = now - timeOf(claim.stamp)
  if (fromHeaders !== undefined) {
    if (!(Math.abs(age) <= MAX_SKEW_MILLIS)) return "RequestTimeTooSkewed"
  } else {
    const seconds = Number(url.searchParams.get("X-Amz-Expires"))
    if (!(seconds >= 1 && seconds <= 604_800 && age <= seconds * 1_000)) return "AccessDenied"
  }
  if (signatureOf(request, url, claim, credentials) !== claim.signature) return "SignatureDoesNotMatch"
  const isHashed = claim.payload !== "UNSIGNED-PAYLOAD"
  return isHashed && claim.payload !== sha256(body) ? "XAmzContentSHA256Mismatch" : undefined
}
