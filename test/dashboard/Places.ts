/** Every page and dialog of the dashboard, with something on it, and how a person comes to it. */
import type { Page } from "playwright-core"
import { call, postForm, type TestServer } from "../support/Server.ts"
import type { Admin } from "./Session.ts"

export interface Place {
  readonly name: string
  /** Below `/#`. */
  readonly path: string
  /** What is done there, in English. */
  readonly prepare?: (page: Page) => Promise<unknown>
  readonly signedOut?: true
  /** Shown on a phone alone. */
  readonly narrow?: true
  /** What the page asks for there, as a glob, and what does not come while it is looked at. */
  readonly awaited?: string
}

const TEXTS = { am: "ሰላም! ውሃ የት አለ? ስንት ነው ዋጋው?", om: "Akkam bulte? Bishaan eessa jira?" } as const
const NOTE = "ይህ ማስታወሻ ነው። Kun yaadannoo dha."
/** A name as long as a person may give one. */
const LONG = "የመጀመሪያው ደንበኛ የረጅም ጊዜ ሙከራ Yaalii_maamila_jalqabaa_kan_yeroo_dheeraa"

/** What a server has after a day's use, errors among it. */
export const makeData = async (server: TestServer, admin: Admin) => {
  const generate = (language: "am" | "om", voice_id: string, text: string) =>
    call(server, "POST", "/api/v1/voice/generations", { text, voice_id, language })
  const spoken = await generate("am", "am-hamen", TEXTS.am)
  const { data: clip } = await spoken.json()
  const sound = new File([Buffer.from(clip.audio.split(",")[1], "base64")], "ask.mp3", { type: "audio/mpeg" })
  const note = new File([NOTE], "note.txt", { type: "text/plain" })
  await Promise.all([
    generate("om", "om-bikila", TEXTS.om),
    postForm(server, "/api/v1/scribe/transcribe?language=am&request_id=a-request-of-a-client", { audio: sound }),
    postForm(server, "/api/v1/chat_generate", {
      request_data: JSON.stringify({ prompt: "?", target_language: "am", attachment_field_names: ["a"] }),
      a: note
    }),
    call(server, "POST", "/api/v1/translate", { text: "Good morning", source_language: "en", target_language: "om" })
  ])
  const refused = await generate("am", "nobody", TEXTS.am)
  await call(server, "GET", "/api/v1/voice/clips/clip_none")
  const wallet = (await admin.ask("POST", "/wallets", { name: LONG, opening_credit: 1234567.89 })).body.data
  await admin.ask("POST", `/wallets/${wallet.id}/credits`, { amount: 0.0001, note: LONG })
  const key = { wallet_id: wallet.id, name: LONG, rate_limit_per_minute: 60 }
  const made = (await admin.ask("POST", "/keys", key)).body.data
  await admin.ask("DELETE", `/keys/${made.key.id}`)
  return { clip: String(clip.id), request: String(refused.headers.get("x-request-id")), wallet: String(wallet.id) }
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first().click()

const makeKey = async (page: Page) => {
  await press("Create a key")(page)
  await page.getByLabel("Name").fill("My program")
  await page.getByRole("dialog").getByRole("button", { name: "Create a key" }).click()
  await page.getByRole("button", { name: "I have saved it" }).waitFor()
}

const signInWrongly = async (page: Page) => {
  await page.getByLabel("Dashboard token").fill("wrong")
  await press("Sign in")(page)
  await page.getByRole("alert").waitFor()
}

/** Every engine is tried, and what came of it stays. */
const testEngines = async (page: Page) => {
  for (const kind of ["Speech", "Recognition", "Text"]) await press(`Test: ${kind}`)(page)
  await page.waitForFunction(() => document.querySelectorAll('[data-loading="true"]').length === 0)
}

const speak = async (page: Page) => {
  await press("Speak")(page)
  await page.getByText(/^Done/).waitFor()
}

const chat = async (page: Page) => {
  await press("Options")(page)
  await press("Send")(page)
  await page.getByText("complete").waitFor()
}

/** One that is answered, and one that the sandbox refuses. */
const translate = async (page: Page) => {
  await press("Translate")(page)
  await page.getByText("Simple checks").waitFor()
  await page.getByLabel("Text").fill("A sentence that is in no phrase book")
  await press("Translate")(page)
  await page.getByRole("alert").waitFor()
}

const openNumbers = async (page: Page) => {
  for (const summary of await page.locator("summary").all()) await summary.click()
}

export const empty: ReadonlyArray<Place> = [
  { name: "sign-in", path: "/", signedOut: true },
  { name: "sign-in refused", path: "/", signedOut: true, prepare: signInWrongly },
  { name: "overview of nothing", path: "/" },
  { name: "overview not yet", path: "/", awaited: "**/api/v1/admin/overview*" },
  { name: "keys not yet", path: "/keys", awaited: "**/api/v1/admin/keys*" }
]

export const full = (made: Awaited<ReturnType<typeof makeData>>): ReadonlyArray<Place> => [
  { name: "menu", path: "/audit", prepare: press("Menu"), narrow: true },
  { name: "overview", path: "/", prepare: openNumbers },
  { name: "keys", path: "/keys" },
  { name: "new key", path: "/keys", prepare: press("Create a key") },
  { name: "secret", path: "/keys", prepare: makeKey },
  { name: "revoke", path: "/keys", prepare: press(/^Revoke /) },
  { name: "wallets", path: "/wallets" },
  { name: "new wallet", path: "/wallets", prepare: press("Create a wallet") },
  { name: "wallet", path: `/wallets/${made.wallet}` },
  { name: "top-up", path: `/wallets/${made.wallet}`, prepare: press("Top up") },
  { name: "voices", path: "/voices" },
  { name: "clips", path: "/clips" },
  { name: "clip", path: `/clips/${made.clip}` },
  { name: "clip to delete", path: "/clips", prepare: press(/^Delete/) },
  { name: "transcriptions", path: "/transcriptions" },
  { name: "transcription", path: "/transcriptions", prepare: press(/^Open/) },
  { name: "uploads", path: "/uploads" },
  { name: "upload", path: "/uploads", prepare: press(/^Open/) },
  { name: "requests", path: "/requests" },
  { name: "request", path: `/requests/${made.request}` },
  { name: "request not yet", path: "/requests/none-has-this-id" },
  { name: "engines", path: "/engines", prepare: testEngines },
  { name: "audit", path: "/audit" },
  { name: "playground voice", path: "/playground", prepare: speak },
  { name: "playground chat", path: "/playground/chat", prepare: chat },
  { name: "playground translation", path: "/playground/translation", prepare: translate },
  { name: "playground transcription", path: "/playground/transcription" },
  { name: "playground conversation", path: "/playground/conversation" },
  { name: "no such page", path: "/nothing" }
]
