/** The object store of the tests is not only right for our client: one that others wrote works with it. */
import { expect, test } from "bun:test"
import { createHash } from "node:crypto"
import { startObjectStore } from "./ObjectStore.ts"

const bytes = Uint8Array.from({ length: 12 * 1024 * 1024 }, (_, at) => (at * 31) % 251)

const client = (store: ReturnType<typeof startObjectStore>, change: object = {}) =>
  new Bun.S3Client({ ...store.credentials, endpoint: store.url, bucket: "qal-test", ...change })

test.each([undefined, "a/token+of=theirs"])(
  "the tests' object store takes Bun's client: it reads, writes, lists and signs (session token: %p)",
  async (token) => {
    const store = startObjectStore({ pageSize: 2, ...(token !== undefined && { sessionToken: token }) })
    const theirs = client(store)
    await theirs.write("a ü+&b/c", "small")
    const writer = theirs.file("large").writer({ partSize: 5 * 1024 * 1024 })
    writer.write(bytes)
    await writer.end()
    await theirs.write("third", "3")
    expect(store.uploads.size).toBe(0)
    expect(await theirs.file("a ü+&b/c").text()).toBe("small")
    expect(Buffer.from(await theirs.file("large").slice(5_000_000, 6_000_000).bytes())).toEqual(
      Buffer.from(bytes.subarray(5_000_000, 6_000_000))
    )
    const all = createHash("md5")
      .update(await theirs.file("large").bytes())
      .digest("hex")
    expect(all).toBe(createHash("md5").update(bytes).digest("hex"))
    const first = await theirs.list()
    expect([first.contents?.length, first.isTruncated]).toEqual([2, true])
    const signed = theirs.presign("third", { expiresIn: 60 })
    expect(await (await fetch(signed)).text()).toBe("3")
    expect((await fetch(signed.replace("third", "large"))).status).toBe(403)
    await theirs.delete("third")
    expect([await theirs.exists("third"), store.refused]).toEqual([false, ["SignatureDoesNotMatch"]])
    store.stop()
  }
)

test("the tests' object store refuses a wrong signature, and none", async () => {
  const store = startObjectStore()
  const wrong = [{ secretAccessKey: "another" }, { accessKeyId: "ANOTHER" }, { region: "eu-central-1" }]
  for (const change of wrong) expect(client(store, change).write("a", "x")).rejects.toThrow()
  expect((await fetch(`${store.url}/qal-test/a`)).status).toBe(403)
  expect(store.objects.size).toBe(0)
  store.stop()
})
