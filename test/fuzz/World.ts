/** What the fuzzer knows of a running server: its own description of itself, and names that only it can give. */

import { Predicate } from "effect"
import { bmp } from "../chat/Files.ts"
import { type Admin, signIn } from "../dashboard/Session.ts"
import { Description } from "../support/Description.ts"
import { member, type Schema, type Vocabulary } from "./Examples.ts"
import * as Files from "./Files.ts"
import { type Protocol, protocols } from "./Protocols.ts"

interface Parameter {
  readonly in: string
  readonly name: string
  readonly schema: Schema
  readonly required: boolean
}

export interface Route {
  readonly method: string
  /** With its parameters in braces. */
  readonly path: string
  readonly needsKey: boolean
  /** What it needs of a session of the dashboard. */
  readonly needsSession: boolean
  readonly needsToken: boolean
  readonly parameters: ReadonlyArray<Parameter>
  readonly bodies: ReadonlyArray<{ readonly type: string; readonly schema: Schema }>
}

/** A wallet that the fuzzer spends from, and what it owns. */
export interface Tenant {
  readonly key: string
  readonly vocabulary: Vocabulary
}

export interface World {
  readonly port: number
  readonly document: unknown
  /** What the document promises of answers, where they are held against it. */
  readonly description?: Description
  readonly routes: ReadonlyArray<Route>
  readonly protocols: ReadonlyArray<Protocol>
  /** What somebody says: 16,000 Hz mono, 16 bits, without a header. */
  readonly speech: Buffer
  readonly tenants: ReadonlyArray<Tenant>
  readonly files: Files.Files
  /** Someone who is signed in to the dashboard. */
  readonly admin: Pick<Admin, "cookie" | "csrf">
  /** What no answer may hold: keys, the data folder. */
  readonly secrets: ReadonlyArray<string>
}

const query = (...names: ReadonlyArray<string>): ReadonlyArray<Parameter> =>
  names.map((name) => ({ in: "query", name, schema: { type: "string" }, required: true }))

const open = (path: string, parameters: ReadonlyArray<Parameter> = []): Route => ({
  method: "GET",
  path,
  needsKey: false,
  needsSession: false,
  needsToken: false,
  parameters,
  bodies: []
})

/**
 * Addresses beside the document (wire contract, sections 7 to 10), and signed ones of what is there; the last four
 * are sockets, asked without an upgrade.
 */
const UNDOCUMENTED: ReadonlyArray<Route> = [
  open("/openapi.json"),
  open("/docs"),
  open("/"),
  open("/assets/{name}", [{ in: "path", name: "name", schema: { type: "string" }, required: true }]),
  open("/no/such/route"),
  open("/media/{media_id}", [
    { in: "path", name: "media_id", schema: { type: "string" }, required: true },
    ...query("expires", "signature")
  ]),
  open("/api/v1/scribe/stream"),
  open("/api/v1/realtime/voice"),
  open("/ws"),
  open("/v1/realtime")
]

const METHODS = new Set(["get", "post", "put", "patch", "delete"])

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
const entriesOf = (value: unknown) => (Predicate.isRecord(value) ? Object.entries(value) : [])

/** What requests of these ways to show who asks have to bear. */
const needsOf = (ways: ReadonlyArray<unknown>) => {
  const schemes = ways.flatMap((way) => entriesOf(way).map(([scheme]) => scheme))
  const needsSession = schemes.includes("Session")
  return { needsKey: schemes.length > 0 && !needsSession, needsSession, needsToken: schemes.includes("SessionToken") }
}

/** It would end the session that the others need. */
const isSignOut = (method: string, path: string) => method === "delete" && path.endsWith("/admin/session")

/** Every operation of an OpenAPI document. */
export const routesOf = (document: unknown): ReadonlyArray<Route> =>
  entriesOf(member(document, "paths")).flatMap(([path, operations]) =>
    entriesOf(operations)
      .filter(([method]) => METHODS.has(method) && !isSignOut(method, path))
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        ...needsOf(listOf(member(operation, "security") ?? member(document, "security"))),
        parameters: listOf(member(operation, "parameters")).map((parameter) => ({
          in: String(member(parameter, "in")),
          name: String(member(parameter, "name")),
          schema: member(parameter, "schema"),
          required: member(parameter, "required") === true
        })),
        bodies: entriesOf(member(member(operation, "requestBody"), "content")).map(([type, content]) => ({
          type,
          schema: member(content, "schema")
        }))
      }))
  )

const VOICE = { text: "ሰላም", voice_id: "am-hamen", language: "am", output_format: "mp3_44100" }

const asked = async (url: string, key: string, init: RequestInit = {}): Promise<unknown> => {
  const response = await fetch(url, { ...init, headers: { "x-api-key": key, ...init.headers } })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

const posted = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body)
})

