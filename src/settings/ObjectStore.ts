/** The settings of an object store, which go together: its address, who may use it, and whether clients are sent there. */
import { Config, Either, Option, Redacted } from "effect"
import * as Check from "./Checks.ts"
import { optional, refused, type Setting, setting } from "./Setting.ts"

/** A bucket of an S3-compatible store, and who may use it. */
export interface Bucket {
  readonly bucket: string
  /** What keys begin with: empty, or ending in a slash. */
  readonly prefix: string
  /** Base address of the store for this process, without a trailing slash. */
  readonly endpoint: string
  /** The same for clients that are sent there. */
  readonly publicEndpoint: string
  readonly region: string
  /** Whether the bucket stands in the path of an address, or before its host. */
  readonly style: "path" | "virtual"
  readonly accessKeyId: string
  readonly secretAccessKey: Redacted.Redacted
  readonly sessionToken: Redacted.Redacted | undefined
}

/** The bucket that files are kept in. */
export interface ObjectStore extends Bucket {
  /** Whether signed addresses lead clients to the store itself. */
  readonly redirects: boolean
}

/** What the address says. */
interface Address extends Omit<Bucket, "accessKeyId" | "secretAccessKey" | "sessionToken" | "region"> {
  readonly region: string | undefined
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: Redacted.Redacted } | undefined
}

/** What Amazon takes where none is said, and what most other stores are set to. */
const REGION = "us-east-1"

const PARAMETERS = ["endpoint", "region", "style", "public"]

/** Names of buckets, and keys that no store and no proxy writes in another way. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const PREFIX = /^([A-Za-z0-9_][A-Za-z0-9_.-]*\/)*$/
const REGION_NAME = /^[A-Za-z0-9-]{1,64}$/
const PRINTABLE = /^[\x21-\x7e]+$/

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The key and its secret that stand before the host; undefined where there are none, or they are no text. */
const credentialsIn = ({ password, username }: URL) => {
  const [id, secret] = [decode(username), decode(password)]
  return id && secret && PRINTABLE.test(id) && PRINTABLE.test(secret)
    ? { accessKeyId: id, secretAccessKey: Redacted.make(secret) }
    : undefined
}

const endpointProblem = (name: string, value: string | null): string | undefined =>
  value === null
    ? undefined
    : Either.match(Check.baseUrl.read(value), {
        onLeft: (problem) => `has a parameter ${name} that ${problem}`,
        onRight: () => undefined
      })

/** What is wrong with the address. */
const problemOf = (url: URL, prefix: string): string | undefined => {
  const { hash, searchParams: said } = url
  const unknown = [...said.keys()].find((name) => !PARAMETERS.includes(name))
  const [region, style] = [said.get("region"), said.get("style")]
  if (!BUCKET.test(url.host)) return "names no bucket, or one that cannot be"
  if (!PREFIX.test(prefix)) return "has a prefix with other characters than letters, digits, _, . and -"
  if (hash !== "") return "has a fragment (a # of the secret is %23)"
  if ((url.username !== "" || url.password !== "") && credentialsIn(url) === undefined) {
    return "has half a pair of key and secret, or one that cannot be"
  }
  if (unknown !== undefined) return `has a parameter ${Check.quote(unknown)}, which is none of ${PARAMETERS.join(", ")}`
  if (region !== null && !REGION_NAME.test(region)) return "has a region that cannot be"
  if (style !== null && style !== "path" && style !== "virtual") return "has a style that is neither path nor virtual"
  return endpointProblem("endpoint", said.get("endpoint")) ?? endpointProblem("public", said.get("public"))
}

const withoutSlash = (address: string): string => address.replace(/\/+$/, "")

