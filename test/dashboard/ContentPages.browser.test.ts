/** The pages of clips, transcriptions and uploads in Chromium. */
import { beforeAll, describe, expect, test } from "bun:test"
import { executable } from "../conversation/Browser.ts"
import { API_KEY, call } from "../support/Server.ts"
import { dashboardForFile, type Opened, untilHeard } from "./Chromium.ts"

const SAID = "ውሃ የት አለ? እዚህ ነው።"
const NOTE = "ይህ ማስታወሻ ነው። Kun yaadannoo dha."
/** Ten pixels a side. */
const PICTURE =
  "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC"

const { opened, server } = dashboardForFile("the pages of content")
/** MP3 of what was said. */
let sound: Uint8Array<ArrayBuffer>

/** Speech, as a client has it made; its clip. */
const speak = async (text: string, id: string) => {
  const body = { text, voice_id: "am-dawit", language: "am", client_request_id: id }
  return (await (await call(server, "POST", "/api/v1/voice/generations", body)).json()).data
}

/** With an id, so that what is answered can be asked for again. */
const post = (path: string, form: FormData): Promise<Response> =>
  fetch(server.url + path, {
    method: "POST",
    headers: { "x-api-key": API_KEY, "idempotency-key": crypto.randomUUID() },
    body: form
  })

const formOf = (data: unknown, files: Readonly<Record<string, File>>): FormData => {
  const form = new FormData()
  form.set("request_data", JSON.stringify(data))
  for (const [field, file] of Object.entries(files)) form.set(field, file)
  return form
}

beforeAll(async () => {
  if (executable === null) return
  const { audio } = await speak(SAID, "page-clip")
  sound = new Uint8Array(Buffer.from(audio.split(",")[1], "base64"))
}, 90_000)

/** Opens the only row, whose dialog it gives. */
const read = async ({ page }: Opened) => {
  await page.getByRole("button", { name: /^Open: / }).click()
  const dialog = page.getByRole("dialog")
  await dialog.waitFor()
  return dialog
}

/** Deletes the only row, after it was asked for. */
const remove = async ({ page }: Opened) => {
  await page.getByRole("button", { name: /^Delete: / }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await dialog.waitFor({ state: "hidden" })
  await page.getByRole("button", { name: /^Delete: / }).press("Enter")
  await dialog.getByRole("button", { name: "Delete" }).click()
  await page.getByText("Nothing here yet").waitFor()
}

const search = async ({ page }: Opened, words: string) => {
  await page.getByRole("searchbox").fill(words)
}

const closed = async ({ page }: Opened) => {
  await page.keyboard.press("Escape")
  await page.getByRole("dialog").waitFor({ state: "hidden" })
}

describe.skipIf(executable === null)("the page of clips", () => {
  test("the page of clips finds a clip by a part of its text, plays it, gives its file, deletes it for good", async () => {
    const other = await speak("ሌላ ነገር", "other-clip")
    const { id } = (await (await call(server, "GET", "/api/v1/voice/clips")).json()).data.find(
      ({ text }: { readonly text: string }) => text === SAID
    )
    const clips = await opened("/clips")
    const { page, troubles } = clips
    await page.getByRole("row").nth(2).waitFor()
    await search(clips, "የት አለ")
    await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 1)
    expect(await page.getByRole("row").nth(1).textContent()).toContain("Dawit")

    await page.getByRole("button", { name: /^Listen: / }).click()
    expect(await untilHeard(page)).toBeGreaterThan(1)

    const dialog = await read(clips)
    expect(await dialog.textContent()).toContain(SAID)
    expect(await dialog.textContent()).toContain(id)
    expect(await dialog.textContent()).toContain("page-clip")
    const download = page.waitForEvent("download")
    await dialog.getByRole("link", { name: "Download" }).click()
    const file = await (await download).path()
    expect(new Uint8Array(await Bun.file(file).arrayBuffer())).toEqual(sound)
    expect((await download).suggestedFilename()).toEndWith(".mp3")
    await closed(clips)

    await remove(clips)
    expect((await call(server, "GET", `/api/v1/voice/clips/${id}`)).status).toBe(404)
    expect((await call(server, "GET", `/api/v1/voice/clips/${other.id}`)).status).toBe(200)
    expect(troubles).toEqual([])
  }, 90_000)

  test("the page of clips is narrowed to a language and a voice, and shows one clip by its address", async () => {
    const { id } = await speak("አንድ ብቻ", "by-address")
    const { page, show } = await opened("/clips")
    await page.getByLabel("Language", { exact: true }).last().selectOption("om")
    await page.getByText("Nothing here yet").waitFor()
    expect(await page.getByLabel("Voice").locator("option").allInnerTexts()).not.toContain("Dawit (am-dawit)")
    await page.getByLabel("Language", { exact: true }).last().selectOption("am")
    await page.getByLabel("Voice").selectOption("am-dawit")
    await page.getByText("አንድ ብቻ").waitFor()
    await show(`/clips/${id}`)
    await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 1)
    expect(await page.getByRole("row").nth(1).textContent()).toContain("አንድ ብቻ")
  }, 60_000)
})