const uploaded = async (url: string, key: string): Promise<unknown> => {
  const form = new FormData()
  const request = { prompt: "ሰላም", target_language: "am", attachment_field_names: ["file_1"] }
  form.append("request_data", JSON.stringify(request))
  form.append("file_1", new File(["ሰላም"], "a.txt", { type: "text/plain" }))
  const answer = await asked(`${url}/api/v1/chat_generate`, key, { method: "POST", body: form })
  return member(listOf(member(answer, "uploaded_attachments"))[0], "fileUri")
}

/** A picture of one pixel. */
const PICTURE = `data:image/bmp;base64,${bmp(1, 1, () => [1, 2, 3]).toString("base64")}`

/** Stored responses: a conversation of two, of which the first has a picture, and one alone, which may be deleted. */
const stored = async (url: string, key: string): Promise<Vocabulary> => {
  const respond = async (input: unknown, previous_response_id?: unknown) =>
    member(await asked(`${url}/v1/responses`, key, posted({ input, previous_response_id })), "id")
  const content = [
    { type: "input_text", text: "ሰላም" },
    { type: "input_image", image_url: PICTURE }
  ]
  const first = await respond([{ role: "user", content }])
  const second = await respond("ሰላም", first)
  return { previous_response_id: [first, second], response_id: [second, await respond("ሰላም")] }
}

const PARAMETERS = { type: "object", properties: { city: { type: "string" } }, required: ["city"] }

/** A wallet and a key that the dashboard has made, which nobody else uses, and the words for them. */
const administered = async (admin: Admin): Promise<Vocabulary> => {
  const wallet = await admin.ask("POST", "/wallets", { name: "fuzzed" })
  const wallet_id = wallet.body.data.id
  const key = await admin.ask("POST", "/keys", { wallet_id, name: "fuzzed" })
  return { wallet_id: [wallet_id], walletId: [wallet_id], keyId: [key.body.data.key.id] }
}

/** A wallet with two clips and a file, and the words for what it has, and for what else is `known`. */
const settle = async (url: string, key: string, known: Vocabulary): Promise<Tenant> => {
  const clips = []
  for (const text of ["ሰላም", "Akkam jirta"]) {
    clips.push(member(await asked(`${url}/api/v1/voice/generations`, key, posted({ ...VOICE, text })), "data"))
  }
  const page = await asked(`${url}/api/v1/voice/clips?limit=1`, key)
  const media = new URL(String(member(clips[0], "audio_url")))
  return {
    key,
    vocabulary: {
      ...known,
      ...(await stored(url, key)),
      voice_id: ["am-hamen", "om-bikila"],
      output_format: ["mp3_44100", "wav_44100", "pcm_16000"],
      clip_id: clips.map((clip) => member(clip, "id")),
      cursor: [member(member(page, "meta"), "next_cursor")],
      limit: ["1", "20", "100"],
      media_id: [decodeURIComponent(media.pathname.split("/").at(-1) ?? "")],
      expires: [media.searchParams.get("expires")],
      signature: [media.searchParams.get("signature")],
      fileUri: [await uploaded(url, key)],
      mimeType: ["text/plain"],
      attachment_field_names: [["file_1"], []],
      parameters: [PARAMETERS],
      arguments: ['{"city":"Adama"}'],
      maxOutputTokens: [64]
    }
  }
}

/** A WAV file's header before its samples. */
const HEADER_BYTES = 44

/** A question in the server's own voice. */
const said = async (url: string, key: string): Promise<Buffer> => {
  const body = { ...VOICE, text: "ሰላም ነው እንዴት ነህ", output_format: "pcm_16000" }
  const answer = await asked(`${url}/api/v1/voice/generations`, key, posted(body))
  const [, base64 = ""] = String(member(member(answer, "data"), "audio")).split(",")
  return Buffer.from(base64, "base64").subarray(HEADER_BYTES)
}

/** Learns what is needed of the server at `url`. `keys` are of one wallet each. */
export const learn = async (
  url: string,
  keys: ReadonlyArray<string>,
  secrets: ReadonlyArray<string> = []
): Promise<World> => {
  const admin = await signIn({ url })
  const known = await administered(admin)
  const document: unknown = await (await fetch(`${url}/openapi.json`)).json()
  return {
    port: Number(new URL(url).port),
    document,
    description: new Description(document),
    routes: [...routesOf(document), ...UNDOCUMENTED],
    protocols,
    speech: await said(url, keys[0] ?? ""),
    tenants: await Promise.all(keys.map((key) => settle(url, key, known))),
    admin,
    files: await Files.make(),
    secrets: [...keys, ...secrets]
  }
}

export const nameOf = ({ method, path }: Route): string => `${method} ${path}`