const address: Check.Check<Address> = {
  hidden: true,
  accepts:
    "an address such as s3://bucket/prefix?endpoint=https://s3.example.org&region=eu-central-1, without endpoint for Amazon; public= where clients reach the store by another address, style=virtual where the bucket stands before the host",
  read: (raw) => {
    if (!/^s3:\/\//i.test(raw) || !URL.canParse(raw)) return Either.left("is not an s3:// address")
    const url = new URL(raw)
    const path = url.pathname.replace(/^\/+|\/+$/g, "")
    const prefix = path === "" ? "" : `${path}/`
    const problem = problemOf(url, prefix)
    if (problem !== undefined) return Either.left(problem)
    const said = url.searchParams
    const region = said.get("region") ?? undefined
    const endpointText = said.get("endpoint")
    // Amazon's certificates cover no bucket with a dot before the host.
    const isPath = endpointText === null ? url.host.includes(".") : said.get("style") !== "virtual"
    const endpoint = endpointText === null ? "" : withoutSlash(endpointText)
    return Either.right({
      bucket: url.host,
      prefix,
      endpoint,
      publicEndpoint: withoutSlash(said.get("public") ?? endpoint),
      region,
      style: isPath ? "path" : "virtual",
      credentials: credentialsIn(url)
    })
  }
}

/** Of the names that all programs share: what is in them is judged only where it is used. */
const shared: Check.Check<Redacted.Redacted> = {
  hidden: true,
  accepts: "printable ASCII characters without spaces",
  read: (raw) => Either.right(Redacted.make(raw))
}

const parts = {
  url: optional(
    "QAL_BLOBS_URL",
    address,
    "where audio and uploads are kept: a bucket of an S3-compatible store",
    "files in the data folder"
  ),
  media: setting(
    "QAL_MEDIA",
    Check.oneOf("proxy", "redirect"),
    "proxy",
    "whether signed addresses are served by this server, or lead to the object store's own"
  ),
  accessKeyId: optional("AWS_ACCESS_KEY_ID", shared, "the key of QAL_BLOBS_URL"),
  secretAccessKey: optional("AWS_SECRET_ACCESS_KEY", shared, "its secret"),
  sessionToken: optional("AWS_SESSION_TOKEN", shared, "its token, where it is a temporary one"),
  region: optional("AWS_REGION", Check.text, "the region where QAL_BLOBS_URL names none", REGION)
}

const used = (name: string, value: Option.Option<Redacted.Redacted>) =>
  Option.match(value, {
    onNone: () =>
      Either.left(refused(name, "is not set, but QAL_BLOBS_URL is", "the store's key, or a key in QAL_BLOBS_URL")),
    onSome: (secret) =>
      PRINTABLE.test(Redacted.value(secret))
        ? Either.right(secret)
        : Either.left(refused(name, "holds a space or a character outside ASCII", shared.accepts))
  })

/** The object store that files are kept in; none where they are kept in the data folder. */
export const objectStore = (): Setting<Option.Option<ObjectStore>> => {
  const config = Config.mapOrFail(Config.all(parts), (given) =>
    Either.gen(function* () {
      if (Option.isNone(given.url)) {
        return given.media === "redirect"
          ? yield* Either.left(
              refused("QAL_BLOBS_URL", "is not set, but QAL_MEDIA is redirect", "both, or QAL_MEDIA=proxy")
            )
          : Option.none()
      }
      const { credentials, endpoint, publicEndpoint, ...address } = given.url.value
      const region = address.region ?? Option.getOrElse(given.region, () => REGION)
      if (!REGION_NAME.test(region)) {
        return yield* Either.left(refused("AWS_REGION", "is no name of a region", "a name such as eu-central-1"))
      }
      const amazon = `https://s3.${region}.amazonaws.com`
      const accessKeyId =
        credentials?.accessKeyId ?? Redacted.value(yield* used("AWS_ACCESS_KEY_ID", given.accessKeyId))
      const secretAccessKey =
        credentials?.secretAccessKey ?? (yield* used("AWS_SECRET_ACCESS_KEY", given.secretAccessKey))
      const sessionToken =
        credentials === undefined && Option.isSome(given.sessionToken)
          ? yield* used("AWS_SESSION_TOKEN", given.sessionToken)
          : undefined
      return Option.some<ObjectStore>({
        ...address,
        endpoint: endpoint || amazon,
        publicEndpoint: publicEndpoint || amazon,
        region,
        accessKeyId,
        secretAccessKey,
        sessionToken,
        redirects: given.media === "redirect"
      })
    })
  )
  return Object.assign(config, { about: Object.values(parts).flatMap(({ about }) => about) })
}
