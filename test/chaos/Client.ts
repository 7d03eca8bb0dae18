/** Who asks, in what manner, and how a call over HTTP goes in each. */
import { type Reader, type Verdict, verdictOf } from "./Verdicts.ts"
import { openRaw, type RawAnswer } from "./Wire.ts"

/** How a client behaves while it is answered. */
export type Manner =
  | { readonly tag: "patient" }
  | { readonly tag: "hangs up"; readonly afterMillis: number }
  | { readonly tag: "reads slowly" }
  /** Sends its request and is never heard of again; the connection stays. */
  | { readonly tag: "half-open" }

export interface Client {
  readonly url: string
  readonly key: string
  /** 16,000 Hz mono, 16 bits, without a header. */
  readonly speech: Uint8Array<ArrayBuffer>
  /** The same as a WAV file. */
  readonly wav: Uint8Array<ArrayBuffer>
}

export interface Call {
  readonly path: string
  readonly body: string | FormData
  readonly headers?: Readonly<Record<string, string>>
}

export const requestOf = (client: Client, { body, headers, path }: Call): Request =>
  new Request(client.url + path, {
    method: "POST",
    body,
    headers: {
      "x-api-key": client.key,
      ...(typeof body === "string" ? { "content-type": "application/json" } : {}),
      ...headers
    }
  })

/** None where the connection broke off. */
const patiently = async (request: Request, signal?: AbortSignal): Promise<RawAnswer | undefined> => {
  try {
    const response = await fetch(request, signal === undefined ? {} : { signal })
    return { status: response.status, body: new Uint8Array(await response.arrayBuffer()) }
  } catch {
    return undefined
  }
}

/** A call over HTTP, in each manner. */
export const send = async (client: Client, call: Call, read: Reader, manner: Manner): Promise<Verdict> => {
  const request = requestOf(client, call)
  switch (manner.tag) {
    case "patient":
      return verdictOf(read, await patiently(request))
    case "hangs up":
      return verdictOf(read, await patiently(request, AbortSignal.timeout(manner.afterMillis)))
    case "half-open":
    case "reads slowly":
      return verdictOf(read, await openRaw(request, manner.tag === "reads slowly"))
  }
}