describe.skipIf(executable === null)("the page of transcriptions", () => {
  test("the page of transcriptions finds one by its text, shows it whole, deletes it", async () => {
    const form = formOf({ language_code: "am" }, { audio: new File([sound], "said.mp3", { type: "audio/mpeg" }) })
    const { data } = await (await post("/api/v2/stt", form)).json()
    const transcriptions = await opened("/transcriptions")
    await search(transcriptions, data.transcription.slice(2, 8))
    const dialog = await read(transcriptions)
    expect(await dialog.textContent()).toContain(data.transcription)
    expect(await dialog.textContent()).toContain("Speech to text")
    await closed(transcriptions)
    await remove(transcriptions)
    expect(transcriptions.troubles).toEqual([])
  }, 60_000)
})

describe.skipIf(executable === null)("the page of uploads", () => {
  test("the page of uploads shows a picture, reads a document, gives the file as it was sent, deletes it", async () => {
    const picture = new Uint8Array(Buffer.from(PICTURE, "base64"))
    const files = {
      note: new File([NOTE], "note.txt", { type: "text/plain" }),
      picture: new File([picture], "picture.png", { type: "image/png" })
    }
    const asked = { prompt: "ምን አለ?", target_language: "am", attachment_field_names: ["note", "picture"] }
    expect((await post("/api/v1/chat_generate", formOf(asked, files))).status).toBe(200)

    const uploads = await opened("/uploads")
    const { admin, page, show, troubles } = uploads
    const kept: ReadonlyArray<{ readonly id: string; readonly kind: string }> = (await admin.ask("GET", "/uploads"))
      .body.data
    const idOf = (kind: string) => kept.find((upload) => upload.kind === kind)?.id ?? ""
    await page.getByRole("row").nth(2).waitFor()

    await search(uploads, idOf("Image"))
    await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 1)
    let dialog = await read(uploads)
    await dialog.getByRole("img", { name: `The image ${idOf("Image")}` }).waitFor()
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>("[role=dialog] img")?.naturalWidth === 10)
    const download = page.waitForEvent("download")
    await dialog.getByRole("link", { name: "Download" }).click()
    expect(new Uint8Array(await Bun.file(await (await download).path()).arrayBuffer())).toEqual(picture)
    await closed(uploads)

    await search(uploads, "yaadannoo")
    await page.getByText(idOf("Document")).waitFor()
    await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 1)
    dialog = await read(uploads)
    expect(await dialog.textContent()).toContain(NOTE)
    await closed(uploads)
    await remove(uploads)
    await show("/uploads")
    expect((await admin.ask("GET", `/uploads/${idOf("Document")}/file`)).status).toBe(404)
    expect(troubles).toEqual([])
  }, 60_000)
})
