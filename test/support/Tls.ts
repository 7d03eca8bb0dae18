/** TLS before a server on this machine, for clients that speak nothing else. Its certificate is of its own making. */
import { generateKeyPairSync, sign } from "node:crypto"
import { connect } from "node:net"
import { createServer } from "node:tls"

// --- a certificate, in the encoding of ASN.1 (X.690) that X.509 prescribes

const der = (tag: number, ...parts: ReadonlyArray<Uint8Array>): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: ReadonlyArray<Uint8Array>) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"))
const time = (text: string) => der(0x17, Buffer.from(text))

/** ecdsa-with-SHA256. */
const algorithm = sequence(oid("2a8648ce3d040302"))
/** The common name `localhost`. */
const name = sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from("localhost")))))

const makeCertificate = () => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const body = sequence(
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(time("200101000000Z"), time("491231235959Z")),
    name,
    publicKey.export({ type: "spki", format: "der" })
  )
  const signature = sign("sha256", body, privateKey)
  const bytes = sequence(body, algorithm, der(0x03, Buffer.from([0]), signature))
  const cert = `-----BEGIN CERTIFICATE-----\n${bytes.toString("base64")}\n-----END CERTIFICATE-----\n`
  return { cert, key: privateKey.export({ type: "pkcs8", format: "pem" }) }
}

export interface TlsFront {
  /** `https://localhost:…` */
  readonly url: string
  readonly stop: () => void
}

/** Ends TLS before the server that answers at `url`. */
export const startTls = async (url: string): Promise<TlsFront> => {
  const { hostname, port } = new URL(url)
  const front = createServer(makeCertificate(), (client) => {
    const server = connect(Number(port), hostname)
    client.on("error", () => server.destroy())
    server.on("error", () => client.destroy())
    client.pipe(server).pipe(client)
  })
  await new Promise<void>((done) => front.listen(0, "127.0.0.1", done))
  const address = front.address()
  if (address === null || typeof address === "string") throw new Error("no port")
  return { url: `https://localhost:${address.port}`, stop: () => front.close() }
}
