import { expect, test } from "bun:test"
import { Effect, Either, Option, Redacted } from "effect"
import { Settings } from "../../src/settings/Config.ts"

const read = (variables: Readonly<Record<string, string>>) =>
  Effect.runSync(Effect.either(Effect.provide(Settings, Settings.layerFrom(variables))))

const keys = { AWS_ACCESS_KEY_ID: "AKIA", AWS_SECRET_ACCESS_KEY: "s3cret/+=" }

const storeOf = (url: string, more: Readonly<Record<string, string>> = keys) =>
  Option.getOrThrow(Either.getOrThrow(read({ QAL_BLOBS_URL: url, ...more })).objectStore)

const refusalOf = (variables: Readonly<Record<string, string>>): string =>
  Either.match(read(variables), { onLeft: ({ message }) => message, onRight: () => "" })

test("files stay in the data folder without a store's address, whatever other programs' keys are set", () => {
  const settings = Either.getOrThrow(read({ ...keys, AWS_REGION: "?", AWS_SESSION_TOKEN: "a b" }))
  expect(settings.objectStore).toEqual(Option.none())
})

test("an endpoint, a prefix, a region and a key are taken from the address or the environment", () => {
  const minio = storeOf("s3://clips/a/b.c/?endpoint=http://127.0.0.1:9000/&region=eu-1&public=https://s3.example.org/")
  expect(minio).toMatchObject({
    bucket: "clips",
    prefix: "a/b.c/",
    endpoint: "http://127.0.0.1:9000",
    publicEndpoint: "https://s3.example.org",
    region: "eu-1",
    style: "path",
    accessKeyId: "AKIA",
    sessionToken: undefined,
    redirects: false
  })
  expect(Redacted.value(minio.secretAccessKey)).toBe("s3cret/+=")
  const inAddress = storeOf("s3://me:p%2Fw%3F@clips?endpoint=https://x.example/sub", {
    ...keys,
    AWS_SESSION_TOKEN: "t"
  })
  expect([inAddress.accessKeyId, Redacted.value(inAddress.secretAccessKey)]).toEqual(["me", "p/w?"])
  expect(inAddress).toMatchObject({ prefix: "", endpoint: "https://x.example/sub", sessionToken: undefined })
})

test("a store without an endpoint is Amazon's, with the bucket before the host where certificates allow it", () => {
  expect(storeOf("s3://clips", { ...keys, AWS_REGION: "af-south-1" })).toMatchObject({
    endpoint: "https://s3.af-south-1.amazonaws.com",
    publicEndpoint: "https://s3.af-south-1.amazonaws.com",
    style: "virtual"
  })
  expect(storeOf("s3://my.clips").style).toBe("path")
  expect(storeOf("s3://clips?endpoint=https://oss.example&style=virtual").style).toBe("virtual")
})

const E = "?endpoint=https://s3.example.org"

test.each([
  ["https://s3.example.org/bucket", "is not an s3:// address"],
  ["s3://", "names no bucket"],
  ["s3:///prefix", "names no bucket"],
  ["s3://B_cket/", "names no bucket"],
  [`s3://bucket/a b${E}`, "has a prefix"],
  [`s3://bucket/../x/..%2F${E}`, "has a prefix"],
  [`s3://bucket/a//b${E}`, "has a prefix"],
  [`s3://bucket${E}#x`, "has a fragment"],
  [`s3://id@bucket${E}`, "has half a pair"],
  [`s3://id:%ff@bucket${E}`, "has half a pair"],
  [`s3://bucket${E}&endpint=1`, "has a parameter"],
  [`s3://bucket${E}&region=a%0ab`, "has a region"],
  [`s3://bucket${E}&style=host`, "has a style"],
  ["s3://bucket?endpoint=ftp://x", "endpoint that is not an http(s) address"],
  ["s3://bucket?endpoint=https://hidden:hidden@x", "endpoint that holds credentials"],
  [`s3://bucket${E}&public=x`, "public that is not an address"]
])("the store's address %s is refused in one line that shows nothing of it", (url, problem) => {
  const line = refusalOf({ QAL_BLOBS_URL: url, ...keys })
  expect(line).toContain(
    `QAL_BLOBS_URL: ${problem.startsWith("endpoint") || problem.startsWith("public") ? "has a parameter " : ""}${problem}`
  )
  expect(line.split("\n").length).toBe(1)
  expect(line).not.toContain("hidden")
})

test("a setting that is missing beside the store's address is named, and no secret is shown", () => {
  const url = { QAL_BLOBS_URL: `s3://bucket${E}` }
  expect(refusalOf(url)).toStartWith("AWS_ACCESS_KEY_ID: is not set, but QAL_BLOBS_URL is")
  expect(refusalOf({ ...url, AWS_ACCESS_KEY_ID: "a" })).toStartWith("AWS_SECRET_ACCESS_KEY: is not set")
  expect(refusalOf({ ...url, ...keys, AWS_SECRET_ACCESS_KEY: "hidden hidden" })).toBe(
    "AWS_SECRET_ACCESS_KEY: holds a space or a character outside ASCII; accepted: printable ASCII characters without spaces"
  )
  expect(refusalOf({ ...url, ...keys, AWS_REGION: "a/b" })).toStartWith("AWS_REGION: is no name of a region")
  expect(refusalOf({ QAL_MEDIA: "redirect" })).toStartWith("QAL_BLOBS_URL: is not set, but QAL_MEDIA is redirect")
  expect(refusalOf({ QAL_MEDIA: "both" })).toStartWith('QAL_MEDIA: "both" is none of them')
  expect(storeOf(url.QAL_BLOBS_URL, { ...keys, QAL_MEDIA: "redirect" }).redirects).toBe(true)
})
