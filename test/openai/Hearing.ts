/** What tests of `/v1/audio/transcriptions` and `/v1/audio/translations` have in common. */
import { withDatabase } from "../support/Rows.ts"
import { call, keyOf, type Target, type TestServer } from "../support/Server.ts"

export type Sound = Uint8Array<ArrayBuffer>

export const PATH = "/v1/audio/transcriptions"
export const TRANSLATIONS = "/v1/audio/translations"

/** What the server itself says, as MP3. */
export const spoken = async (server: Target, text: string, voice_id = "am-hamen"): Promise<Sound> => {
  const body = { text, voice_id, language: voice_id.slice(0, 2) }
  const { data } = await (await call(server, "POST", "/api/v1/voice/generations", body)).json()
  return new Uint8Array(Buffer.from(data.audio.split(",")[1], "base64"))
}

/** A field of a form: its name, its value. */
export type Field = readonly [name: string, value: string]

export const formOf = (file: Sound | string | undefined, fields: ReadonlyArray<Field> = []): FormData => {
  const form = new FormData()
  if (typeof file === "string") form.append("file", file)
  else if (file !== undefined) form.append("file", new Blob([file]), "speech.mp3")
  for (const [name, value] of fields) form.append(name, value)
  return form
}

export const post = (
  server: Target,
  path: string,
  form: FormData,
  headers: Readonly<Record<string, string>> = {},
  init: RequestInit = {}
): Promise<Response> =>
  fetch(server.url + path, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${keyOf(server)}`, ...headers },
    ...init
  })

/** How a request was refused; fails where the answer is not in OpenAI's form. */
export const refusalOf = async (response: Response) => {
  const { error, ...rest } = await response.json()
  const { code, message, param, type } = error
  if (Object.keys(rest).length > 0 || typeof message !== "string") throw new Error("not in OpenAI's form")
  return { status: response.status, type, code, param }
}

const rows = <Row>(server: Pick<TestServer, "folder">, sql: string): ReadonlyArray<Row> =>
  withDatabase(server, (database) => database.query<Row, []>(sql).all())

/** What was charged for transcriptions, in micro-ETB, in order. */
export const charges = (server: Pick<TestServer, "folder">): ReadonlyArray<number> =>
  rows<{ readonly amount: number }>(
    server,
    "SELECT amount FROM ledger WHERE operation IN ('transcription', 'translation') AND kind = 'charge' ORDER BY seq"
  ).map(({ amount }) => 0 - amount)

export const running = (server: Pick<TestServer, "folder">): number =>
  rows(server, "SELECT 1 FROM jobs WHERE state = 'running'").length

export const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await Bun.sleep(5)
}
